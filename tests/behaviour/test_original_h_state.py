"""What a conversation holds while it waits, and what becomes of old state (conversations)."""

import pytest

from core.domain.records import (
    ConversationRow,
    ExchangeAccount,
    Insert,
    Preference,
    Query,
    TaskStateRow,
    Update,
    Waiting,
    Workflow,
)
from core.errors import ModelMistake, PersonError
from core.tools.models_snapshot import Models, ModelsSource
from tests.behaviour.facts import RowsTool, ToldSource
from tests.behaviour.seams import Model, ask, call, plan, respond, revision
from tests.behaviour.strategies import Strategies
from tests.clocks import START
from tests.desk import open_desk

HELLO = plan(respond(text="Hello."), intent="chat")
DONE = plan(respond(text="Understood."), intent="chat")
PRICE = plan(call("s1", "get_market_price", symbols=["BTC"]), respond(show=["s1"]))
LIST = plan(call("s1", "get_strategies"), respond(show=["s1"]))
WHICH = plan(ask("Which exchange?", "OKX", "Binance", fields=("exchange_id",)))
RETRY = "Need me to retry creating trader lky with the right parameters?"
CONFIRM = plan(ask(RETRY) | {"intent": "confirm_action", "confirmation_target": "trader"})


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def statuses(desk):
    return [row.status for row in await desk.rows(Waiting)]


# -- what is said while a question waits ----------------------------------------------------------


async def test_set_up_meanwhile_keeps_the_goal_and_plans_on_fresh_facts_original_h_16():
    model = Model(WHICH, DONE)
    async with open_desk(provider=model) as desk:
        source = ToldSource("traders", desk.clock, traders=[])
        desk.desk.parts.registry.snapshots["traders"] = source  # type: ignore[index]
        anna = desk.person()
        await anna.say("帮我创建交易员 lky")
        source.data = {"traders": [{"id": "t7", "name": "lky"}]}
        change = Update(kind=ExchangeAccount, where={}, set={"name": "OKX main"})
        await desk.desk.parts.records.commit(change)
        assert text(await anna.say("我已经配置好了，继续创建交易员")) == "Understood."
        [workflow] = await desk.rows(Workflow)
        assert (workflow.request, workflow.status) == ("帮我创建交易员 lky", "completed")
        assert await statuses(desk) == ["answered"]
    first, second = model.asked
    assert second.messages[-1].text == "帮我创建交易员 lky"
    assert "OKX main" not in first.volatile
    assert "OKX main" in second.volatile
    assert '"id": "t7"' in second.volatile


async def test_a_price_meanwhile_leaves_the_wait_original_h_17():
    model = Model(WHICH, PRICE, DONE)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        [before] = await desk.rows(Waiting)
        reply = text(await anna.say("BTC 价格多少"))
        assert "BTC/USDT" in reply
        assert "还在等您回答：Which exchange?" in reply
        assert await desk.rows(Waiting) == [before]
        assert text(await anna.say("OKX")) == "Understood."


@pytest.mark.parametrize("then", ["go on", "clear"])
async def test_a_list_meanwhile_and_the_old_task_goes_on_or_is_cleared_original_h_18(then):
    model = Model(WHICH, LIST, DONE)
    kept = Strategies({"owner": {"s1": "激进", "s2": "稳健"}})
    async with open_desk(provider=model, resources=kept.beside) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        assert "激进, 稳健" in text(await anna.say("列出我当前的策略"))
        assert await statuses(desk) == ["open"]
        if then == "go on":
            assert "Which exchange?" in text(await anna.say("继续"))
            assert text(await anna.say("OKX")) == "Understood."
            assert model.asked[-1].messages[-1].text.startswith("set up my exchange\n")
        else:
            await anna.say("取消")
            assert await anna.questions() == []
            assert [row.status for row in await desk.rows(Workflow)] == ["cancelled", "completed"]


@pytest.mark.parametrize(
    ("said", "is_value"),
    [
        ("list my strategies", False),
        ("please show me what runs", False),
        ("why did it stop", False),
        ("列出我当前的策略", False),
        ("帮我看看行情", False),
        ("为什么还没开始", False),
        ("list", True),
        ("Showtime", True),
        ("whale-7", True),
        ("叫 波段一号", True),
        ("波段 怎么都行", True),
    ],
)
async def test_what_asks_for_something_is_no_name_that_was_waited_for_original_h_18_peers_31(
    said, is_value
):
    model = Model(plan(ask("What shall it be called?", fields=("name",))), DONE)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("create a trader")
        await anna.say(said)
        assert await statuses(desk) == ["answered" if is_value else "open"]
    request = f"create a trader\n[name: {said}]" if is_value else said
    assert model.asked[1].messages[-1].text == request


@pytest.mark.parametrize("planned", [HELLO, None])
async def test_a_greeting_meanwhile_keeps_the_wait_original_h_19(planned):
    asked = plan(ask("Which coin?", "BTC", "ETH", fields=("symbol",)))
    model = Model(asked, HELLO, DONE)
    async with open_desk(provider=model if planned else None) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of" if planned is None else "buy something")
        [before] = await anna.questions()
        assert await anna.say("你好")
        [after] = await anna.questions()
        assert after["question_id"] == before["question_id"]
        await anna.say("ETH")
        assert [row.status for row in await desk.rows(Waiting, id=before["question_id"])] == [
            "answered"
        ]


@pytest.mark.parametrize(
    ("said", "going"), [("是", True), ("yes", True), ("可以", True), ("不用", False), ("no", False)]
)
async def test_a_yes_or_no_question_keeps_what_it_is_about_and_a_yes_does_it_original_h_20(
    said, going
):
    make = plan(call("s1", "rename_strategy", id="t1", called="lky"), respond(show=["s1"]))
    model, kept = Model(CONFIRM, make), Strategies()
    async with open_desk(provider=model, resources=kept.beside) as desk:
        anna = desk.person()
        await anna.say("create trader lky")
        [waiting] = await desk.rows(Waiting)
        assert (waiting.intent, waiting.confirmation_target) == ("confirm_action", "trader")
        told = text(await anna.say(said))
        [workflow] = await desk.rows(Workflow)
        assert workflow.status == ("completed" if going else "cancelled")
        assert ("t1: lky" in told) is going
    assert kept.of("owner") == ({"t1": "lky"} if going else {})
    assert model.calls == ["plan"] * (1 + going)
    if going:
        assert model.asked[1].messages[-1].text == f"create trader lky\n[answer: {said}]"
        assert any(RETRY in message.text for message in model.asked[1].messages)


async def test_another_request_while_a_yes_is_asked_for_is_no_yes_original_h_20():
    model = Model(CONFIRM, PRICE)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("create trader lky")
        assert "BTC/USDT" in text(await anna.say("btc price"))
        assert await statuses(desk) == ["open"]
    assert '"confirmation_target": "trader"' in model.asked[1].volatile
    assert '"intent": "confirm_action"' in model.asked[1].volatile


async def test_pending_fields_are_trimmed_and_each_there_once_original_h_22():
    fields = (" name ", "name", "", "exchange_id", "  ", "exchange_id ")
    async with open_desk(provider=Model(plan(ask("Which?", fields=fields)))) as desk:
        await desk.person().say("create a trader")
        [waiting] = await desk.rows(Waiting)
    assert waiting.pending_fields == ["name", "exchange_id"]


# -- stored state ---------------------------------------------------------------------------------


async def test_state_of_before_newer_fields_is_read_original_h_21():
    model = Model(WHICH, HELLO, DONE)
    async with open_desk(provider=model) as desk:
        anna, records = desk.person(), desk.desk.parts.records
        await anna.say("set up my exchange")
        old = TaskStateRow(
            id=anna.key.id,
            account_id="owner",
            state={"important_facts": [{"id": "f1", "text": "Trades on weekends"}]},
            version=1,
            updated_at=START,
        )
        here = {"id": anna.key.id}
        flow = {"references": {}, "snapshots": {}, "notes": {}, "capability": ""}
        assert await records.commit(
            Insert(record=old),
            Update(kind=ConversationRow, where=here, set={"references": {}}),
            Update(kind=Workflow, where={}, set=flow),
            Update(kind=Waiting, where={}, set={"pending_fields": [], "confirmation_target": ""}),
        )
        assert "Hello." in text(await anna.say("hi there"))
        assert "Trades on weekends" in model.asked[1].system[1]
        assert text(await anna.press("opt:1", (await desk.rows(Waiting))[0].id)) == "Understood."
        rows = await records.find(Query(kind=Workflow))
        assert {row.status for row in rows} == {"completed"}


async def test_that_no_model_is_there_is_replaced_once_one_is_original_h_23():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("hi")
        source = ModelsSource(Models(worker="a model"), desk.desk.parts.records, desk.clock)
        desk.desk.parts.registry.snapshots["models"] = source  # type: ignore[index]
        await anna.say("hi")
        rows = await desk.rows(Workflow)
    assert [row.snapshots["models"]["data"]["has_model"] for row in rows] == [False, True]


# -- looking at the plan again --------------------------------------------------------------------


class Wanting(RowsTool):
    """A tool that always lacks something."""

    def __init__(self, error):
        super().__init__(0)
        self.error = error

    async def run(self, args, context):
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModelMistake("ai_model_id is required"), "ai_model_id is required"),
        (PersonError("unknown_symbol", symbol="X"), "unknown_symbol"),
    ],
)
async def test_a_tools_error_has_the_plan_looked_at_again_original_h_32(error, told):
    wish = call("s2", "manage_preferences", action="add", key="style", value="short")
    model = Model(
        plan(call("s1", "get_candles"), wish, respond(show=["s1"])),
        revision("ask_user", question="Which model?", options=[{"label": "A", "value": "a"}]),
    )
    async with open_desk(provider=model) as desk:
        desk.desk.parts.registry.tools["get_candles"] = Wanting(error)  # type: ignore[index]
        anna = desk.person()
        await anna.say("create it")
        assert anna.card["text"] == "Which model?"
        assert await desk.rows(Preference) == [], "what was to follow waits"
    assert model.calls == ["plan", "revise"]
    assert f'"error": "{told}' in model.asked[1].volatile


async def test_a_tools_mistake_is_looked_at_again_also_where_nothing_is_left_original_h_32():
    model = Model(
        plan(call("s1", "get_candles"), respond(show=["s1"])),
        revision("replace_remaining", steps=[call("s2", "get_balance"), respond(show=["s2"])]),
    )
    async with open_desk(provider=model) as desk:
        wanting = Wanting(ModelMistake("ai_model_id is required"))
        desk.desk.parts.registry.tools["get_candles"] = wanting  # type: ignore[index]
        shown = text(await desk.person().say("create it"))
    assert "10,000 USDT" in shown
    assert "ai_model_id" not in shown
