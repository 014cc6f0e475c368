"""Several requests at once: later, continue, cancel, and what expires (DESIGN 3)."""

import pytest

from adapters.store.memory import MemoryRecords
from core.domain.records import MessageRow, OrderRow, OutboxItem, Update, Waiting, Workflow
from core.jobs.expiry import expire
from tests.behaviour.seams import Model, ask, buy, call, plan, respond
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk

BALANCE = call("s1", "get_balance")
WHICH = plan(ask("Which exchange?", "OKX", "Binance", fields=("exchange",)))
THANKS = plan(respond(text="Understood."), intent="chat")
DAY = 24 * 3600


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def statuses(desk):
    return [row.status for row in await desk.rows(Workflow)]


async def open_questions(desk):
    return await desk.rows(Waiting, status="open", kind=("approval", "ask", "amount"))


@pytest.mark.parametrize(
    ("later", "go_on", "aside", "going"),
    [
        ("later", "continue", "Put aside", "Going on with: buy 50 usdt of btc"),
        ("先放着", "继续", "已搁置", "继续：buy 50 usdt of btc"),
    ],
)
async def test_later_puts_a_card_aside_and_continue_makes_a_fresh_one(later, go_on, aside, going):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        old = anna.question_id
        told = text(await anna.say(later))
        assert aside in told
        assert await statuses(desk) == ["suspended"]
        assert await open_questions(desk) == []
        await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"
        assert await desk.rows(OrderRow) == []

        [card] = await anna.say(go_on)
        assert going in card["text"]
        assert card["kind"] == "question"
        assert card["question_id"] != old
        assert await statuses(desk) == ["waiting_confirmation"]
        await anna.press("confirm")
        assert await statuses(desk) == ["completed"]
        assert len(await desk.rows(OrderRow)) == 1


async def test_what_was_put_aside_survives_a_restart_I15():
    records, clock = MemoryRecords(), ManualClock()
    async with open_desk(records=records, clock=clock) as desk:
        await desk.person().say("buy 50 usdt of btc")
        await desk.person().say("not now")
    async with open_desk(records=records, clock=clock, ids=SeededIds(2)) as desk:
        anna = desk.person()
        assert "put aside" in text(await anna.say("/status"))
        [card] = await anna.say("continue")
        assert card["data"]["amount"] == "50"


async def test_continue_resumes_the_newest_and_says_how_many_more_are_put_aside():
    async with open_desk() as desk:
        anna = desk.person()
        for coin in ("btc", "eth"):
            await anna.say(f"buy 50 usdt of {coin}")
            await anna.say("later")
            desk.clock.advance(1)
        [card] = await anna.say("resume")
        assert card["data"]["symbol"] == "ETH/USDT"
        assert "1 more put aside" in card["text"]
        await anna.press("cancel")
        [card] = await anna.say("resume")
        assert card["data"]["symbol"] == "BTC/USDT"
        assert "more put aside" not in card["text"]


@pytest.mark.parametrize(
    ("words", "told"), [("continue", "nothing to continue"), ("继续", "没有可以继续")]
)
async def test_continue_with_nothing_that_waits_says_so(words, told):
    async with open_desk() as desk:
        anna = desk.person()
        assert told in text(await anna.say(words))
        assert await desk.rows(Workflow) == []


async def test_an_open_question_comes_before_what_was_put_aside():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("later")
        await anna.say("buy 60 usdt of eth")
        card = anna.question_id
        again = await anna.say("接着")
        assert anna.card["question_id"] == card
        assert "ETH" in text(again)
        assert await desk.rows(OrderRow) == []
        await anna.press("confirm")
        assert [order.symbol for order in await desk.rows(OrderRow)] == ["ETH/USDT"]


async def test_continue_confirms_the_only_card_and_never_a_large_one():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        assert "Bought" in text(await anna.say("continue"))
        await anna.say("buy 6000 usdt of eth")
        assert "请按按钮确认" in text(await anna.say("继续"))
        assert len(await desk.rows(OrderRow)) == 1


async def test_continue_puts_a_question_again_and_its_answer_still_counts_original_g1_5():
    model = Model(WHICH, THANKS)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        first = anna.question_id
        again = await anna.say("继续")
        assert "Which exchange?" in text(again)
        assert anna.question_id == first
        assert [item["label"] for item in anna.card["choices"]][:2] == ["OKX", "Binance"]
        assert text(await anna.say("OKX")) == "Understood."
    assert model.asked[1].messages[-1].text == "set up my exchange\n[exchange: OKX]"


@pytest.mark.parametrize("words", ["好了", "我配好了", "done", "我已经配置好了，继续创建交易员"])
async def test_set_up_meanwhile_plans_the_same_request_from_what_is_there_now(words):
    model = Model(WHICH, plan(BALANCE, respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("create a trader on my exchange")
        assert "10,000 USDT" in text(await anna.say(words))
        [workflow] = await desk.rows(Workflow)
        assert (workflow.status, workflow.request) == (
            "completed",
            "create a trader on my exchange",
        )
    assert model.asked[1].messages[-1].text == "create a trader on my exchange"


async def test_a_request_about_configuration_leaves_the_wait_alone_original_g1_5_original_g1_22():
    model = Model(WHICH, plan(BALANCE, respond(show=["s1"])), THANKS)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        reply = text(await anna.say("which exchanges and models have I configured?"))
        assert "Still waiting for your answer: Which exchange?" in reply
        assert await statuses(desk) == ["waiting_user", "completed"]
        assert text(await anna.say("OKX")) == "Understood."
        assert await statuses(desk) == ["completed", "completed"]


async def test_waiting_for_words_and_for_a_confirmation_stay_apart_original_g1_17():
    model = Model(WHICH, plan(buy(), respond(show=["s1"])))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("set up my exchange")
        await anna.say("buy some btc")
        assert await statuses(desk) == ["waiting_user", "waiting_confirmation"]
        status = text(await anna.say("/status"))
        assert "set up my exchange" in status
        assert "Which exchange?" in status
        assert "buy some btc" in status


async def test_put_aside_counts_among_the_five_and_the_oldest_is_closed_I13():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("later")
        for coin in ("eth", "sol", "bnb", "doge", "xrp"):
            await anna.say(f"buy 50 usdt of {coin}")
        assert (await statuses(desk)).count("cancelled") == 0
        [card] = await anna.say("buy 50 usdt of ada")
        assert "so I closed the oldest: buy 50 usdt of btc" in card["text"]
        assert await statuses(desk) == ["cancelled", *["waiting_confirmation"] * 6]


async def test_later_with_two_cards_asks_which_and_puts_that_one_aside():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("buy 60 usdt of eth")
        await anna.say("later")
        labels = {item["label"]: item["id"] for item in anna.card["choices"]}
        await anna.press(next(key for label, key in labels.items() if "BTC" in label))
        assert "Put aside" in text(anna.last.messages)
        assert await statuses(desk) == ["suspended", "waiting_confirmation"]


@pytest.mark.parametrize(("lang", "told"), [("en", "has expired after a day"), ("zh", "已满一天")])
async def test_what_was_put_aside_expires_after_a_day_and_its_person_is_told_I13(lang, told):
    async with open_desk() as desk:
        anna = desk.person(lang=lang)
        await anna.say("buy 50 usdt of btc" if lang == "en" else "买 50u 比特币")
        await anna.say("later" if lang == "en" else "稍后再说")
        desk.clock.advance(DAY - 60)
        assert await expire(desk.desk.parts) == 0
        desk.clock.advance(120)
        assert await expire(desk.desk.parts) == 1
        assert await expire(desk.desk.parts) == 0
        assert await statuses(desk) == ["failed"]
        [notice] = await desk.rows(MessageRow, kind="alert")
        assert told in notice.text
        assert "continue" not in text(await anna.say("continue" if lang == "en" else "继续"))[:8]
        assert await desk.rows(OrderRow) == []


async def test_the_notice_of_what_expired_is_sent_where_messages_are_sent():
    async with open_desk(pushed=frozenset({"telegram"}), owners=(("telegram", "1"),)) as desk:
        anna = desk.person("1", platform="telegram")
        await anna.say("buy 50 usdt of btc")
        sent = {"status": "sent", "sent_at": desk.clock.now(), "platform_message_id": "7"}
        for row in await desk.rows(OutboxItem):
            await desk.desk.parts.records.commit(
                Update(kind=OutboxItem, where={"id": row.id}, set=sent)
            )
        await anna.say("later")
        desk.clock.advance(DAY + 1)
        assert await expire(desk.desk.parts) == 1
        assert "has expired after a day" in (await anna.told())[-1]


async def test_cancel_all_in_words_and_as_a_command_closes_everything_peers_33():
    for words, told in (("cancel all", "3 open"), ("全部取消", "3"), ("/cancel all", "3 open")):
        async with open_desk() as desk:
            anna = desk.person()
            await anna.say("buy 40 usdt of sol")
            await anna.say("later")
            await anna.say("buy 50 usdt of btc")
            await anna.say("buy 60 usdt of eth")
            assert told in text(await anna.say(words))
            assert await statuses(desk) == ["cancelled"] * 3
            assert await open_questions(desk) == []
            again = text(await anna.say(words))
            assert "Nothing is open" in again or "没有待处理" in again
            assert await desk.rows(OrderRow) == []


async def test_cancel_leaves_what_was_put_aside_and_says_so():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("later")
        assert "1 put aside" in text(await anna.say("/cancel"))
        assert await statuses(desk) == ["suspended"]


async def test_an_amount_that_was_asked_for_does_not_eat_the_next_request_peers_31():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.press("amount")
        assert anna.card["choices"][-1]["id"] == "cancel"
        reply = text(await anna.say("show positions"))
        assert "positions" in reply
        assert "Still waiting" in reply
        [card] = await anna.say("80 usdt")
        assert card["data"]["amount"] == "80"


@pytest.mark.parametrize(
    ("words", "amount", "unit"),
    [
        ("yes but 50 not 100", "50", "quote"),
        ("好的但是只要50", "50", "quote"),
        ("ok make it 0.01 btc", "0.01", "base"),
        ("yes, only 30 usdt please", "30", "quote"),
    ],
)
async def test_a_mixed_answer_changes_the_draft_and_asks_again_peers_11(words, amount, unit):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 100 usdt of btc")
        old = anna.question_id
        [card] = await anna.say(words)
        assert (card["data"]["amount"], card["data"]["unit"]) == (amount, unit)
        assert await desk.rows(OrderRow) == []
        await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"
        assert await desk.rows(OrderRow) == []


@pytest.mark.parametrize(
    "words",
    [
        "yes but limit the leverage to 3x",
        "ok, with 3x leverage",
        "好的，但是杠杆改成3倍",
        "3x",
        "可以，但3倍杠杆",
    ],
)
async def test_a_yes_with_another_leverage_changes_the_draft_and_asks_again(words):
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("long btc 100 usdt 10x")
        assert anna.card["data"]["leverage"] == 10
        old = anna.question_id
        [card] = await anna.say(words)
        assert (card["data"]["leverage"], card["data"]["amount"]) == (3, "100")
        assert await desk.rows(OrderRow) == []
        await anna.press("confirm", old)
        assert anna.last.outcome == "already_answered"


async def test_another_leverage_for_an_order_without_one_is_no_consent():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("buy 50 usdt of btc")
        await anna.say("yes but with leverage 3x")
        assert await desk.rows(OrderRow) == []
        assert len(await open_questions(desk)) >= 1


@pytest.mark.parametrize("words", ["yes but on okx", "好的但是换个交易所", "yes and then sell it"])
async def test_a_yes_with_another_wish_is_never_consent(words):
    model = Model(plan(buy(), respond(show=["s1"])), THANKS)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("buy some btc")
        reply = text(await anna.say(words))
        assert "Still waiting" in reply or "还在等您回答" in reply
        assert await desk.rows(OrderRow) == []
        assert len(await open_questions(desk)) == 1


async def test_what_is_not_understood_closes_nothing_however_much_is_open():
    async with open_desk() as desk:
        anna = desk.person()
        for amount in range(10, 16):
            await anna.say(f"buy {amount} usdt of btc")
        before = {item["question_id"] for item in await anna.questions()}
        for said in ("DROP TABLE", "...", "btc price"):
            assert "closed the oldest" not in str(await anna.say(said))
        cards = {item["question_id"] for item in await anna.questions() if item.get("data")}
        assert cards == before
