"""The requests as they came, and what was to be answered to which."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .errors import Json
from .faults import Fault
from .replies import Answer

Reply: TypeAlias = Answer | Fault


@dataclass(eq=False)
class Request:
    """A request as it came; each API's double knows more of it."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Json
    request_id: str
    status: int | None = None
    """Of the answer, once there is one."""
    hung_up: bool = False
    """The client went away before the answer was complete."""

    @property
    def attempt(self) -> int:
        """0 at first; how often the SDK has tried again."""
        return int(self.headers.get("x-stainless-retry-count", "0"))

    @property
    def streams(self) -> bool:
        return self.body.get("stream") is True


Decides: TypeAlias = Callable[[Any], Reply]
Scripted: TypeAlias = Reply | Decides


@dataclass(eq=False)
class When:
    """A reply for the requests that `matches` accepts; `times=None` never runs out."""

    matches: Callable[[Any], bool]
    reply: Scripted
    times: int | None = field(default=1, kw_only=True)


Entry: TypeAlias = Scripted | When


class Script:
    """Each request takes the first entry that is for it. An entry without When is for anybody."""

    def __init__(self) -> None:
        self._entries: list[When] = []

    def add(self, *entries: Entry) -> None:
        for entry in entries:
            self._entries.append(entry if isinstance(entry, When) else When(_anybody, entry))

    def take(self, request: Request) -> Reply | None:
        for entry in self._entries:
            if entry.matches(request):
                if entry.times is not None:
                    entry.times -= 1
                    if entry.times <= 0:
                        self._entries.remove(entry)
                return entry.reply(request) if callable(entry.reply) else entry.reply
        return None

    @property
    def left(self) -> list[Scripted]:
        """What no request has taken yet, and should have."""
        return [entry.reply for entry in self._entries if entry.times is not None]


def _anybody(_: Request) -> bool:
    return True
