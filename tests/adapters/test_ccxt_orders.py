"""Orders at a live venue: as they go out, as they come back."""

import asyncio
from decimal import Decimal

import pytest

from core.domain.orders import OrderChange
from core.errors import OrderDenied, VenueError
from core.views.words import WORDS
from tests.adapters.ccxt_desk import PERPETUAL, SPOT, changed, live_desk

D = Decimal
ORDER, ALGO, SPOT_ORDER = "/fapi/v1/order", "/fapi/v1/algoOrder", "/api/v3/order"


@pytest.fixture
async def desk():
    async with live_desk() as made:
        yield made


async def test_a_market_order_is_filled_and_its_report_adds_up(desk):
    report = await desk.place("BUY", "0.1")
    assert (report.status, report.filled, report.average_price) == ("FILLED", D("0.1"), D(100000))
    assert (report.fee, report.realized_pnl) == (D(5), None)
    (sent,) = desk.venue.asked("POST", ORDER)
    assert (sent["quantity"], sent["type"], sent["recvWindow"]) == ("0.1", "MARKET", "3000")
    assert sent["newClientOrderId"] == report.client_order_id
    assert (desk.book.leverages["BTCUSDT"], desk.book.margin_types["BTCUSDT"]) == (10, "ISOLATED")


async def test_several_fills_are_one_report(desk):
    desk.book.slices = 4
    report = await desk.place("BUY", "0.1")
    assert [one.quantity for one in report.fills] == [D("0.025")] * 4
    assert len({one.fill_id for one in report.fills}) == 4
    assert (report.filled, report.fee) == (D("0.1"), D(5))


async def test_closing_tells_what_was_gained(desk):
    await desk.place("BUY", "0.1")
    desk.book.set_price("linear", "BTCUSDT", D(101000))
    report = await desk.place("SELL", "0.1", reduce_only=True)
    assert (report.realized_pnl, report.fee) == (D(100), D("5.05"))
    assert desk.venue.asked("POST", ORDER)[-1]["reduceOnly"] == "true"
    assert len(desk.venue.asked("POST", "/fapi/v1/leverage")) == 1


async def test_a_limit_order_rests_with_its_price(desk):
    order = desk.order("BUY", "0.1", type="limit", price=D("90000.04"))
    report = await desk.exchange.place("live", order)
    assert (report.status, report.filled, report.average_price) == ("ACCEPTED", 0, None)
    assert desk.venue.asked("POST", ORDER)[0]["price"] == "90000"
    (resting,) = await desk.exchange.open_orders("live")
    assert (resting.client_order_id, resting.type, resting.price) == (
        order.client_order_id,
        "limit",
        D(90000),
    )
    desk.book.set_price("linear", "BTCUSDT", D(89000))
    found = await desk.exchange.find("live", desk.ref(order))
    assert (found.status, found.average_price, found.fills[0].maker) == ("FILLED", D(90000), True)


async def test_a_post_only_order_that_would_fill_is_refused_in_words(desk):
    report = await desk.place("BUY", "0.1", type="limit", price=D(100500), post_only=True)
    assert (report.status, report.reason) == ("REJECTED", "venue_would_fill_at_once")
    assert desk.venue.asked("POST", ORDER)[0]["timeInForce"] == "GTX"
    assert (await desk.view()).positions == ()


async def test_a_partly_filled_order_says_so_and_is_taken_back_with_what_it_filled(desk):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    await desk.exchange.place("live", order)
    desk.book.fill_part(desk.book.orders[0], D("0.04"))
    found = await desk.exchange.find("live", desk.ref(order))
    assert (found.status, found.filled, found.fee) == ("PARTIALLY_FILLED", D("0.04"), D("0.72"))
    report = await desk.exchange.cancel("live", desk.ref(order))
    assert (report.status, report.filled) == ("CANCELED", D("0.04"))


@pytest.mark.parametrize(
    ("kind", "trigger", "sent"),
    [("stop", "95000", "STOP_MARKET"), ("take_profit", "110000", "TAKE_PROFIT_MARKET")],
)
async def test_protection_is_an_order_of_its_own_on_the_mark_price(desk, kind, trigger, sent):
    await desk.place("BUY", "0.1")
    order = desk.order("SELL", "0.1", type=kind, trigger=D(trigger), reduce_only=True)
    report = await desk.exchange.place("live", order)
    assert report.status == "ACCEPTED"
    (asked,) = desk.venue.asked("POST", ALGO)
    assert (asked["type"], asked["workingType"], asked["reduceOnly"]) == (
        sent,
        "MARK_PRICE",
        "true",
    )
    assert (asked["triggerPrice"], asked["clientAlgoId"]) == (trigger, order.client_order_id)
    (resting,) = await desk.exchange.open_orders("live")
    assert (resting.type, resting.trigger, resting.reduce_only) == (kind, D(trigger), True)
    desk.book.set_price("linear", "BTCUSDT", D(trigger))
    found = await desk.exchange.find("live", desk.ref(order))
    assert (found.status, found.filled, found.client_order_id) == (
        "FILLED",
        D("0.1"),
        order.client_order_id,
    )
    assert found.realized_pnl == (D(trigger) - 100000) / 10
    assert found.fee == D(trigger) / 10 * D("0.0005")


async def test_nothing_is_ever_attached_to_an_entry(desk):
    """Binance does not know attached stops, and ccxt drops them without a word."""
    await desk.place("BUY", "0.1")
    (sent,) = desk.venue.asked("POST", ORDER)
    assert {key for key in sent if "stop" in key.lower() or "profit" in key.lower()} == set()


async def test_a_stop_that_is_taken_back_is_gone(desk):
    await desk.place("BUY", "0.1")
    order = desk.order("SELL", "0.1", type="stop", trigger=D(95000), reduce_only=True)
    await desk.exchange.place("live", order)
    assert (await desk.exchange.cancel("live", desk.ref(order))).status == "CANCELED"
    assert await desk.exchange.open_orders("live") == []


async def test_taking_back_what_is_filled_leaves_it_filled(desk):
    order = desk.order("BUY", "0.1")
    report = await desk.exchange.place("live", order)
    assert await desk.exchange.cancel("live", desk.ref(order)) == report
    assert desk.venue.asked("DELETE", ORDER) == []


async def test_an_order_that_fills_while_it_is_taken_back_is_told_as_filled(desk):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    await desk.exchange.place("live", order)
    desk.venue.refuse("DELETE", ORDER, -2011, "Unknown order sent.")
    asked = desk.exchange.cancel("live", desk.ref(order))
    task = asyncio.get_running_loop().create_task(asked)
    await desk.venue.arrival("DELETE", ORDER)
    desk.book.set_price("linear", "BTCUSDT", D(89000))
    assert (await task).status == "FILLED"


async def test_a_resting_order_is_changed_in_place(desk):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    first = await desk.exchange.place("live", order)
    report = await desk.exchange.amend("live", desk.ref(order), OrderChange(price=D(91000)))
    assert (report.venue_order_id, report.status) == (first.venue_order_id, "ACCEPTED")
    (sent,) = desk.venue.asked("PUT", ORDER)
    assert (sent["price"], sent["quantity"]) == ("91000", "0.1")
    (resting,) = await desk.exchange.open_orders("live")
    assert (resting.price, resting.quantity) == (D(91000), D("0.1"))


@pytest.mark.parametrize("kind", ["stop", "market"])
async def test_what_cannot_be_changed_in_place_is_refused_in_words(desk, kind):
    await desk.place("BUY", "0.1")
    how = {"type": "stop", "trigger": D(95000)} if kind == "stop" else {}
    order = desk.order("SELL", "0.1", reduce_only=True, **how)
    await desk.exchange.place("live", order)
    with pytest.raises(OrderDenied) as denied:
        await desk.exchange.amend("live", desk.ref(order), OrderChange(trigger=D(96000)))
    assert denied.value.key == ("venue_not_for_change" if kind == "stop" else "venue_order_closed")
    assert WORDS[denied.value.key]["zh"].format(**denied.value.params)


async def test_spot_takes_no_leverage_and_its_fee_in_the_coin_is_told_in_quote(desk):
    report = await desk.place("BUY", "0.01", symbol=SPOT)
    assert (report.status, report.filled, report.fee) == ("FILLED", D("0.01"), D("0.5"))
    (sent,) = desk.venue.asked("POST", SPOT_ORDER)
    assert (sent["quantity"], "quoteOrderQty" in sent) == ("0.01", False)
    assert desk.venue.asked("POST", "/fapi/v1/leverage") == []


async def test_a_fee_in_a_third_coin_is_unknown_and_no_number(desk):
    desk.book.fee_coin = "BNB"
    report = await desk.place("BUY", "0.01", symbol=SPOT)
    assert (report.status, report.fee, report.fills[0].fee) == ("FILLED", None, None)


@pytest.mark.parametrize(
    ("quantity", "sent"), [("0.0129999", "0.012"), ("0.1000000000", "0.1"), ("1E-2", "0.01")]
)
async def test_peers_13_amounts_go_out_floored_in_plain_digits(desk, quantity, sent):
    await desk.place("BUY", quantity)
    assert desk.venue.asked("POST", ORDER)[0]["quantity"] == sent


async def test_peers_13_small_spot_steps_keep_their_form(desk):
    await desk.place("BUY", "0.000079999", symbol=SPOT)
    assert desk.venue.asked("POST", SPOT_ORDER)[0]["quantity"] == "0.00007"


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"quantity": "0.0009"}, "venue_least_quantity"),
        ({"quantity": "2000"}, "venue_most_quantity"),
        ({"quantity": "0.001", "type": "limit", "price": D(1000)}, "venue_min_notional"),
        ({"quantity": "0.1", "symbol": "NOPE/USDT:USDT"}, "venue_unknown_symbol"),
    ],
)
async def test_what_the_limits_forbid_is_refused_before_anything_is_sent(desk, how, reason):
    report = await desk.exchange.place("live", desk.order("BUY", **how))
    assert (report.status, report.reason) == ("REJECTED", reason)
    assert WORDS[reason]["en"].format(**report.params)
    assert [one for one in desk.venue.seen if one.method == "POST"] == []


@pytest.mark.parametrize(
    ("prepare", "how", "reason"),
    [
        (lambda book: setattr(book, "wallet", D(10)), {}, "venue_insufficient_funds"),
        (lambda book: setattr(book, "hedged", True), {}, "venue_hedge_mode"),
        (lambda _: None, {"leverage": 120}, "venue_refused"),
        (lambda _: None, {"reduce_only": True}, "venue_refused"),
    ],
    ids=["margin", "hedge mode", "leverage", "nothing to reduce"],
)
async def test_a_refusal_of_the_venue_is_told_in_words_and_stands_original_g2_23(
    desk, prepare, how, reason
):
    prepare(desk.book)
    order = desk.order("BUY", "0.1", **how)
    report = await desk.exchange.place("live", order)
    assert (report.status, report.reason, report.filled) == ("REJECTED", reason, 0)
    assert all(text.format(**report.params) for text in WORDS[reason].values())
    before = len(desk.venue.seen)
    assert await desk.exchange.place("live", order) == report
    assert await desk.exchange.find("live", desk.ref(order)) == report
    assert len(desk.venue.seen) == before


async def test_in_hedge_mode_no_setting_of_the_account_is_touched(desk):
    desk.book.hedged = True
    await desk.place("BUY", "0.1")
    assert [one for one in desk.venue.seen if one.method == "POST"] == []


async def test_what_is_set_already_is_no_failure(desk):
    await desk.place("BUY", "0.1")
    assert (await desk.place("BUY", "0.1")).status == "FILLED"
    assert len(desk.venue.asked("POST", "/fapi/v1/marginType")) == 2


async def test_orders_of_others_are_listed_without_a_name_of_ours(desk):
    order = desk.order("BUY", "0.1", type="limit", price=D(90000))
    await desk.exchange.place("live", order)
    desk.book.orders[0].client_id = "web_somebodyElse"
    (resting,) = await desk.exchange.open_orders("live")
    assert (resting.client_order_id, resting.symbol) == ("", PERPETUAL)


async def test_a_paper_account_never_reaches_a_live_venue(desk):
    for row in (
        changed(desk.rows["live"], mode="paper"),
        changed(desk.rows["live"], venue="paper"),
        changed(desk.rows["live"], venue="bybit"),
        changed(desk.rows["live"], testnet=True),
    ):
        desk.rows["live"] = row
        with pytest.raises(VenueError):
            await desk.place("BUY", "0.1")
    assert desk.venue.seen == []


async def test_a_key_that_is_changed_is_used_from_the_next_call_on(desk):
    await desk.view()
    desk.keys["api_key"] = "another"
    with pytest.raises(VenueError, match="AuthenticationError"):
        await desk.view()


async def test_an_account_without_its_key_is_an_error_in_words(desk):
    desk.keys.pop("api_secret")
    with pytest.raises(VenueError, match="binance needs secret"):
        await desk.view()
