"""POST /api/agent/chat/stream: the events of a turn, and its end exactly once."""

import asyncio

import httpx

from adapters.chat.web.stream import event_bytes
from adapters.llm.scripted import ScriptedProvider
from core.domain.records import InboxItem, Query
from tests.adapters.web_desk import OWNER_TOKEN, HeldPlanner, events_in, open_web, problem, served

STREAM = "/api/agent/chat/stream"
READ = {
    "goal": "the price of BTC",
    "intent": "tool_call",
    "steps": [
        {
            "type": "tool",
            "id": "s1",
            "title": "BTC price",
            "tool_name": "get_market_price",
            "tool_args": {"symbols": ["BTC"]},
        },
        {"type": "respond", "id": "s2", "instruction": "Say hello in two sentences."},
    ],
}


def names(events):
    return [name for name, _ in events]


async def test_a_read_turn_streams_its_plan_its_steps_and_done_last():
    async with open_web() as web:
        events = await web.owner.stream("btc price")

        assert names(events)[:2] == ["planning", "plan"]
        assert names(events)[-1] == "done"
        assert names(events).count("done") == 1
        assert "error" not in names(events)
        plan = dict(events)["plan"]
        assert set(plan) == {"goal", "steps"}
        assert plan["steps"][0]["tool_name"] == "get_market_price"
        assert set(plan["steps"][0]) == {"id", "type", "title", "tool_name", "tool_args"}
        tools = [data for name, data in events if name == "tool"]
        assert tools
        assert all({"id", "status"} <= data.keys() for data in tools)


async def test_done_carries_what_the_plain_request_would_answer():
    async with open_web() as web:
        events = await web.owner.stream("btc price", "k1")
        assert events[-1][1] == (await web.owner.chat("btc price", "k1")).json()


async def test_words_are_streamed_as_they_are_written():
    planner = ScriptedProvider(
        [{"tool": "submit_plan", "input": READ}, {"text": "Hello there. It is a fine day. "}]
    )
    async with open_web(provider=planner) as web:
        events = await web.owner.stream("greet me")
        words = "".join(data["text"] for name, data in events if name == "delta")
        assert words.strip() == "Hello there. It is a fine day."
        assert "Hello there. It is a fine day." in events[-1][1]["messages"][-1]["text"]


async def test_a_question_comes_as_an_event_and_again_in_done():
    async with open_web() as web:
        events = await web.owner.stream("buy 50 usdt of btc")
        questions = [data for name, data in events if name == "question"]
        assert questions == [one for one in events[-1][1]["messages"] if one["kind"] == "question"]
        assert questions[0]["choices"][0]["id"] == "confirm"


async def test_commands_and_answers_in_words_stream_no_plan_but_shortcuts_do():
    async with open_web() as web:
        assert names(await web.owner.stream("/status")) == ["done"]
        assert "plan" in names(await web.owner.stream("/balance"))
        await web.owner.asked("buy 50 usdt of btc")
        resumed = names(await web.owner.stream("no"))
        assert "plan" not in resumed
        assert resumed[-1] == "done"


async def test_a_turn_that_failed_ends_with_error_and_no_done():
    planner = ScriptedProvider([{"error": "out_of_credit"}] * 2)
    async with open_web(provider=planner) as web:
        events = await web.owner.stream("write me a poem about ether", "k1")
        assert "done" not in names(events)
        assert names(events).count("error") == 1
        name, data = events[-1]
        assert name == "error"
        assert set(data) == {"run_id", "message"}
        assert "credit" in data["message"]["text"]
        # ... and is told the same way from SQL.
        assert await web.owner.stream("write me a poem about ether", "k1") == [(name, data)]


async def test_a_key_used_before_streams_just_its_end():
    async with open_web() as web:
        events = await web.owner.stream("btc price", "k1")
        again = await web.owner.stream("btc price", "k1")
        assert again == [events[-1]]
        assert await web.count(InboxItem) == 1


async def test_a_second_reader_of_a_running_turn_gets_its_end_too():
    planner = HeldPlanner()
    async with open_web(provider=planner) as web, asyncio.TaskGroup() as group:
        first = group.create_task(web.owner.stream("btc price", "k1"))
        await planner.asked.wait()
        second = group.create_task(web.owner.stream("btc price", "k1"))
        await asyncio.sleep(0.05)
        planner.release()
        assert (await first)[-1] == (await second)[-1]


async def test_a_reader_who_leaves_does_not_stop_the_turn():
    planner = HeldPlanner()
    async with open_web(provider=planner) as web, served(web.app) as address:
        headers = {"Authorization": f"Bearer {OWNER_TOKEN}"}
        async with (
            httpx.AsyncClient(base_url=address, headers=headers) as client,
            client.stream("POST", STREAM, json={"message": "btc price"}) as response,
        ):
            async for line in response.aiter_lines():
                if line == "event: planning":
                    break
        planner.release()
        (item,) = await web.desk.desk.parts.records.find(Query(kind=InboxItem))
        view = await web.desk.finished(item.id)
        assert "BTC/USDT" in view.messages[0]["text"]


async def test_a_quiet_turn_sends_comments_that_readers_skip():
    planner = HeldPlanner()
    async with open_web(provider=planner) as web, served(web.app) as address:
        headers = {"Authorization": f"Bearer {OWNER_TOKEN}"}
        async with (
            httpx.AsyncClient(base_url=address, headers=headers) as client,
            client.stream("POST", STREAM, json={"message": "btc price"}) as response,
        ):
            assert response.headers["content-type"].startswith("text/event-stream")
            text = ""
            async for piece in response.aiter_text():
                text += piece
                if ": still here" in text:
                    planner.release()
        assert events_in(text)[-1][0] == "done"


async def test_what_is_refused_is_a_problem_and_not_a_stream():
    async with open_web() as web:
        problem(await web.nobody.post(STREAM, {"message": "hi"}), 401)
        problem(await web.owner.post(STREAM, {"message": "hi", "lang": "fr"}), 422)


def test_an_event_is_one_line_of_json_whatever_the_text():
    text = "a\nb\r\n\ndata: x\u2028\ud800"
    written = event_bytes("delta", {"text": text})
    assert written.count(b"\n") == 3
    assert written.endswith(b"\n\n")
