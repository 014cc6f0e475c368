"""A run as AG-UI events: what its library reads, in order, resumed, and rebuilt from SQL."""

import json
from typing import Any

import pytest
from ag_ui.core import Event
from pydantic import TypeAdapter

from adapters.chat.web.run_events import run_stream
from adapters.events import InProcessEvents
from core.domain.records import InboxItem
from tests.adapters.web_desk import Web, open_web, problem
from tests.behaviour.seams import Model, call, plan, respond

READER: TypeAdapter[Any] = TypeAdapter(Event)


async def started(web, message, caller=None) -> str:
    """A run of this message that has ended."""
    response = await (caller or web.owner).post("/api/v1/agent/runs", {"message": message})
    run_id = str(response.json()["run_id"])
    await web.desk.idle()
    return run_id


async def read(web: Web, run_id: str, last: str = "", caller=None) -> list[tuple[int, Any]]:
    """The stream to its end: numbers and events; each must be what AG-UI's own models read."""
    headers = {"Last-Event-ID": last} if last else {}
    path = f"/api/v1/agent/runs/{run_id}/events"
    response = await (caller or web.owner).get(path, headers=headers)
    assert response.status_code == 200
    return parsed(response.text)


def parsed(text: str) -> list[tuple[int, Any]]:
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" not in lines:
            continue
        data = json.loads(lines["data"])
        assert lines["event"] == data["type"]
        READER.validate_python(data)
        found.append((int(lines["id"]), data))
    return found


def types(events) -> list[str]:
    return [one["type"] for _, one in events]


async def test_a_read_is_a_run_with_its_plan_its_call_and_what_was_said():
    async with open_web() as web:
        events = await read(web, await started(web, "btc price"))
        assert types(events) == [
            "RUN_STARTED",
            "STEP_STARTED",
            "STATE_SNAPSHOT",
            "TOOL_CALL_START",
            "TOOL_CALL_END",
            "TOOL_CALL_RESULT",
            "MESSAGES_SNAPSHOT",
            "STEP_FINISHED",
            "RUN_FINISHED",
        ]
        assert [number for number, _ in events] == list(range(1, 10))
        by_type = {one["type"]: one for _, one in events}
        assert by_type["STEP_STARTED"]["stepName"] == "worker"
        assert by_type["TOOL_CALL_START"]["toolCallName"] == "get_market_price"
        assert by_type["STATE_SNAPSHOT"]["snapshot"]["plan"]["steps"]
        [said] = by_type["RUN_FINISHED"]["result"]["messages"]
        assert by_type["MESSAGES_SNAPSHOT"]["messages"][0]["content"] == said["text"]


async def test_an_order_ends_its_run_waiting_for_the_press():
    async with open_web() as web:
        events = await read(web, await started(web, "buy 50 usdt of btc"))
        [asked] = [one for _, one in events if one["type"] == "CUSTOM"]
        ended = events[-1][1]
        assert ended["outcome"]["interrupts"][0]["id"] == asked["value"]["question_id"]


async def test_words_as_they_are_written_are_one_message():
    words = "Hello there. How are you?"
    model = Model(
        plan(call("s1", "get_market_price", symbols=["BTC"]), respond(instruction="Greet.")),
        {"text": words},
    )
    async with open_web(provider=model) as web:
        events = await read(web, await started(web, "hi, btc?"))
    written = [one for _, one in events if one["type"].startswith("TEXT_MESSAGE")]
    assert [one["type"] for one in (written[0], written[-1])] == [
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_END",
    ]
    assert "".join(one.get("delta", "") for one in written).strip() == words
    assert len({one["messageId"] for one in written}) == 1


@pytest.mark.parametrize("after", [1, 4, 8])
async def test_a_reader_who_comes_back_gets_the_rest_once(after):
    async with open_web() as web:
        run_id = await started(web, "btc price")
        whole = await read(web, run_id)
        assert await read(web, run_id, str(after)) == whole[after:]
        assert await read(web, run_id, str(len(whole))) == []


async def test_a_stream_that_was_trimmed_is_made_from_sql():
    async with open_web() as web:
        run_id = await started(web, "btc price")
        [whole] = [one for _, one in await read(web, run_id) if one["type"] == "RUN_FINISHED"]
        events = web.desk.desk.parts.events
        assert isinstance(events, InProcessEvents)
        events._held.clear()
        again = await read(web, run_id, "4")
        assert types(again) == [
            "RUN_STARTED",
            "STEP_STARTED",
            "MESSAGES_SNAPSHOT",
            "MESSAGES_SNAPSHOT",
            "STEP_FINISHED",
            "RUN_FINISHED",
        ]
        assert [number for number, _ in again] == list(range(5, 11))
        assert again[-1][1] == whole


async def test_a_run_that_failed_ends_with_an_error():
    async with open_web(provider=Model()) as web:
        events = await read(web, await started(web, "analyse the market for me"))
        assert events[-1][1]["type"] == "RUN_ERROR"
        assert events[-1][1]["message"]


async def test_I10_nobody_follows_another_persons_run():
    async with open_web() as web:
        run_id = await started(web, "btc price")
        ann = await web.trader()
        for wanted in (run_id, "nothing"):
            response = await ann.get(f"/api/v1/agent/runs/{wanted}/events")
            assert problem(response, 404)["code"] == "unknown_run"
        bad = await web.owner.get(
            f"/api/v1/agent/runs/{run_id}/events", headers={"Last-Event-ID": "x"}
        )
        assert bad.status_code == 422


async def test_the_stream_ends_when_the_server_stops():
    async with open_web() as web:
        run_id = await started(web, "btc price")
        item = await web.desk.desk.parts.records.get(InboxItem, run_id)
        assert item is not None
        events = web.desk.desk.parts.events
        assert isinstance(events, InProcessEvents)
        kept = events._held[run_id]
        assert kept is not None
        kept.pop()
        web.app.state.closing.set()
        door_free = [piece async for piece in run_stream(_door(web), item, 0)]
        assert b"RUN_FINISHED" not in b"".join(door_free)


def _door(web: Web) -> Any:
    from adapters.chat.web.door import Door

    return Door(
        assistant=web.desk.desk.assistant,
        clock=web.desk.clock,
        ids=web.desk.ids,
        platform="web",
        wait_s=1,
        closing=web.app.state.closing,
    )
