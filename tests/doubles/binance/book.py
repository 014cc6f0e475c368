"""What the venue holds of one account: wallets, positions, orders, trades. Money is Decimal."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

TAKER, MAKER = Decimal("0.0005"), Decimal("0.0002")
MAINTENANCE = Decimal("0.004")
ZERO = Decimal(0)
QUOTE = "USDT"


class Refused(Exception):
    """The venue says no: an HTTP status, its own code and sentence."""

    def __init__(self, code: int, msg: str, status: int = 400) -> None:
        super().__init__(msg)
        self.code, self.msg, self.status = code, msg, status


@dataclass
class Position:
    """A perpetual, isolated; `amount` is signed."""

    amount: Decimal = ZERO
    entry: Decimal = ZERO
    margin: Decimal = ZERO


@dataclass
class Order:
    """An order of either market; `algo` stands among the trigger orders until it goes off."""

    market: str
    symbol: str
    id: int
    client_id: str
    side: str
    type: str
    quantity: Decimal
    at: int
    price: Decimal = ZERO
    trigger: Decimal = ZERO
    reduce_only: bool = False
    post_only: bool = False
    algo: bool = False
    working_type: str = ""
    status: str = "NEW"
    filled: Decimal = ZERO
    value: Decimal = ZERO
    became: int = 0
    updated: int = 0

    @property
    def open(self) -> bool:
        return self.status in ("NEW", "PARTIALLY_FILLED")


@dataclass
class Book:
    """One account. `prices` are by (market, symbol); `slices` splits what fills at once."""

    now: Callable[[], int]
    prices: dict[tuple[str, str], Decimal] = field(default_factory=dict)
    lost: set[tuple[str, str]] = field(default_factory=set)
    """Markets that the venue cannot price now: it takes no orders there and tells a zero."""
    spot: dict[str, Decimal] = field(default_factory=dict)
    wallet: Decimal = ZERO
    positions: dict[str, Position] = field(default_factory=dict)
    leverages: dict[str, int] = field(default_factory=dict)
    margin_types: dict[str, str] = field(default_factory=dict)
    hedged: bool = False
    orders: list[Order] = field(default_factory=list)
    trades: list[dict[str, Any]] = field(default_factory=list)
    forced: list[Order] = field(default_factory=list)
    income: list[dict[str, Any]] = field(default_factory=list)
    deposits: list[dict[str, Any]] = field(default_factory=list)
    withdrawals: list[dict[str, Any]] = field(default_factory=list)
    slices: int = 1
    fee_coin: str = ""
    """What spot fees are taken in; empty: what is received, as Binance does without BNB."""
    on_change: Callable[[Order, dict[str, Any] | None], None] = lambda *_: None
    made: int = 1000

    def find(self, market: str, symbol: str, *, algo: bool, number: str, client_id: str) -> Order:
        for one in reversed(self.orders):
            if (one.market, one.symbol, one.algo) == (market, symbol, algo) and (
                one.client_id == client_id if client_id else str(one.id) == number
            ):
                return one
        raise Refused(-2013, "Order does not exist.")

    def gain(self, symbol: str) -> Decimal:
        held = self.positions.get(symbol, Position())
        return (self.prices[("linear", symbol)] - held.entry) * held.amount

    def set_aside(self) -> Decimal:
        return sum((one.margin for one in self.positions.values()), ZERO)

    def resting(self) -> Decimal:
        """What resting opening orders of perpetuals reserve."""
        return sum(
            (
                (one.quantity - one.filled) * one.price / self.leverages.get(one.symbol, 20)
                for one in self.orders
                if one.market == "linear" and one.open and not one.algo and not one.reduce_only
            ),
            ZERO,
        )

    def liquidation(self, symbol: str) -> Decimal:
        held = self.positions[symbol]
        sign = 1 if held.amount > 0 else -1
        size = abs(held.amount)
        price = (held.margin - sign * size * held.entry) / (size * MAINTENANCE - sign * size)
        return max(price, ZERO)

    def take(self, order: Order) -> Order:
        """Accept an order and fill what fills at once."""
        if any(
            one.client_id == order.client_id and one.algo == order.algo and one.open
            for one in self.orders
        ) or (order.market == "linear" and self._seen(order)):
            raise Refused(-4116, "ClientOrderId is duplicated.")
        if (order.market, order.symbol) in self.lost:
            raise Refused(-1008, "Server is currently overloaded with other requests.", 503)
        self._check(order)
        self.made += 1
        order.id, order.updated = self.made, order.at
        self.orders.append(order)
        self.on_change(order, None)
        if not order.algo:
            self._match(order, arriving=True)
        return order

    def cancel(self, order: Order) -> Order:
        if not order.open:
            raise Refused(-2011, "Unknown order sent.")
        self._end(order, "CANCELED")
        return order

    def amend(self, order: Order, quantity: Decimal, price: Decimal) -> Order:
        if not order.open:
            raise Refused(-2011, "Unknown order sent.")
        if (order.quantity, order.price) == (quantity, price):
            raise Refused(-5027, "No need to modify the order.")
        order.quantity, order.price, order.updated = quantity, price, self.now()
        self._match(order, arriving=False)
        return order

    def set_price(self, market: str, symbol: str, price: Decimal) -> None:
        """Move the market: trigger orders go off, resting ones fill."""
        self.prices[(market, symbol)] = price
        for one in list(self.orders):
            if (one.market, one.symbol) != (market, symbol) or not one.open:
                continue
            if one.algo:
                self._set_off(one, price)
            else:
                self._match(one, arriving=False)

    def _seen(self, order: Order) -> bool:
        return any(
            one.client_id == order.client_id and one.algo == order.algo for one in self.orders
        )

    def _check(self, order: Order) -> None:
        price = order.price or self.prices[(order.market, order.symbol)]
        if order.post_only and self._crosses(order):
            raise Refused(-5022, "Post Only order will be rejected.")
        if order.market == "spot":
            base = order.symbol.removesuffix(QUOTE)
            needed, coin = (
                (order.quantity * price, QUOTE) if order.side == "BUY" else (order.quantity, base)
            )
            if self.spot.get(coin, ZERO) < needed:
                raise Refused(-2010, "Account has insufficient balance for requested action.")
            return
        held = self.positions.get(order.symbol, Position()).amount
        closes = held * (1 if order.side == "BUY" else -1) < 0
        if order.reduce_only:
            if not closes:
                raise Refused(-2022, "ReduceOnly Order is rejected.")
            order.quantity = order.quantity if order.algo else min(order.quantity, abs(held))
            return
        if order.quantity * price < 5:
            raise Refused(-4164, "Order's notional must be no smaller than 5.0.")
        opened = max(order.quantity - (abs(held) if closes else ZERO), ZERO)
        needed = opened * price / self.leverages.get(order.symbol, 20)
        if not order.algo and needed > self.wallet - self.set_aside() - self.resting():
            raise Refused(-2019, "Margin is insufficient.")

    def _crosses(self, order: Order) -> bool:
        if order.type == "MARKET":
            return True
        price = self.prices[(order.market, order.symbol)]
        return price <= order.price if order.side == "BUY" else price >= order.price

    def _set_off(self, order: Order, price: Decimal) -> None:
        falls = (order.side == "SELL") == order.type.startswith("STOP")
        if (price <= order.trigger) if falls else (price >= order.trigger):
            child = Order(
                market=order.market,
                symbol=order.symbol,
                id=0,
                client_id=f"autoclose-{order.id}",
                side=order.side,
                type="MARKET",
                quantity=order.quantity,
                at=self.now(),
                reduce_only=order.reduce_only,
            )
            order.updated = self.now()
            try:
                order.became = self.take(child).id
                order.status = "FINISHED"
            except Refused:
                order.status = "REJECTED"

    def _match(self, order: Order, *, arriving: bool) -> None:
        if not self._crosses(order):
            return
        price = self.prices[(order.market, order.symbol)]
        rate = TAKER if arriving else MAKER
        if not arriving:
            price = order.price
        left = order.quantity - order.filled
        part = left / self.slices
        for _ in range(self.slices):
            self._fill(order, part, price, rate, maker=not arriving)

    def fill_part(self, order: Order, quantity: Decimal) -> None:
        """Fill a part of a resting order at its own price."""
        self._fill(order, quantity, order.price, MAKER, maker=True)

    def _fill(
        self, order: Order, quantity: Decimal, price: Decimal, rate: Decimal, *, maker: bool
    ) -> None:
        self.made += 1
        value = quantity * price
        order.filled += quantity
        order.value += value
        order.updated = self.now()
        order.status = "FILLED" if order.filled == order.quantity else "PARTIALLY_FILLED"
        fee, coin = value * rate, QUOTE
        gain = ZERO
        if order.market == "spot":
            fee, coin = self._spot(order, quantity, value, rate)
        else:
            gain = self._perpetual(order, quantity, price)
            self.wallet += gain - fee
        trade = {
            "symbol": order.symbol,
            "market": order.market,
            "id": self.made,
            "orderId": order.id,
            "side": order.side,
            "price": f"{price:f}",
            "qty": f"{quantity:f}",
            "quoteQty": f"{value:f}",
            "realizedPnl": f"{gain:f}",
            "commission": f"{fee:f}",
            "commissionAsset": coin,
            "time": self.now(),
        }
        if order.market == "spot":
            trade |= {"isMaker": maker, "isBuyer": order.side == "BUY"}
        else:
            trade |= {"maker": maker, "buyer": order.side == "BUY", "positionSide": "BOTH"}
        self.trades.append(trade)
        self.on_change(order, trade)

    def _spot(
        self, order: Order, quantity: Decimal, value: Decimal, rate: Decimal
    ) -> tuple[Decimal, str]:
        base = order.symbol.removesuffix(QUOTE)
        gets, amount, gives, price = (
            (base, quantity, QUOTE, value)
            if order.side == "BUY"
            else (QUOTE, value, base, quantity)
        )
        coin = self.fee_coin or gets
        fee = amount * rate
        self.spot[gives] = self.spot.get(gives, ZERO) - price
        self.spot[gets] = self.spot.get(gets, ZERO) + amount
        if coin == gets:
            self.spot[gets] -= fee
        return fee, coin

    def _perpetual(self, order: Order, quantity: Decimal, price: Decimal) -> Decimal:
        held = self.positions.setdefault(order.symbol, Position())
        sign = 1 if order.side == "BUY" else -1
        gain = ZERO
        closed = min(quantity, abs(held.amount)) if held.amount * sign < 0 else ZERO
        if closed:
            side = 1 if held.amount > 0 else -1
            gain = (price - held.entry) * closed * side
            held.margin -= held.margin * closed / abs(held.amount)
            held.amount += sign * closed
        opened = quantity - closed
        if opened:
            before = abs(held.amount)
            held.entry = (before * held.entry + opened * price) / (before + opened)
            held.margin += opened * price / self.leverages.get(order.symbol, 20)
            held.amount += sign * opened
        if not held.amount:
            held.entry = held.margin = ZERO
        return gain

    def _end(self, order: Order, status: str) -> None:
        order.status, order.updated = status, self.now()
        self.on_change(order, None)
