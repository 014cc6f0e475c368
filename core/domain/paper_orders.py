"""A new order at the paper venue: whether it fills now, rests, or is refused.

The whole order is judged before any of it is booked.
"""

from datetime import datetime
from decimal import Decimal

from core.domain.market import Instrument, Quote
from core.domain.money import ZERO, floor_to_step, plain
from core.domain.orders import OrderRequest
from core.domain.paper import PaperBook, row_id
from core.domain.paper_grid import malformed, off_size
from core.domain.paper_perpetual import leverage_of, leverage_refusal, trade_perpetual
from core.domain.paper_price import fill_price
from core.domain.paper_resting import MOST_RESTING, crosses, reserve, reserving, triggered
from core.domain.paper_spot import trade_spot
from core.domain.paper_trade import Filled, PaperRules, Refused, Rests, Trade
from core.domain.records import PaperOpenOrderRow, PaperPositionRow


def judge(
    book: PaperBook,
    instrument: Instrument,
    order: OrderRequest,
    quote: Quote,
    *,
    rules: PaperRules,
    venue_order_id: str,
    at: datetime,
) -> Filled | Rests | Refused:
    """What the order does to the book at this quote.

    A limit that meets the other side on arrival is a taker at the book's price, no worse than its
    own. A stop or take-profit that is reached already is refused: it would be a market order.
    """
    refused = malformed(instrument, order)
    if refused is not None:
        return refused
    quantity = fillable(book, instrument, order)
    limit = order.price if order.type == "limit" else None
    if order.type == "market" or (limit is not None and crosses(order.side, limit, quote)):
        if order.post_only:
            return _refused("venue_would_cross", order, price=limit)
        price = fill_price(instrument, order.side, quantity, quote)
        if limit is not None:
            price = (min if order.side == "BUY" else max)(price, limit)
        return _fill(book, _trade(instrument, order, quantity, price, quote.mark, at), order)
    if triggered(order.type, order.side, order.trigger, quote, rules):
        return _refused("venue_would_trigger", order, trigger=order.trigger, mark=quote.mark)
    if len(book.orders) >= MOST_RESTING:
        return _refused("venue_too_many_orders", order, most=Decimal(MOST_RESTING))
    price = (order.trigger if limit is None else limit) or ZERO
    trade = _trade(instrument, order, quantity, price, quote.mark, at, maker=True)
    return _rest(book, trade, order, venue_order_id)


def fillable(book: PaperBook, instrument: Instrument, order: OrderRequest) -> Decimal:
    """How much of the order would trade: floored to the step, a reduce-only one clamped."""
    quantity = floor_to_step(order.quantity, instrument.step)
    if not order.reduce_only:
        return quantity
    most = reducible(book, instrument, order)
    return min(quantity, most) if most else quantity


def reducible(book: PaperBook, instrument: Instrument, order: OrderRequest) -> Decimal:
    """How much an order of this side could close: of a perpetual, or of coins that are free."""
    held = book.position(instrument.symbol)
    if held is None or (held.quantity > 0) == (order.side == "BUY"):
        return ZERO
    if instrument.kind == "perpetual":
        return abs(held.quantity)
    # A stop reserves no coins, so that those of a target beside it are not in its way.
    coins = (
        held.quantity if order.type in ("stop", "take_profit") else book.balance(instrument.base)
    )
    return floor_to_step(min(coins, held.quantity), instrument.step)


def _fill(book: PaperBook, trade: Trade, order: OrderRequest) -> Filled | Refused:
    instrument = trade.instrument
    refused = _off_size(book, trade, order)
    if refused is not None:
        return refused
    return trade_spot(book, trade) if instrument.kind == "spot" else trade_perpetual(book, trade)


def _rest(
    book: PaperBook, trade: Trade, order: OrderRequest, venue_order_id: str
) -> Rests | Refused:
    held = book.position(order.symbol)
    added_to = held if held and held.quantity * trade.sign > 0 else None
    leverage = None
    if trade.instrument.kind == "perpetual":
        leverage = leverage_of(trade.leverage, added_to)
    refused = _off_size(book, trade, order) or _cannot_be(book, trade, added_to, leverage)
    if refused is not None:
        return refused
    currency, reserved = trade.instrument.quote, ZERO
    if order.type == "limit":
        currency, reserved = reserve(
            trade.instrument,
            side=order.side,
            quantity=trade.quantity,
            price=trade.price,
            leverage=leverage,
            reduce_only=order.reduce_only,
        )
    free = book.balance(currency)
    if reserved > free:
        return _too_dear(trade, currency, reserved, free)
    row = PaperOpenOrderRow(
        id=row_id(book.exchange_account_id, order.client_order_id),
        exchange_account_id=book.exchange_account_id,
        client_order_id=order.client_order_id,
        venue_order_id=venue_order_id,
        symbol=order.symbol,
        side=order.side,
        type=order.type,
        quantity=trade.quantity,
        price=trade.price if order.type == "limit" else None,
        trigger=None if order.type == "limit" else trade.price,
        leverage=leverage,
        reduce_only=order.reduce_only,
        post_only=order.post_only,
        oco=order.oco,
        reserved=reserved,
        currency=currency,
        created_at=trade.at,
        updated_at=trade.at,
    )
    return Rests(event=reserving(row), order=row)


def _cannot_be(
    book: PaperBook, trade: Trade, added_to: PaperPositionRow | None, leverage: int | None
) -> Refused | None:
    """Why the order could not fill even at its own price, money aside."""
    market = trade.instrument
    held = book.position(market.symbol)
    if market.kind == "spot":
        if trade.side == "BUY":
            nothing = {"symbol": market.symbol}
            return (
                Refused(reason="venue_nothing_to_reduce", params=nothing)
                if trade.reduce_only
                else None
            )
        if held is None:
            return Refused(reason="venue_nothing_to_sell", params={"currency": market.base})
        return None
    if trade.reduce_only:
        if held is None or held.quantity * trade.sign > 0:
            return Refused(reason="venue_nothing_to_reduce", params={"symbol": market.symbol})
        return None
    return leverage_refusal(trade, added_to, trade.quantity, leverage or 1)


def _too_dear(trade: Trade, currency: str, reserved: Decimal, free: Decimal) -> Refused:
    if currency == trade.instrument.base:
        has = {"asked": plain(reserved), "free": plain(free), "currency": currency}
        return Refused(reason="venue_insufficient_holding", params=has)
    spot = trade.instrument.kind == "spot"
    return Refused(
        reason="venue_insufficient_balance" if spot else "venue_insufficient_margin",
        params={"needed": plain(reserved), "free": plain(free), "currency": currency},
    )


def _off_size(book: PaperBook, trade: Trade, order: OrderRequest) -> Refused | None:
    most = reducible(book, trade.instrument, order) if order.reduce_only else ZERO
    closes_all = bool(most) and trade.quantity == most
    return off_size(trade.instrument, order, trade.quantity, trade.price, closes_all=closes_all)


def _trade(
    instrument: Instrument,
    order: OrderRequest,
    quantity: Decimal,
    price: Decimal,
    mark: Decimal,
    at: datetime,
    *,
    maker: bool = False,
) -> Trade:
    return Trade(
        instrument=instrument,
        side=order.side,
        quantity=quantity,
        price=price,
        mark=mark,
        leverage=order.leverage,
        reduce_only=order.reduce_only,
        at=at,
        maker=maker,
    )


def _refused(reason: str, order: OrderRequest, **figures: Decimal | None) -> Refused:
    shown = {name: plain(value) for name, value in figures.items() if value is not None}
    return Refused(reason=reason, params={"symbol": order.symbol, **shown})
