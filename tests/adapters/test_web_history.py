"""The history, at once and as a stream, and how a run stands."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from adapters.chat.web.history import Window
from core.domain.conversation import ConversationKey, Text
from core.domain.records import Insert, MessageRow
from tests.adapters.web_desk import OWNER_TOKEN, Web, events_in, open_web, problem, served

MESSAGES = "/api/v1/agent/messages"


@contextlib.asynccontextmanager
async def reading(
    web: Web, address: str, **options: Any
) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """The messages that the stream brings, one by one."""
    headers = {"Authorization": f"Bearer {OWNER_TOKEN}", **options.pop("headers", {})}
    async with (
        httpx.AsyncClient(base_url=address, headers=headers) as client,
        client.stream("GET", MESSAGES, **options) as response,
    ):
        assert response.status_code == 200

        async def messages() -> AsyncIterator[dict[str, Any]]:
            lines = ""
            async for line in response.aiter_lines():
                lines += f"{line}\n"
                if not line:
                    for event, data in events_in(lines):
                        assert event == "message"
                        yield data
                    lines = ""

        yield messages()


async def test_the_history_is_what_was_said_by_both_oldest_first():
    async with open_web() as web:
        answered = await web.owner.said("btc price")
        messages = await web.owner.history()
        assert [one["role"] for one in messages] == ["user", "assistant"]
        assert (messages[0]["text"], messages[0]["kind"]) == ("btc price", None)
        assert messages[1:] == answered
        assert messages[0]["run_id"] == messages[1]["run_id"]


async def test_after_an_id_only_what_came_later_is_given():
    async with open_web() as web:
        await web.owner.said("btc price")
        before = await web.owner.history()
        await web.owner.said("eth price")
        after = await web.owner.history(after=before[-1]["id"])
        assert after[0]["text"] == "eth price"
        assert before + after == await web.owner.history()


async def test_the_history_of_every_surface_is_one():
    async with open_web() as web:
        key = ConversationKey(platform="terminal", chat="owner", person="owner")
        accepted = await web.desk.accept(key, Text(text="btc price"))
        await web.desk.finished(accepted.run_id)
        assert (await web.owner.history())[0]["text"] == "btc price"


async def test_I10_nobody_reads_another_accounts_history_or_runs():
    async with open_web() as web:
        ann = await web.trader()
        run_id = (await web.owner.chat("my balance")).json()["run_id"]
        assert await ann.history() == []
        path = f"/api/v1/agent/runs/{run_id}"
        assert problem(await ann.get(path), 404)["code"] == "unknown_run"
        assert (await web.owner.get(path)).status_code == 200


async def test_a_run_tells_its_state_and_its_messages():
    async with open_web() as web:
        said = (await web.owner.chat("btc price")).json()
        run = (await web.owner.get(f"/api/v1/agent/runs/{said['run_id']}")).json()
        assert run == {"run_id": said["run_id"], "status": "done", "messages": said["messages"]}
        problem(await web.owner.get("/api/v1/agent/runs/nope"), 404)


async def test_hidden_messages_are_for_the_owners_audit_only():
    async with open_web() as web:
        await web.owner.said("btc price")
        hidden = MessageRow(
            id=web.desk.ids.new(),
            conversation_id="web:owner::owner",
            account_id="owner",
            run_id="",
            role="assistant",
            kind="reply",
            text="between us",
            blocks=[],
            created_at=web.desk.clock.now(),
            hidden_from_user=True,
        )
        await web.desk.desk.parts.records.commit(Insert(record=hidden))
        assert "between us" not in [one["text"] for one in await web.owner.history()]
        audit = await web.owner.history(audit="true")
        assert [one["text"] for one in audit][-1] == "between us"

        ann = await web.trader()
        refused = await ann.get("/api/v1/agent/history", params={"audit": "true"})
        assert problem(refused, 403)["code"] == "owner_only"


async def test_the_stream_starts_with_the_history_and_goes_on_with_what_comes():
    async with open_web() as web, served(web.app) as address:
        await web.owner.said("btc price")
        async with reading(web, address) as messages, asyncio.timeout(10):
            assert (await anext(messages))["text"] == "btc price"
            assert (await anext(messages))["role"] == "assistant"
            await web.owner.said("eth price")
            assert (await anext(messages))["text"] == "eth price"
            assert "ETH/USDT" in (await anext(messages))["text"]


async def test_the_stream_is_taken_up_again_after_the_last_event():
    async with open_web() as web, served(web.app) as address:
        await web.owner.said("btc price")
        last = (await web.owner.history())[-1]["id"]
        await web.owner.said("eth price")
        headers = {"Last-Event-ID": last}
        async with reading(web, address, headers=headers) as messages, asyncio.timeout(10):
            assert (await anext(messages))["text"] == "eth price"


def message(name: str, made: datetime) -> dict[str, Any]:
    return {"id": name, "created_at": made.isoformat()}


def test_a_message_that_becomes_visible_late_is_not_missed():
    now = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    window = Window("")
    second = message("b", now)
    assert window.unseen([second], now) == [second]
    # Made before the other, committed after it.
    first = message("a", now)
    assert window.after < "a"
    assert window.unseen([first, second], now) == [first]
    assert window.unseen([first, second], now) == []

    later = now + timedelta(seconds=60)
    assert window.unseen([first, second], later) == []
    assert window.after == "b"


def test_old_messages_are_not_read_again_and_again():
    now = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    window = Window("")
    window.unseen([message("a", now - timedelta(hours=1))], now)
    assert window.after == "a"
