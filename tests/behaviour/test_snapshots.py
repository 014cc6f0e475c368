"""The pre-check: what is true now is read before a plan, and again before what leans on it."""

import asyncio
from decimal import Decimal

import pytest

from adapters.store.memory import MemoryRecords
from core.agent.parts import Limits
from core.domain.orders import OrderRequest
from core.domain.records import ExchangeAccount, Update, Workflow
from tests.behaviour.facts import CountedExchange, SlowModel, ToldSource
from tests.behaviour.seams import (
    Model,
    MortalRecords,
    buy,
    call,
    plan,
    respond,
    revision,
)
from tests.desk import open_desk
from tests.doubles.prices import SetPrices

HELLO = plan(respond(text="Hello."), intent="chat")
BALANCE = plan(call("s1", "get_balance"), respond(show=["s1"]))


class Counting:
    """How to put a counted venue before another, and the count."""

    def __init__(self) -> None:
        self._venue: CountedExchange | None = None
        self.down = False

    def __call__(self, behind):
        self._venue = CountedExchange(behind, lambda: self.down)
        return self._venue

    @property
    def reads(self) -> int:
        assert self._venue is not None
        return self._venue.reads


def facts(request):
    """The lines of the prompt that state what is true now, by kind."""
    block = request.volatile.partition('<data name="facts">\n')[2].partition("\n</data>")[0]
    return {line.partition(",")[0].partition(":")[0]: line for line in block.split("\n")}


def priced(**prices):
    return SetPrices(**prices or {"BTC": "60000", "ETH": "3000"})


async def held_by(desk, *, quantity="0.001", order="elsewhere"):
    """A spot buy on the account that did not come from here."""
    [account] = await desk.rows(ExchangeAccount)
    report = await desk.paper.place(
        account.id,
        OrderRequest(
            client_order_id=order,
            symbol="BTC/USDT",
            side="BUY",
            quantity=Decimal(quantity),
            reduce_only=False,
            leverage=None,
        ),
    )
    assert report.status == "FILLED", report


async def test_what_is_local_is_read_before_the_plan_and_kept_with_time_and_source():
    model = Model(HELLO)
    async with open_desk(provider=model) as desk:
        await desk.person().say("hi")
        [workflow] = await desk.rows(Workflow)
    told = facts(model.asked[0])
    assert list(told) == ["models", "exchanges", "balance", "positions", "recent_trades"]
    assert '"worker": "scripted", "has_model": true' in told["models"]
    assert '"trading_state": "ACTIVE"' in told["exchanges"]
    assert "at 2026-03-02T09:30:00Z from paper exchange" in told["balance"]
    assert '"free": "10000"' in told["balance"]
    assert set(workflow.snapshots) == set(told)
    kept = workflow.snapshots["balance"]
    assert (kept["at"], kept["source"]) == ("2026-03-02T09:30:00Z", "paper exchange")
    assert kept["data"]["balances"][0]["total"] == "10000"


async def test_the_models_kind_names_no_model_where_there_is_none():
    async with open_desk() as desk:
        await desk.person().say("hi")
        [workflow] = await desk.rows(Workflow)
    assert workflow.snapshots["models"]["data"] == {
        "worker": "offline",
        "answers_here": "offline",
        "own": [],
        "has_model": False,
        "memory": None,
        "of_profiles": {},
    }


@pytest.mark.parametrize(("said", "reads"), [("hi", 1), ("/price btc", 1), ("balance", 2)])
async def test_a_turn_reads_the_account_once_and_commits_no_more_for_it(said, reads):
    venue, records = Counting(), MortalRecords(MemoryRecords())
    async with open_desk(exchange=venue, records=records, market=lambda _: priced()) as desk:
        anna = desk.person()
        before = records.commits
        await anna.say(said)
        assert venue.reads == reads
        assert records.commits - before == 3, "accepted, begun, answered"


async def test_I6_what_cannot_be_read_is_unknown_since_the_first_time_and_never_the_older_value():
    venue, model = Counting(), Model(HELLO, HELLO, HELLO, HELLO)
    async with open_desk(provider=model, exchange=venue) as desk:
        anna = desk.person()
        await anna.say("hi")
        venue.down = True
        desk.clock.advance(33 * 60)
        await anna.say("hi")
        desk.clock.advance(60)
        await anna.say("hi")
        rows = await desk.rows(Workflow)
        venue.down = False
        await anna.say("hi")
    for asked in model.asked[1:3]:
        assert facts(asked)["balance"] == "balance: unknown since 2026-03-02T10:03:00Z"
        assert facts(asked)["positions"] == "positions: unknown since 2026-03-02T10:03:00Z"
        assert asked.context.positions is None
        assert "10000" not in asked.volatile
    assert rows[2].snapshots["balance"] == {
        "at": "2026-03-02T10:03:00Z",
        "source": "",
        "data": {},
        "error": "no answer of the venue",
    }
    assert "at 2026-03-02T10:04:00Z" in facts(model.asked[3])["balance"]
    assert model.asked[3].context.positions == ()


async def test_I6_a_venue_that_hangs_is_unknown_and_holds_nothing_up():
    class Hanging(CountedExchange):
        async def account(self, account):
            return await asyncio.Event().wait()

    model = Model(HELLO)
    async with open_desk(provider=model, exchange=Hanging, limits=Limits(snapshot_s=0.0)) as desk:
        assert (await desk.person().say("hi"))[0]["text"] == "Hello."
    assert "unknown since" in facts(model.asked[0])["balance"]
    assert "ACTIVE" in facts(model.asked[0])["exchanges"]


async def test_an_older_snapshot_is_replaced_once_there_is_something_to_tell():
    model = Model(HELLO, HELLO)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        source = ToldSource("strategies", desk.clock, strategies=[])
        desk.desk.parts.registry.snapshots["strategies"] = source  # type: ignore[index]
        await anna.say("hi")
        source.data = {"strategies": [{"id": "x1", "name": "trend"}]}
        await anna.say("hi")
        rows = await desk.rows(Workflow)
    assert facts(model.asked[0])["strategies"].endswith('a test: {"strategies": []}')
    assert '"name": "trend"' in facts(model.asked[1])["strategies"]
    assert [len(row.snapshots["strategies"]["data"]["strategies"]) for row in rows] == [0, 1]


async def test_nobody_learns_in_a_group_what_a_person_owns():
    model = Model(HELLO)
    async with open_desk(provider=model) as desk:
        anna = desk.person(chat="group", private=False)
        await held_by(desk)
        await anna.say("hello all")
        group = [row for row in await desk.rows(Workflow) if "group" in row.conversation_id]
    asked = model.asked[-1]
    told = facts(asked)
    for kind in ("balance", "positions", "recent_trades"):
        assert told[kind] == f"{kind}: not told in a group"
    assert set(group[0].snapshots) == {"models", "exchanges"}
    assert asked.context.positions is None


async def test_after_an_order_the_next_words_are_written_from_what_is_true_then():
    model = Model(
        plan(buy(), respond(show=["s1"], instruction="Sum it up.")), {"text": "It is done."}
    )
    async with open_desk(provider=model, market=lambda _: priced()) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        [workflow] = await desk.rows(Workflow)
    assert '"positions": []' in facts(model.asked[0])["positions"]
    last = facts(model.asked[-1])
    assert '"quantity": "0.0008' in last["positions"]
    assert '"free": "10000"' not in last["balance"]
    assert last["recent_trades"].startswith("recent_trades: changed in this turn")
    assert '"quantity": "0.0008' in str(workflow.snapshots["positions"]).replace("'", '"')
    assert "recent_trades" not in workflow.snapshots


async def test_an_approved_order_is_not_held_up_by_reading_facts_first():
    venue = Counting()
    async with open_desk(exchange=venue, market=lambda _: priced()) as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        before = venue.reads
        await anna.press("confirm")
        assert venue.reads - before == 2, "the draft at the press and its second check"


CHANGED = "Changed since the plan was made, see the facts above: balance, positions."


async def test_a_change_between_the_plan_and_its_first_step_is_one_revision_and_no_more():
    model = SlowModel(
        plan(buy(), respond(show=["s1"])),
        revision("replace_remaining", steps=[buy("n1", "20"), respond(id="r2", show=["n1"])]),
    )
    async with open_desk(provider=model, market=lambda _: priced()) as desk:
        anna = desk.person()

        async def meanwhile():
            await held_by(desk)
            desk.clock.advance(6)

        model.meanwhile = meanwhile
        card = (await anna.say("get me as much btc as is wise"))[-1]
        assert card["data"]["amount"] == "20"
    assert model.calls == ["plan", "revise"]
    assert CHANGED in model.asked[1].volatile
    assert '"quantity": "0.001"' in facts(model.asked[1])["positions"]


async def test_an_order_of_another_conversation_meanwhile_is_noticed_however_quick():
    model = SlowModel(
        plan(buy(), respond(show=["s1"])),
        revision("continue"),
        of={"two": [plan(buy(value="30"), respond(show=["s1"]))]},
    )
    async with open_desk(provider=model, market=lambda _: priced()) as desk:
        anna, other = desk.person(chat="one"), desk.person(chat="two")

        async def meanwhile():
            await other.say("buy 30 usdt of btc")
            await other.press("confirm")

        model.meanwhile = meanwhile
        await anna.say("buy 50 usdt of btc")
    purposes = [(asked.purpose, asked.context.conversation_id) for asked in model.asked]
    assert purposes == [("plan", other.key.id), ("plan", anna.key.id), ("revise", anna.key.id)]


async def test_prices_alone_change_nothing_that_a_plan_leans_on():
    prices = priced()
    model = SlowModel(HELLO, plan(buy(), respond(show=["s1"])))
    async with open_desk(provider=model, market=lambda _: prices) as desk:
        anna = desk.person()
        await anna.say("hi")
        await held_by(desk)

        async def meanwhile():
            desk.clock.advance(6)
            for symbol in ("BTC/USDT", "BTC/USDT:USDT"):
                prices.set(symbol, "61000")

        model.meanwhile = meanwhile
        assert (await anna.say("buy 50 usdt of btc"))[-1]["data"]["price"] == "61000"
    assert model.calls == ["plan", "plan"]


async def test_a_live_venue_is_asked_for_what_a_plan_leans_on_and_then_for_a_moment_known():
    venue = Counting()
    model = Model(HELLO, plan(buy(), respond(show=["s1"])), HELLO, HELLO)
    async with open_desk(provider=model, exchange=venue, market=lambda _: priced()) as desk:
        anna = desk.person()
        await desk.desk.parts.records.commit(
            Update(kind=ExchangeAccount, where={}, set={"mode": "live"})
        )
        await anna.say("hi")
        assert venue.reads == 0
        await anna.say("buy 50 usdt of btc")
        await anna.say("hi")
        desk.clock.advance(6)
        await anna.say("hi")
    told = [facts(asked)["positions"] for asked in model.asked]
    assert told[0] == told[1] == told[3] == "positions: not read"
    assert '"mode": "live"' in told[2]
    assert model.calls == ["plan"] * 4, "what the planner did not see did not change"
