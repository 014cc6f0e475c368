"""From what was asked to an exact order: absolute amount, quantity on step, or a clear refusal.

Pure: the same request, price and account give the same order, and an order's own amount sized again
at the same price gives that order again.
"""

from decimal import ROUND_DOWN, ROUND_UP, Decimal

from core.domain.market import Instrument
from core.domain.money import CASH, ZERO, floor_to_step
from core.domain.positions import Position
from core.domain.risk import max_leverage
from core.trading import refusals
from core.trading.request import BUYING, OPENING, Amount, TradeAction
from core.trading.sized_order import Adjustment, Situation, SizedOrder

_CENT = Decimal("0.01")
_MOST_ROUNDED_UP = Decimal("1.1")
"""How far above the amount asked for the smallest possible order may be, as a factor.

An exchange with a minimum of 5 USDT takes no order of exactly 5 USDT: cut to the step it is worth
less. The step above is meant then, and the card says so.
"""


def size(
    action: TradeAction, amount: Amount, leverage: int | None, situation: Situation
) -> SizedOrder:
    """The order that this request means here and now.

    PersonError names what does not fit and offers what would; OrderDenied where the funds or the
    leverage bracket forbid it.
    """
    if action in OPENING:
        return _opening(action, amount, leverage, situation)
    return _closing(action, amount, situation)


def smallest_quantity(instrument: Instrument, price: Decimal) -> Decimal:
    """The least that the venue takes at this price, on step."""
    least = max(instrument.min_quantity, instrument.min_notional / price)
    return (least / instrument.step).to_integral_value(rounding=ROUND_UP) * instrument.step


def _opening(
    action: TradeAction, asked: Amount, leverage: int | None, situation: Situation
) -> SizedOrder:
    instrument, price = situation.instrument, _price(action, situation)
    held, free = situation.held(instrument.symbol), situation.free(instrument.quote)
    if instrument.kind == "perpetual":
        leverage = _leverage(action, asked, leverage, held, situation)
    most = _most_value(instrument, free, leverage)
    amount, in_quote = asked.number, asked.unit != "base"
    if asked.unit == "percent_of_free":
        amount = min(free * amount / 100, most).quantize(_CENT, rounding=ROUND_DOWN)
    least = smallest_quantity(instrument, price)
    quantity = floor_to_step(amount / price if in_quote else amount, instrument.step)
    adjusted: Adjustment = ""
    if quantity < least:
        if not (in_quote and _means_smallest(amount, least * price, instrument)):
            offer = _smallest_offer(least, price, most, instrument)
            raise refusals.below_minimum(action, least, price, leverage, offer, situation)
        quantity, adjusted = least, "rounded_up"
    order = SizedOrder(
        action=action,
        instrument=instrument,
        amount=amount if in_quote else quantity,
        unit="quote" if in_quote else "base",
        quantity=quantity,
        price=price,
        leverage=leverage,
        held=held,
        adjusted=adjusted,
        terms=situation.terms,
    )
    _check_leverage(order, situation)
    if order.most_cost > free:
        affordable = most.quantize(_CENT, rounding=ROUND_DOWN)
        enough = affordable >= max(least * price, instrument.min_notional)
        raise refusals.insufficient(order, affordable if enough else None, situation)
    return order


def _closing(action: TradeAction, asked: Amount, situation: Situation) -> SizedOrder:
    instrument, price = situation.instrument, _price(action, situation)
    held = situation.held(instrument.symbol)
    available = available_of(action, situation)
    if not available:
        raise refusals.not_held(action, situation)
    amount, in_quote = asked.number, asked.unit == "quote"
    if in_quote:
        wanted = amount / price
    else:
        wanted = amount if asked.unit == "base" else available * amount / 100
    quantity = floor_to_step(min(wanted, available), instrument.step)
    adjusted: Adjustment = "clamped" if wanted > available else ""
    # A position may always be closed down to its last step; only spot sales have a minimum value.
    least = smallest_quantity(instrument, price) if action == "sell" else instrument.step
    if quantity < least:
        fits = in_quote and _means_smallest(amount, least * price, instrument)
        if not fits or least > available:
            raise refusals.too_little_to_close(action, least, price, available, situation)
        quantity, adjusted = least, "rounded_up"
    in_quote = in_quote and adjusted != "clamped"
    return SizedOrder(
        action=action,
        instrument=instrument,
        amount=amount if in_quote else quantity,
        unit="quote" if in_quote else "base",
        quantity=quantity,
        price=price,
        leverage=None if action == "sell" or held is None else held.leverage,
        held=held,
        adjusted=adjusted,
        terms=situation.terms,
    )


def _price(action: TradeAction, situation: Situation) -> Decimal:
    """Where the order fills as far as is known: a market order at the price that it meets first.

    A limit that fills at once is sized at its limit, the worst that it may come to.
    """
    terms = situation.terms
    if terms.price is not None:
        return terms.price
    return terms.entry(situation.quote.ask if action in BUYING else situation.quote.bid)


def available_of(action: TradeAction, situation: Situation) -> Decimal:
    """What this action can sell or close, in base units."""
    if action == "sell":
        return situation.free(situation.instrument.base)
    held = situation.held(situation.instrument.symbol)
    side = "LONG" if action == "close_long" else "SHORT"
    return held.quantity if held is not None and held.side == side else ZERO


def _most_value(instrument: Instrument, free: Decimal, leverage: int | None) -> Decimal:
    """The largest order value that `free` pays with its fee, less what rounding may add to both."""
    per_value = 1 / Decimal(leverage or 1) + instrument.taker
    return max(ZERO, free - 2 * CASH) / per_value


def _means_smallest(amount: Decimal, smallest: Decimal, instrument: Instrument) -> bool:
    """Whether an amount (quote) that the step cuts below the minimum means the smallest order."""
    return amount >= instrument.min_notional and smallest <= amount * _MOST_ROUNDED_UP


def _smallest_offer(
    least: Decimal, price: Decimal, most: Decimal, instrument: Instrument
) -> refusals.Offer | None:
    """The smallest order as a person would ask for it; None when it cannot be paid."""
    if least * price > most:
        return None
    if _means_smallest(instrument.min_notional, least * price, instrument):
        return instrument.min_notional, "quote"
    return least, "base"


def _leverage(
    action: TradeAction,
    asked: Amount,
    leverage: int | None,
    held: Position | None,
    situation: Situation,
) -> int:
    """The leverage asked for, else the position's own, else 1: a position has only one."""
    if held is None or held.leverage is None:
        return leverage or 1
    if held.side != ("LONG" if action == "open_long" else "SHORT"):
        raise refusals.opposite_held(held, situation)
    if leverage not in (None, held.leverage):
        raise refusals.other_leverage(action, asked, held, situation)
    return held.leverage


def _check_leverage(order: SizedOrder, situation: Situation) -> None:
    if order.leverage is None:
        return
    held = order.held.quantity if order.held is not None else ZERO
    maximum = max_leverage(order.instrument, (order.quantity + held) * order.price)
    if maximum is not None and order.leverage > maximum:
        raise refusals.leverage_above(order, maximum, situation)
