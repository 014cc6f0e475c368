"""POST /api/agent/chat and /chat/stream: a message in, its turn out."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from adapters.chat.web import turns
from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door, IdempotencyKey, fingerprint
from adapters.chat.web.readable import Readable
from adapters.chat.web.schemas import BODY, ChatReply, StillRunning, problems
from adapters.chat.web.stream import EventStream, turn_stream
from core.assistant import Accepted
from core.domain.conversation import Lang, Text
from core.domain.records import Account

REFUSALS = problems(401, 403, 429, *BODY)


class ChatRequest(BaseModel):
    """A message. `user_key` names a conversation of the caller's, never an account."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    message: Readable
    lang: Lang | None = None
    user_key: Annotated[Readable, Field(max_length=200)] | None = None


def add_routes(router: APIRouter, door: Door) -> None:
    """The two ways to say something."""

    async def accepted(body: ChatRequest, account: Account, key: str | None) -> Accepted:
        return await door.accept(
            account,
            Text(text=body.message),
            conversation=door.conversation(account, body.user_key or ""),
            dedupe_key=door.dedupe_key(account, key),
            fingerprint=fingerprint(
                {"message": body.message, "lang": body.lang, "user_key": body.user_key or ""}
            ),
            lang=body.lang,
        )

    @router.post(
        "/api/agent/chat",
        responses={200: {"model": ChatReply}, 202: {"model": StillRunning}, **REFUSALS},
    )
    async def chat(body: ChatRequest, account: Caller, key: IdempotencyKey = None) -> Response:
        """Say something and wait for the answer, at most 55 s."""
        turn = await accepted(body, account, key)
        last = await turns.ended(door, turn)
        if last is None:
            return JSONResponse({"run_id": turn.run_id}, 202)
        messages = await turns.messages(door, turn.run_id, last)
        return JSONResponse({"run_id": turn.run_id, "messages": messages})

    @router.post(
        "/api/agent/chat/stream",
        response_class=EventStream,
        responses={200: {"content": {"text/event-stream": {}}}, **REFUSALS},
    )
    async def stream(body: ChatRequest, account: Caller, key: IdempotencyKey = None) -> Response:
        """Say something and watch its turn: events, then exactly one `done` or `error`."""
        events = turns.events(door, await accepted(body, account, key))
        await anext(events)
        return EventStream(turn_stream(events))
