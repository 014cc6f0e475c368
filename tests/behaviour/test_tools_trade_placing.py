"""From a confirmed card to its fill: what is shown is done, once, or certainly refused."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from adapters.exchange.paper import PaperExchange
from core.domain.money import book_fee, plain
from core.domain.records import ExchangeAccount, FillRow, Query
from core.domain.risk import TradingLimits
from core.errors import OrderDenied, OutcomeUnknown, PersonError
from core.tools.catalogue import build_registry
from core.tools.registry import EffectTool
from core.trading.draft import same_terms
from core.trading.venue import Venues
from core.views.errors import error_text
from core.views.render import plain as plain_text
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk
from tests.doubles.prices import SetPrices

D = Decimal


@pytest.fixture
async def desk():
    return await ToolDesk().open()


# -- placing ----------------------------------------------------------------------------------


async def test_a_fill_is_told_with_its_figures_and_kept(desk):
    draft = await desk.draft("buy", "50", "quote")
    result = await desk.press(draft, "key1")
    assert result.ok
    assert (result.mode, result.simulated) == ("paper", True)
    assert plain_text(desk.trading.view(result.data, "en")).splitlines() == [
        "Bought 0.0005 BTC at 100,000 USDT · PAPER · SIMULATED",
        "Value: 50 USDT",
        "Fee: 0.025 USDT",
        "Exchange: paper",
    ]
    order = await desk.order("key1")
    assert (order.status, order.filled, order.average_price) == ("FILLED", D("0.0005"), D(100000))
    assert (order.workflow_id, order.step_id, order.run_id) == ("flow", "step", "run")
    (fill,) = await desk.records.find(Query(kind=FillRow))
    assert (fill.client_order_id, fill.quantity, fill.fee) == ("key1", D("0.0005"), D("0.025"))
    assert {one.kind for one in result.references} == {"symbol", "position", "order"}


async def test_the_order_is_stored_before_the_venue_is_called(desk):
    draft = await desk.draft("open_short", "1000", "quote", leverage=5)
    await desk.commit(*await desk.trading.intend(draft, "key1", desk.context()))
    order = await desk.order("key1")
    assert (order.status, order.side, order.quantity) == ("INITIALIZED", "SELL", D("0.01"))
    assert (order.action, order.leverage, order.amount, order.unit) == (
        "open_short",
        5,
        D(1000),
        "quote",
    )
    assert (await desk.exchange.account("desk")).positions == ()


async def test_closing_realises_and_says_what(desk):
    await desk.trade("open_long", "1000", "quote", leverage=10)
    desk.prices.set(PERPETUAL, "101000")
    result = await desk.trade("close_long", "100", "percent_of_position")
    text = plain_text(desk.trading.view(result.data, "en"))
    assert "Closed long 0.01 BTC at 101,000 USDT · PAPER · SIMULATED" in text
    assert "Realised P&L: +10 USDT" in text


async def test_I3_the_same_approval_performed_twice_is_one_order(desk):
    draft = await desk.draft("buy", "50", "quote")
    first = await desk.press(draft, "key1")
    again = await desk.trading.perform(draft, "key1", desk.context())
    assert again.data == first.data
    (position,) = (await desk.exchange.account("desk")).positions
    assert position.quantity == D("0.0005")
    await desk.commit(*again.writes)
    assert len(await desk.records.find(Query(kind=FillRow))) == 1


async def test_two_intents_on_one_account_at_once_cannot_both_pass(desk):
    first = await desk.trading.intend(await desk.draft("buy", "50", "quote"), "a", desk.context())
    second = await desk.trading.intend(await desk.draft("buy", "60", "quote"), "b", desk.context())
    await desk.commit(*first)
    assert not await desk.records.commit(*second)
    account = await desk.records.get(ExchangeAccount, "desk")
    assert account is not None
    assert account.version == 1


async def test_money_set_aside_for_an_order_on_its_way_is_not_spent_twice(desk):
    first, second = [await desk.draft("buy", "6000", "quote") for _ in range(2)]
    await desk.commit(*await desk.trading.intend(first, "a", desk.context()))
    with pytest.raises(OrderDenied) as caught:
        await desk.trading.intend(second, "b", desk.context())
    assert "6,003 of that is set aside" in error_text(caught.value, "en")
    # An order that was never sent stops holding money when its approval has run out.
    desk.clock.advance(301)
    await desk.trading.intend(second, "b", desk.context())


async def test_coins_being_sold_are_not_sold_twice(desk):
    await desk.trade("buy", "1000", "quote")
    first, second = [await desk.draft("sell", "60", "percent_of_position") for _ in range(2)]
    await desk.commit(*await desk.trading.intend(first, "a", desk.context()))
    with pytest.raises(OrderDenied) as caught:
        await desk.trading.intend(second, "b", desk.context())
    assert caught.value.key == "holding_changed"


async def test_a_halt_between_card_and_press_stops_what_opens(desk):
    draft = await desk.draft("buy", "50", "quote")
    await desk.set_trading_state("HALTED")
    with pytest.raises(OrderDenied) as caught:
        await desk.trading.intend(draft, "a", desk.context())
    assert caught.value.key == "trading_halted"


async def test_a_halt_between_intent_and_commit_makes_the_intent_stale(desk):
    writes = await desk.trading.intend(await desk.draft("buy", "50", "quote"), "a", desk.context())
    await desk.set_trading_state("HALTED")
    assert not await desk.records.commit(*writes)
    assert await desk.orders() == []


async def test_a_position_that_changed_since_the_card_is_not_added_to(desk):
    draft = await desk.draft("open_long", "1000", "quote", leverage=5)
    await desk.trade("open_long", "1000", "quote", leverage=10)
    with pytest.raises(OrderDenied) as caught:
        await desk.trading.intend(draft, "late", desk.context())
    assert caught.value.key == "position_changed"


async def test_a_refusal_by_the_venue_is_certain_told_and_kept(desk):
    draft = await desk.draft("open_long", "9000", "quote")
    await desk.commit(*await desk.trading.intend(draft, "key1", desk.context()))
    desk.prices.set(PERPETUAL, "120000")
    result = await desk.trading.perform(draft, "key1", desk.context())
    await desk.commit(*result.writes)
    assert not result.ok
    text = plain_text(desk.trading.view(result.data, "en"))
    assert "PAPER · SIMULATED" in text
    assert "This order needs" in text
    order = await desk.order("key1")
    assert (order.status, order.reason) == ("REJECTED", "venue_insufficient_margin")


async def test_settling_finds_the_same_result_or_proves_that_nothing_arrived(desk):
    draft = await desk.draft("buy", "50", "quote")
    await desk.commit(*await desk.trading.intend(draft, "key1", desk.context()))
    assert await desk.trading.settle("key1", desk.context()) is None
    assert await desk.trading.settle("never", desk.context()) is None
    placed = await desk.trading.perform(draft, "key1", desk.context())
    desk.clock.advance(60)
    settled = await desk.trading.settle("key1", desk.context())
    assert settled is not None
    assert (settled.data, settled.ok) == (placed.data, True)
    await desk.commit(*settled.writes)
    assert (await desk.order("key1")).status == "FILLED"


class Doubtful(PaperExchange):
    """A venue that takes the order and whose answer is lost."""

    async def place(self, account, order):
        await super().place(account, order)
        raise OutcomeUnknown("the answer was lost")


async def test_a_doubt_is_no_answer_and_is_settled_by_the_orders_own_id(desk):
    venue = Doubtful(desk.records, desk.prices, desk.clock, desk.ids)
    registry = build_registry(
        desk.records,
        Venues(exchanges={"paper": venue}, market=desk.prices),
        desk.clock,
        desk.ids,
        TradingLimits(),
    )
    tool = registry.tools["execute_trade"]
    assert isinstance(tool, EffectTool)
    draft = await desk.draft("buy", "50", "quote")
    await desk.commit(*await tool.intend(draft, "key1", desk.context()))
    with pytest.raises(OutcomeUnknown):
        await tool.perform(draft, "key1", desk.context())
    settled = await tool.settle("key1", desk.context())
    assert settled is not None
    assert settled.data["quantity"] == "0.0005"


class Untouchable:
    """A live venue: whatever is asked of it fails the test."""

    venue = "binance"

    def __getattr__(self, name):
        raise AssertionError(f"{name} of the live venue was touched")


async def test_peers_16_a_paper_account_never_reaches_a_live_venue(desk):
    venue: Any = Untouchable()
    registry = build_registry(
        desk.records,
        Venues(exchanges={"binance": venue, "paper": desk.exchange}, market=desk.prices),
        desk.clock,
        desk.ids,
        TradingLimits(),
    )
    desk.registry = registry
    draft = await desk.draft("buy", "50", "quote")
    assert (draft.mode, draft.data["mode"]) == ("paper", "paper")
    result = await desk.press(draft)
    for blocks in (draft.blocks, desk.trading.view(result.data, "en")):
        assert "PAPER" in plain_text(blocks)
    assert result.data["mode"] == "paper"


# -- the same terms ---------------------------------------------------------------------------


async def test_an_approval_covers_the_same_order_within_half_a_percent(desk):
    limits = TradingLimits()
    shown = await desk.draft("buy", "1000", "quote")
    desk.prices.set(SPOT, "100500")
    near = await desk.draft("buy", "1000", "quote")
    assert near.data["quantity"] != shown.data["quantity"]
    assert same_terms(shown, near, limits) is None
    desk.prices.set(SPOT, "100501")
    assert same_terms(shown, await desk.draft("buy", "1000", "quote"), limits) == "approval.moved"
    desk.prices.set(SPOT, "99499")
    assert same_terms(shown, await desk.draft("buy", "1000", "quote"), limits) == "approval.moved"
    desk.prices.set(SPOT, "100000")
    other = await desk.draft("buy", "999", "quote")
    assert same_terms(shown, other, limits) == "approval.changed"


async def test_a_close_whose_position_shrank_is_another_order(desk):
    await desk.trade("open_long", "1000", "quote")
    shown = await desk.draft("close_long", "100", "percent_of_position")
    await desk.trade("close_long", "50", "percent_of_position")
    arguments = shown.arguments
    now = await desk.trading.draft(desk.trading.arguments.model_validate(arguments), desk.context())
    assert same_terms(shown, now, TradingLimits()) == "approval.changed"


# -- any order --------------------------------------------------------------------------------


@settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    action=st.sampled_from(["buy", "open_long", "open_short"]),
    unit=st.sampled_from(["base", "quote", "percent_of_free"]),
    value=st.decimals(min_value=D("0.001"), max_value=D(12000), places=4),
    price=st.decimals(min_value=D(1000), max_value=D(150000), places=1),
    leverage=st.sampled_from([None, 1, 7, 50]),
)
async def test_whatever_gets_a_card_fills_as_shown_and_is_drafted_again_the_same(
    action, unit, value, price, leverage
):
    desk = await ToolDesk(SetPrices(BTC=plain(price), ETH="3400")).open()
    if unit == "percent_of_free":
        value = min(value, D(100))
    leverage = None if action == "buy" else leverage
    try:
        draft = await desk.draft(action, plain(value), unit, leverage=leverage)
    except PersonError:
        reject()
    data = {name: D(draft.data[name]) for name in ("quantity", "price", "value", "fee")}
    assert data["value"] == data["quantity"] * data["price"]
    assert data["fee"] == book_fee(data["value"] * D("0.0005"))
    again = await desk.trading.draft(
        desk.trading.arguments.model_validate(draft.arguments), desk.context()
    )
    assert again == draft
    result = await desk.press(draft)
    assert result.ok, result.data
    assert (result.data["quantity"], result.data["fee"]) == (
        draft.data["quantity"],
        draft.data["fee"],
    )
