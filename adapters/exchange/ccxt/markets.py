"""ccxt's markets as Instruments: spot and linear perpetuals, contracts turned into base units.

A venue that counts in contracts is asked in contracts and speaks in contracts; only here and in
what uses `contract_size` are they known. Everything above counts in base units.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from core.domain.market import Instrument, Kind, Tier
from core.domain.money import ZERO

# ccxt.base.decimal_to_precision: how `precision` is to be read.
DECIMAL_PLACES, SIGNIFICANT_DIGITS, TICK_SIZE = 2, 3, 4
# The finest grid that a price in significant digits can need.
_FINEST = Decimal("0.00000001")
_ONE = Decimal(1)


def exact(value: object) -> Decimal | None:
    """The number as it is spelled; None for what is none (absent, empty, NaN, infinite)."""
    if value is None or isinstance(value, bool):
        return None
    try:
        number = Decimal(str(value))
    except ArithmeticError:
        return None
    return number if number.is_finite() else None


def instruments(
    markets: Iterable[Mapping[str, Any]], precision_mode: int
) -> tuple[Instrument, ...]:
    """All that can be traded here, by symbol; what states no step or fee is left out."""
    found = (instrument(one, precision_mode) for one in markets)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.symbol))


def instrument(market: Mapping[str, Any], precision_mode: int) -> Instrument | None:
    """The market in base units; None where it is neither spot nor a linear perpetual, or closed."""
    kind = kind_of(market)
    if kind is None or market.get("active") is False:
        return None
    size = contract_size(market)
    precision = market.get("precision") or {}
    limits = market.get("limits") or {}
    step = increment(precision.get("amount"), precision_mode)
    tick = increment(precision.get("price"), precision_mode)
    taker, maker = exact(market.get("taker")), exact(market.get("maker"))
    if step is None or tick is None or taker is None or maker is None:
        return None
    step *= size
    least = exact((limits.get("amount") or {}).get("min"))
    return Instrument(
        symbol=str(market["symbol"]),
        base=str(market["base"]),
        quote=str(market["quote"]),
        kind=kind,
        step=step,
        tick=tick,
        min_quantity=max(step, least * size if least is not None else ZERO),
        min_notional=exact((limits.get("cost") or {}).get("min")) or ZERO,
        taker=taker,
        maker=maker,
        max_leverage=_most_leverage(limits) if kind == "perpetual" else None,
    )


def kind_of(market: Mapping[str, Any]) -> Kind | None:
    """Spot, or a perpetual that is settled in its quote currency; None for anything else."""
    if market.get("spot"):
        return "spot"
    if market.get("swap") and market.get("settle") == market.get("quote"):
        return "perpetual"
    return None


def contract_size(market: Mapping[str, Any]) -> Decimal:
    """How much base one unit of an amount is at the venue: 1 where it counts in base."""
    return (exact(market.get("contractSize")) if market.get("contract") else None) or _ONE


def increment(precision: object, mode: int) -> Decimal | None:
    """The grid that a precision means, exactly: a tick size, decimal places or significant digits.

    A number of significant digits is no grid; the finest one is given, and the venue's own rounding
    (`price_to_precision`) decides when an order is sent.
    """
    value = exact(precision)
    if value is None:
        return None
    if mode == DECIMAL_PLACES:
        return _ONE.scaleb(-int(value))
    if mode == SIGNIFICANT_DIGITS:
        return _FINEST
    return value if value > 0 else None


def tiers(rows: Sequence[Mapping[str, Any]]) -> tuple[Tier, ...]:
    """The leverage tiers of one market, ascending; empty where a figure is missing.

    `cum` follows from continuity, as in core.domain.margin.
    """
    found: list[Tier] = []
    for row in sorted(rows, key=lambda one: exact(one.get("minNotional")) or ZERO):
        floor = exact(row.get("minNotional"))
        rate = exact(row.get("maintenanceMarginRate"))
        leverage = exact(row.get("maxLeverage"))
        if floor is None or rate is None or leverage is None:
            return ()
        cum = found[-1].cum + floor * (rate - found[-1].rate) if found else ZERO
        found.append(Tier(floor=floor, rate=rate, cum=cum, max_leverage=int(leverage)))
    return tuple(found)


def _most_leverage(limits: Mapping[str, Any]) -> int | None:
    most = exact((limits.get("leverage") or {}).get("max"))
    return int(most) if most is not None and most >= 1 else None
