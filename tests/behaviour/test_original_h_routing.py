"""Which way a request goes: what is read for it, and how often a model is asked (conversations)."""

import re
from decimal import Decimal

import pytest

from core.domain.orders import OrderRequest
from core.domain.records import ExchangeAccount, OrderRow, StepRow, Update, Waiting, Workflow
from core.errors import ModelError
from tests.behaviour.facts import CountedExchange, ToldSource
from tests.behaviour.seams import FailingModel, Model, ask, buy, call, plan, respond
from tests.desk import open_desk
from tests.doubles.prices import SetPrices

HELLO = plan(respond(text="Hello."), intent="chat")
PRICE = plan(call("s1", "get_market_price", symbols=["BTC"]), respond(show=["s1"]))
BALANCE = plan(call("s1", "get_balance"), respond(show=["s1"]))
POSITIONS = plan(call("s1", "get_positions"), respond(show=["s1"]))
HISTORY = plan(call("s1", "get_trade_history"), respond(show=["s1"]))
NAME = plan(ask("What shall it be called?", fields=("name",)))


def text(messages):
    return "\n".join(message["text"] for message in messages)


def facts(request):
    """The lines of the prompt that state what is true now, by kind."""
    block = request.volatile.partition('<data name="facts">\n')[2].partition("\n</data>")[0]
    return {line.partition(",")[0].partition(":")[0]: line for line in block.split("\n")}


def priced():
    return SetPrices(BTC="60000", ETH="3000")


class Venue:
    """How to put a counted venue before another, and the count."""

    def __call__(self, behind):
        self.counted = CountedExchange(behind)
        return self.counted

    @property
    def reads(self):
        return self.counted.reads


async def live(desk):
    """From now on the owner's account counts as a live one, whose venue is not asked unasked."""
    change = Update(kind=ExchangeAccount, where={}, set={"mode": "live"})
    await desk.desk.parts.records.commit(change)


async def bought_elsewhere(desk, quantity):
    [account] = await desk.rows(ExchangeAccount)
    order = OrderRequest(
        client_order_id=f"elsewhere-{quantity}",
        symbol="BTC/USDT",
        side="BUY",
        quantity=Decimal(quantity),
        reduce_only=False,
        leverage=None,
    )
    assert (await desk.paper.place(account.id, order)).status == "FILLED"


@pytest.mark.parametrize(
    "said", ["帮我创建一个交易员", "我已经配置好了 OKX 和 DeepSeek", "List my traders"]
)
async def test_configuration_is_planned_on_facts_of_now_original_h_1_original_h_2_original_h_3(
    said,
):
    model = Model(HELLO, NAME)
    async with open_desk(provider=model) as desk:
        source = ToldSource("traders", desk.clock, traders=[])
        desk.desk.parts.registry.snapshots["traders"] = source  # type: ignore[index]
        anna = desk.person()
        await anna.say("hi")
        desk.clock.advance(1)
        source.data = {"traders": [{"id": "t1", "name": "lky"}]}
        change = Update(kind=ExchangeAccount, where={}, set={"name": "OKX main"})
        await desk.desk.parts.records.commit(change)
        await anna.say(said)
    before, now = facts(model.asked[0]), facts(model.asked[1])
    assert '"traders": []' in before["traders"]
    assert now["traders"].startswith("traders, at 2026-03-02T09:30:01Z from a test: ")
    assert '"name": "lky"' in now["traders"]
    assert "OKX main" not in before["exchanges"]
    assert "OKX main" in now["exchanges"]
    assert model.asked[1].messages[-1].text == said


@pytest.mark.parametrize(
    ("said", "planned"), [("BTC 接下来怎么看", PRICE), ("帮我创建交易员", NAME)]
)
async def test_what_is_about_no_account_reads_none_original_h_4_original_h_8(said, planned):
    model, venue = Model(planned), Venue()
    async with open_desk(provider=model, exchange=venue, market=lambda _: priced()) as desk:
        anna = desk.person()
        await live(desk)
        assert await anna.say(said)
        assert venue.reads == 0
    told = facts(model.asked[0])
    assert told["balance"] == "balance: not read"
    assert told["positions"] == "positions: not read"


@pytest.mark.parametrize(
    ("said", "planned"), [("现在余额多少", BALANCE), ("我的仓位还在吗", POSITIONS)]
)
async def test_what_is_about_the_account_is_read_now_original_h_5_original_h_6(said, planned):
    model, venue = Model(planned, planned), Venue()
    async with open_desk(provider=model, exchange=venue, market=lambda _: priced()) as desk:
        anna = desk.person()
        await live(desk)
        await bought_elsewhere(desk, "0.001")
        assert "0.001" in text(await anna.say(said))
        reads = venue.reads
        await bought_elsewhere(desk, "0.002")
        shown = text(await anna.say(said))
        assert venue.reads > reads, "what was read a moment ago is not shown again"
        assert "0.003" in shown
        assert "0.001" not in shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("现在余额多少", "9,999.97 USDT"),
        ("我的仓位还在吗", "0.001"),
        ("show recent trade history", "Trades (1 of 1)"),
    ],
)
async def test_no_model_is_needed_for_it_original_h_5_original_h_6_original_h_7(said, shown):
    async with open_desk(market=lambda _: priced()) as desk:
        anna = desk.person()
        await anna.say("buy 0.001 btc")
        await anna.press("confirm")
        assert shown in text(await anna.say(said))


async def test_the_trades_are_those_up_to_now_original_h_7():
    model = Model(HISTORY, plan(buy(), respond(show=["s1"])), HISTORY)
    async with open_desk(provider=model, market=lambda _: priced()) as desk:
        anna = desk.person()
        assert "No trades yet" in text(await anna.say("show recent trade history"))
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        assert "Size 0.00083 · Price 60,000" in text(await anna.say("show recent trade history"))


async def test_the_exact_command_is_answered_without_a_model_original_h_9():
    model = FailingModel(ModelError("unreachable"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        assert "10,000 USDT" in text(await anna.say("/balance"))
        assert anna.last.status == "done"
    assert model.calls == 0


@pytest.mark.parametrize("said", ["我的余额", "根据我的余额帮我分析"])
async def test_words_about_the_balance_go_the_planners_way_original_h_10_original_h_11(said):
    model = Model(BALANCE)
    async with open_desk(provider=model) as desk:
        assert "10,000 USDT" in text(await desk.person().say(said))
    assert [(asked.purpose, asked.messages[-1].text) for asked in model.asked] == [("plan", said)]


async def test_a_greeting_is_one_direct_answer_original_h_12():
    model = Model(HELLO)
    async with open_desk(provider=model) as desk:
        assert text(await desk.person().say("hi")) == "Hello."
        kinds = [row.step_type for row in await desk.rows(StepRow)]
        assert kinds == ["llm_call", "conclusion"]
    assert model.calls == ["plan"]


# -- an AAPL among coins, and figures as they are (Market) ----------------------------------------


@pytest.mark.parametrize("said", ["AAPL price", "查询 AAPL 价格", "AAPL 多少钱"])
@pytest.mark.parametrize("modelled", [False, True])
async def test_a_share_where_coins_are_traded_is_refused_clearly_original_h_91(said, modelled):
    reads = plan(call("s1", "get_market_price", symbols=["AAPL"]), respond(show=["s1"]))
    async with open_desk(provider=Model(reads) if modelled else None) as desk:
        shown = text(await desk.person().say(said))
    assert "AAPL" in shown
    assert re.search(r"not traded here|no coin called|没有|不", shown)
    assert not re.search(r"Price:|价格:", shown), "and no other coin's figure stands in its place"


async def test_the_figures_shown_are_the_sources_original_h_92():
    prices = SetPrices()
    prices.set("BTC/USDT", "60123.45", half_spread="0.55")
    async with open_desk(market=lambda _: prices) as desk:
        shown = text(await desk.person().say("btc price"))
    for figure in ("60,123.45", "60,122.9", "60,124", "set prices", "09:30:00 UTC"):
        assert figure in shown


# -- nothing to change, nothing to confirm --------------------------------------------------------


@pytest.mark.parametrize("said", ["不改", "不改了", "不用改了"])
async def test_words_for_no_change_cancel_what_was_asked_original_h_72(said):
    model = Model(plan(ask("New name?", fields=("name",))))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("rename my exchange")
        assert "取消" in text(await anna.say(said))
        assert [row.status for row in await desk.rows(Workflow)] == ["cancelled"]
        assert await anna.questions() == []
    assert model.calls == ["plan"], "it is no name"


@pytest.mark.parametrize("said", ["确认 trade_missing", "confirm trade_missing"])
@pytest.mark.parametrize("card", [False, True])
async def test_confirming_what_is_not_there_confirms_nothing_and_says_so_original_h_53(said, card):
    async with open_desk() as desk:
        anna = desk.person()
        if card:
            await anna.say("buy 50 usdt of btc")
        told = text(await anna.say(said))
        assert re.search(r"Nothing (?:was|is|has been) |没有下单|没有待", told)
        assert await desk.rows(OrderRow) == []
        waiting = await desk.rows(Waiting, kind="approval")
        assert [row.status for row in waiting] == ["open"] * card
