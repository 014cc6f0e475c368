"""Pictures: a coin's candles, the equity curve, a month of days, what is held, a trade to share."""

from adapters.llm.offline.account import coin_of
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.words import MARKS, Word
from core.domain.candles import INTERVALS

_AROUND = {
    Word.MY,
    Word.FILLER,
    Word.READING,
    Word.POLITE,
    Word.HAVE,
    Word.TODAY,
    Word.SPOT,
    Word.PERPETUAL,
    Word.CHART,
}
_OF_A_COIN = {Word.SYMBOL, Word.IT, Word.THESE, Word.ORDINAL}
_ACCOUNT = {Word.CURVE: "equity", Word.CALENDAR: "calendar", Word.ALLOCATION: "allocation"}
_UNITS = {
    "m": ("min", "mins", "minute", "minutes", "分钟", "分", "分线", "分钟线"),
    "h": ("h", "hr", "hour", "hours", "小时", "小时线", "时线"),
    "d": ("d", "day", "days", "天", "日", "日线"),
    "w": ("w", "week", "weeks", "周", "周线"),
    "M": ("mo", "month", "months", "月", "月线", "个月"),
}
_NAMED = {
    "hourly": "1h",
    "小时线": "1h",
    "daily": "1d",
    "日线": "1d",
    "weekly": "1w",
    "周线": "1w",
    "monthly": "1M",
    "月线": "1M",
}


def read_pictures(request: Request) -> Reading | None:
    """The picture that the words ask for."""
    asked = request.part(tuple(token for token in request.tokens if token.text not in MARKS))
    return _of_account(asked) or _card(asked) or _candles(asked)


def _of_account(request: Request) -> Reading | None:
    kinds = {kind for word, kind in _ACCOUNT.items() if request.has(word)}
    if len(kinds) != 1 or not request.only(_AROUND | _ACCOUNT.keys()):
        return None
    return _call(request, {"kind": kinds.pop()})


def _card(request: Request) -> Reading | None:
    """A trade to show around: the one named or spoken of."""
    allowed = _AROUND | _OF_A_COIN | {Word.SHOW_AROUND, Word.TRADE, Word.POSITIONS, Word.RESULT}
    if not request.has(Word.SHOW_AROUND) or not request.only(allowed):
        return None
    coin = coin_of(request)
    if isinstance(coin, Ask):
        return coin
    return _call(request, {"kind": "card", **({"symbol": coin} if coin else {})})


def _candles(request: Request) -> Reading | None:
    """A coin's candles, and how long they are where that is said."""
    words = (Word.AMOUNT, Word.OTHER, Word.ASKING)
    length = [token for token in request.tokens if token.word in words]
    interval = _interval("".join(token.text for token in length)) if length else None
    named = "".join(token.text for token in length) in _NAMED
    rest = request.part(tuple(token for token in request.tokens if token not in length))
    if (length and interval is None) or not (request.has(Word.CHART) or named):
        return None
    if not rest.only(_AROUND | _OF_A_COIN):
        return None
    coin = coin_of(rest)
    if isinstance(coin, Ask):
        return coin
    if not coin:
        options = tuple(request.say("suggest_chart", symbol=base) for base in request.coins())
        return Ask("symbol", request.say("chart.which"), options, "get_chart")
    arguments: dict[str, object] = {"symbol": coin}
    return _call(request, arguments | ({"interval": interval} if interval else {}))


def _interval(text: str) -> str | None:
    """The candle's length that the text is: `4h`, `4小时`, `daily`; None for any other."""
    if text in INTERVALS:
        return text
    low = text.lower()
    if low in _NAMED:
        return _NAMED[low]
    digits = low[: len(low) - len(low.lstrip("0123456789"))]
    unit = next((sign for sign, names in _UNITS.items() if low[len(digits) :] in names), None)
    known = f"{digits}{unit}" if digits and unit else ""
    return known if known in INTERVALS else None


def _call(request: Request, arguments: dict[str, object]) -> Calls:
    return Calls((Call("get_chart", arguments, request.say("offline_goal_chart")),))
