"""A process that is killed at any moment loses nothing that it was told is committed."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.store.sql.database import Database
from adapters.store.sql.records import SqlRecords
from core.domain.records import Query, Setting
from tests.adapters.sql_child import LANES
from tests.adapters.test_sql_migrations import place

ROOT = Path(__file__).parents[2]


def run_and_kill(database: Database, lines: int) -> dict[int, int]:
    """Let a child commit, kill it after that many reports; the last version reported per lane."""
    words = [sys.executable, "-m", "tests.adapters.sql_child", *place(database)]
    reported: dict[int, int] = {}
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in itertools.islice(child.stdout, lines):
            number, version = map(int, line.split())
            reported[number] = version
        child.kill()
        # What it still reported before it died was committed too.
        for line in child.stdout:
            if line.endswith("\n"):
                number, version = map(int, line.split())
                reported[number] = version
    assert child.returncode == -9
    return reported


@pytest.mark.parametrize("lines", [1, 40, 333])
async def test_what_was_reported_committed_survives_sigkill_I15(database: Database, lines):
    reported: dict[int, int] = {}
    for _ in range(2):
        reported |= run_and_kill(database, lines)
        async with SqlRecords(database) as records:
            rows = {row.id: row for row in await records.find(Query(kind=Setting))}
        for number in range(LANES):
            lane = rows.get(f"lane {number}")
            kept = lane.version if lane else 0
            assert kept >= reported.get(number, 0), "a commit that was reported is gone"
            steps = [key for key in rows if key.startswith(f"step {number} ")]
            expected = [f"step {number} {version:06}" for version in range(1, kept + 1)]
            assert sorted(steps) == expected, "a unit was kept in part"
