"""What a piece of grammar takes in and gives back: a request in tokens, and what it asks for."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from adapters.llm.offline.token import Token
from adapters.llm.offline.words import Word
from core.domain.llm import PlanningContext
from core.domain.market import Instrument, Kind
from core.domain.plan import Intent
from core.domain.positions import Position
from core.domain.references import Reference
from core.domain.symbols import Mention, usual
from core.views.words import say

REFERENCES_LAST = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of the plan; `title` says it in the person's language."""

    tool: str
    arguments: dict[str, Any]
    title: str


@dataclass(frozen=True, slots=True)
class Calls:
    """Understood: these tools, whose views are shown; `text` stands before them."""

    calls: tuple[Call, ...]
    text: str = ""
    intent: Intent = "tool_call"


@dataclass(frozen=True, slots=True)
class Ask:
    """Something is missing. `options` are texts that can be pressed or written alike.

    `tool` is what the answer will be for: who may not use it is not asked.
    """

    field: str
    question: str
    options: tuple[str, ...]
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """An answer in words alone."""

    text: str
    options: tuple[str, ...] = ()
    """Requests to offer as buttons."""


Reading = Calls | Ask | Say


@dataclass(frozen=True, slots=True)
class Request:
    """A request, or one part of it, as tokens with what is known around it."""

    text: str
    tokens: tuple[Token, ...]
    context: PlanningContext

    def part(self, tokens: tuple[Token, ...]) -> "Request":
        """The request that only these tokens make."""
        return replace(self, tokens=tokens)

    def say(self, key: str, **params: object) -> str:
        """A text in the person's language."""
        return say(self.context.lang, key, **params)

    def has(self, *words: Word) -> bool:
        """Whether one of these words is there."""
        return any(token.word in words for token in self.tokens)

    def has_each(self, *words: Word) -> tuple[Word, ...]:
        """Those of the words that are there, each once."""
        return tuple(word for word in words if self.has(word))

    def only(self, allowed: Collection[Word]) -> bool:
        """Whether there is nothing but these words."""
        return all(token.word in allowed for token in self.tokens)

    def of(self, *words: Word) -> tuple[Token, ...]:
        """The tokens that are one of these words."""
        return tuple(token for token in self.tokens if token.word in words)

    def mentions(self) -> tuple[Mention, ...]:
        """The coins named, each once."""
        named = {token.mention.instruments: token.mention for token in self.tokens if token.mention}
        return tuple(named.values())

    def pointed_at(self) -> Reference | None:
        """The one market or position that "it" or "the second one" stands for; else None."""
        pointed = self.pointed()
        return pointed[0] if len(pointed) == 1 else None

    def pointed(self) -> tuple[Reference, ...]:
        """The markets and positions that "the first and the third" or "both" stand for."""
        references = self.context.references
        found: list[Reference | None] = []
        for token in self.tokens:
            if token.word is Word.ORDINAL:
                found.append(references.at(token.number))
            elif token.word is Word.THESE:
                found.extend(references.last_list)
            elif token.word is Word.IT:
                found.append(references.newest_traded())
        usable = (self._usable(one) for one in found if one)
        return tuple({one.id: one for one in usable if one}.values())

    def points_nowhere(self) -> bool:
        """Whether a place in a list means nothing, or "it" only what is no more."""
        if self.mentions() or self.pointed():
            return False
        return self.has(Word.ORDINAL, Word.THESE) or bool(self.context.gone and self.has(Word.IT))

    def _usable(self, reference: Reference) -> Reference | None:
        """A market or position that is still known; an order stands for its market."""
        if any(reference.is_same(one) for one in self.context.gone):
            return None
        if self.context.now - reference.at > REFERENCES_LAST:
            return None
        if reference.kind == "order":
            return reference.model_copy(update={"kind": "symbol", "id": reference.name})
        return reference if reference.kind in ("symbol", "position") else None

    def instrument(self, base: str, kind: Kind) -> Instrument | None:
        """The coin's market of this kind, against the usual quote."""
        markets = [one for one in self.context.instruments if (one.base, one.kind) == (base, kind)]
        return next(iter(usual(markets)), None)

    def by_symbol(self, symbol: str) -> Instrument | None:
        """The market with this unified id."""
        return next((one for one in self.context.instruments if one.symbol == symbol), None)

    def coins(self, most: int = 5) -> tuple[str, ...]:
        """Coins to offer: what was spoken of last, then the first of the list."""
        spoken = [self.by_symbol(one.id) for one in self.context.references.current]
        listed = [one for one in (*spoken, *self.context.instruments) if one]
        return tuple(dict.fromkeys(one.base for one in listed))[:most]

    def held(self) -> tuple[Position, ...]:
        """What is held as far as known."""
        return self.context.positions or ()
