"""A live account and our book: what was done elsewhere is told once, and nothing is made up."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from typing import Any, cast

from core.domain.orders import OrderRequest
from core.domain.paper import opening_writes
from core.domain.records import ExchangeAccount, Insert, MessageRow, OrderRow, Waiting
from core.jobs.reconcile import Reconcile
from tests.behaviour.test_risk_watch import fill_order
from tests.desk import open_desk
from tests.doubles.filling_venue import FillingVenue

D = Decimal
PERPETUAL = "BTC/USDT:USDT"


@asynccontextmanager
async def live_desk():
    """A desk whose owner has a live account, at a venue that the test moves by itself."""
    async with open_desk() as desk:
        [paper] = await desk.rows(ExchangeAccount)
        live = replace(paper, id="live", name="main", venue="binance", mode="live")
        await desk.desk.parts.records.commit(
            Insert(record=live),
            *opening_writes(live, D(100_000), "USDT", desk.clock.now(), desk.ids),
        )
        venue = FillingVenue(desk.paper, desk.clock)
        venues = cast("Any", desk.desk.parts.venues)
        venues.exchanges["binance"] = venue
        venues.markets["binance"] = desk.market
        yield desk, venue


def request(key, side="BUY", quantity="0.01", **more):
    perpetual: dict[str, Any] = {"symbol": PERPETUAL, "leverage": 1}
    return OrderRequest(
        client_order_id=key, side=side, quantity=D(quantity), **{**perpetual, **more}
    )


async def ours(desk, key, quantity="0.01", *, symbol=PERPETUAL, side="BUY"):
    """An order of ours that has filled a while ago."""
    row = replace(
        fill_order((await desk.rows(ExchangeAccount))[0], desk.clock.now()),
        client_order_id=key,
        exchange_account_id="live",
        mode="live",
        venue="binance",
        symbol=symbol,
        side=side,
        action="open_long" if ":" in symbol else "buy",
        status="FILLED",
        quantity=D(quantity),
        filled=D(quantity),
        told=D(quantity),
    )
    await desk.desk.parts.records.commit(Insert(record=row))


async def swept(desk, times=1):
    for _ in range(times):
        desk.clock.advance(61)
        await desk.desk.reconcile.look()
    return [
        row.text for row in await desk.rows(MessageRow, account_id="owner") if row.mode == "live"
    ]


async def test_where_book_and_venue_agree_nothing_is_said():
    async with live_desk() as (desk, venue):
        await venue.place("live", request("one"))
        await ours(desk, "one")
        assert await swept(desk, 3) == []


async def test_peers_18_a_position_closed_elsewhere_is_told_once_with_a_button_that_marks_it():
    async with live_desk() as (desk, _):
        await ours(desk, "one")
        [said] = await swept(desk, 3)
        assert "main (LIVE)" in said
        assert "our book has +0.01, the exchange has nothing" in said
        assert "at what price I do not know" in said
        [menu] = await desk.rows(Waiting, kind="menu")
        await desk.person().press("opt:1", menu.id)
        [marked] = [row for row in await desk.rows(OrderRow) if row.reason == "closed_elsewhere"]
        assert (marked.filled, marked.average_price, marked.realized_pnl) == (D("0.01"), None, None)
        said = await swept(desk, 2)
        assert len([text for text in said if "Done elsewhere" in text]) == 1


async def test_positions_and_orders_from_elsewhere_are_told_as_found_and_again_when_they_change():
    async with live_desk() as (desk, venue):
        await venue.place("live", request("foreign", "SELL", "0.02"))
        await venue.place("live", request("theirs", type="limit", price=D(50_000)))
        [said] = await swept(desk, 2)
        assert "our book has 0, the exchange has -0.02" in said
        assert "did not place rests there: buy 0.01 BTC/USDT:USDT at 50,000" in said
        await venue.place("live", request("more", "SELL", "0.01"))
        assert "the exchange has -0.03" in (await swept(desk))[-1]


async def test_of_coins_only_a_lack_is_told_and_fees_in_the_coin_are_none():
    async with live_desk() as (desk, venue):
        await venue.place("live", request("one", symbol="BTC/USDT", leverage=None))
        await ours(desk, "one", "0.01004", symbol="BTC/USDT")
        assert await swept(desk) == []
        await venue.place("live", request("two", "SELL", "0.005", symbol="BTC/USDT", leverage=None))
        assert "the exchange has +0.005" in (await swept(desk))[-1]


async def test_what_moves_and_what_cannot_be_read_waits_for_the_next_sweep():
    async with live_desk() as (desk, venue):
        await ours(desk, "one")
        desk.clock.advance(10)
        await desk.desk.reconcile.look()
        assert await desk.rows(MessageRow, mode="live") == []
        venue.down = True
        assert await swept(desk) == []
        venue.down = False
        assert len(await swept(desk)) == 1


async def test_two_sweeps_at_once_tell_once():
    async with live_desk() as (desk, _):
        await ours(desk, "one")
        desk.clock.advance(61)
        other = Reconcile(desk.desk.parts)
        await asyncio.gather(desk.desk.reconcile.look(), other.look())
        assert len(await desk.rows(MessageRow, mode="live")) == 1
