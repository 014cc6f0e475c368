"""manage_order: what rests at the exchange is listed, taken back and changed.

Taking back runs on the command, since stopping is never slow; what protects a position goes only
after a press, and so does every change.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any, Literal, TypedDict

from pydantic import BaseModel, Field, model_validator

from core.domain.conversation import Lang
from core.domain.outbound import Block, Value
from core.domain.records import ExchangeAccount, Query, StepRow, Update, Write
from core.domain.risk import TradingLimits
from core.domain.snapshots import SnapshotKind
from core.errors import BellwetherError, OrderDenied, OutcomeUnknown, PersonError
from core.ports import Clock, Exchange, Ids, Records
from core.tools.arguments import typed
from core.tools.offers import PAGE
from core.tools.order_results import OrderResults, change_data
from core.tools.registry import Action, Draft, InDoubt, ToolContext, ToolResult
from core.trading.accounts import account_named, by_id
from core.trading.cancelling import cancel_one
from core.trading.change_checks import check_change
from core.trading.checks import check_freshness
from core.trading.closed_elsewhere import closed_elsewhere
from core.trading.figures import figure, stamp
from core.trading.markets import find_exact
from core.trading.order_change import ChangePlan, carry_out, planned, settled
from core.trading.request import Price
from core.trading.resting import Resting, Which, matching, only_one, resting_orders
from core.trading.venue import Venues
from core.views.orders_view import change_card, orders_view, removal_card

_TOGETHER = ("remove_protection", "cancel_everything")
"""Orders taken back together, by one press on a card that names them."""
_LEANS_ON: frozenset[SnapshotKind] = frozenset({"positions"})


class ManageOrderArguments(Value):
    """What to do with resting orders."""

    action: Literal[
        "list",
        "cancel",
        "cancel_all",
        "amend",
        "remove_protection",
        "cancel_everything",
        "mark_closed",
    ] = Field(
        description="list: what rests. cancel: one order that opens. cancel_all: all that open "
        "(stops and targets stay). amend: a new price, trigger or amount, after a press. "
        "remove_protection: take back stops and targets, after a press. cancel_everything: all "
        "that rests, stops and targets too, after a press. mark_closed: a position that was closed "
        "at the exchange by other means is closed in our book too.",
    )
    symbol: str | None = Field(
        default=None, min_length=1, max_length=40, description="A coin or unified id."
    )
    order: str | None = Field(
        default=None, min_length=1, max_length=80, description="The id of one order."
    )
    which: Which | None = Field(
        default=None, description="Which kind is meant, where the person said so."
    )
    price: Price | None = Field(default=None, description="amend: a limit's new price.")
    trigger: Price | None = Field(
        default=None, description="amend: a stop's or target's new trigger price."
    )
    amount: Price | None = Field(
        default=None, description="amend: the whole order's new quantity in coins."
    )
    account: str | None = Field(
        default=None,
        min_length=1,
        max_length=60,
        description="Which exchange account, by name; only when the person named one.",
    )
    page: int = Field(default=1, ge=1, le=100, description="list: which page.")

    @model_validator(mode="after")
    def _changes_something(self) -> "ManageOrderArguments":
        changes = (self.price, self.trigger, self.amount)
        if (self.action == "amend") != any(one is not None for one in changes):
            raise ValueError("amend, and nothing else, takes a price, trigger or amount")
        if self.action == "mark_closed" and self.symbol is None:
            raise ValueError("mark_closed needs the symbol")
        return self


class Parts(TypedDict):
    """What a change is carried out with."""

    records: Records
    exchange: Exchange
    clock: Clock


class ManageOrderTool:
    """Lists, cancels and changes resting orders."""

    name = "manage_order"
    description = (
        "Orders that rest at the exchange: lists them, cancels, changes a price, trigger or "
        "amount, removes a stop or target. Code shows the cards; nothing is placed by it."
    )
    arguments: type[BaseModel] = ManageOrderArguments
    actions = (
        Action(name="list", effect="read", repeat="read", private=True),
        Action(name="cancel", effect="write", repeat="keyed", snapshots=_LEANS_ON),
        Action(name="cancel_all", effect="write", repeat="keyed", snapshots=_LEANS_ON),
        Action(name="amend", effect="money", repeat="keyed", snapshots=_LEANS_ON),
        Action(name="remove_protection", effect="destructive", repeat="keyed"),
        Action(name="cancel_everything", effect="destructive", repeat="keyed"),
        Action(name="mark_closed", effect="write", repeat="keyed", snapshots=_LEANS_ON),
    )

    def __init__(
        self, records: Records, venues: Venues, clock: Clock, ids: Ids, limits: TradingLimits
    ) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._ids = ids
        self._limits = limits

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, ManageOrderArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """List, cancel or mark closed; PersonError where it is not certain what is meant."""
        asked = typed(args, ManageOrderArguments)
        account = self._account(asked, context)
        if asked.action == "mark_closed":
            return await self._mark_closed(asked, account, context)
        resting = matching(await self._resting(account), asked.symbol, asked.order, asked.which)
        if asked.action == "list":
            call = asked.model_dump(mode="json", exclude_none=True)
            return self._results(account).listed(resting, asked.page, call)
        if asked.action == "cancel":
            return await self._cancelled([_to_cancel(resting)], account)
        if asked.action == "cancel_all":
            kept = [one for one in resting if one.protects]
            opening = [one for one in resting if not one.protects]
            return await self._cancelled(opening, account, kept=kept, symbol=asked.symbol)
        raise BellwetherError(f"{asked.action} acts under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """What rests, or what became of it."""
        return orders_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card of a change, old beside new; or of what would protect no more."""
        asked = typed(args, ManageOrderArguments)
        account = self._account(asked, context)
        resting = matching(await self._resting(account), asked.symbol, asked.order, asked.which)
        if asked.action in _TOGETHER:
            return self._removal(asked, account, resting, context.lang)
        if asked.action == "amend":
            return await self._change(asked, account, resting, context.lang)
        raise BellwetherError(f"{asked.action} needs no approval")

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002  no amount
        """Never: the card has no amount of its own."""
        raise PersonError("change_by_words")

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:  # noqa: ARG002
        """The guard of the account that the orders are of."""
        account = self._of(draft, context)
        return (
            Update(
                kind=ExchangeAccount,
                where={
                    "id": account.id,
                    "version": account.version,
                    "trading_state": account.trading_state,
                },
                set={"version": account.version + 1},
            ),
        )

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """Change or remove, once."""
        account = self._of(draft, context)
        if draft.arguments["action"] in _TOGETHER:
            wanted = draft.plan["orders"]
            resting = [one for one in await self._resting(account) if one.id in wanted]
            return await self._cancelled(resting, account)
        plan = ChangePlan.model_validate(draft.plan)
        try:
            changed = await carry_out(plan, key, account, **self._parts(account))
        except OrderDenied as denied:
            return self._results(account).refused(denied, plan)
        except OutcomeUnknown as doubt:
            raise InDoubt(plan.order_id, self._results(account).unknown(plan)) from doubt
        return self._results(account).changed(changed, plan)

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:
        """What became of the change; None: nothing has changed."""
        rows = await self._records.find(Query(kind=StepRow, where={"idempotency_key": key}))
        draft = Draft.model_validate(rows[0].data["draft"])
        account = self._of(draft, context)
        if draft.arguments["action"] in _TOGETHER:
            wanted = draft.plan["orders"]
            left = [one for one in await self._resting(account) if one.id in wanted]
            return await self._cancelled(left, account, gone=len(wanted) - len(left))
        plan = ChangePlan.model_validate(draft.plan)
        changed = await settled(plan, key, account, **self._parts(account))
        return None if changed is None else self._results(account).changed(changed, plan)

    # -- parts ----------------------------------------------------------------------------------

    def _account(self, asked: ManageOrderArguments, context: ToolContext) -> ExchangeAccount:
        return account_named(asked.account, context.exchange_accounts, context.exchange_account)

    def _of(self, draft: Draft, context: ToolContext) -> ExchangeAccount:
        account_id = str(draft.plan["exchange_account_id"])
        return by_id(account_id, context.exchange_accounts, context.exchange_account)

    def _parts(self, account: ExchangeAccount) -> Parts:
        return {
            "records": self._records,
            "exchange": self._venues.exchange(account),
            "clock": self._clock,
        }

    async def _resting(self, account: ExchangeAccount) -> list[Resting]:
        exchange = self._venues.exchange(account)
        return await resting_orders(account, records=self._records, exchange=exchange)

    def _results(self, account: ExchangeAccount) -> OrderResults:
        simulated = self._venues.prices(account).simulated
        return OrderResults(account, self._clock.now(), simulated=simulated)

    async def _cancelled(
        self,
        resting: Sequence[Resting],
        account: ExchangeAccount,
        gone: int = 0,
        kept: Sequence[Resting] = (),
        symbol: str | None = None,
    ) -> ToolResult:
        """Each by itself; `gone` of those that were meant rested no more, and `kept` stay."""
        exchange = self._venues.exchange(account)
        done = await asyncio.gather(
            *(cancel_one(account.id, one, exchange=exchange, clock=self._clock) for one in resting)
        )
        return self._results(account).cancelled(done, gone, kept, symbol)

    async def _mark_closed(
        self, asked: ManageOrderArguments, account: ExchangeAccount, context: ToolContext
    ) -> ToolResult:
        market, exchange = self._venues.prices(account), self._venues.exchange(account)
        symbol = asked.symbol or ""
        instrument = find_exact(symbol, await market.instruments())
        row = await closed_elsewhere(
            instrument.symbol,
            account,
            context.conversation_id,
            order_id=self._ids.new(),
            records=self._records,
            exchange=exchange,
            now=self._clock.now(),
            simulated=market.simulated,
        )
        return self._results(account).marked(row)

    async def _change(
        self,
        asked: ManageOrderArguments,
        account: ExchangeAccount,
        found: Sequence[Resting],
        lang: Lang,
    ) -> Draft:
        meant = only_one(found, _amend_words(asked))
        market = self._venues.prices(account)
        instruments = {one.symbol: one for one in await market.instruments()}
        instrument = instruments.get(meant.order.symbol)
        if instrument is None:
            raise PersonError("unknown_symbol", symbol=meant.order.symbol)
        quote = await market.quote(instrument.symbol)
        now = self._clock.now()
        check_freshness(quote, now, self._limits)
        plan = planned(
            meant,
            instrument,
            quote,
            account.id,
            price=asked.price,
            trigger=asked.trigger,
            amount=None if asked.amount is None else Decimal(asked.amount),
        )
        large = await check_change(
            meant,
            plan,
            instrument,
            quote,
            account,
            await self._venues.exchange(account).account(account.id),
            records=self._records,
            now=now,
            lang=lang,
            limits=self._limits,
        )
        expires_at = now + timedelta(seconds=self._limits.approval_s)
        data = change_data(meant, plan, quote, account, expires_at)
        canonical = ManageOrderArguments(
            action="amend",
            order=meant.id,
            price=figure(plan.price),
            trigger=figure(plan.trigger),
            amount=figure(plan.quantity),
            account=account.id,
        )
        return Draft(
            arguments=canonical.model_dump(mode="json"),
            blocks=(change_card(data, lang),),
            data=data,
            price=None,
            price_at=quote.at,
            expires_at=expires_at,
            mode=account.mode,
            simulated=quote.simulated,
            large=large,
            plan=plan.model_dump(mode="json"),
            amendable=False,
            places=False,
            binds={name: data["order"][name] for name in ("side", "quantity", "price", "trigger")},
        )

    def _removal(
        self,
        asked: ManageOrderArguments,
        account: ExchangeAccount,
        found: Sequence[Resting],
        lang: Lang,
    ) -> Draft:
        everything = asked.action == "cancel_everything"
        meant = [one for one in found if everything or one.protects]
        if not meant:
            raise PersonError("no_orders" if everything else "no_such_order")
        expires_at = self._clock.now() + timedelta(seconds=self._limits.approval_s)
        simulated = self._venues.prices(account).simulated
        data = {
            "venue": account.venue,
            "account": account.name,
            "mode": account.mode,
            "simulated": simulated,
            "everything": everything,
            "orders": [one.shown() for one in meant[:PAGE]],
            "count": len(meant),
            "protecting": sum(one.protects for one in meant),
            "expires_at": stamp(expires_at),
        }
        canonical = asked.model_copy(
            update={"account": account.id, "order": meant[0].id if len(meant) == 1 else None}
        )
        return Draft(
            arguments=canonical.model_dump(mode="json"),
            blocks=(removal_card(data, lang),),
            data=data,
            price=None,
            price_at=None,
            expires_at=expires_at,
            mode=account.mode,
            simulated=simulated,
            large=False,
            plan={"exchange_account_id": account.id, "orders": [one.id for one in meant]},
            amendable=False,
            places=False,
            binds={"orders": [one.id for one in meant]},
        )


def _amend_words(asked: ManageOrderArguments) -> str:
    """How a request to change one order goes on once it is known which."""
    to = asked.trigger or asked.price
    return f"change to {to}" if to else f"change the amount to {asked.amount}"


def _to_cancel(found: Sequence[Resting]) -> Resting:
    """The order to take back; what protects a position is asked about first."""
    meant = only_one([one for one in found if not one.protects] or found, "cancel")
    if meant.protects:
        remove = (meant.text, f"remove the protective order {meant.id}")
        raise PersonError("order_protects", order=meant.text, choices=(remove,))
    return meant
