"""I8 as a search: secrets typed by every way and pasted in wrong places, then every byte looked at.

A desk over SQLite and Valkey with the web app, the terminal and a fake Telegram, logs at their most
talkative, errors provoked. What it wrote, sent, answered, logged and asked a model holds none.
"""

import asyncio
import base64
import contextlib
import io
import json
import logging
import random
import string
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
import structlog

from adapters.chat.telegram.app import TelegramSurface
from adapters.chat.terminal.client import chat
from adapters.store.redis.waiting import RedisWaiting
from adapters.vault import Vault
from bot.logs import set_up_logs
from core.errors import VenueError
from tests.adapters.telegram_desk import AT_ONCE, Chatting
from tests.adapters.web_desk import Caller, open_web, served
from tests.behaviour.seams import Model, plan, respond
from tests.behaviour.secret_desk import Venue, connecting
from tests.clocks import ManualClock, SeededIds
from tests.doubles.telegram import FakeTelegram

CONNECT = "connect my account"
HELLO = plan(respond(text="Hello there."), intent="chat")


class Made:
    """Secrets made for the test, each used once and remembered."""

    def __init__(self) -> None:
        self._random = random.Random(8)
        self.all: list[str] = []

    def key(self, length: int = 40) -> str:
        letters = "".join(self._random.choices(string.ascii_letters + string.digits, k=length - 3))
        return self._kept(f"{letters}aB7")

    def base64(self) -> str:
        return self._kept(base64.b64encode(self._random.randbytes(64)).decode())

    def password(self) -> str:
        return self._kept("Pw!" + "".join(self._random.choices(string.ascii_lowercase, k=6)) + "7")

    def _kept(self, secret: str) -> str:
        self.all.append(secret)
        return secret


def found_in(data: bytes, secret: str) -> bool:
    """Whether the secret is there: plain, as JSON or a URL has it, or in base64 at any offset."""
    plain = secret.encode()
    forms = {plain, json.dumps(secret)[1:-1].encode(), quote(secret, safe="").encode()}
    for offset in range(3):
        coded = base64.b64encode(bytes(offset) + plain)
        forms.add(coded[4 if offset else 0 : len(coded) - 4])
    return any(form in data for form in forms)


class Overheard:
    """Everything that came out of HTTP, as bytes."""

    def __init__(self) -> None:
        self.said = bytearray()

    def to(self, caller: Caller) -> Caller:
        caller.http.event_hooks["response"].append(self._hear)
        return caller

    async def _hear(self, response: httpx.Response) -> None:
        self.said += await response.aread() + str(response.headers).encode()


async def fields(caller: Caller, venue: Venue, typed: list[str], **more: str) -> None:
    """Connect by the answer endpoint: each secret to its own question."""
    asked = await caller.asked(CONNECT, **more)
    for secret in typed:
        reply = await caller.answer(asked["question_id"], text=secret)
        asked = reply.json()["messages"][-1]
    assert venue.opened[-1] == dict(zip(venue.fields, typed, strict=True))


@contextlib.asynccontextmanager
async def telegram_of(fake: FakeTelegram, web) -> AsyncIterator[Chatting]:
    user = fake.user("Ann")
    await web.desk.desk.people.start((("telegram", str(user.id)),))
    surface = TelegramSurface(
        fake.token,
        assistant=web.desk.desk.assistant,
        clock=web.desk.clock,
        ids=web.desk.ids,
        api_url=fake.url,
        pace=AT_ONCE,
    )
    web.desk.desk.surfaces["telegram"] = surface
    await surface.start()
    tasks = [
        asyncio.create_task(surface.run()),
        asyncio.create_task(web.desk.desk.delivery.run()),
    ]
    try:
        yield Chatting(fake, web.desk, surface, user, fake.private(user), [])
    finally:
        await surface.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def loud(caplog):
    """Logs of all levels, as the program sets them up: what they hold so far."""
    loggers = [logging.getLogger(name) for name in (None, *logging.root.manager.loggerDict)]
    before = [(one, one.level, one.handlers[:]) for one in loggers]
    written = io.StringIO()
    with contextlib.redirect_stderr(written):
        set_up_logs(logging.DEBUG)
    caplog.set_level(logging.DEBUG)
    yield lambda: written.getvalue().encode() + caplog.text.encode()
    structlog.reset_defaults()
    for one, level, handlers in before:
        one.setLevel(level)
        one.handlers[:] = handlers


async def test_a_secret_is_nowhere_but_in_the_vault_I8(tmp_path, sqlite_records, valkey, loud):
    made, overheard, venue = Made(), Overheard(), Venue()
    model = Model(connecting(), *[HELLO] * 12)
    clock, ids = ManualClock(), SeededIds()
    options = {
        "records": sqlite_records,
        "waiting": RedisWaiting(valkey, clock),
        "sealer": Vault({"k1": bytes(range(32))}),
        "provider": model,
        "resources": venue.beside,
        "clock": clock,
        "ids": ids,
        "pushed": frozenset({"telegram"}),
    }
    printed = io.StringIO()
    async with FakeTelegram() as fake, open_web(**options) as web:
        venue.over(web.desk)
        owner = overheard.to(web.owner)
        # Typed where they are asked for, by every surface.
        await fields(owner, venue, [made.key(64), made.base64(), made.password() + " two words"])
        await by_words(owner, venue, [made.key(), made.key(64), made.password()])
        async with served(web.app, tmp_path / "socket"):
            await by_terminal(
                tmp_path / "socket", printed, [made.key(), made.base64(), made.key(18)]
            )
        async with telegram_of(fake, web) as tg:
            await by_telegram(tg, [made.key(), made.key(32), made.password()])
            await pasted_on_telegram(tg, made)
        # Pasted where they do not belong.
        await pasted_on_the_web(owner, overheard.to(web.nobody), made)
        # And when the call breaks with the key in its error.
        await broken(owner, venue, made)
        await web.desk.idle()
        remaining = str([one.text for one in fake.messages(tg.chat)]).encode()
        sent = str([(call.method, call.params) for call in fake.calls()]).encode()
    await valkey.save()
    dump = Path((await valkey.config_get("dir"))["dir"]) / "dump.rdb"
    places = {
        "database": b"".join(path.read_bytes() for path in sorted(tmp_path.glob("*.db*"))),
        "valkey": dump.read_bytes(),
        "http": bytes(overheard.said),
        "telegram, sent": sent,
        "telegram, left": remaining,
        "terminal": printed.getvalue().encode(),
        "prompts": str(model.asked).encode(),
        "logs": loud(),
    }
    assert [place for place, data in places.items() if len(data) < 50] == []
    assert len(made.all) >= 25
    leaks = [
        (place, secret)
        for place, data in places.items()
        for secret in made.all
        if found_in(data, secret)
    ]
    assert not leaks, leaks


async def by_words(caller, venue, typed):
    await caller.said(CONNECT, user_key="words")
    for secret in typed:
        await caller.said(secret, user_key="words")
    assert venue.opened[-1] == dict(zip(venue.fields, typed, strict=True))


async def by_terminal(socket, printed, typed):
    async def lines():
        for line in (CONNECT, *typed):
            yield f"{line}\n"

    ids, pictures = SeededIds(3), socket.parent
    assert await chat(str(socket), lines(), printed, ids=ids, pictures=pictures) == 0


async def by_telegram(tg, typed):
    await tg.say(CONNECT, "(1/3)")
    await tg.say(typed[0], "(2/3)")
    await tg.say(typed[1], "(3/3)")
    await tg.say(typed[2], "Connected")


async def pasted_on_telegram(tg, made):
    for text in (
        f"my key is {made.key()} thanks",
        made.base64(),
        f"/price {made.key(18)}",
        f"/{made.key()}",
        f"Use this token to access the HTTP API:\n110201543:AA{made.key(33)}\nKeep it safe.",
        f"my passphrase is {made.password()}",
        made.password(),
    ):
        tg.fake.push_text(tg.user, tg.chat, text)
    tg.fake.push_document(tg.user, tg.chat, "a.txt", b"x", caption=f"key {made.key()}")
    stranger = tg.fake.user("Stranger")
    tg.fake.push_text(stranger, tg.fake.private(stranger), f"take {made.key()}")
    await tg.quiet()


async def pasted_on_the_web(owner, nobody, made):
    for text in (f"key {made.key()} and {made.key(32)}", f"/help {made.key()}", made.key()):
        await owner.said(text, user_key="pasted")
    await owner.stream(f"secret: {made.base64()}")
    await owner.post("/api/agent/chat", {"message": {"a": made.key()}})
    await owner.post("/api/agent/chat", {"message": "hi", "lang": made.key()})
    await nobody.chat(f"key {made.key()}")
    asked = await owner.asked(CONNECT, user_key="a choice")
    await owner.answer(asked["question_id"], choice=made.key())
    await owner.answer(asked["question_id"], choice="cancel")
    await owner.answer(asked["question_id"], text=made.password())


async def broken(owner, venue, made):
    key = made.key()
    venue.fields = ("api_key",)
    venue.fault = RuntimeError(f"the venue refused {key}")
    asked = await owner.asked(CONNECT, user_key="broken")
    await owner.answer(asked["question_id"], text=key)
    venue.fault = VenueError(f"the venue refused {key}")
    asked = await owner.asked(CONNECT, user_key="broken too")
    await owner.answer(asked["question_id"], text=key)


def test_the_search_finds_a_secret_in_each_of_its_forms():
    secret = "a+secret/with=signs&more"
    for offset in range(3):
        assert found_in(b"..." + base64.b64encode(bytes(offset) + secret.encode() + b"x"), secret)
    assert found_in(quote(secret, safe="").encode(), secret)
    assert found_in(json.dumps({"a": secret}).encode(), secret)
    assert not found_in(b"a secret with signs and more", secret)
