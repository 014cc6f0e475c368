"""get_performance and the totals of get_trade_history: what the account really made."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from core.domain.paper import opening_writes
from core.domain.records import (
    Credential,
    EquitySnapshot,
    ExchangeAccount,
    FillRow,
    Insert,
    LedgerRow,
    Query,
    Update,
)
from core.errors import PersonError
from core.tools.arguments import parse_arguments
from core.views.render import plain
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk


@pytest.fixture
async def desk():
    return await ToolDesk().open()


async def performance(desk, context=None, **arguments):
    tool = desk.registry.tools["get_performance"]
    return await tool.run(parse_arguments(tool, arguments), context or desk.context())


async def round_trip(desk, price, symbol=PERPETUAL):
    """A long of 1,000 USDT at 100,000, closed at this price."""
    desk.prices.set(symbol, "100000")
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(symbol, price)
    await desk.trade("close_long", "100", "percent_of_position")


async def later(desk, **time):
    """Time passes."""
    desk.clock.advance(timedelta(**time).total_seconds())


async def test_original_g2_1147_the_net_result_is_what_the_account_has_more_or_less(desk):
    await round_trip(desk, "101000")
    await round_trip(desk, "99500")
    await desk.trade("buy", "500", "quote")
    desk.prices.set(SPOT, "102000")
    (group,) = (await performance(desk)).data["groups"]
    made = Decimal(group["net"]) + Decimal(group["unrealized_pnl"])
    assert Decimal(group["equity"]) - 10000 == made == Decimal(group["equity_change"])
    assert (group["trades"], group["closed"], group["wins"], group["losses"]) == (5, 2, 1, 1)


async def test_original_g2_1064_statistics_are_of_all_trades_not_of_those_shown(desk):
    for price in ("101000", "101000", "99000"):
        await round_trip(desk, price)
    shown = (await desk.use("get_trade_history", limit=1)).data
    assert len(shown["trades"]) == 1
    assert (shown["totals"]["count"], shown["totals"]["closed"]) == (6, 3)
    (group,) = (await performance(desk)).data["groups"]
    for name in ("realized_pnl", "fees", "wins", "losses", "win_rate"):
        assert group[name] == shown["totals"][name]


async def test_original_g1_1_one_position_shows_in_positions_balance_and_performance(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(PERPETUAL, "101000")
    (position,) = (await desk.use("get_positions")).data["positions"]
    (group,) = (await performance(desk)).data["groups"]
    chart = (await desk.use("get_chart", kind="equity")).data
    assert position["unrealized_pnl"] == group["unrealized_pnl"] == "10"
    equity = (await desk.use("get_balance")).data["equity"]
    assert equity == group["equity"] == chart["equity"]


async def test_today_is_the_persons_day_and_both_are_said(desk):
    # It is 09:30 UTC: in Kiritimati the day began half an hour ago at 10:00 the day before.
    await round_trip(desk, "101000")
    await later(desk, hours=1)
    kiritimati = desk.context(zone=ZoneInfo("Pacific/Kiritimati"), now=desk.clock.now())
    today = await performance(desk, kiritimati, period="today")
    assert today.data["groups"][0]["closed"] == 0
    assert today.data["from"] == "2026-03-02T10:00:00Z"
    text = plain(desk.registry.tools["get_performance"].view(today.data, "en"))
    assert "2026-03-03 00:00 +14:00" in text
    assert "midnight in Pacific/Kiritimati" in text
    in_utc = await performance(desk, period="today")
    assert in_utc.data["groups"][0]["closed"] == 1
    history = desk.registry.tools["get_trade_history"]
    none = await history.run(parse_arguments(history, {"period": "today"}), kiritimati)
    assert none.data["totals"]["count"] == 0
    assert "No trades today" in plain(history.view(none.data, "en"))


async def test_original_g2_1089_times_of_the_history_are_the_persons(desk):
    await round_trip(desk, "101000")
    tool = desk.registry.tools["get_trade_history"]
    kolkata = desk.context(zone=ZoneInfo("Asia/Kolkata"))
    result = await tool.run(parse_arguments(tool, {}), kolkata)
    assert "2026-03-02 15:00 +05:30" in plain(tool.view(result.data, "en"))


async def test_I6_an_unknown_fee_or_result_is_no_zero_in_any_total(desk):
    await round_trip(desk, "101000")
    fills = await desk.records.find(Query(kind=FillRow))
    await desk.commit(
        Update(kind=FillRow, where={"fill_id": fills[0].fill_id}, set={"fee": None}),
        Update(kind=FillRow, where={"fill_id": fills[1].fill_id}, set={"realized_pnl": None}),
    )
    for name in ("get_performance", "get_trade_history"):
        text = await desk.seen(name)
        assert "1 order has no known fee" in text
        assert "1 close has no known result" in text
    (group,) = (await performance(desk)).data["groups"]
    assert (group["net"], group["fees"], group["realized_pnl"]) == (None, None, None)
    assert "未知" in await desk.seen("get_performance", lang="zh")


async def test_funding_is_apart_from_results_and_fees(desk):
    await round_trip(desk, "101000")
    before = (await performance(desk)).data["groups"][0]
    row = LedgerRow(
        id="funding1",
        exchange_account_id="desk",
        account_id="anna",
        kind="funding",
        currency="USDT",
        bucket="free",
        contra="funding",
        amount=Decimal("-1.5"),
        ref=f"funding:{PERPETUAL}:2026-03-02T08",
        at=desk.clock.now(),
    )
    await desk.commit(Insert(record=row))
    after = (await performance(desk)).data["groups"][0]
    assert after["funding"] == "-1.5"
    assert Decimal(after["net"]) == Decimal(before["net"]) - Decimal("1.5")
    assert after["realized_pnl"] == before["realized_pnl"]
    eth = (await performance(desk, symbol="eth")).data["groups"][0]
    btc = (await performance(desk, symbol="btc")).data["groups"][0]
    assert (btc["funding"], eth["funding"], eth["closed"]) == ("-1.5", "0", 0)
    assert (btc["whole"], btc["equity"]) == (False, None)


def account_of(desk, name, **changes) -> ExchangeAccount:
    account: ExchangeAccount = replace(desk.exchange_account, id=name, name=name, **changes)
    return account


async def test_I7_paper_and_live_are_never_one_sum(desk):
    await round_trip(desk, "101000")
    live = account_of(desk, "main", venue="binance", mode="live")
    await desk.commit(Insert(record=live))
    context = desk.context(exchange_accounts=(desk.exchange_account, live))
    result = await performance(desk, context)
    assert [(one["mode"], one["accounts"]) for one in result.data["groups"]] == [
        ("paper", ["paper"]),
        ("live", ["main"]),
    ]
    assert result.mode is None
    paper, other = result.data["groups"]
    assert paper["equity"] is not None
    # The live venue is not connected here: unknown, never zero.
    assert (other["equity"], other["unrealized_pnl"], other["unread"]) == (None, None, ["main"])
    text = plain(desk.registry.tools["get_performance"].view(result.data, "en"))
    assert "PAPER · SIMULATED" in text
    assert "LIVE" in text
    assert "Could not be read now: main" in text
    only = await performance(desk, context, account="paper")
    assert [one["mode"] for one in only.data["groups"]] == ["paper"]
    assert only.mode == "paper"


async def test_two_paper_accounts_are_summed_and_named(desk):
    second = account_of(desk, "second")
    await desk.commit(
        Insert(record=second),
        *opening_writes(second, Decimal(500), "USDT", desk.clock.now(), desk.ids),
    )
    context = desk.context(exchange_accounts=(desk.exchange_account, second))
    (group,) = (await performance(desk, context)).data["groups"]
    assert (group["equity"], group["accounts"]) == ("10500", ["paper", "second"])
    one = await performance(desk, context, account="second")
    assert one.data["groups"][0]["equity"] == "500"
    with pytest.raises(PersonError) as unknown:
        await performance(desk, context, account="third")
    assert unknown.value.params["known"] == ["paper", "second"]


async def test_a_venue_account_that_is_listed_twice_is_counted_once(desk):
    # On a venue of the desk's own, so that it can be read at all.
    first = account_of(desk, "one", mode="live", venue="paper")
    again = account_of(desk, "two", mode="live", venue="paper")
    await desk.commit(
        Insert(record=first),
        Insert(record=again),
        *(
            Insert(
                record=Credential(
                    id=f"{one}:api_key",
                    account_id="anna",
                    resource=one,
                    field="api_key",
                    sealed="x",
                    hint="9f3a",
                    created_at=desk.clock.now(),
                )
            )
            for one in ("one", "two")
        ),
    )
    context = desk.context(exchange_accounts=(first, again))
    result = await performance(desk, context)
    assert result.data["same"] == ["two"]
    assert "counted once" in plain(desk.registry.tools["get_performance"].view(result.data, "en"))


async def test_original_g2_558_a_reset_or_a_deposit_is_no_profit(desk):
    await round_trip(desk, "101000")
    await later(desk, hours=2)
    before = (await performance(desk)).data["groups"][0]["equity_change"]
    await desk.exchange.deposit("desk", Decimal(5000), "more")
    await later(desk, minutes=1)
    (group,) = (await performance(desk)).data["groups"]
    assert group["equity_change"] == before
    assert Decimal(group["equity"]) == 15000 + Decimal(before)
    await desk.exchange.withdraw("desk", Decimal(100), "less")
    (group,) = (await performance(desk)).data["groups"]
    assert group["equity_change"] == before
    # A reset begins the figures anew; what was traded stays in the history.
    await later(desk, minutes=1)
    at = desk.clock.now()
    await desk.exchange.reset("desk", Decimal(777), "anew")
    await later(desk, minutes=1)
    (group,) = (await performance(desk)).data["groups"]
    assert (group["equity"], group["equity_change"], group["closed"]) == ("777", "0", 0)
    assert (group["fees"], group["net"]) == ("0", "0")
    assert [one["at"] for one in group["resets"]] == [at.isoformat().replace("+00:00", "Z")]
    result = await performance(desk)
    card = plain(desk.registry.tools["get_performance"].view(result.data, "en"))
    assert "Counted since this account was reset" in card
    assert "/history" in card
    shown = await desk.use("get_trade_history")
    assert shown.data["totals"]["count"] == 2


async def test_what_was_written_down_is_the_curve_of_the_period(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    now = desk.clock.now()
    values = {0: "10000", 1: "11000", 2: None, 3: "9900"}
    await desk.commit(
        *(
            Insert(
                record=EquitySnapshot(
                    id=f"desk:{hour}",
                    exchange_account_id="desk",
                    account_id="anna",
                    equity=None if value is None else Decimal(value),
                    unrealized_pnl=None,
                    currency="USDT",
                    mode="paper",
                    simulated=True,
                    at=now + timedelta(hours=hour),
                )
            )
            for hour, value in values.items()
        )
    )
    await later(desk, hours=4)
    (group,) = (await performance(desk)).data["groups"]
    assert (group["max_drawdown"], group["max_drawdown_fraction"]) == ("1100", "0.1")
    assert group["sharpe"] is None
    text = await desk.seen("get_performance")
    assert "needs 10 days" in text


async def test_balances_and_positions_of_all_accounts_are_each_labelled_and_summed_by_mode(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(PERPETUAL, "101000")
    second = account_of(desk, "second")
    live = account_of(desk, "main", venue="binance", mode="live")
    await desk.commit(
        Insert(record=second),
        Insert(record=live),
        *opening_writes(second, Decimal(500), "USDT", desk.clock.now(), desk.ids),
    )
    context = desk.context(exchange_accounts=(desk.exchange_account, second, live))
    alone = (await desk.use("get_balance")).data["equity"]
    for name, sums in (("get_balance", Decimal(alone) + 500), ("get_positions", Decimal(10))):
        tool = desk.registry.tools[name]
        result = await tool.run(parse_arguments(tool, {"account": "all"}), context)
        paper, other = result.data["totals"]
        assert (paper["mode"], Decimal(paper["amount"]), paper["without"]) == ("paper", sums, [])
        assert (other["mode"], other["amount"], other["without"]) == ("live", None, ["main"])
        text = plain(tool.view(result.data, "en"))
        assert "Account second (paper)\nPAPER · SIMULATED" in text
        assert "Account main (binance) could not be read now" in text
        assert "unknown (without main)\nLIVE" in text
        one = await tool.run(parse_arguments(tool, {"account": "second"}), context)
        assert one.data["account"] == "second"
        assert "accounts" not in one.data
    assert await desk.use("get_balance")
