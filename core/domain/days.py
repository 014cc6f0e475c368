"""A person's day: from one midnight on their own clock to the next."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def midnight_before(now: datetime, zone: ZoneInfo) -> datetime:
    """When the day that `now` is in began in that zone, in UTC."""
    return _begins(now.astimezone(zone).date(), zone)


def midnight_after(now: datetime, zone: ZoneInfo) -> datetime:
    """When the next day begins in that zone, in UTC."""
    return _begins(now.astimezone(zone).date() + timedelta(days=1), zone)


def _begins(day: date, zone: ZoneInfo) -> datetime:
    """The first instant of the day: where clocks jump over midnight, the one they jump to."""
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)
