"""One piece of a request."""

from dataclasses import dataclass

from adapters.llm.offline.words import Word
from core.domain.symbols import Mention


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a request; a SYMBOL has a mention, an ORDINAL a number (from 1; -1 is last)."""

    word: Word
    text: str
    mention: Mention | None = None
    number: int = 0
