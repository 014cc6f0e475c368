"""A spec as a picture: which drawing is whose."""

from typing import assert_never

from adapters.charts import allocation, candles, equity, month, share
from core.domain.charts import (
    AllocationPicture,
    CalendarPicture,
    CandlePicture,
    ChartSpec,
    EquityPicture,
    SharePicture,
)


def draw(spec: ChartSpec) -> bytes:
    """The picture as PNG; the same spec gives the same bytes."""
    match spec:
        case CandlePicture():
            return candles.draw(spec)
        case EquityPicture():
            return equity.draw(spec)
        case CalendarPicture():
            return month.draw(spec)
        case AllocationPicture():
            return allocation.draw(spec)
        case SharePicture():
            return share.draw(spec)
        case _:
            assert_never(spec)
