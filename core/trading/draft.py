"""From a request to the card a person approves: read, size, check, and state every figure."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol

from core.domain.conversation import Lang
from core.domain.market import Quote
from core.domain.money import plain
from core.domain.outbound import CardBlock
from core.domain.records import ExchangeAccount
from core.domain.risk import TradingLimits, is_large, moved_beyond
from core.ports import Clock, Exchange, MarketData
from core.trading.checks import check_freshness, check_trading_state
from core.trading.figures import figure, stamp
from core.trading.markets import trade_market
from core.trading.order_plan import OrderPlan
from core.trading.request import Amount, TradeArguments
from core.trading.sized_order import Situation, SizedOrder
from core.trading.sizing import size
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
) -> DraftedOrder:
    """The order at the present price, with its card.

    PersonError or OrderDenied where it cannot be; VenueError when price or account are unreadable.
    """
    action, instrument = trade_market(args, await market.instruments(), lang, exchange.venue)
    quote, view = await asyncio.gather(
        market.quote(instrument.symbol), exchange.account(exchange_account.id)
    )
    now = clock.now()
    check_freshness(quote, now, limits)
    situation = Situation(instrument=instrument, quote=quote, view=view, lang=lang)
    order = size(action, args.amount, args.leverage, situation)
    check_trading_state(exchange_account.trading_state, closes=not order.opens)
    large = order.opens and is_large(order.value, view.equity, limits)
    expires_at = now + timedelta(seconds=limits.approval_s)
    data = _data(order, quote, exchange_account, expires_at)
    return DraftedOrder(
        arguments=_arguments(order),
        plan=_plan(order, quote, expires_at),
        card=trade_card(data, _facts(order, quote, now, large=large), lang),
        data=data,
        quote=quote,
        expires_at=expires_at,
        large=large,
    )


def _arguments(order: SizedOrder) -> TradeArguments:
    """The request that this order is, in absolute terms: drafted again, it is the same order."""
    return TradeArguments(
        action=order.action,
        symbol=order.instrument.symbol,
        amount=Amount(value=plain(order.amount), unit=order.unit),
        leverage=order.leverage if order.opens else None,
    )


def _plan(order: SizedOrder, quote: Quote, expires_at: datetime) -> OrderPlan:
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
        cost=order.cost,
        taker=order.instrument.taker,
        simulated=quote.simulated,
        expires_at=expires_at,
    )


def _data(
    order: SizedOrder, quote: Quote, exchange_account: ExchangeAccount, expires_at: datetime
) -> dict[str, Any]:
    """The card's data as the HTTP API has it (DESIGN 11)."""
    liquidation, _ = order.liquidation()
    return {
        "venue": exchange_account.venue,
        "mode": exchange_account.mode,
        "side": order.action,
        "symbol": order.instrument.symbol,
        "amount": figure(order.amount),
        "unit": order.unit,
        "quantity": figure(order.quantity),
        "value": figure(order.value),
        "price": figure(order.price),
        "price_at": stamp(quote.at),
        "fee": figure(order.fee),
        "leverage": order.leverage,
        "margin": figure(order.margin),
        "liquidation_price": figure(liquidation),
        "stop": None,
        "target": None,
        "expires_at": stamp(expires_at),
    }


def _facts(order: SizedOrder, quote: Quote, now: datetime, *, large: bool) -> dict[str, Any]:
    """What the card says beyond its data."""
    instrument = order.instrument
    _, liquidation_known = order.liquidation()
    return {
        "base": instrument.base,
        "quote": instrument.quote,
        "kind": instrument.kind,
        "tick": instrument.tick,
        "taker": instrument.taker,
        "source": quote.source,
        "now": now,
        "opens": order.opens,
        "total": order.cost if order.opens else order.value - order.fee,
        "pnl": order.closing_pnl,
        "liquidation_known": liquidation_known,
        "adjusted": order.adjusted,
        "large": large,
        "simulated": quote.simulated,
    }


class Terms(Protocol):
    """What an approval is bound to: the canonical arguments, and the price they were shown at."""

    @property
    def arguments(self) -> dict[str, Any]:
        """The canonical arguments."""

    @property
    def price(self) -> Decimal | None:
        """The price on the card; None where no price matters."""


def same_terms(shown: Terms, now: Terms, limits: TradingLimits) -> str | None:
    """None if an approval of `shown` covers what it would be `now`; else words for what changed.

    It covers the same arguments at a price within the tolerance of the one that was shown.
    """
    if shown.arguments != now.arguments:
        return "approval.changed"
    if shown.price is None or now.price is None:
        return None if shown.price == now.price else "approval.moved"
    if moved_beyond(shown.price, now.price, limits.price_tolerance):
        return "approval.moved"
    return None
