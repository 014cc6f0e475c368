"""Where candles begin: on UTC days, weeks on Monday, months on their first."""

from datetime import datetime, timedelta

from core.domain.market import Interval

_MINUTES: dict[Interval, int] = {
    "1m": 1,
    "3m": 3,
    "5m": 5,
    "15m": 15,
    "30m": 30,
    "1h": 60,
    "2h": 120,
    "4h": 240,
    "6h": 360,
    "12h": 720,
    "1d": 1440,
    "1w": 7 * 1440,
}
INTERVALS: tuple[Interval, ...] = (*_MINUTES, "1M")


def opened_at(interval: Interval, at: datetime) -> datetime:
    """When the candle that holds this moment (UTC) began."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if interval == "1M":
        return midnight.replace(day=1)
    if interval == "1w":
        return midnight - timedelta(days=midnight.weekday())
    length = timedelta(minutes=_MINUTES[interval])
    return midnight + (at - midnight) // length * length


def ends_at(interval: Interval, opened: datetime) -> datetime:
    """When the candle that began then ends."""
    if interval == "1M":
        return (opened + timedelta(days=32)).replace(day=1)
    return opened + timedelta(minutes=_MINUTES[interval])


def before(interval: Interval, opened: datetime) -> datetime:
    """When the candle before that one began."""
    return opened_at(interval, opened - timedelta(seconds=1))
