"""What a result offers to do next, as buttons under it; and lists that are shown in pages by them.

A list of any length is read whole and shown a page at a time: its count and totals are of all of
it, and "the first one" is the first of the page that was shown last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import Field

from core.domain.outbound import Value

T = TypeVar("T")
PAGE = 15
"""Rows of a list that are shown at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """One further call of a tool, done when its button is pressed.

    `label` is a key of core.views.words, `params` what it is filled with. What needs an approval
    gets its card then, as if it had been asked for in words.
    """

    label: str
    tool: str
    arguments: Mapping[str, Any]
    params: Mapping[str, object] = field(default_factory=dict)


class PageArguments(Value):
    """Which part of a list that has no other arguments."""

    page: int = Field(default=1, ge=1, le=100, description="Which page of a long list.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Page(Generic[T]):
    """A part of a list: `first` is the place of its first row, counted from 1."""

    shown: Sequence[T]
    number: int
    pages: int
    first: int
    count: int

    @property
    def data(self) -> dict[str, Any]:
        """Where in the list this is, as a view needs it."""
        return {
            "count": self.count,
            "first": self.first,
            "page": self.number,
            "pages": self.pages,
        }

    def offers(self, tool: str, arguments: Mapping[str, Any]) -> tuple[Offer, ...]:
        """The pages before and after: the same call with another page."""
        beside = (("page_previous", self.number - 1), ("page_next", self.number + 1))
        return tuple(
            Offer(
                label=label,
                tool=tool,
                arguments={**arguments, "page": number},
                params={"page": number, "pages": self.pages},
            )
            for label, number in beside
            if 1 <= number <= self.pages
        )


def page_of(items: Sequence[T], number: int, size: int) -> Page[T]:
    """Page `number` of the items, the last one where there are fewer."""
    pages = max(1, -(-len(items) // size))
    number = min(number, pages)
    start = (number - 1) * size
    return Page(
        shown=items[start : start + size],
        number=number,
        pages=pages,
        first=start + 1,
        count=len(items),
    )
