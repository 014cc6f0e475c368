"""Kinds of deed: what an action of a tool truly does, and which words claim it.

A claim is a kind and the things it names. It is true when a deed of this turn is of that kind and
concerns one of those things, or names nothing in particular.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

ANY = "done"
"""The kind of a claim that only says that it is done: any deed makes it true."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done: its kinds, and what it was done to ("" where that is not known)."""

    kinds: frozenset[str]
    thing: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says was done, to which things, and whether it may tell of the past.

    `about_past`: it speaks of the person or of an earlier time, and not of what was done just now.
    """

    kind: str
    things: frozenset[str]
    about_past: bool = False


_TRADES = {
    "buy": "order buy open",
    "sell": "order sell close",
    "open_long": "order buy open",
    "open_short": "order sell open",
    "close_long": "order sell close",
    "close_short": "order buy close",
    "close": "order close",
    "place": "order create",
    "long": "buy open",
    "short": "sell open",
    "cancel": "cancel delete",
    "amend": "update set",
}
_CHANGES = {
    "create": "create save set",
    "add": "create save set update",
    "write": "save create update set",
    "save": "save create update set",
    "remember": "save create update set",
    "set": "set update save",
    "update": "update set save",
    "change": "update set save",
    "rename": "update set save",
    "edit": "update set save",
    "delete": "delete cancel",
    "remove": "delete cancel",
    "forget": "delete",
    "clear": "delete",
    "start": "start",
    "resume": "start",
    "activate": "start set",
    "enable": "start set",
    "stop": "stop close",
    "halt": "stop",
    "pause": "stop",
    "disable": "stop set",
    "duplicate": "create save",
    "copy": "create save",
    "subscribe": "subscribe create set save",
    "unsubscribe": "delete cancel stop",
    "schedule": "schedule create set save",
    "connect": "create save",
    "bind": "create save set",
}
ACTION_KINDS: Mapping[str, frozenset[str]] = {
    name: frozenset(kinds.split()) for name, kinds in {**_TRADES, **_CHANGES}.items()
}
"""Kinds of claim that an action makes true. Of any other action: those of the words in its name."""

_THINGS = {
    "trade": "order",
    "order": "order",
    "preference": "preference",
    "memory": "preference",
    "trader": "trader",
    "strategy": "strategy",
    "alert": "alert",
    "briefing": "briefing",
    "subscription": "briefing",
    "watchlist": "watchlist",
    "exchange": "exchange",
    "model": "model",
}
LATER = frozenset({"alert", "briefing", "schedule"})
"""Things that come back to the person by themselves."""
_GONE = frozenset({"delete", "stop"})

_HISTORY = {
    "trades": "order",
    "orders": "order",
    "fills": "order",
    "positions": "order",
    "holdings": "order",
    "decisions": "order",
    "preferences": "preference",
    "alerts": "alert",
    "traders": "trader",
    "strategies": "strategy",
    "briefings": "briefing",
}
_KEPT = frozenset({"save", "set", "create", "update", "start", "stop"})
_HELD = frozenset({"order", "buy", "sell", "open"})


def deed(tool_name: str, action: str) -> Deed:
    """What the action of the tool does."""
    tool = [word.removesuffix("s") for word in _singular(tool_name).split("_")]
    thing = next((_THINGS[word] for word in tool if word in _THINGS), "")
    kinds = ACTION_KINDS.get(action)
    if kinds is None:
        words = [*action.split("_"), *(tool if not action else ())]
        kinds = frozenset(
            kind for word in words if word for kind in ACTION_KINDS.get(word, frozenset({word}))
        )
    if thing in LATER and not kinds & _GONE:
        kinds |= {"schedule", "subscribe", "start"}
    return Deed(kinds, thing)


def _singular(name: str) -> str:
    return name.replace("strategies", "strategy").replace("memories", "memory")


def past(data: Mapping[str, Any]) -> Iterable[Deed]:
    """What a result's lists show to have been done before: trades by their action, things kept."""
    for name, thing in _HISTORY.items():
        rows = data.get(name)
        if not isinstance(rows, list | tuple) or not rows:
            continue
        if name in ("trades", "orders", "fills"):
            for row in rows:
                yield from _traded(row)
        else:
            yield Deed(_HELD if thing == "order" else _KEPT, thing)


def _traded(row: Any) -> Iterable[Deed]:
    action = row.get("action") if isinstance(row, Mapping) else None
    if not isinstance(action, str):
        action = row.get("side") if isinstance(row, Mapping) else None
    kinds = ACTION_KINDS.get(str(action).lower(), frozenset({"order"}))
    canceled = isinstance(row, Mapping) and str(row.get("status", "")).upper().startswith("CANCEL")
    yield Deed(frozenset({"order", "cancel"}) if canceled else kinds, "order")


def comes_back(done: Iterable[Deed]) -> bool:
    """Whether something was set up that will come back to the person by itself."""
    return any(
        (one.thing in LATER or "schedule" in one.kinds) and not one.kinds & _GONE for one in done
    )


def is_true(claim: Claim, done: Iterable[Deed]) -> bool:
    """Whether one of the deeds is what the claim says."""
    return any(
        (claim.kind == ANY or claim.kind in one.kinds)
        and (not claim.things or not one.thing or one.thing in claim.things)
        for one in done
    )


_NAMED = {
    "order": r"\b(?:orders?|positions?|trades?|stops?|stop-loss(?:es)?|take-profits?|limits?"
    r"|leverage|longs?|shorts?|btc|eth|coins?)\b"
    r"|订单|挂单|单子|限价单|市价单|止损|止盈|仓位|持仓|多单|空单|杠杆",
    "preference": r"\b(?:preferences?|prefer|languages?|time ?zones?|nicknames?|notes?|favou?rites?"
    r"|quiet hours|colou?rs?|memory|memories|style|settings?|wish(?:es)?)\b"
    r"|偏好|语言|时区|昵称|备注|收藏|自选|免打扰|风格|记忆|习惯",
    "trader": r"\b(?:traders?|bots?|grid)\b|交易员|机器人|网格",
    "strategy": r"\bstrateg(?:y|ies)\b|策略",
    "alert": r"\b(?:alerts?|reminders?|notifications?)\b|提醒|警报|预警|通知",
    "briefing": r"\b(?:briefings?|reports?|subscriptions?|digests?)\b|简报|日报|早报|订阅|报告",
    "schedule": r"\b(?:schedules?|jobs?)\b|定时|计划任务",
    "watchlist": r"\bwatch ?lists?\b|自选|关注列表",
    "exchange": r"\b(?:exchanges?|api keys?|connections?)\b|交易所|密钥",
    "model": r"\bmodels?\b|模型",
}
_PATTERNS = {thing: re.compile(pattern, re.IGNORECASE) for thing, pattern in _NAMED.items()}


def things_in(text: str) -> frozenset[str]:
    """The things that the words name."""
    return frozenset(thing for thing, pattern in _PATTERNS.items() if pattern.search(text))
