"""Plans by a model: how often it is asked, what it is told, and how its mistakes end (DESIGN 5)."""

import pytest

from core.domain.records import AuditEntry, OrderRow, StepRow, Trace, Waiting
from tests.behaviour.seams import (
    Model,
    ask,
    buy,
    call,
    plan,
    respond,
    revision,
)
from tests.desk import open_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


PRICE = call("s1", "get_market_price", symbols=["BTC"])
BALANCE = call("s2", "get_balance")
WISH = call("s1", "manage_preferences", action="add", key="style", value="short")


@pytest.mark.parametrize(
    ("step", "shown"), [(PRICE, "BTC/USDT"), (BALANCE | {"id": "s1"}, "10,000 USDT")]
)
async def test_a_read_is_one_model_call_and_the_figures_are_the_tools_original_g1_20_I5(
    step, shown
):
    model = Model(plan(step, respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        assert shown in text(await desk.person().say("what is it?"))
    assert model.calls == ["plan"]


async def test_a_greeting_is_one_model_call():
    model = Model(plan(respond(text="Hello."), intent="chat"))
    async with open_desk(provider=model) as desk:
        assert text(await desk.person().say("hi")) == "Hello."
    assert model.calls == ["plan"]


async def test_the_model_sees_the_request_and_only_tools_that_may_be_used_here():
    model = Model(plan(respond(text="Hello."), intent="chat"))
    async with open_desk(provider=model, system_tools=frozenset({"get_market_price"})) as desk:
        await desk.person().say("hi")
    [asked] = model.asked
    assert asked.messages[-1].text == "hi"
    assert asked.tool is not None
    assert asked.tool.name == "submit_plan"
    assert "get_market_price" in "".join(asked.system)
    assert "execute_trade" not in "".join(asked.system).partition("Tools that a plan")[2]


NINE = plan(*(PRICE | {"id": f"s{number}"} for number in range(8)), respond(show=["s1"]))
WRONG = {
    "an unknown tool": (plan(call("s1", "fly_to_moon"), respond(show=["s1"])), "fly_to_moon"),
    "wrong arguments": (
        plan(call("s1", "get_market_price", symbol="BTC"), respond(show=["s1"])),
        "get_market_price",
    ),
    "nine steps": (NINE, "8"),
    "chat with a tool step": (plan(PRICE, respond(show=["s1"]), intent="chat"), "chat"),
    "reject with two steps": (
        plan(respond(text="no"), respond(id="r2", text="no"), intent="reject"),
        "reject",
    ),
    "a tool call without a tool": (plan(respond(text="hi")), "tool_call"),
    "no plan at all": ({"text": "I think BTC is great."}, "no tool call"),
    "the wrong form": (revision("continue"), "revise_plan"),
    "the same id twice": (plan(PRICE, PRICE, respond(show=["s1"])), "unique"),
    "a link to nothing": (
        plan(call("s1", "get_market_price", symbols={"from": "s0"}), respond(show=["s1"])),
        "s0",
    ),
    "a negative amount": (plan(buy(value="-5"), respond(show=["s1"])), "amount"),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_plan_that_does_not_fit_is_repaired_once_original_h_49(name):
    wrong, told = WRONG[name]
    model = Model(wrong, plan(PRICE, respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        assert "BTC/USDT" in text(await desk.person().say("price?"))
        assert await desk.rows(OrderRow) == []
    assert model.calls == ["plan", "plan"]
    assert told in model.asked[1].messages[-1].text


@pytest.mark.parametrize("name", WRONG)
async def test_a_plan_that_does_not_fit_twice_is_an_honest_failure_after_two_calls_I13(name):
    wrong, _ = WRONG[name]
    model = Model(wrong, wrong)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        reply = text(await anna.say("price?"))
        assert anna.last.status == "failed"
        assert "Nothing was placed" in reply
        assert await desk.rows(OrderRow) == []
        assert await desk.rows(Waiting) == []
    assert model.calls == ["plan", "plan"]


async def test_an_unknown_tool_is_on_record_with_what_it_was_called_with():
    wrong = plan(call("s1", "fly_to_moon", api_key="sk-live-0123456789abcdef"), respond(text="x"))
    async with open_desk(provider=Model(wrong, wrong)) as desk:
        await desk.person().say("fly")
        entries = await desk.rows(AuditEntry, event="tool_refused")
        assert {(entry.tool, entry.reason) for entry in entries} == {
            ("fly_to_moon", "unknown_tool")
        }
        assert "0123456789" not in str(entries)


async def test_an_argument_may_be_an_earlier_steps_result():
    model = Model(
        plan(
            call("s1", "get_market_price", symbols=["ETH/USDT"]),
            call(
                "s2",
                "get_market_price",
                symbols=[{"from": "s1", "path": "prices.0.symbol"}],
            ),
            respond(show=["s2"]),
        )
    )
    async with open_desk(provider=model) as desk:
        assert "ETH/USDT" in text(await desk.person().say("again"))
    assert model.calls == ["plan"]


async def test_a_reason_steps_note_is_used_but_its_figures_are_not_vouched_for_I5():
    model = Model(
        plan(
            PRICE,
            {"type": "reason", "id": "s2", "instruction": "think"},
            respond(instruction="say it"),
        ),
        {"text": "It looks calm. The price may reach 123456 USDT."},
        {"text": "It looks calm. Maybe 123456 USDT soon."},
    )
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("analyse btc"))
        assert "It looks calm." in reply
        assert "123456" not in reply
        assert "left out" in reply
    assert model.calls == ["plan", "reason", "respond"]
    assert "It looks calm." in model.asked[2].volatile
    assert "123456" not in model.asked[2].volatile
    assert model.asked[2].tool is None


async def test_an_answer_is_streamed_through_the_guard_with_its_line_breaks_I5_original_g1_19():
    model = Model(
        plan(PRICE, respond(instruction="comment")),
        {"text": "BTC stands at 95000.\nIt will be at 99999 tomorrow.\n\n- one\n- two\nTake care."},
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        accepted = await anna.accept("comment on btc")
        async with desk.desk.assistant.follow(accepted.run_id) as events:
            deltas = [event.data["text"] async for event in events if event.type == "delta"]
        view = await desk.finished(accepted.run_id)
        assert "".join(deltas) == "BTC stands at 95000.\n- one\n- two\nTake care."
        assert "95000" in text(view.messages)
        assert "99999" not in text(view.messages)
    assert model.calls == ["plan", "respond"]


async def test_a_plan_that_trades_without_being_asked_is_a_card_only_I2_original_g1_15():
    step = buy() | {"requires_confirmation": False}
    async with open_desk(provider=Model(plan(step, respond(text="Done, bought it.")))) as desk:
        anna = desk.person()
        [card] = await anna.say("how are you?")
        assert card["kind"] == "question"
        assert "bought" not in card["text"]
        assert await desk.rows(OrderRow) == []


async def test_the_turn_and_its_calls_are_on_record():
    model = Model(plan(PRICE, respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        await desk.person().say("price?")
        [trace] = await desk.rows(Trace)
        steps = await desk.rows(StepRow, trace_id=trace.trace_id)
        assert (trace.status, trace.total_steps) == ("completed", len(steps))
        assert [step.step_type for step in steps] == [
            "llm_call",
            "tool_call",
            "tool_result",
            "conclusion",
        ]


async def test_an_order_that_cannot_be_shows_what_was_found_and_says_the_rest_is_not_done_I13():
    model = Model(
        plan(PRICE, buy("s2", value="999999"), BALANCE | {"id": "s3"}, respond(show=["s1", "s3"]))
    )
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("price, buy a lot, balance"))
        assert "BTC/USDT" in reply
        assert await desk.rows(OrderRow) == []
        if "The rest of your request" not in reply:
            assert (await desk.rows(Waiting))[0].kind == "ask"


async def test_a_question_by_the_model_ends_the_turn():
    model = Model(plan(PRICE, ask("How much?", "50 USDT", fields=("amount",))))
    async with open_desk(provider=model) as desk:
        [found, asked] = await desk.person().say("price and buy")
        assert "BTC/USDT" in found["text"]
        assert asked["choices"][0]["label"] == "50 USDT"
    assert model.calls == ["plan"]
