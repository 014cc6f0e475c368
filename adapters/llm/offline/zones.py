"""Time zones by what people call them: a city, or the IANA name in any case."""

from functools import lru_cache
from zoneinfo import available_timezones

from core.domain.zone_names import CITIES


def zone_named(text: str) -> str:
    """The IANA name of the zone or city; the text itself where it is neither."""
    name = " ".join(text.split()).casefold().removesuffix(" time").removesuffix("时间").strip()
    if name in CITIES:
        return CITIES[name]
    return _zones().get(name.replace(" ", "_"), " ".join(text.split()))


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    """IANA names, and cities that only one of them ends in, folded."""
    zones = sorted(available_timezones())
    cities: dict[str, list[str]] = {}
    for zone in zones:
        area, _, city = zone.rpartition("/")
        if area in ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Pacific"):
            cities.setdefault(city.casefold(), []).append(zone)
    unique = {city: found[0] for city, found in cities.items() if len(found) == 1}
    return unique | {zone.casefold(): zone for zone in zones}
