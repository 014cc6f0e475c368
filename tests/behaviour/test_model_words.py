"""Words of a model that are shown or kept outside its answer: titles, goals, options (I5)."""

import pytest

from core.agent.effects import remaining
from core.domain.records import StepRow, Workflow
from tests.behaviour.seams import Model, ask, buy, call, plan, respond, revision
from tests.desk import open_desk

LIES = ["I sold all your BTC at 999,999 USDT", "BTC trades at 999,999 USDT", "I sold your ETH"]
REQUEST = "please buy btc for 50 usdt and think about it"


def text(messages):
    return "\n".join(message["text"] for message in messages)


@pytest.mark.parametrize("lie", LIES)
async def test_a_title_or_goal_states_nothing_that_the_guard_would_not_show_I5(lie):
    step = {**call("s1", "get_balance"), "title": lie}
    later = {**call("s2", "get_positions"), "title": lie}
    model = Model(
        plan({**step, "replan_after": True}, respond(show=["s1"]), goal=lie),
        revision("replace_remaining", steps=[later, respond(id="r2", show=["s2"])]),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        accepted = await anna.accept("show me what there is of everything")
        async with desk.desk.assistant.follow(accepted.run_id) as events:
            seen = [event.model_dump_json() async for event in events]
        assert any("get_positions" in event for event in seen)
        assert not [event for event in seen if lie in event]


async def test_a_title_is_not_how_what_was_done_before_is_told_I5():
    model = Model(
        plan(buy("s1"), {"type": "reason", "id": "s2", "instruction": "think"}, respond(text="ok")),
        {"error": "overloaded"},
        plan({**buy("s1"), "title": LIES[0]}, respond(text="That was all.")),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say(REQUEST)
        await anna.press("confirm")
        said = text(await anna.say("retry"))
        assert "execute_trade" in said
        assert "999,999" not in said


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("Bitcoin", "BTC trades at 123456 USDT"),
        ("Bitcoin", "you bought 3 BTC yesterday"),
        ("50", "5000 USDT"),
        ("50 USDT", "all of it"),
    ],
)
async def test_an_option_stands_for_nothing_that_its_label_does_not_say_I2_I5(label, value):
    question = ask("Which one?")
    question["options"] = [{"label": label, "value": value}]
    model = Model(plan(question), plan(respond(text="Understood."), intent="chat"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("tell me about a coin, will you")
        await anna.press("opt:1")
        [workflow] = await desk.rows(Workflow)
        assert value not in workflow.request
        assert label in workflow.request


@pytest.mark.parametrize(
    "label", ["✅ Confirm (PAPER)", "✅ 确认（PAPER）", "Yes ✔️", "LIVE", "Confirm, 模拟盘"]
)
async def test_an_option_never_looks_like_the_button_of_a_card_I2(label):
    model = Model(plan(ask("Which one?", label, "Bitcoin")))
    async with open_desk(provider=model) as desk:
        [question] = await desk.person().say("tell me about a coin, will you")
        labels = [choice["label"] for choice in question["choices"]]
        assert labels == ["Bitcoin", "✖️ Cancel"]


async def test_an_earlier_plan_s_deed_is_not_the_deed_of_a_step_that_took_its_id():
    model = Model(plan(buy("s1"), ask("And now?", "go on")), revision("continue"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say(REQUEST)
        await anna.press("confirm")
        rows = await desk.rows(StepRow)
        [bought] = [row for row in rows if row.plan_step == "s1" and row.step_type == "tool_call"]
        _, done, _ = remaining(rows)
        assert done["s1"].data["symbol"] == "BTC/USDT"
        sell = {**bought.data["step"], "tool_args": {"action": "sell", "symbol": "ETH"}}
        other = StepRow(
            step_id="later",
            trace_id=bought.trace_id,
            step_type="tool_call",
            sequence=99,
            parent_ids=[],
            data={**bought.data, "step": sell},
            created_at=bought.created_at,
            plan_step="s1",
            status="failed",
        )
        _, done, _ = remaining([*rows, other])
        assert "s1" not in done


@pytest.mark.parametrize("way", ["cancel", "later", "/cancel", "/cancel all"])
async def test_what_closes_after_an_order_never_says_that_nothing_was_placed(way):
    model = Model(plan(buy("s1"), buy("s2", "60", "ETH")), revision("continue"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("please buy btc for 50 and eth for 60")
        await anna.press("confirm")
        said = text(await (anna.press("cancel") if way == "cancel" else anna.say(way)))
        assert "Nothing was placed" not in said
        assert "before stays" in said
