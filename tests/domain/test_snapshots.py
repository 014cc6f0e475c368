"""When live facts count as changed for a plan that leans on them, and how long they are fresh."""

from datetime import timedelta

import pytest

from core.agent.snapshot_cache import MOST, SnapshotCache, Whose
from core.domain.snapshots import Snapshot, has_changed, steady, stored
from tests.clocks import START

ANNA, BEA = Whose("anna", "a1"), Whose("bea", "b1")
BTC = {"symbol": "BTC/USDT", "quantity": "1", "mark": "60000", "unrealized_pnl": "0"}
ETH = {"symbol": "ETH/USDT", "quantity": "2", "mark": "3000", "unrealized_pnl": "5"}


def read(*positions, kind="positions", at=START, error="", **data):
    held = {"positions": list(positions), **data} if not error else {}
    return Snapshot(kind=kind, at=at, source="venue", data=held, error=error)


CHANGES = {
    "nothing": (read(BTC), read(BTC), False),
    "the price": (read(BTC), read(BTC | {"mark": "61000", "unrealized_pnl": "1000"}), False),
    "the time": (read(BTC), read(BTC, at=START + timedelta(seconds=9)), False),
    "the order": (read(BTC, ETH), read(ETH, BTC), False),
    "the equity": (read(BTC, equity="1"), read(BTC, equity="2"), False),
    "a quantity": (read(BTC), read(BTC | {"quantity": "0.5"}), True),
    "one more": (read(BTC), read(BTC, ETH), True),
    "one gone": (read(BTC, ETH), read(ETH), True),
    "a setting": (read(BTC, state="ACTIVE"), read(BTC, state="HALTED"), True),
    "unknown before": (read(error="down"), read(BTC), False),
    "unknown now": (read(BTC), read(error="down"), False),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_a_plan_leans_on_has_changed_when_more_than_prices_moved(what):
    seen, now, changed = CHANGES[what]
    assert has_changed(seen, now) is changed


def test_what_a_prompt_is_told_holds_nothing_that_moves():
    assert steady({"positions": [BTC], "equity": "1"}) == {
        "positions": [{"symbol": "BTC/USDT", "quantity": "1"}]
    }


def test_a_row_keeps_each_kind_with_its_time_source_and_failure():
    kept = stored({"positions": read(BTC), "balance": read(kind="balance", error="down")})
    assert kept == {
        "positions": {
            "at": "2026-03-02T09:30:00Z",
            "source": "venue",
            "data": {"positions": [BTC]},
            "error": "",
        },
        "balance": {
            "at": "2026-03-02T09:30:00Z",
            "source": "venue",
            "data": {},
            "error": "down",
        },
    }


@pytest.mark.parametrize(
    ("kind", "age"), [("balance", 5), ("positions", 5), ("recent_trades", 30), ("exchanges", 30)]
)
def test_facts_are_fresh_for_as_long_as_their_kind_allows(kind, age):
    cache = SnapshotCache()
    cache.keep(ANNA, read(kind=kind))
    assert cache.fresh(ANNA, kind, START + timedelta(seconds=age)) is not None
    assert cache.fresh(ANNA, kind, START + timedelta(seconds=age + 1)) is None
    assert cache.fresh(BEA, kind, START) is None


def test_a_failure_keeps_its_first_time_until_it_is_read_again():
    cache, later = SnapshotCache(), START + timedelta(minutes=5)
    cache.keep(ANNA, read(error="down"))
    cache.drop("anna")
    assert cache.keep(ANNA, read(error="still down", at=later)).at == START
    assert cache.fresh(ANNA, "positions", START) is None
    cache.keep(ANNA, read(BTC, at=later))
    assert cache.keep(ANNA, read(error="down again", at=later)).at == later


def test_what_is_done_for_one_account_drops_its_facts_and_no_others():
    cache = SnapshotCache()
    for whose in (ANNA, BEA):
        cache.keep(whose, read(BTC))
    cache.drop("anna")
    assert cache.fresh(ANNA, "positions", START) is None
    assert cache.fresh(BEA, "positions", START) is not None


def test_the_cache_is_bounded_and_the_oldest_goes_first():
    cache = SnapshotCache()
    for number in range(MOST + 1):
        cache.keep(Whose(f"a{number}", "x"), read(BTC))
    assert cache.fresh(Whose("a0", "x"), "positions", START) is None
    assert cache.fresh(Whose("a1", "x"), "positions", START) is not None
