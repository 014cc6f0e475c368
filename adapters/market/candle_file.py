"""A file of candles, as venues and archives give them: CSV, perhaps gzipped.

Columns are time (when the candle opened, UTC, milliseconds), open, high, low, close and volume; a
first line may name them. Rows ascend.
"""

import csv
import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from core.domain.candles import INTERVALS, opened_at
from core.domain.market import Interval
from core.errors import SetupError

MOST_ROWS = 600_000
_COLUMNS = ("time", "open", "high", "low", "close", "volume")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Row(NamedTuple):
    """One candle of the file."""

    opened_at: datetime
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal


@dataclass(frozen=True, slots=True)
class CandleFile:
    """The candles of one market, at least two, oldest first; `interval` is that of each."""

    name: str
    interval: Interval
    length: timedelta
    rows: tuple[Row, ...]


def read_candles(path: Path) -> CandleFile:
    """The file's candles; SetupError names the line that is wrong and what was expected."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SetupError(f"{path} cannot be read as candles: {error}") from error
    rows = tuple(_rows(path, text))
    if len(rows) < 2:
        raise SetupError(f"{path} has no candles to replay: expected at least two rows")
    length = min(later.opened_at - row.opened_at for row, later in pairwise(rows))
    return CandleFile(path.name, _interval(path, rows, length), length, rows)


def _rows(path: Path, text: str) -> Iterator[Row]:
    last: datetime | None = None
    for number, cells in enumerate(csv.reader(io.StringIO(text)), 1):
        if not cells or (number == 1 and tuple(map(str.lower, cells)) == _COLUMNS):
            continue
        row = _row(cells)
        if row is None or (last is not None and row.opened_at <= last):
            raise SetupError(
                f"{path}, line {number}: expected {', '.join(_COLUMNS)} of a candle, "
                "its time in UTC milliseconds and later than the line before"
            )
        if number > MOST_ROWS:
            raise SetupError(f"{path} has more than {MOST_ROWS} candles; cut it into parts")
        last = row.opened_at
        yield row


def _row(cells: list[str]) -> Row | None:
    """The candle of these cells; None if it is none."""
    try:
        opened = _EPOCH + timedelta(milliseconds=int(cells[0]))
        numbers = [Decimal(cell) for cell in cells[1:]]
    except (ValueError, OverflowError, InvalidOperation):
        return None
    if len(numbers) != 5 or not all(one.is_finite() for one in numbers):
        return None
    row = Row(opened, *numbers)
    within = row.low <= min(row.open, row.close) and max(row.open, row.close) <= row.high
    return row if within and row.low > 0 and row.volume >= 0 else None


def _interval(path: Path, rows: tuple[Row, ...], length: timedelta) -> Interval:
    first = rows[0].opened_at
    fitting = [
        one
        for one in INTERVALS
        if opened_at(one, first) == first and opened_at(one, first + length) == first + length
        if opened_at(one, first + length - timedelta(milliseconds=1)) == first
    ]
    if not fitting:
        raise SetupError(
            f"{path} has candles {length} apart: expected one of {', '.join(INTERVALS)}, in UTC"
        )
    return fitting[0]
