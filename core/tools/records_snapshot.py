"""The snapshots that our own rows tell: an account's exchange accounts, and its newest trades."""

from typing import Final

from core.domain.records import ExchangeAccount, FillRow, Query
from core.domain.snapshots import Snapshot
from core.ports import Clock, Records
from core.tools.registry import ToolContext
from core.trading.figures import figure, stamp

_SOURCE = "this desk's records"
_NEWEST_TRADES = 10


class ExchangesSource:
    """Which exchange accounts the person has, and in what state."""

    kind: Final = "exchanges"

    def __init__(self, records: Records, clock: Clock) -> None:
        self._records = records
        self._clock = clock

    def is_local(self, context: ToolContext) -> bool:  # noqa: ARG002  always our own rows
        """It asks nobody outside."""
        return True

    async def read(self, context: ToolContext) -> Snapshot:
        """The exchange accounts, in the order they were made."""
        rows = await self._records.find(
            Query(kind=ExchangeAccount, where={"account_id": context.account.id})
        )
        accounts = [
            {
                "id": row.id,
                "name": row.name,
                "venue": row.venue,
                "mode": row.mode,
                "testnet": row.testnet,
                "enabled": row.enabled,
                "trading_state": row.trading_state,
                "in_use_here": row.id == context.exchange_account.id,
            }
            for row in sorted(rows, key=lambda row: (row.created_at, row.id))
        ]
        return Snapshot(
            kind="exchanges", at=self._clock.now(), source=_SOURCE, data={"exchanges": accounts}
        )


class RecentTradesSource:
    """The newest fills of the account that the person trades on."""

    kind: Final = "recent_trades"

    def __init__(self, records: Records, clock: Clock) -> None:
        self._records = records
        self._clock = clock

    def is_local(self, context: ToolContext) -> bool:
        """A paper account trades nowhere but here; a live one may have traded elsewhere."""
        return context.exchange_account.mode == "paper"

    async def read(self, context: ToolContext) -> Snapshot:
        """The newest ten, the newest first."""
        account = context.exchange_account
        rows = await self._records.find(
            Query(
                kind=FillRow,
                where={"exchange_account_id": account.id},
                newest=True,
                limit=_NEWEST_TRADES,
            )
        )
        trades = [
            {
                "order_id": row.client_order_id,
                "symbol": row.symbol,
                "side": row.side,
                "quantity": figure(row.quantity),
                "price": figure(row.price),
                "at": stamp(row.at),
            }
            for row in rows
        ]
        return Snapshot(
            kind="recent_trades",
            at=self._clock.now(),
            source=_SOURCE,
            data={"account": account.name, "mode": account.mode, "trades": trades},
        )
