"""Real orders as a person meets them: said, pressed, seen; the venue is a Binance on loopback."""

from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.records import ExchangeAccount as Row
from core.domain.records import FillRow, Insert, OrderRow, Update
from tests.adapters.ccxt_desk import LIVE, live_desk
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk
from tests.doubles.prices import SetPrices

D = Decimal
ORDER, ALGO = "/fapi/v1/order", "/fapi/v1/algoOrder"


class RealPrices(SetPrices):
    """Prices that nobody made up."""

    name = "Binance"
    simulated = False

    def set(self, symbol, mark, *, half_spread="0"):
        quote = super().set(symbol, mark, half_spread=half_spread)
        self._quotes[symbol] = replace(quote, simulated=False)
        return self._quotes[symbol]


def order(**more):
    arguments = {
        "action": "open_long",
        "symbol": "BTC",
        "amount": {"value": "0.01", "unit": "base"},
        "leverage": 5,
        **more,
    }
    return plan(call("s1", "execute_trade", **arguments), respond(show=["s1"]))


@asynccontextmanager
async def desk_at_binance(*plans, answer_s=5.0):
    """Somebody whose own account is at Binance, and that venue."""
    async with live_desk(answer_s=answer_s) as live:

        def venues(paper):
            return replace(
                paper,
                exchanges={**paper.exchanges, "binance": live.exchange},
                markets={**paper.markets, "binance": RealPrices(BTC="100000")},
            )

        async with open_desk(provider=Model(*plans), venues=venues) as desk:
            person = await desk.somebody("anna")
            owner = person.account.id
            others = Update(kind=Row, where={"account_id": owner}, set={"is_default": False})
            row = replace(LIVE, account_id=owner, is_default=True)
            assert await desk.desk.parts.records.commit(others, Insert(record=row))
            yield desk, person, live


async def test_a_live_order_says_LIVE_on_its_card_and_when_it_is_done_I7():
    async with desk_at_binance(order()) as (desk, person, live):
        (card,) = await person.say("buy")
        assert (card["mode"], card["simulated"]) == ("live", False)
        assert "LIVE" in card["text"]
        assert "Binance" in card["text"]
        assert live.venue.asked("POST", ORDER) == []
        done = await person.press("confirm")
        assert "LIVE" in done[-1]["text"]
        (sent,) = live.venue.asked("POST", ORDER)
        (row,) = await desk.rows(OrderRow)
        assert (row.status, row.mode, row.filled) == ("FILLED", "live", D("0.01"))
        assert sent["newClientOrderId"] == row.client_order_id
        (fill,) = await desk.rows(FillRow)
        assert (fill.price, fill.fee, fill.mode) == (D(100000), D("0.5"), "live")
        assert live.book.leverages["BTCUSDT"] == 5


async def test_its_stop_and_target_are_orders_of_their_own_at_the_venue():
    async with desk_at_binance(order(stop="95000", target="110000")) as (desk, person, live):
        await person.say("buy")
        await person.press("confirm")
        (entry,) = live.venue.asked("POST", ORDER)
        legs = {one["type"]: one for one in live.venue.asked("POST", ALGO)}
        assert set(legs) == {"STOP_MARKET", "TAKE_PROFIT_MARKET"}
        assert legs["STOP_MARKET"]["clientAlgoId"] == f"{entry['newClientOrderId']}s"
        assert legs["TAKE_PROFIT_MARKET"]["clientAlgoId"] == f"{entry['newClientOrderId']}t"
        assert {one["reduceOnly"] for one in legs.values()} == {"true"}
        assert {row.leg: row.status for row in await desk.rows(OrderRow)} == {
            "entry": "FILLED",
            "stop": "ACCEPTED",
            "target": "ACCEPTED",
        }


async def test_a_stop_that_the_venue_refuses_closes_the_entry_and_is_told():
    async with desk_at_binance(order(stop="95000")) as (_, person, live):
        await person.say("buy")
        live.venue.refuse("POST", ALGO, -2027, "Exceeded the maximum allowable position.")
        told = await person.press("confirm")
        assert live.book.positions["BTCUSDT"].amount == 0
        assert "LIVE" in told[-1]["text"]
        assert len(live.venue.asked("POST", ORDER)) == 2


@pytest.mark.parametrize("kind", ["hang", "drop", "unavailable"])
async def test_peers_12_a_lost_answer_is_told_as_unknown_and_then_the_truth(kind):
    async with desk_at_binance(order(), answer_s=0.3) as (desk, person, live):
        await person.say("buy")
        live.venue.fail("POST", ORDER, kind)
        await person.press("confirm")
        await desk.swept()
        await desk.desk.orders.look()
        (row,) = await desk.rows(OrderRow)
        assert (row.status, row.filled) == ("FILLED", D("0.01"))
        assert len(live.venue.asked("POST", ORDER)) == 1
        assert live.book.positions["BTCUSDT"].amount == D("0.01")
        history = "\n".join(one["text"] for one in await person.history())
        assert "0.01" in history


async def test_a_refusal_of_the_venue_is_told_in_the_persons_words():
    async with desk_at_binance(order()) as (desk, person, live):
        await person.say("buy")
        live.venue.refuse("POST", ORDER, -2019, "Margin is insufficient.")
        told = await person.press("confirm")
        assert "Binance says that the account has not enough free money" in told[-1]["text"]
        assert await desk.rows(FillRow) == []


async def test_hedge_mode_is_refused_with_what_to_change():
    async with desk_at_binance(order()) as (_, person, live):
        live.book.hedged = True
        await person.say("buy")
        told = await person.press("confirm")
        assert "one-way" in told[-1]["text"]
        assert live.venue.asked("POST", ORDER) == []
