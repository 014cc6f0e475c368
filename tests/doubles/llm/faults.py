"""What goes wrong on the way, as opposed to `replies`: what the model says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .replies import Answer, Text

STORY = Text("The market was quiet this morning, and then it was not: 市场突然动了 🚀.")


@dataclass(frozen=True)
class Status:
    """An error in the API's own shape; its words are the usual ones unless given."""

    code: int
    retry_after: float | None = field(default=None, kw_only=True)
    message: str | None = field(default=None, kw_only=True)
    type: str | None = field(default=None, kw_only=True)
    error_code: str | None = field(default=None, kw_only=True)
    """Machine-readable, such as "enforced_spend_limit_reached" with a 429."""
    headers: Mapping[str, str] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True)
class Html:
    """A page from a gateway in front of the API: no JSON, no request id."""

    code: int = 502
    body: str = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


@dataclass(frozen=True)
class Hang:
    """Nothing at all for so many seconds; then the answer, or else a closed connection."""

    seconds: float
    then: Answer | None = None


@dataclass(frozen=True)
class Drop:
    """The connection is closed before anything is answered."""


@dataclass(frozen=True, kw_only=True)
class _Midway:
    """Of a stream, so many events arrive; of a whole message, the first half of its text."""

    after_events: int
    answer: Answer = STORY


@dataclass(frozen=True, kw_only=True)
class CutStream(_Midway):
    """The stream ends properly, but too soon: there is no message_stop."""


@dataclass(frozen=True, kw_only=True)
class AbortStream(_Midway):
    """The socket is closed in the middle of the body, or reset."""

    how: Literal["close", "reset"] = "close"


@dataclass(frozen=True, kw_only=True)
class StallStream(_Midway):
    """Nothing more comes, though the connection stays; pings may go on for ever."""

    ping_every: float | None = None


@dataclass(frozen=True, kw_only=True)
class BadChunk(_Midway):
    """An event that is not JSON, and then the rest."""

    raw: bytes = b'event: content_block_delta\ndata: {"type": "content_block_del\n\n'


@dataclass(frozen=True)
class ErrorEvent(_Midway):
    """The API itself gives up: an error event, and the stream is over."""

    type: str = "overloaded_error"
    message: str = "Overloaded"


@dataclass(frozen=True)
class Paced:
    """A good answer, slowly: so many seconds before each event."""

    answer: Answer
    seconds: float = field(kw_only=True)


Midway: TypeAlias = CutStream | AbortStream | StallStream | BadChunk | ErrorEvent
Fault: TypeAlias = Status | Html | Hang | Drop | Midway | Paced
