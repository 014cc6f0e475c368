"""Every tool there is, built from the ports."""

from collections.abc import Mapping

from core.domain.risk import TradingLimits
from core.ports import Clock, Exchange, Ids, MarketData, Records
from core.tools.balance import BalanceTool
from core.tools.market_price import MarketPriceTool
from core.tools.positions import PositionsTool
from core.tools.preferences import ManagePreferencesTool, PreferencesTool
from core.tools.registry import Registry, Tool
from core.tools.trade import TradeTool
from core.tools.trade_history import TradeHistoryTool


def build_registry(
    records: Records,
    exchanges: Mapping[str, Exchange],
    market: MarketData,
    clock: Clock,
    ids: Ids,
    limits: TradingLimits,
) -> Registry:
    """The declared tools; `exchanges` are by venue."""
    tools: tuple[Tool, ...] = (
        MarketPriceTool(market, clock),
        BalanceTool(exchanges, market),
        PositionsTool(exchanges, market),
        TradeHistoryTool(records, market, clock),
        TradeTool(records, exchanges, market, clock, limits),
        PreferencesTool(records, clock),
        ManagePreferencesTool(records, market, clock, ids),
    )
    return Registry(tools={tool.name: tool for tool in tools})
