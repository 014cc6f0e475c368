"""Whether a few words are an amount, or a value that a question asked for."""

import re
from collections.abc import Sequence

from core.domain.amounts import AmountRefused, parse_amount
from core.domain.market import Instrument
from core.domain.symbols import Ambiguous, resolve

CERTAIN = frozenset({"amount", "symbol", "side", "action"})
"""Fields whose values code knows by their look; any other takes what is no request of its own."""

_NUMBER_BUT_UNCLEAR = frozenset({"amount_separator", "amount_negative", "amount_currency"})
_SIDES = frozenset({"buy", "sell", "long", "short", "买", "卖", "买入", "卖出", "做多", "做空"})
_LONGEST_VALUE = 60
_REQUEST = re.compile(
    r"\s*(?:(?:please|can you|could you|now|then)\s+)*"
    r"(?:list|show|tell|give me|explain|analy[sz]e|compare|what|why|how|which|when|who)\b.*\s\S"
    r"|\s*(?:请|先|再)?(?:帮我|给我|列出|列一下|查看|查询|查一下|看看|看一下|显示|告诉我|分析|比较|解释"
    r"|为什么|为何|怎么|什么|哪些|多少)",
    re.IGNORECASE,
)
"""How what is asked for begins, known here or not: no name or other value that was waited for."""


def is_amount(text: str) -> bool:
    """Whether `text` states an amount and nothing else, readable or not: `50 usdt`, `130,000`."""
    try:
        parse_amount(text, bare="quote")
    except AmountRefused as refused:
        return refused.key in _NUMBER_BUT_UNCLEAR
    return True


def is_value(field: str, text: str, instruments: Sequence[Instrument]) -> bool:
    """Whether `text` is a value for a pending field; for one we do not know: short, no request."""
    if field == "amount":
        return is_amount(text)
    if field == "symbol":
        return is_symbol(text, instruments)
    if field in ("side", "action"):
        return text.strip().casefold() in _SIDES
    said = text.strip()
    asks = said.endswith(("?", "？")) or _REQUEST.match(said)
    return 0 < len(said) <= _LONGEST_VALUE and not asks


def is_symbol(text: str, instruments: Sequence[Instrument]) -> bool:
    """Whether `text` names a market, or a few of which one must be chosen."""
    found = resolve(text, instruments)
    return found is not None and not (isinstance(found, Ambiguous) and not found.candidates)
