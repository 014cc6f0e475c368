"""From a request to the card a person approves: read, size, check, and state every figure."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol

from core.domain.conversation import Lang
from core.domain.market import Instrument, Quote, Tier
from core.domain.money import plain
from core.domain.orders import Leg, Mode, OpenOrder
from core.domain.outbound import CardBlock
from core.domain.records import ExchangeAccount
from core.domain.risk import TradingLimits, is_large, moved_beyond
from core.ports import Clock, Exchange, MarketData, Records, TierSource
from core.trading.card_data import card_data, card_facts
from core.trading.checks import check_freshness, check_trading_state
from core.trading.figures import figure
from core.trading.limits import check_limits
from core.trading.markets import trade_market
from core.trading.order_plan import OrderPlan
from core.trading.refusals import AmountMissing
from core.trading.request import CLOSING, TRIGGERED, Amount, TradeAction, TradeArguments
from core.trading.sized_order import Situation, SizedOrder
from core.trading.sizing import available_of, size
from core.trading.terms import tail, terms_of
from core.views.trade_card import trade_card


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftedOrder:
    """An order ready to be approved: canonical arguments, its card and the card's data."""

    arguments: TradeArguments
    plan: OrderPlan
    card: CardBlock
    data: dict[str, Any]
    quote: Quote
    expires_at: datetime
    large: bool


async def draft_order(
    args: TradeArguments,
    exchange_account: ExchangeAccount,
    lang: Lang,
    *,
    market: MarketData,
    exchange: Exchange,
    clock: Clock,
    limits: TradingLimits,
    records: Records,
    trader_id: str = "",
) -> DraftedOrder:
    """The order at the present price, with its card; `trader_id` of the trader that wants it.

    PersonError or OrderDenied where it cannot be; VenueError when price or account are unreadable.
    """
    action, situation = await situation_of(
        args,
        exchange_account,
        lang,
        market=market,
        exchange=exchange,
        clock=clock,
        limits=limits,
    )
    now, quote, view = clock.now(), situation.quote, situation.view
    resting = await _protective(args, exchange_account, exchange, situation.instrument.symbol)
    order = size(action, _amount(args, action, situation), args.leverage, situation)
    check_trading_state(exchange_account.trading_state, closes=not order.opens)
    large = order.opens and is_large(order.value, view.equity, limits)
    expires_at = now + timedelta(seconds=limits.approval_s)
    plan = _plan(order, quote, exchange_account, expires_at)
    await check_limits(
        plan,
        exchange_account,
        view,
        records=records,
        now=now,
        lang=lang,
        default_zone=limits.timezone,
        tail=situation.tail,
        trader_id=trader_id,
    )
    data = card_data(order, quote, exchange_account, expires_at)
    facts = card_facts(order, quote, now, large=large, resting=resting)
    return DraftedOrder(
        arguments=_arguments(order, exchange_account),
        plan=plan,
        card=trade_card(data, facts, lang),
        data=data,
        quote=quote,
        expires_at=expires_at,
        large=large,
    )


async def situation_of(
    args: TradeArguments,
    exchange_account: ExchangeAccount,
    lang: Lang,
    *,
    market: MarketData,
    exchange: Exchange,
    clock: Clock,
    limits: TradingLimits,
) -> tuple[TradeAction, Situation]:
    """What the order is sized against now, whatever its amount; errors as in draft_order."""
    named = exchange_account.name if args.account else ""
    said = args.model_copy(update={"account": named or None})
    action, instrument = trade_market(said, await market.instruments(), lang, exchange.venue)
    quote, view, tiers = await asyncio.gather(
        market.quote(instrument.symbol),
        exchange.account(exchange_account.id),
        _tiers(instrument, exchange_account, exchange),
    )
    check_freshness(quote, clock.now(), limits)
    return action, Situation(
        instrument=replace(instrument, tiers=tiers),
        quote=quote,
        view=view,
        lang=lang,
        terms=terms_of(args, action, instrument, quote),
        tail=tail(args, named),
    )


async def _tiers(
    instrument: Instrument, account: ExchangeAccount, exchange: Exchange
) -> tuple[Tier, ...]:
    """Margin tiers: the market's own, else as the account's venue tells them; empty: unknown."""
    if instrument.tiers or instrument.kind == "spot" or not isinstance(exchange, TierSource):
        return instrument.tiers
    return tuple(await exchange.tiers(account.id, instrument.symbol))


async def _protective(
    args: TradeArguments, account: ExchangeAccount, exchange: Exchange, symbol: str
) -> tuple[OpenOrder, ...]:
    """The stops and targets that rest already, where the order would be one more of them."""
    if not args.protects:
        return ()
    resting = await exchange.open_orders(account.id)
    return tuple(one for one in resting if one.symbol == symbol and one.type in TRIGGERED)


def _amount(args: TradeArguments, action: TradeAction, situation: Situation) -> Amount:
    """The amount asked for; all that is held for what protects or closes without one."""
    if args.amount is not None:
        return args.amount
    if args.protects or action in CLOSING:
        return Amount(value="100", unit="percent_of_position")
    raise AmountMissing(action, available_of(action, situation), situation)


def _arguments(order: SizedOrder, account: ExchangeAccount) -> TradeArguments:
    """The request that this order is, in absolute terms: drafted again, it is the same order."""
    terms = order.terms
    return TradeArguments(
        action=order.action,
        symbol=order.instrument.symbol,
        amount=Amount(value=plain(order.amount), unit=order.unit),
        leverage=order.leverage if order.opens else None,
        type=terms.type,
        price=figure(terms.price),
        trigger=figure(terms.trigger),
        post_only=terms.post_only,
        stop=figure(terms.stop),
        target=figure(terms.target),
        account=account.id,
    )


def _plan(
    order: SizedOrder, quote: Quote, account: ExchangeAccount, expires_at: datetime
) -> OrderPlan:
    terms = order.terms
    legs: dict[str, Leg] = {"stop": "stop", "take_profit": "target"}
    return OrderPlan(
        action=order.action,
        symbol=order.instrument.symbol,
        base=order.instrument.base,
        quote=order.instrument.quote,
        side=order.side,
        quantity=order.quantity,
        leverage=order.leverage,
        reduce_only=order.reduce_only,
        opens=order.opens,
        amount=order.amount,
        unit=order.unit,
        price=order.price,
        cost=order.most_cost,
        taker=order.instrument.taker,
        simulated=quote.simulated,
        expires_at=expires_at,
        exchange_account_id=account.id,
        type=terms.type,
        mark=quote.mark,
        limit_price=terms.price,
        trigger=terms.trigger,
        post_only=terms.post_only,
        stop=terms.stop,
        target=terms.target,
        leg="entry" if order.opens else legs.get(terms.type, "entry"),
    )


class Bound(Protocol):
    """What an approval is bound to: the canonical arguments, and the price they were shown at."""

    @property
    def arguments(self) -> dict[str, Any]:
        """The canonical arguments."""

    @property
    def price(self) -> Decimal | None:
        """The price on the card; None where no price matters."""

    @property
    def mode(self) -> Mode | None:
        """The mode that the card named."""

    @property
    def binds(self) -> dict[str, Any]:
        """What else was on the card that a press is a yes to."""


def same_terms(shown: Bound, now: Bound, limits: TradingLimits) -> str | None:
    """None if an approval of `shown` covers what it would be `now`; else words for what changed.

    It covers the same arguments, mode and things at a price within the tolerance of the one that
    was shown; not a limit that would rest and now fills at once, or the other way round.
    """
    if (shown.arguments, shown.mode) != (now.arguments, now.mode):
        return "approval.changed"
    if shown.binds.get("rests") != now.binds.get("rests"):
        return "approval.moved"
    if shown.binds != now.binds:
        return "approval.changed"
    if shown.price is None or now.price is None:
        return None if shown.price == now.price else "approval.moved"
    if moved_beyond(shown.price, now.price, limits.price_tolerance):
        return "approval.moved"
    return None
