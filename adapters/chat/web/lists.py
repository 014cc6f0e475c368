"""Orders, the paper ledger and the audit as pages: own rows, for the owner everybody's (I10)."""

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter
from fastapi import Query as Parameter
from starlette.responses import JSONResponse, Response

from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door
from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import readable
from adapters.chat.web.schemas import PageReply, problems
from core.domain.records import Account, AuditEntry, LedgerRow, OrderRow, Query
from core.trading.figures import figure, stamp

R = TypeVar("R")

PAGE = 50
After = Annotated[str, Parameter(max_length=200, description="`next` of the page before.")]
Limit = Annotated[int, Parameter(ge=1, le=200, description="How many rows.")]

_INTERNAL = frozenset({"workflow_id", "step_id", "message_id"})
"""Of no use to a reader outside."""


def add_routes(router: APIRouter, door: Door) -> None:
    """The lists; each newest first."""

    def listing(path: str, kind: type[R], by: str) -> None:
        @router.get(
            path,
            name=path.rsplit("/", 1)[-1],
            responses={200: {"model": PageReply}, **problems(401, 422)},
        )
        async def page(account: Caller, after: After = "", limit: Limit = PAGE) -> Response:
            rows = await door.assistant.parts.records.find(
                Query(
                    kind=kind,
                    where=_whose(account),
                    by=by,
                    past=_read(after) if after else None,
                    newest=True,
                    limit=limit + 1,
                )
            )
            return JSONResponse(_page(rows, limit, by))

        page.__doc__ = f"{kind.__doc__} Newest first."

    listing("/api/v1/orders", OrderRow, "created_at")
    listing("/api/v1/ledger", LedgerRow, "at")
    listing("/api/v1/audit", AuditEntry, "created_at")


def _whose(account: Account) -> dict[str, Any]:
    return {} if account.role == "owner" else {"account_id": account.id}


def _page(rows: Sequence[Any], limit: int, by: str) -> dict[str, Any]:
    shown = rows[:limit]
    more = len(rows) > limit
    return {
        "items": [_shown(row) for row in shown],
        "next": _cursor(getattr(shown[-1], by), _key(shown[-1])) if more else None,
    }


def _shown(row: Any) -> dict[str, Any]:
    """The row as JSON: decimals as strings, times RFC 3339."""
    return {
        item.name: _value(getattr(row, item.name))
        for item in fields(row)
        if item.name not in _INTERNAL
    }


_WRITTEN: Mapping[type[Any], Callable[[Any], Any]] = {Decimal: figure, datetime: stamp}


def _value(value: Any) -> Any:
    return _WRITTEN.get(type(value), lambda same: same)(value)


def _key(row: Any) -> str:
    return str(getattr(row, fields(row)[0].name))


def _cursor(at: datetime, key: str) -> str:
    text = json.dumps([at.astimezone(UTC).isoformat(), key])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, str]:
    """Where the page before ended; a Problem for what no page gave."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        at, key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        place = datetime.fromisoformat(at).astimezone(UTC), readable(key)
    except (binascii.Error, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise _no_cursor() from error
    if not isinstance(place[1], str):
        raise _no_cursor()
    return place


def _no_cursor() -> Problem:
    text = "`after` is not the `next` of a page. Leave it out to begin at the newest."
    return Problem(422, "invalid_cursor", text)
