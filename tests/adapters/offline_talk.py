"""Says things to the offline planner, and checks of every plan that it is one and can run."""

import re
from decimal import Decimal

from adapters.exchange.paper import PaperExchange
from adapters.llm.offline.planner import OfflinePlanner
from adapters.store.memory import MemoryRecords
from bot.own_models import own_models
from core.credentials import Credentials
from core.domain.instruments import INSTRUMENTS
from core.domain.llm import ChatRequest, Finished, PlanningContext, ToolCall, ToolSchema
from core.domain.plan import Plan
from core.domain.positions import Position
from core.domain.references import Reference, References
from core.domain.risk import TradingLimits
from core.tools.arguments import parse_arguments
from core.tools.catalogue import build_registry
from core.tools.config_tools import Setup
from core.trading.paper_only import PaperOnly
from core.trading.venue import Venues
from tests.clocks import START, ManualClock, SeededIds
from tests.desk import PlainSealer
from tests.doubles.prices import SetPrices

RECORDS = MemoryRecords()
PRICES = SetPrices(BTC="95000")
PAPER = PaperExchange(RECORDS, PRICES, ManualClock(), SeededIds())
REGISTRY = build_registry(
    RECORDS,
    Venues(
        exchanges={"paper": PAPER},
        market=PRICES,
    ),
    ManualClock(),
    SeededIds(),
    TradingLimits(),
    setup=Setup(
        credentials=Credentials(RECORDS, PlainSealer()),
        clients=own_models(RECORDS, PlainSealer(), {}),
        keys=PaperOnly(),
        bank=PAPER,
        paper_balance=Decimal(10_000),
    ),
)
TOOLS = frozenset(REGISTRY.tools)
PLAN = ToolSchema(name="submit_plan", description="", parameters={"type": "object"})
BTC, ETH, SOL, DOGE = "BTC/USDT", "ETH/USDT", "SOL/USDT", "DOGE/USDT"


def context(text, lang="", **facts):
    """What the planner is given: nothing held, nothing spoken of, unless `facts` say so."""
    chinese = re.search("[\u4e00-\u9fff]", text)
    return PlanningContext(
        **{
            "conversation_id": "web:1::anna",
            "text": text,
            "lang": lang or ("zh" if chinese else "en"),
            "now": START,
            "references": References(),
            "instruments": INSTRUMENTS,
            "positions": (),
            "tools": TOOLS,
            "introduce": False,
            **facts,
        }
    )


async def events(asked, purpose="plan"):
    """Everything one call gives."""
    request = ChatRequest(
        purpose=purpose,
        model="offline",
        system=(),
        volatile="",
        messages=(),
        context=asked,
        tool=PLAN if purpose == "plan" else None,
    )
    return [event async for event in OfflinePlanner().chat(request)]


async def plan(text, lang="", **facts):
    """The plan for a text: sound, with the tools that are allowed, and arguments that they take."""
    asked = context(text, lang, **facts)
    call, end = await events(asked)
    assert isinstance(call, ToolCall)
    assert call.name == "submit_plan"
    assert (end.input_tokens, end.output_tokens, end.cost) == (0, 0, "0")
    assert isinstance(end, Finished)
    made = Plan.model_validate(call.input)
    for step in made.steps:
        if step.type == "tool":
            assert step.tool_name in asked.tools
            parse_arguments(REGISTRY.tools[step.tool_name], step.tool_args)
    return made


async def calls(text, lang="", **facts):
    """The tools that a text leads to, with their arguments; all are shown in the answer."""
    made = await plan(text, lang, **facts)
    tools = [step for step in made.steps if step.type == "tool"]
    if tools:
        assert made.steps[-1].show == tuple(step.id for step in tools)
    return [(step.tool_name, step.tool_args) for step in tools]


async def question(text, lang="", **facts):
    """The question that a text leads to: its field, its words, its buttons."""
    made = await plan(text, lang, **facts)
    (step,) = made.steps
    assert step.type == "ask_user", made
    assert all(option.label == option.value for option in step.options)
    return step.pending_fields[0], step.question, [option.label for option in step.options]


async def answer(text, lang="", **facts):
    """The words that answer a text, when no tool and no question is needed."""
    made = await plan(text, lang, **facts)
    (step,) = made.steps
    assert step.type == "respond", made
    assert made.intent == "chat"
    return step.text


def order(action, symbol, value, unit, leverage=None):
    """One call of execute_trade."""
    arguments = {"action": action, "symbol": symbol, "amount": {"value": value, "unit": unit}}
    if leverage is not None:
        arguments["leverage"] = leverage
    return ("execute_trade", arguments)


def price(*symbols):
    """One call of get_market_price."""
    return ("get_market_price", {"symbols": list(symbols)})


def position(symbol, side="LONG"):
    """One unit held."""
    return Position(
        symbol=symbol,
        kind="perpetual" if ":" in symbol else "spot",
        side=side,
        quantity=Decimal(1),
        cost=None,
        entry_price=None,
        mark=None,
        unrealized_pnl=None,
        leverage=None,
        margin=None,
        liquidation_price=None,
    )


def refer(kind, *symbols, at=START):
    """References: the first is "it", all are the last list shown."""
    listed = tuple(Reference(kind=kind, id=one, name=one, at=at) for one in symbols)
    return References(current=listed[:1], last_list=listed)
