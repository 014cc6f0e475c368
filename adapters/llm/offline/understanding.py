"""From a text to what it asks for: whole, or part by part where it asks for several things."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import groupby

from adapters.llm.offline.account import read_account
from adapters.llm.offline.again import about_another
from adapters.llm.offline.answers import answered
from adapters.llm.offline.closing import CLOSERS, read_close
from adapters.llm.offline.configs import read_configs
from adapters.llm.offline.described import read_described
from adapters.llm.offline.lexer import text_of, tokens_of
from adapters.llm.offline.markets import read_markets
from adapters.llm.offline.naming_accounts import named_account
from adapters.llm.offline.nearest import not_understood, unknown_coin
from adapters.llm.offline.pictures import read_pictures
from adapters.llm.offline.preferences import read_preferences
from adapters.llm.offline.prices import read_prices
from adapters.llm.offline.protecting import read_protection
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request, Say
from adapters.llm.offline.resting import read_marked, read_resting
from adapters.llm.offline.risk import read_limits
from adapters.llm.offline.smalltalk import read_smalltalk
from adapters.llm.offline.spoken import plainly
from adapters.llm.offline.token import Token
from adapters.llm.offline.trades import VERBS, read_order
from adapters.llm.offline.words import MARKS, Word
from core.domain.llm import PlanningContext
from core.domain.naming import expanded
from core.domain.requests import split_answers

_LONGEST = 500
_LONGEST_NOTE = 2000
_MOST_CALLS = 7
_DOUBT = (
    Word.ASKING,
    Word.NOT,
    Word.POLITE,
    Word.PERIOD,
    Word.CANCEL,
    Word.LIMIT,
    Word.STOP,
    Word.TARGET,
)
"""A plan has eight steps, and the last one answers."""

_OF_AN_ACCOUNT = frozenset({"execute_trade", "manage_order"})

_READERS: tuple[Callable[[Request], Reading | None], ...] = (
    read_resting,
    read_protection,
    read_close,
    read_pictures,
    read_account,
    read_order,
    read_prices,
)


def understand(context: PlanningContext) -> Reading:
    """What the text asks for; where that is not certain, a question or the nearest requests."""
    said, answers = split_answers(context.text)
    text = plainly(answers.pop("request", said).strip())
    if len(text) > _LONGEST_NOTE:
        return Say(Request("", (), context).say("offline_too_long", most=_LONGEST))
    tokens = _tokens(text, context) if len(text) <= _LONGEST else ()
    request = _with_answers(Request(text, tokens, context), answers)
    if not re.search(r"\w|[?？]", text):
        return Say(request.say("offline_no_words"))
    reading = read_smalltalk(request) or read_configs(request) or read_preferences(request)
    reading = reading or read_marked(text, request.say("offline_goal_marked"))
    reading = reading or _on_account(request, text)
    reading = reading or read_described(request)
    reading = reading or read_markets(request) or read_limits(request)
    if reading is None and not tokens:
        return Say(request.say("offline_too_long", most=_LONGEST))
    reading = reading or _one(request) or _several(request)
    if isinstance(reading, Ask) and reading.field == "position" and "position" in answers:
        reading = _whole_requests(request, reading)
    return reading or _unclear(request)


def _on_account(request: Request, text: str) -> Reading | None:
    """An order that names one of the person's exchange accounts; None for anything else."""
    found = named_account(text, request.context.accounts)
    if found is None:
        return None
    name, rest = found
    reading = _one(replace(request, text=rest, tokens=_tokens(rest, request.context)))
    if isinstance(reading, Ask) and reading.tool:
        return reading
    if not isinstance(reading, Calls) or any(
        one.tool not in _OF_AN_ACCOUNT for one in reading.calls
    ):
        return None
    calls = (replace(one, arguments={**one.arguments, "account": name}) for one in reading.calls)
    return replace(reading, calls=tuple(calls))


def _tokens(text: str, context: PlanningContext) -> tuple[Token, ...]:
    """The text's pieces, nicknames as what they stand for, "the same for eth" as what it means."""
    said = expanded(text, dict(context.nicknames))
    tokens = tokens_of(said, context.instruments)
    return about_another(Request(text, tokens, context), said, _one) or tokens


def _whole_requests(request: Request, ask: Ask) -> Ask:
    """A second "which position?" after "close half": its answer would take the place of the first.

    So whole requests are offered, in which the amount is not lost.
    """
    if not request.has(Word.AMOUNT, Word.SHARE, Word.VAGUE):
        return ask
    kept = request.of(*CLOSERS, Word.AMOUNT, Word.SHARE, Word.VAGUE)
    said = " ".join(dict.fromkeys(token.text for token in kept))
    options = (request.say("offline_part_of", said=said, position=one) for one in ask.options)
    return replace(ask, field="request", options=tuple(options))


def _with_answers(request: Request, answers: Mapping[str, str]) -> Request:
    """The request with its answers, oldest first; one that is itself a request replaces it.

    So "sell all", said to "which position?", begins anew, and what is answered later is about it.
    """
    instruments = request.context.instruments
    for field, given in answers.items():
        answer = expanded(given, dict(request.context.nicknames))
        merged = request.part(answered(request.tokens, {field: answer}, instruments))
        alone = replace(request, text=answer, tokens=tokens_of(answer, instruments))
        request = alone if _is_instead(field, merged, alone) else merged
    return request


def _is_instead(field: str, merged: Request, alone: Request) -> bool:
    """Whether the answer makes sense only by itself, as something to do or to ask about."""
    # Whatever is no number is asked about as a leverage: there a verb tells the two apart.
    fits = (_one(merged) or _several(merged)) is not None
    if fits and not (field == "leverage" and alone.has(*VERBS, *CLOSERS)):
        return False
    reading = _one(alone) or _several(alone)
    ordered = isinstance(reading, Ask) and reading.tool and alone.has(*VERBS, *CLOSERS)
    return isinstance(reading, Calls) or bool(ordered)


def _one(request: Request) -> Reading | None:
    for read in _READERS:
        found = read(request)
        if isinstance(found, Ask) and read in (read_close, read_order, read_protection):
            return replace(found, tool="execute_trade")
        if found:
            return found
    return None


def _unclear(request: Request) -> Reading:
    if not request.context.instruments:
        # No coin can be told from any other word then, and none is said not to be traded.
        return Say(request.say("offline_no_markets"))
    return unknown_coin(request) or not_understood(request, _said_plainly(request))


def _said_plainly(request: Request) -> str:
    """The order that a polite question wishes for: "can you buy 50 usdt of btc?"."""
    words = tuple(token for token in request.tokens if token.word is not Word.POLITE)
    plain = request.part(tuple(token for token in words if token.text not in MARKS))
    asked_politely = len(words) < len(request.tokens)
    if not asked_politely or not isinstance(_one(plain), Calls):
        return ""
    return text_of(plain.tokens)


def _several(request: Request) -> Reading | None:
    """Several requests in one text, each understood by itself; None if one of them is not."""
    parts = [
        request.part(tuple(tokens))
        for is_and, tokens in groupby(request.tokens, lambda token: token.word is Word.AND)
        if not is_and
    ]
    parts = [part for part in parts if not part.only((Word.FILLER, Word.MY))]
    if len(parts) == 1:
        return _one(parts[0])
    readings = [_one(part) for part in parts]
    if not parts or None in readings:
        return None
    calls = [call for reading in readings if isinstance(reading, Calls) for call in reading.calls]
    ordering = any(call.tool == "execute_trade" for call in calls)
    if ordering and (request.has(*_DOUBT) or _has_bare_coin(parts) or _mixes(request)):
        return None
    if not all(isinstance(reading, Calls) for reading in readings):
        options = tuple(text_of(part.tokens) for part in parts)
        return Ask("request", request.say("offline_one_at_a_time"), options)
    together = _together(calls)
    if len(together) > _MOST_CALLS:
        return Say(request.say("offline_too_many", most=_MOST_CALLS))
    texts = dict.fromkeys(reading.text for reading in readings if isinstance(reading, Calls))
    return Calls(together, "\n".join(text for text in texts if text))


def _has_bare_coin(parts: list[Request]) -> bool:
    """Whether a coin stands alone: in "buy 50 usdt of btc and eth" it is no price that is asked."""
    bare = (Word.SYMBOL, Word.FILLER, Word.IT, Word.THESE, Word.ORDINAL, Word.MY)
    return any(part.only(bare) for part in parts)


def _mixes(request: Request) -> bool:
    """Whether "it" stands beside what is named: in "sell it and buy eth" it may be either."""
    return request.has(Word.IT) and request.has(Word.SYMBOL, Word.ORDINAL, Word.THESE)


def _together(calls: list[Call]) -> tuple[Call, ...]:
    """The calls with all prices in one and nothing read twice."""
    merged: list[Call] = []
    for call in calls:
        first = next((one for one in merged if one.tool == call.tool == "get_market_price"), None)
        if first is not None:
            symbols = [*first.arguments["symbols"], *call.arguments["symbols"]]
            both = {"symbols": list(dict.fromkeys(symbols))}
            merged[merged.index(first)] = Call(first.tool, both, f"{first.title}; {call.title}")
        elif call not in merged or call.tool == "execute_trade":
            merged.append(call)
    return tuple(merged)
