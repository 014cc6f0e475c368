"""Markets that need no venue: the simulator prices them and the paper exchange trades them.

Steps, ticks and minimums follow what Binance publishes as exchange information, margin tiers its
published leverage and margin brackets, from the first one up to sizes that paper money can reach.
They are a likeness, not a copy to be kept in step.
"""

from dataclasses import replace
from decimal import Decimal

from core.domain.margin import tiers_from
from core.domain.market import Instrument, Kind, Tier
from core.domain.money import ZERO

QUOTE = "USDT"
TAKER = Decimal("0.0005")
MAKER = Decimal("0.0002")

# base: (spot step, spot tick, perpetual step, perpetual tick, perpetual minimum notional)
_GRID: dict[str, tuple[str, str, str, str, str]] = {
    "BTC": ("0.00001", "0.01", "0.001", "0.1", "10"),
    "ETH": ("0.0001", "0.01", "0.001", "0.01", "10"),
    "SOL": ("0.001", "0.01", "0.01", "0.01", "5"),
    "BNB": ("0.001", "0.01", "0.01", "0.01", "5"),
    "DOGE": ("1", "0.00001", "1", "0.00001", "5"),
    "XRP": ("0.1", "0.0001", "0.1", "0.0001", "5"),
    "ADA": ("0.1", "0.0001", "1", "0.0001", "5"),
    "AVAX": ("0.01", "0.01", "0.1", "0.001", "5"),
    "LINK": ("0.01", "0.01", "0.01", "0.001", "5"),
    "LTC": ("0.001", "0.01", "0.001", "0.01", "5"),
}
SPOT_MIN_NOTIONAL = Decimal(5)

# base: (from this notional, maintenance rate, most leverage)
_TIERS: dict[str, tuple[tuple[str, str, int], ...]] = {
    "BTC": (
        ("0", "0.004", 150),
        ("300000", "0.005", 100),
        ("800000", "0.0065", 75),
        ("3000000", "0.01", 50),
        ("12000000", "0.02", 25),
        ("70000000", "0.025", 20),
        ("100000000", "0.05", 10),
    ),
    "ETH": (
        ("0", "0.004", 150),
        ("300000", "0.005", 100),
        ("800000", "0.0065", 75),
        ("3000000", "0.01", 50),
        ("12000000", "0.02", 25),
        ("50000000", "0.025", 20),
    ),
    "SOL": (
        ("0", "0.005", 100),
        ("50000", "0.0065", 75),
        ("400000", "0.01", 50),
        ("1000000", "0.02", 25),
        ("4000000", "0.025", 20),
    ),
    "BNB": (
        ("0", "0.005", 75),
        ("10000", "0.006", 50),
        ("200000", "0.01", 40),
        ("400000", "0.02", 25),
        ("1500000", "0.025", 20),
    ),
    "DOGE": (
        ("0", "0.0065", 75),
        ("80000", "0.01", 50),
        ("150000", "0.0125", 40),
        ("750000", "0.02", 25),
        ("2000000", "0.025", 20),
    ),
    "XRP": (
        ("0", "0.005", 100),
        ("40000", "0.006", 75),
        ("80000", "0.01", 50),
        ("150000", "0.0125", 40),
        ("400000", "0.02", 25),
    ),
}
_SMALL_TIERS = (
    ("0", "0.005", 75),
    ("10000", "0.01", 50),
    ("50000", "0.015", 40),
    ("160000", "0.02", 25),
    ("800000", "0.025", 20),
    ("1600000", "0.05", 10),
)


def default_tiers(base: str, most: int | None = None) -> tuple[Tier, ...]:
    """A perpetual's margin tiers where no venue tells them; `most` caps the leverage."""
    tiers = tiers_from(_TIERS.get(base, _SMALL_TIERS))
    if most is None:
        return tiers
    return tuple(replace(tier, max_leverage=min(tier.max_leverage, most)) for tier in tiers)


def paper_market(listed: Instrument) -> Instrument | None:
    """A listed market as the paper venue trades it: with tiers and fees where none are known.

    A rebate is not paid and counts as no fee; a taker's fee of nothing counts as not known. None
    for a market whose sizes or prices have no grid.
    """
    if listed.step <= 0 or listed.tick <= 0:
        return None
    known = listed.taker > 0
    return replace(
        listed,
        taker=listed.taker if known else TAKER,
        maker=max(listed.maker, ZERO) if known else MAKER,
        tiers=()
        if listed.kind == "spot"
        else listed.tiers or default_tiers(listed.base, listed.max_leverage),
    )


def _instrument(base: str, kind: Kind) -> Instrument:
    """The spot market or the perpetual of a coin."""
    spot_step, spot_tick, step, tick, min_notional = _GRID[base]
    spot = kind == "spot"
    symbol = f"{base}/{QUOTE}"
    return Instrument(
        symbol=symbol if spot else f"{symbol}:{QUOTE}",
        base=base,
        quote=QUOTE,
        kind=kind,
        step=Decimal(spot_step if spot else step),
        tick=Decimal(spot_tick if spot else tick),
        min_quantity=Decimal(spot_step if spot else step),
        min_notional=SPOT_MIN_NOTIONAL if spot else Decimal(min_notional),
        taker=TAKER,
        maker=MAKER,
        tiers=() if spot else default_tiers(base),
    )


def _all() -> tuple[Instrument, ...]:
    kinds: tuple[Kind, ...] = ("spot", "perpetual")
    return tuple(_instrument(base, kind) for base in _GRID for kind in kinds)


INSTRUMENTS: tuple[Instrument, ...] = _all()
"""Every market, coin by coin, spot before perpetual."""
