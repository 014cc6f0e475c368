"""When a plan is looked at again, and what a revision may do with its rest (DESIGN 4.8, 5)."""

import pytest

from core.agent.parts import Limits
from core.domain.records import Preference, StepRow, Waiting
from core.views.errors import model_error_text
from core.views.words import say
from tests.behaviour.seams import (
    DoubtfulExchange,
    Model,
    buy,
    call,
    plan,
    respond,
    revision,
)
from tests.desk import open_desk

PRICE = call("s1", "get_market_price", symbols=["BTC"])
BALANCE = call("s2", "get_balance")
WISH = call("s1", "manage_preferences", action="add", key="style", value="short")


def blind(paper):
    """A venue whose accounts cannot be read."""
    venue = DoubtfulExchange(paper)
    venue.blind = True
    return venue


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_a_path_that_is_not_there_is_revised_once():
    model = Model(
        plan(
            PRICE,
            call("s2", "get_market_price", symbols=[{"from": "s1", "path": "no.such"}]),
            respond(show=["s2"]),
        ),
        revision("replace_remaining", steps=[respond(id="r2", show=["s1"])]),
    )
    async with open_desk(provider=model) as desk:
        assert "BTC/USDT" in text(await desk.person().say("again"))
    assert model.calls == ["plan", "revise"]


async def test_reads_that_stand_together_need_no_revision_original_h_31():
    model = Model(plan(PRICE, BALANCE, respond(show=["s1", "s2"])))
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("both"))
        assert "BTC/USDT" in reply
        assert "10,000 USDT" in reply
    assert model.calls == ["plan"]


async def test_a_write_with_steps_left_is_revised_and_one_without_is_not_original_h_30():
    model = Model(plan(WISH, BALANCE, respond(show=["s1", "s2"])), revision("continue"))
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("be brief, and my balance"))
        assert "short" in reply
        assert "10,000 USDT" in reply
    assert model.calls == ["plan", "revise"]
    model = Model(plan(WISH, respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        assert "short" in text(await desk.person().say("be brief"))
        [wish] = await desk.rows(Preference)
        assert wish.value == "short"
    assert model.calls == ["plan"]


async def test_a_step_may_ask_for_a_revision_and_it_may_finish():
    model = Model(
        plan(PRICE | {"replan_after": True}, BALANCE, respond(show=["s1", "s2"])),
        revision("finish"),
    )
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("both"))
        assert "BTC/USDT" in reply
        assert "10,000" not in reply
    assert model.calls == ["plan", "revise"]
    assert "BTC/USDT" in model.asked[1].volatile


async def test_a_revision_may_replace_what_remains():
    model = Model(
        plan(PRICE | {"replan_after": True}, BALANCE, respond(show=["s1", "s2"])),
        revision(
            "replace_remaining",
            steps=[call("n1", "get_positions"), respond(id="n2", show=["s1", "n1"])],
        ),
    )
    async with open_desk(provider=model) as desk:
        reply = text(await desk.person().say("both"))
        assert "BTC/USDT" in reply
        assert "No open positions" in reply
        names = [row.data.get("tool_name") for row in await desk.rows(StepRow)]
        assert "get_balance" not in names


async def test_a_revision_may_ask_and_what_was_found_is_said_first():
    model = Model(
        plan(PRICE | {"replan_after": True}, BALANCE, respond(show=["s1", "s2"])),
        revision("ask_user", question="Which one?", options=[{"label": "A", "value": "a"}]),
        plan(respond(text="Thanks."), intent="chat"),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        [found, asked] = await anna.say("both")
        assert "BTC/USDT" in found["text"]
        assert asked["text"] == "Which one?"
        assert text(await anna.press("opt:1")) == "Thanks."
    assert model.calls == ["plan", "revise", "plan"]


@pytest.mark.parametrize(
    "steps",
    [
        [PRICE],
        [BALANCE, BALANCE],
        [respond(id="n1", show=["nowhere"])],
    ],
)
async def test_a_revision_that_does_not_fit_is_repaired_once(steps):
    model = Model(
        plan(PRICE | {"replan_after": True}, respond(show=["s1"])),
        revision("replace_remaining", steps=steps),
        revision("continue"),
    )
    async with open_desk(provider=model) as desk:
        assert "BTC/USDT" in text(await desk.person().say("price"))
    assert model.calls == ["plan", "revise", "revise"]


async def test_more_steps_than_a_turn_may_take_end_honestly_I13_original_h_52():
    more = [
        revision(
            "replace_remaining",
            steps=[
                PRICE | {"id": f"n{number}", "replan_after": True},
                respond(id="r", show=["s1"]),
            ],
        )
        for number in range(9)
    ]
    model = Model(plan(PRICE | {"replan_after": True}, respond(show=["s1"])), *more)
    async with open_desk(provider=model, limits=Limits(iterations=3)) as desk:
        anna = desk.person()
        reply = text(await anna.say("go on and on"))
        assert anna.last.status == "failed"
        assert "BTC/USDT" in reply, "what was found stands"
        assert "Nothing was placed" in reply
        assert len(await desk.rows(StepRow, step_type="tool_result")) == 3
    assert model.calls == ["plan", *["revise"] * 3]


async def test_a_stored_step_that_is_replaced_is_dropped_and_its_id_is_free_again():
    model = Model(
        plan(buy("s1"), BALANCE, respond(show=["s1", "s2"])),
        revision(
            "replace_remaining",
            steps=[call("s2", "get_positions"), respond(id="r", show=["s1", "s2"])],
        ),
    )
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy, then my balance")
        told = text(await anna.press("confirm"))
        assert "Bought" in told
        assert "Positions (1)" in told
        steps = {
            (row.data["tool_name"], row.status)
            for row in await desk.rows(StepRow, plan_step="s2", step_type="tool_call")
        }
        assert steps == {("get_balance", "dropped"), ("get_positions", "done")}


async def test_a_read_that_failed_with_steps_left_is_revised_and_the_order_need_not_be():
    """What an order would lean on could not be read: the model may leave the order away."""
    model = Model(
        plan(BALANCE | {"id": "s1"}, buy("s2"), respond(show=["s1", "s2"])),
        revision("replace_remaining", steps=[respond(id="r2", show=["s1"])]),
    )
    async with open_desk(provider=model, exchange=blind) as desk:
        reply = text(await desk.person().say("if I have the money buy 50 usdt of btc"))
        assert "unknown" in reply
        assert await desk.rows(Waiting) == []
    assert model.calls == ["plan", "revise"]
    assert "error" in model.asked[1].volatile


async def test_a_read_that_failed_at_the_end_is_told_and_not_revised():
    model = Model(plan(BALANCE | {"id": "s1"}, respond(show=["s1"])))
    async with open_desk(provider=model, exchange=blind) as desk:
        assert "unknown" in text(await desk.person().say("my balance"))
    assert model.calls == ["plan"]


async def test_after_a_failure_the_answer_lists_what_was_done():
    """The wish was kept; then the model's service failed: both are said, and nothing else."""
    model = Model(plan(WISH, BALANCE, respond(show=["s1", "s2"])), {"error": "overloaded"})
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        reply = text(await anna.say("be brief, and my balance"))
        assert "short" in reply
        assert model_error_text("overloaded", "en") in reply
        assert say("en", "failed.rest") in reply
        assert anna.last.status == "failed"
        [wish] = await desk.rows(Preference)
        assert wish.value == "short"
