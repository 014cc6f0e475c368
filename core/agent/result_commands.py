"""What /pnl, /performance and /chart stand for: their tool and its arguments."""

from core.domain.candles import INTERVALS

_PERIODS = {
    "today": "today",
    "day": "today",
    "week": "week",
    "month": "month",
    "all": "all",
    "今天": "today",
    "今日": "today",
    "本周": "week",
    "本月": "month",
    "全部": "all",
}
_PICTURES = ("equity", "calendar", "allocation", "card")


def performance(argument: str) -> tuple[str, dict[str, object]]:
    """A period, and perhaps a coin; all time without one."""
    words = argument.split()
    periods = [_PERIODS[word.casefold()] for word in words if word.casefold() in _PERIODS]
    symbols = [word for word in words if word.casefold() not in _PERIODS]
    arguments: dict[str, object] = {"period": periods[0] if periods else "all"}
    return "get_performance", arguments | ({"symbol": symbols[0]} if symbols else {})


def pnl(argument: str) -> tuple[str, dict[str, object]]:
    """Profit and loss is asked for today, unless another time is said."""
    tool, arguments = performance(argument)
    said = any(word.casefold() in _PERIODS for word in argument.split())
    return tool, arguments if said else arguments | {"period": "today"}


def chart(argument: str) -> tuple[str, dict[str, object]]:
    """`/chart btc 4h`, or `/chart equity`: a market's candles, or another kind by its name."""
    kinds = [word for word in argument.casefold().split() if word in _PICTURES]
    words = [word for word in argument.split() if word.casefold() not in _PICTURES]
    intervals = [word for word in words if word in INTERVALS]
    symbols = [word for word in words if word not in INTERVALS]
    arguments: dict[str, object] = {"kind": kinds[0] if kinds else "candles"}
    arguments |= {"symbol": symbols[0]} if symbols else {}
    return "get_chart", arguments | ({"interval": intervals[0]} if intervals else {})
