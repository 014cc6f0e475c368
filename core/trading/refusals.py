"""Orders that cannot be: each refusal says why, in figures, and offers what would work."""

from decimal import Decimal
from typing import Literal

from core.domain.positions import Position
from core.errors import OrderDenied, PersonError
from core.trading.figures import cents_down, cents_up
from core.trading.request import OPENING, Amount, TradeAction
from core.trading.sized_order import Situation, SizedOrder
from core.trading.suggest import an_order, everything
from core.views.account_view import holding_text
from core.views.words import say

Offer = tuple[Decimal, Literal["base", "quote"]]

_NOT_HELD = {"sell": "nothing_to_sell", "close_long": "no_long", "close_short": "no_short"}


class AmountMissing(PersonError):
    """An order without an amount; who knows the person's own adds what can be pressed."""

    def __init__(self, action: TradeAction, available: Decimal, situation: Situation) -> None:
        instrument = situation.instrument
        opens = action in OPENING
        super().__init__(
            "amount_missing" if opens else "amount_missing_to_sell",
            coin=instrument.base,
            minimum=instrument.min_notional,
            quote=instrument.quote,
            free=cents_down(situation.free(instrument.quote)) if opens else available,
            currency=instrument.quote if opens else instrument.base,
        )


class NotHeld(PersonError):
    """Nothing of the market is there to sell or close."""


def below_minimum(
    action: TradeAction,
    least: Decimal,
    price: Decimal,
    leverage: int | None,
    offer: Offer | None,
    situation: Situation,
) -> PersonError:
    """Less than the venue takes; `offer` is the smallest order that works."""
    instrument = situation.instrument
    choices: tuple[tuple[str, str], ...] = ()
    if offer:
        smallest = an_order(
            situation.lang, action, instrument, *offer, leverage, tail=situation.tail
        )
        choices = (smallest,)
    return PersonError(
        "below_minimum",
        minimum=instrument.min_notional,
        currency=instrument.quote,
        symbol=instrument.symbol,
        coin=instrument.base,
        least=least,
        cost=_cost(least, price),
        choices=choices,
    )


def too_little_to_close(
    action: TradeAction, least: Decimal, price: Decimal, available: Decimal, situation: Situation
) -> PersonError:
    """Less than can be sold or closed; where all that is held is too little, nothing helps."""
    instrument, lang = situation.instrument, situation.lang
    enough = available >= least
    everything_held = everything(lang, action, instrument.symbol, situation.tail)
    smallest = an_order(lang, action, instrument, least, "base", tail=situation.tail)
    return PersonError(
        "too_little_to_close" if enough else "dust",
        symbol=instrument.symbol,
        coin=instrument.base,
        currency=instrument.quote,
        least=least,
        cost=_cost(least, price),
        held=available,
        choices=(smallest, everything_held) if enough else (),
    )


def insufficient(
    order: SizedOrder, affordable: Decimal | None, situation: Situation
) -> OrderDenied:
    """More than the free balance pays; `affordable` is the largest value (quote) that it does."""
    instrument = order.instrument
    choices: tuple[tuple[str, str], ...] = ()
    if affordable is not None:
        offered = an_order(
            situation.lang,
            order.action,
            instrument,
            affordable,
            "quote",
            order.leverage,
            tail=situation.tail,
        )
        choices = (offered,)
    return OrderDenied(
        "insufficient_funds",
        needed=cents_up(order.most_cost),
        free=cents_down(situation.free(instrument.quote)),
        currency=instrument.quote,
        choices=choices,
    )


def not_held(action: TradeAction, situation: Situation) -> PersonError:
    """Nothing to sell or close: what is held instead, and the way out of the same coin."""
    instrument, positions = situation.instrument, situation.view.positions
    held = [holding_text(p.symbol, p.kind, p.side, p.quantity) for p in positions]
    same_coin = [p for p in positions if p.symbol.startswith(f"{instrument.base}/")]
    return NotHeld(
        _NOT_HELD[action],
        symbol=instrument.symbol,
        coin=instrument.base,
        held=held or say(situation.lang, "nothing"),
        choices=tuple(everything(situation.lang, _way_out(p), p.symbol) for p in same_coin),
    )


def opposite_held(held: Position, situation: Situation) -> PersonError:
    """One market holds one position: an order that opens must not close the other side unsaid."""
    return PersonError(
        "opposite_position",
        held=holding_text(held.symbol, held.kind, held.side, held.quantity),
        choices=(everything(situation.lang, _way_out(held), held.symbol),),
    )


def other_leverage(
    action: TradeAction, asked: Amount, held: Position, situation: Situation
) -> PersonError:
    """Adding with another leverage than the position has."""
    choices: tuple[tuple[str, str], ...] = ()
    if asked.unit in ("base", "quote"):
        unit: Literal["base", "quote"] = "base" if asked.unit == "base" else "quote"
        instrument = situation.instrument
        choices = (
            an_order(
                situation.lang,
                action,
                instrument,
                asked.number,
                unit,
                held.leverage,
                tail=situation.tail,
            ),
        )
    return PersonError(
        "leverage_of_position", symbol=held.symbol, leverage=held.leverage, choices=choices
    )


def leverage_above(order: SizedOrder, maximum: int, situation: Situation) -> OrderDenied:
    """More leverage than the bracket of the resulting position allows."""
    return OrderDenied(
        "leverage_too_high",
        symbol=order.instrument.symbol,
        leverage=order.leverage,
        maximum=maximum,
        choices=(
            an_order(
                situation.lang,
                order.action,
                order.instrument,
                order.amount,
                order.unit,
                maximum,
                tail=situation.tail,
            ),
        ),
    )


def _cost(quantity: Decimal, price: Decimal) -> Decimal:
    return cents_up(quantity * price)


def _way_out(position: Position) -> TradeAction:
    if position.kind == "spot":
        return "sell"
    return "close_long" if position.side == "LONG" else "close_short"
