"""What "it", "the second one" and a name mean at the desk, and what happens where two fit."""

import pytest

from core.domain.records import ConversationRow, ExchangeAccount, OrderRow, Update
from tests.behaviour.seams import Model, call, plan, respond
from tests.behaviour.strategies import Strategies
from tests.desk import open_desk

HELLO = plan(respond(text="Well."), intent="chat")
LIST = plan(call("s1", "get_strategies"), respond(show=["s1"]))


def make(key, name):
    """A plan that creates a strategy, or names one anew."""
    return plan(call("s1", "rename_strategy", id=key, called=name), respond(show=["s1"]))


def text(messages):
    return "\n".join(message["text"] for message in messages)


def labels(person):
    return [choice["label"] for choice in person.card["choices"]]


def meant(model):
    """What the last planning call was told that the pointing words mean."""
    return [(one.kind, one.id) for one in model.asked[-1].context.meant]


def spoken(model, kind):
    """What the last planning call was told is spoken of."""
    one = model.asked[-1].context.references.of(kind)
    return (one.id, one.name) if one else None


def desk_with(model, **strategies):
    """A desk with a resource of strategies; `strategies` are the owner's, by id."""
    kept = Strategies({"owner": dict(strategies)})
    return kept, open_desk(provider=model, resources=kept.beside)


# -- names ----------------------------------------------------------------------------------------


async def test_a_strategy_that_is_named_is_this_one_from_then_on_original_h_24_original_h_26():
    model = Model(HELLO, HELLO, HELLO)
    _, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        anna = desk.person()
        await anna.say("帮我改一下激进这个策略")
        assert (spoken(model, "strategy"), meant(model)) == (("s1", "激进"), [("strategy", "s1")])
        await anna.say("这个策略的参数")
        assert meant(model) == [("strategy", "s1")]
        await anna.say("看看稳健这个策略")
        assert spoken(model, "strategy") == ("s2", "稳健"), "another name beats the reference"


@pytest.mark.parametrize(
    "said", ["make it faster", "stop all", "my options", "the aggregate", "帮我"]
)
async def test_a_name_within_another_word_names_nothing_original_g1_6(said):
    model = Model(HELLO)
    _, opened = desk_with(model, s1="aster", s2="OP", s3="gate", s4="帮我赚钱")
    async with opened as desk:
        await desk.person().say(said)
        assert spoken(model, "strategy") is None


async def test_what_a_tool_made_is_this_one_original_h_25():
    model = Model(HELLO, make("s9", "波段"), HELLO)
    _, opened = desk_with(model, s1="激进")
    async with opened as desk:
        anna = desk.person()
        await anna.say("帮我改一下激进这个策略")
        await anna.say("新建一个，叫波段")
        await anna.say("这个策略里面的参数和prompt")
        assert meant(model) == [("strategy", "s9")]


async def test_a_strategy_made_anew_is_found_by_its_name_original_h_27():
    model = Model(HELLO, HELLO)
    kept, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        anna = desk.person()
        await anna.say("帮我改一下激进这个策略")
        kept.by_account["owner"] = {"s2": "稳健", "s7": "激进"}
        assert "不存在" not in text(await anna.say("它怎么样"))
        assert meant(model) == [("strategy", "s7")]


async def test_of_two_that_fit_one_is_asked_for_and_pressing_it_goes_on_original_h_28():
    model = Model(HELLO)
    kept, opened = desk_with(model, s1="波段一号", s2="波段二号", s3="激进")
    async with opened as desk:
        anna = desk.person()
        asked = text(await anna.say("把波段策略改强一点"))
        assert "哪个策略" in asked
        assert labels(anna)[:2] == ["波段一号", "波段二号"]
        assert model.asked == [], "no model is needed to ask"
        await anna.press("opt:2")
        assert model.asked[-1].context.text == "把波段二号策略改强一点"
        assert spoken(model, "strategy") == ("s2", "波段二号")
    assert kept.of("owner") == {"s1": "波段一号", "s2": "波段二号", "s3": "激进"}


async def test_two_of_one_name_are_told_apart_by_their_ids():
    model = Model(HELLO)
    _, opened = desk_with(model, s1="激进", s2="激进")
    async with opened as desk:
        anna = desk.person()
        await anna.say("stop 激进")
        assert labels(anna)[:2] == ["激进 (s1)", "激进 (s2)"]
        await anna.press("opt:2")
        assert spoken(model, "strategy") == ("s2", "激进")


@pytest.mark.parametrize(
    ("said", "request_", "question"),
    [
        ("帮我把策略改强一点", "帮我把策略“稳健”改强一点", "哪个策略"),
        ("make the strategy stronger", 'make the strategy "稳健" stronger', "Which strategy"),
    ],
)
async def test_the_strategy_with_several_there_is_asked_and_changes_nothing_original_h_29(
    said, request_, question
):
    model = Model(HELLO)
    _, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        anna = desk.person()
        assert question in text(await anna.say(said))
        assert model.asked == []
        await anna.press("opt:2")
        assert model.asked[-1].context.text == request_
        assert spoken(model, "strategy") == ("s2", "稳健")


async def test_words_choose_as_well_and_another_request_lets_the_question_go():
    model = Model(HELLO, HELLO)
    _, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        anna = desk.person()
        await anna.say("帮我把策略改强一点")
        await anna.say("稳健")
        assert spoken(model, "strategy") == ("s2", "稳健")
        await anna.say("/clear")
        await anna.say("帮我把策略改强一点")
        await anna.say("hello there")
        assert await anna.questions() == []


async def test_the_only_strategy_there_is_needs_no_question():
    model = Model(HELLO)
    _, opened = desk_with(model, s1="激进")
    async with opened as desk:
        await desk.person().say("帮我把策略改强一点")
        assert spoken(model, "strategy") == ("s1", "激进")


async def test_the_list_of_all_strategies_is_never_asked_about():
    model = Model(LIST, LIST, HELLO)
    _, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        anna = desk.person()
        assert "激进, 稳健" in text(await anna.say("list my strategies"))
        await anna.say("看看我的策略")
        await anna.say("改一下第二个")
        assert meant(model) == [("strategy", "s2")]


async def test_a_name_of_another_person_is_nobody_here():
    model = Model(HELLO)
    kept, opened = desk_with(model, s1="激进")
    async with opened as desk:
        boris = await desk.somebody("Boris")
        await boris.say("帮我改一下激进这个策略")
        assert spoken(model, "strategy") is None
        assert meant(model) == []
    assert list(kept.by_account) == ["owner", boris.account.id]


async def test_an_exchange_account_is_called_by_its_name():
    model = Model(HELLO)
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        [kept] = await desk.rows(ExchangeAccount, account_id=anna.account.id)
        change = Update(kind=ExchangeAccount, where={"id": kept.id}, set={"name": "main desk"})
        assert await desk.desk.parts.records.commit(change)
        await anna.say("use my Main Desk")
        assert spoken(model, "exchange") == (kept.id, "main desk")


# -- what is no more ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("start it", "The strategy Calm no longer exists."),
        ("start this strategy", "The strategy Calm no longer exists."),
        ("启动这个策略", "策略“Calm”已经不存在了。"),
    ],
)
async def test_a_strategy_that_was_deleted_is_said_to_be_gone_and_nothing_takes_its_place(
    said, told
):
    model = Model(HELLO, HELLO)
    kept, opened = desk_with(model, s1="Calm", s2="Wild")
    async with opened as desk:
        anna = desk.person()
        await anna.say("look at Calm")
        del kept.by_account["owner"]["s1"]
        assert told in text(await anna.say(said))
        assert [one.name for one in model.asked[-1].context.gone] == ["Calm"]
        assert (meant(model), spoken(model, "strategy")) == ([], None)


async def test_a_deletion_that_the_message_is_not_about_is_not_mentioned():
    model = Model(HELLO, HELLO)
    kept, opened = desk_with(model, s1="Calm", s2="Wild")
    async with opened as desk:
        anna = desk.person()
        await anna.say("look at Calm")
        del kept.by_account["owner"]["s1"]
        assert text(await anna.say("hello")) == "Well."
        assert spoken(model, "strategy") is None


async def test_a_listed_one_that_was_deleted_keeps_its_place_and_is_said_to_be_gone():
    model = Model(LIST, HELLO, HELLO)
    kept, opened = desk_with(model, s1="Calm", s2="Wild", s3="Slow")
    async with opened as desk:
        anna = desk.person()
        await anna.say("list my strategies")
        del kept.by_account["owner"]["s2"]
        assert "The strategy Wild no longer exists." in text(await anna.say("start the second one"))
        assert meant(model) == []
        await anna.say("start the third one")
        assert meant(model) == [("strategy", "s3")]


async def test_a_position_that_was_closed_elsewhere_is_not_closed_again_peers_18():
    async with open_desk() as desk:
        anna, elsewhere = desk.person(chat="one"), desk.person(chat="two")
        for said in ("buy 50 usdt of eth", "buy 50 usdt of btc"):
            await anna.say(said)
            await anna.press("confirm")
        await elsewhere.say("sell all my btc")
        await elsewhere.press("confirm")
        told = text(await anna.say("close it"))
        assert "The position BTC/USDT is no longer open." in told
        assert "nothing of that to close" in told
        assert await anna.questions() == []
        assert len(await desk.rows(OrderRow)) == 3


# -- nicknames ------------------------------------------------------------------------------------


async def test_a_nickname_stands_for_a_coin_in_reads_orders_and_references():
    async with open_desk() as desk:
        anna = desk.person()
        await anna.say("nickname 老大 = ETH")
        assert "ETH/USDT" in text(await anna.say("老大多少钱"))
        assert "ETH/USDT" in text(await anna.say("how much is it"))
        [card] = await anna.say("买50u老大")
        assert card["data"]["symbol"] == "ETH/USDT"


async def test_a_nickname_stands_for_a_strategy_and_a_planner_is_told():
    model = Model(
        plan(
            call("s1", "manage_preferences", action="add", key="nickname", value="老虎 = 激进"),
            respond(show=["s1"]),
        ),
        HELLO,
    )
    _, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        anna = desk.person()
        await anna.say("叫激进老虎")
        await anna.say("启动老虎")
        assert spoken(model, "strategy") == ("s1", "激进")
        assert model.asked[-1].context.nicknames == (("老虎", "激进"),)


# -- how long and whose ---------------------------------------------------------------------------


async def test_references_are_one_conversations_last_a_day_and_are_cleared_original_g1_18():
    model = Model(*[HELLO] * 6)
    _, opened = desk_with(model, s1="激进", s2="稳健")
    async with opened as desk:
        here, there = desk.person(chat="here"), desk.person(chat="there")
        boris = await desk.somebody("Boris")
        await here.say("看看激进")
        await there.say("它")
        assert meant(model) == []
        await boris.say("它")
        assert meant(model) == []
        await here.say("它")
        assert meant(model) == [("strategy", "s1")]
        desk.clock.advance(25 * 3600)
        await here.say("它")
        assert meant(model) == []
        await here.say("看看激进")
        await here.say("/clear")
        rows = {row.id: row.references["current"] for row in await desk.rows(ConversationRow)}
        assert all(current == [] for current in rows.values())
