"""A liquidation is part of the trade history, in its list and in its totals."""

from decimal import Decimal

import pytest

from core.domain.records import Insert, LedgerRow, Query
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk

LOST = "100"
"""The margin of 0.01 BTC at 100,000 with 10x."""


@pytest.fixture
async def desk():
    """Anna bought spot, then lost a long to a falling mark, then bought ETH."""
    desk = await ToolDesk().open()
    await desk.trade("buy", "100", "quote")
    desk.clock.advance(2)
    await desk.trade("open_long", "0.01", "base", leverage=10)
    desk.clock.advance(2)
    assert len(await desk.exchange.on_quote(desk.prices.set(PERPETUAL, "90000"))) == 1
    desk.clock.advance(2)
    await desk.trade("buy", "100", "quote", "ETH")
    return desk


async def test_a_liquidation_is_listed_among_the_trades_newest_first(desk):
    data = (await desk.use("get_trade_history")).data
    assert [(one["kind"], one["action"], one["symbol"]) for one in data["trades"]] == [
        ("trade", "buy", "ETH/USDT"),
        ("liquidation", "liquidated", PERPETUAL),
        ("trade", "open_long", PERPETUAL),
        ("trade", "buy", SPOT),
    ]
    row = data["trades"][1]
    assert (row["margin_lost"], row["realized_pnl"], row["fee"]) == (LOST, f"-{LOST}", "0")
    assert (row["order_id"], row["quantity"], row["price"]) == (None, None, None)
    assert (row["simulated"], row["at"]) == (True, "2026-03-02T09:30:04Z")
    assert {frozenset(one) for one in data["trades"]} == {frozenset(row)}


async def test_totals_hold_what_was_liquidated_and_it_counts_as_lost(desk):
    totals = (await desk.use("get_trade_history", limit=1)).data["totals"]
    assert (totals["count"], totals["liquidations"], totals["margin_lost"]) == (4, 1, LOST)
    assert (totals["closed"], totals["wins"], totals["losses"]) == (1, 0, 1)
    assert (totals["realized_pnl"], totals["win_rate"]) == (f"-{LOST}", "0")
    assert Decimal(totals["net"]) == -Decimal(LOST) - Decimal(totals["fees"])


async def test_the_net_of_a_lost_position_is_what_the_account_lost():
    desk = await ToolDesk().open()
    await desk.trade("open_long", "0.01", "base", leverage=10)
    desk.clock.advance(2)
    await desk.exchange.on_quote(desk.prices.set(PERPETUAL, "90000"))
    totals = (await desk.use("get_trade_history")).data["totals"]
    view = await desk.exchange.account("desk")
    assert (totals["net"], str(view.equity - 10000)) == ("-100.5", "-100.50000000")


async def test_limit_and_symbol_apply_to_liquidations(desk):
    async def listed(**arguments):
        data = (await desk.use("get_trade_history", **arguments)).data
        return [one["action"] for one in data["trades"]], data["totals"]["count"]

    assert await listed(limit=2) == (["buy", "liquidated"], 4)
    assert await listed(symbol="btc") == (["liquidated", "open_long", "buy"], 3)
    assert await listed(symbol=PERPETUAL) == (["liquidated", "open_long"], 2)
    assert await listed(symbol="ETH") == (["buy"], 1)


async def test_I10_liquidations_of_other_accounts_are_not_seen(desk):
    (mine,) = await desk.records.find(Query(kind=LedgerRow, where={"kind": "liquidation"}))
    hers = LedgerRow(
        id=f"{mine.id}0",
        exchange_account_id="other",
        account_id="berta",
        kind="liquidation",
        currency=mine.currency,
        bucket=mine.bucket,
        contra=mine.contra,
        amount=mine.amount,
        ref="hers",
        at=mine.at,
    )
    await desk.commit(Insert(record=hers))
    assert (await desk.use("get_trade_history")).data["totals"]["liquidations"] == 1


async def test_the_second_of_the_list_is_what_was_liquidated(desk):
    result = await desk.use("get_trade_history")
    kinds = [one.kind for one in result.listed]
    assert kinds == ["order", "symbol", "order", "order"]
    assert result.listed[1].id == PERPETUAL


async def test_a_person_reads_that_they_were_liquidated_and_what_it_cost(desk):
    seen = await desk.seen("get_trade_history")
    assert (
        f"2. Liquidated {PERPETUAL}\n   P&L -100 · Time 2026-03-02 09:30 UTC\n3. Opened long"
        in seen
    )
    assert "Liquidated among them: 1, margin lost 100 USDT." in seen
    assert "0 won, 1 lost, 0 broke even" in seen
    chinese = await desk.seen("get_trade_history", lang="zh")
    assert f"2. 已强平 {PERPETUAL}" in chinese
    assert "其中强平 1 笔，损失保证金 100 USDT。" in chinese
