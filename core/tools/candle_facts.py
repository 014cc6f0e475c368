"""Candles as a tool returns them, and what they come to."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from core.domain.market import Candle, Interval
from core.domain.money import CASH
from core.trading.figures import figure, stamp

INTERVAL = (
    "Length of a candle: 1m to 30m are minutes, 1h to 12h hours, 1d, 1w, and 1M is a month "
    "(1m is a minute)."
)


def candle_rows(candles: Sequence[Candle]) -> list[dict[str, Any]]:
    """Each candle as JSON, oldest first."""
    return [
        {
            "at": stamp(one.opened_at),
            "open": figure(one.open),
            "high": figure(one.high),
            "low": figure(one.low),
            "close": figure(one.close),
            "volume": figure(one.volume),
            "closed": one.closed,
        }
        for one in candles
    ]


def period(candles: Sequence[Candle], interval: Interval) -> dict[str, Any] | None:
    """From the first open to the last close; the average volume is of whole candles. None: none."""
    if not candles:
        return None
    first, last = candles[0], candles[-1]
    whole = [one.volume for one in candles if one.closed]
    return {
        "interval": interval,
        "count": len(candles),
        "from": stamp(first.opened_at),
        "to": stamp(last.opened_at),
        "change": figure((last.close / first.open - 1).quantize(CASH)),
        "high": figure(max(one.high for one in candles)),
        "low": figure(min(one.low for one in candles)),
        "average_volume": figure(_average(whole)),
    }


def _average(volumes: Sequence[Decimal]) -> Decimal | None:
    return (sum(volumes, Decimal(0)) / len(volumes)).quantize(CASH) if volumes else None
