"""`bellwether chat` over the unix socket: a script through a pipe, and a person at a terminal."""

import asyncio
import io
import os
from pathlib import Path

import pytest

from adapters.chat.terminal.client import chat
from adapters.chat.terminal.screen import printable
from adapters.chat.terminal.typed import typed_lines
from core.domain.conversation import ConversationKey, Press, Text
from core.domain.records import FillRow
from core.jobs.expiry import expire
from tests.adapters.web_desk import HeldPlanner, Web, open_web, served
from tests.clocks import SeededIds
from tests.doubles.pictures import png

PICTURES = Path("pictures-of-nobody")
WEB = ConversationKey(platform="web", chat="owner", person="owner")


class Typed:
    """Lines that a test types, one at a time; closing is Ctrl-D."""

    def __init__(self):
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def type(self, line):
        self._lines.put_nowait(line)

    def close(self):
        self._lines.put_nowait(None)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self._lines.get()
        if line is None:
            raise StopAsyncIteration
        return line


@pytest.fixture
def socket(tmp_path):
    return tmp_path / "socket"


async def piped(socket, *lines):
    """The exit code and everything printed, for lines through a pipe."""
    typed, out = Typed(), io.StringIO()
    for line in lines:
        typed.type(f"{line}\n")
    typed.close()
    code = await chat(str(socket), typed, out, ids=SeededIds(), pictures=PICTURES)
    return code, out.getvalue()


async def until(out, text):
    """Wait for a text to be printed."""
    async with asyncio.timeout(10):
        while text not in out.getvalue():  # noqa: ASYNC110  a file tells nobody
            await asyncio.sleep(0.01)


async def elsewhere(web: Web, body):
    """The owner says something on another surface."""
    return await web.desk.finished((await web.desk.accept(WEB, body)).run_id)


async def test_each_line_of_a_pipe_is_answered_in_turn_and_the_end_is_success(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        code, printed = await piped(socket, "btc price", "", "my balance")
        assert code == 0
        assert printed.index("BTC/USDT") < printed.index("Balance on paper")
        assert "\x1b" not in printed


async def test_a_question_is_printed_with_numbered_choices_and_a_number_presses_one(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        code, printed = await piped(socket, "buy 50 usdt of btc", "1")
        assert code == 0
        assert "  1. ✅ Confirm (PAPER)\n  2. ✏️ Change amount\n  3. ✖️ Cancel\n" in printed
        assert "Bought" in printed
        assert await web.count(FillRow) == 1


@pytest.mark.parametrize("said", ["yes", "好的", "confirm (paper)", "✅ Confirm (PAPER)"])
async def test_words_and_labels_answer_too(socket, said):
    async with open_web(local=True) as web, served(web.app, socket):
        _, printed = await piped(socket, "buy 50 usdt of btc", said)
        assert await web.count(FillRow) == 1, printed


@pytest.mark.parametrize("said", ["no", "3", "cancel"])
async def test_nothing_is_placed_after_no(socket, said):
    async with open_web(local=True) as web, served(web.app, socket):
        await piped(socket, "buy 50 usdt of btc", said)
        assert await web.count(FillRow) == 0
        assert await web.owner.questions() == []


async def test_a_number_is_a_choice_only_of_what_was_printed_last(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        await piped(socket, "buy 50 usdt of btc", "btc price", "1")
        assert await web.count(FillRow) == 0
        assert len(await web.owner.questions()) >= 1


async def test_a_number_is_an_amount_where_an_amount_is_asked_for(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        _, printed = await piped(socket, "buy 50 usdt of btc", "2", "80 usdt", "1")
        assert "What amount instead" in printed
        assert "80 USDT" in printed
        assert await web.count(FillRow) == 1


async def test_a_large_order_takes_its_second_press(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        _, printed = await piped(socket, "buy 6000 usdt of btc", "1")
        assert await web.count(FillRow) == 0
        assert "large order" in printed
        await piped(socket, "buy 6000 usdt of btc", "1", "1")
        assert await web.count(FillRow) == 1


async def test_a_late_number_is_told_what_happened(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        typed, out = Typed(), io.StringIO()
        async with asyncio.TaskGroup() as group:
            talk = group.create_task(
                chat(str(socket), typed, out, ids=SeededIds(), pictures=PICTURES)
            )
            typed.type("buy 50 usdt of btc")
            await until(out, "3. ")
            (question,) = await web.owner.questions()
            await elsewhere(web, Press(question_id=question["question_id"], choice="cancel"))
            typed.type("1")
            await until(out, "Already answered")
            typed.close()
        assert talk.result() == 0
        assert await web.count(FillRow) == 0


async def test_an_expired_card_is_followed_by_a_fresh_one(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        typed, out = Typed(), io.StringIO()
        async with asyncio.TaskGroup() as group:
            group.create_task(chat(str(socket), typed, out, ids=SeededIds(), pictures=PICTURES))
            typed.type("buy 50 usdt of btc")
            await until(out, "3. ")
            web.desk.clock.advance(400)
            await expire(web.desk.desk.parts)
            typed.type("1")
            await until(out, "fresh one")
            typed.type("1")
            await until(out, "Bought")
            typed.close()


async def test_a_turn_longer_than_a_request_waits_is_answered_all_the_same(socket):
    planner = HeldPlanner()
    async with open_web(local=True, provider=planner, wait_s=0.05) as web:
        async with served(web.app, socket), asyncio.TaskGroup() as group:
            talk = group.create_task(piped(socket, "btc price"))
            await asyncio.sleep(0.3)
            planner.release()
        code, printed = talk.result()
        assert code == 0
        assert printed.count("BTC/USDT") == 1


async def test_cancel_stops_what_runs_and_what_is_typed_meanwhile_waits_its_turn(socket):
    planner = HeldPlanner()
    async with open_web(local=True, provider=planner) as web, served(web.app, socket):
        typed, out = Typed(), io.StringIO()
        async with asyncio.TaskGroup() as group:
            talk = group.create_task(
                chat(str(socket), typed, out, ids=SeededIds(), pictures=PICTURES, interactive=True)
            )
            typed.type("btc price")
            await planner.asked.wait()
            typed.type("eth price")
            typed.type("/cancel")
            await until(out, "Stopped what was under way")
            assert "ETH/USDT" not in out.getvalue()
            planner.release()
            await until(out, "ETH/USDT")
            typed.type("/quit")
        assert talk.result() == 0
        assert "BTC/USDT" not in out.getvalue()


@pytest.mark.parametrize("interactive", [False, True])
async def test_without_a_server_it_says_how_to_start_one(socket, interactive):
    typed, out = Typed(), io.StringIO()
    typed.type("hi")
    code = await chat(
        str(socket), typed, out, ids=SeededIds(), pictures=PICTURES, interactive=interactive
    )
    assert code == 1
    assert "bellwether run" in out.getvalue()


async def test_a_server_that_goes_away_is_told_at_once_on_a_terminal(socket):
    async with open_web(local=True) as web:
        typed, out = Typed(), io.StringIO()
        async with served(web.app, socket):
            talk = asyncio.create_task(
                chat(str(socket), typed, out, ids=SeededIds(), pictures=PICTURES, interactive=True)
            )
            await until(out, "/quit leaves")
        assert await asyncio.wait_for(talk, 10) == 1
        assert "does not answer" in out.getvalue()


async def test_a_terminal_starts_with_the_end_of_the_history_and_its_open_question(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        for coin in ("btc", "eth", "sol", "doge", "ada"):
            await elsewhere(web, Text(text=f"{coin} price"))
        await elsewhere(web, Text(text="buy 50 usdt of btc"))
        typed, out = Typed(), io.StringIO()
        typed.type("1")
        typed.close()
        assert (
            await chat(
                str(socket), typed, out, ids=SeededIds(), pictures=PICTURES, interactive=True
            )
            == 0
        )
        printed = out.getvalue()
        assert "> btc price" not in printed
        assert "> ada price" in printed
        assert "  1. ✅ Confirm (PAPER)" in printed
        assert "Bought" in printed


async def test_what_happens_elsewhere_is_shown_as_it_happens_once(socket):
    async with open_web(local=True) as web, served(web.app, socket):
        typed, out = Typed(), io.StringIO()
        async with asyncio.TaskGroup() as group:
            talk = group.create_task(
                chat(str(socket), typed, out, ids=SeededIds(), pictures=PICTURES, interactive=True)
            )
            typed.type("eth price")
            await until(out, "ETH/USDT")
            await elsewhere(web, Text(text="btc price"))
            await until(out, "BTC/USDT")
            typed.type("/quit")
        assert talk.result() == 0
        assert out.getvalue().count("Source: ") == 2


def test_a_text_cannot_steer_the_terminal():
    assert (
        printable("a\x1b[2Jb\x07\n\tc\r\u202ed 你好 🐑")
        == "a\ufffd[2Jb\ufffd\n\tc\ufffd\ufffdd 你好 🐑"
    )


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\ntwo", ["one", "two"]),
        (b"", []),
        ("一\n二\n".encode(), ["一", "二"]),
        (b"\xff\n", ["\ufffd"]),
        (b"a" * 200_000 + b"\n", ["a" * 200_000]),
    ],
)
async def test_typed_lines_are_those_of_the_input(data, lines):
    read, write = os.pipe()

    def fill():
        with os.fdopen(write, "wb") as end:
            end.write(data)

    filling = asyncio.get_running_loop().run_in_executor(None, fill)
    assert [line async for line in typed_lines(read)] == lines
    await filling
    os.close(read)


async def test_a_picture_is_saved_for_its_person_alone_and_its_path_printed(socket, tmp_path):
    async with open_web(local=True) as web, served(web.app, socket):
        typed, out = Typed(), io.StringIO()
        typed.type("/chart btc 4h\n")
        typed.type("/chart btc 4h\n")
        typed.close()
        folder = tmp_path / "pictures"
        await chat(str(socket), typed, out, ids=SeededIds(), pictures=folder)
    files = sorted(folder.iterdir())
    assert len(files) == 2
    assert all(f"→ {file}" in out.getvalue() for file in files)
    assert files[0].read_bytes() == png()
    assert files[0].stat().st_mode & 0o777 == 0o600
    assert "[picture: " in out.getvalue()
