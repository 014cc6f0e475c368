"""Slash commands: the few that code answers, and shortcuts that are ready plans (DESIGN 4.3)."""

from collections.abc import Callable
from dataclasses import dataclass

from core.agent.result_commands import chart, performance, pnl
from core.domain.candles import INTERVALS
from core.domain.conversation import Body, Command, Lang, Text
from core.domain.plan import Plan, RespondStep, ToolStep
from core.domain.resume_words import folded, stops_work
from core.views.words import say


@dataclass(frozen=True, slots=True)
class Spec:
    """A command: what /help says of it, and its plan where it is a shortcut."""

    name: str
    aliases: tuple[str, ...] = ()
    plan: Callable[[str], tuple[str, dict[str, object]]] | None = None


def _symbols(argument: str) -> tuple[str, dict[str, object]]:
    words = argument.replace(",", " ").split()[:10]
    return "get_market_price", {"symbols": words or ["BTC/USDT", "ETH/USDT", "SOL/USDT"]}


def _positions(argument: str) -> tuple[str, dict[str, object]]:
    word = argument.strip()
    if word.isdecimal():
        return "get_positions", {"page": _page(word)}
    return "get_positions", {"symbol": word} if word else {}


def _page(word: str) -> int:
    return max(1, min(100, int(word)))


def _history(argument: str) -> tuple[str, dict[str, object]]:
    word = argument.strip()
    return "get_trade_history", {"limit": max(1, min(50, int(word)))} if word.isdecimal() else {}


def _model(argument: str) -> tuple[str, dict[str, object]]:
    """Whose model chat uses: one of the person's by name, or the desk's."""
    name = argument.strip()
    if not name:
        return "get_model_configs", {}
    if name.casefold() in ("desk", "默认", "系统"):
        return "manage_model_config", {"action": "update", "config": "desk", "default": True}
    return "manage_model_config", {"action": "update", "config": name, "default": True}


def _orders(argument: str) -> tuple[str, dict[str, object]]:
    word = argument.strip()
    if word.isdecimal():
        return "manage_order", {"action": "list", "page": _page(word)}
    return "manage_order", {"action": "list", **({"symbol": word} if word else {})}


def _candles(argument: str) -> dict[str, object]:
    """A coin, and perhaps how long its candles are: `btc 1h`."""
    words = argument.split()
    if len(words) > 1 and words[-1] in INTERVALS:
        return {"symbol": " ".join(words[:-1]), "interval": words[-1]}
    return {"symbol": " ".join(words) or "BTC"}


def _person(argument: str) -> dict[str, object]:
    name = argument.strip()
    return {"person": name} if name else {}


def _watchlist(argument: str) -> tuple[str, dict[str, object]]:
    """The list; with a coin, that is added to it, or taken off it where a minus stands before."""
    coin = argument.strip()
    if not coin:
        return "get_watchlist", {}
    action = "remove" if coin.startswith("-") else "add"
    return "manage_watchlist", {"action": action, "symbol": coin.lstrip("+- ")}


COMMANDS: tuple[Spec, ...] = (
    Spec("start"),
    Spec("help"),
    Spec("price", ("p",), _symbols),
    Spec("market", ("m",), lambda argument: ("get_market_snapshot", _candles(argument))),
    Spec("candles", ("k",), lambda argument: ("get_kline", _candles(argument))),
    Spec("watchlist", ("watch", "w"), _watchlist),
    Spec("stock", (), lambda argument: ("search_stock", {"keyword": argument or "AAPL"})),
    Spec("balance", ("bal",), lambda _: ("get_balance", {})),
    Spec("positions", ("pos",), _positions),
    Spec("orders", ("oo",), _orders),
    Spec("history", ("trades",), _history),
    Spec("pnl", (), pnl),
    Spec("performance", ("perf", "stats"), performance),
    Spec("chart", ("kline",), chart),
    Spec("preferences", ("prefs",), lambda _: ("get_preferences", {})),
    Spec("exchanges", ("accounts",), lambda _: ("get_exchange_configs", {})),
    Spec("models", (), lambda _: ("get_model_configs", {})),
    Spec("model", (), _model),
    Spec("limits", (), lambda _: ("get_limits", {})),
    Spec("link"),
    Spec("unlink"),
    Spec("people"),
    Spec("audit", (), lambda argument: ("get_audit", _person(argument))),
    Spec("status"),
    Spec("cancel"),
    Spec("clear"),
    Spec("halt"),
    Spec("unhalt"),
)
"""The registry: help, the platforms' command menus and what is understood are all made from it."""

_HALTS = frozenset(
    {"halt", "halt trading", "halt all trading", "stop trading", "stop all trading"}
    | {"stop everything", "emergency stop", "kill switch", "紧急停止", "紧急停机", "停止交易"}
    | {"pause trading", "pause all trading", "暂停交易", "暂停所有交易", "停掉交易"}
    | {"停止所有交易", "停止一切交易", "全部停止交易", "停止一切"}
)

_UNHALTS = frozenset(
    {"unhalt", "resume trading", "start trading again", "trade again", "restart trading"}
    | {"恢复交易", "继续交易", "重新开始交易", "解除停止交易", "解除停机"}
)


def parse(line: str) -> Command | None:
    """A text that starts with a slash as a command; `/cmd@bot` is the same command."""
    text = line.strip()
    if not text.startswith("/") or len(text) < 2 or text[1].isspace():
        return None
    head, _, argument = text[1:].partition(" ")
    head, _, more = head.partition("\n")
    name = head.split("@", 1)[0].casefold()
    return Command(name=name, argument=(more or argument).strip()) if name else None


def means_all(command: Command) -> bool:
    """Whether a /cancel is for everything that is open."""
    return command.argument.casefold() in ("all", "everything", "全部", "所有")


def halts(text: str) -> bool:
    """Whether a whole message says to halt all trading."""
    return not any(mark in text for mark in "?？") and folded(text) in _HALTS


def unhalts(text: str) -> bool:
    """Whether a whole message says to trade again."""
    return not any(mark in text for mark in "?？") and folded(text) in _UNHALTS


def stops(body: Body) -> str | None:
    """The run that a /cancel names, empty for whichever is under way; None: it stops nothing.

    Words that say stop, and nothing else, stop what is under way as /cancel does; so does a halt.
    """
    if isinstance(body, Text):
        return "" if stops_work(body.text) else None
    if isinstance(body, Command) and body.name == "halt":
        return ""
    if not isinstance(body, Command) or body.name != "cancel":
        return None
    return "" if means_all(body) else body.argument


def spec(name: str) -> Spec | None:
    """The command called `name`, or that has it as an alias."""
    return next((item for item in COMMANDS if name == item.name or name in item.aliases), None)


def shortcut(command: Command) -> Plan | None:
    """The ready plan of a shortcut command; None for any other."""
    found = spec(command.name)
    if found is None or found.plan is None:
        return None
    tool, arguments = found.plan(command.argument)
    return Plan(
        goal=f"/{found.name} {command.argument}".strip(),
        intent="tool_call",
        steps=(
            ToolStep(id="s1", title=f"/{found.name}", tool_name=tool, tool_args=arguments),
            RespondStep(id="s2", show=("s1",)),
        ),
    )


def help_text(lang: Lang) -> str:
    """What can be said here, made from the registry so that it cannot list what is not there."""
    lines = [say(lang, "help.intro")]
    lines += [f"/{item.name} · {say(lang, f'command.{item.name}')}" for item in COMMANDS]
    return "\n".join(lines)
