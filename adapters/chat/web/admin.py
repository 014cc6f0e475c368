"""What only the unix socket offers: tokens, profiles, keys, and moving the simulated market."""

from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from adapters.chat.web.door import Door
from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import Readable
from core.agent.profile_choices import choose
from core.domain.conversation import Role
from core.domain.money import plain
from core.domain.profiles import TaskType
from core.errors import PersonError, VenueError
from core.jobs.rotation import rotate
from core.views.errors import error_text

LONGEST_NAME = 64
NO_NAME = (
    f"An account's name has 1 to {LONGEST_NAME} visible characters, without spaces at its ends."
)
MoveMarket = Callable[[str, Decimal], Awaitable[object]]


class TokenRequest(BaseModel):
    """The account a token is for; it is made with this role if it is not there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Readable
    role: Role


class ProfileRequest(BaseModel):
    """The profile that an account's tasks of one kind run with; n 0 is the profile's own window."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    account: Readable
    task: TaskType
    profile: Readable
    n: int = 0


class MarketRequest(BaseModel):
    """A price of the simulated market; a string or an integer, never a float."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    symbol: Readable
    price: Annotated[str | int, Field(description="Decimal text, e.g. 65000.5")]


def add_routes(router: APIRouter, door: Door, move_market: MoveMarket | None) -> None:
    """For `bellwether token`, `profile`, `secrets` and `market`."""

    @router.post("/admin/token")
    async def token(body: TokenRequest) -> Response:
        """A new bearer token for the account."""
        _check_name(body.name)
        try:
            made = await door.assistant.people.create_token(body.name, body.role)
        except PersonError as error:
            raise Problem(409, error.key, error_text(error, "en")) from error
        return JSONResponse({"token": made})

    @router.post("/admin/profile")
    async def profile(body: ProfileRequest) -> Response:
        """Choose a profile for an account."""
        account = door.assistant.people.named(body.account)
        if account is None:
            raise Problem(404, "unknown_account", f"There is no account called {body.account!r}.")
        try:
            made = await choose(door.assistant.parts, account, body.task, body.profile, body.n)
        except PersonError as error:
            raise Problem(422, error.key, error_text(error, "en")) from error
        return JSONResponse({"account": account.name, "task": body.task, "profile": made.profile})

    @router.post("/admin/rotate")
    async def rotation() -> Response:
        """Seal what is under older keys with the first one."""
        parts = door.assistant.parts
        done = await rotate(parts.records, parts.sealer)
        return JSONResponse(
            {
                "key": parts.sealer.sealing_key,
                "resealed": done.resealed,
                "unreadable": dict(done.unreadable),
            }
        )

    @router.post("/admin/market")
    async def market(body: MarketRequest) -> Response:
        """Move the simulated market: this is the price now."""
        if move_market is None:
            raise Problem(409, "not_simulated", "only the simulated market can be moved")
        price = _price(body.price)
        try:
            await move_market(body.symbol, price)
        except PersonError as error:
            raise Problem(422, error.key, error_text(error, "en")) from error
        except VenueError as error:
            raise Problem(404, "unknown_symbol", str(error)) from error
        return JSONResponse({"symbol": body.symbol, "price": plain(price)})


def _check_name(name: str) -> None:
    sound = name.isprintable() and name == name.strip() and 1 <= len(name) <= LONGEST_NAME
    if not sound:
        errors = [{"at": "body.name", "problem": NO_NAME}]
        raise Problem(422, "invalid", NO_NAME, more={"errors": errors})


def _price(text: str | int) -> Decimal:
    try:
        price = Decimal(text)
    except ArithmeticError:
        price = Decimal(0)
    if not (price.is_finite() and price > 0):
        raise Problem(422, "invalid", "price: a number above zero is expected, e.g. 65000.5")
    return price
