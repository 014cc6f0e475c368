"""Long lists: a page at a time, counted whole, turned by buttons (peers case 4)."""

from decimal import Decimal

import pytest

from core.domain.orders import OrderRequest
from core.domain.records import ExchangeAccount, Waiting
from tests.desk import open_desk
from tests.doubles.filling_venue import filling_desk, rest_many


def text(messages):
    return "\n".join(message["text"] for message in messages)


def buttons(messages):
    return [(one["id"], one["label"]) for message in messages for one in message.get("choices", [])]


async def test_a_thousand_orders_are_paged_by_buttons_peers_4():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 1000)
        first = await anna.say("/orders")
        assert "Open orders (1000)" in text(first)
        assert "Page 1 of 67." in text(first)
        assert "15. Buy" in text(first)
        assert "16. Buy" not in text(first)
        assert buttons(first) == [("opt:1", "Next ▶ (2/67)")]
        second = await anna.press("opt:1")
        assert "Page 2 of 67." in text(second)
        assert "16. Buy" in text(second)
        assert [label for _, label in buttons(second)] == ["◀ Previous (1/67)", "Next ▶ (3/67)"]
        assert "Page 1 of 67." in text(await anna.press("opt:1"))
        last = await anna.say("/orders 67")
        assert "1000. Buy" in text(last)
        assert buttons(last) == [("opt:1", "◀ Previous (66/67)")]


async def test_the_first_one_is_the_first_of_the_page_shown_last():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 40)
        await anna.say("/orders")
        await anna.press("opt:1")
        await anna.say("cancel the first one")
        assert venue.cancelled == ["many0016"]


async def test_a_short_list_has_no_buttons_and_old_buttons_lapse():
    async with filling_desk() as (desk, venue):
        anna = desk.person()
        await rest_many(desk, venue, 16)
        await anna.say("/orders")
        [menu] = await desk.rows(Waiting, kind="menu")
        await anna.say("/orders")
        said = text(await anna.press("opt:1", menu.id))
        assert "Page 2" not in said
        venue.orders.popitem()
        assert buttons(await anna.say("/orders")) == []


async def test_trades_are_paged_and_their_totals_are_of_all():
    async with open_desk() as desk:
        anna = desk.person()
        for _ in range(12):
            await anna.say("buy 20 usdt of btc")
            await anna.press("confirm")
        first = text(await anna.say("/history"))
        assert "Trades (10 of 12)" in first
        assert "12 trades in all" in first
        second = await anna.press("opt:1")
        assert "Page 2 of 2." in text(second)
        assert "11. Bought BTC/USDT" in text(second)
        assert "12 trades in all" in text(second)
        assert [label for _, label in buttons(second)] == ["◀ Previous (1/2)"]


@pytest.mark.parametrize(("lang", "page", "label"), [("zh", "第 2 / 2 页。", "◀ 上一页（1/2）")])
async def test_pages_in_chinese(lang, page, label):
    async with filling_desk() as (desk, venue):
        anna = desk.person(lang=lang)
        await rest_many(desk, venue, 20)
        await anna.say("查看挂单")
        second = await anna.press("opt:1")
        assert page in text(second)
        assert [one for _, one in buttons(second)] == [label]


async def test_positions_are_paged_and_their_total_is_of_all():
    async with open_desk() as desk:
        anna = desk.person()
        [account] = await desk.rows(ExchangeAccount)
        for number, one in enumerate(await desk.market.instruments()):
            coins = Decimal(20) / (await desk.market.quote(one.symbol)).mark
            await desk.paper.place(
                account.id,
                OrderRequest(
                    client_order_id=f"held{number:02}",
                    symbol=one.symbol,
                    side="BUY",
                    quantity=(coins // one.step + 1) * one.step,
                    leverage=1,
                ),
            )
        view = await desk.paper.account(account.id)
        assert len(view.positions) > 15
        first = await anna.say("/positions")
        assert f"Positions ({len(view.positions)})" in text(first)
        assert "16. " not in text(first)
        second = await anna.press("opt:1")
        assert "16. " in text(second)
        total = next(one for one in text(first).splitlines() if one.startswith("Total"))
        assert total in text(second)
        assert "16. " in text(await anna.say("/positions 2"))


async def test_a_watchlist_is_paged_and_its_first_is_the_first_of_the_page():
    async with open_desk() as desk:
        anna = desk.person()
        symbols = [one.symbol for one in await desk.market.instruments()]
        for symbol in symbols:
            await anna.say(f"/watch {symbol}")
            desk.clock.advance(1)
        first = await anna.say("/watchlist")
        assert "Watchlist (20)" in text(first)
        assert "16. " not in text(first)
        assert f"16. {symbols[15]}" in text(await anna.press("opt:1"))
        assert symbols[15] in text(await anna.say("unwatch the first one"))
        assert "Watchlist (19)" in text(await anna.say("/watchlist"))


async def test_what_is_remembered_is_paged():
    async with open_desk() as desk:
        anna = desk.person()
        for number in range(17):
            await anna.say(f"remember that my lucky number is {number}")
            desk.clock.advance(1)
        first = await anna.say("what do you remember about me")
        assert "(17)" in text(first)
        assert "15. " in text(first)
        assert "16. " not in text(first)
        assert "17. " in text(await anna.press("opt:1"))
