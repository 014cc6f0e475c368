"""A request as a row of known words, coins, amounts and whatever is left over."""

import re
from collections.abc import Sequence

from adapters.llm.offline.announced import with_prices
from adapters.llm.offline.token import Token
from adapters.llm.offline.words import PHRASES, Word
from core.domain.amount_words import SHARES, half_width
from core.domain.amounts_in_text import AMOUNT_RUN, LEVERAGE
from core.domain.market import Instrument
from core.domain.numerals import NUMERALS
from core.domain.ordinals import ORDINAL, place
from core.domain.symbols import Mention, mentions

_APOSTROPHES = {ord("’"): "'", ord("‘"): "'"}
_SKIPPED = re.compile(r"""[\s.!。！:：~"“”()（）…*👍🙏🚀😀😊📈💰🔥\ufe0f]+""")
_DISPOSAL = re.compile(r"^((?:请|帮我|麻烦)*[把将].+)了[。！!.\s]*$", re.DOTALL)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_COUNTED = re.compile(rf"[{NUMERALS}]+(?=[笔条])")
_ORDER_ID = re.compile(
    r"(?P<protective>protective )?order "
    r"(?P<id>(?=[A-Za-z0-9_-]*[0-9])[A-Za-z0-9_-]{6,64})(?![A-Za-z0-9_-])",
    re.IGNORECASE,
)
_SIDES = {"多": Word.LONG, "空": Word.SHORT}


def tokens_of(text: str, instruments: Sequence[Instrument]) -> tuple[Token, ...]:
    """The pieces of `text` in order; only spaces, full stops and the like are left out."""
    plain = " ".join(half_width(text).translate(_APOSTROPHES).split())
    # 了 says that something is done, except at the end of a request that begins with 把.
    return with_prices(_with_sides(_Lexer(_DISPOSAL.sub(r"\1", plain), instruments).read()))


def _with_sides(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """多 and 空 as sides only where a request begins with one and a coin is next: "多 btc 50u"."""
    if len(tokens) > 1 and tokens[1].word is Word.SYMBOL and tokens[0].text in _SIDES:
        return (Token(_SIDES[tokens[0].text], tokens[0].text), *tokens[1:])
    return tokens


def text_of(tokens: Sequence[Token]) -> str:
    """The tokens as one text; a coin that is an amount's unit is written once."""
    shown = [
        token.text
        for before, token in zip((None, *tokens), tokens, strict=False)
        if not (before and before.word is Word.AMOUNT and before.text.endswith(token.text))
    ]
    return " ".join(shown)


class _Lexer:
    def __init__(self, text: str, instruments: Sequence[Instrument]) -> None:
        self._text = text
        self._lower = _lower(text)
        self._mentions = {mention.start: mention for mention in mentions(text, instruments)}
        self._found: list[Token] = []
        self._at = 0

    def read(self) -> tuple[Token, ...]:
        while self._at < len(self._text):
            if skipped := _SKIPPED.match(self._text, self._at):
                self._at = skipped.end()
            else:
                self._one()
        return tuple(self._found)

    def _one(self) -> None:
        """Take the longest known piece that starts here."""
        text, at = self._text, self._at
        if named := _ORDER_ID.match(text, at):
            protective = int(bool(named["protective"]))
            self._found.append(Token(Word.ORDER_ID, named["id"], number=protective))
            self._at = named.end()
        elif leverage := LEVERAGE.match(text, at):
            self._take(Word.LEVERAGE, leverage.end())
        elif ordinal := ORDINAL.match(text, at):
            self._take(Word.ORDINAL, ordinal.end(), number=place(ordinal))
        elif mention := self._mentions.get(at):
            self._take(Word.SYMBOL, mention.end, mention=mention)
        elif phrase := _phrase_at(self._lower, at):
            self._take(phrase[0], phrase[1])
        elif amount := AMOUNT_RUN.match(text, at) or _COUNTED.match(text, at):
            self._amount(amount)
        elif latin := _LATIN.match(text, at):
            self._take(Word.OTHER, latin.end())
        else:
            self._unknown_character()

    def _take(
        self, word: Word, end: int, *, mention: Mention | None = None, number: int = 0
    ) -> None:
        self._found.append(Token(word, self._text[self._at : end], mention, number))
        self._at = end

    def _amount(self, run: re.Match[str]) -> None:
        """An amount; the coin right behind a bare number is its unit, and a coin as well."""
        end = run.end()
        behind = re.compile(r"\s*").match(self._text, end)
        coin = self._mentions.get(behind.end() if behind else end)
        if coin and coin.kind is None and not any(run.groups()):
            self._found.append(Token(Word.AMOUNT, self._text[self._at : coin.end]))
            self._at = end
        else:
            self._take(Word.AMOUNT, end)

    def _unknown_character(self) -> None:
        """Chinese characters that no phrase knows are one piece, as far as they go."""
        character = self._text[self._at]
        last = self._found[-1] if self._found else None
        joined = last and last.word is Word.OTHER and self._text[self._at - 1] == last.text[-1]
        if joined and last and _CHINESE.match(character) and _CHINESE.match(last.text[-1]):
            self._found[-1] = Token(Word.OTHER, last.text + character)
        else:
            self._found.append(Token(Word.OTHER, character))
        self._at += 1


def _by_first_letter() -> dict[str, list[tuple[str, Word]]]:
    """Every phrase, the longest first."""
    known = [(phrase, word) for word, phrases in PHRASES.items() for phrase in phrases.split("|")]
    known += [(phrase, Word.SHARE) for phrase in SHARES if " of it" not in phrase]
    table: dict[str, list[tuple[str, Word]]] = {}
    for phrase, word in sorted(known, key=lambda pair: len(pair[0]), reverse=True):
        table.setdefault(phrase[0], []).append((phrase, word))
    return table


_PHRASES = _by_first_letter()


def _phrase_at(text: str, at: int) -> tuple[Word, int] | None:
    """The longest phrase that starts here as whole words, and where it ends."""
    for phrase, word in _PHRASES.get(text[at], ()):
        end = at + len(phrase)
        if text.startswith(phrase, at) and not (_joins(text, at) or _joins(text, end)):
            return word, end
    return None


def _joins(text: str, at: int) -> bool:
    """Whether a Latin word or number goes on from before this place to behind it."""
    around = text[max(at - 1, 0) : at + 1]
    return at > 0 and len(around) == 2 and around.isascii() and around.isalnum()


def _lower(text: str) -> str:
    """Lower case, letter for letter, so that places stay the same."""
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
