"""The assembled prompts, kind by kind, exactly as a model gets them (DESIGN 5).

The texts stand in prompts/*.txt; ids are numbered there in the order they appear. After a wanted
change, write them anew and read the difference:

    BELLWETHER_WRITE_PROMPTS=1 pytest tests/behaviour/test_prompts.py
"""

import os
import re
from pathlib import Path

from core.agent import prompt_sections
from core.agent.prompts import RESPOND_ROLE, ROLE
from core.domain.positions import AccountView, Position
from core.domain.records import Account, Insert, Preference, TaskStateRow, Update
from core.domain.task_state import Item, LastDecision, TaskState, without_goal
from core.domain.tokens import estimated_tokens
from tests.behaviour.facts import CountedExchange, RowsTool
from tests.behaviour.seams import Model, ask, buy, call, plan, respond, revision
from tests.clocks import START
from tests.desk import open_desk
from tests.doubles.prices import SetPrices

WRITTEN = Path(__file__).with_name("prompts")
WRITE = bool(os.environ.get("BELLWETHER_WRITE_PROMPTS"))
TOOLS = frozenset({"get_market_price", "get_positions", "execute_trade", "manage_preferences"})
_ID = re.compile(r"\b[0-9a-z]{26}\b")

HELLO = plan(respond(text="Hello."), intent="chat")
FINE = plan(respond(text="Fine, thank you."), intent="chat")
PRICE = call("s1", "get_market_price", symbols=["BTC"])


def desk_of(model, **options):
    prices = SetPrices(BTC="60000", ETH="3000")
    return open_desk(provider=model, market=lambda _: prices, system_tools=TOOLS, **options)


def as_written(request):
    """The request as one text; what all prompts share stands in a file of its own."""
    parts = [f"purpose: {request.purpose}; tool: {request.tool.name if request.tool else 'none'}"]
    for number, block in enumerate(request.system, 1):
        shared = block.startswith((ROLE, RESPOND_ROLE))
        parts += [f"== system {number} ==", f"({_shared(block)})" if shared else block]
    parts += ["== what changes ==", request.volatile]
    for message in request.messages:
        parts += [f"== {message.role} ==", message.text]
    numbers: dict[str, str] = {}
    return _ID.sub(
        lambda found: numbers.setdefault(found.group(), f"<id {len(numbers) + 1}>"),
        "\n".join(parts) + "\n",
    )


def _shared(block):
    if block == RESPOND_ROLE:
        name = "shared_words.txt"
    else:
        name = "shared_plans.txt" if "## execute_trade" in block else "shared_plans_group.txt"
    is_as(name, block)
    return name


def is_as(name, text):
    """The text stands in this file, exactly."""
    path = WRITTEN / name
    if WRITE:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, f"{name}: see the head of this module"


# -- kind by kind -------------------------------------------------------------------------------


async def test_a_prompt_for_a_greeting_in_a_conversation():
    model = Model(HELLO, FINE)
    async with desk_of(model) as desk:
        anna = desk.person()
        await anna.say("hi")
        await anna.say("how are you?")
    is_as("plan_greeting.txt", as_written(model.asked[-1]))


async def test_a_prompt_while_a_question_is_open():
    model = Model(plan(buy(), respond(show=["s1"])), HELLO)
    async with desk_of(model) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("hm, what would you do?")
    is_as("plan_open_question.txt", as_written(model.asked[-1]))


async def test_a_prompt_after_a_list_was_shown():
    model = Model(
        plan(buy(value="60"), respond(show=["s1"])),
        plan(buy(value="60", symbol="ETH"), respond(show=["s1"])),
        plan(call("s1", "get_positions"), respond(show=["s1"])),
        HELLO,
    )
    async with desk_of(model) as desk:
        anna = desk.person()
        for said in ("buy 60 usdt of btc", "buy 60 usdt of eth"):
            await anna.say(said)
            await anna.press("confirm")
        await anna.say("what do I hold?")
        await anna.say("sell the second one")
    is_as("plan_list.txt", as_written(model.asked[-1]))


async def test_the_prompts_of_a_revision_a_thought_and_an_answer():
    thought = {"type": "reason", "id": "t", "instruction": "Is it calm?"}
    model = Model(
        plan(PRICE | {"replan_after": True}, thought, respond(show=["s1"], instruction="Tell.")),
        revision("continue"),
        {"text": "It looks calm."},
        {"text": "All is calm."},
    )
    async with desk_of(model) as desk:
        await desk.person().say("analyse btc")
    assert model.calls == ["plan", "revise", "reason", "respond"]
    for asked in model.asked[1:]:
        is_as(f"{asked.purpose}.txt", as_written(asked))


async def test_a_prompt_in_a_group():
    model = Model(HELLO)
    async with desk_of(model) as desk:
        anna = desk.person(chat="group", private=False)
        await keep(
            desk, "owner", style="short", note="I hold 3 BTC elsewhere", timezone="Asia/Tokyo"
        )
        await anna.say("hello all")
    is_as("plan_group.txt", as_written(model.asked[-1]))


async def test_a_prompt_in_chinese_with_preferences_and_a_task():
    model = Model(HELLO)
    async with desk_of(model) as desk:
        anna = desk.person()
        await keep(
            desk,
            "owner",
            language="zh",
            timezone="Asia/Shanghai",
            nickname="大饼 = BTC",
            note="我不碰杠杆\n永远不",
        )
        await remember(desk, anna.key.id, STATE)
        await anna.say("你好，最近怎么样")
    is_as("plan_chinese.txt", as_written(model.asked[-1]))


def item(number, text, about="general"):
    return Item(id=number, text=text, about=about)


STATE = TaskState(
    current_goal=item("g1", "建立一个网格策略"),
    active_flow="选择参数",
    open_loops=(item("l1", "选哪一个币种还没定"),),
    important_facts=(
        item("f1", "只做现货"),
        item("f2", "没有配置模型", "models"),
        item("f3", "余额很多", "balance"),
    ),
    last_decision=LastDecision(action="先从小额开始", reason="刚入门", at=START),
)


async def keep(desk, account, **kept):
    rows = [
        Preference(
            id=f"{number}:{key}",
            account_id=account,
            key=key,
            value=value,
            created_at=START,
            updated_at=START,
        )
        for number, (key, value) in enumerate(kept.items())
    ]
    await desk.desk.parts.records.commit(*(Insert(record=row) for row in rows))


async def remember(desk, conversation_id, state):
    row = TaskStateRow(
        id=conversation_id,
        account_id="owner",
        state=state.model_dump(mode="json"),
        version=1,
        updated_at=START,
    )
    await desk.desk.parts.records.commit(Insert(record=row))


# -- what holds for every prompt ----------------------------------------------------------------


async def test_what_may_be_cached_is_the_same_from_turn_to_turn():
    model = Model(HELLO, plan(PRICE, respond(show=["s1"])), FINE, HELLO)
    async with desk_of(model) as desk:
        anna = desk.person()
        await keep(desk, "owner", style="short", note="no leverage", favourites="BTC/USDT")
        await remember(desk, anna.key.id, without_goal(STATE))
        for said in ("hi", "btc?", "how are you?"):
            await anna.say(said)
            desk.clock.advance(3600)
        other = await desk.somebody("bea")
        await other.say("hi")
    one, two, three, other_person = model.asked
    assert one.system == two.system == three.system
    assert two.messages[: len(one.messages)] == one.messages
    assert three.messages[: len(two.messages)] == two.messages
    assert other_person.system[0] == one.system[0], "the first part is everybody's"
    assert other_person.system[1] != one.system[1]


async def test_configuration_and_holdings_are_never_told_from_memory():
    model = Model(HELLO)
    async with desk_of(model) as desk:
        anna = desk.person()
        await remember(desk, anna.key.id, STATE)
        await anna.say("hi")
    person = model.asked[0].system[1]
    assert "只做现货" in person
    assert "没有配置模型" not in person
    assert "余额很多" not in person


async def test_the_time_is_told_in_utc_and_where_the_person_lives_original_g1_26():
    model = Model(HELLO, HELLO, HELLO)
    async with desk_of(model, default_timezone="Europe/Berlin") as desk:
        anna = desk.person()
        await anna.say("hi")
        desk.desk.people._accounts["owner"] = _in_zone(anna.account, "America/New_York")
        await anna.say("hi")
        await keep(desk, "owner", timezone="Asia/Shanghai")
        await anna.say("hi")
    assert [asked.volatile.split("\n")[0] for asked in model.asked] == [
        f"Now: 2026-03-02T09:30:00+00:00 (UTC); Monday 2026-03-02 {there}."
        for there in (
            "10:30 in Europe/Berlin (UTC+01:00)",
            "04:30 in America/New_York (UTC-05:00)",
            "17:30 in Asia/Shanghai (UTC+08:00)",
        )
    ]
    assert not any("09:30" in text for asked in model.asked for text in asked.system)


def _in_zone(account: Account, zone: str) -> Account:
    return Account(
        id=account.id,
        name=account.name,
        role=account.role,
        created_at=account.created_at,
        timezone=zone,
    )


def test_an_analysis_begins_with_a_read_and_names_source_and_time_original_g1_25():
    rules = " ".join(ROLE.split())
    assert "An analysis, opinion or comparison of a market" in rules
    assert "begins with the read tools that it stands on" in rules
    assert "do not answer from memory" in rules
    assert "needs no tool" not in rules
    assert "name the source and the time" in " ".join(RESPOND_ROLE.split())


async def test_a_plan_after_an_answer_knows_what_the_one_before_it_found():
    model = Model(
        plan(PRICE, ask("Which side?", "buy", "sell", fields=("side",))),
        plan(respond(text="Fine."), intent="chat"),
    )
    async with desk_of(model) as desk:
        anna = desk.person()
        await anna.say("trade btc for me")
        desk.clock.advance(60)
        await anna.press("opt:1")
    first, second = model.asked
    assert "observations" not in first.volatile
    assert block("observations", second.volatile).startswith(
        '{"tool": "get_market_price", "at": "2026-03-02T09:30:00Z", "result": {"prices"'
    )
    assert second.messages[-1].text == "trade btc for me\n[side: buy]"


async def test_three_hundred_candles_are_a_few_whole_rows_to_a_model_original_g1_24():
    model = Model(
        plan(call("s1", "get_candles", replan_after=True), respond(show=["s1"])),
        revision("finish", instruction="Sum up."),
        {"text": "Calm."},
    )
    async with open_desk(provider=model) as desk:
        desk.desk.parts.registry.tools["get_candles"] = RowsTool(300)  # type: ignore[index]
        said = await desk.person().say("how was the week?")
    assert said[0]["text"].startswith("300 candles"), "the person sees what was read"
    for asked in model.asked[1:]:
        [log] = re.findall(r'<data name="observations">\n(.*?)\n</data>', asked.volatile, re.DOTALL)
        assert estimated_tokens(log) <= prompt_sections.LOG_ITEM
        rows = re.findall(r'\{"n": (\d+), "open": "60000", "close": "60001"\}', log)
        assert log.count('"n"') == len(rows), "each row is whole"
        assert (rows[0], rows[-1]) == ("0", "299")
        assert f"… and {300 - len(rows)} more" in log


SECRET = "sk-ant-api03-abcdefghijklmnop0123456789"


async def test_no_secret_that_was_kept_before_it_was_known_as_one_gets_into_a_prompt_I8():
    model = Model(HELLO)
    state = TaskState(important_facts=(item("f1", f"the key is {SECRET}"),))
    async with desk_of(model) as desk:
        anna = desk.person()
        await keep(desk, "owner", note=f"my key {SECRET}", nickname=f"key = {SECRET}")
        await remember(desk, anna.key.id, state)
        await anna.say("hi")
    assert "my key [masked]" in model.asked[0].system[1]
    assert SECRET not in str(model.asked)


async def test_ten_thousand_of_everything_keep_their_budgets():
    model = Model(
        plan(call("s1", "get_candles", replan_after=True), respond(show=["s1"])),
        revision("finish"),
    )
    async with open_desk(provider=model, exchange=Rich) as desk:
        desk.desk.parts.registry.tools["get_candles"] = RowsTool(10_000)  # type: ignore[index]
        await keep(desk, "owner", **{f"note{number}": "x " * 200 for number in range(10_000)})
        await desk.desk.parts.records.commit(
            Update(kind=Preference, where={"account_id": "owner"}, set={"key": "note"})
        )
        await desk.person().say("all of it")
    for asked in model.asked:
        kept = block("preferences", asked.system[1])
        assert estimated_tokens(kept) <= prompt_sections.PREFERENCES
        *notes, rest = kept.split("\n")
        assert set(notes) == {"note: " + "x " * 199 + "x"}
        assert rest == f"… and {10_000 - len(notes)} more"
        told = block("facts", asked.volatile)
        assert estimated_tokens(told) <= prompt_sections.SNAPSHOTS
        [positions] = [line for line in told.split("\n") if line.startswith("positions,")]
        rows = re.findall(r'\{"symbol": "C(\d+)/USDT", [^}]*"opened_at": null\}', positions)
        assert positions.count('"symbol"') == len(rows) > 0
        assert f"… and {10_000 - len(rows)} more" in positions
    assert estimated_tokens(block("observations", model.asked[1].volatile)) <= prompt_sections.LOG


def block(name, text):
    [found] = re.findall(rf'<data name="{name}">\n(.*?)\n</data>', text, re.DOTALL)
    return found


class Rich(CountedExchange):
    """An account that holds ten thousand coins."""

    async def account(self, account):
        view = await super().account(account)
        held = tuple(
            Position(
                symbol=f"C{number}/USDT",
                kind="spot",
                side="LONG",
                quantity=view.balances[0].free,
                cost=None,
                entry_price=None,
                mark=None,
                unrealized_pnl=None,
                leverage=None,
                margin=None,
                liquidation_price=None,
            )
            for number in range(10_000)
        )
        return AccountView(
            balances=view.balances, positions=held, equity=None, missing=(), at=view.at
        )
