"""Time zones by what people call them: a city, or the IANA name in any case."""

from functools import lru_cache
from zoneinfo import available_timezones

_CITIES = {
    "北京": "Asia/Shanghai",
    "上海": "Asia/Shanghai",
    "深圳": "Asia/Shanghai",
    "中国": "Asia/Shanghai",
    "beijing": "Asia/Shanghai",
    "shenzhen": "Asia/Shanghai",
    "china": "Asia/Shanghai",
    "香港": "Asia/Hong_Kong",
    "台北": "Asia/Taipei",
    "新加坡": "Asia/Singapore",
    "东京": "Asia/Tokyo",
    "首尔": "Asia/Seoul",
    "迪拜": "Asia/Dubai",
    "伦敦": "Europe/London",
    "巴黎": "Europe/Paris",
    "柏林": "Europe/Berlin",
    "纽约": "America/New_York",
    "洛杉矶": "America/Los_Angeles",
    "悉尼": "Australia/Sydney",
    "mumbai": "Asia/Kolkata",
    "delhi": "Asia/Kolkata",
    "india": "Asia/Kolkata",
    "san francisco": "America/Los_Angeles",
    "utc": "UTC",
}


def zone_named(text: str) -> str:
    """The IANA name of the zone or city; the text itself where it is neither."""
    name = " ".join(text.split()).casefold().removesuffix(" time").removesuffix("时间").strip()
    if name in _CITIES:
        return _CITIES[name]
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
