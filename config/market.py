"""BELLWETHER_MARKET: where prices come from, in one line of text."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal
from urllib.parse import parse_qsl

MARKET = "simulated, simulated:SEED, ccxt:EXCHANGE or replay:FILE?speed=60"
_SEED = re.compile(r"\d{1,18}", re.ASCII)
_EXCHANGE = re.compile(r"[a-z][a-z0-9]{1,39}", re.ASCII)
_SPEED = re.compile(r"\d{1,6}(\.\d{1,3})?", re.ASCII)
_SYMBOL = re.compile(r"[A-Z0-9]{1,20}/[A-Z0-9]{1,10}(:[A-Z0-9]{1,10})?", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class MarketSource:
    """A source of prices. `seed` is the simulator's, None for whatever the stored market has.

    `exchange` is the venue whose public prices are read. `file` holds the candles of a replay,
    `speed` says how many times faster than they happened, `symbol` which market they are of where
    the file's name does not tell.
    """

    kind: Literal["simulated", "ccxt", "replay"]
    seed: int | None = None
    exchange: str = ""
    file: str = ""
    speed: Decimal = Decimal(1)
    symbol: str = ""


def market_source(text: str) -> MarketSource:
    """What the text names; ValueError for anything else."""
    kind, colon, rest = text.partition(":")
    if text == "simulated":
        return MarketSource(kind="simulated")
    if kind == "simulated" and _SEED.fullmatch(rest):
        return MarketSource(kind="simulated", seed=int(rest))
    if kind == "ccxt" and _EXCHANGE.fullmatch(rest):
        return MarketSource(kind="ccxt", exchange=rest)
    if kind == "replay" and colon:
        return _replay(rest)
    raise ValueError("not a market")


def _replay(rest: str) -> MarketSource:
    file, _, query = rest.partition("?")
    options = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
    named = dict(options)
    speed, symbol = named.get("speed", "1"), named.get("symbol", "")
    sound = (
        file.strip()
        and len(named) == len(options)
        and named.keys() <= {"speed", "symbol"}
        and _SPEED.fullmatch(speed)
        and Decimal(speed) > 0
        and (not symbol or _SYMBOL.fullmatch(symbol))
    )
    if not sound:
        raise ValueError("not a replay")
    return MarketSource(kind="replay", file=file.strip(), speed=Decimal(speed), symbol=symbol)
