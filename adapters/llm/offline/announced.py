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
_LISTED = "挂单"


def with_prices(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens with each announced price as one; a comma or "and" before one is left out."""
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
    return tuple(found)


def price_of(token: Token) -> str | None:
    """The price that an amount without a coin or a percentage states; None for any other token."""
    if token.word is not Word.AMOUNT or not _BARE.fullmatch(token.text.strip()):
        return None
    try:
        return plain(parse_amount(token.text, bare="quote").value)
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
    return place < len(tokens) and bool(re.fullmatch(r"[0-9.]+k?", tokens[place].text))
