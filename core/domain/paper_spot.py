"""Spot orders on the paper book: fee in the quote currency on both sides, no shorting, no debt."""

from decimal import Decimal

from core.domain.money import ZERO, book_fee, book_pnl, plain
from core.domain.paper import (
    FEES,
    FREE,
    MARKET,
    Event,
    Movement,
    MovementKind,
    PaperBook,
    position_id,
)
from core.domain.paper_trade import Filled, Refused, Trade
from core.domain.records import PaperPositionRow


def trade_spot(book: PaperBook, trade: Trade) -> Filled | Refused:
    """The trade paid for from what is free; a reduce-only sell is clamped to what is held."""
    return _buy(book, trade) if trade.side == "BUY" else _sell(book, trade)


def _buy(book: PaperBook, trade: Trade) -> Filled | Refused:
    market = trade.instrument
    if trade.reduce_only:
        return Refused(reason="venue_nothing_to_reduce", params={"symbol": market.symbol})
    value = book_pnl(trade.quantity * trade.price)
    fee = book_fee(value * market.taker)
    free = book.balance(market.quote)
    if value + fee > free:
        needed = {"needed": plain(value + fee), "free": plain(free), "currency": market.quote}
        return Refused(reason="venue_insufficient_balance", params=needed)
    held = book.position(market.symbol)
    return Filled(
        event=Event(
            movements=_exchange("buy", trade, trade.quantity, value, fee),
            position=_holding(
                book,
                trade,
                (held.quantity if held else ZERO) + trade.quantity,
                (held.cost if held else ZERO) + value,
            ),
        ),
        quantity=trade.quantity,
        price=trade.price,
        fee=fee,
        realized_pnl=None,
    )


def _sell(book: PaperBook, trade: Trade) -> Filled | Refused:
    market = trade.instrument
    held = book.position(market.symbol)
    if held is None:
        return Refused(reason="venue_nothing_to_sell", params={"currency": market.base})
    if trade.quantity > held.quantity and not trade.reduce_only:
        has = {
            "asked": plain(trade.quantity),
            "free": plain(held.quantity),
            "currency": market.base,
        }
        return Refused(reason="venue_insufficient_holding", params=has)
    quantity = min(trade.quantity, held.quantity)
    value = book_pnl(quantity * trade.price)
    fee = book_fee(value * market.taker)
    cost = book_pnl(held.cost * quantity / held.quantity)
    return Filled(
        event=Event(
            movements=_exchange("sell", trade, -quantity, -value, fee),
            position=_holding(book, trade, held.quantity - quantity, held.cost - cost),
        ),
        quantity=quantity,
        price=trade.price,
        fee=fee,
        realized_pnl=value - cost,
    )


def _exchange(
    kind: MovementKind, trade: Trade, base: Decimal, paid: Decimal, fee: Decimal
) -> tuple[Movement, ...]:
    """Coins in (out, below zero) for money out (in), and the fee."""
    market = trade.instrument
    coins = Movement(kind=kind, currency=market.base, bucket=FREE, contra=MARKET, amount=base)
    money = Movement(kind=kind, currency=market.quote, bucket=FREE, contra=MARKET, amount=-paid)
    cost = Movement(kind="fee", currency=market.quote, bucket=FREE, contra=FEES, amount=-fee)
    return (money, coins, cost)


def _holding(book: PaperBook, trade: Trade, quantity: Decimal, cost: Decimal) -> PaperPositionRow:
    symbol = trade.instrument.symbol
    held = book.position(symbol)
    return PaperPositionRow(
        id=position_id(book.exchange_account_id, symbol),
        exchange_account_id=book.exchange_account_id,
        symbol=symbol,
        quantity=quantity,
        cost=cost,
        leverage=None,
        opened_at=held.opened_at if held else trade.at,
        updated_at=trade.at,
        funded_at=trade.at,
    )
