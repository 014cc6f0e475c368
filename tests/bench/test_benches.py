"""That the benchmarks run and say what they are asked for; never how fast."""

import json
from pathlib import Path

import pytest

from tests.bench import __main__ as command
from tests.bench import (
    calls,
    chart,
    extraction,
    orders,
    paper,
    quotes,
    resume,
    start,
    surface,
    tokens,
    turn,
)

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


def test_orders_measures_a_press_and_its_parts_beside_bare_commits():
    [row] = list(orders.run(orders.Size(presses={2: 1}, warm=0)))
    parts = {f"{name}_p50_ms" for name in orders.PARTS}
    assert (COMMON | parts | {"p50_ms", "p99_ms", "floor_p50_ms", "vs_floor"}) <= row.keys()
    assert row["presses"] == 2
    # The parts are the whole: nothing between the press and the fill is left out.
    [alone] = list(orders.run(orders.Size(presses={1: 1}, warm=0)))
    assert abs(sum(float(str(alone[name])) for name in parts) - float(str(alone["p50_ms"]))) < 0.1
    json.dumps(row)


def test_surface_measures_the_first_sign_beside_a_bare_handler_and_what_gets_out():
    *signs, out = list(surface.run(surface.Size(chats=(1, 3), delivered=3)))
    figures = {"updates_per_s", "p50_ms", "p99_ms", "floor_p50_ms", "vs_floor"}
    assert [row["concurrency"] for row in signs] == [1, 3]
    assert all(COMMON - {"bench"} | figures <= row.keys() for row in signs)
    assert out["flow"] == "delivered"
    assert out["refused"] == 0
    json.dumps([*signs, out])


def test_start_measures_the_first_start_and_the_next():
    rows = list(start.run(times=1, idle_s=0))
    keys = {"first", "ready_s", "idle_rss_mb", "redis_rss_mb", "floor_ready_s", "vs_floor"}
    assert all(COMMON | keys <= row.keys() for row in rows)
    assert [row["first"] for row in rows] == [True, False]
    json.dumps(rows)


def test_extraction_measures_both_tables_with_and_without_the_floor_and_growth():
    *rows, growth = extraction.run(most=3, recalls=4)
    measured = {"floor", "to_keep", "kept_right", "kept_wrong", "precision", "recall"}
    assert all(COMMON | measured | {"peer_precision", "vs_peer"} <= row.keys() for row in rows)
    seen = [(row["flow"], row["floor"]) for row in rows if row["lang"] == "all"]
    assert seen == [(flow, floor) for flow in ("extract", "unseen") for floor in ("0.6", "0")]
    assert (growth["turns"], growth["grown"]) == (4, 0)
    assert growth.keys() >= COMMON
    json.dumps([*rows, growth])


def test_the_labelled_dialogues_are_a_hundred_at_least_in_both_languages():
    table = extraction.dialogues("dialogues")
    assert len(table) >= 100
    assert {lang for lang in ("en", "zh") if sum(one.lang == lang for one in table) >= 40} == {
        "en",
        "zh",
    }


def test_an_unknown_benchmark_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]):
    assert command.main(["B=trun"]) == 2
    assert "turn" in capsys.readouterr().err


def test_tokens_measures_the_real_prompt_beside_two_other_windows():
    *loads, growth = tokens.run(loads=(30, 60), days=4, long_days=8)
    assert all(row.keys() >= COMMON for row in (*loads, growth))
    keys = {"tokens", "tokens_ratio", "peer_today_and_yesterday_tokens", "cacheable_share"}
    assert all(keys <= row.keys() for row in loads)
    assert [row["tokens_ratio"] for row in loads] == sorted(
        (float(str(row["tokens_ratio"])) for row in loads), reverse=True
    )
    assert 0.9 < float(str(growth["last_vs_first"])) < 1.1
    assert next(tokens.run(loads=(30,), days=4, long_days=3)) == loads[0]
    json.dumps([*loads, growth])


def test_resume_measures_a_long_conversation_beside_a_short_one():
    rows = list(resume.run(long=300, short=10, rounds=2))
    assert [(row["flow"], row["messages"]) for row in rows] == [("talk", 300), ("alerts", 300)]
    keys = {"load_ms", "short_load_ms", "long_vs_short", "suspended"}
    assert all(COMMON | keys <= row.keys() for row in rows)
    json.dumps(rows)


def test_no_kind_of_request_takes_more_model_calls_than_a_plain_loop_original_g1_20():
    rows = list(calls.run())
    assert all(COMMON | {"calls", "peer_calls", "calls_ratio"} <= row.keys() for row in rows)
    assert {row["ended"] for row in rows} == {"done"}
    assert all(float(str(row["calls_ratio"])) <= 1 for row in rows)
    counted = {str(row["flow"]): row["calls"] for row in rows}
    assert (counted["greeting"], counted["read"], counted["order"]) == (1, 1, 1)
    json.dumps(rows)


def test_paper_measures_its_rules_its_commits_and_a_price_that_many_meet():
    tiny = paper.Scale(rounds=2, stored_rounds=1, concurrency=(1, 2), accounts=3)
    rules, *stored, many = paper.run(tiny)
    assert all(COMMON - {"bench"} <= row.keys() for row in (rules, *stored, many))
    assert [row["concurrency"] for row in stored] == [1, 2]
    for row in (rules, *stored):
        assert row.keys() >= {"events_per_s", "floor_events_per_s", "ratio"}
    assert many.keys() >= {"price_ms", "floor_price_ms", "ratio"}
    json.dumps([rules, *stored, many])


def test_chart_measures_a_picture_beside_a_plain_plot():
    (row,) = chart.run(times=1, kinds=("card",))
    assert COMMON | {"picture_s", "peak_mb", "kilobytes"} <= row.keys()
    assert row["floor_picture_s"]


def test_quotes_measures_what_a_crowd_costs_the_venue_beside_asking_each():
    rows = list(quotes.run(conversations=20, symbols=5))
    assert all(
        COMMON | {"requests", "peer_requests", "requests_ratio"} <= row.keys() for row in rows
    )
    assert [(row["flow"], row["requests"]) for row in rows] == [("one by one", 5), ("in bulk", 1)]
    assert {row["peer_requests"] for row in rows} == {100}
    json.dumps(rows)
