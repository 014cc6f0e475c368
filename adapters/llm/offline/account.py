"""What a person has and did: balance, positions, trades."""

import re

from adapters.llm.offline.prices import market_to_read, which_market, which_of_list
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.token import Token
from adapters.llm.offline.words import MARKS, Word
from core.domain.numerals import chinese_number
from core.domain.periods import Period

_READING = {
    Word.AND,
    Word.MY,
    Word.FILLER,
    Word.READING,
    Word.TODAY,
    Word.POLITE,
    Word.SHARE,
    Word.HAVE,
    Word.LAST,
    Word.SPOT,
    Word.PERPETUAL,
}
_OF_A_COIN = {Word.SYMBOL, Word.IT, Word.THESE, Word.ORDINAL}
_SIDES = {Word.LONG, Word.SHORT}
_PERIODS: dict[str, Period] = {
    "today": "today",
    "今天": "today",
    "今日": "today",
    "this week": "week",
    "本周": "week",
    "这周": "week",
    "这个星期": "week",
    "this month": "month",
    "本月": "month",
    "这个月": "month",
}
_COUNTERS = ("笔", "条")
_MOST_TRADES = 50


def read_account(request: Request) -> Reading | None:
    """Balance, positions or trades, whichever the words ask for."""
    asked = request.part(tuple(token for token in request.tokens if token.text not in MARKS))
    for read in (_portfolio, _result, _history, _positions, _balance):
        if reading := read(asked):
            return reading
    return None


def _balance(request: Request) -> Reading | None:
    if not request.only(_READING | {Word.BALANCE, Word.MONEY, Word.HOW_MUCH}):
        return None
    owned = request.has(Word.HAVE, Word.MY) and request.has(Word.MONEY, Word.HOW_MUCH)
    if not request.has(Word.BALANCE) and not owned:
        return None
    return Calls((_balance_call(request),))


def _portfolio(request: Request) -> Reading | None:
    if not request.has(Word.PORTFOLIO):
        return None
    if not request.only(_READING | {Word.PORTFOLIO, Word.BALANCE}):
        return None
    return Calls((_balance_call(request), _positions_call(request, "")))


def _result(request: Request) -> Reading | None:
    """What was won or lost, over the time that is named."""
    if not request.has(Word.RESULT):
        return None
    allowed = _READING | _OF_A_COIN | {Word.RESULT, Word.PERIOD, Word.POSITIONS, Word.HISTORY}
    if not request.only(allowed):
        return None
    coin = coin_of(request)
    if isinstance(coin, Ask):
        return coin
    period, rest = _period(request)
    arguments: dict[str, object] = {"period": period, **({"symbol": coin} if coin else {})}
    title = request.say("offline_goal_performance", period=request.say(f"period.{period}"))
    made = Call("get_performance", arguments, title)
    # What is open in one coin is no part of its closed trades.
    return Calls((_positions_call(request, coin), made) if coin else (made,), rest)


def _positions(request: Request) -> Reading | None:
    allowed = _READING | _OF_A_COIN | _SIDES | {Word.POSITIONS, Word.HOW_MUCH}
    if not request.only(allowed):
        return None
    how_much_of = request.has(Word.HOW_MUCH) and request.has(*_OF_A_COIN)
    owned = request.has(Word.HAVE) and (how_much_of or request.has(Word.SYMBOL))
    # "my btc long" names something that is there; "long btc" is an order.
    mine = request.has(Word.MY) and request.has(*_SIDES)
    if not (request.has(Word.POSITIONS) or owned or mine):
        return None
    coin = coin_of(request)
    return coin if isinstance(coin, Ask) else Calls((_positions_call(request, coin),))


def _history(request: Request) -> Reading | None:
    allowed = (
        _READING
        | _OF_A_COIN
        | {
            Word.HISTORY,
            Word.TRADE,
            Word.AMOUNT,
            Word.PERIOD,
        }
    )
    if not request.only(allowed):
        return None
    last_trade = request.has(Word.TRADE) and request.has(Word.LAST)
    if not (request.has(Word.HISTORY) or last_trade or _counts_the_last(request)):
        return None
    limits = [_count(token) for token in request.of(Word.AMOUNT)]
    if len(limits) > 1 or None in limits:
        return None
    coin = coin_of(request)
    if isinstance(coin, Ask):
        return coin
    arguments: dict[str, object] = {"symbol": coin} if coin else {}
    limit = limits[0] if limits else 1 if last_trade else None
    if limit is not None:
        arguments["limit"] = min(limit, _MOST_TRADES)
    period, rest = _period(request)
    if period != "all":
        arguments["period"] = period
    call = Call("get_trade_history", arguments, _trades_title(request, coin))
    return Calls((call,), rest)


def _counts_the_last(request: Request) -> bool:
    """Whether it is 最近20笔: the last so many, counted as trades are."""
    counted = any(token.text in _COUNTERS for token in request.tokens)
    return counted and request.has(Word.LAST) and request.has(Word.AMOUNT)


def _trades_title(request: Request, coin: str) -> str:
    return request.say("offline_goal_trades_of" if coin else "offline_goal_trades", symbol=coin)


def _period(request: Request) -> tuple[Period, str]:
    """The time that is named; for one that cannot be had, all time, and a line that says so."""
    named = request.of(Word.TODAY, Word.PERIOD)
    words = dict.fromkeys(token.text.casefold().removesuffix("'s") for token in named)
    periods = {_PERIODS.get(word) for word in words}
    if len(periods) == 1 and (period := periods.pop()) is not None:
        return period, ""
    told = request.say("offline_all_time", period=" / ".join(words)) if named else ""
    return "all", told


def _count(token: Token) -> int | None:
    """How many trades: a whole number above zero, perhaps with a coin behind it."""
    if digits := re.match(r"[1-9][0-9]{0,3}(?![0-9.,])", token.text):
        return int(digits.group())
    number = chinese_number(token.text)
    return int(number) if number and number == int(number) else None


def coin_of(request: Request) -> str | Ask:
    """The market that the question is limited to; empty for none."""
    named = request.mentions()
    unsure = [mention for mention in named if not mention.certain]
    if unsure:
        return which_market(request, unsure[0])
    if len(named) > 1:
        bases = dict.fromkeys(mention.instruments[0].base for mention in named)
        return Ask("symbol", request.say("offline_one_coin"), tuple(bases))
    if named:
        return market_to_read(request, named[0]).symbol
    if request.points_nowhere():
        return which_of_list(request)
    pointed = request.pointed_at()
    return pointed.id if pointed else ""


def _balance_call(request: Request) -> Call:
    return Call("get_balance", {}, request.say("offline_goal_balance"))


def _positions_call(request: Request, symbol: str) -> Call:
    key = "offline_goal_positions_of" if symbol else "offline_goal_positions"
    arguments = {"symbol": symbol} if symbol else {}
    return Call("get_positions", arguments, request.say(key, symbol=symbol))
