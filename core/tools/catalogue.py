"""Every tool there is, built from the ports."""

from core.domain.risk import TradingLimits
from core.ports import Charts, Clock, Ids, Records, Stocks
from core.tools.account_snapshot import AccountReadings, AccountSource
from core.tools.audit import AuditTool
from core.tools.balance import BalanceTool
from core.tools.chart import ChartTool
from core.tools.chart_request import NO_CHARTS
from core.tools.coins import CoinFinder
from core.tools.config_tools import Setup, config_tools
from core.tools.exchange_names import ExchangeNames
from core.tools.experience_keeping import ExperienceKeeper
from core.tools.flatten import FlattenTool
from core.tools.kline import KlineTool
from core.tools.limits import LimitsTool, ManageLimitsTool
from core.tools.manage_order import ManageOrderTool
from core.tools.market_price import MarketPriceTool
from core.tools.market_snapshot import MarketSnapshotTool
from core.tools.memories import MemoriesTool
from core.tools.memory import MemoryWriteTool
from core.tools.memory_forget import MemoryForgetTool
from core.tools.model_configs import ModelNames
from core.tools.models_snapshot import Models, ModelsSource
from core.tools.performance import PerformanceTool
from core.tools.positions import PositionsTool
from core.tools.preference_keeping import PreferenceKeeper
from core.tools.preferences import ManagePreferencesTool, PreferencesTool
from core.tools.records_snapshot import ExchangesSource, RecentTradesSource
from core.tools.registry import Registry, SnapshotSource, Tool
from core.tools.stocks import StockTool
from core.tools.trade import TradeTool
from core.tools.trade_history import TradeHistoryTool
from core.tools.watchlist import ManageWatchlistTool, Watched, WatchlistTool
from core.trading.no_stocks import NoStocks
from core.trading.venue import Venues

NO_MODEL = Models()
NO_STOCKS = NoStocks()


def build_registry(
    records: Records,
    venues: Venues,
    clock: Clock,
    ids: Ids,
    limits: TradingLimits,
    models: Models = NO_MODEL,
    setup: Setup | None = None,
    charts: Charts = NO_CHARTS,
    stocks: Stocks = NO_STOCKS,
) -> Registry:
    """The declared tools, and what each resource tells of itself.

    `setup` is what exchange accounts and models are set up with; None: they cannot be here.
    """
    keeper = PreferenceKeeper(records, venues.market, clock, ids)
    experiences = ExperienceKeeper(records, clock, ids)
    coins, watched = CoinFinder(stocks), Watched(records)
    tools: tuple[Tool, ...] = (
        MarketPriceTool(venues, coins, clock),
        MarketSnapshotTool(venues, coins, clock),
        KlineTool(venues, coins, clock),
        StockTool(stocks, clock),
        AuditTool(records, clock),
        WatchlistTool(watched, venues, clock),
        ManageWatchlistTool(watched, venues, coins, clock),
        BalanceTool(records, venues, clock),
        PositionsTool(records, venues, coins, clock),
        TradeHistoryTool(records, venues, coins, clock),
        PerformanceTool(records, venues, coins, clock),
        ChartTool(records, venues, coins, clock, ids, charts),
        TradeTool(records, venues, coins, clock, limits),
        FlattenTool(records, venues, clock, limits),
        LimitsTool(records, venues, clock, limits),
        ManageLimitsTool(records, venues, clock, limits),
        ManageOrderTool(records, venues, clock, ids, limits),
        PreferencesTool(keeper, clock),
        ManagePreferencesTool(keeper, clock),
        MemoriesTool(keeper, experiences, clock),
        MemoryWriteTool(records, keeper, experiences, clock),
        MemoryForgetTool(records, keeper, experiences, clock),
    )
    if setup is not None:
        tools += config_tools(records, venues, clock, ids, models, setup)
    account = AccountReadings(venues)
    sources: tuple[SnapshotSource, ...] = (
        ModelsSource(models, records, clock),
        ExchangesSource(records, clock),
        AccountSource("balance", account),
        AccountSource("positions", account),
        RecentTradesSource(records, clock),
    )
    return Registry(
        tools={tool.name: tool for tool in tools},
        snapshots={source.kind: source for source in sources},
        names=(ExchangeNames(records), ModelNames(records)),
    )
