"""Stocks: what they are called, never what they cost. We trade none; we tell which one is meant."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Stock:
    """A listed share: `symbol` is its ticker, with the exchange's ending outside America."""

    symbol: str
    name: str
    exchange: str
    names: tuple[str, ...] = ()
    """What else it is called: in Chinese, by its former name."""


@dataclass(frozen=True, slots=True)
class StockMatch:
    """A stock that a text may mean; `exact` where the text is its ticker or one of its names."""

    stock: Stock
    exact: bool
