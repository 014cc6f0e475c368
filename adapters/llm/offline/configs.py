"""Exchange accounts, models and made-up money: "connect my binance account", 给模拟账户充值 1000.

These are read from the text as it was written, since names are anybody's words. What is named must
be an exchange, a thing of the person's, or be called an account or model in the text.
"""

from collections.abc import Callable, Mapping
from typing import Any

from adapters.llm.offline.config_phrases import (
    EXCHANGE_WORDS,
    EXCHANGES,
    MODEL_NOUN,
    NOUN,
    PAPER_WORDS,
    PHRASES,
    PROVIDERS,
)
from adapters.llm.offline.reading import Call, Calls, Reading, Request
from core.domain.amount_words import half_width
from core.domain.amounts import parse_amount
from core.domain.naming import folded
from core.domain.references import ReferenceKind
from core.errors import PersonError

_LONGEST = 300
_QUOTES = "“”\"'「」《》‘’"
_EXCHANGE, _MODEL = "manage_exchange_config", "manage_model_config"
_Words = Mapping[str, str | None]


def read_configs(request: Request) -> Reading | None:
    """What to set up, change or show; None: the text is about something else."""
    if len(request.text) > _LONGEST:
        return None
    text = " ".join(half_width(request.text).replace("’", "'").split()).rstrip(" 。.!！")
    for name, pattern in PHRASES:
        hit = pattern.fullmatch(text)
        reading = _READERS[name](request, hit.groupdict()) if hit else None
        if reading is not None:
            return reading
    return None


def _list(tool: str, goal: str) -> Callable[[Request, _Words], Calls]:
    return lambda request, _: Calls((Call(tool, {}, request.say(goal)),))


def _money(action: str) -> Callable[[Request, _Words], Calls | None]:
    """A movement of made-up money; an amount that is none goes to no tool."""

    def read(request: Request, said: _Words) -> Calls | None:
        arguments: dict[str, Any] = {"action": action}
        if said["amount"] is not None:
            amount = _amount(said["amount"])
            if amount is None:
                return None
            arguments["amount"] = amount
        return _calls(request, _EXCHANGE, arguments)

    return read


def _amount(said: str) -> str | None:
    try:
        amount = parse_amount(said, base="", quote="USDT", closing=False, bare="quote")
    except PersonError:
        return None
    return f"{amount.value.normalize():f}" if amount.unit == "quote" else None


def _connect(request: Request, said: _Words) -> Calls:
    arguments: dict[str, Any] = {"action": "create"}
    if exchange := said.get("exchange"):
        arguments["exchange"] = EXCHANGES[exchange.lower()]
    if said.get("testnet"):
        arguments["testnet"] = True
    if said.get("name"):
        arguments["name"] = _name(said["name"])
    return _calls(request, _EXCHANGE, arguments)


def _connect_paper(request: Request, said: _Words) -> Calls:
    named = {"name": _name(said["name"])} if said.get("name") else {}
    return _calls(request, _EXCHANGE, {"action": "create", "exchange": "paper", **named})


def _add_model(request: Request, said: _Words) -> Calls:
    arguments: dict[str, Any] = {"action": "create"}
    if provider := said.get("provider"):
        arguments["provider"] = PROVIDERS[provider.lower()]
    for field in ("model", "base_url"):
        if said.get(field):
            arguments[field] = said[field]
    if said.get("name"):
        arguments["name"] = _name(said["name"])
    return _calls(request, _MODEL, arguments)


def _desk_model(request: Request, _: _Words) -> Calls:
    return _calls(request, _MODEL, {"action": "update", "config": "desk", "default": True})


def _change(action: str, **change: Any) -> Callable[[Request, _Words], Calls | None]:
    """A change of something that is there."""

    def read(request: Request, said: _Words) -> Calls | None:
        which = _name(said["config"])
        tool = _tool(request, which, said.get("kind"))
        if tool is None:
            return None
        fields = dict(change)
        if "new_keys" in fields and tool == _MODEL:
            fields = {"new_key": True}
        if said.get("name"):
            fields["name"] = _name(said["name"])
        config = {} if NOUN.fullmatch(which) else {"config": _meant(which)}
        return _calls(request, tool, {"action": action, **config, **fields})

    return read


def _tool(request: Request, which: str, noun: str | None) -> str | None:
    """Which tool it is for, where that is certain."""
    noun = which if NOUN.fullmatch(which) else noun
    if noun:
        return _MODEL if MODEL_NOUN.fullmatch(noun) else _EXCHANGE
    if EXCHANGE_WORDS.fullmatch(which) or PAPER_WORDS.fullmatch(which):
        return _EXCHANGE
    kinds: tuple[tuple[ReferenceKind, str], ...] = (("exchange", _EXCHANGE), ("model", _MODEL))
    named = [tool for kind, tool in kinds if _is_named(request, kind, which)]
    return named[0] if len(named) == 1 else None


def _is_named(request: Request, kind: ReferenceKind, which: str) -> bool:
    """Whether these words are the name of a thing of this kind."""
    thing = request.context.references.of(kind)
    return thing is not None and folded(thing.name) == folded(which)


def _meant(which: str) -> str:
    """An exchange by its usual name, the paper account as such, anything else as it is written."""
    if PAPER_WORDS.fullmatch(which):
        return "paper"
    hit = EXCHANGE_WORDS.fullmatch(which)
    if hit is None:
        return which
    exchange = EXCHANGES[hit["exchange"].lower()]
    return f"{exchange} testnet" if hit["testnet"] else exchange


def _name(said: str | None) -> str:
    return (said or "").strip().strip(_QUOTES).strip()


def _calls(request: Request, tool: str, arguments: dict[str, Any]) -> Calls:
    return Calls((Call(tool, arguments, request.say(f"offline_goal_{tool}")),))


_READERS: Mapping[str, Callable[[Request, _Words], Calls | None]] = {
    "exchanges": _list("get_exchange_configs", "offline_goal_exchanges"),
    "models": _list("get_model_configs", "offline_goal_models"),
    "deposit": _money("deposit"),
    "withdraw": _money("withdraw"),
    "reset": _money("reset"),
    "connect": _connect,
    "connect_paper": _connect_paper,
    "add_model": _add_model,
    "desk_model": _desk_model,
    "default": _change("update", default=True),
    "leave": _change("delete", leave_open=True),
    "delete": _change("delete"),
    "test": _change("test"),
    "enable": _change("update", enabled=True),
    "disable": _change("update", enabled=False),
    "rename": _change("update"),
    "keys": _change("update", new_keys=True),
}
