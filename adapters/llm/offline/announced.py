"""Prices with the word that announces them: "limit at 3000", "sl 90000", 止盈 110000, "at 3000"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from adapters.llm.offline.token import Token
from adapters.llm.offline.words import Word
from core.domain.amounts import AmountRefused, parse_amount
from core.domain.money import plain

PRICES: dict[Word, tuple[Word, str]] = {
    Word.LIMIT: (Word.LIMIT_PRICE, "limit"),
    Word.STOP: (Word.STOP_PRICE, "stop"),
    Word.TARGET: (Word.TARGET_PRICE, "target"),
    Word.STOP_ENTRY: (Word.STOP_ENTRY_PRICE, "stop entry"),
    Word.TARGET_ENTRY: (Word.TARGET_ENTRY_PRICE, "take profit entry"),
}
"""What each word makes of the price behind it, and how both are written together."""
ANNOUNCED = tuple(word for word, _ in PRICES.values())

_BETWEEN = re.compile(
    r"at|@|of|to|a|the|is|are|=|price|in|set|for|在|于|到|为|设为|设在|是|价格|价|放在|定在",
    re.IGNORECASE,
)
_BARE = re.compile(r"\$?\s*[0-9.]+\s*(?:[kw]|万|千)?\s*(?:usdt|usd|u|\$|刀)?", re.IGNORECASE)
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
"""A price as it is shown here. Read as thousands: one that is meant otherwise is a thousand times
off, and refused as that."""
_LISTED = "挂单"
_SIDES = (Word.BUY, Word.SELL, Word.LONG, Word.SHORT, Word.OPEN)


def with_prices(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens with each announced price as one; a comma or "and" before one is left out."""
    tokens = _price_first(tokens)
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        end = _behind(tokens, place + 1)
        price = price_of(tokens[end]) if end < len(tokens) else None
        announcer = token.word
        if token.text.lower() in ("at", "@") and _is_bare(tokens, end):
            announcer = Word.LIMIT
        if announcer in PRICES and price is not None:
            while found and found[-1].word in (Word.AND, Word.FILLER):
                found.pop()
            word, name = PRICES[announcer]
            found.append(Token(word, f"{name} {price}"))
            place = end + 1
            continue
        if token.word is Word.LIMIT and token.text == _LISTED:
            token = Token(Word.ORDERS, token.text)
        found.append(token)
        place += 1
    return _said_once(found)


def _price_first(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """A price that stands before what is done at it: 在 3300 限价买入, 以 3300 的价格买入."""
    for place, token in enumerate(tokens[:-2]):
        if token.text not in ("在", "以", "按") or not _is_bare(tokens, place + 1):
            continue
        behind = place + 2
        while behind < len(tokens) and tokens[behind].text in ("的", "价格", "价", "时"):
            behind += 1
        announcer = tokens[behind] if behind < len(tokens) else None
        if announcer is not None and announcer.word in (Word.LIMIT, *_SIDES):
            price = (Token(Word.LIMIT, "limit"), tokens[place + 1])
            rest = behind + (announcer.word is Word.LIMIT)
            return (*tokens[:place], *price, *tokens[rest:])
    return tokens


def _said_once(tokens: list[Token]) -> tuple[Token, ...]:
    """Without the "limit" and the "place a" of an order whose price stands behind its "at"."""
    words = [token.word for token in tokens]
    ordered = Word.LIMIT_PRICE in words and any(side in words for side in _SIDES)
    if not ordered or words.count(Word.LIMIT) != 1:
        return tuple(tokens)
    at = words.index(Word.LIMIT)
    first = at
    while first and words[first - 1] is Word.FILLER:
        first -= 1
    put = first > 0 and words[first - 1] is Word.PUT
    return (*tokens[: first - 1 if put else at], *tokens[at + 1 :])


def price_of(token: Token) -> str | None:
    """The price that an amount without a coin or a percentage states; None for any other token."""
    if token.word is not Word.AMOUNT:
        return None
    text = token.text.strip()
    text = text.replace(",", "") if _GROUPED.fullmatch(text) else text
    if not _BARE.fullmatch(text):
        return None
    try:
        return plain(parse_amount(text, bare="quote").value)
    except AmountRefused:
        return None


def announced(token: Token) -> str:
    """The price of a token that has one."""
    return plain(Decimal(token.text.rpartition(" ")[2]))


def _behind(tokens: Sequence[Token], place: int) -> int:
    """Where the price of an announcer before `place` would stand."""
    while place < len(tokens) and _BETWEEN.fullmatch(tokens[place].text):
        place += 1
    return place


def _is_bare(tokens: Sequence[Token], place: int) -> bool:
    """Whether there is a number without any unit, as a price after "at" is."""
    text = tokens[place].text if place < len(tokens) else ""
    return bool(re.fullmatch(r"[0-9.]+k?", text) or _GROUPED.fullmatch(text))
