"""Lasting wishes: "my language is chinese", "call me Bo", "remember that …", "我的偏好".

These are read from the text as it was written, since names and notes are anybody's words.
"""

import re
from collections.abc import Callable

from adapters.llm.offline.lexer import tokens_of
from adapters.llm.offline.preference_phrases import KEYS, LANGUAGES, PHRASES
from adapters.llm.offline.reading import Call, Calls, Reading, Request
from adapters.llm.offline.words import Word
from adapters.llm.offline.zones import zone_named
from core.domain.amount_words import half_width
from core.domain.ordinals import ORDINAL

_LONGEST = 2000


def read_preferences(request: Request) -> Reading | None:
    """What to keep, change, show or forget; None: the text is about something else."""
    text = " ".join(half_width(request.text[:_LONGEST]).replace("’", "'").split())
    for name, pattern in PHRASES:
        if hit := pattern.fullmatch(text.rstrip(" 。.!！")):
            return _READERS[name](request, hit.groupdict())
    return None


_Words = dict[str, str]


def _language(request: Request, said: _Words) -> Calls:
    language = said["value"]
    return _set(request, "language", LANGUAGES.get(language.lower(), language))


def _timezone(request: Request, said: _Words) -> Calls:
    return _set(request, "timezone", zone_named(said["value"]))


def _style(request: Request, said: _Words) -> Calls:
    return _set(request, "style", said["value"])


def _colours(request: Request, said: _Words) -> Calls:
    red = said["value"].lower() in ("red", "红")
    return _set(request, "colours", "red_up" if red else "green_up")


def _quiet_hours(request: Request, said: _Words) -> Calls:
    return _set(request, "quiet_hours", f"{_clock(said['start'])}-{_clock(said['end'])}")


def _nickname(request: Request, said: _Words) -> Calls:
    return _set(request, "nickname", f"{said['name'].strip()} = {said['value'].strip()}")


def _quick_amounts(request: Request, said: _Words) -> Calls:
    return _set(request, "quick_amounts", said["value"].strip())


def _note(request: Request, said: _Words) -> Calls:
    return _set(request, "note", said["value"].strip())


def _favourites(request: Request, said: _Words) -> Calls | None:
    """One call a coin; something else than coins goes to the tool, which says what is near."""
    tokens = tokens_of(said["value"], request.context.instruments)
    coins = request.part(tokens).mentions()
    if coins and any(one.word not in (Word.SYMBOL, Word.AND, Word.FILLER) for one in tokens):
        return None
    values = [one.instruments[0].base for one in coins] or [said["value"].strip()]
    if said.get("drop"):
        calls = [_forget(request, "favourites", value) for value in values]
    else:
        calls = [_keep(request, "favourites", value) for value in values]
    return Calls(tuple(calls), intent="memory_forget" if said.get("drop") else "memory_write")


def _show(request: Request, _: _Words) -> Calls:
    return Calls((Call("get_preferences", {}, request.say("offline_goal_preferences")),))


def _memories(request: Request, _: _Words) -> Calls:
    return Calls((Call("get_memories", {}, request.say("offline_goal_memories")),))


def _forget_memory(request: Request, said: _Words) -> Calls:
    """By the words that follow; one of the list just shown by its place in it."""
    words = (said.get("value") or "").strip()
    arguments = {"match": words} if words else {}
    if listed := _listed(request, words):
        arguments = {"id": listed}
    call = Call("memory_forget", arguments, request.say("offline_goal_forget_memory"))
    return Calls((call,), intent="memory_forget")


def _forget_listed(request: Request, said: _Words) -> Calls | None:
    return _forget_memory(request, said) if _listed(request, said["value"].strip()) else None


def _listed(request: Request, words: str) -> str:
    """The id of the memory that "the second one" is; empty for other words or another list."""
    if not ORDINAL.fullmatch(words):
        return ""
    return next((one.id for one in request.context.meant if one.kind == "memory"), "")


def _forget_key(request: Request, said: _Words) -> Calls:
    key = KEYS[said["key"].lower()]
    return Calls((_forget(request, key, ""),), intent="memory_forget")


def _forget_nickname(request: Request, said: _Words) -> Calls:
    return Calls((_forget(request, "nickname", said["value"]),), intent="memory_forget")


def _forget_note(request: Request, said: _Words) -> Calls:
    return Calls((_forget(request, "note", said.get("value") or ""),), intent="memory_forget")


_READERS: dict[str, Callable[[Request, _Words], Reading | None]] = {
    "language": _language,
    "timezone": _timezone,
    "style": _style,
    "colours": _colours,
    "quiet_hours": _quiet_hours,
    "nickname": _nickname,
    "note": _note,
    "quick_amounts": _quick_amounts,
    "favourites": _favourites,
    "show": _show,
    "memories": _memories,
    "forget_memory": _forget_memory,
    "forget_listed": _forget_listed,
    "forget_key": _forget_key,
    "forget_nickname": _forget_nickname,
    "forget_note": _forget_note,
}


def _set(request: Request, key: str, value: str) -> Calls:
    return Calls((_keep(request, key, value),), intent="memory_write")


def _keep(request: Request, key: str, value: str) -> Call:
    action = "add" if key in ("favourites", "nickname", "note") else "update"
    title = request.say("offline_goal_keep", name=request.say(f"pref_{key}"))
    return Call("manage_preferences", {"action": action, "key": key, "value": value}, title)


def _forget(request: Request, key: str, match: str) -> Call:
    title = request.say("offline_goal_forget", name=request.say(f"pref_{key}"))
    arguments = {"action": "delete", "key": key}
    if match.strip():
        arguments["match"] = match.strip()
    return Call("manage_preferences", arguments, title)


def _clock(text: str) -> str:
    """A time of day as HH:MM: "10pm" is 22:00, "7点" 07:00."""
    hit = re.match(r"([0-9]+)(?::([0-9]{2}))?\s*(am|pm)?", text, re.IGNORECASE)
    if hit is None:
        return text
    hour = int(hit[1])
    half = (hit[3] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return f"{hour:02}:{hit[2] or '00'}"
