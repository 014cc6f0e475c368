"""Everything the double holds, in one place for the methods, the server and the test's side."""

from dataclasses import dataclass, field
from typing import Any, Literal

from .callbacks import Presses
from .changes import Changes
from .clock import Clock
from .faults import Fault, Faults
from .files import Files, Upload
from .limits import Limiter
from .model import User
from .profile import Profile
from .store import Store
from .text import Json
from .updates import UpdateQueue
from .webhook import Webhook


@dataclass(frozen=True)
class Request:
    """One call, its parameters checked and decoded."""

    method: str
    params: Json
    files: dict[str, Upload]


@dataclass(frozen=True)
class Described:
    """A result that Telegram sends with a description beside it."""

    result: Any
    description: str


@dataclass(eq=False)
class Call:
    """What a client asked for and got; `params` are decoded once they passed the check."""

    method: str
    params: Json
    files: dict[str, Upload]
    at: float
    status: int | None = None
    """None: not answered (yet)."""
    result: Any = None
    description: str = ""
    fault: Fault | None = None

    @property
    def ok(self) -> bool:
        return self.status == 200

    def __str__(self) -> str:
        given = ", ".join(f"{name}={str(value)[:60]!r}" for name, value in self.params.items())
        return f"{self.method}({given}) -> {self.status} {self.description}".rstrip()


@dataclass(frozen=True)
class Unexpected:
    kind: Literal["not modelled", "contract broken", "unknown method"]
    method: str
    detail: str


@dataclass(eq=False)
class Backend:
    token: str
    bot: User
    privacy: bool
    clock: Clock
    changes: Changes
    store: Store
    queue: UpdateQueue
    webhook: Webhook
    limiter: Limiter
    presses: Presses
    files: Files = field(default_factory=Files)
    profile: Profile = field(default_factory=Profile)
    faults: Faults = field(default_factory=Faults)
    calls: list[Call] = field(default_factory=list)
    unexpected: list[Unexpected] = field(default_factory=list)
    drafts: dict[tuple[int, int], str] = field(default_factory=dict)
    """(chat, draft id) -> the text a private chat is shown while an answer grows."""
