"""The balance and positions snapshots: one reading of the account, told as two kinds of facts."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from core.domain.positions import AccountView, Position
from core.domain.snapshots import Snapshot
from core.errors import PersonError, VenueError
from core.tools.registry import ToolContext
from core.trading.figures import figure, stamp
from core.trading.venue import Venues

_MOST_LOOKS = 256


@dataclass(eq=False, slots=True)
class _Look:
    """What one look at an account found; the first that wants it reads, the others wait."""

    context: ToolContext
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    found: AccountView | VenueError | None = None


class AccountReadings:
    """Accounts as their venues have them, each read once in one look (one ToolContext object)."""

    def __init__(self, venues: Venues) -> None:
        self._venues = venues
        self._looks: dict[str, _Look] = {}

    async def read(self, context: ToolContext) -> AccountView:
        """The account now; VenueError when it cannot be read or its venue is not connected."""
        look = self._look(context)
        async with look.lock:
            if look.found is None:
                look.found = await self._read(context)
        if isinstance(look.found, VenueError):
            raise look.found
        return look.found

    def _look(self, context: ToolContext) -> _Look:
        account = context.exchange_account.id
        look = self._looks.get(account)
        if look is None or look.context is not context:
            while len(self._looks) >= _MOST_LOOKS:
                del self._looks[next(iter(self._looks))]
            look = self._looks[account] = _Look(context)
        return look

    async def _read(self, context: ToolContext) -> AccountView | VenueError:
        account = context.exchange_account
        try:
            return await self._venues.exchange(account).account(account.id)
        except VenueError as error:
            return error
        except PersonError:
            return VenueError(f"{account.venue} is not connected here")


class AccountSource:
    """Balances, or what is held, of the account that the person trades on."""

    def __init__(self, kind: Literal["balance", "positions"], readings: AccountReadings) -> None:
        self.kind: Literal["balance", "positions"] = kind
        self._readings = readings

    def is_local(self, context: ToolContext) -> bool:
        """A paper account's book is our own."""
        return context.exchange_account.mode == "paper"

    async def read(self, context: ToolContext) -> Snapshot:
        """The account as its venue has it now; VenueError when it cannot be read."""
        view = await self._readings.read(context)
        account = context.exchange_account
        facts = _balance(view) if self.kind == "balance" else _positions(view)
        return Snapshot(
            kind=self.kind,
            at=view.at,
            source=f"{account.venue} exchange",
            data={"account": account.name, "mode": account.mode, **facts},
        )


def positions_of(snapshot: Snapshot | None) -> tuple[Position, ...] | None:
    """What is held, exactly as it was read; None: not known."""
    if snapshot is None or snapshot.error:
        return None
    return tuple(_held(row) for row in snapshot.data["positions"])


def _balance(view: AccountView) -> dict[str, Any]:
    return {
        "balances": [
            {
                "currency": one.currency,
                "free": figure(one.free),
                "locked": figure(one.locked),
                "total": figure(one.total),
            }
            for one in view.balances
        ],
        "equity": figure(view.equity),
        "missing": list(view.missing),
    }


def _positions(view: AccountView) -> dict[str, Any]:
    return {
        "positions": [
            {
                "symbol": one.symbol,
                "kind": one.kind,
                "side": one.side,
                "quantity": figure(one.quantity),
                "cost": figure(one.cost),
                "entry_price": figure(one.entry_price),
                "mark": figure(one.mark),
                "unrealized_pnl": figure(one.unrealized_pnl),
                "leverage": one.leverage,
                "margin": figure(one.margin),
                "liquidation_price": figure(one.liquidation_price),
                "opened_at": stamp(one.opened_at),
            }
            for one in view.positions
        ]
    }


def _held(row: Mapping[str, Any]) -> Position:
    return Position(
        symbol=row["symbol"],
        kind=row["kind"],
        side=row["side"],
        quantity=Decimal(row["quantity"]),
        cost=_decimal(row["cost"]),
        entry_price=_decimal(row["entry_price"]),
        mark=_decimal(row["mark"]),
        unrealized_pnl=_decimal(row["unrealized_pnl"]),
        leverage=row["leverage"],
        margin=_decimal(row["margin"]),
        liquidation_price=_decimal(row["liquidation_price"]),
        opened_at=datetime.fromisoformat(row["opened_at"]) if row["opened_at"] else None,
    )


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
