"""Which market a person means: tickers, names and spellings in English and Chinese.

A name counts only when its market is in the list given, and only as a whole word: SOL is in
"SOL 价格", never in "solution". Where two markets fit, both are returned and nothing is picked.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from core.domain.coin_names import COMMON_WORDS, NAMES
from core.domain.market import Instrument, Kind

QUOTES = ("FDUSD", "USDT", "USDC", "TUSD", "BUSD", "USD", "EUR", "BTC", "ETH", "BNB")
"""Currencies that may be glued to a ticker; no earlier one is the end of a later one."""

_LONGEST = 100
"""Characters that a name has at most."""
_PERPETUAL = r"永续合约|永续|合约|perpetual|swap|perp"
_SPOT = r"现货|spot"
_KIND = re.compile(
    rf"[-_/. ]*\(?(?:(?P<perpetual>{_PERPETUAL}|(?<=[-.])p)|{_SPOT})\)?$", re.IGNORECASE
)
_SEPARATORS = re.compile(r"[-_/: ]+")
_THOUSANDS = "PEPE|SHIB|BONK|FLOKI|LUNC|NEIRO|DOGS"
_COUNTED = re.compile(rf"^(?:10{{3,6}}|1M)(?=[A-Z])|^[kK](?=(?:{_THOUSANDS})$)")
"""How venues write that one unit is many coins: 1000CAT, 1MBABYDOGE, kPEPE."""
_USUAL_QUOTES = ("USDT", "USDC", "USD")
"""What a coin is traded against where nothing else is said, the first that is listed."""
_WORDS = re.compile(r"[A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several markets fit, or one that must be asked about; in the order of the list."""

    candidates: tuple[Instrument, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Mention:
    """A coin named in a sentence between `start` and `end`; `kind` where the words say it.

    `instruments` are the markets that fit, at least one; `certain` is False where they are only
    near (1000X for X, another quote).
    """

    start: int
    end: int
    text: str
    kind: Kind | None
    instruments: tuple[Instrument, ...]
    certain: bool


@dataclass(frozen=True, slots=True)
class _Found:
    markets: tuple[Instrument, ...] = ()
    certain: bool = True


def resolve(
    text: str, instruments: Sequence[Instrument], kind: Kind | None = None
) -> Instrument | Ambiguous | None:
    """The market that `text`, a name and nothing else, stands for; None: it is not listed.

    What the text says (`BTC-PERP`, `比特币现货`, a unified symbol) wins over `kind`. A coin that is
    listed as 1000X, of the other kind or against another quote only is Ambiguous: to be asked.
    """
    if len(text) > _LONGEST:
        return None
    folded = unicodedata.normalize("NFKC", text).strip()
    name, said = _split_kind(folded.lstrip("$"), instruments)
    found = _find(name, instruments)
    wanted = said or kind
    for item in found.markets:
        if item.symbol == name.upper() and wanted in (None, item.kind):
            return item
    fitting = tuple(item for item in found.markets if wanted in (None, item.kind))
    if found.certain and len(fitting) == 1:
        return fitting[0]
    one_coin = len({item.base for item in found.markets}) == 1
    return Ambiguous((fitting if one_coin else ()) or found.markets) if found.markets else None


def mentions(text: str, instruments: Sequence[Instrument]) -> tuple[Mention, ...]:
    """The coins that a sentence names, in order; Chinese names need no spaces around them.

    A ticker that is an everyday word counts only in capitals or after a dollar sign.
    """
    found = []
    index = _index_of(instruments)
    for hit in _pattern(index.said_in(text), index.quotes).finditer(text):
        if _is_everyday(hit.group()):
            continue
        name, kind = _split_kind(hit.group().lstrip("$"), instruments)
        listed = _find(name, instruments)
        fitting = tuple(item for item in listed.markets if kind in (None, item.kind))
        found.append(
            Mention(
                start=hit.start(),
                end=hit.end(),
                text=hit.group(),
                kind=kind,
                instruments=fitting or listed.markets,
                certain=listed.certain and bool(fitting),
            )
        )
    return tuple(mention for mention in found if mention.instruments)


def nearest(text: str, instruments: Sequence[Instrument], most: int = 3) -> tuple[str, ...]:
    """Coins whose ticker or name is spelt like `text`, likeliest first: to offer as buttons."""
    names = _index_of(instruments).names
    wanted = unicodedata.normalize("NFKC", text[:_LONGEST]).strip().casefold()
    close = get_close_matches(wanted, names, n=2 * most, cutoff=0.6)
    return tuple(dict.fromkeys(base for name in close for base in names[name]))[:most]


def usual(markets: Iterable[Instrument]) -> tuple[Instrument, ...]:
    """Of each coin's markets of a kind those against the usual quote, where there is one."""
    groups: dict[tuple[str, Kind], list[Instrument]] = {}
    for item in markets:
        groups.setdefault((item.base, item.kind), []).append(item)
    kept: list[Instrument] = []
    for group in groups.values():
        quotes = {item.quote for item in group}
        quote = next((one for one in _USUAL_QUOTES if one in quotes), None)
        kept += [item for item in group if quote in (None, item.quote)]
    return tuple(kept)


def is_name_of(name: str, base: str) -> bool:
    """Whether `name` is the ticker or a name of this coin."""
    folded = unicodedata.normalize("NFKC", name).strip().casefold()
    return folded == base.casefold() or folded in NAMES.get(base, ())


def _split_kind(text: str, instruments: Sequence[Instrument]) -> tuple[str, Kind | None]:
    """The name and the kind that its ending says: `BTC-PERP` is BTC, perpetual."""
    if text.upper().count(":") == 1:
        return text.strip(), "perpetual"
    tail = _KIND.search(text)
    # PERP and SPOT may be coins themselves.
    if tail is None or tail.start() == 0 or text.casefold() in _index_of(instruments).names:
        return text.strip(), None
    return text[: tail.start()].strip(), "perpetual" if tail["perpetual"] else "spot"


def _find(name: str, instruments: Sequence[Instrument]) -> _Found:
    """Markets by coin name, or by coin and quote written together or apart."""
    index = _index_of(instruments)
    if coins := index.names.get(_folded(name), ()):
        found = index.of_coins(name, coins)
        return _Found(usual(found.markets), found.certain)
    pair = _SEPARATORS.sub("/", name.upper())
    for quote in QUOTES:
        head = pair.removesuffix(f"/{quote}/{quote}").removesuffix(quote).rstrip("/")
        coins = index.names.get(_folded(head), ()) if head != pair else ()
        # CAT/USDT is that market, though CAT alone could be 1000CAT as well.
        coins = (head,) if head in coins else coins
        if coins:
            of_coins = index.of_coins(head, coins)
            quoted = tuple(item for item in of_coins.markets if item.quote == quote)
            if quoted:
                return _Found(quoted, of_coins.certain)
            return _Found(usual(of_coins.markets), certain=False)
    return _Found()


def _is_everyday(word: str) -> bool:
    return word.lower() in COMMON_WORDS and not (word.isupper() and len(word) > 1)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


class _Index:
    """A list of markets by coin and by name, made once: a venue lists thousands."""

    def __init__(self, instruments: Sequence[Instrument]) -> None:
        self.instruments = instruments
        self._markets: dict[str, list[Instrument]] = {}
        for item in instruments:
            self._markets.setdefault(item.base, []).append(item)
        self.quotes = tuple(sorted({"USD", *(item.quote for item in instruments)}))
        names: dict[str, list[str]] = {}
        for base in self._markets:
            single = _COUNTED.sub("", base)
            for name in dict.fromkeys((base, *NAMES.get(base, ()), single, *NAMES.get(single, ()))):
                names.setdefault(name.casefold(), []).append(base)
        self.names = {name: tuple(coins) for name, coins in names.items()}
        self._by_word: dict[str, list[str]] = {}
        for name in self.names:
            if name.isascii() and (word := _WORDS.search(name)):
                self._by_word.setdefault(word.group(), []).append(name)
        self._chinese = [name for name in self.names if not name.isascii()]
        self._longest = max(map(len, self._by_word), default=0)

    def of_coins(self, name: str, coins: Sequence[str]) -> _Found:
        """Markets of these coins; only near if they are several, or 1000 of the one named."""
        markets = tuple(item for coin in coins for item in self._markets[coin])
        return _Found(markets, certain=len(coins) == 1 and is_name_of(name, coins[0]))

    def said_in(self, text: str) -> tuple[str, ...]:
        """The names that may stand in the text: those with which one of its words begins.

        An amount may stand before ("0.1btc"), and a quote or an amount behind.
        """
        folded = text.lower()
        found = {name for name in self._chinese if name in folded}
        for word in {hit.group() for hit in _WORDS.finditer(folded)}:
            for start in {0, len(word) - len(word.lstrip("0123456789"))}:
                rest = word[start : start + self._longest]
                for end in range(1, len(rest) + 1):
                    found.update(self._by_word.get(rest[:end], ()))
        return tuple(sorted(found))


_indexes: list[_Index] = []
_MOST_INDEXES = 8


def _index_of(instruments: Sequence[Instrument]) -> _Index:
    """The index of this list: sources give the same tuple again for as long as it holds."""
    if not isinstance(instruments, tuple):
        return _Index(instruments)
    for index in _indexes:
        if index.instruments is instruments:
            return index
    made = _Index(instruments)
    _indexes.insert(0, made)
    del _indexes[_MOST_INDEXES:]
    return made


@lru_cache(maxsize=256)
def _pattern(said: tuple[str, ...], quotes: tuple[str, ...]) -> re.Pattern[str]:
    """Finds a name with what may hang on it: a quote, a kind. Longest names first."""
    names = sorted(said, key=len, reverse=True)
    latin = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names if name.isascii())
    chinese = "|".join(re.escape(name) for name in names if not name.isascii())
    quote = f"(?:{'|'.join(sorted(quotes, key=len, reverse=True))})"
    tail = rf"(?:[-_/. ]*(?:{_PERPETUAL}|(?<=[-.])p|{_SPOT})(?![A-Za-z0-9_]))?"
    # An amount may touch the name: "0.1btc", "btc100u".
    end = r"(?![A-Za-z_]|[0-9](?![0-9.]*(?:u|%|\u5200|\u7f8e)))"
    word = rf"(?<![A-Za-z_])\$?(?:{latin or '(?!)'})(?:[-_/]?{quote})?(?::{quote})?{tail}{end}"
    return re.compile(f"{word}|(?:{chinese or '(?!)'}){tail}", re.IGNORECASE)
