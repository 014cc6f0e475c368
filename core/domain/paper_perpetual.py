"""Perpetual orders on the paper book: isolated margin, one position a symbol (one-way).

One fill may close and open (a flip): a close leg, then an open leg, judged together. Closing takes
nothing from the free balance: what it loses, fee included, ends where the released margin does.
"""

from dataclasses import dataclass, replace
from decimal import Decimal

from core.domain import margin
from core.domain.money import ZERO, book_fee, book_pnl, plain
from core.domain.paper import (
    FEES,
    FREE,
    REALISED,
    Event,
    Movement,
    PaperBook,
    margin_of,
    row_id,
)
from core.domain.paper_trade import Filled, Refused, Trade
from core.domain.records import PaperPositionRow
from core.domain.risk import max_leverage


@dataclass(frozen=True, kw_only=True, slots=True)
class _Close:
    """The close leg: `cost` leaves the position, `released` its margin."""

    quantity: Decimal = ZERO
    cost: Decimal = ZERO
    released: Decimal = ZERO
    pnl: Decimal = ZERO
    fee: Decimal = ZERO


@dataclass(frozen=True, kw_only=True, slots=True)
class _Open:
    """The open leg, and the leverage of the position that results."""

    quantity: Decimal = ZERO
    cost: Decimal = ZERO
    margin: Decimal = ZERO
    fee: Decimal = ZERO
    leverage: int = 1


def trade_perpetual(book: PaperBook, trade: Trade) -> Filled | Refused:
    """The trade as a close leg and an open leg; reduce-only is clamped to what it can close."""
    held = book.position(trade.instrument.symbol)
    opposite = abs(held.quantity) if held and held.quantity * trade.sign < 0 else ZERO
    if trade.reduce_only and not opposite:
        return Refused(reason="venue_nothing_to_reduce", params={"symbol": trade.instrument.symbol})
    close, opened = _Close(), _Open()
    if held is not None and opposite:
        close = _close_leg(book, trade, held, min(trade.quantity, opposite))
    if not trade.reduce_only and trade.quantity > close.quantity:
        added_to = None if opposite else held
        opened = _open_leg(trade, added_to, trade.quantity - close.quantity)
        refused = _refusal(book, trade, added_to, close, opened)
        if refused is not None:
            return refused
    return Filled(
        event=Event(
            movements=_movements(trade, close, opened),
            positions=(_position(book, trade, held, close, opened),),
        ),
        quantity=close.quantity + opened.quantity,
        price=trade.price,
        fee=close.fee + opened.fee,
        realized_pnl=close.pnl if close.quantity else None,
        maker=trade.maker,
    )


def _close_leg(book: PaperBook, trade: Trade, held: PaperPositionRow, quantity: Decimal) -> _Close:
    size = abs(held.quantity)
    of_margin = book.margin(trade.instrument.quote, held.symbol)
    whole = quantity == size
    cost = held.cost if whole else book_pnl(held.cost * quantity / size)
    released = of_margin if whole else book_pnl(of_margin * quantity / size)
    value = quantity * trade.price
    # A long closes with a sell, so its gain is value - cost: the trade's sign is the opposite one.
    pnl = max(book_pnl(-trade.sign * (value - cost)), -released)
    fee = min(book_fee(value * trade.fee_rate), released + pnl)
    return _Close(quantity=quantity, cost=cost, released=released, pnl=pnl, fee=fee)


def leverage_of(asked: int | None, added_to: PaperPositionRow | None) -> int:
    """The leverage of an order that opens or adds: as asked, else the position's, else 1x."""
    return asked if asked is not None else (added_to.leverage if added_to else None) or 1


def _open_leg(trade: Trade, added_to: PaperPositionRow | None, quantity: Decimal) -> _Open:
    leverage = leverage_of(trade.leverage, added_to)
    value = book_pnl(quantity * trade.price)
    return _Open(
        quantity=quantity,
        cost=value,
        margin=margin.initial_margin(value, max(leverage, 1)),
        fee=book_fee(value * trade.fee_rate),
        leverage=leverage,
    )


def leverage_refusal(
    trade: Trade, added_to: PaperPositionRow | None, quantity: Decimal, leverage: int
) -> Refused | None:
    """Why a position may not get or keep this leverage when `quantity` is opened or added."""
    market = trade.instrument
    if added_to is not None and added_to.leverage != leverage:
        has = {"symbol": market.symbol, "has": str(added_to.leverage), "asked": str(leverage)}
        return Refused(reason="venue_leverage_differs", params=has)
    notional = (quantity + (abs(added_to.quantity) if added_to else ZERO)) * trade.price
    # Where none is known nothing may be borrowed here: no venue stands behind that would judge.
    most = max_leverage(market, notional) or 1
    if 1 <= leverage <= most:
        return None
    limit = {
        "asked": str(leverage),
        "most": str(most),
        "value": plain(notional),
        "currency": market.quote,
        "symbol": market.symbol,
    }
    return Refused(reason="venue_leverage_limit", params=limit)


def _refusal(
    book: PaperBook,
    trade: Trade,
    added_to: PaperPositionRow | None,
    close: _Close,
    opened: _Open,
) -> Refused | None:
    """Why the resulting position may not be: its leverage, its price in margin, its first mark."""
    market = trade.instrument
    refused = leverage_refusal(trade, added_to, opened.quantity, opened.leverage)
    if refused is not None:
        return refused
    needed = opened.margin + opened.fee
    available = book.balance(market.quote) + close.released + close.pnl - close.fee
    if needed > available:
        short = {"needed": plain(needed), "free": plain(available), "currency": market.quote}
        return Refused(reason="venue_insufficient_margin", params=short)
    already = book.margin(market.quote, market.symbol) if added_to else ZERO
    if not trade.maker and margin.is_due(
        sign=trade.sign,
        quantity=opened.quantity + (abs(added_to.quantity) if added_to else ZERO),
        cost=opened.cost + (added_to.cost if added_to else ZERO),
        margin=already + opened.margin,
        mark=trade.mark,
        tiers=market.tiers,
    ):
        at = {"symbol": market.symbol, "price": plain(trade.price), "mark": plain(trade.mark)}
        return Refused(reason="venue_would_liquidate", params=at)
    return None


def _movements(trade: Trade, close: _Close, opened: _Open) -> tuple[Movement, ...]:
    currency = trade.instrument.quote
    bucket = margin_of(trade.instrument.symbol)
    return (
        Movement(
            kind="margin_out", currency=currency, bucket=FREE, contra=bucket, amount=close.released
        ),
        Movement(
            kind="realised", currency=currency, bucket=FREE, contra=REALISED, amount=close.pnl
        ),
        Movement(
            kind="fee",
            currency=currency,
            bucket=FREE,
            contra=FEES,
            amount=-(close.fee + opened.fee),
        ),
        Movement(
            kind="margin_in", currency=currency, bucket=bucket, contra=FREE, amount=opened.margin
        ),
    )


def _position(
    book: PaperBook, trade: Trade, held: PaperPositionRow | None, close: _Close, opened: _Open
) -> PaperPositionRow:
    if held is None or (opened.quantity and close.quantity):
        return PaperPositionRow(
            id=row_id(book.exchange_account_id, trade.instrument.symbol),
            exchange_account_id=book.exchange_account_id,
            symbol=trade.instrument.symbol,
            quantity=trade.sign * opened.quantity,
            cost=opened.cost,
            leverage=opened.leverage,
            opened_at=trade.at,
            updated_at=trade.at,
            funded_at=trade.at,
        )
    quantity = held.quantity + trade.sign * (close.quantity + opened.quantity)
    return replace(
        held,
        quantity=quantity,
        cost=held.cost - close.cost + opened.cost,
        leverage=held.leverage if quantity else None,
        updated_at=trade.at,
    )
