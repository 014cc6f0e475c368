"""/halt, /unhalt and closing everything: at once, whatever the model does, and only for oneself."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.conversation import Press
from core.domain.orders import OrderRequest
from core.domain.records import AuditEntry, ExchangeAccount, FillRow, Insert, MessageRow, OrderRow
from core.errors import ModelError
from core.trading.limits import default_limits
from tests.behaviour.lives import Lives
from tests.behaviour.seams import FailingModel, HeldModel, Model
from tests.desk import open_desk
from tests.doubles.filling_venue import filling_desk


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def account_of(desk, person=None):
    person = person or desk.person()
    [account] = await desk.rows(ExchangeAccount, account_id=person.account.id)
    return account


def venue_of(desk):
    return desk.desk.parts.venues.exchanges["paper"]


async def rest(desk, key, **more):
    """An order that rests, placed by somebody at the venue itself."""
    account = await account_of(desk)
    request = OrderRequest(
        client_order_id=key,
        symbol="BTC/USDT",
        side="BUY",
        quantity=Decimal("0.01"),
        type="limit",
        price=Decimal(50_000),
    )
    await venue_of(desk).place(account.id, replace(request, **more))


async def test_halt_closes_the_account_for_opening_and_not_for_closing_peers_33():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        said = text(await anna.say("/halt"))
        assert "Trading is halted on paper (PAPER)" in said
        assert (await account_of(desk)).trading_state == "HALTED"
        assert "halted" in text(await anna.say("buy 50 usdt of btc"))
        await anna.say("sell all btc")
        assert "Sold" in text(await anna.press("confirm"))


async def test_halt_is_idempotent_and_a_second_one_says_the_same_peers_33():
    async with open_desk() as desk:
        anna = desk.person()
        first = text(await anna.say("/halt"))
        assert text(await anna.say("/halt")) == first
        [account] = await desk.rows(ExchangeAccount)
        assert account.trading_state == "HALTED"


@pytest.mark.parametrize("words", ["halt", "Stop everything!", "紧急停止"])
async def test_words_that_say_halt_and_nothing_else_halt(words):
    async with open_desk() as desk:
        await desk.person().say(words)
        assert (await account_of(desk)).trading_state == "HALTED"


@pytest.mark.parametrize("words", ["stop", "halt?", "should I halt trading now", "cancel all"])
async def test_other_words_do_not_halt(words):
    async with open_desk() as desk:
        await desk.person().say(words)
        assert (await account_of(desk)).trading_state == "ACTIVE"


async def test_halt_works_while_the_model_is_down_and_while_it_hangs():
    down = FailingModel(ModelError("unreachable"))
    async with open_desk(provider=down) as desk:
        assert "halted" in text(await desk.person().say("/halt"))
    held = HeldModel(Model())
    async with open_desk(provider=held) as desk:
        anna = desk.person()
        slow = await anna.accept("what do you think of btc")
        await held.reached.wait()
        halting = await anna.accept("/halt")
        assert (await account_of(desk)).trading_state == "HALTED", "before any turn has ended"
        assert "halted" in text((await desk.finished(halting.run_id)).messages)
        assert "Stopped" in text((await desk.finished(slow.run_id)).messages)


async def test_halt_takes_back_what_would_open_and_keeps_what_closes():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await anna.say("open long btc 500 usdt 2x")
        await anna.press("confirm")
        [entry] = await desk.rows(OrderRow)
        perpetual = {"symbol": "BTC/USDT:USDT", "leverage": 2}
        await rest(desk, "spotbuy")
        await rest(desk, "spotsell", side="SELL")
        await rest(desk, "adds", **perpetual)
        stop = {"type": "stop", "trigger": Decimal(40_000), "price": None, "side": "SELL"}
        await rest(desk, "stop", **perpetual, **stop, reduce_only=True)
        await rest(desk, "closes", **perpetual, side="SELL", quantity=entry.filled)
        await rest(desk, "turns", **perpetual, side="SELL", quantity=entry.filled * 3)
        said = text(await anna.say("/halt"))
        assert sorted(venue.cancelled) == ["adds", "spotbuy", "turns"]
        assert "cancelled" in said
        assert "Kept, since 3 orders only close." in said


async def test_a_venue_that_does_not_answer_is_named_and_the_halt_stands_all_the_same():
    async with filling_desk() as (desk, venue):
        venue.down = True
        said = text(await desk.person().say("/halt"))
        assert "paper (PAPER): its exchange does not answer" in said
        assert (await account_of(desk)).trading_state == "HALTED"


async def test_unhalt_takes_one_press_of_a_person_and_is_on_record():
    async with open_desk() as desk:
        anna = desk.person()
        assert "active on all" in text(await anna.say("/unhalt"))
        await anna.say("/halt")
        [offer] = [m for m in await anna.say("/unhalt") if m.get("question_id")]
        assert (await account_of(desk)).trading_state == "HALTED"
        said = text(await anna.press("opt:1", offer["question_id"]))
        assert "active again on paper (PAPER)" in said
        assert (await account_of(desk)).trading_state == "ACTIVE"
        events = [row.event for row in await desk.rows(AuditEntry)]
        assert events.count("trading.halted") == 1
        assert events.count("trading.resumed") == 1
        again = text(await anna.press("opt:1", offer["question_id"]))
        assert "active again" not in again


async def test_a_halt_ends_what_was_offered_before_wherever_it_was_offered():
    async with open_desk() as desk:
        here, there = desk.person(), desk.person(chat="there")
        await here.say("/halt")
        [offer] = [m for m in await here.say("/unhalt") if m.get("question_id")]
        await there.say("/halt")
        said = text(await here.press("opt:1", offer["question_id"]))
        assert "active again" not in said
        assert (await account_of(desk)).trading_state == "HALTED"


async def test_a_halt_during_the_press_that_would_trade_again_is_the_last_word():
    async with open_desk() as desk:
        here, there = desk.person(), desk.person(chat="there")
        account = await account_of(desk)
        limits = default_limits(account.id, account.account_id, desk.clock.now())
        row = replace(limits, daily_loss=Decimal(1000))
        assert await desk.desk.parts.records.commit(Insert(record=row))
        await here.say("/halt")
        [offer] = [m for m in await here.say("/unhalt") if m.get("question_id")]
        venue = venue_of(desk)
        read = venue.account

        async def halted_meanwhile(account_id):
            venue.account = read
            await desk.finished((await there.accept("/halt")).run_id)
            return await read(account_id)

        venue.account = halted_meanwhile
        said = text(await here.press("opt:1", offer["question_id"]))
        assert "active again" not in said
        assert (await account_of(desk)).trading_state == "HALTED"


async def test_an_offer_to_trade_again_ends_with_its_time():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("/halt")
        await anna.say("/unhalt")
        desk.clock.advance(301)
        await anna.press("opt:1")
        assert (await account_of(desk)).trading_state == "HALTED"


async def test_flattening_asks_once_more_and_closes_each_with_an_approval_of_its_own():
    async with open_desk() as desk:
        anna = desk.person()
        for words in ("buy 100 usdt of btc", "buy 100 usdt of eth", "open long sol 100 usdt 2x"):
            await anna.say(words)
            await anna.press("confirm")
        await anna.say("/halt")
        card = (await anna.press("opt:1"))[-1]
        assert "Close everything: 3 orders?" in card["text"]
        assert "PAPER" in card["text"]
        assert len(await desk.rows(FillRow)) == 3, "the first press closes nothing"
        said = text(await anna.press("confirm", card["question_id"]))
        assert said.count("Sold") == 2
        assert "Closed long" in said
        view = await desk.paper.account((await account_of(desk)).id)
        assert view.positions == ()
        approvals = await desk.rows(AuditEntry, event="close.approved")
        orders = {row.client_order_id for row in await desk.rows(OrderRow)}
        assert len(approvals) == 3
        assert {str(row.detail["order_id"]) for row in approvals} <= orders
        again = await anna.say("/halt")
        assert "Nothing is held." in text(again)
        assert "choices" not in again[-1], "there is nothing to flatten"


async def test_each_person_halts_only_their_own_accounts_in_a_group_too_I10():
    async with open_desk(owners=(("telegram", "1"),)) as desk:
        ben = await desk.somebody("ben")
        group = desk.person("1", platform="telegram", chat="-100", private=False)
        said = text(await group.say("/halt"))
        assert "halted" in said
        assert (await account_of(desk)).trading_state == "HALTED"
        assert (await account_of(desk, ben)).trading_state == "ACTIVE"
        assert all(not message.get("choices") for message in group.last.messages)
        assert "private chat" in text(await group.say("/unhalt"))
        stranger = desk.person("99", platform="telegram", chat="-100", private=False)
        await stranger.accept("/halt")
        await desk.idle()
        assert (await account_of(desk, ben)).trading_state == "ACTIVE"


async def test_every_account_of_a_person_is_halted_a_live_one_that_is_not_connected_too():
    async with open_desk() as desk:
        paper = await account_of(desk)
        live = replace(paper, id="live", name="main", venue="binance", mode="live")
        await desk.desk.parts.records.commit(Insert(record=live))
        said = text(await desk.person().say("/halt"))
        assert "main (LIVE): its exchange does not answer" in said
        states = {row.name: row.trading_state for row in await desk.rows(ExchangeAccount)}
        assert states == {"paper": "HALTED", "main": "HALTED"}


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("at", [1, 2, 3, 4])
async def test_a_crash_while_flattening_closes_each_once_and_tells_I3_I13(at, before):
    lives = Lives()
    async with lives.desk() as desk:
        anna = desk.person()
        for words in ("buy 100 usdt of btc", "buy 100 usdt of eth"):
            await anna.say(words)
            await anna.press("confirm")
        await anna.say("/halt")
        card = (await anna.press("opt:1"))[-1]
    press = Press(question_id=card["question_id"], choice="confirm")
    async with lives.desk(dies_at=at, before=before) as desk:
        await lives.until_death(desk, desk.person().send(press, key="press"))
    async with lives.desk() as desk:
        await desk.person().send(press, key="press")
        for _ in range(3):
            await desk.swept()
            await desk.desk.orders.look()
            desk.clock.advance(4)
        view = await desk.paper.account((await account_of(desk)).id)
        assert view.positions == ()
        assert len(await desk.rows(FillRow, side="SELL")) == 2
        history = await desk.person().history()
        assert text([m for m in history if m["role"] == "assistant"]).count("Sold ") == 2


async def test_a_close_that_is_in_doubt_is_named_and_told_once_it_is_known_I13():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        for words in ("buy 100 usdt of btc", "buy 100 usdt of eth"):
            await anna.say(words)
            await anna.press("confirm")
        await anna.say("/halt")
        card = (await anna.press("opt:1"))[-1]
        venue.silent = {"BTC/USDT"}
        said = text(await anna.press("confirm", card["question_id"]))
        assert "UNKNOWN" in said
        assert "Sold" in said
        venue.silent = set()
        await desk.desk.orders.look()
        told = (await desk.rows(MessageRow, kind="alert"))[-1].text
        assert "order has filled." in told
        assert (await desk.paper.account((await account_of(desk)).id)).positions == ()
