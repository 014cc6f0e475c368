"""What the API answers, for its description (/api/openapi.json); answers are made elsewhere."""

from typing import Any, Literal

from pydantic import BaseModel


class ChoiceShown(BaseModel):
    """A button; ids are language-free: confirm, confirm_large, amount, cancel, opt:N."""

    id: str
    label: str


class ImageShown(BaseModel):
    """A picture of a message: fetch it with the bearer; `alt` says what it shows."""

    url: str
    alt: str
    type: Literal["image/png"]


class Message(BaseModel):
    """A message of the history: the person's own (`kind` null), a reply, a question, an alert.

    The last four are there in the owner's audit only.
    """

    id: str
    run_id: str
    role: Literal["user", "assistant"]
    kind: Literal["reply", "question", "alert"] | None
    text: str
    created_at: str
    mode: Literal["paper", "live"] | None = None
    simulated: bool | None = None
    question_id: str | None = None
    choices: list[ChoiceShown] | None = None
    images: list[ImageShown] | None = None
    data: dict[str, Any] | None = None
    origin: Literal["chat", "automation"] | None = None
    executor: Literal["worker", "memory"] | None = None
    execution_profile_name: str | None = None
    hidden_from_user: bool | None = None


class ChatReply(BaseModel):
    """A turn that has ended."""

    run_id: str
    messages: list[Message]


class StillRunning(BaseModel):
    """A turn that goes on; GET /api/v1/agent/runs/{run_id} tells how it ends."""

    run_id: str


class RunReply(BaseModel):
    """A turn as it stands."""

    run_id: str
    status: Literal["running", "done", "failed"]
    messages: list[Message]


class MessagesReply(BaseModel):
    """Messages, oldest first."""

    messages: list[Message]


class QuestionsReply(BaseModel):
    """Open questions, oldest first."""

    questions: list[Message]


class ToolReply(BaseModel):
    """What a tool read: decimals are strings."""

    data: dict[str, Any]
    as_of: str
    mode: Literal["paper", "live"] | None


class PageReply(BaseModel):
    """Rows, newest first; `next` is the `after` of the next page, null on the last."""

    items: list[dict[str, Any]]
    next: str | None


class SessionReply(BaseModel):
    """A bearer token."""

    token: str


class ProblemReply(BaseModel):
    """RFC 9457; `code` is a stable name of what happened."""

    type: str
    title: str
    status: int
    code: str
    detail: str


BODY = (400, 413, 415, 422)
"""What any body may be refused with."""
_TITLES = {
    400: "Body is not text",
    401: "No bearer token, or a wrong one",
    403: "Not yours, or not allowed to your role",
    404: "Unknown",
    409: "Already answered, or in the way of something",
    410: "Expired",
    413: "Body too large",
    415: "Body is not JSON",
    422: "Not what was expected, or the idempotency key was used for something else",
    429: "Too much waits in this conversation already",
    503: "Not ready",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems a route may answer with, for its description."""
    return {
        status: {
            "description": _TITLES[status],
            "model": ProblemReply,
            "content": {"application/problem+json": {}},
        }
        for status in statuses
    }
