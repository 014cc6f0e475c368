"""What a person may have kept for them: known keys with valid values, and notes in free text."""

import re
from functools import lru_cache
from typing import Literal
from zoneinfo import available_timezones

from core.domain.nicknames import may_stand_for
from core.domain.quick_amounts import checked_quick_amounts
from core.errors import PersonError

PreferenceKey = Literal[
    "language",
    "timezone",
    "style",
    "favourites",
    "nickname",
    "quiet_hours",
    "colours",
    "quick_amounts",
    "note",
]
MANY: frozenset[PreferenceKey] = frozenset({"favourites", "nickname", "note"})
"""Keys that have several values; every other has one."""

MOST_CHARACTERS = 500
MOST_NOTES = 20

LANGUAGES = {
    "en": "en",
    "english": "en",
    "英文": "en",
    "英语": "en",
    "zh": "zh",
    "chinese": "zh",
    "中文": "zh",
    "汉语": "zh",
}
_COLOURS = ("green_up", "red_up")
_NO_ZONES = frozenset({"localtime", "Factory", "posixrules"})
"""Names that a system's zone folder has besides zones."""
_HOURS = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)\s*[-–~]\s*([01]?\d|2[0-3]):([0-5]\d)")


def checked(key: PreferenceKey, value: str) -> str:
    """The value as it is kept; PersonError says what it should have been.

    Favourites are symbols, which only a list of markets can check.
    """
    text = " ".join(value.split()) if key != "note" else value.strip()
    if len(text) > MOST_CHARACTERS:
        raise PersonError("preference_too_long", length=len(text), most=MOST_CHARACTERS)
    match key:
        case "language":
            return _language(text)
        case "timezone":
            return _timezone(text)
        case "quiet_hours":
            return _quiet_hours(text)
        case "colours":
            return _colours(text)
        case "nickname":
            return _nickname(text)
        case "quick_amounts":
            return checked_quick_amounts(text)
        case "style" | "favourites" | "note":
            return text


def _language(text: str) -> str:
    language = LANGUAGES.get(text.casefold())
    if language is None:
        raise PersonError("preference_language", value=text)
    return language


def _timezone(text: str) -> str:
    zones = _zones()
    zone = zones.get(text.replace(" ", "_").casefold())
    if zone is None:
        raise PersonError("preference_timezone", value=text)
    return zone


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    return {zone.casefold(): zone for zone in available_timezones() - _NO_ZONES}


def _quiet_hours(text: str) -> str:
    found = _HOURS.fullmatch(text)
    if found is None:
        raise PersonError("preference_quiet_hours", value=text)
    start_hour, start_minute, end_hour, end_minute = (int(part) for part in found.groups())
    return f"{start_hour:02}:{start_minute:02}-{end_hour:02}:{end_minute:02}"


def _colours(text: str) -> str:
    colours = text.casefold().replace(" ", "_")
    if colours not in _COLOURS:
        raise PersonError("preference_colours", value=text)
    return colours


def _nickname(text: str) -> str:
    """`name = what it stands for`, both given, the name free."""
    name, _, meaning = (part.strip() for part in text.partition("="))
    if not name or not meaning:
        raise PersonError("preference_nickname")
    if not may_stand_for(name, meaning):
        raise PersonError("preference_nickname_taken", name=name)
    return f"{name} = {meaning}"


def nickname_of(value: str) -> tuple[str, str]:
    """A kept nickname's name, and what it stands for."""
    name, _, meaning = (part.strip() for part in value.partition("="))
    return name, meaning


def slot(key: PreferenceKey, value: str) -> str | None:
    """What makes a value the same one: a nickname's name, a favourite's symbol; None for a note."""
    match key:
        case "note":
            return None
        case "nickname":
            return f"{key}:{value.partition('=')[0].strip().casefold()}"
        case "favourites":
            return f"{key}:{value}"
        case _:
            return key
