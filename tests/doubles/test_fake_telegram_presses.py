"""How the fake Telegram brings presses, and posts updates to a webhook."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from telegram import Update

from tests.doubles.telegram import (
    SECRET_HEADER,
    FakeTelegram,
    ManualClock,
)
from tests.doubles.telegram.changes import Changes
from tests.doubles.telegram_clients import connected, poll


async def ask(client, chat, *labels):
    row = [(label, f"v1:{label.lower()}") for label in labels]
    sent = await client.do(
        "send_message", chat_id=chat.id, text="Buy?", reply_markup=client.keyboard(row)
    )
    return client.fake.backend.store.messages[chat.id, sent.message_id]


async def test_a_press_carries_its_button_and_may_be_answered_once(tg, client, ann, chat):
    question = await ask(client, chat, "Yes", "No")
    press = tg.press(ann, question, "Yes")
    (update,) = await poll(client)
    query = update.callback_query
    assert (query.id, query.data, query.from_user.id) == (press.id, "v1:yes", ann.id)
    assert query.message.message_id == question.id
    await client.do(
        "answer_callback_query", callback_query_id=query.id, text="working", show_alert=True
    )
    assert press.answered
    assert (press.answer.text, press.answer.show_alert) == ("working", True)
    said = await client.refused("answer_callback_query", callback_query_id=query.id)
    assert said == (
        "Bad Request: query is too old and response timeout expired or query ID is invalid"
    )


async def test_a_press_expires(tg, client, hands, ann, chat):
    question = await ask(client, chat, "Yes")
    in_time, late = tg.press(ann, question, "v1:yes"), tg.press(ann, question, "v1:yes")
    hands.advance(14.9)
    await client.do("answer_callback_query", callback_query_id=in_time.id)
    hands.advance(0.2)
    said = await client.refused("answer_callback_query", callback_query_id=late.id)
    assert "query is too old" in said
    assert not late.answered


async def test_an_answer_has_at_most_200_characters(tg, client, ann, chat):
    press = tg.press(ann, await ask(client, chat, "Yes"), "Yes")
    said = await client.refused("answer_callback_query", callback_query_id=press.id, text="x" * 201)
    assert said == "Bad Request: MESSAGE_TOO_LONG"


async def test_only_a_button_that_is_there_can_be_pressed_but_old_screens_can_be_forged(
    tg, client, ann, chat
):
    question = await ask(client, chat, "Yes")
    with pytest.raises(AssertionError, match="0 buttons 'Sell' among"):
        tg.press(ann, question, "Sell")
    await client.do("delete_message", chat_id=chat.id, message_id=question.id)
    tg.press_data(ann, question, "v1:sell")
    (update,) = await poll(client)
    assert update.callback_query.data == "v1:sell"
    assert getattr(update.callback_query.message, "text", None) is None


async def test_an_unanswered_press_comes_again_under_the_same_query_id():
    clock = ManualClock()
    async with (
        FakeTelegram(clock=clock, resend_presses_after=5, longest_poll=0.05) as tg,
        connected(tg, "ptb") as client,
    ):
        ann = tg.user("Ann")
        question = await ask(client, tg.private(ann), "Yes")
        tg.press(ann, question, "Yes")
        answered = tg.press(ann, question, "Yes")
        await client.do("answer_callback_query", callback_query_id=answered.id)
        clock.advance(5)
        await tg.wait_for(lambda: tg.pending == 3)
        first, _, again = await poll(client)
        assert first.callback_query.id == again.callback_query.id
        assert first.update_id != again.update_id


# The webhook


class Listener:
    """A bot's own HTTP side; answers with the planned statuses, then with 200."""

    def __init__(self):
        self.changes = Changes()
        self.statuses = []
        self.seen = []
        self.secrets = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.url = ""

    async def take(self, request):
        self.secrets.append(request.headers.get(SECRET_HEADER))
        self.seen.append(Update.de_json(await request.json()))
        self.changes.notify()
        await self.gate.wait()
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)


@asynccontextmanager
async def listening(answer=None):
    listener = Listener()
    app = web.Application()
    app.router.add_post("/hook", answer or listener.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    listener.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    try:
        yield listener
    finally:
        listener.gate.set()
        await runner.cleanup()


async def test_a_webhook_is_posted_with_its_secret_until_it_answers_well(
    tg, client, hands, ann, chat
):
    async with listening() as listener:
        listener.statuses = [500, 403]
        tg.push_text(ann, chat, "before")
        await client.do("set_webhook", url=listener.url, secret_token="s3cret_-")
        await tg.wait_for(lambda: len(tg.deliveries) == 1)
        info = await client.do("get_webhook_info")
        assert info.last_error_message == (
            "Wrong response from the webhook: 500 Internal Server Error"
        )
        assert info.pending_update_count == 1
        for tries, seconds in ((2, 1), (3, 2)):
            hands.advance(seconds)
            await tg.wait_for(lambda: len(tg.deliveries) == tries)  # noqa: B023 - awaited here
        await tg.wait_for(lambda: tg.pending == 0)
        assert [delivery.status for delivery in tg.deliveries] == [500, 403, 200]
        assert [update.message.text for update in listener.seen] == ["before"] * 3
        assert set(listener.secrets) == {"s3cret_-"}


async def test_polling_and_webhook_exclude_each_other(tg, client):
    async with listening() as listener:
        async with FakeTelegram() as other, connected(other, client.which) as poller:
            waiting = asyncio.create_task(poller.refused("get_updates", timeout=30))
            await other.wait_for(lambda: other.polling)
            await poller.do("set_webhook", url=listener.url)
            await waiting
            assert other.calls("getUpdates")[0].description == (
                "Conflict: terminated by setWebhook request"
            )
        await client.do("set_webhook", url=listener.url)
        said = await client.refused("get_updates")
        assert said == (
            "Conflict: can't use getUpdates method while webhook is active; "
            "use deleteWebhook to delete the webhook first"
        )
        await client.do("delete_webhook", drop_pending_updates=True)
        assert await poll(client) == []


async def test_one_chat_is_served_in_order_and_a_twin_at_the_same_instant(tg, client, ann, chat):
    bob = tg.user("Bob")
    async with listening() as listener:
        await client.do("set_webhook", url=listener.url)
        listener.gate.clear()
        first = tg.push_text(ann, chat, "one")
        tg.push_text(ann, chat, "two")
        tg.push_text(bob, tg.private(bob), "other chat")
        tg.redeliver(first, same_id=True)
        await listener.changes.until(lambda: len(listener.seen) == 3, within=5)
        listener.gate.set()
        await tg.wait_for(lambda: tg.pending == 0)
    texts = [update.message.text for update in listener.seen]
    assert sorted(texts[:3]) == ["one", "one", "other chat"]
    assert texts[3:] == ["two"]


async def test_setting_and_deleting_a_webhook_says_what_changed(tg, client, ann, chat):
    async with listening() as listener:
        hook = {"url": listener.url, "allowed_updates": ["message"], "max_connections": 2}
        tg.push_text(ann, chat, "too early")
        await client.do("set_webhook", drop_pending_updates=True, **hook)
        await client.do("set_webhook", **hook)
        info = await client.do("get_webhook_info")
        assert (info.max_connections, list(info.allowed_updates)) == (2, ["message"])
        assert (info.pending_update_count, info.last_error_message) == (0, None)
        await client.do("delete_webhook")
        await client.do("delete_webhook")
    assert tg.deliveries == []
    said = [call.description for call in tg.calls() if call.method.endswith("Webhook")]
    assert said == [
        "Webhook was set",
        "Webhook is already set",
        "Webhook was deleted",
        "Webhook is already deleted",
    ]


async def test_a_call_made_in_the_answer_to_a_webhook_is_not_lost_in_silence():
    async def answer(_request):
        return web.json_response({"method": "sendMessage", "chat_id": 1, "text": "x"})

    async def use():
        async with listening(answer) as listener, FakeTelegram() as fake:
            async with connected(fake, "ptb") as client:
                await client.do("set_webhook", url=listener.url)
            bob = fake.user("Bob")
            fake.push_text(bob, fake.private(bob), "hello")
            await fake.wait_for(lambda: fake.deliveries)

    with pytest.raises(AssertionError, match="sendMessage"):
        await use()


async def test_a_webhook_address_must_be_safe(client):
    for params, words in (
        ({"url": "http://example.com/x"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        ({"url": "https://example.com", "secret_token": "a b"}, "unallowed characters"),
        ({"url": "https://example.com", "secret_token": "x" * 257}, "secret token is too long"),
    ):
        assert words in await client.refused("set_webhook", **params)


async def test_the_double_never_leaves_the_machine(tg, client, ann, chat):
    await client.do("set_webhook", url="https://example.com/x")
    tg.push_text(ann, chat, "hello")
    await tg.wait_for(lambda: tg.deliveries)
    info = await client.do("get_webhook_info")
    assert (info.url, info.last_error_message) == ("https://example.com/x", "Connection refused")
