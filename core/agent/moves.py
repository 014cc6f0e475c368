"""What a menu's button does, as the text that its choice keeps."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

Verb = Literal[
    "answer",
    "amend",
    "fill",
    "show",
    "resume",
    "retry",
    "cancel",
    "flatten",
    "unhalt",
    "mark",
    "call",
    "link",
    "role",
    "revoke",
]


@dataclass(frozen=True, slots=True)
class Move:
    """One thing to do.

    To a question: answer, amend, fill, show. To a workflow: resume, retry, cancel. To all exchange
    accounts of the person: flatten, unhalt. To an exchange account: mark, whose
    argument is the market that was closed there by other means. To a tool: call, whose
    argument is that call's arguments as JSON. To a pairing request: link. To an account: role,
    whose argument it is, and revoke.
    `argument` is a choice of that question, or the words that answer it.
    """

    verb: Verb
    target: str
    argument: str = ""

    def pack(self) -> str:
        """The move as `verb:target:argument`."""
        return f"{self.verb}:{self.target}:{self.argument}"

    @classmethod
    def calling(cls, tool: str, arguments: Mapping[str, Any]) -> "Move":
        """A call of a tool."""
        return cls("call", tool, json.dumps(arguments, ensure_ascii=False))

    @classmethod
    def unpack(cls, text: str) -> "Move":
        """What `pack` wrote; ValueError for anything else."""
        verb, target, argument = text.split(":", 2)
        if verb not in get_args(Verb):
            raise ValueError(f"no move {text!r}")
        return cls(cast("Verb", verb), target, argument)
