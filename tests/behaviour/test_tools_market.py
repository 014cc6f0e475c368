"""Candles, a market at a glance, shares and the watchlist, as a person meets them."""

from datetime import timedelta
from decimal import Decimal

import pytest

from adapters.market.simulated import SimulatedMarket
from core.domain.instruments import INSTRUMENTS
from core.domain.records import Insert, Query, WatchItem
from core.errors import ModelMistake, PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.tools.watchlist import MOST
from core.views.errors import error_text
from tests.behaviour.seams import Model, call, plan, respond
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk
from tests.desk import open_desk
from tests.doubles.prices import SetPrices

D = Decimal


def text(messages):
    return "\n".join(message["text"] for message in messages)


@pytest.fixture
async def desk():
    return await ToolDesk().open()


@pytest.fixture
async def simulated(desk):
    """The same desk at the simulator's prices."""
    market = SimulatedMarket(
        records=desk.records, clock=desk.clock, instruments=INSTRUMENTS, seed=7
    )
    return await ToolDesk(market).open()


# -- candles ----------------------------------------------------------------------------------


async def test_candles_keep_all_that_was_asked_for_and_show_the_newest(simulated):
    result = await simulated.use("get_kline", symbol="btc", interval="1h", limit=60)
    candles = result.data["candles"]
    assert len(candles) == 60
    assert [one["closed"] for one in candles[-2:]] == [True, False]
    assert result.data["symbol"] == SPOT
    of = result.data["period"]
    assert of["high"] == str(max(D(one["high"]) for one in candles))
    change = D(candles[-1]["close"]) / D(candles[0]["open"]) - 1
    assert abs(D(of["change"]) - change) < D("0.00000001")
    seen = await simulated.seen("get_kline", symbol="btc", interval="1h", limit=60)
    assert "The newest 12 of 60 candles." in seen
    assert "still being made" in seen
    assert "SIMULATED" in seen
    assert "PAPER" not in seen


@pytest.mark.parametrize(("interval", "words"), [("1M", "1 month"), ("1m", "1 min")])
async def test_original_g1_11_a_month_is_a_month_in_words_too(simulated, interval, words):
    seen = await simulated.seen("get_kline", symbol="BTC", interval=interval, limit=3)
    assert f"candles of {words}" in seen
    opened = [
        one["at"]
        for one in (
            await simulated.use("get_kline", symbol="BTC", interval=interval, limit=3)
        ).data["candles"]
    ]
    assert all(("-01T00:00:00Z" in at) == (interval == "1M") for at in opened)


@pytest.mark.parametrize("tool", ["get_kline", "get_market_snapshot"])
@pytest.mark.parametrize(
    "arguments",
    [
        {"symbol": "BTC", "interval": "1mo"},
        {"symbol": "BTC", "interval": "1H"},
        {"symbol": "BTC", "interval": "7h"},
        {"symbol": "BTC", "limit": 0},
        {"symbol": "BTC", "limit": 301},
        {"symbol": ""},
        {},
    ],
)
async def test_original_g1_11_a_wrong_length_is_told_with_those_there_are(desk, tool, arguments):
    with pytest.raises(ModelMistake) as refused:
        parse_arguments(desk.registry.tools[tool], arguments)
    if "interval" in arguments:
        assert "'1m'" in str(refused.value)
        assert "'1M'" in str(refused.value)


async def test_original_g1_24_a_model_reads_a_bounded_part_of_many_candles():
    candles = call("s1", "get_kline", symbol="BTC", interval="1h", limit=300)
    model = Model(
        plan(candles, respond(show=["s1"], instruction="Say what stands out.")),
        {"text": "Nothing does."},
    )
    async with open_desk(provider=model) as desk:
        told = text(await desk.person().say("btc 1h candles, 300 of them, and what stands out"))
        assert "The newest 12 of 300 candles." in told
    observed = model.asked[-1].volatile
    assert "more" in observed
    assert observed.count("closed") < 40


# -- a market at a glance ---------------------------------------------------------------------


async def test_original_g1_25_a_market_at_a_glance_has_its_price_day_funding_and_candles(simulated):
    result = await simulated.use("get_market_snapshot", symbol="btc")
    data = result.data
    assert (data["symbol"], data["missing"], len(data["candles"])) == (SPOT, [], 20)
    assert data["perpetual"]["symbol"] == PERPETUAL
    assert data["perpetual"]["funding_rate"] is not None
    assert D(data["day"]["low"]) <= D(data["price"]["price"]) <= D(data["day"]["high"])
    assert max(D(one["high"]) for one in data["candles"]) <= D(data["day"]["high"])
    seen = await simulated.seen("get_market_snapshot", symbol="btc")
    for part in (
        "Funding rate",
        "simulated market, 09:30:00 UTC",
        "24 h range",
        "SIMULATED",
    ):
        assert part in seen
    assert "资金费率" in await simulated.seen("get_market_snapshot", lang="zh", symbol="btc")


async def test_snapshot_figures_are_the_sources(simulated):
    data = (await simulated.use("get_market_snapshot", symbol=PERPETUAL, interval="1h")).data
    market = simulated.prices
    quote, stats = await market.quote(PERPETUAL), await market.stats(PERPETUAL)
    assert D(data["price"]["price"]) == quote.mark
    assert D(data["perpetual"]["open_interest"]) == stats.open_interest
    assert D(data["perpetual"]["funding_rate"]) == stats.funding_rate
    assert D(data["day"]["turnover"]) == stats.turnover_24h
    assert D(data["candles"][-1]["close"]) == quote.mark


class PricesOnly(SetPrices):
    """A source that tells prices, and fails at everything else."""

    async def stats(self, symbol):
        raise VenueError("no")

    async def candles(self, symbol, interval, limit):
        raise VenueError("no")


async def test_I6_what_of_it_cannot_be_read_is_named_and_no_number():
    desk = await ToolDesk(PricesOnly(BTC="100000")).open()
    result = await desk.use("get_market_snapshot", symbol="BTC")
    assert result.data["missing"] == ["day", "perpetual", "candles"]
    assert result.data["day"] is result.data["period"] is None
    seen = await desk.seen("get_market_snapshot", symbol="BTC")
    assert "Could not be read: the last 24 hours, the perpetual's funding, the candles." in seen
    desk.prices.lose(SPOT)
    with pytest.raises(VenueError):
        await desk.use("get_market_snapshot", symbol="BTC")


async def test_what_a_source_does_not_tell_is_unknown(desk):
    seen = await desk.seen("get_market_snapshot", symbol="BTC")
    assert "Funding rate: unknown" in seen
    assert "24 h range: unknown – unknown" in seen


# -- coins and shares -------------------------------------------------------------------------

ABOUT_COINS = {
    "get_market_price": lambda text: {"symbols": [text]},
    "get_market_snapshot": lambda text: {"symbol": text},
    "get_kline": lambda text: {"symbol": text},
    "manage_watchlist": lambda text: {"action": "add", "symbol": text},
}


@pytest.mark.parametrize("tool", ABOUT_COINS)
@pytest.mark.parametrize("said", ["AAPL", "$aapl", "茅台", "apple"])
async def test_original_g1_11_a_share_is_refused_clearly_and_pointed_to_its_search(
    desk, tool, said
):
    with pytest.raises(PersonError) as refused:
        await desk.use(tool, **ABOUT_COINS[tool](said))
    told = error_text(refused.value, "en")
    assert "is a share" in told
    assert "USDT" not in told
    ((_, request),) = refused.value.choices
    assert request.startswith("search stock ")


@pytest.mark.parametrize("coin", ["HYPE", "ASTER", "XMR", "ZEC", "WLFI", "POL"])
async def test_original_g1_11_an_unlisted_coin_is_never_taken_for_a_share(desk, coin):
    with pytest.raises(PersonError) as refused:
        await desk.use("get_market_price", symbols=[coin])
    assert error_text(refused.value, "en") == f"{coin} is not traded here."


async def test_the_same_letters_in_coins_and_shares(desk):
    desk.prices.set("SOL/USDT", "190")
    bare = await desk.use("get_market_price", symbols=["SOL"])
    assert bare.data["prices"][0]["symbol"] == "SOL/USDT"
    with pytest.raises(PersonError) as asked:
        await desk.use("get_market_price", symbols=["$SOL"])
    assert "is a coin, and a share too" in error_text(asked.value, "en")
    assert [request for _, request in asked.value.choices] == [
        "price of SOL",
        "search stock SOL",
    ]
    assert (await desk.use("get_market_price", symbols=["$BTC"])).data["prices"]


async def test_a_share_is_shown_with_ticker_name_and_exchange(desk):
    seen = await desk.seen("search_stock", keyword="茅台")
    for part in ("600519.SS", "Kweichow Moutai (茅台)", "Shanghai", "no prices"):
        assert part in seen
    several = await desk.use("search_stock", keyword="平安")
    assert len(several.data["stocks"]) == 3
    assert "no share called" in await desk.seen("search_stock", keyword="asdkjh")


# -- the watchlist ----------------------------------------------------------------------------


async def watched(desk, account="anna"):
    rows = await desk.records.find(Query(kind=WatchItem, where={"account_id": account}))
    return {one.symbol for one in rows}


async def test_original_g1_16_a_watchlist_is_each_persons_own_and_stored(desk):
    await desk.use("manage_watchlist", action="add", symbol="btc")
    desk.clock.advance(1)
    await desk.use("manage_watchlist", action="add", symbol="ETH perp")
    assert await watched(desk) == {SPOT, "ETH/USDT:USDT"}
    assert await watched(desk, "bob") == set()
    seen = await desk.seen("get_watchlist")
    for part in ("Watchlist (2)", "1. BTC/USDT", "100,000", "2. ETH/USDT:USDT", "3,400"):
        assert part in seen
    assert "SIMULATED" in seen
    assert "PAPER" not in seen
    result = await desk.use("get_watchlist")
    assert [one.id for one in result.listed] == [SPOT, "ETH/USDT:USDT"]


async def test_adding_twice_and_removing_what_is_not_there_are_told(desk):
    assert "Added" in await desk.seen("manage_watchlist", action="add", symbol="BTC")
    assert "already" in await desk.seen("manage_watchlist", action="add", symbol="bitcoin")
    with pytest.raises(PersonError) as refused:
        await desk.use("manage_watchlist", action="remove", symbol="ETH")
    assert "On it: BTC/USDT" in error_text(refused.value, "en")
    assert "Taken off" in await desk.seen("manage_watchlist", action="remove", symbol="比特币")
    assert await watched(desk) == set()
    assert "empty" in await desk.seen("get_watchlist")


async def test_original_g1_27_an_unknown_symbol_is_refused_at_once_with_near_ones(desk):
    with pytest.raises(PersonError) as refused:
        await desk.use("manage_watchlist", action="add", symbol="DOGEE")
    assert error_text(refused.value, "en") == "DOGEE is not traded here."
    assert ("DOGE/USDT (spot)", "watch DOGE/USDT") in refused.value.choices
    assert await watched(desk) == set()


async def test_of_two_markets_of_a_coin_the_one_to_remove_is_asked_for(desk):
    for symbol in (SPOT, PERPETUAL):
        await desk.use("manage_watchlist", action="add", symbol=symbol)
    with pytest.raises(PersonError) as asked:
        await desk.use("manage_watchlist", action="remove", symbol="BTC")
    assert [request for _, request in asked.value.choices] == [
        f"unwatch {SPOT}",
        f"unwatch {PERPETUAL}",
    ]
    await desk.use("manage_watchlist", action="remove", symbol=PERPETUAL)
    assert await watched(desk) == {SPOT}


async def test_I6_a_price_that_cannot_be_read_and_a_market_that_is_gone_are_named(desk):
    now = desk.clock.now()
    await desk.use("manage_watchlist", action="add", symbol="SOL")
    gone = WatchItem(
        id="anna:LUNA/USDT",
        account_id="anna",
        symbol="LUNA/USDT",
        created_at=now + timedelta(seconds=1),
    )
    await desk.commit(Insert(record=gone))
    seen = await desk.seen("get_watchlist")
    assert "The price of SOL/USDT could not be read." in seen
    assert "Not listed any more: LUNA/USDT." in seen
    await desk.use("manage_watchlist", action="remove", symbol="LUNA")
    assert await watched(desk) == {"SOL/USDT"}


async def test_a_watchlist_is_bounded(desk):
    now = desk.clock.now()
    rows = [
        WatchItem(id=f"anna:X{n}/USDT", account_id="anna", symbol=f"X{n}/USDT", created_at=now)
        for n in range(MOST)
    ]
    await desk.commit(*(Insert(record=row) for row in rows))
    with pytest.raises(PersonError, match="watch_full"):
        await desk.use("manage_watchlist", action="add", symbol="ETH")


async def test_said_pressed_and_seen():
    async with open_desk() as desk:
        anna = desk.person()
        assert "empty" in text(await anna.say("/watchlist"))
        await anna.say("watch sol")
        desk.clock.advance(1)
        await anna.say("关注以太坊")
        desk.clock.advance(1)
        shown = text(await anna.say("my watchlist"))
        assert shown.index("1. SOL/USDT") < shown.index("2. ETH/USDT")
        # The second one of the list that was shown.
        assert "ETH/USDT" in text(await anna.say("the second one"))
        near = await anna.say("watch dogee")
        assert "not traded here" in text(near)
        assert any(choice["label"] == "DOGE/USDT (spot)" for choice in near[-1]["choices"])
        await anna.press("opt:1")
        assert "3. DOGE/USDT" in text(await anna.say("/watchlist"))
        await anna.say("unwatch the first one")
        assert "SOL/USDT" not in text(await anna.say("watchlist"))
        bob = await desk.somebody("bob")
        assert "empty" in text(await bob.say("/watchlist"))


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("/market eth", "Funding rate"),
        ("/candles btc 1M", "candles of 1 month"),
        ("/candles btc 1m", "candles of 1 min"),
        ("/stock 茅台", "600519.SS"),
        ("/watchlist btc", "Added to your watchlist: BTC/USDT."),
        ("/market aapl", "is a share"),
    ],
)
async def test_shortcuts(line, shown):
    async with open_desk() as desk:
        assert shown in text(await desk.person().say(line))
