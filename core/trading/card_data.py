"""The figures of an order's card: as the HTTP API has them, and what the words say beyond that."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.market import Quote
from core.domain.orders import OpenOrder
from core.domain.records import ExchangeAccount
from core.trading.figures import figure, stamp
from core.trading.sized_order import SizedOrder

PUBLIC = (
    *("venue", "mode", "side", "symbol", "amount", "unit", "quantity", "value", "price"),
    *("price_at", "fee", "leverage", "margin", "liquidation_price", "stop", "target"),
    "expires_at",
)
"""What the HTTP API tells of a card, these and no others (DESIGN 11); its words tell the rest."""


def card_data(
    order: SizedOrder, quote: Quote, account: ExchangeAccount, expires_at: datetime
) -> dict[str, Any]:
    """The card's data: what is public, and what every type of order adds.

    `price` is where it fills as far as is known, `mark` the live price; `rests` tells a limit that
    waits as a maker. Loss, gain and their ratio are before fees.
    """
    liquidation, _ = order.liquidation()
    terms = order.terms
    return {
        "venue": account.venue,
        "account": account.name,
        "mode": account.mode,
        "side": order.action,
        "symbol": order.instrument.symbol,
        "type": terms.type,
        "amount": figure(order.amount),
        "unit": order.unit,
        "quantity": figure(order.quantity),
        "value": figure(order.value),
        "price": figure(order.price),
        "price_at": stamp(quote.at),
        "mark": figure(quote.mark),
        "limit_price": figure(terms.price),
        "trigger": figure(terms.trigger),
        "post_only": terms.post_only,
        "rests": terms.rests,
        "fee": figure(order.fee),
        "leverage": order.leverage,
        "margin": figure(order.margin),
        "liquidation_price": figure(liquidation),
        "stop": figure(terms.stop),
        "target": figure(terms.target),
        "loss_at_stop": figure(order.loss_at_stop),
        "gain_at_target": figure(order.gain_at_target),
        "reward_risk": figure(order.reward_risk),
        "expires_at": stamp(expires_at),
    }


def card_facts(
    order: SizedOrder,
    quote: Quote,
    now: datetime,
    *,
    large: bool,
    resting: Sequence[OpenOrder],
) -> dict[str, Any]:
    """What the card says beyond its data; `resting` are the protective orders there already."""
    instrument = order.instrument
    liquidation, liquidation_known = order.liquidation()
    return {
        "base": instrument.base,
        "quote": instrument.quote,
        "kind": instrument.kind,
        "tick": instrument.tick,
        "fee_rate": order.fee_rate,
        "source": quote.source,
        "now": now,
        "opens": order.opens,
        "total": order.cost if order.opens else order.value - order.fee,
        "pnl": order.closing_pnl,
        "liquidation_known": liquidation_known,
        "adjusted": order.adjusted,
        "large": large,
        "far": order.terms.is_far(quote.mark),
        "stop_too_late": _is_too_late(order, liquidation),
        "resting": [figure(one.trigger) for one in resting],
        "simulated": quote.simulated,
    }


def _is_too_late(order: SizedOrder, liquidation: Decimal | None) -> bool:
    """Whether the position is liquidated before its stop is reached."""
    stop = order.terms.stop
    if stop is None or liquidation is None:
        return False
    return stop <= liquidation if order.side == "BUY" else stop >= liquidation
