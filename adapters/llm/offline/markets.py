"""Candles, a market at a glance, the watchlist and shares: asked for in whole texts."""

import re
from collections.abc import Callable

from adapters.llm.offline.lexer import tokens_of
from adapters.llm.offline.prices import market_to_read
from adapters.llm.offline.reading import Call, Calls, Reading, Request, Say
from adapters.llm.offline.words import Word
from core.domain.amount_words import half_width
from core.domain.candles import INTERVALS
from core.domain.coin_names import COMMON_WORDS
from core.domain.market import Interval

_PLEASE = r"(?:(?:please|can you|could you|show|show me|give me|get|see|check|view|tell me)\s+)*"
_PLEASE_ZH = r"(?:请|麻烦|帮我|给我|看一?下|看看|查看|查一?下|显示|来|我想|我要|想)*"
_LENGTH = (
    r"(?P<length>[0-9]{1,2}\s*-?\s*(?:[mM](?![a-z])|mins?|minutes?|h|hours?|hrs?|d|days?|w|weeks?|"
    r"mo|months?)|hourly|daily|weekly|monthly)"
)
_LENGTH_ZH = (
    r"(?P<length>[0-9]{1,2}\s*(?:分钟|分|小时|天|日|周|个月|月|[mMhdw])|日线|周线|月线|日|周|月)"
)
_CANDLES = r"(?:candles?|candlesticks?|k-?lines?|ohlcv?|bars)"
# K线图 is a picture of them.
_CANDLES_ZH = r"(?:[kK]\s*线|蜡烛)"
_LIST = r"watch\s?-?list"
_LIST_ZH = r"(?:自选(?:列表|股|币)?|关注列表|观察列表|盯盘列表)"
_COIN = r"(?P<coin>\S.{0,38}?)"

_KLINES = (
    rf"{_PLEASE}(?:the\s+)?{_COIN}\s+(?:{_LENGTH}\s+)?{_CANDLES}",
    rf"{_PLEASE}(?:the\s+)?(?:{_LENGTH}\s+)?{_CANDLES}\s+(?:of|for)\s+{_COIN}",
    rf"{_PLEASE}{_COIN}\s+{_CANDLES}\s+{_LENGTH}",
    rf"{_PLEASE_ZH}{_COIN}\s*的?\s*(?:{_LENGTH_ZH})?\s*的?\s*{_CANDLES_ZH}",
)
_SNAPSHOTS = (
    rf"{_PLEASE}(?:analy[sz]e|analysis\s+of|an?\s+analysis\s+of|snapshot\s+of|overview\s+of)\s+{_COIN}",
    rf"{_PLEASE}{_COIN}\s+(?:analysis|snapshot|overview|funding(?:\s+rate)?|open\s+interest)",
    rf"{_PLEASE}(?:the\s+)?(?:funding(?:\s+rate)?|open\s+interest)\s+(?:of|for)\s+{_COIN}",
    rf"{_PLEASE_ZH}(?:分析|解读|研究)(?:一下)?{_COIN}(?:的?(?:行情|走势))?",
    rf"{_PLEASE_ZH}{_COIN}(?:的)?(?:分析|行情概览|行情分析|资金费率|未平仓量|持仓量|怎么看|后市)",
)
_SHOW_LIST = (
    rf"{_PLEASE}(?:what(?:'s|\s+is)\s+(?:on|in)\s+)?(?:my\s+|the\s+)?{_LIST}",
    rf"{_PLEASE_ZH}(?:我的)?(?:{_LIST_ZH}|关注)(?:里)?(?:有(?:什么|哪些))?",
    r"我关注(?:了)?(?:的币|哪些币|什么)",
)
_ADD = (
    rf"(?:please\s+)?(?:watch|follow|keep an eye on)\s+{_COIN}",
    rf"(?:please\s+)?(?:add|put)\s+{_COIN}\s+(?:to|on)\s+(?:my\s+|the\s+)?{_LIST}",
    rf"{_PLEASE_ZH}关注(?:一下)?{_COIN}",
    rf"{_PLEASE_ZH}(?:把|将)?{_COIN}(?:加入|添加到|加到|放进)(?:我的)?{_LIST_ZH}",
)
_REMOVE = (
    rf"(?:please\s+)?(?:unwatch|unfollow|stop\s+watching|stop\s+following)\s+{_COIN}",
    rf"(?:please\s+)?(?:remove|delete|drop|take)\s+{_COIN}\s+(?:from|off)\s+(?:my\s+|the\s+)?{_LIST}",
    rf"{_PLEASE_ZH}(?:取消关注|不再关注)(?:一下)?{_COIN}",
    rf"{_PLEASE_ZH}(?:把|将){_COIN}从(?:我的)?{_LIST_ZH}(?:里|中)?(?:移除|删除|去掉|删掉)",
    rf"{_PLEASE_ZH}从(?:我的)?{_LIST_ZH}(?:里|中)?(?:移除|删除|去掉|删掉){_COIN}",
)
_NAME = r"(?P<name>.{1,60})"
_STOCK = (
    rf"(?:please\s+)?(?:search|find|look\s+up|lookup)\s+(?:for\s+)?(?:the\s+)?stocks?\s+{_NAME}",
    rf"(?:what(?:'s|\s+is)\s+)?(?:the\s+)?(?:ticker|stock\s+code)\s+(?:of|for)\s+{_NAME}",
    rf"{_PLEASE_ZH}(?:搜索|搜一?下|查找|查询|查)(?:一下)?股票\s*{_NAME}",
    r"(?P<name>.{1,30}?)的?股票代码(?:是什么|是多少)?",
)


def _compiled(texts: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    # Not without case: 1m is a minute and 1M a month. What else is written in capitals is folded.
    return tuple(re.compile(text) for text in texts)


_UNITS = {
    "m": "m",
    "min": "m",
    "minute": "m",
    "分": "m",
    "分钟": "m",
    "h": "h",
    "hour": "h",
    "hr": "h",
    "小时": "h",
    "d": "d",
    "day": "d",
    "天": "d",
    "日": "d",
    "w": "w",
    "week": "w",
    "周": "w",
    "M": "M",
    "month": "M",
    "月": "M",
    "个月": "M",
}
_NAMED = {
    "hourly": "1h",
    "daily": "1d",
    "weekly": "1w",
    "monthly": "1M",
    "日线": "1d",
    "周线": "1w",
    "月线": "1M",
    "日": "1d",
    "周": "1w",
    "月": "1M",
}


def read_markets(request: Request) -> Reading | None:
    """What a text asks of these, as a whole; None where it is about something else."""
    text = _text(request.text)
    for patterns, read in _READERS:
        for pattern in patterns:
            if found := pattern.fullmatch(text):
                reading = read(request, found)
                if reading is not None:
                    return reading
    return None


def interval_of(said: str) -> Interval | None:
    """The length that the words mean; None for one that there are no candles of: "1mo", "7 h"."""
    words = " ".join(said.split())
    named = _NAMED.get(words, "")
    if found := re.fullmatch(r"([0-9]{1,2})\s*-?\s*(\S+)", words):
        unit = found[2] if len(found[2]) == 1 else found[2].removesuffix("s")
        named = f"{int(found[1])}{_UNITS.get(unit, '?')}"
    return next((one for one in INTERVALS if one == named), None)


def _kline(request: Request, found: re.Match[str]) -> Reading | None:
    symbol = _symbol(request, found["coin"])
    if symbol is None or isinstance(symbol, Say):
        return symbol
    said = found.groupdict().get("length")
    interval = interval_of(said) if said else None
    if said and interval is None:
        options = tuple(
            request.say("offline_kline_of", symbol=symbol, interval=one)
            for one in ("15m", "1h", "4h", "1d", "1w", "1M")
        )
        return Say(request.say("offline_which_interval", said=said, known=INTERVALS), options)
    arguments = {"symbol": symbol, **({"interval": interval} if interval else {})}
    title = request.say("offline_goal_kline", symbol=symbol)
    return Calls((Call("get_kline", arguments, title),))


def _snapshot(request: Request, found: re.Match[str]) -> Reading | None:
    symbol = _symbol(request, found["coin"])
    if symbol is None or isinstance(symbol, Say):
        return symbol
    title = request.say("offline_goal_snapshot", symbol=symbol)
    return Calls((Call("get_market_snapshot", {"symbol": symbol}, title),))


def _show_list(request: Request, _: re.Match[str]) -> Reading | None:
    return Calls((Call("get_watchlist", {}, request.say("offline_goal_watchlist")),))


def _add(request: Request, found: re.Match[str]) -> Reading | None:
    return _change(request, found, "add", "do_watch")


def _remove(request: Request, found: re.Match[str]) -> Reading | None:
    return _change(request, found, "remove", "do_unwatch")


def _change(request: Request, found: re.Match[str], action: str, key: str) -> Reading | None:
    symbol = _symbol(request, found["coin"], otherwise=key.replace("do_", "suggest_"))
    if symbol is None or isinstance(symbol, Say):
        return symbol
    call = Call(
        "manage_watchlist", {"action": action, "symbol": symbol}, request.say(key, symbol=symbol)
    )
    return Calls((call,))


def _stock(request: Request, found: re.Match[str]) -> Reading | None:
    keyword = found["name"].strip(" \"'“”?？")
    if not keyword:
        return None
    title = request.say("suggest_stock", keyword=keyword)
    return Calls((Call("search_stock", {"keyword": keyword}, title),))


_Read = Callable[[Request, re.Match[str]], Reading | None]
_READERS: tuple[tuple[tuple[re.Pattern[str], ...], _Read], ...] = (
    (_compiled(_STOCK), _stock),
    (_compiled(_SHOW_LIST), _show_list),
    (_compiled(_REMOVE), _remove),
    (_compiled(_ADD), _add),
    (_compiled(_KLINES), _kline),
    (_compiled(_SNAPSHOTS), _snapshot),
)


def _text(text: str) -> str:
    """The text in half width and small letters, but for the M of a month."""
    plain = " ".join(half_width(text).replace("’", "'").split()).strip(" .!。！?？~…")
    month = re.search(r"(?<![A-Za-z0-9])[0-9]{1,2}\s?M(?![A-Za-z])", plain)
    small = plain.lower() if len(plain.lower()) == len(plain) else plain
    if month is None:
        return small
    return f"{small[: month.start()]}{month.group()}{small[month.end() :]}"


def _symbol(request: Request, said: str, otherwise: str = "suggest_price") -> str | Say | None:
    """The one market that the words name or point at, or a bare name for the tool to judge.

    Several are asked about with whole requests; None where the words are no name.
    """
    part = request.part(tokens_of(said, request.context.instruments))
    named = part.mentions()
    if not part.only((Word.SYMBOL, Word.IT, Word.ORDINAL, Word.FILLER, Word.SPOT, Word.PERPETUAL)):
        return _bare(said)
    if len(named) > 1:
        return None
    if named and not named[0].certain:
        options = tuple(request.say(otherwise, symbol=one.symbol) for one in named[0].instruments)
        return Say(request.say("offline_which_market", name=named[0].text), options)
    if named:
        return market_to_read(part, named[0]).symbol
    pointed = part.pointed_at()
    return pointed.id if pointed else None


def _bare(said: str) -> str | None:
    """A single word that may be a coin's name: it is looked up, and refused if it is none."""
    word = said.strip().lstrip("$")
    latin = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9/:_-]{1,19}", word)
    chinese = re.fullmatch(r"[\u3400-\u9fff]{2,6}", word)
    if word.casefold() in COMMON_WORDS or not (latin or chinese):
        return None
    return word
