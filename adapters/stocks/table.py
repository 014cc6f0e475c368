"""The rows: members of the American, European and Japanese indices, and those that we wrote."""

from collections.abc import Iterator, Mapping
from typing import Any

from pytickersymbols import PyTickerSymbols

from adapters.stocks.aliases import ALIASES
from core.domain.stocks import Stock

EXCHANGES: Mapping[str, str] = {
    "L": "London",
    "T": "Tokyo",
    "PA": "Paris",
    "AS": "Amsterdam",
    "BR": "Brussels",
    "DE": "Xetra",
    "F": "Frankfurt",
    "MC": "Madrid",
    "MI": "Milan",
    "ST": "Stockholm",
    "HE": "Helsinki",
    "SW": "Zurich",
    "HK": "Hong Kong",
    "SS": "Shanghai",
    "SZ": "Shenzhen",
    "TW": "Taiwan",
    "KS": "Seoul",
}
"""Exchanges by the ending of a symbol."""
AMERICAN = "US"


def rows() -> tuple[Stock, ...]:
    """Every stock once; of one that both lists hold, the index's name and our other names."""
    found = {one.symbol: one for one in _indexed()}
    for ours in _ours():
        known = found.get(ours.symbol)
        names = ours.names if known is None else (ours.name, *ours.names)
        found[ours.symbol] = Stock(
            symbol=ours.symbol,
            name=known.name if known else ours.name,
            exchange=known.exchange if known else ours.exchange,
            names=names,
        )
    return tuple(found.values())


def exchange_of(symbol: str) -> str:
    """The exchange that a symbol's ending names; American without one."""
    _, dot, ending = symbol.rpartition(".")
    return EXCHANGES.get(ending, AMERICAN) if dot else AMERICAN


def _ours() -> Iterator[Stock]:
    for line in ALIASES.strip().splitlines():
        symbol, name, names = line.split("|")
        yield Stock(
            symbol=symbol, name=name, exchange=exchange_of(symbol), names=tuple(names.split())
        )


def _indexed() -> Iterator[Stock]:
    for company in PyTickerSymbols().get_all_stocks():
        name = company.get("name")
        if not name:
            continue
        shares = dict(_shares(company))
        for symbol, exchange in shares.items():
            yield Stock(symbol=symbol, name=name, exchange=exchange)


def _shares(company: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The company's shares: those traded in America, and where it has none, its own."""
    american = 0
    for listed in company.get("symbols") or ():
        exchange, _, symbol = (listed.get("google") or "").partition(":")
        if exchange in ("NASDAQ", "NYSE", "NYSEAMERICAN", "BATS") and symbol:
            american += 1
            yield symbol, exchange
    own = company.get("symbol")
    if own and (not american or exchange_of(own) != AMERICAN):
        yield own, exchange_of(own)
