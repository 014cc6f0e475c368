"""The request before, about another coin: "the same for eth", "and eth?", eth 呢, eth 也来一份."""

import re
from collections.abc import Callable

from adapters.llm.offline.answers import answered
from adapters.llm.offline.lexer import tokens_of
from adapters.llm.offline.reading import Ask, Calls, Reading, Request
from adapters.llm.offline.token import Token
from adapters.llm.offline.words import Word
from core.domain.amount_words import half_width
from core.domain.amounts import AmountRefused, parse_amount
from core.domain.naming import expanded
from core.domain.stated_amount import stated_amount

_SAME = re.compile(
    r"(?:(?:and|now|then|please|pls|do|ok|okay)\s+)*(?:the\s+)?same"
    r"(?:\s+(?:thing|again|order|trade))?\s+(?:for|on|with|in|of)\s+(?P<for>.+?)"
    r"(?:\s+(?:too|please|as\s+well))?[\s.!?]*"
    r"|(?:and\s+)?(?P<too>.+?),?\s+(?:too|as\s+well|likewise)[\s.!]*"
    r"|(?P<also>.+?)\s*(?:也|同样)(?:来|要|做|给我来)?(?:一份|一单|一笔|一样|这样)?(?:吧|一下)?[\s。.!]*"
    r"|(?:同样|一样)的?(?:给|对)?(?P<to>.+?)\s*也?(?:来|做)?(?:一份|一单)?(?:吧)?[\s。.!]*"
    r"|(?:给|对|对于|帮我给)?(?P<as>.+?)\s*(?:做|来)(?:一份|一单)?(?:同样|一样)的?(?:操作|单子)?[\s。.!]*",
    re.IGNORECASE,
)
"""Wishes for the very same, an order included."""

_AND = re.compile(
    r"(?:and\s+)?(?:what|how)\s+about\s+(?P<about>.+?)[\s.!?]*"
    r"|(?:and|&)\s+(?P<and>.+?)[\s.!?]*"
    r"|(?:那么|那|还有)?(?P<then>.+?)\s*呢[\s。.!?]*",
    re.IGNORECASE,
)
"""Questions: never an order."""

_POINTS = (Word.SYMBOL, Word.IT, Word.THESE, Word.ORDINAL)
_ALLOWED = {*_POINTS, Word.SPOT, Word.PERPETUAL, Word.FILLER}


def about_another(
    request: Request, text: str, read: Callable[[Request], Reading | None]
) -> tuple[Token, ...] | None:
    """The earlier request's tokens with the coin that `text` names; None: it is no such wish.

    `read` understands one request. An order is taken up only by a wish for the same; it leads to
    a card of its own like any other.
    """
    coin = _coin(request, text, _SAME) or _coin(request, text, _AND)
    if not coin:
        return None
    changed = ""
    for before in request.context.before:
        changed = changed or _amount(before)
        said = expanded(before, dict(request.context.nicknames))
        if _coin(request, said, _SAME) or _coin(request, said, _AND):
            continue
        tokens = tokens_of(said, request.context.instruments)
        earlier = read(request.part(tokens))
        if earlier is None:
            continue
        if not any(token.word in _POINTS for token in tokens):
            return None
        if _orders(earlier) and not _coin(request, text, _SAME):
            return None
        answers = {"symbol": coin} | ({"amount": changed} if changed and _orders(earlier) else {})
        merged = answered(tokens, answers, request.context.instruments)
        return merged if read(request.part(merged)) else None
    return None


def _coin(request: Request, text: str, form: re.Pattern[str]) -> str:
    """The coin, or what points at one, that a text of this form is about; empty for another."""
    hit = form.fullmatch(half_width(text).strip())
    coin = next((one for one in hit.groups() if one), "") if hit else ""
    tokens = tokens_of(coin, request.context.instruments)
    named = any(token.word in _POINTS for token in tokens)
    return coin if named and all(token.word in _ALLOWED for token in tokens) else ""


def _amount(text: str) -> str:
    """The amount that an answer changed a card to; empty for any other words."""
    amount = stated_amount(text)
    try:
        parse_amount(amount, bare="quote")
    except AmountRefused:
        return ""
    return amount


def _orders(reading: Reading) -> bool:
    if isinstance(reading, Calls):
        return any(call.tool == "execute_trade" for call in reading.calls)
    return isinstance(reading, Ask) and reading.tool == "execute_trade"
