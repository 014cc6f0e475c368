"""The card of an order: every figure of it, and everything that gets no card."""

from dataclasses import replace

import pytest

from core.domain.market import Instrument
from core.errors import BellwetherError, ModelMistake, OrderDenied, PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.views.errors import error_text
from core.views.render import plain
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk
from tests.doubles.prices import SetPrices

CARD_DATA = {
    "venue",
    "mode",
    "side",
    "symbol",
    "amount",
    "unit",
    "quantity",
    "value",
    "price",
    "price_at",
    "fee",
    "leverage",
    "margin",
    "liquidation_price",
    "stop",
    "target",
    "expires_at",
}


@pytest.fixture
async def desk():
    return await ToolDesk().open()


async def denied(desk, *order, **more):
    """Why there is no card; it can be told in both languages."""
    with pytest.raises(PersonError) as caught:
        await desk.draft(*order, **more)
    assert error_text(caught.value, "en") != error_text(caught.value, "zh")
    return caught.value


# -- the card ---------------------------------------------------------------------------------


async def test_the_card_of_a_spot_buy_has_every_figure(desk):
    draft = await desk.draft("buy", "50", "quote")
    assert draft.data == {
        "venue": "paper",
        "mode": "paper",
        "side": "buy",
        "symbol": SPOT,
        "amount": "50",
        "unit": "quote",
        "quantity": "0.0005",
        "value": "50",
        "price": "100000",
        "price_at": "2026-03-02T09:30:00Z",
        "fee": "0.025",
        "leverage": None,
        "margin": None,
        "liquidation_price": None,
        "stop": None,
        "target": None,
        "expires_at": "2026-03-02T09:35:00Z",
    }
    assert draft.arguments == {
        "action": "buy",
        "symbol": SPOT,
        "amount": {"value": "50", "unit": "quote"},
        "leverage": None,
        "type": "market",
        "price": None,
        "trigger": None,
        "post_only": False,
        "stop": None,
        "target": None,
        "account": "desk",
    }
    assert (draft.mode, draft.simulated, draft.large) == ("paper", True, False)
    assert plain(draft.blocks).splitlines() == [
        "Buy 0.0005 BTC? · PAPER · SIMULATED",
        "Exchange: paper",
        "Market: BTC/USDT (spot)",
        "Side: Buy",
        "Amount: 50 USDT = 0.0005 BTC, worth 50 USDT",
        "Price: 100,000 USDT at 09:30:00 UTC, 0 s old, set prices",
        "Fee: 0.025 USDT (0.05%)",
        "Total cost: 50.025 USDT",
        "Stop: none",
        "Target: none",
        "If nobody answers, nothing is placed; expires at 09:35 UTC.",
    ]


async def test_the_card_of_a_perpetual_shows_its_value_and_its_margin(desk):
    draft = await desk.draft("open_long", "1000", "quote", leverage=10)
    assert set(draft.data) >= CARD_DATA
    assert (draft.data["value"], draft.data["margin"], draft.data["leverage"]) == (
        "1000",
        "100",
        10,
    )
    text = plain(draft.blocks)
    for line in (
        "Amount: 1,000 USDT = 0.01 BTC, worth 1,000 USDT",
        "Leverage: 10x isolated",
        "Margin: 100 USDT",
        "Liquidation price: 90,361.4 USDT",
        "Total cost: 100.50 USDT",
    ):
        assert line in text


async def test_a_buy_with_leverage_is_a_long_and_a_long_without_one_is_at_1x(desk):
    levered = await desk.draft("buy", "1000", "quote", leverage=3)
    assert (levered.data["side"], levered.data["symbol"]) == ("open_long", PERPETUAL)
    assert (await desk.draft("open_long", "1000", "quote")).data["leverage"] == 1


async def test_the_age_of_the_price_is_on_the_card(desk):
    desk.clock.advance(7)
    assert "7 s old" in plain((await desk.draft("buy", "50", "quote")).blocks)


async def test_the_card_in_chinese(desk):
    text = plain((await desk.draft("buy", "50", "quote", lang="zh")).blocks)
    assert text.startswith("买入 0.0005 BTC？ · PAPER 模拟盘 · SIMULATED 模拟行情")
    assert "若无人确认则不会下单，09:35 UTC 过期。" in text


async def test_original_g1_4_a_tiny_quantity_is_shown_in_full(desk):
    desk.prices.set(SPOT, "1000000")
    draft = await desk.draft("buy", "0.00001", "base")
    assert "Buy 0.00001 BTC?" in plain(draft.blocks)
    result = await desk.press(draft)
    assert "Bought 0.00001 BTC at 1,000,000 USDT" in plain(desk.trading.view(result.data, "en"))


async def test_a_clamped_sale_says_so_and_binds_what_is_shown(desk):
    await desk.trade("buy", "1000", "quote")
    draft = await desk.draft("sell", "5", "base")
    assert draft.data["quantity"] == "0.01"
    assert draft.arguments["amount"] == {"value": "0.01", "unit": "base"}
    assert "this takes all 0.01 BTC of it" in plain(draft.blocks)


async def test_a_sale_says_what_comes_in_and_what_it_realises(desk):
    await desk.trade("buy", "1000", "quote")
    desk.prices.set(SPOT, "110000")
    text = plain((await desk.draft("sell", "100", "percent_of_position")).blocks)
    assert "You receive: 1,099.45 USDT" in text
    assert "Realises about: +100 USDT" in text


@pytest.mark.parametrize(
    ("value", "usdt", "large"),
    [("2499", "10000", False), ("2500", "10000", True), ("5000", "1000000", True),
     ("4999", "1000000", False)],
)  # fmt: skip
async def test_a_large_order_is_one_of_5000_or_a_quarter_of_the_equity(value, usdt, large):
    desk = await ToolDesk().open(usdt)
    draft = await desk.draft("buy", value, "quote")
    assert draft.large is large
    assert ("confirmed twice" in plain(draft.blocks)) is large


async def test_a_close_is_never_large(desk):
    await desk.trade("buy", "9000", "quote")
    assert not (await desk.draft("sell", "100", "percent_of_position")).large


async def test_with_unknown_equity_what_opens_is_large(desk):
    await desk.trade("buy", "100", "quote", "ETH")
    desk.prices.lose("ETH/USDT")
    assert (await desk.draft("buy", "50", "quote")).large


# -- what may not be --------------------------------------------------------------------------


async def test_a_price_older_than_ten_seconds_places_nothing(desk):
    desk.clock.advance(10)
    await desk.draft("buy", "50", "quote")
    desk.clock.advance(1)
    error = await denied(desk, "buy", "50", "quote")
    assert isinstance(error, OrderDenied)
    assert "is 11 s old" in error_text(error, "en")


async def test_without_a_price_or_an_account_there_is_no_card(desk):
    desk.prices.lose(SPOT)
    with pytest.raises(VenueError):
        await desk.draft("buy", "50", "quote")
    desk.exchange_account = replace(desk.exchange_account, id="unreachable")
    with pytest.raises(VenueError):
        await desk.draft("buy", "50", "quote", "ETH")


@pytest.mark.parametrize("state", ["REDUCING", "HALTED"])
async def test_a_halted_account_closes_and_opens_nothing(desk, state):
    await desk.trade("buy", "100", "quote")
    await desk.trade("open_long", "1000", "quote")
    await desk.set_trading_state(state)
    for action in ("buy", "open_long"):
        assert (await denied(desk, action, "100", "quote")).key == f"trading_{state.lower()}"
    await desk.trade("sell", "100", "percent_of_position")
    await desk.trade("close_long", "100", "percent_of_position")


async def test_a_sale_on_a_perpetual_is_asked_about(desk):
    error = await denied(desk, "sell", "0.01", "base", PERPETUAL)
    assert error.key == "market_kind_unclear"
    assert [request for _, request in error.choices] == [
        "close long 0.01 BTC of BTC/USDT:USDT",
        "open short 0.01 BTC of BTC/USDT:USDT",
        "sell 0.01 BTC of BTC/USDT",
    ]


class Cats(SetPrices):
    """A coin listed by itself on spot, and by the thousand on both kinds of market."""

    async def instruments(self):
        spot, perpetual = (await super().instruments())[:2]

        def listed(market: Instrument, base, symbol):
            return replace(market, base=base, symbol=symbol)

        return (
            listed(spot, "CAT", "CAT/USDT"),
            listed(spot, "1000CAT", "1000CAT/USDT"),
            listed(perpetual, "1000CAT", "1000CAT/USDT:USDT"),
        )


async def test_peers_15_a_name_that_fits_several_markets_is_asked_about_with_kind_and_venue():
    desk = await ToolDesk(Cats()).open()
    error = await denied(desk, "buy", "50", "quote", "cat")
    assert error.key == "ambiguous_market"
    assert error.choices == (
        ("CAT/USDT · spot · paper", "buy 50 USDT of CAT/USDT"),
        ("1000CAT/USDT · spot · paper", "buy 50 USDT of 1000CAT/USDT"),
        ("1000CAT/USDT:USDT · perpetual · paper", "open long 50 USDT of 1000CAT/USDT:USDT"),
    )
    short = await denied(desk, "open_short", "50", "quote", "cat")
    assert short.choices == (
        ("1000CAT/USDT:USDT · perpetual · paper", "open short 50 USDT of 1000CAT/USDT:USDT"),
    )
    assert (
        await denied(desk, "open_short", "50", "quote", "CAT/USDT")
    ).key == "no_perpetual_market"


async def test_peers_18_original_g2_1274_closing_what_is_closed_says_that_nothing_is_there(desk):
    await desk.trade("open_long", "1000", "quote")
    draft = await desk.draft("close_long", "100", "percent_of_position")
    await desk.trade("close_long", "100", "percent_of_position")
    error = await denied(desk, "close_long", "100", "percent_of_position")
    assert "no long position in BTC/USDT:USDT to close. Held: nothing." in error_text(error, "en")
    with pytest.raises(OrderDenied) as caught:
        await desk.trading.intend(draft, "late", desk.context())
    assert caught.value.key == "holding_changed"


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("action", {"action": "short", "symbol": "BTC", "amount": {"value": "1", "unit": "base"}}),
        ("value", {"action": "buy", "symbol": "BTC", "amount": {"value": "1,5", "unit": "base"}}),
        ("value", {"action": "buy", "symbol": "BTC", "amount": {"value": "-1", "unit": "base"}}),
        ("value", {"action": "buy", "symbol": "BTC", "amount": {"value": "NaN", "unit": "base"}}),
        ("value", {"action": "buy", "symbol": "BTC", "amount": {"value": "1e99", "unit": "base"}}),
        ("value", {"action": "buy", "symbol": "BTC", "amount": {"value": True, "unit": "base"}}),
        ("unit", {"action": "buy", "symbol": "BTC", "amount": {"value": "1", "unit": "usdt"}}),
        ("percent", {"action": "buy", "symbol": "BTC",
                     "amount": {"value": "101", "unit": "percent_of_free"}}),
        ("opens", {"action": "buy", "symbol": "BTC",
                   "amount": {"value": "5", "unit": "percent_of_position"}}),
        ("closes", {"action": "close_long", "symbol": "BTC",
                    "amount": {"value": "5", "unit": "percent_of_free"}}),
        ("leverage", {"action": "buy", "symbol": "BTC", "leverage": 126,
                      "amount": {"value": "5", "unit": "base"}}),
        ("price", {"action": "buy", "symbol": "BTC", "type": "limit",
                   "amount": {"value": "5", "unit": "base"}}),
        ("price", {"action": "buy", "symbol": "BTC", "price": "5",
                   "amount": {"value": "5", "unit": "base"}}),
        ("trigger", {"action": "sell", "symbol": "BTC", "type": "stop"}),
        ("trigger", {"action": "sell", "symbol": "BTC", "type": "stop", "trigger": "-5"}),
        ("stop", {"action": "sell", "symbol": "BTC", "stop": "5",
                  "amount": {"value": "5", "unit": "base"}}),
        ("post_only", {"action": "buy", "symbol": "BTC", "post_only": True,
                       "amount": {"value": "5", "unit": "base"}}),
        ("confirmed", {"action": "buy", "symbol": "BTC", "confirmed": True,
                       "amount": {"value": "5", "unit": "base"}}),
    ],
)  # fmt: skip
def test_an_argument_that_is_not_exact_is_a_mistake_named_by_its_field(field, arguments):
    with pytest.raises(ModelMistake, match=field):
        parse_arguments(ToolDesk().trading, arguments)


async def test_a_number_is_taken_where_its_digits_are_certain(desk):
    assert (await desk.draft("buy", 50, "quote")).arguments["amount"]["value"] == "50"
    assert (await desk.draft("buy", 0.0005, "base")).data["quantity"] == "0.0005"
    with pytest.raises(ModelMistake):
        await desk.draft("buy", 0.1 + 0.2, "base")


async def test_an_effect_never_runs_without_its_card(desk):
    arguments = {"action": "buy", "symbol": "BTC", "amount": {"value": "50", "unit": "quote"}}
    with pytest.raises(BellwetherError, match="approval"):
        await desk.use("execute_trade", **arguments)
    assert await desk.orders() == []


# -- changing the amount ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("80 usdt", {"value": "80", "unit": "quote"}),
        ("80", {"value": "80", "unit": "quote"}),
        ("0.002 btc", {"value": "0.002", "unit": "base"}),
        ("25%", {"value": "25", "unit": "percent_of_free"}),
        ("一半", {"value": "50", "unit": "percent_of_free"}),
    ],
)
async def test_another_amount_changes_only_the_amount(desk, text, amount):
    draft = await desk.draft("buy", "50", "quote")
    args = desk.trading.arguments.model_validate(draft.arguments)
    amended = desk.trading.amend(args, text, "en").model_dump(mode="json")
    assert amended == {**draft.arguments, "amount": amount}


async def test_when_closing_a_part_is_of_the_position(desk):
    await desk.trade("open_long", "1000", "quote")
    draft = await desk.draft("close_long", "100", "percent_of_position")
    args = desk.trading.arguments.model_validate(draft.arguments)
    amended = desk.trading.amend(args, "half", "en").model_dump(mode="json")
    assert amended["amount"] == {"value": "50", "unit": "percent_of_position"}


async def test_what_is_no_certain_amount_changes_nothing(desk):
    draft = await desk.draft("buy", "50", "quote")
    args = desk.trading.arguments.model_validate(draft.arguments)
    for text in ("1,234", "some", "-5", ""):
        with pytest.raises(PersonError):
            desk.trading.amend(args, text, "en")
