"""The simulated market's prices: a pure function of (seed, start, tick), cheap at any time.

Every random number is the hash of what it is for, so no past has to be walked through. A price is
its coin's start price times the exponential of a path in three layers:

- days: a mean-reverting level, the decaying sum of heavy-tailed daily shocks;
- hours: a bridge from one day's level to the next, of Student-t shocks and rare jumps;
- ticks: midpoints inside the hour (a Brownian bridge, halved until the tick is reached).

Days are calm, busy or wild, in runs. All coins share one factor, so that they move together.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from math import cos, exp, log, pi, sqrt
from struct import unpack

from core.domain.market import Kind

TICK = timedelta(seconds=3)
TICKS_AN_HOUR = 1200
TICKS_A_DAY = 24 * TICKS_AN_HOUR

Uniforms = tuple[float, float, float, float]
Draw = Callable[[Uniforms], float]

_MARKET = "market"
_REVERSION_DAYS = 45.0
_DECAY = exp(-1 / _REVERSION_DAYS)
_MEMORY_DAYS = 180
"""Shocks older than this weigh under 2 % and are left out."""
_REGIMES = ((0.15, 0.0032), (1.35, 0.0060), (99.0, 0.0125))
"""Upper bound of the day's mood (about standard normal) and its hourly volatility."""
_MOOD_DAYS = 4
_JUMPS_AN_HOUR = 1 / 90
_JUMP = 0.012
_WILDEST = 8.0
"""Shocks are cut here, in standard deviations: the t distribution has no fourth moment."""
_BASIS = 0.0002
_BASIS_SPREAD = 0.0002
_BASIS_TICKS = 8 * TICKS_AN_HOUR


@dataclass(frozen=True, slots=True)
class Coin:
    """How a coin behaves: price at the start (quote), volatility, and tie to the common factor.

    `volatility` is a multiple of BTC's; `tie` squared is about the correlation of two coins;
    `turnover` is what its spot market trades on a usual day, in quote currency.
    """

    start: Decimal
    volatility: float
    tie: float
    turnover: float


COINS: dict[str, Coin] = {
    "BTC": Coin(Decimal(95000), 1.0, 0.92, 4e9),
    "ETH": Coin(Decimal(3400), 1.25, 0.88, 2.2e9),
    "SOL": Coin(Decimal(190), 1.55, 0.84, 6e8),
    "BNB": Coin(Decimal(900), 1.1, 0.84, 3e8),
    "DOGE": Coin(Decimal("0.22"), 1.7, 0.8, 2e8),
    "XRP": Coin(Decimal("2.4"), 1.4, 0.8, 4e8),
    "ADA": Coin(Decimal("0.7"), 1.5, 0.82, 1.2e8),
    "AVAX": Coin(Decimal(28), 1.6, 0.82, 9e7),
    "LINK": Coin(Decimal(19), 1.5, 0.82, 1e8),
    "LTC": Coin(Decimal(105), 1.3, 0.8, 8e7),
}
"""Plausible prices for late 2026; the simulator starts each coin exactly there."""


class PricePath:
    """Prices of one simulated market; ticks count from its start and may be negative (its past)."""

    def __init__(self, *, seed: int, start: datetime) -> None:
        self.seed = seed
        self.start = start
        self._shock = lru_cache(maxsize=8192)(self._shock_of_day)
        self._level = lru_cache(maxsize=1024)(self._level_of_day)
        self._hours = lru_cache(maxsize=1024)(self._hours_of_day)
        self._volatility = lru_cache(maxsize=1024)(self._volatility_of_day)
        self._log = lru_cache(maxsize=16_384)(self._log_price)

    def tick_at(self, when: datetime) -> int:
        """The tick that is current at this time."""
        return (when - self.start) // TICK

    def time_of(self, tick: int) -> datetime:
        """When the tick begins."""
        return self.start + tick * TICK

    def price(self, base: str, kind: Kind, tick: int) -> Decimal:
        """The middle price in quote currency, not rounded; KeyError for an unknown coin.

        A perpetual stands a few hundredths of a percent beside its spot price.
        """
        factor = exp(self._log(base, tick) - self._log(base, 0))
        if kind == "perpetual":
            factor *= 1 + self._basis(base, tick)
        return COINS[base].start * Decimal(repr(factor))

    def volatility_at(self, when: datetime) -> float:
        """The hourly volatility of BTC in the regime of this time."""
        return self._volatility(self.tick_at(when) // TICKS_A_DAY)

    def uniforms(self, what: str) -> Uniforms:
        """Four numbers strictly between 0 and 1, the same for ever for this seed and purpose."""
        digest = blake2b(f"{self.seed}:{what}".encode(), digest_size=32).digest()
        first, second, third, fourth = unpack("<4Q", digest)
        return _unit(first), _unit(second), _unit(third), _unit(fourth)

    def _log_price(self, base: str, tick: int) -> float:
        day, in_day = divmod(tick, TICKS_A_DAY)
        hour, in_hour = divmod(in_day, TICKS_AN_HOUR)
        hours = self._hours(base, day)
        low, high = 0, TICKS_AN_HOUR
        below, above = hours[hour], hours[hour + 1]
        scale = self._volatility(day) * COINS[base].volatility / sqrt(TICKS_AN_HOUR)
        while in_hour != low:
            middle = (low + high) // 2
            left, right = middle - low, high - middle
            spread = scale * sqrt(left * right / (high - low))
            shock = self._mixed(base, f"tick:{day}:{hour}:{middle}", normal)
            between = below + (above - below) * left / (high - low) + spread * shock
            if in_hour < middle:
                high, above = middle, between
            else:
                low, below = middle, between
        return below

    def _hours_of_day(self, base: str, day: int) -> tuple[float, ...]:
        """Log prices at the day's 25 full hours, meeting the levels of this day and the next."""
        scale = self._volatility(day) * COINS[base].volatility
        walk = [0.0]
        for hour in range(24):
            walk.append(walk[-1] + scale * self._mixed(base, f"hour:{day}:{hour}", _student))
            walk[-1] += COINS[base].volatility * self._jump(day, hour)
        first, last = self._level(base, day), self._level(base, day + 1)
        missing = (last - first - walk[-1]) / 24
        return tuple(first + value + hour * missing for hour, value in enumerate(walk))

    def _level_of_day(self, base: str, day: int) -> float:
        """Log price at the beginning of the day: what is left of the shocks before."""
        level = 0.0
        for past in range(_MEMORY_DAYS, 0, -1):
            level = level * _DECAY + self._shock(base, day - past)
        return level

    def _shock_of_day(self, base: str, day: int) -> float:
        scale = self._volatility(day) * COINS[base].volatility * sqrt(24)
        return scale * self._mixed(base, f"day:{day}", _student)

    def _mixed(self, base: str, what: str, draw: Draw) -> float:
        """A unit shock of the coin: the common factor's and its own, in proportion to its tie."""
        tie = COINS[base].tie
        common = draw(self.uniforms(f"{_MARKET}:{what}"))
        own = draw(self.uniforms(f"{base}:{what}"))
        return tie * common + sqrt(1 - tie * tie) * own

    def _volatility_of_day(self, day: int) -> float:
        """Hourly volatility of the day's regime, from a mood that changes over several days."""
        block, within = divmod(day, _MOOD_DAYS)
        share = within / _MOOD_DAYS
        before, after = (normal(self.uniforms(f"mood:{block + step}")) for step in (0, 1))
        mood = before * cos(share * pi / 2) + after * cos((1 - share) * pi / 2)
        return next(volatility for bound, volatility in _REGIMES if mood < bound)

    def _jump(self, day: int, hour: int) -> float:
        happens, size, sign, _ = self.uniforms(f"jump:{day}:{hour}")
        if happens >= _JUMPS_AN_HOUR:
            return 0.0
        return (_JUMP if sign < 1 / 2 else -_JUMP) * (1 / 2 + size)

    def _basis(self, base: str, tick: int) -> float:
        block, within = divmod(tick, _BASIS_TICKS)
        share = within / _BASIS_TICKS
        before, after = (self.uniforms(f"{base}:basis:{block + step}")[0] for step in (0, 1))
        return _BASIS + _BASIS_SPREAD * (2 * (before * (1 - share) + after * share) - 1)


def _unit(number: int) -> float:
    """64 random bits as a number in (0, 1), exact in a float."""
    return ((number >> 12) + 0.5) * 2**-52


def normal(uniforms: Uniforms) -> float:
    """A standard normal number (Box-Muller)."""
    return sqrt(-2 * log(uniforms[0])) * cos(2 * pi * uniforms[1])


def _student(uniforms: Uniforms) -> float:
    """Student's t with four degrees of freedom, scaled to unit variance and cut.

    -2 log(u v) is chi-squared with four degrees of freedom.
    """
    chi_squared = -2 * (log(uniforms[2]) + log(uniforms[3]))
    value = sqrt(2) * normal(uniforms) / sqrt(chi_squared)
    return max(-_WILDEST, min(_WILDEST, value))
