"""An order with every figure of its card, and what it was sized against."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from core.domain.conversation import Lang
from core.domain.margin import initial_margin, liquidation_price, unrealized_pnl
from core.domain.market import Instrument, Quote
from core.domain.money import ZERO, book_fee, book_pnl
from core.domain.orders import Side
from core.domain.positions import AccountView, Position
from core.trading.request import BUYING, CLOSING, OPENING, TradeAction
from core.trading.terms import Terms

Adjustment = Literal["", "clamped", "rounded_up"]
_CENT = Decimal("0.01")


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """What an order is sized against; `tail` is what a request like it adds for its terms."""

    instrument: Instrument
    quote: Quote
    view: AccountView
    lang: Lang
    terms: Terms = field(default_factory=Terms)
    tail: str = ""

    def free(self, currency: str) -> Decimal:
        """What can be spent of a currency."""
        return next((b.free for b in self.view.balances if b.currency == currency), ZERO)

    def held(self, symbol: str) -> Position | None:
        """The position or spot holding of a symbol."""
        return next((p for p in self.view.positions if p.symbol == symbol and p.quantity), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class SizedOrder:
    """An order with every figure of its card. `amount` and `unit` are what it is bound to.

    `price` is where it fills as far as is known: the touch, its limit or its trigger. `leverage` is
    None for spot; `held` is the position it adds to or closes.
    """

    action: TradeAction
    instrument: Instrument
    amount: Decimal
    unit: Literal["base", "quote"]
    quantity: Decimal
    price: Decimal
    leverage: int | None
    held: Position | None
    adjusted: Adjustment = ""
    terms: Terms = field(default_factory=Terms)

    @property
    def side(self) -> Side:
        """What the venue is told."""
        return "BUY" if self.action in BUYING else "SELL"

    @property
    def opens(self) -> bool:
        """Whether it opens or adds, rather than closes or sells."""
        return self.action in OPENING

    @property
    def reduce_only(self) -> bool:
        """Whether the venue must not let it open anything."""
        return self.action in CLOSING

    @property
    def value(self) -> Decimal:
        """Quantity times price, in the quote currency."""
        return self.quantity * self.price

    @property
    def fee(self) -> Decimal:
        """The taker's fee, or the maker's for a limit that rests, rounded up as it is booked."""
        return book_fee(self.value * self.fee_rate)

    @property
    def fee_rate(self) -> Decimal:
        """The fee as a fraction of the value."""
        return self.instrument.maker if self.terms.rests else self.instrument.taker

    @property
    def margin(self) -> Decimal | None:
        """What a perpetual that opens sets aside; None for everything else."""
        if not self.opens or self.leverage is None:
            return None
        return initial_margin(self.value, self.leverage)

    @property
    def cost(self) -> Decimal:
        """What leaves the free quote balance: margin or value, and the fee."""
        return self._spent + self.fee

    @property
    def most_cost(self) -> Decimal:
        """The most that it takes: a resting limit sets the taker's fee aside, as venues do."""
        return self._spent + book_fee(self.value * self.instrument.taker)

    @property
    def _spent(self) -> Decimal:
        if not self.opens:
            return ZERO
        return self.value if self.margin is None else self.margin

    @property
    def loss_at_stop(self) -> Decimal | None:
        """What filling at the stop would lose, before fees; None without one."""
        if self.terms.stop is None:
            return None
        return abs(self.price - self.terms.stop) * self.quantity

    @property
    def gain_at_target(self) -> Decimal | None:
        """What filling at the target would gain, before fees; None without one."""
        if self.terms.target is None:
            return None
        return abs(self.terms.target - self.price) * self.quantity

    @property
    def reward_risk(self) -> Decimal | None:
        """What the target gains for each unit that the stop loses; None without both."""
        if not self.loss_at_stop or self.gain_at_target is None:
            return None
        return (self.gain_at_target / self.loss_at_stop).quantize(_CENT)

    @property
    def closing_pnl(self) -> Decimal | None:
        """What closing this quantity at this price realises before fees; None where not known."""
        if self.opens or self.held is None or self.held.cost is None:
            return None
        return unrealized_pnl(
            sign=1 if self.held.side == "LONG" else -1,
            quantity=self.quantity,
            cost=self.held.cost * self.quantity / self.held.quantity,
            mark=self.price,
        )

    def liquidation(self) -> tuple[Decimal | None, bool]:
        """The price that liquidates what is then held, and whether that is known at all."""
        if self.margin is None:
            return None, True
        quantity, cost, margin = self.quantity, self.value, self.margin
        if self.held is not None:
            if self.held.cost is None or self.held.margin is None:
                return None, False
            quantity += self.held.quantity
            cost += self.held.cost
            margin += self.held.margin
        sign = 1 if self.side == "BUY" else -1
        tiers = self.instrument.tiers
        if not tiers:
            return None, False
        price = liquidation_price(
            sign=sign, quantity=quantity, cost=cost, margin=margin, tiers=tiers
        )
        return None if price is None else book_pnl(price), True
