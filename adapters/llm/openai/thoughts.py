"""Thoughts that a server leaves in the text of an answer."""

from typing import Literal

_OPENING = "<think>"
_CLOSING = "</think>"


class Thoughts:
    """Takes an answer's text in pieces and gives back what of it is not thought.

    Only an answer that begins with the mark has thoughts: further on it is a word like others.
    """

    def __init__(self) -> None:
        self._held = ""
        self._at: Literal["start", "within", "after", "past"] = "start"

    def said(self, piece: str) -> str:
        """What can be told now."""
        if self._at == "past":
            return piece
        self._held += piece
        if self._at == "start":
            start = self._held.lstrip()
            if not start.startswith(_OPENING):
                return "" if _OPENING.startswith(start) else self._let_go("past")
            self._at = "within"
        if self._at == "within":
            _, closed, rest = self._held.partition(_CLOSING)
            self._held = rest if closed else self._held[1 - len(_CLOSING) :]
            if not closed:
                return ""
        self._held = self._held.lstrip()  # between the thoughts and the answer
        return self._let_go("past" if self._held else "after")

    def rest(self) -> str:
        """What was held back at the end; nothing of a thought that never closed."""
        return self._let_go("past") if self._at == "start" else ""

    def _let_go(self, at: Literal["after", "past"]) -> str:
        told, self._held, self._at = self._held, "", at
        return told
