"""What can go wrong between a bot and Telegram, to be planned by a test."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from .text import Json

Kind = Literal["answer", "drop", "lose_answer", "hang", "hang_after"]


@dataclass(frozen=True)
class Fault:
    """Another answer, a cut connection or silence, before or after the call takes effect."""

    kind: Kind
    status: int = 200
    body: str = ""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    description: str = ""

    @classmethod
    def error(cls, code: int, description: str, **parameters: int) -> "Fault":
        """A refusal as Telegram writes it, e.g. error(403, "Forbidden: user is deactivated")."""
        body: Json = {"ok": False, "error_code": code, "description": description}
        if parameters:
            body["parameters"] = parameters
        wait = parameters.get("retry_after")
        headers = {"Retry-After": str(wait)} if wait else {}
        return cls("answer", code, json.dumps(body), headers=headers, description=description)

    @classmethod
    def retry_after(cls, seconds: int) -> "Fault":
        return cls.error(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)

    @classmethod
    def conflict(cls) -> "Fault":
        """Another process polls with the same token."""
        return cls.error(
            409,
            "Conflict: terminated by other getUpdates request; "
            "make sure that only one bot instance is running",
        )

    @classmethod
    def http(cls, status: int) -> "Fault":
        """What a proxy in between says, which is not JSON."""
        page = f"<html><head><title>{status}</title></head></html>"
        return cls("answer", status, page, "text/html")

    @classmethod
    def drop(cls) -> "Fault":
        """The connection is cut and nothing happened."""
        return cls("drop")

    @classmethod
    def lose_answer(cls) -> "Fault":
        """It happened (the message is there), but the answer never arrives."""
        return cls("lose_answer")

    @classmethod
    def hang(cls, *, executed: bool = False) -> "Fault":
        """Silence until `release()` or the client gives up; `executed`: it happened first."""
        return cls("hang_after" if executed else "hang")


@dataclass(eq=False)
class Planned:
    method: str
    fault: Fault
    left: int | None
    """None: for ever."""
    chat_id: int | None
    when: Callable[[Json], bool]
    hits: int = 0

    def applies(self, method: str, params: Json) -> bool:
        in_chat = self.chat_id is None or str(params.get("chat_id")) == str(self.chat_id)
        named = self.method in ("*", method)
        return named and self.left != 0 and in_chat and self.when(params)


class Faults:
    def __init__(self) -> None:
        self.planned: list[Planned] = []

    def take(self, method: str, params: Json) -> Fault | None:
        for planned in self.planned:
            if planned.applies(method, params):
                planned.hits += 1
                if planned.left is not None:
                    planned.left -= 1
                return planned.fault
        return None
