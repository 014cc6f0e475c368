"""close_everything: every position and spot holding of the person, at market, under one card.

One press covers what is held when it comes, and each close is an order and an approval on record
of its own. What cannot be closed is named and keeps nothing else from closing.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock
from core.domain.positions import Position
from core.domain.records import AuditEntry, ExchangeAccount, Insert, OrderRow, Query, Update, Write
from core.domain.risk import TradingLimits
from core.domain.snapshots import SnapshotKind
from core.errors import BellwetherError, OutcomeUnknown, PersonError, VenueError
from core.ports import Clock, Records
from core.tools.arguments import NoArguments
from core.tools.registry import Action, Draft, ToolContext, ToolResult
from core.trading.draft import draft_order
from core.trading.order_plan import OrderPlan
from core.trading.place import Origin, initial_order, outcome_of, place_order, ref_of
from core.trading.request import Amount, TradeAction, TradeArguments
from core.trading.venue import Venues
from core.views.account_view import holding_text
from core.views.badge import badge
from core.views.errors import error_text
from core.views.flatten_view import flatten_view
from core.views.money_text import cash_text
from core.views.words import say

_LEANS_ON: frozenset[SnapshotKind] = frozenset({"balance", "positions"})
_ALL = Amount(value="100", unit="percent_of_position")
MOST = 60
"""Orders of one press; more positions than that take another."""


class FlattenTool:
    """Closes everything."""

    name = "close_everything"
    description = (
        "Closes every open position and sells every spot holding on all of the person's exchange "
        "accounts, after one confirmed card. Only when they ask to close everything."
    )
    arguments: type[BaseModel] = NoArguments
    actions = (Action(name="close", effect="money", repeat="keyed", snapshots=_LEANS_ON),)

    def __init__(
        self, records: Records, venues: Venues, clock: Clock, limits: TradingLimits
    ) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._limits = limits

    def action(self, args: BaseModel) -> Action:  # noqa: ARG002  there is one
        """The only one."""
        return self.actions[0]

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  never
        """Never: it acts through its card only."""
        raise BellwetherError(f"{self.name} acts under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """Each close, and what was not closed."""
        return flatten_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:  # noqa: ARG002  none
        """The card of all that is held now; PersonError where nothing is."""
        lang, now = context.lang, self._clock.now()
        accounts = [
            one for one in context.exchange_accounts or (context.exchange_account,) if one.enabled
        ]
        found = await asyncio.gather(*(self._of(account, lang) for account in accounts))
        orders = [order for each, _ in found for order in each][:MOST]
        problems = [text for _, texts in found for text in texts]
        if not orders:
            raise PersonError(
                "flatten_nothing_closable" if problems else "flatten_nothing", problems=problems
            )
        live = any(order["mode"] == "live" for order in orders)
        simulated = any(order["plan"]["simulated"] for order in orders)
        rows = tuple((str(order["label"]), str(order["text"])) for order in orders)
        expires_at = now + timedelta(seconds=self._limits.approval_s)
        card = CardBlock(
            title=say(lang, "flatten_card", count=len(orders)),
            badge=badge({"mode": "live" if live else "paper", "simulated": simulated}, lang),
            rows=rows,
            note="\n".join([*problems, say(lang, "card_if_nobody", time=expires_at)]),
        )
        data = {"orders": [_shown(order) for order in orders], "problems": problems}
        return Draft(
            arguments={},
            blocks=(card,),
            data=data,
            price=None,
            price_at=None,
            expires_at=expires_at,
            mode="live" if live else "paper",
            simulated=simulated,
            large=False,
            plan={**data, "orders": orders},
            amendable=False,
        )

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002
        """Never: everything is everything."""
        raise PersonError("flatten_whole")

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:
        """Each order INITIALIZED under a key of its own, with its approval on record."""
        now = self._clock.now()
        rows = await self._rows(draft, key, context)
        ids = tuple({row.exchange_account_id for row in rows})
        guards = await self._records.find(Query(kind=ExchangeAccount, where={"id": ids}))
        return (
            *(
                Update(
                    kind=ExchangeAccount,
                    where={"id": one.id, "version": one.version},
                    set={"version": one.version + 1},
                )
                for one in guards
            ),
            *(Insert(record=row, if_absent=True, required=True) for row in rows),
            *(
                Insert(record=_approval(row, key, context, now), if_absent=True, required=True)
                for row in rows
            ),
        )

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """Close each, once; what is in doubt is looked up by the order watch until it is known."""
        rows = await self._rows(draft, key, context)
        problems = [str(one) for one in draft.plan["problems"]]
        return await self._closed(rows, problems, sent_before=False)

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:  # noqa: ARG002
        """What became of each close; one that certainly never arrived is sent while it may be."""
        ids = tuple(order_id(key, number) for number in range(1, MOST + 1))
        rows = await self._records.find(Query(kind=OrderRow, where={"client_order_id": ids}))
        return await self._closed(rows, [], sent_before=True) if rows else None

    async def _closed(
        self, rows: Sequence[OrderRow], problems: list[str], *, sent_before: bool
    ) -> ToolResult:
        ids = tuple({row.exchange_account_id for row in rows})
        found = await self._records.find(Query(kind=ExchangeAccount, where={"id": ids}))
        accounts = {one.id: one for one in found}
        done = await asyncio.gather(
            *(
                self._close(row, accounts[row.exchange_account_id], sent_before=sent_before)
                for row in rows
            )
        )
        live = any(row.mode == "live" for row in rows)
        simulated = any(row.simulated for row in rows)
        return ToolResult(
            data={
                "closes": [data for data, _ in done],
                "problems": problems,
                "mode": "live" if live else "paper",
                "simulated": simulated,
            },
            as_of=self._clock.now(),
            mode="live" if live else "paper",
            simulated=simulated,
            writes=tuple(write for _, writes in done for write in writes),
        )

    async def _close(
        self, row: OrderRow, account: ExchangeAccount, *, sent_before: bool
    ) -> tuple[dict[str, Any], tuple[Write, ...]]:
        """One order and the rows that say what became of it."""
        where = {"account": account.name, "mode": account.mode, "symbol": row.symbol}
        try:
            exchange = self._venues.exchange(account)
            report = await exchange.find(account.id, ref_of(row)) if sent_before else None
            late = row.expires_at is not None and row.expires_at <= self._clock.now()
            if report is None and sent_before and late:
                return {**where, "outcome": "late"}, (self._changed(row, "CANCELED"),)
            outcome = (
                await place_order(row, exchange, self._clock)
                if report is None
                else outcome_of(row, report, self._clock.now())
            )
        except OutcomeUnknown:
            return {**where, "outcome": "unknown"}, (self._changed(row, "UNKNOWN"),)
        except (VenueError, PersonError):
            return {**where, "outcome": "not_sent"}, (self._changed(row, "CANCELED"),)
        return {**where, "outcome": "done", "order": outcome.data}, outcome.writes

    def _changed(self, row: OrderRow, status: str) -> Update:
        return Update(
            kind=OrderRow,
            where={"client_order_id": row.client_order_id},
            set={"status": status, "updated_at": self._clock.now()},
        )

    async def _of(
        self, account: ExchangeAccount, lang: Lang
    ) -> tuple[list[dict[str, Any]], list[str]]:
        """The orders that close an account, and in words what cannot be closed there."""
        label = f"{account.name} · {say(lang, f'badge_{account.mode}')}"
        try:
            view = await self._venues.exchange(account).account(account.id)
        except (VenueError, PersonError):
            return [], [say(lang, "flatten_unread", account=label)]
        orders: list[dict[str, Any]] = []
        problems: list[str] = []
        for position in view.positions:
            try:
                orders.append(await self._order(account, position, label, lang))
            except PersonError as error:
                problems.append(f"{position.symbol}: {error_text(error, lang)}")
            except VenueError:
                problems.append(say(lang, "flatten_unpriced", symbol=position.symbol))
        return orders, problems

    async def _order(
        self, account: ExchangeAccount, position: Position, label: str, lang: Lang
    ) -> dict[str, Any]:
        drafted = await draft_order(
            TradeArguments(action=_way_out(position), symbol=position.symbol, amount=_ALL),
            account,
            lang,
            market=self._venues.prices(account),
            exchange=self._venues.exchange(account),
            clock=self._clock,
            limits=self._limits,
            records=self._records,
        )
        held = holding_text(position.symbol, position.kind, position.side, position.quantity)
        pnl = cash_text(position.unrealized_pnl, lang, drafted.plan.quote, sign=True)
        return {
            "account_id": account.id,
            "mode": account.mode,
            "label": label,
            "text": say(lang, "flatten_row", held=held, pnl=pnl),
            "plan": drafted.plan.model_dump(mode="json"),
        }

    async def _rows(self, draft: Draft, key: str, context: ToolContext) -> list[OrderRow]:
        ids = tuple({str(order["account_id"]) for order in draft.plan["orders"]})
        found = await self._records.find(Query(kind=ExchangeAccount, where={"id": ids}))
        accounts = {one.id: one for one in found}
        now = self._clock.now()
        rows = []
        for number, order in enumerate(draft.plan["orders"], 1):
            origin = Origin(
                account_id=context.account.id,
                exchange_account=accounts[str(order["account_id"])],
                workflow_id=context.workflow_id,
                step_id=context.step_id,
                run_id=context.run_id,
                lang=context.lang,
                conversation_id=context.conversation_id,
                message_id=context.message_id,
                trader_id=context.trader_id,
            )
            plan = OrderPlan.model_validate(order["plan"])
            row = initial_order(plan, order_id(key, number), origin, now)
            rows.append(replace(row, expires_at=draft.expires_at))
        return rows


def order_id(key: str, number: int) -> str:
    """The client id of one of the closes of an approval."""
    return f"{key}c{number}"


def _way_out(position: Position) -> TradeAction:
    if position.kind == "spot":
        return "sell"
    return "close_long" if position.side == "LONG" else "close_short"


def _shown(order: Mapping[str, Any]) -> dict[str, Any]:
    plan = order["plan"]
    return {
        "mode": order["mode"],
        "symbol": plan["symbol"],
        "side": plan["action"],
        "quantity": plan["quantity"],
    }


def _approval(row: OrderRow, key: str, context: ToolContext, now: Any) -> AuditEntry:
    """The person's yes to this one close, as part of their yes to all."""
    return AuditEntry(
        id=f"{row.client_order_id}a",
        account_id=context.account.id,
        conversation_id=context.conversation_id,
        run_id=context.run_id,
        event="close.approved",
        tool=FlattenTool.name,
        reason=key,
        detail={
            "order_id": row.client_order_id,
            "exchange_account_id": row.exchange_account_id,
            "symbol": row.symbol,
            "action": row.action,
            "quantity": str(row.quantity),
        },
        created_at=now,
    )
