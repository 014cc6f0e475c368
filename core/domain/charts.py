"""What a picture shows: figures as they were read, never a drawing.

A spec is a value: the same spec is the same picture, so it can be its own cache key. Money stays
Decimal here; only the drawing turns it into coordinates.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.domain.conversation import Lang
from core.domain.market import Interval
from core.domain.orders import Mode, Side
from core.domain.outbound import Value

MarkKind = Literal["entry", "exit", "liquidation"]
LevelKind = Literal["entry", "stop", "target", "liquidation", "order"]


class Look(Value):
    """How a picture is labelled and coloured.

    `mode` None: nothing about an account is in it. `red_up` is the Chinese habit of red for a rise.
    `zone` is the IANA name of the time zone its times are in.
    """

    lang: Lang = "en"
    mode: Mode | None = None
    simulated: bool = False
    red_up: bool = False
    zone: str = "UTC"


class Bar(Value):
    """A candle; `closed` is False for the one that is still being made."""

    opened_at: datetime
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: Decimal
    closed: bool = True


class Mark(Value):
    """A fill, or a liquidation, at its time and price."""

    at: datetime
    price: Decimal
    side: Side
    kind: MarkKind


class Level(Value):
    """A price to draw a line at."""

    price: Decimal
    kind: LevelKind


class CandlePicture(Value):
    """A market's candles with volume, the person's fills in it, and the lines of a position.

    `tick` is the market's price step; `last` is the newest price, shown as a tag at the edge.
    """

    type: Literal["candles"] = "candles"
    look: Look
    symbol: str
    interval: Interval
    bars: tuple[Bar, ...]
    tick: Decimal | None = None
    last: Decimal | None = None
    marks: tuple[Mark, ...] = ()
    levels: tuple[Level, ...] = ()


class EquityPoint(Value):
    """What an account was worth at a moment; None: it was not known, and the curve has a gap."""

    at: datetime
    value: Decimal | None


class EquityPicture(Value):
    """An equity curve with its drawdown below.

    `change` is what was won or lost over the time shown, deposits left out; None: unknown.
    """

    type: Literal["equity"] = "equity"
    look: Look
    currency: str
    points: tuple[EquityPoint, ...]
    change: Decimal | None = None


class DayResult(Value):
    """A day's result; `pnl` None: part of it is unknown."""

    day: date
    pnl: Decimal | None


class CalendarPicture(Value):
    """A month of daily results; days that are not listed had none. `total` None: unknown."""

    type: Literal["calendar"] = "calendar"
    look: Look
    currency: str
    year: int
    month: int
    days: tuple[DayResult, ...]
    total: Decimal | None


class Share(Value):
    """A part of what is held, by its value."""

    name: str
    value: Decimal


class AllocationPicture(Value):
    """What an account is made of; `missing` names what could not be valued and is left out."""

    type: Literal["allocation"] = "allocation"
    look: Look
    currency: str
    shares: tuple[Share, ...]
    missing: tuple[str, ...] = ()


class SharePicture(Value):
    """A trade to show around: its market, its side and its result in percent, nothing else.

    `fraction` is of the margin, or of the cost of a spot holding; `is_open` tells a result that may
    still change.
    """

    type: Literal["card"] = "card"
    look: Look
    symbol: str
    side: Literal["LONG", "SHORT", "SPOT"]
    fraction: Decimal
    is_open: bool
    day: date


ChartSpec = Annotated[
    CandlePicture | EquityPicture | CalendarPicture | AllocationPicture | SharePicture,
    Field(discriminator="type"),
]
CHART: TypeAdapter[ChartSpec] = TypeAdapter(ChartSpec)
