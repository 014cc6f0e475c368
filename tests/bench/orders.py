"""From the press to the stored fill on paper, and where the time goes, beside four bare commits.

The parts are what is durable one after the other: the press accepted (T0), the order stored before
the venue is called (T1 with T3), the venue's own book, and the fill with the answer (T4 with T5).
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from core.agent.approvals import order_key
from core.domain.records import FillRow, OrderRow, PaperOrderRow
from tests.bench.bare_loop import BareLoop, bare_loop
from tests.bench.real_desk import RealDesk, User, real_desk

Row = dict[str, object]
COMMITS = 4
"""What an order cannot do without: see the parts."""
PARTS = ("accept", "intent", "venue", "fill")


@dataclass(frozen=True, kw_only=True)
class Size:
    """How many people press how often."""

    presses: dict[int, int]
    """Presses of each, by concurrency."""
    warm: int = 2


FULL = Size(presses={1: 120, 32: 12})


@dataclass
class Measured:
    """Seconds, one entry a press."""

    whole: list[float] = field(default_factory=list)
    parts: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in PARTS})
    floors: list[float] = field(default_factory=list)


def run(size: Size = FULL) -> Iterator[Row]:
    """A row for each concurrency."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        yield from runner.run(_rows(size))


async def _rows(size: Size) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        async with real_desk(folder) as desk, bare_loop(folder / "floor.db", desk.redis) as bare:
            accounts = await desk.accounts(max(size.presses))
            for concurrency, times in size.presses.items():
                users = [desk.user(one, f"orders {concurrency}") for one in accounts[:concurrency]]
                await asyncio.gather(*(_presses(desk, one, size.warm, Measured()) for one in users))
                found = Measured()
                await asyncio.gather(*(_presses(desk, one, times, found) for one in users))
                await asyncio.gather(
                    *(_floor(bare, f"bare {n}", times, found) for n in range(concurrency))
                )
                rows.append(_row(concurrency, found))
                print(f"concurrency {concurrency}: done", file=sys.stderr, flush=True)
    return rows


async def _presses(desk: RealDesk, user: User, times: int, found: Measured) -> None:
    """Cards and presses; a card whose price moved meanwhile is not counted."""
    for _ in range(times):
        question = await user.card()
        pressed, accepted = await user.press(question)
        key = order_key(question)
        stored = desk.records.stored
        if (FillRow, key) not in stored:
            continue
        marks = (
            pressed,
            accepted,
            *(stored[kind, key] for kind in (OrderRow, PaperOrderRow, FillRow)),
        )
        found.whole.append(marks[-1] - pressed)
        for name, begun, ended in zip(PARTS, marks, marks[1:], strict=False):
            found.parts[name].append(ended - begun)


async def _floor(bare: BareLoop, key: str, times: int, found: Measured) -> None:
    for _ in range(times):
        began = time.perf_counter()
        await bare.turn(key, COMMITS)
        found.floors.append(time.perf_counter() - began)


def _row(concurrency: int, found: Measured) -> Row:
    whole, floor = statistics.median(found.whole), statistics.median(found.floors)
    return {
        "bench": "orders",
        "flow": "press to stored fill",
        "concurrency": concurrency,
        "engine": "sqlite",
        "p50_ms": _ms(whole),
        "p99_ms": _ms(_quantile(found.whole, 0.99)),
        **{f"{name}_p50_ms": _ms(statistics.median(found.parts[name])) for name in PARTS},
        **{f"{name}_p99_ms": _ms(_quantile(found.parts[name], 0.99)) for name in PARTS},
        "floor_p50_ms": _ms(floor),
        "vs_floor": round(whole / floor, 2),
        "presses": len(found.whole),
    }


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)
