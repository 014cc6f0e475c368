"""Whether what is to be remembered is really said in the messages that are cited for it."""

import re
from collections.abc import Sequence

from core.domain.coin_names import NAMES
from core.domain.memory_statements import statements
from core.domain.memory_words import (
    clauses,
    content_words,
    denies,
    folded,
    numbers,
    share,
    stated_numbers,
    turns_round,
)
from core.domain.numerals import NUMERALS, chinese_number
from core.domain.preferences import LANGUAGES, PreferenceKey
from core.domain.zone_names import CITIES

SAID = 0.65
"""The share of a value's content words that the cited statements must hold."""
SAID_OF_CONDITION = 0.6
"""The same of a rule's condition, which is often put into other words ("when trading memes")."""

_WISH = re.compile(
    r"\b(?:favou?rites?|watch\w*|follow\w*|love|like|likes|mainly|mostly|always|only|track\w*|list)\b"
    r"|自选|收藏|关注|喜欢|最爱|主要|只做|只看|常看|盯"
)
_RED_UP = re.compile(
    r"\bred\W+(?:\w+\W+){0,3}(?:up|gain|gains|rise|rises|rising|profit|profits)\b"
    r"|\b(?:up|gains?|ris\w+|profits?)\W+(?:\w+\W+){0,3}red\b|红涨|涨[是为用显]{1,2}红|红色.{0,3}涨"
)
_GREEN_UP = re.compile(
    r"\bgreen\W+(?:\w+\W+){0,3}(?:up|gain|gains|rise|rises|rising|profit|profits)\b"
    r"|\b(?:up|gains?|ris\w+|profits?)\W+(?:\w+\W+){0,3}green\b|绿涨|涨[是为用显]{1,2}绿|绿色.{0,3}涨"
)
_QUIET = re.compile(
    r"\b(?:quiet|disturb\w*|silent|silence|mute\w*|sleep\w*|asleep|notif\w*|alerts?|messages?|bother"
    r"|ping)\b|打扰|安静|静音|睡|通知|提醒|消息|推送|吵"
)
_QUICK = re.compile(
    r"\b(?:quick|preset|usual|default)\w*\s+(?:amounts?|sizes?)\b|(?:快捷|常用)(?:金额|数量)"
)
_HOUR = re.compile(
    rf"(?P<half>早上|上午|中午|下午|晚上|凌晨|晚|早)?\s*"
    rf"(?P<hour>\d{{1,2}}|[{NUMERALS.replace('点', '')}]{{1,3}})"
    rf"(?:[:：](?P<minute>\d{{2}})|点(?:(?P<thirty>半)|(?P<past>\d{{1,2}})分?)?)?"
    rf"\s*(?P<side>[ap]\.?m\b)?"
)


def says(key: PreferenceKey, value: str, messages: Sequence[str]) -> bool:
    """Whether the person's own statements in these messages state this preference."""
    said = [sentence for text in messages for sentence in statements(text)]
    match key:
        case "language":
            words = [name for name, code in LANGUAGES.items() if code == value and len(name) > 1]
            return _affirmed(said, [word for word in words if word not in ("en", "zh")])
        case "timezone":
            return _affirmed(said, _zone_words(value))
        case "quiet_hours":
            heard = [text for text in said if _QUIET.search(folded(text))]
            return all(_names_hour(end, heard) for end in value.split("-"))
        case "colours":
            pattern = _RED_UP if value == "red_up" else _GREEN_UP
            return any(pattern.search(clause) and not denies(clause) for clause in _clauses(said))
        case "favourites":
            wished = [sentence for sentence in said if _WISH.search(folded(sentence))]
            named = (clause for clause in _clauses(wished) if _names_coin(value, clause))
            return any(not denies(clause) for clause in named)
        case "nickname":
            name, _, meaning = (part.strip() for part in value.partition("="))
            heard = [text for text in said if folded(name) in folded(text)]
            return any(
                _names_coin(meaning, text) or supports(meaning, [text], denial=False)
                for text in heard
            )
        case "quick_amounts":
            return stated_numbers(value) <= _numbers(said) and any(
                _QUICK.search(folded(text)) for text in said
            )
        case "style" | "note":
            return supports(value, said)


def supports(value: str, said: Sequence[str], *, denial: bool = True, least: float = SAID) -> bool:
    """Whether the sentences hold the value's content words and all its numbers, and deny alike.

    Each part of the value is held against the one clause that speaks of it most: "I hate memes"
    does not say "trades memes", however many words the two share.
    """
    words = content_words(value)
    heard = frozenset().union(*map(content_words, said))
    if share(words, heard) < least or not stated_numbers(value) <= _numbers(said):
        return False
    if turns_round(value, "\n".join(said)):
        return False
    return not denial or all(_is_denied_alike(part, said) for part in clauses(value))


def _is_denied_alike(part: str, said: Sequence[str]) -> bool:
    words = content_words(part)
    spoken = [(len(words & content_words(clause)), denies(clause)) for clause in _clauses(said)]
    most = max((shared for shared, _ in spoken), default=0)
    if not words or not most:
        return True
    return any(denied == denies(part) for shared, denied in spoken if shared == most)


def _clauses(said: Sequence[str]) -> list[str]:
    return [clause for sentence in said for clause in clauses(sentence)]


def _numbers(said: Sequence[str]) -> frozenset[object]:
    return frozenset().union(*map(numbers, said))


def _affirmed(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a clause that denies nothing has one of the words."""
    for clause in _clauses(said):
        if denies(clause):
            continue
        for word in words:
            if word.isascii():
                if re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", clause):
                    return True
            elif word in clause:
                return True
    return False


def _zone_words(zone: str) -> list[str]:
    city = zone.rpartition("/")[2].replace("_", " ").casefold()
    named = [name for name, place in CITIES.items() if place == zone]
    return [zone.casefold(), city, *named]


def _names_coin(symbol: str, text: str) -> bool:
    base = symbol.partition("/")[0].strip().casefold()
    known = base.upper() in NAMES or "/" in symbol
    return (
        known
        and re.search(rf"(?<![a-z0-9]){re.escape(base)}(?![a-z0-9])", folded(text)) is not None
    )


def _names_hour(wanted: str, said: Sequence[str]) -> bool:
    hour, minute = (int(part) for part in wanted.split(":"))
    return any((hour, minute) in _hours(found) for text in said for found in _found(text))


def _found(text: str) -> list[re.Match[str]]:
    clock = re.sub(r"\bmidnight\b|午夜|零点", "0:00", folded(text))
    return list(_HOUR.finditer(re.sub(r"\bnoon\b|正午", "12:00", clock)))


def _hours(found: re.Match[str]) -> set[tuple[int, int]]:
    """The times of day that a written time may mean: without am or pm, both."""
    number = found["hour"]
    spelt = chinese_number(number) if not number.isdigit() else None
    if not number.isdigit() and spelt is None:
        return set()
    hour = int(number) if spelt is None else int(spelt)
    minute = 30 if found["thirty"] else int(found["minute"] or found["past"] or 0)
    if hour > 24 or minute > 59:
        return set()
    half, side = found["half"] or "", (found["side"] or "")[:1]
    if side == "p" or half in ("下午", "晚上", "晚", "中午"):
        return {(hour % 12 + 12, minute), *([(0, minute)] if hour == 12 else [])}
    if side == "a" or half in ("早上", "上午", "凌晨", "早"):
        return {(hour % 12, minute)}
    return (
        {(hour % 24, minute), ((hour + 12) % 24, minute)} if hour <= 12 else {(hour % 24, minute)}
    )
