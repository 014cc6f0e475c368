"""How updates come in: nothing is skipped, nothing is dropped, and an end is said aloud."""

import asyncio
import contextlib
import json

import pytest
from aiohttp import web

from adapters.chat.telegram.app import TelegramSurface
from adapters.store.memory import MemoryRecords
from core.domain.records import InboxItem, Insert, Query
from core.errors import SetupError
from tests.adapters.telegram_desk import Chatting, chatting
from tests.clocks import ManualClock, SeededIds
from tests.doubles.telegram import SECRET_HEADER, FakeTelegram, Fault


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


class Moody(MemoryRecords):
    """A store that has no room for what conversations with `no_room_for` in their id accept."""

    no_room_for: str | None = None

    async def commit(self, *writes) -> bool:
        kept = [write.record for write in writes if isinstance(write, Insert)]
        accepted = [record.conversation_id for record in kept if isinstance(record, InboxItem)]
        if self.no_room_for and any(self.no_room_for in one for one in accepted):
            raise OSError("disk full")
        return await super().commit(*writes)


async def inbox(tg: Chatting) -> int:
    return await tg.desk.desk.parts.records.count(Query(kind=InboxItem))


async def advance_until(clock: ManualClock, done, step: float = 1.0) -> None:
    """Let time pass, a little of it after each look."""
    async with asyncio.timeout(20):
        while not done():
            clock.advance(step)
            await asyncio.sleep(0.01)


# Polling


async def test_what_waited_before_the_start_is_answered(fake):
    ann = fake.user("Ann")
    fake.push_text(ann, fake.private(ann), "btc price")
    async with chatting(fake, ann) as tg:
        await fake.said(tg.chat, "BTC/USDT")


async def test_I1_the_offset_moves_only_when_everything_is_committed(fake):
    records = Moody()
    async with chatting(fake, records=records) as tg:
        records.no_room_for = "telegram"
        fake.push_text(tg.user, tg.chat, "btc price")
        await advance_until(tg.desk.clock, lambda: len(fake.calls("getUpdates")) >= 4)
        assert fake.pending == 1
        assert await inbox(tg) == 0
        records.no_room_for = None
        await advance_until(tg.desk.clock, lambda: fake.pending == 0)
        await fake.said(tg.chat, "BTC/USDT")
        await tg.quiet()
        assert await inbox(tg) == 1


async def test_one_persons_trouble_does_not_hold_up_another(fake):
    records = Moody()
    async with chatting(fake, records=records) as tg:
        bob = await tg.befriend(fake.user("Bob"))
        records.no_room_for = str(tg.user.id)
        fake.push_text(tg.user, tg.chat, "btc price")
        fake.push_text(bob, fake.private(bob), "btc price")
        await fake.said(fake.private(bob), "BTC/USDT")
        records.no_room_for = None
        await advance_until(tg.desk.clock, lambda: fake.pending == 0)
        await fake.said(tg.chat, "BTC/USDT")


async def test_what_is_no_update_is_skipped_and_the_rest_is_read(fake):
    async with chatting(fake) as tg:
        good = fake.push_text(tg.user, tg.chat, "btc price").json()
        await fake.said(tg.chat, "BTC/USDT")
        await tg.quiet()
        good["message"] |= {"message_id": 7777, "text": "eth price"}
        batch = [{"update_id": 800_000_001, "message": {"message_id": "?"}}, {"update_id": 1}, good]
        good["update_id"] = 800_000_002
        body = json.dumps({"ok": True, "result": batch})
        fake.fault("getUpdates", Fault("answer", 200, body))
        fake.push_text(tg.user, tg.chat, "/start")
        await fake.said(tg.chat, "ETH/USDT")
        await fake.wait_for(
            lambda: str(fake.calls("getUpdates")[-1].params["offset"]) == "800000003"
        )


async def test_a_lost_connection_is_tried_again(fake):
    async with chatting(fake) as tg:
        await fake.wait_for(lambda: fake.polling)
        for trouble in (Fault.drop(), Fault.http(502), Fault.retry_after(3)):
            fake.fault("getUpdates", trouble)
        fake.push_text(tg.user, tg.chat, "btc price")
        await fake.said(tg.chat, "BTC/USDT")
        fake.push_text(tg.user, tg.chat, "eth price")
        await advance_until(
            tg.desk.clock, lambda: any("ETH/USDT" in m.text for m in fake.sent(tg.chat))
        )
        assert tg.stopped == []


async def test_peers_30_one_of_two_pollers_goes_on_and_the_other_stops_aloud(fake):
    clock = ManualClock()
    ann = fake.user("Ann")
    async with chatting(fake, ann, clock=clock) as first:
        await fake.wait_for(lambda: fake.polling)
        async with chatting(fake, ann, clock=clock) as second:
            await advance_until(clock, lambda: first.stopped or second.stopped)
            [reason] = first.stopped + second.stopped
            assert "another process polls" in reason
            assert fake.token not in reason
            for _ in range(30):
                clock.advance(10)
                await asyncio.sleep(0.005)
            assert len(first.stopped + second.stopped) == 1
            fake.push_text(ann, first.chat, "btc price")
            await fake.said(first.chat, "BTC/USDT")


async def test_peers_30_a_rival_that_goes_away_is_forgotten(fake):
    async with chatting(fake) as tg:
        for _ in range(3):
            fake.fault("getUpdates", Fault.conflict())
        fake.push_text(tg.user, tg.chat, "btc price")
        await advance_until(tg.desk.clock, lambda: fake.sent(tg.chat))
        tg.desk.clock.advance(600)
        fake.fault("getUpdates", Fault.conflict())
        fake.push_text(tg.user, tg.chat, "eth price")
        await advance_until(tg.desk.clock, lambda: len(fake.sent(tg.chat)) == 2)
        assert tg.stopped == []


async def test_peers_30_a_surface_that_stopped_still_delivers(fake):
    async with chatting(fake) as tg:
        await tg.say("btc price", "BTC/USDT")
        fake.fault("getUpdates", Fault.conflict(), times=None)
        fake.push_text(tg.user, tg.chat, "never seen")
        await advance_until(tg.desk.clock, lambda: tg.stopped)
        desk = tg.desk.person(str(tg.user.id), platform="telegram", chat=str(tg.chat.id))
        await desk.say("eth price")
        await fake.said(tg.chat, "ETH/USDT")


# The token


@pytest.mark.parametrize(
    "answer", [None, Fault.error(404, "Not Found"), Fault.error(401, "Unauthorized")]
)
async def test_a_token_that_telegram_refuses_is_told_in_one_line(fake, answer):
    token = fake.token if answer else "123456789:AAnotTheTokenOfAnyBotAnywhere012345"
    if answer:
        fake.fault("getMe", answer)
    surface = surface_for(fake, token)
    with pytest.raises(SetupError) as seen:
        await surface.start()
    await surface.stop()

    assert str(seen.value).startswith("TELEGRAM_BOT_TOKEN: Telegram does not accept this token")
    assert "\n" not in str(seen.value)
    assert token not in str(seen.value)


def test_no_token_at_all_is_told_as_well():
    with pytest.raises(SetupError, match="TELEGRAM_BOT_TOKEN"):
        surface_for(None, "")


async def test_a_token_revoked_later_stops_the_surface_aloud(fake):
    async with chatting(fake) as tg:
        await fake.wait_for(lambda: fake.polling)
        fake.fault("getUpdates", Fault.error(401, "Unauthorized"), times=None)
        fake.push_text(tg.user, tg.chat, "btc price")
        await fake.said(tg.chat, "BTC/USDT")
        async with asyncio.timeout(5):
            while not tg.stopped:  # noqa: ASYNC110 - a list has no event
                await asyncio.sleep(0.01)
        assert "does not accept this token" in tg.stopped[0]


async def test_telegram_may_be_out_of_reach_at_start(fake):
    fake.fault("getMe", Fault.drop(), times=2)
    async with chatting(fake) as tg:
        assert tg.surface.username == "?"
        fake.push_text(tg.user, tg.chat, "btc price")
        await advance_until(tg.desk.clock, lambda: fake.sent(tg.chat))
        assert tg.surface.username == "bellwether_bot"


async def test_commands_that_cannot_be_registered_stop_nothing(fake):
    fake.fault("setMyCommands", Fault.http(500), times=None)
    async with chatting(fake) as tg:
        await tg.say("btc price", "BTC/USDT")


async def test_a_stopped_surface_does_not_start_again(fake):
    surface = surface_for(fake, fake.token)
    await surface.start()
    await surface.stop()
    async with asyncio.timeout(2):
        await surface.run()

    assert fake.calls("getUpdates") == []


# The webhook


@contextlib.asynccontextmanager
async def listening():
    """An address that hands what is posted to it to a surface's `receive`."""
    surfaces: list[TelegramSurface] = []

    async def posted(request: web.Request) -> web.Response:
        status = await surfaces[0].receive(await request.read(), request.headers.get(SECRET_HEADER))
        return web.Response(status=status)

    app = web.Application()
    app.router.add_post("/telegram/webhook", posted)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/telegram/webhook", surfaces
    finally:
        await runner.cleanup()


async def test_updates_that_are_posted_to_us_are_answered(fake):
    async with listening() as (url, surfaces):
        options = {"webhook_url": url, "webhook_secret": "s3cret"}
        async with chatting(fake, surface_options=options) as tg:
            surfaces.append(tg.surface)
            card = await tg.say("buy 50 usdt of btc", "Buy")
            await tg.press(card, "Confirm", "Bought")
            assert {delivery.status for delivery in fake.deliveries} == {200}
            assert fake.calls("getUpdates") == []
            assert fake.calls("setWebhook")[0].params["secret_token"] == "s3cret"
            assert await tg.surface.receive(b"{}", None) == 403
            assert await tg.surface.receive(b"{}", "s3cre") == 403
            assert await tg.surface.receive(b"not json", "s3cret") == 200
            assert await tg.surface.receive(b'{"update_id": "?"}', "s3cret") == 200
            assert await tg.surface.receive(b"[]", "s3cret") == 200


async def test_I1_what_could_not_be_committed_is_posted_again(fake):
    records = Moody()
    async with listening() as (url, surfaces):
        fake.backend.webhook._retry_delay = 0.05
        async with chatting(fake, records=records, surface_options={"webhook_url": url}) as tg:
            surfaces.append(tg.surface)
            records.no_room_for = "telegram"
            fake.push_text(tg.user, tg.chat, "btc price")
            await fake.wait_for(lambda: fake.deliveries)
            records.no_room_for = None
            await fake.said(tg.chat, "BTC/USDT")
            assert [delivery.status for delivery in fake.deliveries] == [503, 200]
            assert await inbox(tg) == 1


async def test_polling_takes_over_from_a_webhook_and_drops_nothing(fake):
    async with listening() as (url, surfaces):
        surfaces.append(surface_for(fake, fake.token, webhook_url=url))
        await surfaces[0].start()
        await surfaces[0].stop()
    ann = fake.user("Ann")
    fake.push_text(ann, fake.private(ann), "btc price")
    async with chatting(fake, ann) as tg:
        await fake.said(tg.chat, "BTC/USDT")
    assert "drop_pending_updates" not in fake.calls("deleteWebhook")[-1].params


def surface_for(fake, token, **options) -> TelegramSurface:
    assistant: object = None  # None of these reaches the front door.
    return TelegramSurface(
        token,
        assistant=assistant,  # type: ignore[arg-type]
        clock=ManualClock(),
        ids=SeededIds(),
        api_url=fake.url if fake else None,
        **options,
    )
