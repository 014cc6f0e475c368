"""Every tool there is, built from the ports."""

from collections.abc import Mapping

from core.domain.risk import TradingLimits
from core.ports import Clock, Exchange, Ids, MarketData, Records
from core.tools.account_snapshot import AccountReadings, AccountSource
from core.tools.balance import BalanceTool
from core.tools.exchange_names import ExchangeNames
from core.tools.experience_keeping import ExperienceKeeper
from core.tools.market_price import MarketPriceTool
from core.tools.memories import MemoriesTool
from core.tools.memory import MemoryWriteTool
from core.tools.memory_forget import MemoryForgetTool
from core.tools.models_snapshot import Models, ModelsSource
from core.tools.positions import PositionsTool
from core.tools.preference_keeping import PreferenceKeeper
from core.tools.preferences import ManagePreferencesTool, PreferencesTool
from core.tools.records_snapshot import ExchangesSource, RecentTradesSource
from core.tools.registry import Registry, SnapshotSource, Tool
from core.tools.trade import TradeTool
from core.tools.trade_history import TradeHistoryTool

NO_MODEL = Models()


def build_registry(
    records: Records,
    exchanges: Mapping[str, Exchange],
    market: MarketData,
    clock: Clock,
    ids: Ids,
    limits: TradingLimits,
    models: Models = NO_MODEL,
) -> Registry:
    """The declared tools, and what each resource tells of itself; `exchanges` are by venue."""
    keeper = PreferenceKeeper(records, market, clock, ids)
    experiences = ExperienceKeeper(records, clock, ids)
    tools: tuple[Tool, ...] = (
        MarketPriceTool(market, clock),
        BalanceTool(exchanges, market),
        PositionsTool(exchanges, market),
        TradeHistoryTool(records, market, clock),
        TradeTool(records, exchanges, market, clock, limits),
        PreferencesTool(keeper, clock),
        ManagePreferencesTool(keeper, clock),
        MemoriesTool(keeper, experiences, clock),
        MemoryWriteTool(records, keeper, experiences, clock),
        MemoryForgetTool(records, keeper, experiences, clock),
    )
    account = AccountReadings(exchanges)
    sources: tuple[SnapshotSource, ...] = (
        ModelsSource(models, clock),
        ExchangesSource(records, clock),
        AccountSource("balance", account),
        AccountSource("positions", account),
        RecentTradesSource(records, clock),
    )
    return Registry(
        tools={tool.name: tool for tool in tools},
        snapshots={source.kind: source for source in sources},
        names=(ExchangeNames(records),),
    )
