"""Orders under faults of the venue and SIGKILL: none doubled, none unknown, the truth told."""

import asyncio
import json
import random
import shutil
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.venue import FAULTS, Fault, Venue, running_venue
from tests.processes.program import ROOT, environment

TALKS = 10
"""Conversations of one desk, each with an order and a fault of its own."""
AT_ONCE = 2


@dataclass
class Seen:
    """What became of all desks."""

    faults: int = 0
    kills: int = 0
    orders: int = 0
    problems: list[str] = field(default_factory=list)


class Nursery:
    """A process with everything imported, which forks a desk for each life."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.stdin, self.stdout = process.stdin, process.stdout

    @classmethod
    async def start(cls, data: Path) -> "Nursery":
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.chaos.life"),
            cwd=ROOT,
            env=environment(data),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        nursery = cls(process)
        async with asyncio.timeout(60):
            assert await nursery.stdout.readline() == b"ready\n"
        return nursery

    async def life(self, **spec: Any) -> int:
        """The exit status of one life."""
        self.stdin.write(json.dumps(spec).encode() + b"\n")
        async with asyncio.timeout(60):
            return int(await self.stdout.readline())

    async def end(self) -> None:
        self.stdin.close()
        await self.process.wait()


async def one_desk(number: int, nursery: Nursery, venue: Venue, data: Path, seen: Seen) -> None:
    """A desk that dies over one of its orders, and lives again; what it left is looked at."""
    chance = random.Random(number)
    desk = f"desk{number}"
    faults: list[Fault] = [FAULTS[(number + n) % len(FAULTS)] for n in range(TALKS)]
    chance.shuffle(faults)
    venue.faults[desk] = faults
    spec = {"data": str(data), "url": f"{venue.url}/{desk}", "talks": TALKS}
    dies = ("before", "after", "")[number % 3]
    status = await nursery.life(**spec, dies=dies, at=chance.randrange(1, 3))
    if status == -9:
        seen.kills += 1
        status = await nursery.life(**spec, dies="", at=0)
    if status != 0:
        seen.problems.append(f"{desk}: ended with {status}")
        return
    seen.faults += TALKS - len(venue.faults[desk]) + (dies != "")
    judge(desk, venue, json.loads((data / "result.json").read_text()), seen)


def judge(desk: str, venue: Venue, result: dict[str, Any], seen: Seen) -> None:
    """No order twice, each known to us as it is, and each conversation told what is true."""
    taken = venue.taken.get(desk, Counter[str]())
    seen.orders += len(taken)
    for key, times in taken.items():
        if times > 1:
            seen.problems.append(f"{desk}: {key} was placed {times} times")
        if result["orders"].get(key, ["", ""])[1] != "FILLED":
            seen.problems.append(f"{desk}: {key} fills there, here {result['orders'].get(key)}")
    for key, (conversation, status) in result["orders"].items():
        said = [text for where, text in result["said"] if where == conversation]
        bought = sum("Bought 0." in text for text in said)
        if bought != (key in taken):
            seen.problems.append(f"{desk}: {key} is {status}, told {said[-2:]}")
        ended = ("othing was placed", "refused")
        if key not in taken and not any(word in text for text in said for word in ended):
            seen.problems.append(f"{desk}: {key} is {status}, told {said[-2:]}")
    if len(result["orders"]) != TALKS:
        seen.problems.append(f"{desk}: {len(result['orders'])} orders of {TALKS}")


@pytest.mark.timeout(1800)
async def test_peers_12_no_fault_doubles_or_loses_an_order_and_the_truth_is_told_I3_I13_I15(
    request: pytest.FixtureRequest, tmp_path: Path, migrated_file: Path
) -> None:
    wanted = int(request.config.getoption("--faults", default=50))
    desks = max(1, wanted // TALKS)
    seen = Seen()
    numbers = iter(range(desks))
    async with running_venue() as venue:

        async def work() -> None:
            nursery = await Nursery.start(tmp_path)
            for number in numbers:
                data = tmp_path / f"desk{number}"
                data.mkdir()
                shutil.copy(migrated_file, data / "bellwether.db")
                await one_desk(number, nursery, venue, data, seen)
                shutil.rmtree(data)
            await nursery.end()

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    assert seen.problems == []
    assert seen.kills >= desks // 3
    assert seen.faults >= desks * TALKS
    assert seen.orders >= desks * TALKS // 2
