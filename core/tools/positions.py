"""get_positions: perpetual positions and spot holdings, with their profit, risk and protection."""

import asyncio
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.market import Instrument
from core.domain.money import CASH, ZERO
from core.domain.outbound import Block, Value
from core.domain.positions import AccountView, Position
from core.domain.records import ExchangeAccount
from core.domain.references import Reference
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.coins import CoinFinder
from core.tools.each_account import ACCOUNT, over_accounts
from core.tools.offers import PAGE, Page, page_of
from core.tools.reading import PersonalReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.held_protection import protection_of, resting_if_known
from core.trading.resting import Resting
from core.trading.venue import Venues
from core.views.account_view import accounts_view, positions_view


class PositionsArguments(Value):
    """Which positions to read."""

    symbol: str | None = Field(
        default=None,
        min_length=1,
        max_length=40,
        description="A coin or unified id to see only what is held of it; leave out for all.",
    )
    account: str | None = Field(default=None, min_length=1, max_length=60, description=ACCOUNT)
    page: int = Field(default=1, ge=1, le=100, description="Which page of a long list.")


class PositionsTool(PersonalReadingTool):
    """Reads what is held."""

    name = "get_positions"
    description = (
        "Open perpetual positions and spot holdings: side, size, entry, present price, unrealised "
        "profit, leverage, margin, liquidation price, stops and targets."
    )
    arguments: type[BaseModel] = PositionsArguments

    def __init__(self, records: Records, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._coins = coins
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """Positions as the venue has them now; a figure that needs an unreadable price is None."""
        asked = typed(args, PositionsArguments)

        async def read(account: ExchangeAccount) -> ToolResult:
            return await self._read(account, asked, context)

        return await over_accounts(
            asked.account,
            context,
            self._records,
            self._clock.now(),
            read,
            "total_unrealized_pnl",
        )

    async def _read(
        self, account: ExchangeAccount, asked: PositionsArguments, context: ToolContext
    ) -> ToolResult:
        market = self._venues.prices(account)
        instruments = await market.instruments()
        only = (
            await self._coins.read(asked.symbol, instruments, context.lang, "suggest_positions")
            if asked.symbol
            else None
        )
        exchange = self._venues.exchange(account)
        view, resting = await asyncio.gather(
            exchange.account(account.id),
            resting_if_known(account, records=self._records, exchange=exchange),
        )
        shown = [one for one in view.positions if only is None or _is_of(one, only, asked.symbol)]
        page = page_of(shown, asked.page, PAGE)
        listed = tuple(
            Reference(kind="position", id=one.symbol, name=one.symbol, at=view.at)
            for one in page.shown
        )
        return ToolResult(
            data={
                **_data(shown, page, view, instruments, resting),
                "symbol": only.symbol if only else None,
                "account": account.name,
                "mode": account.mode,
                "simulated": market.simulated,
            },
            as_of=view.at,
            mode=account.mode,
            simulated=market.simulated,
            references=_only_one(listed) if len(shown) == 1 else (),
            listed=listed,
            offers=page.offers(self.name, asked.model_dump(mode="json", exclude_none=True)),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A table in the order of the list; of several accounts one each, and their totals."""
        return accounts_view(data, lang, positions_view, "accounts_pnl")


def _is_of(position: Position, instrument: Instrument, text: str | None) -> bool:
    """Whether it is of this very market, where one was named exactly, or else of its coin."""
    if text is not None and ":" in text:
        return position.symbol == instrument.symbol
    return position.symbol.partition("/")[0] == instrument.base


def _only_one(listed: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """What "it" means after a list of one; after more, nothing."""
    if len(listed) != 1:
        return ()
    return (*listed, listed[0].model_copy(update={"kind": "symbol"}))


def _data(
    shown: Sequence[Position],
    page: Page[Position],
    view: AccountView,
    instruments: Sequence[Instrument],
    resting: Sequence[Resting] | None,
) -> dict[str, Any]:
    """A page of the positions, with totals of all of them."""
    ticks = {one.symbol: one.tick for one in instruments}
    readable = [one.unrealized_pnl for one in shown if one.unrealized_pnl is not None]
    return {
        "currency": QUOTE,
        "positions": [
            _position(one, ticks.get(one.symbol)) | {"protection": protection_of(one, resting)}
            for one in page.shown
        ],
        **page.data,
        "total_unrealized_pnl": figure(sum(readable, ZERO)) if readable or not shown else None,
        "missing": [one.symbol for one in shown if one.unrealized_pnl is None],
        "at": stamp(view.at),
    }


def _position(position: Position, tick: Decimal | None) -> dict[str, Any]:
    """A position as JSON; `pnl_fraction` is of the margin, or of the cost of a spot holding."""
    pnl, put_up = position.unrealized_pnl, position.margin or position.cost
    fraction = pnl / put_up if pnl is not None and put_up else None
    value = None if position.mark is None else position.quantity * position.mark
    return {
        "symbol": position.symbol,
        "kind": position.kind,
        "side": position.side,
        "quantity": figure(position.quantity),
        "tick": figure(tick),
        "entry_price": figure(position.entry_price),
        "mark": figure(position.mark),
        "value": figure(value),
        "unrealized_pnl": figure(pnl),
        "pnl_fraction": figure(None if fraction is None else fraction.quantize(CASH)),
        "leverage": position.leverage,
        "margin": figure(position.margin),
        "liquidation_price": figure(position.liquidation_price),
        "opened_at": stamp(position.opened_at),
    }
