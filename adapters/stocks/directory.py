"""Which stocks a text may mean: its ticker first, then a name, then what is spelt like one."""

import asyncio
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from rapidfuzz import fuzz, process

from core.domain.stocks import Stock, StockMatch

_LONGEST = 60
_LEAST_FUZZY = 4
_NEAR = 84.0
_CLOSE_CALL = 6.0
"""Spellings this much worse than the nearest are left out."""
_TITLES = re.compile(
    r"[\s,]+(?:incorporated|inc|corporation|corp|company|co|limited|ltd|plc|se|ag|sa|s\.a|nv|n\.v|"
    r"holdings?|group|& co|the|class [abc]|adr|oyj|ab|asa|kgaa)\.?$"
)
_NOISE = re.compile(r"(?:股票|股份|股价|的|\bstocks?\b|\bshares?\b)")
_CODE = re.compile(r"^(?:(sh|sz|hk|us)[.:]?)?([0-9a-z.-]+?)(?:[.:](sh|ss|sz|hk|us|o|n))?$")
_ENDINGS = {"sh": "SS", "ss": "SS", "sz": "SZ", "hk": "HK", "us": "", "o": "", "n": ""}


class StockDirectory:
    """The index of the stocks that `load` gives: made in a thread when one is first asked for."""

    def __init__(self, load: Callable[[], Iterable[Stock]]) -> None:
        self._load = load
        self._index: _Index | None = None
        self._loading = asyncio.Lock()

    async def search(self, keyword: str, limit: int = 10) -> Sequence[StockMatch]:
        """The stocks that fit, the likeliest first; several where the text leaves a choice."""
        index = await self._loaded()
        return index.search(keyword)[:limit]

    async def ticker(self, text: str) -> Stock | None:
        """The stock with exactly this ticker; None where there is none or more than one."""
        found = (await self._loaded()).by_ticker(_folded(text))
        return found[0] if len(found) == 1 else None

    async def _loaded(self) -> "_Index":
        if self._index is None:
            async with self._loading:
                if self._index is None:
                    self._index = await asyncio.to_thread(lambda: _Index(self._load()))
        return self._index


class _Index:
    """Stocks by ticker and by name, folded."""

    def __init__(self, stocks: Iterable[Stock]) -> None:
        self._tickers: dict[str, list[Stock]] = {}
        self._names: dict[str, list[Stock]] = {}
        for stock in stocks:
            for ticker in _tickers_of(stock.symbol):
                self._tickers.setdefault(ticker, []).append(stock)
            for name in {
                *_names_of(stock.name),
                *(one for n in stock.names for one in _names_of(n)),
            }:
                self._names.setdefault(name, []).append(stock)
        self._spelt = [name for name in self._names if len(name) >= _LEAST_FUZZY]

    def search(self, keyword: str) -> list[StockMatch]:
        """A ticker beats a name, a name what contains it, and that a spelling that is near."""
        text = _folded(keyword)
        if not text:
            return []
        if exact := self.by_ticker(text) or self._named(text):
            return [StockMatch(one, exact=True) for one in exact]
        found = self._containing(text) or self._near(text)
        return [StockMatch(one, exact=False) for one in _once(found)]

    def by_ticker(self, text: str) -> list[Stock]:
        """Those whose ticker the text is, however the exchange is written."""
        if found := self._tickers.get(text):
            return found
        code = _CODE.match(text)
        if code is None:
            return []
        _, number, _ = code.groups()
        # Five digits are a code of Hong Kong, which is written with four in a symbol.
        named = "hk" if number.isdigit() and len(number) == 5 else code[1] or code[3] or ""
        ending = _ENDINGS.get(named)
        if ending is None:
            return self._tickers.get(number.replace("-", "."), [])
        if ending == "HK":
            number = number.lstrip("0").zfill(4)
        return self._tickers.get(f"{number}.{ending}".rstrip(".").lower(), [])

    def _named(self, text: str) -> list[Stock]:
        return next((self._names[one] for one in _names_of(text) if one in self._names), [])

    def _containing(self, text: str) -> list[Stock]:
        if len(text) < 2:
            return []
        if text.isascii():
            words = re.compile(rf"(?<![a-z0-9]){re.escape(text)}(?![a-z0-9])")
            names = [name for name in self._names if words.search(name)]
        else:
            names = [name for name in self._names if text in name]
        names.sort(key=lambda name: (not name.startswith(text), len(name)))
        return [stock for name in names for stock in self._names[name]]

    def _near(self, text: str) -> list[Stock]:
        if len(text) < _LEAST_FUZZY or not text.isascii():
            return []
        scored = process.extract(text, self._spelt, scorer=fuzz.ratio, limit=10, score_cutoff=_NEAR)
        best = max((score for _, score, _ in scored), default=0)
        near = [name for name, score, _ in scored if score >= best - _CLOSE_CALL]
        return [stock for name in near for stock in self._names[name]]


def _folded(text: str) -> str:
    """The text without what says only that a stock is meant."""
    plain = unicodedata.normalize("NFKC", text[:_LONGEST]).casefold().strip().lstrip("$")
    return " ".join(_NOISE.sub(" ", plain).split())


def _names_of(name: str) -> list[str]:
    """The name folded, and without the titles that companies have behind their names."""
    full = " ".join(unicodedata.normalize("NFKC", name).casefold().replace(",", " ").split())
    short = full
    while (cut := _TITLES.sub("", short)) != short:
        short = cut
    return [full, short] if short != full and short else [full]


def _tickers_of(symbol: str) -> set[str]:
    """A symbol as people write it: 7203.T is also 7203, 0700.HK also 700, BRK.B also BRK-B."""
    whole = symbol.casefold()
    forms = (
        {whole, whole.replace(".", "-"), whole.replace(".", "")} if whole[-2:-1] == "." else {whole}
    )
    head, dot, _ = whole.rpartition(".")
    if dot and head.isdigit():
        forms |= {head, head.lstrip("0") or head}
    elif dot and len(whole) - len(head) > 2:
        forms.add(head)
    return forms


def _once(stocks: Iterable[Stock]) -> list[Stock]:
    return list({stock.symbol: stock for stock in stocks}.values())
