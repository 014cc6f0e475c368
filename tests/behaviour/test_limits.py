"""Risk limits: held before the card and where the order is reserved, changed by a press only."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from core.domain.records import (
    AuditEntry,
    ExchangeAccount,
    FillRow,
    Insert,
    OrderRow,
    Preference,
    RiskLimitsRow,
    Update,
)
from core.errors import OrderDenied
from core.trading.sanity import check_second_source
from core.trading.venue import Venues
from tests.behaviour.seams import Model, call, plan, respond
from tests.behaviour.tool_desk import PERPETUAL, ToolDesk
from tests.desk import open_desk
from tests.doubles.prices import SetPrices


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def limited(**limits):
    """Anna's desk, with these limits on her account."""
    desk = await ToolDesk().open()
    row = RiskLimitsRow(id="desk", account_id="anna", updated_at=desk.clock.now(), **limits)
    await desk.commit(Insert(record=row))
    return desk


async def denied(desk, *order, **more):
    with pytest.raises(OrderDenied) as refused:
        await desk.draft(*order, **more)
    return refused.value


@pytest.mark.parametrize(
    ("limits", "order", "key", "offers"),
    [
        ({"max_notional": Decimal(100)}, ("buy", "101", "quote"), "limit_notional", "100 USDT"),
        (
            {"max_position": Decimal(1000)},
            ("open_long", "1500", "quote", "BTC"),
            "limit_position",
            "1,000 USDT",
        ),
        ({"symbols": ["ETH/USDT"]}, ("buy", "100", "quote"), "limit_symbol", None),
        ({"max_positions": 0}, ("buy", "100", "quote"), "limit_positions", None),
        (
            {"max_margin_share": Decimal("0.1")},
            ("open_long", "3000", "quote", "BTC"),
            "limit_margin",
            "1,000 USDT",
        ),
    ],
)
async def test_original_g1_13_an_order_beyond_a_limit_is_refused_with_what_would_fit(
    limits, order, key, offers
):
    desk = await limited(**limits)
    leverage = {"leverage": 1} if order[0] == "open_long" else {}
    error = await denied(desk, *order, **leverage)
    assert error.key == key
    assert [offers in label for label, _ in error.choices] == ([True] if offers else [])


async def test_a_limit_allows_exactly_its_value_and_never_holds_up_what_closes():
    desk = await limited(max_notional=Decimal(100), max_position=Decimal(100), max_positions=1)
    await desk.trade("buy", "0.001", "base")
    assert (await denied(desk, "buy", "10", "quote", "ETH")).key == "limit_positions"
    await desk.trade("sell", "100", "percent_of_position")


async def test_a_position_counts_with_the_orders_on_their_way():
    desk = await limited(max_position=Decimal(1000))
    draft = await desk.draft("open_long", "600", "quote", leverage=1)
    await desk.commit(*await desk.trading.intend(draft, "first", desk.context()))
    assert (await denied(desk, "open_long", "600", "quote", leverage=1)).key == "limit_position"


async def test_the_limit_holds_again_when_the_order_is_reserved_I2():
    """A card made before the limit, or before another order used it up, is not enough."""
    desk = await ToolDesk().open()
    draft = await desk.draft("buy", "500", "quote")
    row = RiskLimitsRow(
        id="desk", account_id="anna", updated_at=desk.clock.now(), max_notional=Decimal(100)
    )
    await desk.commit(Insert(record=row))
    with pytest.raises(OrderDenied) as refused:
        await desk.trading.intend(draft, "late", desk.context())
    assert refused.value.key == "limit_notional"
    assert await desk.orders() == []


async def test_the_days_loss_of_a_paper_account_counts_from_its_reset():
    desk = await limited(daily_loss=Decimal(5))
    desk.prices.set(PERPETUAL, "100000")
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(PERPETUAL, "99000")
    await desk.trade("close_long", "100", "percent_of_position")
    assert (await denied(desk, "buy", "10", "quote")).key == "limit_loss"
    desk.clock.advance(5)
    await desk.exchange.reset("desk", Decimal(2000), "anew")
    await desk.trade("buy", "10", "quote")
    shown = await desk.use("get_limits")
    assert Decimal(shown.data["day"]["loss"]) < 1


async def test_without_limits_of_ones_own_the_leverage_is_capped_and_the_cap_is_offered():
    desk = await ToolDesk().open()
    error = await denied(desk, "open_long", "100", "quote", leverage=50)
    assert error.key == "limit_leverage"
    assert "20x" in error.choices[0][0]
    await desk.trade("open_long", "100", "quote", leverage=20)


async def test_an_equity_that_is_not_known_fails_closed():
    desk = await limited(max_margin_share=Decimal("0.5"))
    await desk.trade("buy", "100", "quote", "ETH")
    desk.prices.lose("ETH/USDT")
    error = await denied(desk, "open_long", "1000", "quote", leverage=1)
    assert error.key == "limit_unreadable"


def fill(desk, number, pnl, *, fee="0", at=None):
    return FillRow(
        fill_id=f"f{number}",
        client_order_id=f"o{number}",
        account_id="anna",
        exchange_account_id="desk",
        symbol=PERPETUAL,
        side="SELL",
        quantity=Decimal("0.01"),
        price=Decimal(100_000),
        fee=None if fee is None else Decimal(fee),
        realized_pnl=None if pnl is None else Decimal(pnl),
        mode="paper",
        at=at or desk.clock.now(),
    )


async def test_a_days_loss_counts_fees_and_open_losses_and_stops_what_opens():
    desk = await limited(daily_loss=Decimal(100))
    await desk.commit(Insert(record=fill(desk, 1, "-60", fee="5")))
    await desk.trade("open_long", "1000", "quote", leverage=10)
    desk.prices.set(PERPETUAL, "96000")
    error = await denied(desk, "open_long", "1000", "quote", leverage=10)
    assert error.key == "limit_loss"
    assert 105 < Decimal(error.params["loss"]) < 107
    desk.prices.set(PERPETUAL, "110000")
    await desk.draft("open_long", "1000", "quote", leverage=10)
    desk.prices.set(PERPETUAL, "90500")
    await desk.trade("close_long", "100", "percent_of_position")
    assert (await denied(desk, "buy", "100", "quote")).key == "limit_loss"


async def test_the_day_of_the_loss_begins_at_the_persons_midnight():
    desk = await limited(daily_loss=Decimal(100))
    zone = Preference(
        id="z",
        account_id="anna",
        key="timezone",
        value="Asia/Kolkata",
        created_at=desk.clock.now(),
        updated_at=desk.clock.now(),
    )
    midnight = desk.clock.now().replace(hour=18, minute=30) - timedelta(days=1)
    await desk.commit(
        Insert(record=zone),
        Insert(record=fill(desk, 1, "-500", at=midnight - timedelta(seconds=1))),
    )
    await desk.draft("buy", "100", "quote")
    await desk.commit(Insert(record=fill(desk, 2, "-100", at=midnight)))
    assert (await denied(desk, "buy", "100", "quote")).key == "limit_loss"


async def test_a_fee_in_a_third_coin_is_bounded_and_a_profit_that_is_not_known_fails_closed():
    desk = await limited(daily_loss=Decimal(100))
    await desk.commit(Insert(record=fill(desk, 1, "-99.5", fee=None)))
    assert (await denied(desk, "buy", "100", "quote")).key == "limit_loss"
    desk = await limited(daily_loss=Decimal(100))
    await desk.trade("buy", "100", "quote")
    await desk.trade("sell", "100", "percent_of_position")
    await desk.draft("buy", "100", "quote")
    sold = (await desk.orders())[-1].client_order_id
    await desk.commit(
        Update(kind=FillRow, where={"client_order_id": sold}, set={"realized_pnl": None})
    )
    assert (await denied(desk, "buy", "100", "quote")).key == "limit_loss_unknown"


@pytest.mark.parametrize(
    ("other", "refused"), [("98000", True), ("98100", False), (None, False), ("102100", True)]
)
async def test_a_price_far_from_a_second_source_is_refused(other, refused):
    desk = await ToolDesk().open()
    venue, public = SetPrices(BTC="100000"), SetPrices(**({"BTC": other} if other else {}))
    venue.name, public.name, public.simulated = "its own", "another", False
    live = replace(desk.exchange_account, venue="binance", mode="live")
    venues = Venues(exchanges={}, market=public, markets={"binance": venue})
    quote = await venue.quote("BTC/USDT")
    if refused:
        with pytest.raises(OrderDenied, match="price_disagrees"):
            await check_second_source(quote, live, venues, "en")
    else:
        await check_second_source(quote, live, venues, "en")
    await check_second_source(quote, desk.exchange_account, venues, "en")


async def test_an_account_beyond_its_daily_loss_trades_again_only_on_another_day():
    async with open_desk() as desk:
        anna = desk.person()
        [account] = await desk.rows(ExchangeAccount)
        now = desk.clock.now()
        row = RiskLimitsRow(
            id=account.id, account_id="owner", updated_at=now, daily_loss=Decimal(100)
        )
        lost = replace(fill(desk, 1, "-150"), exchange_account_id=account.id, account_id="owner")
        await desk.desk.parts.records.commit(Insert(record=row), Insert(record=lost))
        await anna.say("/halt")
        said = text(await anna.say("/unhalt"))
        assert "today's loss is 150 USDT" in said
        assert not any(message.get("question_id") for message in anna.last.messages)
        desk.clock.set(now + timedelta(days=1))
        await anna.say("/unhalt")
        assert "active again" in text(await anna.press("opt:1"))


def changing(limit, value):
    step = call("s1", "manage_limits", limit=limit, value=value)
    return plan(step, respond(show=["s1"]))


async def test_a_limit_changes_by_a_press_on_old_and_new_and_is_read_back_I2():
    model = Model(changing("max_leverage", "50"), changing("max_notional", "1000"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        card = text(await anna.say("raise my leverage limit to 50"))
        assert "20x" in card
        assert "50x" in card
        assert "more risk" in card
        assert await desk.rows(RiskLimitsRow) == []
        assert "is now 50x, was 20x" in text(await anna.press("confirm"))
        [row] = await desk.rows(RiskLimitsRow)
        assert (row.max_leverage, row.max_positions) == (50, 20)
        assert len(await desk.rows(AuditEntry, event="limit.changed")) == 1
        assert "no more risk" in text(await anna.say("at most 1000 an order"))
        await anna.press("cancel")
        [row] = await desk.rows(RiskLimitsRow)
        assert row.max_notional is None


async def test_a_limit_that_moved_since_its_card_is_asked_again():
    model = Model(changing("max_leverage", "50"), changing("max_leverage", "5"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        first = (await anna.say("leverage limit 50"))[-1]["question_id"]
        await anna.say("leverage limit 5")
        await anna.press("confirm")
        again = text(await anna.press("confirm", first))
        [row] = await desk.rows(RiskLimitsRow)
        if row.max_leverage == 5:
            assert "5x" in again
        else:
            assert row.max_leverage == 50


@pytest.mark.parametrize("value", ["-1", "0", "2.5", "abc", "1e400", "126", "NaN"])
async def test_a_value_that_is_no_limit_is_refused_in_words(value):
    async with open_desk(provider=Model(changing("max_leverage", value))) as desk:
        said = await desk.person().say("set it")
        assert not any(message.get("question_id") for message in said)
        assert await desk.rows(RiskLimitsRow) == []


async def test_get_limits_names_each_limit_the_state_and_the_day_I7():
    async with open_desk() as desk:
        anna = desk.person()
        said = text(await anna.say("/limits"))
        assert "PAPER" in said
        assert "SIMULATED" in said
        assert "20x" in said
        assert "Today (UTC): realised 0 USDT" in said


async def test_two_cards_cannot_both_fill_the_last_position():
    async with open_desk() as desk:
        row = RiskLimitsRow(
            id=(await desk.rows(ExchangeAccount))[0].id,
            account_id="owner",
            updated_at=desk.clock.now(),
            max_positions=1,
        )
        await desk.desk.parts.records.commit(Insert(record=row))
        one, two = desk.person(chat="one"), desk.person(chat="two")
        await one.say("buy 50 usdt of btc")
        await two.say("buy 50 usdt of eth")
        told = [text(await one.press("confirm")), text(await two.press("confirm"))]
        assert "Bought" in told[0]
        assert "limit is 1" in told[1]
        assert len(await desk.rows(OrderRow)) == 1


async def test_original_g1_13_reward_to_risk_is_measured_from_the_live_price():
    desk = await limited(min_reward_risk=Decimal(2))
    error = await denied(desk, "open_long", "1000", "quote", leverage=1)
    assert error.key == "limit_needs_levels"
    levels = {"leverage": 1, "stop": "95000", "target": "109000"}
    error = await denied(desk, "open_long", "1000", "quote", **levels)
    assert (error.key, error.params["ratio"]) == ("limit_reward", Decimal("1.80"))
    desk.prices.set(PERPETUAL, "99000")
    await desk.draft("open_long", "1000", "quote", **levels)
    short = {"leverage": 1, "stop": "101000", "target": "95000"}
    await desk.draft("open_short", "1000", "quote", **short)


async def test_what_would_fit_keeps_the_terms_of_the_order():
    desk = await limited(max_notional=Decimal(100))
    terms = {"type": "limit", "price": "90000"}
    error = await denied(desk, "buy", "500", "quote", **terms)
    [(_, request)] = error.choices
    assert "100 USDT" in request
    assert "90000" in request
