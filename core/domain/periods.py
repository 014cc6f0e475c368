"""Days, weeks and months as a person lives them: cut at midnight in their own time zone."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Period = Literal["today", "week", "month", "all"]


def since(period: Period, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When the period that `now` is in began, in UTC; None for all there ever was.

    A week begins on Monday, a month on its first day, each at local midnight. Where the clocks
    skip midnight, the day begins at its first moment.
    """
    today = day_of(now, zone)
    match period:
        case "today":
            return midnight(today, zone)
        case "week":
            return midnight(today - timedelta(days=today.weekday()), zone)
        case "month":
            return midnight(today.replace(day=1), zone)
        case "all":
            return None


def day_of(at: datetime, zone: ZoneInfo) -> date:
    """The date that a moment is on for a person there."""
    return at.astimezone(zone).date()


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """When the day begins there, in UTC."""
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)
