"""get_balance: what an account has, and what it is worth."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.outbound import Block, Value
from core.domain.records import ExchangeAccount
from core.domain.references import Reference
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.each_account import ACCOUNT, over_accounts
from core.tools.reading import PersonalReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.venue import Venues
from core.views.account_view import accounts_view, balance_view


class BalanceArguments(Value):
    """Whose balances to read."""

    account: str | None = Field(default=None, min_length=1, max_length=60, description=ACCOUNT)


class BalanceTool(PersonalReadingTool):
    """Reads balances and equity."""

    name = "get_balance"
    description = (
        "Balances per currency (free, locked, total) and the equity of an account, or of all. "
        "Positions and their profit are in get_positions."
    )
    arguments: type[BaseModel] = BalanceArguments

    def __init__(self, records: Records, venues: Venues, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The account as its venue has it now; equity None when a price it needs is missing."""
        asked = typed(args, BalanceArguments)
        now = self._clock.now()
        return await over_accounts(asked.account, context, self._records, now, self._read, "equity")

    async def _read(self, account: ExchangeAccount) -> ToolResult:
        simulated = self._venues.prices(account).simulated
        view = await self._venues.exchange(account).account(account.id)
        return ToolResult(
            data={
                "account": account.name,
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
        """A card; of several accounts one each, and their totals."""
        return accounts_view(data, lang, balance_view, "accounts_equity")


def _reference(currency: str, at: datetime) -> Reference:
    """What "the second" of the balances means: the coin's market; the money itself has none."""
    symbol = currency if currency == QUOTE else f"{currency}/{QUOTE}"
    return Reference(kind="symbol", id=symbol, name=symbol, at=at)
