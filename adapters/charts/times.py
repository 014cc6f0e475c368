"""Times along the lower edge, in the person's zone."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

MOST = 5


def labels(times: Sequence[datetime], zone: str) -> list[tuple[int, str]]:
    """A few of the times, by their place among them, each as short as tells them apart."""
    if not times:
        return []
    local = [one.astimezone(ZoneInfo(zone)) for one in times]
    every = max(1, -(-len(local) // MOST))
    first = (len(local) - 1) % every // 2
    chosen = range(first, len(local), every)
    form = _form(local)
    return [(place, f"{local[place]:{form}}") for place in chosen]


def zone_text(at: datetime, zone: str) -> str:
    """The zone's name and how far it is from UTC at that moment."""
    offset = f"{at.astimezone(ZoneInfo(zone)):%z}"
    return "UTC" if zone == "UTC" else f"{zone} (UTC{offset[:3]}:{offset[3:]})"


def _form(local: Sequence[datetime]) -> str:
    length = local[-1] - local[0]
    if length.days >= 300:
        return "%Y-%m"
    if length.days >= 6:
        return "%m-%d"
    if len(local) == 1:
        return "%m-%d %H:%M"
    return "%m-%d %H:%M" if local[0].date() != local[-1].date() else "%H:%M"
