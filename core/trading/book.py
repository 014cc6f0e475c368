"""What our orders hold of an account, and where its venue says otherwise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.domain.money import ZERO
from core.domain.orders import OpenOrder
from core.domain.positions import AccountView
from core.domain.records import OrderRow

TOLERANCE = Decimal("0.005")
"""Of a spot holding: what fees that were taken in the coin may have made of it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """A market of which our orders hold `ours` and the venue `theirs`; below zero is short."""

    symbol: str
    ours: Decimal
    theirs: Decimal

    @property
    def is_closed_there(self) -> bool:
        """Whether it was closed at the venue by other means."""
        return not self.theirs


def held_by(orders: Iterable[OrderRow]) -> dict[str, Decimal]:
    """What these orders bought less what they sold, by market; what was marked closed included."""
    held: dict[str, Decimal] = {}
    for order in orders:
        signed = order.filled if order.side == "BUY" else -order.filled
        held[order.symbol] = held.get(order.symbol, ZERO) + signed
    return held


def differences(ours: Mapping[str, Decimal], view: AccountView) -> tuple[Difference, ...]:
    """Where book and venue disagree.

    Of a perpetual any difference counts. Of a spot holding only that there is less than we bought:
    coins that came by other ways are nobody's business.
    """
    theirs = {
        one.symbol: one.quantity if one.side == "LONG" else -one.quantity
        for one in view.positions
        if one.kind == "perpetual"
    }
    coins = {one.currency: one.total for one in view.balances}
    found = []
    for symbol in sorted(ours.keys() | theirs.keys()):
        mine = ours.get(symbol, ZERO)
        if ":" in symbol:
            there = theirs.get(symbol, ZERO)
            if there != mine:
                found.append(Difference(symbol=symbol, ours=mine, theirs=there))
            continue
        there = coins.get(symbol.partition("/")[0], ZERO)
        if there < mine * (1 - TOLERANCE):
            found.append(Difference(symbol=symbol, ours=mine, theirs=there))
    return tuple(found)


def foreign(resting: Sequence[OpenOrder], ours: Iterable[OrderRow]) -> tuple[OpenOrder, ...]:
    """Orders that rest at the venue and are none of ours."""
    known = {one.client_order_id for one in ours} | {
        one.venue_order_id for one in ours if one.venue_order_id
    }
    return tuple(
        one
        for one in resting
        if one.client_order_id not in known and one.venue_order_id not in known
    )
