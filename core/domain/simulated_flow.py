"""How much the simulated market trades, and what its perpetuals pay: made up, never random twice.

Every figure is a pure function of the path's seed and of the time it is for.
"""

from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from functools import lru_cache
from itertools import accumulate
from math import exp

from core.domain.market import Kind
from core.domain.simulation import COINS, PricePath, normal

FUNDING_EVERY = timedelta(hours=8)
"""Funding is due at 00:00, 08:00 and 16:00 UTC."""
_HOUR = timedelta(hours=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SLOTS = 12
_QUIET_VOLATILITY = 0.006
"""An hour of this volatility turns over its plain share of the day."""
_PERPETUAL_TIMES = 3
_USUAL_RATE, _RATE_SPREAD, _HIGHEST_RATE = 0.0001, 0.00012, 0.00075
_RATE = Decimal("0.000001")
_OPEN_SHARE, _OPEN_SPREAD = 0.35, 0.15


class Flow:
    """Turnover, funding and open interest of one simulated market."""

    def __init__(self, path: PricePath) -> None:
        self._path = path
        self._of_hour = lru_cache(maxsize=16_384)(self._turnover_of_hour)
        self._parts = lru_cache(maxsize=1024)(self._parts_of_hour)

    def turnover(self, base: str, kind: Kind, since: datetime, until: datetime) -> float:
        """What changes hands between two times (UTC), in quote currency."""
        total, at = 0.0, since
        while at < until:
            number = (at - _EPOCH) // _HOUR
            begins = _EPOCH + number * _HOUR
            ends = min(begins + _HOUR, until)
            if ends - at == _HOUR:
                total += self._of_hour(base, number)
            else:
                parts = self._parts(base, number)
                total += _within(parts, (ends - begins) / _HOUR)
                total -= _within(parts, (at - begins) / _HOUR)
            at = ends
        return total * (_PERPETUAL_TIMES if kind == "perpetual" else 1)

    def funding_rate(self, base: str, at: datetime) -> Decimal:
        """The rate that falls due at the end of the eight hours around this time; longs pay it."""
        number = (at - _EPOCH) // FUNDING_EVERY
        rate = _USUAL_RATE + _RATE_SPREAD * normal(self._path.uniforms(f"{base}:rate:{number}"))
        bounded = max(-_HIGHEST_RATE, min(_HIGHEST_RATE, rate))
        return Decimal(repr(bounded)).quantize(_RATE, ROUND_HALF_EVEN)

    def open_interest(self, base: str, at: datetime) -> float:
        """What is open in the coin's perpetual, in quote currency."""
        number, rest = divmod(at - _EPOCH, timedelta(days=1))
        share = rest / timedelta(days=1)
        before, after = (
            normal(self._path.uniforms(f"{base}:open:{number + step}")) for step in (0, 1)
        )
        between = before * (1 - share) + after * share
        return COINS[base].turnover * _OPEN_SHARE * exp(_OPEN_SPREAD * between)

    def _turnover_of_hour(self, base: str, number: int) -> float:
        """What the coin's spot market turns over in this hour: wild days trade more."""
        wildness = self._path.volatility_at(_EPOCH + number * _HOUR) / _QUIET_VOLATILITY
        busyness = exp(0.3 * normal(self._path.uniforms(f"{base}:flow:{number}")))
        return COINS[base].turnover / 24 * wildness * busyness

    def _parts_of_hour(self, base: str, number: int) -> tuple[float, ...]:
        """The hour's turnover from its begin up to each twelfth of it."""
        weights = [
            exp(0.6 * normal(self._path.uniforms(f"{base}:flow:{number}:{slot}")))
            for slot in range(_SLOTS)
        ]
        scale = self._of_hour(base, number) / sum(weights)
        return (0.0, *accumulate(weight * scale for weight in weights))


def next_funding(at: datetime) -> datetime:
    """The first time funding is due after this one."""
    return _EPOCH + ((at - _EPOCH) // FUNDING_EVERY + 1) * FUNDING_EVERY


def _within(parts: tuple[float, ...], share: float) -> float:
    """The turnover up to this share of the hour."""
    slot = min(int(share * _SLOTS), _SLOTS - 1)
    return parts[slot] + (parts[slot + 1] - parts[slot]) * (share * _SLOTS - slot)
