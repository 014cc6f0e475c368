"""Answers to the planner's own questions, put in their place among the words of the request."""

from collections.abc import Mapping, Sequence

from adapters.llm.offline.closing import CLOSERS
from adapters.llm.offline.lexer import tokens_of
from adapters.llm.offline.token import Token
from adapters.llm.offline.trades import VERBS
from adapters.llm.offline.words import Word
from core.domain.market import Instrument

_COIN = (Word.SYMBOL, Word.IT, Word.THESE, Word.ORDINAL)
_KIND = (Word.SPOT, Word.PERPETUAL)
_SIDE = (*VERBS, *CLOSERS)
_AMOUNT = (Word.AMOUNT, Word.SHARE, Word.VAGUE)


def answered(
    tokens: tuple[Token, ...], answers: Mapping[str, str], instruments: Sequence[Instrument]
) -> tuple[Token, ...]:
    """The tokens with each answer in place of what it answers; fields not known are left out."""
    for field, text in answers.items():
        given = tokens_of(text, instruments)
        match field:
            case "symbol":
                tokens = (*_without_coin(tokens), *given)
            case "position":
                replaced = (*_COIN, *_KIND, Word.LONG, Word.SHORT)
                tokens = (*_without(tokens, *replaced), *given)
            case "side":
                tokens = (*_new_to(tokens, given), *_without(tokens, *_SIDE))
            case "amount":
                tokens = (*_without(tokens, *_AMOUNT), _amount(text, given))
            case "leverage":
                tokens = (*_without(tokens, Word.LEVERAGE), _leverage(text, given))
            case _:
                pass
    return tokens


def _without(tokens: tuple[Token, ...], *words: Word) -> tuple[Token, ...]:
    return tuple(token for token in tokens if token.word not in words)


def _without_coin(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Also without the one unknown word, where that stood for the coin."""
    unknown = [token for token in tokens if token.word is Word.OTHER]
    named = any(token.word in _COIN for token in tokens)
    if len(unknown) == 1 and not named:
        return _without(tokens, Word.OTHER)
    return _without(tokens, *_COIN)


def _new_to(tokens: tuple[Token, ...], given: tuple[Token, ...]) -> tuple[Token, ...]:
    """The answer without the coin, where the request names one: "Buy BTC" says only "buy"."""
    named = any(token.word in _COIN for token in tokens)
    return _without(given, *_COIN) if named else given


def _amount(text: str, given: tuple[Token, ...]) -> Token:
    """The one amount in the answer; else all of it, to be refused as it stands."""
    amounts = [token for token in given if token.word in (Word.AMOUNT, Word.SHARE)]
    others = _without(given, Word.AMOUNT, Word.SHARE, Word.FILLER, Word.MY, Word.SYMBOL)
    if len(amounts) == 1 and not others:
        return Token(Word.AMOUNT, amounts[0].text)
    return Token(Word.AMOUNT, text)


def _leverage(text: str, given: tuple[Token, ...]) -> Token:
    said = next((token for token in given if token.word is Word.LEVERAGE), None)
    return said or Token(Word.LEVERAGE, f"{text.strip()}x")
