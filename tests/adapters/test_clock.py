"""The machine's time and identity."""

import re
from datetime import UTC, datetime, timedelta

from adapters.clock import ALPHABET, SystemClock, SystemIds
from tests.clocks import ManualClock, SeededIds


def test_the_present_is_aware_and_utc():
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert abs(now - datetime.now(UTC)) < timedelta(seconds=5)


async def test_a_clock_sleeps_about_as_long_as_it_was_told():
    clock = SystemClock()
    before = clock.now()
    await clock.sleep(0.02)
    assert clock.now() - before >= timedelta(seconds=0.019)


def test_ids_are_26_characters_that_rise_strictly():
    ids = SystemIds(SystemClock())
    made = [ids.new() for _ in range(20_000)]
    assert made == sorted(set(made))
    assert all(re.fullmatch(r"[0-9a-hjkmnp-tv-z]{26}", one) for one in made)


def test_ids_sort_by_the_time_of_their_making_across_processes():
    clock = ManualClock()
    made = []
    for _ in range(50):
        made.append(SystemIds(clock).new())
        clock.advance(0.001)
    assert made == sorted(made)


def test_ids_rise_also_when_the_clock_stands_still_or_is_set_back():
    clock = ManualClock()
    ids = SystemIds(clock)
    made = [ids.new() for _ in range(100)]
    clock.advance(-3600)
    made += [ids.new() for _ in range(100)]
    clock.advance(7200)
    made.append(ids.new())
    assert made == sorted(set(made))


def test_ids_of_the_same_moment_in_two_processes_differ():
    clock = ManualClock()
    assert SystemIds(clock).new() != SystemIds(clock).new()


def test_codes_can_be_typed_and_tokens_sent():
    ids = SystemIds(SystemClock())
    codes = {ids.code(12) for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 12 and set(code) <= set(ALPHABET) for code in codes)
    tokens = {ids.token() for _ in range(200)}
    assert len(tokens) == 200
    assert all(re.fullmatch(r"[\w-]{43}", token) for token in tokens)


def test_seeded_ids_are_the_same_in_every_run():
    one, same, other = SeededIds(1), SeededIds(1), SeededIds(2)
    made = [one.new() for _ in range(100)]
    assert made == [same.new() for _ in range(100)] == sorted(set(made))
    assert (one.code(10), one.token()) == (same.code(10), same.token())
    assert other.new() != made[0]
    assert {len(key) for key in made} == {26}
