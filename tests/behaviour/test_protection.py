"""An order with its stop and target: placed together, complete or closed, whatever goes wrong."""

from decimal import Decimal

import pytest

from core.domain.conversation import Press
from core.domain.records import ExchangeAccount, OrderRow
from tests.behaviour.lives import Lives
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk
from tests.doubles.faulty_venue import FaultyVenue

D = Decimal
AMOUNT = {"value": "0.005", "unit": "base"}
WORDS = "long 0.005 btc 5x stop 90000 target 110000"


def long_btc(**more):
    step = call(
        "s1",
        "execute_trade",
        action="open_long",
        symbol="BTC",
        amount=AMOUNT,
        leverage=5,
        **{"stop": "90000", "target": "110000", **more},
    )
    return plan(step, respond(show=["s1"]))


def venue(**faults):
    """How to put a faulty venue in front of the paper exchange."""
    return lambda paper: FaultyVenue(paper, **faults)


def the_venue(desk):
    return desk.desk.parts.venues.exchanges["paper"]


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def legs(desk):
    """Orders by the letter that their id ends in; "" is the entry."""
    return {row.client_order_id[26:]: row for row in await desk.rows(OrderRow)}


async def said_since(desk, count):
    history = await desk.person().history()
    return [row["text"] for row in history if row["role"] == "assistant"][count:]


async def confirmed(desk):
    await desk.person().say(WORDS)
    [question] = await desk.person().questions()
    press = Press(question_id=question["question_id"], choice="confirm")
    return text(await desk.person().send(press, key="press"))


async def held(desk):
    """The quantities of all positions."""
    [account] = await desk.rows(ExchangeAccount)
    return [one.quantity for one in (await the_venue(desk).account(account.id)).positions]


async def resting(desk):
    """The orders that rest at the venue."""
    [account] = await desk.rows(ExchangeAccount)
    return await the_venue(desk).behind.open_orders(account.id)


def a_desk(lives=None, **faults):
    options = {"provider": Model(long_btc()), "exchange": venue(**faults)}
    return lives.desk(**options) if lives else open_desk(**options)


async def test_entry_stop_and_target_are_three_orders_under_one_approval_original_g2_1342():
    async with a_desk() as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        told = await confirmed(desk)
        assert "Opened long 0.005 BTC" in told
        assert "Stop: 90,000 USDT, resting at the exchange" in told
        assert "Target: 110,000 USDT, resting at the exchange" in told
        orders = await legs(desk)
        assert set(orders) == {"", "s", "t"}
        entry, stop, target = orders[""], orders["s"], orders["t"]
        assert (entry.status, stop.status, target.status) == ("FILLED", "ACCEPTED", "ACCEPTED")
        assert (stop.type, stop.trigger, stop.side) == ("STOP", D(90000), "SELL")
        assert (target.type, target.trigger, target.reduce_only) == (
            "TAKE_PROFIT",
            D(110000),
            True,
        )
        assert stop.oco == target.oco == entry.client_order_id == stop.parent
        assert stop.quantity == target.quantity == entry.filled
        assert entry.message_id
        assert entry.conversation_id


async def test_the_card_tells_distance_loss_gain_and_their_ratio_original_g1_13():
    async with a_desk() as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        card = text(await desk.person().say(WORDS))
        assert "Stop: 90,000 USDT (-10" in card
        assert "would lose about 50" in card
        assert "Target: 110,000 USDT (+" in card
        assert "Reward / risk: " in card


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"stop": "101000", "target": None}, "The stop of a long must be below"),
        ({"stop": None, "target": "99000"}, "The target of a long must be above"),
        ({"stop": "900", "target": None}, "more than ten times off"),
    ],
)
async def test_a_stop_or_target_on_the_wrong_side_gets_no_card_original_g1_13(more, why):
    async with open_desk(provider=Model(long_btc(**more)), exchange=venue()) as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        assert why in text(await desk.person().say("do that"))
        assert await desk.rows(OrderRow) == []


async def test_a_stop_that_is_refused_closes_the_entry_and_both_are_told_original_g1_13_I13():
    async with a_desk(s=["refused"]) as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        told = await confirmed(desk)
        assert "The stop could not be placed" in told
        assert "closed again at" in told
        orders = await legs(desk)
        assert set(orders) == {"", "s", "t", "x"}
        assert [orders[key].status for key in ("", "s", "t", "x")] == [
            "FILLED",
            "REJECTED",
            "CANCELED",
            "FILLED",
        ]
        assert await held(desk) == []


async def test_a_target_that_is_refused_leaves_the_stop_and_is_told():
    async with a_desk(t=["refused"]) as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        told = await confirmed(desk)
        assert "The target could not be placed" in told
        orders = await legs(desk)
        assert (orders["s"].status, orders["t"].status) == ("ACCEPTED", "REJECTED")
        assert await held(desk) == [D("0.005")]


async def test_when_closing_is_refused_too_the_person_is_told_to_act_I13():
    async with a_desk(s=["refused"], x=["refused"]) as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        told = await confirmed(desk)
        assert "WITHOUT a stop" in told


@pytest.mark.parametrize("leg", ["s", "t"])
@pytest.mark.parametrize("fault", ["accepted", "lost", "not_sent"])
async def test_a_leg_in_doubt_is_told_and_finished_once_it_is_known_I3_I13_peers_12(leg, fault):
    async with a_desk(**{leg: [fault]}) as desk:
        await desk.market.move("BTC/USDT:USDT", D(100000))
        the_venue(desk).unreadable = fault != "not_sent"
        told = await confirmed(desk)
        if leg == "t":
            # The stop was read back while the venue did not answer either.
            assert "UNKNOWN" in told or "NOT placed yet" in told
        else:
            assert ("NOT placed yet" if fault == "not_sent" else "UNKNOWN") in told
        assert "Opened long" in told
        orders = await legs(desk)
        assert orders[""].status == "FILLED"
        the_venue(desk).unreadable = False
        await desk.swept()
        await desk.swept()
        orders = await legs(desk)
        assert (orders["s"].status, orders["t"].status) == ("ACCEPTED", "ACCEPTED")
        [*_, last] = await said_since(desk, 0)
        assert "Stop: 90,000 USDT, resting" in last
        assert "Target: 110,000 USDT, resting" in last
        assert sorted(one.client_order_id for one in await resting(desk)) == sorted(
            row.client_order_id for key, row in orders.items() if key
        )
        assert await held(desk) == [D("0.005")]


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("refused", [False, True], ids=["placed", "stop-refused"])
async def test_death_at_every_commit_leaves_one_entry_protected_or_closed_I3_I15(before, refused):
    for dies_at in range(1, 9):
        lives = Lives()
        faults = {"s": ["refused"] * 3} if refused else {}
        async with a_desk(lives, **faults) as desk:
            await desk.market.move("BTC/USDT:USDT", D(100000))
            await desk.person().say(WORDS)
        async with a_desk(lives) as desk:
            the_venue(desk).faults = faults
            lives.store.dies_at = lives.store.commits + dies_at
            lives.store.before = before
            died = await lives.until_death(desk, pressed(desk))
        async with a_desk(lives) as desk:
            the_venue(desk).faults = faults
            await desk.swept()
            if await desk.person().questions():
                await pressed(desk)
            orders = await legs(desk)
            assert orders[""].status == "FILLED", dies_at
            if refused:
                assert orders["x"].status == "FILLED", dies_at
                assert await held(desk) == []
                assert await resting(desk) == []
            else:
                assert [orders[key].status for key in "st"] == ["ACCEPTED"] * 2, dies_at
                assert await held(desk) == [D("0.005")]
                assert len(await resting(desk)) == 2
            filled = [t for t in await said_since(desk, 0) if "Opened long" in t]
            assert len(filled) == 1, (dies_at, filled)
        if not died:
            break


async def pressed(desk):
    [question] = await desk.person().questions()
    press = Press(question_id=question["question_id"], choice="confirm")
    return await desk.person().send(press, key="press")
