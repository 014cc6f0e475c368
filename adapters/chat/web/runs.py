"""Runs: a message with a profile and a window of its own, and how a turn stands."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door, IdempotencyKey, fingerprint
from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import Readable
from adapters.chat.web.schemas import BODY, RunReply, StillRunning, problems
from core.domain.conversation import Lang, Text
from core.domain.profiles import MOST_MESSAGES
from core.domain.records import Account
from core.errors import NotAllowed, PersonError
from core.views.errors import error_text


class Window(BaseModel):
    """How far back the run looks: to the n-th newest user message."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Literal["last_n_user_messages"] = "last_n_user_messages"
    n: Annotated[int, Field(ge=1, le=MOST_MESSAGES)]
    include_current_user_message: Literal[True] = True


class RunRequest(BaseModel):
    """A message, and what this run alone has otherwise. A profile never widens tools."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    message: Readable
    profile: Annotated[Readable, Field(max_length=60)] | None = None
    history_policy: Window | None = None
    lang: Lang | None = None
    user_key: Annotated[Readable, Field(max_length=200)] | None = None


def add_routes(router: APIRouter, door: Door) -> None:
    """Start a run, and see how it stands."""

    @router.post(
        "/api/v1/agent/runs",
        status_code=202,
        responses={202: {"model": StillRunning}, **problems(401, 403, 429, *BODY)},
    )
    async def start(body: RunRequest, account: Caller, key: IdempotencyKey = None) -> Response:
        """Have the message taken; the run goes on by itself."""
        await _check_profile(door, account, body.profile)
        accepted = await door.accept(
            account,
            Text(text=body.message),
            conversation=door.conversation(account, body.user_key or ""),
            dedupe_key=door.dedupe_key(account, key),
            fingerprint=fingerprint(body.model_dump(mode="json")),
            lang=body.lang,
            profile=body.profile or "",
            history_n=body.history_policy.n if body.history_policy else 0,
        )
        return JSONResponse({"run_id": accepted.run_id}, 202)

    @router.get(
        "/api/v1/agent/runs/{run_id}",
        responses={200: {"model": RunReply}, **problems(401, 404)},
    )
    async def run(run_id: Readable, account: Caller) -> Response:
        """How a turn of the caller stands, and what it has said."""
        view = None
        if await door.assistant.owner_of(run_id) == account.id:
            view = await door.assistant.run(run_id)
        if view is None:
            raise Problem(404, "unknown_run", "You have no such run.")
        return JSONResponse(
            {"run_id": view.run_id, "status": view.status, "messages": view.messages}
        )


async def _check_profile(door: Door, account: Account, name: str | None) -> None:
    if name is None:
        return
    try:
        await door.assistant.check_profile(account, name)
    except PersonError as error:
        refused = isinstance(error, NotAllowed)
        raise Problem(403 if refused else 422, error.key, error_text(error, "en")) from error
