"""Spot orders on the paper book: no shorting, no debt.

The fee is in the quote currency on both sides, unless the market takes a buy's from the coins.
"""

from decimal import Decimal

from core.domain.money import ZERO, book_fee, book_pnl, floor_to_step, plain
from core.domain.paper import (
    FEES,
    FREE,
    MARKET,
    Event,
    Movement,
    MovementKind,
    PaperBook,
    row_id,
)
from core.domain.paper_trade import Filled, Refused, Trade
from core.domain.records import PaperPositionRow


def trade_spot(book: PaperBook, trade: Trade) -> Filled | Refused:
    """The trade paid for from what is free; a reduce-only sell is clamped to what is free."""
    return _buy(book, trade) if trade.side == "BUY" else _sell(book, trade)


def _buy(book: PaperBook, trade: Trade) -> Filled | Refused:
    market = trade.instrument
    if trade.reduce_only:
        return Refused(reason="venue_nothing_to_reduce", params={"symbol": market.symbol})
    value = book_pnl(trade.quantity * trade.price)
    of_coins = ZERO
    if market.fee_in_base:
        of_coins = min(book_fee(trade.quantity * trade.fee_rate), trade.quantity)
    fee = book_fee(value * trade.fee_rate)
    paid = value if market.fee_in_base else value + fee
    free = book.balance(market.quote)
    if paid > free:
        needed = {"needed": plain(paid), "free": plain(free), "currency": market.quote}
        return Refused(reason="venue_insufficient_balance", params=needed)
    held = book.position(market.symbol)
    return Filled(
        event=Event(
            movements=(
                *_exchange("buy", trade, trade.quantity, value),
                _fee(market.base, of_coins) if market.fee_in_base else _fee(market.quote, fee),
            ),
            positions=(
                _holding(
                    book,
                    trade,
                    (held.quantity if held else ZERO) + trade.quantity - of_coins,
                    (held.cost if held else ZERO) + value,
                ),
            ),
        ),
        quantity=trade.quantity,
        price=trade.price,
        fee=fee,
        realized_pnl=None,
        maker=trade.maker,
    )


def _sell(book: PaperBook, trade: Trade) -> Filled | Refused:
    market = trade.instrument
    held = book.position(market.symbol)
    free = book.balance(market.base)
    quantity = trade.quantity
    if trade.reduce_only:
        quantity = min(quantity, floor_to_step(free, market.step))
    if held is None or not quantity:
        return Refused(reason="venue_nothing_to_sell", params={"currency": market.base})
    if quantity > free:
        has = {"asked": plain(quantity), "free": plain(free), "currency": market.base}
        return Refused(reason="venue_insufficient_holding", params=has)
    value = book_pnl(quantity * trade.price)
    fee = book_fee(value * trade.fee_rate)
    cost = book_pnl(held.cost * quantity / held.quantity)
    return Filled(
        event=Event(
            movements=(*_exchange("sell", trade, -quantity, -value), _fee(market.quote, fee)),
            positions=(_holding(book, trade, held.quantity - quantity, held.cost - cost),),
        ),
        quantity=quantity,
        price=trade.price,
        fee=fee,
        realized_pnl=value - cost,
        maker=trade.maker,
    )


def _exchange(
    kind: MovementKind, trade: Trade, base: Decimal, paid: Decimal
) -> tuple[Movement, ...]:
    """Coins in (out, below zero) for money out (in)."""
    market = trade.instrument
    coins = Movement(kind=kind, currency=market.base, bucket=FREE, contra=MARKET, amount=base)
    money = Movement(kind=kind, currency=market.quote, bucket=FREE, contra=MARKET, amount=-paid)
    return (money, coins)


def _fee(currency: str, amount: Decimal) -> Movement:
    return Movement(kind="fee", currency=currency, bucket=FREE, contra=FEES, amount=-amount)


def _holding(book: PaperBook, trade: Trade, quantity: Decimal, cost: Decimal) -> PaperPositionRow:
    symbol = trade.instrument.symbol
    held = book.position(symbol)
    return PaperPositionRow(
        id=row_id(book.exchange_account_id, symbol),
        exchange_account_id=book.exchange_account_id,
        symbol=symbol,
        quantity=quantity,
        cost=cost,
        leverage=None,
        opened_at=held.opened_at if held else trade.at,
        updated_at=trade.at,
        funded_at=trade.at,
    )
