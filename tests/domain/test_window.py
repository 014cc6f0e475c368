"""The window by its rule: back to the n-th user message, cut for tokens at a user message only."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.store.memory import MemoryRecords
from core.domain.records import Insert, MessageRow, Query
from core.domain.tokens import estimated_tokens
from core.memory.history import FIRST_READ, history, newest_query
from core.memory.window import MARK, shortened, window
from tests.clocks import START

CAP = 8_000


def rows(script: str, *, text: str = "") -> list[MessageRow]:
    """u a user message, a an answer or alert, c a command, h a hidden message; ids by place."""
    return [row(number, kind, text) for number, kind in enumerate(script)]


def row(number: int, kind: str, text: str = "", **more: Any) -> MessageRow:
    given: dict[str, Any] = {
        "id": f"{number:06}",
        "conversation_id": "web:c:p",
        "account_id": "p",
        "run_id": f"r{number // 2}",
        "role": "user" if kind in "uc" else "assistant",
        "kind": None if kind in "uc" else "reply",
        "text": text or f"{kind}{number}",
        "blocks": [],
        "created_at": START,
        "counts": kind != "c",
        "hidden_from_user": kind == "h",
    }
    return MessageRow(**given | more)


def texts(script: str, n: int, cap: int = CAP) -> list[str]:
    return [message.text for message in window(rows(script), n, cap).messages]


@pytest.mark.parametrize(
    ("script", "n", "shown"),
    [
        ("", 20, []),
        ("ua", 1, []),
        ("uaua", 2, ["u2", "a3"]),
        ("uaua", 3, ["u0", "a1", "u2", "a3"]),
        ("uaua", 20, ["u0", "a1", "u2", "a3"]),
        ("uau", 2, ["u2"]),
        ("uaaauaa", 2, ["u4", "a5", "a6"]),
        ("uacauaca", 2, ["u4", "a5", "[c6]", "a7"]),
        ("uacacaua", 2, ["u6", "a7"]),
        ("uacacaua", 3, ["u0", "a1", "[c2]", "a3", "[c4]", "a5", "u6", "a7"]),
        ("caua", 20, ["[c0]", "a1", "u2", "a3"]),
        ("aaua", 20, ["u2", "a3"]),
        ("aaa", 20, []),
        ("uahhua", 3, ["u0", "a1", "u4", "a5"]),
        ("uaaaaa", 2, ["u0", "a1", "a2", "a3", "a4", "a5"]),
    ],
)
def test_it_reaches_back_to_the_nth_user_message(script: str, n: int, shown: list[str]):
    assert texts(script, n) == shown
    found = window(rows(script), n, CAP)
    assert not found.outgrown
    assert (found.since != "") == bool(shown)


def test_it_says_from_which_message_on_it_reaches():
    assert window(rows("uauaua"), 3, CAP).since == "000002"


def test_a_command_is_short_and_in_brackets():
    (message,) = window([row(0, "c", "/price " + "x" * 500)], 2, CAP).messages
    assert message.text.startswith("[/price x")
    assert len(message.text) == 202


def test_tokens_cut_it_at_a_user_message():
    said = rows("ua" * 8, text="word " * 100)
    one = 2 * (estimated_tokens(said[0].text) + 4)
    found = window(said, 20, 5 * one)
    assert [message.role for message in found.messages] == ["user", "assistant"] * 5
    assert found.since == "000006"
    assert found.outgrown
    assert window(said, 20, 5 * one - 1).since == "000008"


def test_one_very_long_message_loses_its_middle_and_nothing_else_is_lost():
    said = [row(0, "u", "start " + "中" * 12_000 + " end"), row(1, "a")]
    found = window(said, 20, CAP)
    first, answer = found.messages
    assert first.text.startswith("start 中")
    assert first.text.endswith("中 end")
    assert first.text.count(MARK) == 1
    assert estimated_tokens(first.text) <= CAP // 4
    assert answer.text == "a1"
    assert not found.outgrown


def test_a_long_run_without_user_messages_keeps_its_two_ends():
    said = rows("ua" + "a" * 300, text="an alert about something " * 8)
    found = window(said, 20, CAP)
    assert [message.role for message in found.messages[:3]] == ["user", "assistant", "assistant"]
    assert found.messages[2].text == MARK
    assert found.since == "000000"
    assert 100 < len(found.messages) < 300
    assert sum(estimated_tokens(message.text) for message in found.messages) <= CAP


@given(
    script=st.text(alphabet="uach", max_size=60),
    n=st.integers(1, 25),
    cap=st.integers(200, 4_000),
    sizes=st.lists(st.integers(1, 900), min_size=1, max_size=8),
)
def test_whatever_was_said_it_keeps_to_its_rule(script: str, n: int, cap: int, sizes: list[int]):
    said = [
        row(number, kind, f"{number} " + "é" * sizes[number % len(sizes)])
        for number, kind in enumerate(script)
    ]
    found = window(said, n, cap)
    shown = found.messages
    assert not shown or shown[0].role == "user"
    counted = [each for each in shown if each.role == "user" and not each.text.startswith("[")]
    assert len(counted) <= n - 1
    assert sum(estimated_tokens(each.text) for each in shown) <= cap
    visible = [each for each in said if not each.hidden_from_user]
    users = [each for each in visible if each.role == "user" and each.counts]
    if n > 1 and users:
        # The newest exchange is never gone, and nothing after the start is, unless it was too long.
        assert found.since <= users[-1].id
        if MARK not in [each.text for each in shown]:
            assert len(shown) == sum(each.id >= found.since for each in visible)
    if not found.outgrown and n > 1 and len(users) >= n - 1:
        assert found.since == users[1 - n].id


@given(text=st.text(max_size=400), most=st.integers(8, 80))
def test_a_shortened_text_fits_and_keeps_its_ends(text: str, most: int):
    short = shortened(text, most)
    assert short == text or estimated_tokens(short) <= most
    if short != text:
        assert MARK in short


def test_a_cap_that_is_too_small_still_leaves_the_newest_exchange():
    assert [message.role for message in window(rows("uaua"), 20, 8).messages] == [
        "user",
        "assistant",
    ]


async def stored(script: str) -> MemoryRecords:
    records = MemoryRecords()
    await records.commit(*(Insert(record=each) for each in rows(script)))
    return records


@pytest.mark.parametrize(
    "script",
    ["", "a" * 300, "ua" * 5, "ua" * 100, "ucaa" * 60, "ua" + "ca" * 90, "uaaaaaaa" * 40],
)
async def test_what_is_read_gives_the_window_of_the_whole_history(script: str):
    records = await stored(script)
    newest = await records.find(newest_query("web:c:p"))
    read = await history(records, "web:c:p", newest, 20)
    assert window(read, 20, CAP) == window(rows(script), 20, CAP)


@pytest.mark.parametrize("script", ["ua" * 3 + "a" * 5_000, "ua" * 2_500, "u" + "ca" * 2_500])
async def test_a_long_conversation_is_read_in_a_bounded_way(script: str):
    records = Counting(await stored(script))
    newest = await records.find(newest_query("web:c:p"))
    read = await history(records, "web:c:p", newest, 20)  # type: ignore[arg-type]
    assert records.rows <= 250
    assert records.reads <= 4
    assert read[0].role == "user"
    assert len(newest) == FIRST_READ
    assert (
        window(read, 20, CAP).messages[-1].text == window(rows(script), 20, CAP).messages[-1].text
    )


async def test_alerts_for_weeks_leave_the_last_words_and_their_answer_in_sight():
    records = await stored("uaua" + "a" * 1_000)
    newest = await records.find(newest_query("web:c:p"))
    read = await history(records, "web:c:p", newest, 20)
    assert [each.text for each in window(read, 20, CAP).messages[:2]] == ["u2", "a3"]


class Counting:
    """How much is read."""

    def __init__(self, behind: MemoryRecords) -> None:
        self._behind = behind
        self.rows = self.reads = 0

    async def find(self, query: Query[Any]) -> list[Any]:
        found = await self._behind.find(query)
        self.rows += len(found)
        self.reads += 1
        return found
