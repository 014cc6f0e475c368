"""Margin of isolated, linear (quote-settled) perpetuals: tiers, maintenance, liquidation price.

Amounts are in the quote currency, quantities in base units and positive; `sign` is +1 for a long
and -1 for a short. Tiers are continuous with rising rates, so that the requirement is the largest
of what each tier asks for: every rule below rests on that.
"""

from collections.abc import Sequence
from decimal import Decimal

from core.domain.market import Tier
from core.domain.money import ZERO, book_pnl


def tiers_from(rows: Sequence[tuple[str, str, int]]) -> tuple[Tier, ...]:
    """Tiers of (floor, rate, most leverage) rows, ascending; `cum` follows from continuity.

    cum(n) = cum(n-1) + floor(n) * (rate(n) - rate(n-1))
    """
    tiers: list[Tier] = []
    for floor_text, rate_text, max_leverage in rows:
        floor, rate = Decimal(floor_text), Decimal(rate_text)
        cum = tiers[-1].cum + floor * (rate - tiers[-1].rate) if tiers else ZERO
        tiers.append(Tier(floor=floor, rate=rate, cum=cum, max_leverage=max_leverage))
    return tuple(tiers)


def initial_margin(notional: Decimal, leverage: int) -> Decimal:
    """What a position of this value sets aside when it is opened, as it is booked."""
    return book_pnl(notional / leverage)


def maintenance_margin(notional: Decimal, tiers: Sequence[Tier]) -> Decimal:
    """The margin below which a position of this value is liquidated: N * rate(N) - cum(N)."""
    return max((notional * tier.rate - tier.cum for tier in tiers), default=ZERO)


def unrealized_pnl(*, sign: int, quantity: Decimal, cost: Decimal, mark: Decimal) -> Decimal:
    """What closing at `mark` would realise, before fees."""
    return sign * (quantity * mark - cost)


def is_due(
    *,
    sign: int,
    quantity: Decimal,
    cost: Decimal,
    margin: Decimal,
    mark: Decimal,
    tiers: Sequence[Tier],
) -> bool:
    """Whether the position is liquidated at this mark: margin + unrealised <= maintenance."""
    worth = margin + unrealized_pnl(sign=sign, quantity=quantity, cost=cost, mark=mark)
    return worth <= maintenance_margin(quantity * mark, tiers)


def liquidation_price(
    *, sign: int, quantity: Decimal, cost: Decimal, margin: Decimal, tiers: Sequence[Tier]
) -> Decimal | None:
    """The mark at which the position is liquidated; None when no price above zero does it.

    LP = (margin + cum - sign * cost) / (q * rate - sign * q), from Binance's help article on the
    liquidation price of USD-M futures, isolated (no other position's maintenance and PnL). It wants
    the tier at the liquidation price itself: that is the tier which asks for most, hence the first
    price met on the way down for a long, and on the way up for a short.
    """
    if not tiers:
        return None
    prices = [
        (margin + tier.cum - sign * cost) / (quantity * tier.rate - sign * quantity)
        for tier in tiers
    ]
    price = max(prices) if sign > 0 else min(prices)
    return price if price > 0 else None
