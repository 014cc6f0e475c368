"""Specs of pictures, as ordinary and as odd as figures come; and pictures made of one colour."""

import random
import struct
import zlib
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from core.domain.charts import (
    AllocationPicture,
    Bar,
    CalendarPicture,
    CandlePicture,
    ChartSpec,
    DayResult,
    EquityPicture,
    EquityPoint,
    Level,
    Look,
    Mark,
    Share,
    SharePicture,
)
from core.domain.conversation import Lang
from core.errors import PictureError


def png(width: int = 320, height: int = 240) -> bytes:
    """A dark picture of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\x00" * (width + 1) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class PaintedCharts:
    """Charts that are drawn at once and all look alike; `drawn` are their specs."""

    def __init__(self) -> None:
        self.drawn: list[ChartSpec] = []
        self.error: PictureError | None = None

    async def render(self, spec: ChartSpec) -> bytes:
        if self.error is not None:
            raise self.error
        self.drawn.append(spec)
        return png()

    async def aclose(self) -> None:
        """Nothing is held."""


START = datetime(2026, 11, 14, tzinfo=UTC)


def bars(count, price=67000.0, *, swing=0.006, places=1, seed=3) -> tuple[Bar, ...]:
    """A wandering price, one candle every four hours."""
    chance = random.Random(seed)
    made = []
    for place in range(count):
        opened, price = price, price * (1 + chance.gauss(0, swing))
        high = max(opened, price) * (1 + abs(chance.gauss(0, swing / 2)))
        low = min(opened, price) * (1 - abs(chance.gauss(0, swing / 2)))
        figures = [Decimal(f"{one:.{places}f}") for one in (opened, high, low, price)]
        made.append(
            Bar(
                opened_at=START + timedelta(hours=4 * place),
                open=figures[0],
                high=figures[1],
                low=figures[2],
                close=figures[3],
                volume=Decimal(f"{chance.random() * 900:.3f}"),
                closed=place < count - 1,
            )
        )
    return tuple(made)


def flat(count) -> tuple[Bar, ...]:
    """A price that does not move, and nobody trades."""
    one, none = Decimal(1), Decimal(0)
    return tuple(
        Bar(
            opened_at=START + timedelta(hours=place),
            open=one,
            high=one,
            low=one,
            close=one,
            volume=none,
        )
        for place in range(count)
    )


def look(lang: Lang = "en", **changes) -> Look:
    """A paper account at simulated prices, seen from Kolkata."""
    given = {"lang": lang, "mode": "paper", "simulated": True, "zone": "Asia/Kolkata"}
    return Look.model_validate(given | changes)


def candles(lang: Lang = "en", **changes) -> CandlePicture:
    """A long in BTC with its fills and lines, one of them far away."""
    made = bars(80)
    last = made[-1].close
    given = {
        "look": look(lang),
        "symbol": "BTC/USDT:USDT",
        "interval": "4h",
        "bars": made,
        "tick": Decimal("0.1"),
        "marks": (
            Mark(at=made[40].opened_at, price=made[40].close, side="BUY", kind="entry"),
            Mark(at=made[60].opened_at, price=made[60].close, side="SELL", kind="exit"),
            Mark(at=made[70].opened_at, price=made[70].close, side="SELL", kind="liquidation"),
            Mark(at=START - timedelta(days=90), price=last, side="BUY", kind="entry"),
        ),
        "levels": (
            Level(price=last, kind="entry"),
            Level(price=last * Decimal("0.985"), kind="stop"),
            Level(price=last * Decimal("1.02"), kind="target"),
            Level(price=last * Decimal("0.5"), kind="liquidation"),
        ),
    }
    return CandlePicture.model_validate(given | changes)


def equity(lang: Lang = "en", values=None) -> EquityPicture:
    """Two days of an account, unknown for a while."""
    values = values or [*range(10000, 10060), None, None, *range(10040, 9990, -1)]
    return EquityPicture(
        look=look(lang),
        currency="USDT",
        points=tuple(
            EquityPoint(
                at=START + timedelta(minutes=15 * place),
                value=None if value is None else Decimal(value),
            )
            for place, value in enumerate(values)
        ),
        change=Decimal(-9),
    )


def calendar(lang: Lang = "en") -> CalendarPicture:
    """A month with good, bad, even and unknown days."""
    results = {2: "120.5", 3: "-15321.7", 4: "0", 9: None, 20: "0.000001", 30: "1e12"}
    return CalendarPicture(
        look=look(lang),
        currency="USDT",
        year=2026,
        month=11,
        days=tuple(
            DayResult(day=date(2026, 11, day), pnl=None if pnl is None else Decimal(pnl))
            for day, pnl in results.items()
        ),
        total=None,
    )


def allocation(lang: Lang = "en", count=9) -> AllocationPicture:
    """More parts than are told apart."""
    return AllocationPicture(
        look=look(lang),
        currency="USDT",
        shares=tuple(
            Share(name=f"C{place}", value=Decimal(1000) / (place + 1) ** 2)
            for place in range(count)
        ),
        missing=("XYZ",),
    )


def card(lang: Lang = "en", fraction="0.4721", **changes) -> SharePicture:
    """A trade to show around."""
    given = {
        "look": look(lang),
        "symbol": "BTC/USDT:USDT",
        "side": "LONG",
        "fraction": Decimal(fraction),
        "is_open": True,
        "day": date(2026, 11, 30),
    }
    return SharePicture.model_validate(given | changes)


def odd() -> dict[str, ChartSpec]:
    """Figures at which a drawing might stumble."""
    tiny = Decimal("0.000000001")
    return {
        "no candle": candles(bars=(), marks=(), levels=()),
        "one candle": candles(bars=bars(1), marks=(), levels=()),
        "flat": candles(bars=flat(50), marks=(), levels=(), tick=None),
        "tiny prices": candles(bars=bars(60, 0.000000166, places=12), tick=tiny, levels=()),
        "huge prices": candles(bars=bars(300, 1e12, places=0), tick=None, levels=()),
        "a level of zero": candles(levels=(Level(price=Decimal(0), kind="stop"),)),
        "signs of no font": candles(symbol="币安人生/USDT \U00012345 $x$ {0} %s"),
        "no equity": equity(values=[None, None]),
        "one moment": equity(values=[10000]),
        "flat equity": equity(values=[10000] * 20),
        "nothing left": equity(values=[100, 0, -5, -5]),
        "huge equity": equity(values=[10**12, 10**12 + 1]),
        "one part": allocation(count=1),
        "nothing held": allocation(count=0),
        "lost many times over": card(fraction="-12345.4721", side="SHORT", is_open=False),
        "even": card(fraction="0", side="SPOT"),
    }
