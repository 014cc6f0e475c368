"""That the benchmarks run and say what they are asked for; never how fast."""

import json
from pathlib import Path

import pytest

from tests.bench import __main__ as command
from tests.bench import start, turn

COMMON = {"bench", "flow", "concurrency", "engine"}
RATES = {"turns_per_s", "p50_ms", "p99_ms", "floor_turns_per_s", "vs_floor", "commits_per_turn"}
TINY = turn.Size(rounds={1: 1, 3: 1}, warm_s=0, desk_s=0, floor_s=0, long_turns=3)


def test_turn_measures_both_flows_beside_the_floor_and_a_long_conversation():
    rows = list(turn.run(TINY))
    *flows, long = rows
    assert [(row["flow"], row["concurrency"], row["turns"]) for row in flows] == [
        ("A", 1, 1),
        ("A", 3, 3),
        ("B", 1, 2),
        ("B", 3, 6),
    ]
    assert all(COMMON | RATES | {"turns"} <= row.keys() for row in flows)
    assert all(float(str(row["turns_per_s"])) > 0 for row in flows)
    assert (COMMON | {"first_ms", "last_ms", "last_vs_first", "turns"}) <= long.keys()
    json.dumps(rows)


def test_turn_leaves_the_database_and_the_bot_of_its_caller_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'mine.db'}")
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "not a token")
    assert list(turn.run(turn.Size(rounds={1: 1}, warm_s=0, desk_s=0, floor_s=0, long_turns=2)))
    assert list(tmp_path.iterdir()) == []


def test_turn_counts_the_commits_of_a_turn_and_gives_the_floor_as_many():
    """A read is accepted, consumed and answered; an order takes four more for its two turns."""
    commits = {
        row["flow"]: row["commits_per_turn"] for row in turn.run(TINY) if "turns_per_s" in row
    }
    assert commits == {"A": 3.0, "B": 3.5}


def test_start_measures_the_first_start_and_the_next():
    rows = list(start.run(times=1, idle_s=0))
    keys = {"first", "ready_s", "idle_rss_mb", "redis_rss_mb", "floor_ready_s", "vs_floor"}
    assert all(COMMON | keys <= row.keys() for row in rows)
    assert [row["first"] for row in rows] == [True, False]
    json.dumps(rows)


def test_an_unknown_benchmark_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]):
    assert command.main(["B=trun"]) == 2
    assert "turn" in capsys.readouterr().err
