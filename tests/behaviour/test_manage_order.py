"""Resting orders: listed, taken back at once, changed after a press, protection only after one."""

from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.orders import OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import ExchangeAccount, Insert, OrderRow, Update
from tests.behaviour.order_plans import LONG, manage, text, trade
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk
from tests.doubles.faulty_venue import FaultyVenue

D = Decimal
PERPETUAL = "BTC/USDT:USDT"


LIMIT = trade(
    action="buy",
    symbol="BTC",
    type="limit",
    price="95000",
    amount={"value": "0.01", "unit": "base"},
)


def a_desk(*plans, **options):
    options.setdefault("exchange", FaultyVenue)
    return open_desk(provider=Model(*plans), **options)


async def priced(desk, price=100000):
    for symbol in ("BTC/USDT", PERPETUAL):
        await desk.market.move(symbol, D(price))


def the_venue(desk):
    return desk.desk.parts.venues.exchanges["paper"]


async def resting(desk):
    [account] = await desk.rows(ExchangeAccount)
    return await the_venue(desk).open_orders(account.id)


async def placed(desk, *words):
    """Say each and confirm its card."""
    for said in words or ("do it",):
        await desk.person().say(said)
        await desk.person().press("confirm", (await desk.person().questions())[-1]["question_id"])


async def test_a_limit_rests_is_listed_and_is_cancelled_on_the_command():
    async with a_desk(LIMIT, manage(action="list"), manage(action="cancel", symbol="BTC")) as desk:
        await priced(desk)
        anna = desk.person()
        card = text(await anna.say("buy 0.01 btc limit 95000"))
        assert "Buy limit 0.01 BTC? · PAPER · SIMULATED" in card
        assert "Limit: 95,000 USDT: rests in the book" in card
        assert "maker, since it rests" in card
        assert "stays at the exchange until it fills or you cancel it" in card
        assert "limit order resting at 95,000 USDT" in text(await anna.press("confirm"))
        listed = text(await anna.say("my open orders"))
        assert "Open orders (1) · PAPER · SIMULATED" in listed
        assert "1. Buy BTC/USDT, limit" in listed
        told = await anna.say("cancel it")
        assert "Cancelled: Buy 0.01 BTC/USDT, limit 95,000." in text(told)
        assert "choices" not in told[-1]
        assert await resting(desk) == []
        [order] = await desk.rows(OrderRow)
        assert order.status == "CANCELED"


async def test_cancelling_a_stop_warns_and_asks_first_original_g2_1194():
    remove = manage(action="remove_protection", symbol="BTC", which="stop")
    async with a_desk(LONG, manage(action="cancel", which="stop"), remove) as desk:
        await priced(desk)
        await placed(desk)
        anna = desk.person()
        asked = await anna.say("cancel my stop")
        assert "protects a position" in text(asked)
        assert len(await resting(desk)) == 2
        card = text(await anna.press("opt:1"))
        assert "Remove protection (1)?" in card
        assert "nothing limits its loss" in card
        assert "PAPER" in card
        assert "Cancelled: Sell 0.01 BTC/USDT:USDT, stop 90,000." in text(
            await anna.press("confirm")
        )
        [left] = await resting(desk)
        assert left.type == "take_profit"


async def test_cancel_all_takes_back_what_opens_and_leaves_stops_and_targets():
    async with a_desk(LONG, LIMIT, manage(action="cancel_all")) as desk:
        await priced(desk)
        await placed(desk, "long", "limit")
        assert len(await resting(desk)) == 3
        told = text(await desk.person().say("cancel all orders"))
        assert told.count("Cancelled:") == 1
        assert {one.type for one in await resting(desk)} == {"stop", "take_profit"}


async def test_a_stop_is_moved_after_a_press_that_shows_old_and_new_original_g2_1378():
    async with a_desk(
        LONG, manage(action="amend", symbol="BTC", which="stop", trigger="95000")
    ) as desk:
        await priced(desk)
        await placed(desk)
        anna = desk.person()
        card = text(await anna.say("move my stop to 95000"))
        assert "Change this order? · PAPER · SIMULATED" in card
        assert "Trigger: 90,000 → 95,000" in card
        assert "nothing changes" in card
        assert {one.trigger for one in await resting(desk)} == {D(90000), D(110000)}
        told = text(await anna.press("confirm"))
        assert "It now is: Sell 0.01 BTC/USDT:USDT, stop 95,000." in told
        assert {one.trigger for one in await resting(desk)} == {D(95000), D(110000)}
        rows = await desk.rows(OrderRow, type="STOP")
        assert [row.trigger for row in rows] == [D(95000)]


async def test_where_a_stop_cannot_be_changed_the_new_one_stands_before_the_old_one_goes():
    async with a_desk(
        LONG, manage(action="amend", symbol="BTC", which="stop", trigger="95000")
    ) as desk:
        await priced(desk)
        await placed(desk)
        the_venue(desk).amendable = False
        anna = desk.person()
        await anna.say("move my stop to 95000")
        told = text(await anna.press("confirm"))
        assert "stop 95,000" in told
        stops = [one for one in await resting(desk) if one.type == "stop"]
        assert [one.trigger for one in stops] == [D(95000)]
        rows = await desk.rows(OrderRow, type="STOP")
        assert sorted((row.status, row.trigger) for row in rows) == [
            ("ACCEPTED", D(95000)),
            ("CANCELED", D(90000)),
        ]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"trigger": "101000"}, "would trigger at once"),
        ({"trigger": "90000"}, "is what the order is already"),
        ({"amount": "0.0001"}, "too little"),
    ],
)
async def test_a_change_that_cannot_be_gets_no_card(change, why):
    async with a_desk(LONG, manage(action="amend", symbol="BTC", which="stop", **change)) as desk:
        await priced(desk)
        await placed(desk)
        assert why in text(await desk.person().say("move my stop"))
        assert await desk.person().questions() == []


async def test_which_of_several_orders_is_asked_with_a_button_for_each():
    async with a_desk(LIMIT, LIMIT, manage(action="cancel", symbol="BTC")) as desk:
        await priced(desk)
        await placed(desk, "one", "two")
        asked = await desk.person().say("cancel my btc order")
        assert "2 open orders fit" in text(asked)
        assert len(asked[-1]["choices"]) == 3
        assert len(await resting(desk)) == 2


async def test_there_is_no_such_order_and_the_venue_does_not_answer():
    async with a_desk(manage(action="cancel"), LIMIT, manage(action="cancel")) as desk:
        await priced(desk)
        assert "no such open order" in text(await desk.person().say("cancel it"))
        await placed(desk)
        the_venue(desk).unreadable = True
        assert "unknown right now" in text(await desk.person().say("cancel it"))


async def test_a_close_leaves_the_rest_protected_and_no_orphan_original_g2_1194_original_g2_55():
    half = trade(
        action="close_long", symbol="BTC", amount={"value": "40", "unit": "percent_of_position"}
    )
    rest = trade(
        action="close_long", symbol="BTC", amount={"value": "100", "unit": "percent_of_position"}
    )
    async with a_desk(LONG, half, rest) as desk:
        await priced(desk)
        await placed(desk, "long", "close some")
        assert {(one.type, one.quantity) for one in await resting(desk)} == {
            ("stop", D("0.006")),
            ("take_profit", D("0.006")),
        }
        rows = [row for row in await desk.rows(OrderRow) if row.leg != "entry"]
        assert {row.quantity for row in rows} == {D("0.006")}
        await placed(desk, "close the rest")
        assert await resting(desk) == []


class KeepsQuantities(FaultyVenue):
    """A venue that leaves a stop as large as it was, whatever is sold."""

    def __init__(self, behind):
        super().__init__(behind)
        self.as_placed = {}

    async def place(self, account, order):
        self.as_placed[order.client_order_id] = order.quantity
        return await super().place(account, order)

    async def open_orders(self, account):
        return [
            replace(one, quantity=self.as_placed[one.client_order_id])
            for one in await super().open_orders(account)
        ]

    async def amend(self, account, order, change):
        report = await super().amend(account, order, change)
        self.as_placed[order.client_order_id] = change.quantity
        return report


@pytest.mark.parametrize("amendable", [True, False])
async def test_selling_a_part_of_coins_brings_their_stop_to_what_is_left(amendable):
    part = trade(action="sell", symbol="BTC", amount={"value": "0.004", "unit": "base"})
    async with a_desk(spot(stop="90000"), part, exchange=KeepsQuantities) as desk:
        await priced(desk)
        await placed(desk, "buy")
        the_venue(desk).amendable = amendable
        anna = desk.person()
        await anna.say("sell some")
        told = text(await anna.press("confirm"))
        assert "The order at 90,000 USDT now covers 0.006 BTC" in told
        [stop] = await resting(desk)
        assert stop.quantity == D("0.006")
        open_rows = await desk.rows(OrderRow, type="STOP", status="ACCEPTED")
        assert [row.quantity for row in open_rows] == [D("0.006")]


async def live_account(desk, **more):
    """A live account beside the paper one; what it is connected to keeps a book like paper's."""
    now = desk.clock.now()
    await desk.person().say("/status")
    values = {
        "id": "live1",
        "account_id": desk.person().account.id,
        "name": "main",
        "venue": "binance",
        "mode": "live",
        "trading_state": "ACTIVE",
        "version": 0,
        "created_at": now,
        **more,
    }
    account = ExchangeAccount(**values)
    await desk.desk.parts.records.commit(
        Insert(record=account), *opening_writes(account, D(10000), "USDT", now, desk.ids)
    )
    venues = desk.desk.parts.venues
    venues.exchanges["binance"] = FaultyVenue(desk.paper, venue="binance")
    venues.markets["binance"] = desk.market
    return account


def spot(**more):
    return trade(action="buy", symbol="BTC", amount={"value": "0.01", "unit": "base"}, **more)


async def test_paper_named_goes_to_paper_although_the_default_is_live_peers_16():
    async with a_desk(spot(account="paper"), spot()) as desk:
        await priced(desk)
        await live_account(desk, is_default=True)
        anna = desk.person()
        card = await anna.say("paper buy 0.01 btc")
        assert (card[-1]["data"]["venue"], card[-1]["mode"]) == ("paper", "paper")
        assert "PAPER · SIMULATED" in text(card)
        assert "PAPER" in text(await anna.press("confirm"))
        card = await anna.say("buy 0.01 btc")
        assert card[-1]["mode"] == "live"
        assert "Exchange: binance · main" in text(card)
        assert "LIVE" in text(await anna.press("confirm"))
        orders = await desk.rows(OrderRow)
        assert [(row.mode, row.venue) for row in orders] == [
            ("paper", "paper"),
            ("live", "binance"),
        ]
        assert the_venue(desk).sent == [orders[0].client_order_id]
        assert desk.desk.parts.venues.exchanges["binance"].sent == [orders[1].client_order_id]


async def test_the_account_of_a_card_stays_its_own_when_the_default_changes_peers_16():
    async with a_desk(spot()) as desk:
        await priced(desk)
        await live_account(desk)
        anna = desk.person()
        await anna.say("buy 0.01 btc")
        await desk.desk.parts.records.commit(
            Update(kind=ExchangeAccount, where={"id": "live1"}, set={"is_default": True})
        )
        assert "PAPER" in text(await anna.press("confirm"))
        [order] = await desk.rows(OrderRow)
        assert order.mode == "paper"


@pytest.mark.parametrize(
    ("name", "more", "why"),
    [
        ("kraken", {}, "There is no exchange account called kraken. You have: "),
        ("main", {"enabled": False}, "is switched off"),
        ("main", {"venue": "okx"}, "okx of this account is not connected here"),
    ],
)
async def test_an_account_that_cannot_be_used_is_told_and_nothing_is_placed(name, more, why):
    async with a_desk(spot(account=name)) as desk:
        await priced(desk)
        await live_account(desk, **more)
        assert why in text(await desk.person().say("buy 0.01 btc there"))
        assert await desk.person().questions() == []


async def test_what_was_sold_elsewhere_is_told_and_can_be_marked_closed_peers_18():
    sell = trade(
        action="sell",
        symbol="BTC",
        amount={"value": "100", "unit": "percent_of_position"},
        account="main",
    )
    mark = manage(action="mark_closed", symbol="BTC/USDT", account="main")
    async with a_desk(spot(account="main"), sell, mark, mark) as desk:
        await priced(desk)
        account = await live_account(desk)
        await placed(desk, "buy on main")
        elsewhere = OrderRequest(
            client_order_id="by-hand", symbol="BTC/USDT", side="SELL", quantity=D("0.01")
        )
        await desk.paper.place(account.id, elsewhere)
        anna = desk.person()
        told = await anna.say("close it")
        assert "Our book has 0.01 BTC of BTC/USDT, but the exchange has none" in text(told)
        assert told[-1]["choices"][0]["label"] == "Mark BTC/USDT closed"
        marked = text(await anna.press("opt:1"))
        assert "Marked closed: 0.01 BTC" in marked
        assert "its price, fee and profit are unknown" in marked
        assert "LIVE" in marked
        [row] = await desk.rows(OrderRow, reason="closed_elsewhere")
        assert (row.side, row.filled) == ("SELL", D("0.01"))
        assert (row.average_price, row.fee, row.realized_pnl) == (None, None, None)
        assert "nothing of BTC/USDT to mark closed" in text(await anna.say("again"))


async def test_cancel_all_offers_each_account_by_itself_and_acts_on_the_one_pressed():
    rests = [
        trade(
            action="buy",
            symbol="BTC",
            type="limit",
            price="95000",
            amount={"value": "0.01", "unit": "base"},
            account=name,
        )
        for name in ("main", "paper")
    ]
    positions = plan(call("s1", "get_positions", account="all"), respond(show=["s1"]))
    async with a_desk(*rests, positions) as desk:
        await priced(desk)
        await live_account(desk)
        await placed(desk, "on main", "on paper")
        anna = desk.person()
        said = await anna.say("cancel all")
        labels = [choice["label"] for choice in said[-1]["choices"]]
        assert sorted(labels) == [
            "Cancel 1 order on main (LIVE)…",
            "Cancel 1 order on paper (PAPER)…",
        ]
        assert said[-1]["mode"] == "live"
        at = next(number for number, one in enumerate(labels, 1) if "LIVE" in one)
        card = await anna.press(f"opt:{at}")
        assert "Cancel 1 resting order?" in text(card)
        assert card[-1]["mode"] == "live"
        assert "Cancelled:" in text(await anna.press("confirm"))
        left = [await desk.paper.open_orders(one.id) for one in await desk.rows(ExchangeAccount)]
        assert [len(orders) for orders in left] in ([0, 1], [1, 0]), "the other order rests"
        assert "Cancel 1 resting order? · PAPER" in text(await anna.say("cancel all"))
        await anna.press("cancel")
        assert "No open positions" in text(await anna.say("all my positions everywhere"))
