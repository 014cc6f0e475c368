"""A button that offers what would work is a request in words: planned again, it means just that."""

from decimal import Decimal

import pytest

from adapters.llm.offline.understanding import understand
from core.domain.instruments import INSTRUMENTS
from core.domain.llm import PlanningContext
from core.domain.references import References
from core.trading.suggest import an_order, everything
from core.views.words import say
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk

D = Decimal
MARKETS = {one.symbol: one for one in INSTRUMENTS}
ORDERS = [
    ("buy", SPOT, "5", "quote", None),
    ("buy", SPOT, "0.00006", "base", None),
    ("buy", SPOT, "50", "percent_of_free", None),
    ("sell", SPOT, "0.001", "base", None),
    ("sell", SPOT, "50", "percent_of_position", None),
    ("open_long", PERPETUAL, "0.001", "base", 1),
    ("open_long", PERPETUAL, "1000", "quote", None),
    ("open_short", PERPETUAL, "50", "percent_of_free", 10),
    ("close_long", PERPETUAL, "0.001", "base", None),
    ("close_long", PERPETUAL, "50", "percent_of_position", None),
]


@pytest.fixture
async def desk():
    """Anna holds some of everything that the orders sell or close."""
    desk = await ToolDesk().open()
    await desk.trade("buy", "1000", "quote")
    await desk.trade("open_long", "1000", "quote")
    await desk.trade("open_short", "340", "quote", "ETH")
    return desk


async def planned(desk, text, lang):
    """The calls that the offline planner makes of a text."""
    view = await desk.exchange.account("desk")
    context = PlanningContext(
        conversation_id="c",
        text=text,
        lang=lang,
        now=desk.clock.now(),
        references=References(),
        instruments=INSTRUMENTS,
        positions=view.positions,
        tools=frozenset(desk.registry.tools),
        introduce=False,
    )
    return [(call.tool, call.arguments) for call in understand(context).calls]  # type: ignore[union-attr]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("action", "symbol", "amount", "unit", "leverage"), ORDERS)
async def test_an_offered_order_is_that_order(desk, lang, action, symbol, amount, unit, leverage):
    _, request = an_order(lang, action, MARKETS[symbol], D(amount), unit, leverage)
    expected = {
        "action": action,
        "symbol": symbol,
        "amount": {"value": amount, "unit": unit},
        **({"leverage": leverage} if leverage else {}),
    }
    assert await planned(desk, request, lang) == [("execute_trade", expected)]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("action", "symbol"),
    [("sell", SPOT), ("close_long", PERPETUAL), ("close_short", "ETH/USDT:USDT")],
)
async def test_selling_or_closing_all_is_all_of_that(desk, lang, action, symbol):
    _, request = everything(lang, action, symbol)
    ((tool, arguments),) = await planned(desk, request, lang)
    assert (tool, arguments["action"], arguments["symbol"]) == ("execute_trade", action, symbol)
    assert arguments["amount"] == {"value": "100", "unit": "percent_of_position"}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("key", "tool"),
    [
        ("suggest_price", "get_market_price"),
        ("suggest_positions", "get_positions"),
        ("suggest_trades", "get_trade_history"),
        ("suggest_favourite", "manage_preferences"),
    ],
)
async def test_an_offered_question_is_that_question(desk, lang, key, tool):
    ((planned_tool, arguments),) = await planned(desk, say(lang, key, symbol=PERPETUAL), lang)
    assert planned_tool == tool
    assert "BTC" in str(arguments)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_an_offered_deletion_names_the_note(desk, lang):
    text = say(lang, "preference_delete", value="likes short answers")
    assert await planned(desk, text, lang) == [
        (
            "manage_preferences",
            {"action": "delete", "key": "note", "match": "likes short answers"},
        )
    ]
