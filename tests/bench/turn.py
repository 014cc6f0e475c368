"""Turns through the front door beside the bare loop, in the same minutes (DESIGN 13, 14).

Flow A: a message, a read tool, the answer (one turn). Flow B: a message, the card, a press, a paper
order, the answer (two turns). Flow `long`: A again and again in one conversation.
"""

import asyncio
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from tests.bench.bare_loop import BareLoop, bare_loop
from tests.bench.real_desk import RealDesk, User, real_desk

Row = dict[str, object]
FLOWS: dict[str, Callable[[User], Awaitable[None]]] = {"A": User.reads, "B": User.trades}


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much is measured. Everybody does one flow at least, however short the time is."""

    rounds: Mapping[int, int]
    """By concurrency."""
    warm_s: float = 0.7
    desk_s: float = 2.0
    floor_s: float = 0.8
    long_turns: int = 500


FULL = Size(rounds={1: 3, 32: 3, 256: 1})


@dataclass
class Measured:
    """What the rounds gave. Rates are turns a second, times are seconds."""

    rates: list[float] = field(default_factory=list)
    floors: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    commits: int = 0
    cpu: float = 0.0
    written: int = 0

    @property
    def commits_per_turn(self) -> float:
        return self.commits / len(self.times)


def run(size: Size = FULL) -> Iterator[Row]:
    """A row for each flow and concurrency, then one for the long conversation."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        yield from runner.run(_rows(size))


async def _rows(size: Size) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        async with real_desk(folder) as desk, bare_loop(folder / "floor.db", desk.redis) as bare:
            accounts = await desk.accounts(max(size.rounds))
            for flow in FLOWS:
                for concurrency in size.rounds:
                    users = [desk.user(one, flow) for one in accounts[:concurrency]]
                    found = await _measure(desk, bare, users, flow, size)
                    rows.append(_row(flow, concurrency, found))
                    _tell(f"flow {flow}, concurrency {concurrency}: {found.rates}")
            rows.append(await _long(desk, accounts[0], size.long_turns, folder))
    return rows


async def _measure(
    desk: RealDesk, bare: BareLoop, users: Sequence[User], flow: str, size: Size
) -> Measured:
    """Ours and the floor by turns, so that both meet the same weather."""
    found = Measured()
    await _crowd(users, flow, size.warm_s)
    for _ in range(size.rounds[len(users)]):
        before, cpu, written = desk.records.commits, _cpu(), _written()
        began = time.perf_counter()
        times = await _crowd(users, flow, size.desk_s)
        found.rates.append(len(times) / (time.perf_counter() - began))
        found.cpu += _cpu() - cpu
        found.written += _written() - written
        found.commits += desk.records.commits - before
        found.times += times
        found.floors.append(await _floor(bare, len(users), found.commits_per_turn, size.floor_s))
    return found


async def _crowd(users: Sequence[User], flow: str, seconds: float) -> list[float]:
    """Everybody goes through the flow again and again; how long each turn took."""
    until = time.perf_counter() + seconds

    async def one(user: User) -> list[float]:
        user.turns = []
        await FLOWS[flow](user)
        while time.perf_counter() < until:
            await FLOWS[flow](user)
        return user.turns

    return [turn for turns in await asyncio.gather(*map(one, users)) for turn in turns]


async def _floor(bare: BareLoop, concurrency: int, commits: float, seconds: float) -> float:
    """Bare turns a second, with this many commits in each on average."""
    began = time.perf_counter()
    until = began + seconds

    async def one(key: str) -> int:
        done = 0
        while not done or time.perf_counter() < until:
            await bare.turn(key, int((done + 1) * commits) - int(done * commits))
            done += 1
        return done

    done = await asyncio.gather(*(one(f"bare:{number}") for number in range(concurrency)))
    return sum(done) / (time.perf_counter() - began)


def _row(flow: str, concurrency: int, found: Measured) -> Row:
    ours, floor = statistics.median(found.rates), statistics.median(found.floors)
    return {
        "bench": "turn",
        "flow": flow,
        "concurrency": concurrency,
        "engine": "sqlite",
        "turns_per_s": round(ours, 1),
        "p50_ms": _ms(statistics.median(found.times)),
        "p99_ms": _ms(_quantile(found.times, 0.99)),
        "floor_turns_per_s": round(floor, 1),
        "vs_floor": round(floor / ours, 2),
        "commits_per_turn": round(found.commits_per_turn, 2),
        "cpu_ms_per_turn": _ms(found.cpu / len(found.times)),
        "written_kb_per_turn": round(found.written / len(found.times) / 1024, 1),
        "turns": len(found.times),
    }


async def _long(desk: RealDesk, account: str, turns: int, folder: Path) -> Row:
    """Whether the last turns of a long conversation cost what the first ones of a new one do.

    Those are taken by turns, so that both meet the same weather.
    """
    long, new = desk.user(account, "long"), desk.user(account, "new")
    part = max(1, turns // 10)
    before = _kept(folder)
    for _ in range(turns - part):
        await long.reads()
    kept = (_kept(folder) - before) / (turns - part)
    for _ in range(part):
        await long.reads()
        await new.reads()
    first, last = statistics.median(new.turns), statistics.median(long.turns[-part:])
    _tell(f"flow long: {last * 1000:.1f} ms where a new conversation takes {first * 1000:.1f} ms")
    return {
        "bench": "turn",
        "flow": "long",
        "concurrency": 1,
        "engine": "sqlite",
        "first_ms": _ms(first),
        "last_ms": _ms(last),
        "last_vs_first": round(last / first, 2),
        "kept_kb_per_turn": round(kept / 1024, 1),
        "turns": turns,
    }


def _kept(folder: Path) -> int:
    """Bytes of the database, what is still in its log included."""
    connection = sqlite3.connect(folder / "bellwether.db")
    ((size,),) = connection.execute(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    )
    connection.close()
    return int(size)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _written() -> int:
    """Bytes that this process has sent to disk so far; always 0 where the system does not tell."""
    path = Path("/proc/self/io")
    lines = path.read_text().splitlines() if path.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("write_bytes")), 0)


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _tell(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)
