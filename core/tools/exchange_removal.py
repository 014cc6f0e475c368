"""Taking an exchange account out of the desk: a card that says what stays open at the exchange."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from core.credentials import forget
from core.domain.orders import OPEN_STATUSES
from core.domain.records import (
    Delete,
    ExchangeAccount,
    OrderRow,
    Query,
    RiskLimitsRow,
    Update,
)
from core.errors import PersonError, VenueError
from core.tools.configs import guard
from core.tools.exchange_arguments import ManageExchangeConfigArguments
from core.tools.exchange_changes import ExchangeChanges
from core.tools.exchange_configs import exchange_accounts, meant, shown
from core.tools.registry import Draft, ToolContext, ToolResult
from core.views.config_view import exchange_delete_card
from core.views.words import say

APPROVAL = timedelta(minutes=5)
_IN_DOUBT = ("INITIALIZED", "SUBMITTED", "UNKNOWN")
"""Orders of ours whose outcome only this account's keys can tell."""


@dataclass(frozen=True)
class ExchangeRemoval:
    """Deletes accounts of whoever the context names; never what was traded on them."""

    changes: ExchangeChanges

    async def draft(self, asked: ManageExchangeConfigArguments, context: ToolContext) -> Draft:
        """The card; PersonError for the paper account, and where more must be said first."""
        planning = self.changes.planning
        rows = await exchange_accounts(planning.records, context)
        row = meant(rows, asked.config, context, "config_delete_request")
        if row.mode == "paper":
            raise PersonError("exchange_paper_stays", name=row.name)
        await self._check_doubts(row)
        left = await self._left_open(row)
        leave = bool(asked.leave_open)
        if left != {"orders": 0, "positions": []} and not leave:
            raise _must_be_said(row, left, context)
        data = shown(row, rows, await planning.credentials.hints(row.id)) | {"open": left}
        arguments = ManageExchangeConfigArguments(
            action="delete", config=row.id, leave_open=leave or None
        )
        return Draft(
            arguments=arguments.model_dump(mode="json"),
            blocks=(exchange_delete_card(data, context.lang),),
            data={"action": "delete", "exchange": data},
            price=None,
            price_at=None,
            expires_at=planning.clock.now() + APPROVAL,
            mode=None,
            simulated=None,
            large=False,
            plan={"id": row.id},
            amendable=False,
            binds={"name": row.name, "open": left},
        )

    async def delete(self, account_id: str, context: ToolContext) -> ToolResult:
        """The account with its keys and limits is no more; orders, fills and ledger stay.

        Whatever was reserved on it meanwhile makes the deletion stale.
        """
        planning = self.changes.planning
        now = planning.clock.now()
        once = await guard(planning.records, context)
        rows = await exchange_accounts(planning.records, context)
        row = next((one for one in rows if one.id == account_id), None)
        if row is None:
            return ToolResult(data={"error": "config_gone", "params": {}}, as_of=now, ok=False)
        where = {"id": row.id, "account_id": row.account_id}
        version = {"version": row.version + 1}
        return ToolResult(
            data={
                "action": "delete",
                "exchange": shown(row, rows, {}),
                "mode": row.mode,
                "changes": [],
                "new_keys": False,
                "check": None,
            },
            as_of=now,
            mode=row.mode,
            writes=(
                Update(kind=ExchangeAccount, where={**where, "version": row.version}, set=version),
                Delete(kind=ExchangeAccount, where=where),
                self._unwatched(row, now),
                Delete(kind=RiskLimitsRow, where={"id": row.id}),
                forget(row.id),
                self.changes.audit(row, "deleted", context),
                once,
            ),
        )

    def _unwatched(self, row: ExchangeAccount, now: datetime) -> Update:
        """What still rests there says that nobody looks after it any more."""
        return Update(
            kind=OrderRow,
            where={"exchange_account_id": row.id, "status": tuple(sorted(OPEN_STATUSES))},
            set={"status": "UNWATCHED", "updated_at": now},
            required=False,
        )

    async def _check_doubts(self, row: ExchangeAccount) -> None:
        where = {"exchange_account_id": row.id, "status": _IN_DOUBT}
        doubtful = await self.changes.planning.records.find(Query(kind=OrderRow, where=where))
        if doubtful:
            ids = [one.client_order_id for one in doubtful[:3]]
            raise PersonError("exchange_orders_doubt", name=row.name, orders=ids)

    async def _left_open(self, row: ExchangeAccount) -> dict[str, Any]:
        """What is open at the exchange now; None for what it does not tell."""
        try:
            exchange = self.changes.venues.exchange(row)
            orders = await exchange.open_orders(row.id)
            view = await exchange.account(row.id)
        except (VenueError, PersonError):
            return {"orders": None, "positions": None}
        held = [one.symbol for one in view.positions if one.kind != "spot"]
        return {"orders": len(orders), "positions": held}


def _must_be_said(row: ExchangeAccount, left: dict[str, Any], context: ToolContext) -> PersonError:
    """Something may be open there: leaving it is the person's to say."""
    request = say(context.lang, "exchange_leave_request", name=row.name)
    label = say(context.lang, "exchange_leave_label")
    key = "exchange_open_unknown" if left["orders"] is None else "exchange_has_open"
    return PersonError(
        key,
        name=row.name,
        orders=left["orders"],
        positions=left["positions"] or say(context.lang, "none"),
        choices=((label, request),),
    )
