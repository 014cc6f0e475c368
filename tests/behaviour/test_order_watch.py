"""Orders that go on after their turn: what fills is stored, protected and told, once (I3, I13)."""

import asyncio
from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.orders import OrderRequest
from core.domain.records import ExchangeAccount, FillRow, MessageRow, OrderRow, OutboxItem
from core.jobs.order_watch import OrderWatch
from tests.behaviour.lives import Lives
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk
from tests.doubles.filling_venue import FillingVenue, filling_desk

D = Decimal
PERPETUAL = "BTC/USDT:USDT"


def order(action="open_long", **more):
    arguments = {
        "action": action,
        "symbol": "BTC",
        "amount": {"value": "0.01", "unit": "base"},
        "type": "limit",
        "price": "90000",
        **more,
    }
    return plan(call("s1", "execute_trade", **arguments), respond(show=["s1"]))


PROTECTED = {"leverage": 5, "stop": "85000", "target": "110000"}


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def placed(desk, price="100000"):
    """The order on the card, confirmed with the market at that price."""
    await desk.market.move(PERPETUAL, D(price))
    person = desk.person()
    await person.say("do it")
    await person.press("confirm")
    return person


async def alerts(desk):
    return [row.text for row in await desk.rows(MessageRow, kind="alert")]


async def by_leg(desk):
    return {row.client_order_id[26:]: row for row in await desk.rows(OrderRow)}


async def moved(desk, price):
    """The price, with all that it triggers at the paper venue, and a look at it."""
    await desk.market.move(PERPETUAL, D(price))
    for symbol in (PERPETUAL, "BTC/USDT"):
        await desk.paper.on_quote(await desk.market.quote(symbol))
    return await desk.desk.orders.look()


async def key_of(desk, leg=""):
    return (await by_leg(desk))[leg].client_order_id


# On the paper exchange


async def test_a_resting_limit_that_fills_is_told_in_reply_to_its_card_with_the_day_I7_I13():
    async with open_desk(
        provider=Model(order("buy")), pushed=frozenset({"telegram"}), owners=(("telegram", "1"),)
    ) as desk:
        await desk.market.move(PERPETUAL, D(100000))
        anna = desk.person("1", platform="telegram")
        await anna.say("do it")
        card = anna.card["id"]
        await anna.press("confirm")
        assert await moved(desk, 95000) == 0
        assert await alerts(desk) == []
        assert await moved(desk, 89000) == 1
        [said] = await alerts(desk)
        assert "Your BTC/USDT order has filled." in said
        assert said.count("0.01 BTC") == said.count("90,000") == 1, "told once"
        assert "PAPER · SIMULATED" in said
        assert "Today (UTC): fills 1" in said
        [row] = await desk.rows(OrderRow)
        assert (row.status, row.filled, row.told) == ("FILLED", D("0.01"), D("0.01"))
        assert len(await desk.rows(FillRow)) == 1
        [sent] = [
            o for o in await desk.rows(OutboxItem) if "has filled" in str(o.payload.get("text"))
        ]
        assert sent.target == card
        assert await desk.desk.orders.look() == 0
        assert len(await alerts(desk)) == 1


async def test_an_entry_that_fills_later_is_protected_at_once_and_then_its_stop_closes_it():
    async with open_desk(provider=Model(order(**PROTECTED))) as desk:
        await placed(desk)
        legs = await by_leg(desk)
        assert {leg: row.status for leg, row in legs.items()} == {
            "": "ACCEPTED",
            "s": "INITIALIZED",
            "t": "INITIALIZED",
        }
        await moved(desk, 89000)
        legs = await by_leg(desk)
        assert {leg: row.status for leg, row in legs.items()} == {
            "": "FILLED",
            "s": "ACCEPTED",
            "t": "ACCEPTED",
        }
        [filled] = await alerts(desk)
        assert "Stop: 85,000 USDT, resting at the exchange" in filled
        await moved(desk, 84000)
        await desk.desk.orders.look()
        said = await alerts(desk)
        assert len(said) == 2, "one message tells of both"
        assert "Stop hit: your BTC/USDT:USDT position was closed." in said[1]
        assert "Cancelled with it: target at 110,000" in said[1]
        desk.clock.advance(10)
        await desk.desk.orders.look()
        assert len(await alerts(desk)) == 2
        legs = await by_leg(desk)
        assert (legs["s"].status, legs["t"].status) == ("FILLED", "CANCELED")


async def test_a_target_that_is_hit_takes_its_stop_along():
    async with open_desk(provider=Model(order(**PROTECTED))) as desk:
        await placed(desk)
        await moved(desk, 89000)
        await moved(desk, 111000)
        said = (await alerts(desk))[-1]
        assert "Target hit" in said
        assert "stop at 85,000" in said


async def test_original_g2_1194_no_stop_outlives_its_position_closed_by_hand():
    closing = plan(
        call("s1", "execute_trade", action="close_long", symbol="BTC"), respond(show=["s1"])
    )
    async with open_desk(provider=Model(order(**PROTECTED), closing)) as desk:
        person = await placed(desk)
        await moved(desk, 89000)
        await person.say("close it")
        await person.press("confirm")
        for _ in range(3):
            await desk.desk.orders.look()
            desk.clock.advance(4)
        [account] = await desk.rows(ExchangeAccount)
        assert list(await desk.paper.open_orders(account.id)) == []
        legs = await by_leg(desk)
        assert {legs["s"].status, legs["t"].status} == {"CANCELED"}


# On a venue that fills in parts, cancels, refuses and is silent


async def test_what_a_stop_does_not_cover_since_its_venue_enlarges_nothing_is_an_alarm():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        venue.fixed = True
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000", "0.004")
        await desk.desk.orders.look()
        await venue.fill(key, "90000")
        await desk.desk.orders.look()
        [said] = await alerts(desk)
        assert "0.006 BTC have NO stop" in said
        assert "The target at 110,000 USDT does not cover 0.006 BTC" in said
        assert venue.orders[f"{key}s"].request.quantity == D("0.004")


async def test_partial_fills_of_a_burst_are_told_together_and_each_is_protected_at_once():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000", "0.004")
        await desk.desk.orders.look()
        assert await alerts(desk) == []
        assert venue.orders[f"{key}s"].request.quantity == D("0.004")
        await venue.fill(key, "90000", "0.002")
        await desk.desk.orders.look()
        assert venue.orders[f"{key}s"].request.quantity == D("0.006")
        assert venue.orders[f"{key}t"].request.quantity == D("0.006")
        desk.clock.advance(6)
        await desk.desk.orders.look()
        [said] = await alerts(desk)
        assert "has filled in part" in said
        assert "0.006 of 0.01" in said
        desk.clock.advance(6)
        await desk.desk.orders.look()
        assert len(await alerts(desk)) == 1
        await venue.fill(key, "90000")
        await desk.desk.orders.look()
        assert "order has filled." in (await alerts(desk))[1]
        assert venue.orders[f"{key}s"].request.quantity == D("0.01")
        assert len(await desk.rows(FillRow)) == 3


@pytest.mark.parametrize("unknown", ["realized_pnl", "fee"])
@pytest.mark.parametrize("later", [False, True])
async def test_a_day_with_a_figure_that_the_venue_does_not_say_has_no_net_result(unknown, later):
    async with filling_desk(provider=Model(order(**PROTECTED), order("buy"))) as (desk, venue):
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000")
        await desk.desk.orders.look()
        stop = venue.orders[f"{key}s"]
        await venue.fill(f"{key}s", "85000")
        [fill] = stop.fills
        stop.fills = [
            replace(fill, fee=None) if unknown == "fee" else replace(fill, realized_pnl=None)
        ]
        await desk.desk.orders.look()
        if later:
            person = desk.person()
            await person.say("again")
            await person.press("confirm")
            [bought] = [one for one in venue.orders if not one.startswith(key)]
            await venue.fill(bought, "90000")
            await desk.desk.orders.look()
        said = (await alerts(desk))[-1]
        assert "Today (UTC): fills" in said
        assert "net unknown" in said
        assert ("fees unknown" in said) == (unknown == "fee")


async def test_original_g1_13_an_entry_whose_stop_is_refused_is_closed_and_told_never_naked():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        venue.refuses.add("stop")
        await venue.fill(await key_of(desk), "90000")
        await desk.desk.orders.look()
        [said] = await alerts(desk)
        assert "was closed again" in said or "closed" in said
        [account] = await desk.rows(ExchangeAccount)
        assert (await venue.account(account.id)).positions == ()
        assert (await by_leg(desk))["x"].status == "FILLED"


async def test_an_order_that_its_venue_cancels_is_told_once_and_one_of_ours_by_who_did_it():
    async with filling_desk(provider=Model(order("buy"))) as (desk, venue):
        await placed(desk)
        venue.end(await key_of(desk), "CANCELED")
        await desk.desk.orders.look()
        assert await alerts(desk) == [], "whoever took it back has a moment to say so"
        desk.clock.advance(4)
        await desk.desk.orders.look()
        [said] = await alerts(desk)
        assert "Cancelled at the exchange: Buy 0.01 BTC @ 90,000" in said
        [row] = await desk.rows(OrderRow)
        assert row.status == "CANCELED"
        await desk.desk.orders.look()
        assert len(await alerts(desk)) == 1


@pytest.mark.parametrize(
    ("status", "words"), [("EXPIRED", "Expired at the exchange"), ("REJECTED", "refused")]
)
async def test_an_order_that_ends_otherwise_is_told(status, words):
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        venue.end(await key_of(desk), status)
        await desk.desk.orders.look()
        [said] = await alerts(desk)
        assert words in said
        assert {row.status for row in (await by_leg(desk)).values()} == {status, "CANCELED"}


async def test_a_stop_that_the_venue_takes_away_from_an_open_position_is_an_alarm():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000")
        await desk.desk.orders.look()
        venue.end(f"{key}s", "CANCELED")
        await desk.desk.orders.look()
        desk.clock.advance(4)
        await desk.desk.orders.look()
        assert "still open: it is not protected" in (await alerts(desk))[-1]


async def test_original_g2_1194_what_is_left_of_a_position_closed_elsewhere_is_taken_back():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        key = await key_of(desk)
        await venue.fill(key, "90000")
        await desk.desk.orders.look()
        [account] = await desk.rows(ExchangeAccount)
        elsewhere = OrderRequest(
            client_order_id="elsewhere",
            symbol=PERPETUAL,
            side="SELL",
            quantity=D("0.01"),
            leverage=5,
            reduce_only=True,
        )
        await desk.paper.place(account.id, elsewhere)
        await desk.desk.orders.look()
        assert sorted(venue.cancelled) == [f"{key}s", f"{key}t"]
        said = await alerts(desk)
        assert "cancelled what was left of its protection" in said[-1]
        assert "stop at 85,000" in said[-1]
        assert "target at 110,000" in said[-1]
        await desk.desk.orders.look()
        assert len(await alerts(desk)) == len(said)


async def test_a_silent_venue_changes_nothing_and_is_asked_again():
    async with filling_desk(provider=Model(order("buy"))) as (desk, venue):
        await placed(desk)
        await venue.fill(await key_of(desk), "90000")
        venue.down = True
        assert await desk.desk.orders.look() == 0
        assert await alerts(desk) == []
        venue.down = False
        assert await desk.desk.orders.look() == 1


async def test_two_watchers_at_once_tell_once_and_store_once():
    async with filling_desk(provider=Model(order(**PROTECTED))) as (desk, venue):
        await placed(desk)
        await venue.fill(await key_of(desk), "90000")
        other = OrderWatch(desk.desk.parts)
        await asyncio.gather(desk.desk.orders.look(), other.look())
        await asyncio.gather(desk.desk.orders.look(), other.look())
        assert len(await alerts(desk)) == 1
        assert len(await desk.rows(FillRow)) == 1
        assert venue.placed.count(f"{await key_of(desk)}s") <= 2
        assert len(await by_leg(desk)) == 3


async def test_many_orders_cost_one_call_and_only_those_that_changed_are_looked_up():
    count = 8
    orders = [order("buy", price=str(90000 - n)) for n in range(count)]
    async with filling_desk(provider=Model(*orders)) as (desk, venue):
        for _ in range(count):
            await placed(desk)
        rows = await desk.rows(OrderRow)
        venue.looks = 0
        await desk.desk.orders.look()
        assert venue.looks == 0
        await venue.fill(rows[3].client_order_id, "89000")
        assert await desk.desk.orders.look() == 1
        assert venue.looks == 1


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("at", range(1, 5))
async def test_a_crash_at_any_commit_of_a_look_leaves_it_protected_and_told_once_I3_I13(at, before):
    lives = Lives()
    venues: list[FillingVenue] = []

    def fills(paper):
        venue = FillingVenue(paper, lives.clock)
        if venues:
            venue.orders, venue.placed = venues[0].orders, venues[0].placed
        venues.append(venue)
        return venue

    async with lives.desk(provider=Model(order(**PROTECTED)), exchange=fills) as desk:
        await placed(desk)
        await venues[-1].fill(await key_of(desk), "90000")
    async with lives.desk(dies_at=at, before=before, exchange=fills) as desk:
        lives.store.commits = 0
        await lives.until_death(desk, desk.desk.orders.look())
    async with lives.desk(exchange=fills) as desk:
        for _ in range(3):
            await desk.desk.orders.look()
            desk.clock.advance(4)
        legs = await by_leg(desk)
        assert {leg: row.status for leg, row in legs.items()} == {
            "": "FILLED",
            "s": "ACCEPTED",
            "t": "ACCEPTED",
        }
        assert len([t for t in await alerts(desk) if "has filled" in t]) == 1
        assert len(await desk.rows(FillRow)) == 1
        assert sorted(set(venues[-1].placed)) == sorted(venues[-1].placed)
