"""get_balance: what an account has, and what it is worth."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.outbound import Block
from core.domain.references import Reference
from core.tools.arguments import NoArguments
from core.tools.reading import ReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.venue import Venues
from core.views.account_view import balance_view


class BalanceTool(ReadingTool):
    """Reads balances and equity."""

    name = "get_balance"
    description = (
        "Balances per currency (free, locked, total) and the equity of the person's account. "
        "Positions and their profit are in get_positions."
    )
    arguments: type[BaseModel] = NoArguments

    def __init__(self, venues: Venues) -> None:
        self._venues = venues

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  none
        """The account as its venue has it now; equity None when a price it needs is missing."""
        account = context.exchange_account
        simulated = self._venues.prices(account).simulated
        view = await self._venues.exchange(account).account(account.id)
        return ToolResult(
            data={
                "venue": account.venue,
                "mode": account.mode,
                "simulated": simulated,
                "currency": QUOTE,
                "balances": [
                    {
                        "currency": one.currency,
                        "free": figure(one.free),
                        "locked": figure(one.locked),
                        "total": figure(one.total),
                    }
                    for one in view.balances
                ],
                "equity": figure(view.equity),
                "missing": list(view.missing),
                "at": stamp(view.at),
            },
            as_of=view.at,
            mode=account.mode,
            simulated=simulated,
            listed=tuple(_reference(one.currency, view.at) for one in view.balances),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A card."""
        return balance_view(data, lang)


def _reference(currency: str, at: datetime) -> Reference:
    """What "the second" of the balances means: the coin's market; the money itself has none."""
    symbol = currency if currency == QUOTE else f"{currency}/{QUOTE}"
    return Reference(kind="symbol", id=symbol, name=symbol, at=at)
