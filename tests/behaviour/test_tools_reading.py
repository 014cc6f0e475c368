"""What a person sees when they ask for prices, balance, positions and trades."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from core.domain.records import FillRow, Insert, OrderRow
from core.errors import ModelMistake, PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.views.errors import error_text
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk

D = Decimal
MONEY_TOOLS = {
    "get_market_price": {"symbols": ["BTC"]},
    "get_balance": {},
    "get_positions": {},
    "get_trade_history": {},
}


@pytest.fixture
async def desk():
    return await ToolDesk().open()


def is_plain(data):
    """Whether no figure is a float or in exponent form, anywhere in the data."""
    if isinstance(data, dict):
        return all(map(is_plain, data.values()))
    if isinstance(data, list):
        return all(map(is_plain, data))
    return not isinstance(data, float | Decimal | datetime) and "E+" not in str(data)


# -- prices -----------------------------------------------------------------------------------


async def test_a_coin_is_priced_on_its_spot_market(desk):
    result = await desk.use("get_market_price", symbols=["btc"])
    (price,) = result.data["prices"]
    assert (price["symbol"], price["price"], price["at"]) == (
        SPOT,
        "100000",
        "2026-03-02T09:30:00Z",
    )
    assert [(one.kind, one.id) for one in result.references] == [("symbol", SPOT)]
    assert result.listed == ()


async def test_several_prices_are_a_list_in_the_order_asked(desk):
    result = await desk.use("get_market_price", symbols=["ETH", "比特币", "BTC/USDT:USDT", "eth"])
    assert [one["symbol"] for one in result.data["prices"]] == ["ETH/USDT", SPOT, PERPETUAL]
    assert [one.id for one in result.listed] == ["ETH/USDT", SPOT, PERPETUAL]
    assert result.references == ()


async def test_I6_a_price_that_cannot_be_read_is_unknown_and_named(desk):
    desk.prices.lose("ETH/USDT")
    result = await desk.use("get_market_price", symbols=["BTC", "ETH"])
    assert result.data["prices"][1]["price"] is None
    seen = await desk.seen("get_market_price", symbols=["BTC", "ETH"])
    assert "The price of ETH/USDT could not be read." in seen
    assert "unknown" in seen
    with pytest.raises(VenueError):
        await desk.use("get_market_price", symbols=["ETH"])


async def test_the_age_of_a_price_is_shown_once_it_is_older_than_a_few_seconds(desk):
    assert "s old" not in await desk.seen("get_market_price", symbols=["BTC"])
    desk.clock.advance(40)
    assert "09:30:00 UTC (40 s old)" in await desk.seen("get_market_price", symbols=["BTC"])
    assert "40 秒前" in await desk.seen("get_market_price", lang="zh", symbols=["BTC", "ETH"])


async def test_an_unknown_coin_is_refused_with_what_is_near(desk):
    with pytest.raises(PersonError) as caught:
        await desk.use("get_market_price", symbols=["DOGEE"])
    assert error_text(caught.value, "en") == "DOGEE is not traded here."
    assert ("DOGE/USDT (spot)", "price of DOGE/USDT") in caught.value.choices


@pytest.mark.parametrize(
    "arguments",
    [
        {"symbols": []},
        {"symbols": ["BTC"] * 11},
        {"symbols": "BTC"},
        {"symbol": "BTC"},
        {"symbols": ["BTC"], "exchange": "x"},
        {},
    ],
)
def test_wrong_arguments_are_told_by_field_to_whoever_made_them(arguments):
    tool = ToolDesk().registry.tools["get_market_price"]
    with pytest.raises(ModelMistake, match=r"^get_market_price: (symbols?|exchange): "):
        parse_arguments(tool, arguments)


# -- balance ----------------------------------------------------------------------------------


async def test_the_balance_shows_what_is_free_what_is_locked_and_what_all_is_worth(desk):
    await desk.trade("open_long", "1000", "quote", leverage=10)
    result = await desk.use("get_balance")
    (usdt,) = result.data["balances"]
    assert usdt == {"currency": "USDT", "free": "9899.5", "locked": "100", "total": "9999.5"}
    assert result.data["equity"] == "9999.5"
    seen = await desk.seen("get_balance")
    assert "USDT: 9,999.50 (free 9,899.50, locked 100)" in seen
    assert "Equity: 9,999.50 USDT" in seen


async def test_I6_an_equity_that_lacks_a_price_is_unknown_and_says_which(desk):
    await desk.trade("buy", "1000", "quote")
    desk.prices.lose(SPOT)
    assert (await desk.use("get_balance")).data["equity"] is None
    seen = await desk.seen("get_balance")
    assert "Equity: unknown" in seen
    assert "Equity is unknown: the price of BTC/USDT could not be read." in seen


@pytest.mark.parametrize("tool", ["get_balance", "get_positions"])
async def test_peers_17_original_g2_1077_an_account_that_cannot_be_read_is_not_empty(desk, tool):
    desk.exchange_account = replace(desk.exchange_account, id="unreachable")
    with pytest.raises(VenueError):
        await desk.use(tool)


async def test_an_account_at_an_exchange_that_is_not_connected_is_told(desk):
    desk.exchange_account = replace(desk.exchange_account, venue="elsewhere")
    with pytest.raises(PersonError) as caught:
        await desk.use("get_balance")
    assert "elsewhere" in error_text(caught.value, "en")


# -- positions --------------------------------------------------------------------------------


async def test_original_g1_1_an_open_position_shows_with_all_its_figures(desk):
    await desk.trade("open_long", "0.1", "base", leverage=10)
    desk.prices.set(PERPETUAL, "101000")
    result = await desk.use("get_positions")
    (position,) = result.data["positions"]
    assert position == {
        "symbol": PERPETUAL,
        "kind": "perpetual",
        "side": "LONG",
        "quantity": "0.1",
        "tick": "0.1",
        "entry_price": "100000",
        "mark": "101000",
        "value": "10100",
        "unrealized_pnl": "100",
        "pnl_fraction": "0.1",
        "leverage": 10,
        "margin": "1000",
        "liquidation_price": "90361.44578313",
        "opened_at": "2026-03-02T09:30:00Z",
        "protection": {"stops": [], "targets": []},
    }
    seen = await desk.seen("get_positions")
    for shown in ("LONG 10x", "0.1", "101,000", "+100 (+10%)", "90,361.4", "PAPER · SIMULATED"):
        assert shown in seen


async def test_spot_holdings_are_listed_too_and_the_list_gives_the_second_one(desk):
    await desk.trade("buy", "1000", "quote")
    desk.clock.advance(5)
    await desk.trade("open_short", "340", "quote", "ETH")
    result = await desk.use("get_positions")
    assert [one.id for one in result.listed] == [SPOT, "ETH/USDT:USDT"]
    assert result.references == ()
    seen = await desk.seen("get_positions")
    assert seen.index("1. BTC/USDT spot") < seen.index("2. ETH/USDT:USDT SHORT 1x")


async def test_the_only_position_is_what_it_means(desk):
    await desk.trade("buy", "1000", "quote")
    result = await desk.use("get_positions")
    assert {(one.kind, one.id) for one in result.references} == {
        ("position", SPOT),
        ("symbol", SPOT),
    }


async def test_positions_of_one_coin_or_one_market(desk):
    await desk.trade("buy", "1000", "quote")
    await desk.trade("open_long", "1000", "quote")
    await desk.trade("open_long", "340", "quote", "ETH")

    async def held(symbol):
        result = await desk.use("get_positions", symbol=symbol)
        return sorted(one["symbol"] for one in result.data["positions"])

    assert await held("btc") == [SPOT, PERPETUAL]
    assert await held(PERPETUAL) == [PERPETUAL]
    assert await held("doge") == []
    assert "No open position in DOGE/USDT." in await desk.seen("get_positions", symbol="doge")


async def test_peers_17_a_total_says_what_is_missing_from_it(desk):
    await desk.trade("buy", "1000", "quote")
    await desk.trade("open_long", "1000", "quote", leverage=10)
    desk.prices.set(PERPETUAL, "101000")
    desk.prices.lose(SPOT)
    result = await desk.use("get_positions")
    assert [one["unrealized_pnl"] for one in result.data["positions"]] == [None, "10"]
    assert result.data["missing"] == [SPOT]
    seen = await desk.seen("get_positions")
    assert "Total unrealised P&L: +10 USDT, without BTC/USDT: price not readable." in seen
    desk.prices.lose(PERPETUAL)
    assert (await desk.use("get_positions")).data["total_unrealized_pnl"] is None
    assert "Total unrealised P&L: unknown" in await desk.seen("get_positions")


async def test_nothing_held_is_said_and_its_total_is_zero(desk):
    assert (await desk.use("get_positions")).data["total_unrealized_pnl"] == "0"
    assert await desk.seen("get_positions") == "No open positions.\nPAPER · SIMULATED"


# -- trades -----------------------------------------------------------------------------------


async def test_original_g1_12_totals_are_over_all_trades_and_breaking_even_is_no_win(desk):
    for exit_price in ("101000", "99000", "100000"):
        desk.prices.set(PERPETUAL, "100000")
        await desk.trade("open_long", "0.01", "base")
        desk.prices.set(PERPETUAL, exit_price)
        await desk.trade("close_long", "100", "percent_of_position")
    result = await desk.use("get_trade_history", limit=1)
    assert len(result.data["trades"]) == 1
    totals = result.data["totals"]
    assert totals["count"] == 6
    assert (totals["closed"], totals["wins"], totals["losses"], totals["breakeven"]) == (3, 1, 1, 1)
    assert (totals["realized_pnl"], totals["fees"], totals["net"]) == ("0", "3", "-3")
    assert totals["win_rate"] == "0.33333333"
    seen = await desk.seen("get_trade_history", limit=1)
    assert "Trades (1 of 6)" in seen
    assert "1 won, 1 lost, 1 broke even (win rate 33.33%, before fees)" in seen


async def test_the_newest_trade_comes_first_whatever_its_id(desk):
    for key, coin in (("zz", "BTC"), ("aa", "ETH")):
        desk.clock.advance(1)
        await desk.press(await desk.draft("buy", "100", "quote", coin), key)
    trades = (await desk.use("get_trade_history")).data["trades"]
    assert [one["symbol"] for one in trades] == ["ETH/USDT", SPOT]


async def test_trades_of_one_coin_are_of_both_its_markets_and_of_one_market_only_of_that(desk):
    await desk.trade("buy", "100", "quote")
    await desk.trade("open_long", "100", "quote")
    await desk.trade("buy", "100", "quote", "ETH")
    assert (await desk.use("get_trade_history", symbol="BTC")).data["totals"]["count"] == 2
    assert (await desk.use("get_trade_history", symbol=PERPETUAL)).data["totals"]["count"] == 1


async def test_an_order_with_several_fills_is_one_trade_at_its_average_price(desk):
    await desk.press(await desk.draft("buy", "100", "quote"), "split")
    order = await desk.order("split")
    (fill,) = (await desk.use("get_trade_history")).data["trades"]
    more = FillRow(
        fill_id="more",
        client_order_id="split",
        account_id="anna",
        exchange_account_id="desk",
        symbol=SPOT,
        side="BUY",
        quantity=order.quantity,
        price=D(100200),
        fee=D("0.05"),
        realized_pnl=None,
        mode="paper",
        at=desk.clock.now(),
    )
    await desk.commit(Insert(record=more))
    (trade,) = (await desk.use("get_trade_history")).data["trades"]
    assert (fill["price"], trade["price"], trade["quantity"]) == ("100000", "100100", "0.002")


async def test_I10_trades_of_other_accounts_are_not_seen(desk):
    await desk.press(await desk.draft("buy", "100", "quote"), "mine")
    mine = await desk.order("mine")
    await desk.commit(
        Insert(record=replace(mine, client_order_id="hers", exchange_account_id="other")),
        Insert(
            record=FillRow(
                fill_id="hers",
                client_order_id="hers",
                account_id="berta",
                exchange_account_id="other",
                symbol=SPOT,
                side="BUY",
                quantity=D(1),
                price=D(1),
                fee=D(1),
                realized_pnl=None,
                mode="paper",
                at=desk.clock.now(),
            )
        ),
    )
    assert (await desk.use("get_trade_history")).data["totals"]["count"] == 1


async def test_an_order_that_never_filled_is_no_trade(desk):
    draft = await desk.draft("buy", "100", "quote")
    await desk.commit(*await desk.trading.intend(draft, "open", desk.context()))
    assert isinstance(await desk.order("open"), OrderRow)
    assert await desk.seen("get_trade_history") == "No trades yet.\nPAPER · SIMULATED"


# -- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in MONEY_TOOLS if name != "get_market_price"])
async def test_I7_paper_and_simulated_stand_on_every_answer_about_money(desk, name):
    await desk.trade("buy", "100", "quote")
    result = await desk.use(name, **MONEY_TOOLS[name])
    assert (result.mode, result.simulated) == ("paper", True)
    assert "PAPER · SIMULATED" in await desk.seen(name, **MONEY_TOOLS[name])
    chinese = await desk.seen(name, lang="zh", **MONEY_TOOLS[name])
    assert "PAPER 模拟盘" in chinese
    assert "SIMULATED 模拟行情" in chinese


async def test_I7_a_price_is_simulated_and_of_no_account(desk):
    result = await desk.use("get_market_price", symbols=["BTC"])
    assert (result.mode, result.simulated) == (None, True)
    assert "BTC/USDT · SIMULATED" in await desk.seen("get_market_price", symbols=["BTC"])


@pytest.mark.parametrize("name", MONEY_TOOLS)
async def test_figures_leave_as_plain_strings(desk, name):
    await desk.trade("buy", "0.00006", "base")
    assert is_plain((await desk.use(name, **MONEY_TOOLS[name])).data)
