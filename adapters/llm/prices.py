"""What the tokens of a call cost."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens; cache writes are those kept for the shortest time on offer."""

    input: Decimal
    cache_write: Decimal
    cache_read: Decimal
    output: Decimal
    longest_prompt: int | None = None
    """Tokens up to which these prices hold."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as they are billed: the three kinds of input do not overlap."""

    input: int
    cache_write: int
    cache_read: int
    output: int

    @property
    def prompt(self) -> int:
        """All of the input."""
        return self.input + self.cache_write + self.cache_read


def price(
    read: str, written: str, cached: str, output: str, *, longest_prompt: int | None = None
) -> Price:
    """A line of a price list."""
    return Price(Decimal(read), Decimal(written), Decimal(cached), Decimal(output), longest_prompt)


def cost(of: Price | None, usage: Usage) -> str | None:
    """The price of a call in USD; None when it is not known."""
    if of is None or (of.longest_prompt and usage.prompt > of.longest_prompt):
        return None
    millionths = (
        usage.input * of.input
        + usage.cache_write * of.cache_write
        + usage.cache_read * of.cache_read
        + usage.output * of.output
    )
    return f"{(millionths / 1_000_000).normalize():f}"
