"""A person with a paper account and every tool: real parts, prices set by the test."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from adapters.exchange.paper import PaperExchange
from adapters.store.memory import MemoryRecords
from bot.own_models import own_models
from core.credentials import Credentials
from core.domain.paper import opening_writes
from core.domain.records import Account, ExchangeAccount, Insert, OrderRow, Query, Update
from core.domain.references import References
from core.domain.risk import TradingLimits
from core.ports import VenueKeys
from core.tools.arguments import parse_arguments
from core.tools.catalogue import build_registry
from core.tools.config_tools import Setup
from core.tools.registry import Draft, EffectTool, ToolContext, ToolResult
from core.trading.paper_only import PaperOnly
from core.trading.venue import Venues
from core.views.render import plain
from tests.clocks import ManualClock, SeededIds
from tests.desk import PlainSealer
from tests.doubles.pictures import PaintedCharts
from tests.doubles.prices import SetPrices
from tests.doubles.stocks import STOCKS

SPOT = "BTC/USDT"
PERPETUAL = "BTC/USDT:USDT"


class ToolDesk:
    """Anna, a trader with 10,000 USDT on paper, speaking English."""

    def __init__(
        self,
        prices: Any = None,
        limits: TradingLimits | None = None,
        own_hosts: Mapping[str, bool] | None = None,
        keys: VenueKeys | None = None,
    ):
        self.clock = ManualClock()
        self.ids = SeededIds()
        self.records = MemoryRecords()
        self.prices = prices or SetPrices(BTC="100000", ETH="3400", DOGE="0.2")
        self.exchange = PaperExchange(self.records, self.prices, self.clock, self.ids)
        self.keys = keys or PaperOnly()
        self.clients = own_models(self.records, PlainSealer(), own_hosts or {})
        self.charts = PaintedCharts()
        self.registry = build_registry(
            self.records,
            Venues(exchanges={"paper": self.exchange}, market=self.prices),
            self.clock,
            self.ids,
            limits or TradingLimits(),
            stocks=STOCKS,
            setup=Setup(
                credentials=Credentials(self.records, PlainSealer()),
                clients=self.clients,
                keys=self.keys,
                bank=self.exchange,
                paper_balance=Decimal(10_000),
            ),
            charts=self.charts,
        )
        now = self.clock.now()
        self.anna = Account(id="anna", name="Anna", role="trader", created_at=now)
        self.exchange_account = ExchangeAccount(
            id="desk",
            account_id="anna",
            name="paper",
            venue="paper",
            mode="paper",
            trading_state="ACTIVE",
            version=0,
            created_at=now,
        )
        self.sent = 0

    async def open(self, usdt="10000"):
        """The account with its first deposit."""
        await self.commit(
            Insert(record=self.anna),
            Insert(record=self.exchange_account),
            *opening_writes(
                self.exchange_account, Decimal(usdt), "USDT", self.clock.now(), self.ids
            ),
        )
        return self

    async def commit(self, *writes):
        assert await self.records.commit(*writes)

    def context(self, **changes) -> ToolContext:
        context = ToolContext(
            account=self.anna,
            exchange_account=self.exchange_account,
            conversation_id="web:1::anna",
            run_id="run",
            lang="en",
            now=self.clock.now(),
            references=References(),
            workflow_id="flow",
            step_id="step",
        )
        return replace(context, **changes)

    async def use(self, name, *, lang="en", **arguments) -> ToolResult:
        """Call a tool that reads or writes rows of ours, and commit what it did."""
        tool = self.registry.tools[name]
        result = await tool.run(parse_arguments(tool, arguments), self.context(lang=lang))
        if result.writes:
            await self.commit(*result.writes)
        return result

    async def seen(self, name, *, lang="en", **arguments) -> str:
        """What a person reads of a tool's answer."""
        result = await self.use(name, lang=lang, **arguments)
        return plain(self.registry.tools[name].view(result.data, lang))

    @property
    def trading(self) -> EffectTool:
        """execute_trade."""
        tool = self.registry.tools["execute_trade"]
        assert isinstance(tool, EffectTool)
        return tool

    async def draft(self, action, value, unit, symbol="BTC", *, lang="en", **more) -> Draft:
        """The card of an order."""
        arguments = {
            "action": action,
            "symbol": symbol,
            "amount": {"value": value, "unit": unit},
            **more,
        }
        tool = self.trading
        return await tool.draft(parse_arguments(tool, arguments), self.context(lang=lang))

    async def press(self, draft, key="") -> ToolResult:
        """Confirm a card: intent stored, placed, result stored."""
        self.sent += 1
        key = key or f"order{self.sent}"
        tool = self.trading
        await self.commit(*await tool.intend(draft, key, self.context()))
        result = await tool.perform(draft, key, self.context())
        await self.commit(*result.writes)
        return result

    async def trade(self, action, value, unit, symbol="BTC", **more) -> ToolResult:
        """Draft and confirm an order that fills."""
        result = await self.press(await self.draft(action, value, unit, symbol, **more))
        assert result.ok, result.data
        return result

    async def order(self, key) -> OrderRow:
        row = await self.records.get(OrderRow, key)
        assert row is not None
        return row

    async def orders(self):
        return await self.records.find(Query(kind=OrderRow))

    async def set_trading_state(self, state):
        """As /halt does."""
        await self.commit(
            Update(kind=ExchangeAccount, where={"id": "desk"}, set={"trading_state": state})
        )
        self.exchange_account = replace(self.exchange_account, trading_state=state)
