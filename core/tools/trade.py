"""execute_trade: orders of every type, only under an approval of exactly the order on the card."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, TypedDict

from pydantic import BaseModel

from core.domain.amounts import parse_amount
from core.domain.conversation import Lang
from core.domain.leverage_words import stated_leverage
from core.domain.money import ZERO
from core.domain.outbound import Block, TextBlock
from core.domain.records import ExchangeAccount, OrderRow, Preference, Query, Write
from core.domain.references import Reference
from core.domain.risk import TradingLimits
from core.domain.snapshots import SnapshotKind
from core.errors import BellwetherError, PersonError
from core.ports import Clock, Exchange, MarketData, Records
from core.tools.arguments import typed
from core.tools.coins import CoinFinder
from core.tools.registry import Action, Amounts, Draft, InDoubt, ToolContext, ToolResult
from core.trading.accounts import account_named, by_id
from core.trading.card_data import PUBLIC
from core.trading.closed_elsewhere import missing_of
from core.trading.draft import draft_order, situation_of
from core.trading.entry import PartlyUnknown, place_entry, settle_entry
from core.trading.figures import figure
from core.trading.order_plan import OrderPlan
from core.trading.place import OrderOutcome, Origin, initial_order, order_intent
from core.trading.quick_amounts import offered
from core.trading.refusals import AmountMissing, NotHeld
from core.trading.request import OPENING, Amount, TradeAction, TradeArguments
from core.trading.sanity import check_second_source
from core.trading.shrinking import shrink_protection
from core.trading.sized_order import Situation
from core.trading.sizing import available_of
from core.trading.venue import Venues
from core.views.order_view import order_view
from core.views.words import say

_LEANS_ON: frozenset[SnapshotKind] = frozenset({"balance", "positions"})


class _Parts(TypedDict):
    market: MarketData
    exchange: Exchange
    clock: Clock
    limits: TradingLimits


class TradeTool:
    """Buys, sells, opens and closes."""

    name = "execute_trade"
    description = (
        "Places one order (market, limit, stop or take profit; with its own stop and target) after "
        "the person has confirmed its card; code shows the card. Use it only when the person asks "
        "for an order and its side and symbol are known."
    )
    arguments: type[BaseModel] = TradeArguments
    actions = tuple(
        Action(name=name, effect="money", repeat="keyed", snapshots=_LEANS_ON)
        for name in ("buy", "sell", "open_long", "open_short", "close_long", "close_short")
    )

    def __init__(
        self,
        records: Records,
        venues: Venues,
        coins: CoinFinder,
        clock: Clock,
        limits: TradingLimits,
    ) -> None:
        self._records = records
        self._venues = venues
        self._coins = coins
        self._clock = clock
        self._limits = limits

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, TradeArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  never
        """Never: an order is placed through its card only."""
        raise BellwetherError(f"{self.name} acts under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The fill, or why there is none."""
        return order_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card at the present price; PersonError or OrderDenied if there can be none."""
        asked = typed(args, TradeArguments)
        account = _account(asked, context)
        try:
            drafted = await draft_order(
                asked,
                account,
                context.lang,
                records=self._records,
                trader_id=context.trader_id,
                **self._parts(account),
            )
        except AmountMissing as missing:
            raise await self._with_amounts(missing, asked, account, context) from None
        except NotHeld as error:
            raise await self._sold_elsewhere(error, account, context.lang) from None
        except PersonError as error:
            if error.key == "unknown_symbol":
                await self._coins.check_share(asked.symbol, context.lang)
            raise
        if drafted.plan.opens:
            await check_second_source(drafted.quote, account, self._venues, context.lang)
        doubt = await self._in_doubt(drafted.arguments, account, context)
        waits = drafted.arguments.type != "market"
        return Draft(
            arguments=drafted.arguments.model_dump(mode="json"),
            blocks=(*doubt, drafted.card),
            data={name: drafted.data[name] for name in PUBLIC},
            binds={"rests": drafted.data["rests"]},
            price=None if waits else drafted.plan.price,
            price_at=drafted.quote.at,
            expires_at=drafted.expires_at,
            mode=account.mode,
            simulated=drafted.quote.simulated,
            large=drafted.large,
            plan=drafted.plan.model_dump(mode="json"),
        )

    def _parts(self, account: ExchangeAccount) -> _Parts:
        return {
            "market": self._venues.prices(account),
            "exchange": self._venues.exchange(account),
            "clock": self._clock,
            "limits": self._limits,
        }

    async def amounts(self, args: BaseModel, context: ToolContext) -> Amounts:
        """The person's quick amounts for this order, with the minimum and what there is."""
        asked = typed(args, TradeArguments)
        account = _account(asked, context)
        action, situation = await situation_of(asked, account, context.lang, **self._parts(account))
        bounds = AmountMissing(action, available_of(action, situation), situation)
        text = "ask_amount_bounds" if action in OPENING else "ask_amount_held"
        return Amounts(
            text=say(context.lang, text, **bounds.params),
            options=await self._quick(action, situation, context),
        )

    async def _with_amounts(
        self,
        missing: AmountMissing,
        asked: TradeArguments,
        account: ExchangeAccount,
        context: ToolContext,
    ) -> PersonError:
        """The question for an amount: the person's own to press, and any may be typed."""
        action, situation = await situation_of(asked, account, context.lang, **self._parts(account))
        choices = await self._quick(action, situation, context)
        return PersonError(missing.key, choices=choices, pending="amount", **missing.params)

    async def _sold_elsewhere(
        self, error: NotHeld, account: ExchangeAccount, lang: Lang
    ) -> PersonError:
        """Where our book has what the venue has not: that, and a button that marks it closed."""
        symbol = str(error.params["symbol"])
        view = await self._venues.exchange(account).account(account.id)
        coin = symbol.partition("/")[0]
        locked = next((one.locked for one in view.balances if one.currency == coin), ZERO)
        if locked and ":" not in symbol:
            return _set_aside(symbol, locked)
        missing = await missing_of(symbol, account, view, self._records)
        if not missing:
            return error
        mark = (
            say(lang, "mark_closed_label", symbol=symbol),
            f"mark {symbol} closed on {account.name}",
        )
        return PersonError(
            "sold_elsewhere",
            symbol=symbol,
            coin=coin,
            quantity=abs(missing),
            choices=(mark,),
        )

    async def _quick(
        self, action: TradeAction, situation: Situation, context: ToolContext
    ) -> tuple[tuple[str, str], ...]:
        where = {"account_id": context.account.id, "key": "quick_amounts"}
        kept = await self._records.find(Query(kind=Preference, where=where))
        value = kept[-1].value if kept else ""
        price = situation.terms.entry(situation.quote.mark)
        return offered(
            value, situation.instrument, price, context.lang, closing=action not in OPENING
        )

    async def _in_doubt(
        self, order: TradeArguments, account: ExchangeAccount, context: ToolContext
    ) -> tuple[Block, ...]:
        """A warning where an order like this one may have been placed: this would be another."""
        where = {
            "exchange_account_id": account.id,
            "status": "UNKNOWN",
            "symbol": order.symbol,
            "action": order.action,
        }
        found = await self._records.find(Query(kind=OrderRow, where=where, newest=True, limit=1))
        return tuple(
            TextBlock(text=say(context.lang, "order.like_in_doubt", order=row.client_order_id))
            for row in found
        )

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002  both are read
        """The same order with the amount that `text` states; a bare number keeps the unit.

        For an order with a leverage `text` may state another one. PersonError when it is neither.
        """
        order = typed(args, TradeArguments)
        leverage = stated_leverage(text) if order.leverage is not None else None
        if leverage is not None:
            return order.model_copy(update={"leverage": leverage})
        base, _, rest = order.symbol.partition("/")
        unit = order.amount.unit if order.amount else None
        amount = parse_amount(
            text,
            base=base,
            quote=rest.partition(":")[0] or "USDT",
            closing=not order.opens,
            bare=unit if unit in ("base", "quote") else None,
        )
        changed = Amount(value=figure(amount.value) or "", unit=amount.unit)
        return order.model_copy(update={"amount": changed})

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:
        """The order and its legs INITIALIZED under `key`, with the account's guard."""
        plan = _plan(draft)
        origin = _origin(plan, context)
        return await order_intent(
            plan,
            key,
            origin,
            records=self._records,
            exchange=self._venues.exchange(origin.exchange_account),
            now=self._clock.now(),
            limits=self._limits,
        )

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """Place it, and protect what fills of it.

        OutcomeUnknown or InDoubt after a doubt; VenueError where certainly nothing was sent.
        """
        plan = _plan(draft)
        origin = _origin(plan, context)
        order = initial_order(plan, key, origin, self._clock.now())
        exchange = self._venues.exchange(origin.exchange_account)
        try:
            outcome = await place_entry(
                order, records=self._records, exchange=exchange, clock=self._clock
            )
        except PartlyUnknown as doubt:
            raise InDoubt(doubt.key, self._result(doubt.outcome)) from doubt
        return self._result(await self._adjusted(outcome, origin.exchange_account))

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:
        """The same result as perform's, looked up; None: it certainly never arrived."""
        order = await self._records.get(OrderRow, key)
        if order is None:
            return None
        account = by_id(
            order.exchange_account_id, context.exchange_accounts, context.exchange_account
        )
        exchange = self._venues.exchange(account)
        try:
            outcome = await settle_entry(
                order, records=self._records, exchange=exchange, clock=self._clock
            )
        except PartlyUnknown as doubt:
            raise InDoubt(doubt.key, self._result(doubt.outcome)) from doubt
        return None if outcome is None else self._result(await self._adjusted(outcome, account))

    async def _adjusted(self, outcome: OrderOutcome, account: ExchangeAccount) -> OrderOutcome:
        """After a sale or close: what is left stays protected, and nothing more than that."""
        if not outcome.filled or outcome.order.action in OPENING:
            return outcome
        told, writes = await shrink_protection(
            outcome.order,
            account,
            records=self._records,
            exchange=self._venues.exchange(account),
            clock=self._clock,
        )
        data = {**outcome.data, "adjusted": told}
        return replace(outcome, data=data, writes=(*outcome.writes, *writes))

    def _result(self, outcome: OrderOutcome) -> ToolResult:
        now, order = self._clock.now(), outcome.order
        return ToolResult(
            data=outcome.data,
            as_of=now,
            mode=order.mode,
            simulated=order.simulated,
            references=tuple(
                Reference(kind=kind, id=id_, name=order.symbol, at=now)
                for kind, id_ in (
                    ("symbol", order.symbol),
                    ("position", order.symbol),
                    ("order", order.client_order_id),
                )
            ),
            writes=outcome.writes,
            ok=outcome.ok,
        )


def _set_aside(symbol: str, locked: Decimal) -> PersonError:
    """Coins that are there and set aside for resting orders, which must go first."""
    coin = symbol.partition("/")[0]
    return PersonError("coins_set_aside", coin=coin, symbol=symbol, locked=locked)


def _account(asked: TradeArguments, context: ToolContext) -> ExchangeAccount:
    """The account that the order names, else the turn's own."""
    return account_named(asked.account, context.exchange_accounts, context.exchange_account)


def _plan(draft: Draft) -> OrderPlan:
    return OrderPlan.model_validate(draft.plan)


def _origin(plan: OrderPlan, context: ToolContext) -> Origin:
    account = by_id(plan.exchange_account_id, context.exchange_accounts, context.exchange_account)
    return Origin(
        account_id=context.account.id,
        exchange_account=account,
        workflow_id=context.workflow_id,
        step_id=context.step_id,
        run_id=context.run_id,
        lang=context.lang,
        conversation_id=context.conversation_id,
        message_id=context.message_id,
        trader_id=context.trader_id,
    )
