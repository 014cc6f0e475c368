"""Who calls: a bearer token per account, and the start link's code that is exchanged for one."""

import hmac
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.routing import APIRoute
from fastapi.security.http import HTTPBase
from pydantic import BaseModel, ConfigDict
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import Readable
from adapters.chat.web.schemas import BODY, SessionReply, problems
from core.agent.people import OWNER, People
from core.domain.records import Account
from core.ports import Clock, Ids

SESSION = timedelta(hours=12)
CODE_LENGTH = 20
TRIES = 5

Authenticate = Callable[[Request], Awaitable[Account]]


@dataclass
class StartCodes:
    """The codes of start links: in memory, each good once; five wrong tries void them all."""

    ids: Ids
    _codes: set[str] = field(default_factory=set)
    _tries: int = TRIES

    def issue(self) -> str:
        """A new code, for one link."""
        self._tries = TRIES
        code = self.ids.code(CODE_LENGTH)
        self._codes.add(code)
        return code

    def redeem(self, typed: str) -> bool:
        """Whether this is an unused code; it no longer is one afterwards."""
        found = [code for code in self._codes if hmac.compare_digest(code.encode(), typed.encode())]
        if found:
            self._codes.discard(found[0])
            return True
        self._tries -= 1
        if self._tries <= 0:
            self._codes.clear()
        return False


def by_bearer(people: People, web_token: str | None) -> Authenticate:
    """Callers over TCP: the token of an account, or the owner's from the settings."""
    owners = web_token.encode() if web_token else b""

    async def authenticate(request: Request) -> Account:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        token = token.strip()
        account: Account | None = None
        if scheme.casefold() == "bearer" and token:
            # Header text is Latin-1, a token from the settings is UTF-8.
            sent = token.encode("latin-1", "replace")
            if owners and hmac.compare_digest(sent, owners):
                account = people.account(OWNER)
            else:
                account = await people.authenticate(token)
        if account is None:
            raise Problem(
                401,
                "no_bearer" if not token else "wrong_bearer",
                "Send Authorization: Bearer TOKEN with a valid token of your account.",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return account

    return authenticate


def as_owner(people: People) -> Authenticate:
    """Callers over the unix socket: whoever may open it is the owner."""

    async def authenticate(request: Request) -> Account:  # noqa: ARG001  the socket vouches
        account = people.account(OWNER)
        if account is None:
            raise Problem(503, "no_owner", "The owner account is not there yet.")
        return account

    return authenticate


def guarded(authenticate: Authenticate) -> APIRouter:
    """A router whose every route knows its caller before it reads the body."""

    class GuardedRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def authenticated(request: Request) -> Response:
                request.state.account = await authenticate(request)
                return await handle(request)

            return authenticated

    return APIRouter(route_class=GuardedRoute)


class Found(HTTPBase):
    """The account that `guarded` found; the base only names the scheme in the API's description."""

    async def __call__(self, request: HTTPConnection) -> Any:
        """The caller of this request."""
        return request.state.account


Caller = Annotated[
    Account, Depends(Found(scheme="bearer", scheme_name="token", description="Of an account"))
]


class SessionRequest(BaseModel):
    """The code of a start link."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: Readable


def session_router(people: People, codes: StartCodes, clock: Clock) -> APIRouter:
    """POST /api/v1/session: the start link's code for a bearer of the owner's."""
    router = APIRouter()

    @router.post(
        "/api/v1/session", responses={200: {"model": SessionReply}, **problems(401, *BODY)}
    )
    async def open_session(body: SessionRequest) -> Response:
        """Exchange the single-use code of the start link for a bearer token, good for 12 hours."""
        if not codes.redeem(body.code):
            raise Problem(
                401,
                "wrong_code",
                "This code is wrong or was used already. Start again to get a new link, "
                "or sign in with a token.",
                headers={"WWW-Authenticate": "Bearer"},
            )
        token = await people.token_for(OWNER, "browser session", expires=clock.now() + SESSION)
        return JSONResponse({"token": token})

    return router
