"""Secrets at a terminal: typed unseen; through a pipe, the next line."""

import asyncio
import io
import os
import termios

import pytest

from adapters.chat.terminal.client import chat
from adapters.chat.terminal.echo import Echo
from core.domain.records import Credential
from tests.adapters.test_terminal import PICTURES, Typed, piped, until
from tests.adapters.web_desk import open_web, served
from tests.behaviour.seams import Model, plan, respond
from tests.behaviour.secret_desk import KEY, PASSPHRASE, SECRET, HidingSealer, Venue, connecting
from tests.clocks import SeededIds

CONNECT = "connect my binance account"
HELLO = plan(respond(text="Hello there."), intent="chat")


@pytest.fixture
def socket(tmp_path):
    return tmp_path / "socket"


@pytest.fixture
def tty():
    """A terminal's descriptor."""
    main, side = os.openpty()
    yield side
    os.close(main)
    os.close(side)


def opened(venue, *entries):
    return open_web(
        local=True,
        provider=Model(*(entries or (connecting(),))),
        resources=venue.beside,
        sealer=HidingSealer(),
    )


def is_shown(fd):
    return bool(termios.tcgetattr(fd)[3] & termios.ECHO)


async def test_through_a_pipe_the_next_lines_are_the_secrets(socket):
    venue = Venue()
    async with opened(venue, connecting(), HELLO) as web, served(web.app, socket):
        venue.over(web.desk)
        code, printed = await piped(
            socket, CONNECT, KEY, "/help", SECRET, PASSPHRASE, "hello to you all"
        )
        assert code == 0
        assert "Connected binance main." in printed
        assert "Hello there." in printed
        assert venue.opened == [{"api_key": KEY, "secret": SECRET, "password": PASSPHRASE}]
        assert [one for one in (KEY, SECRET, PASSPHRASE) if one in printed] == []


@pytest.mark.parametrize("word", ["cancel", "/cancel", "取消"])
async def test_it_is_called_off_by_a_word(socket, word):
    venue = Venue()
    async with opened(venue) as web, served(web.app, socket):
        venue.over(web.desk)
        await piped(socket, CONNECT, KEY, word)
        assert await web.count(Credential) == 0
        assert venue.opened == []


async def test_what_is_typed_at_a_terminal_is_not_shown_until_the_last_one_is_kept(socket, tty):
    venue = Venue(fields=("api_key", "passphrase"))
    async with opened(venue, connecting(), HELLO) as web, served(web.app, socket):
        venue.over(web.desk)
        typed, out = Typed(), io.StringIO()
        async with asyncio.TaskGroup() as group:
            talk = group.create_task(
                chat(
                    str(socket),
                    typed,
                    out,
                    ids=SeededIds(),
                    pictures=PICTURES,
                    interactive=True,
                    echo=Echo(tty),
                )
            )
            await until(out, "/quit leaves")
            assert is_shown(tty)
            typed.type(CONNECT)
            await until(out, "🔑 ")
            await until_hidden(tty)
            typed.type("short")
            await until(out, "too short")
            await until_hidden(tty)
            typed.type(KEY)
            await until(out, "(2/2)")
            await until_hidden(tty)
            typed.type("two words")
            await until(out, "Connected binance main.")
            async with asyncio.timeout(5):
                while not is_shown(tty):  # noqa: ASYNC110  a terminal tells nobody
                    await asyncio.sleep(0.01)
            typed.type("/quit")
        assert talk.result() == 0
        assert venue.opened == [{"api_key": KEY, "passphrase": "two words"}]
        assert (KEY in out.getvalue(), "two words" in out.getvalue()) == (False, False)


async def test_a_terminal_that_is_left_while_a_secret_is_asked_for_shows_what_is_typed(socket, tty):
    venue = Venue()
    async with opened(venue) as web, served(web.app, socket):
        venue.over(web.desk)
        typed, out = Typed(), io.StringIO()
        talk = asyncio.create_task(
            chat(
                str(socket),
                typed,
                out,
                ids=SeededIds(),
                pictures=PICTURES,
                interactive=True,
                echo=Echo(tty),
            )
        )
        typed.type(CONNECT)
        await until_hidden(tty)
        talk.cancel()
        await asyncio.gather(talk, return_exceptions=True)
        assert is_shown(tty)


async def until_hidden(tty):
    async with asyncio.timeout(5):
        while is_shown(tty):  # noqa: ASYNC110  a terminal tells nobody
            await asyncio.sleep(0.01)
