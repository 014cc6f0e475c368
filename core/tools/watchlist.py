"""get_watchlist and manage_watchlist: the markets that a person keeps an eye on."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from core.domain.conversation import Lang
from core.domain.market import Instrument, Quote
from core.domain.outbound import Block, Value
from core.domain.records import Delete, Insert, Query, WatchItem
from core.domain.references import Reference
from core.domain.symbols import is_name_of
from core.errors import PersonError, VenueError
from core.ports import Clock, MarketData, Records
from core.tools.arguments import typed
from core.tools.coins import CoinFinder
from core.tools.offers import PAGE, PageArguments, page_of
from core.tools.reading import PersonalReadingTool
from core.tools.registry import Action, ToolContext, ToolResult
from core.trading.figures import figure, stamp
from core.trading.venue import Venues
from core.views.money_text import seconds_between
from core.views.watchlist_view import watch_change_view, watchlist_view
from core.views.words import say

MOST = 50


class Watched:
    """The rows of a person's watchlist."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def of(self, account_id: str) -> list[WatchItem]:
        """What is on it, in the order it was put there."""
        query = Query(kind=WatchItem, where={"account_id": account_id})
        return sorted(await self._records.find(query), key=lambda one: (one.created_at, one.id))


class WatchlistTool(PersonalReadingTool):
    """Reads the watchlist."""

    name = "get_watchlist"
    description = "The person's watchlist with the newest prices and 24 h changes."
    arguments: type[BaseModel] = PageArguments

    def __init__(self, watched: Watched, venues: Venues, clock: Clock) -> None:
        self._watched = watched
        self._venues = venues
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """A page of its markets; a price that cannot be read is None."""
        market = self._venues.prices(context.exchange_account)
        every = await self._watched.of(context.account.id)
        page = page_of(every, typed(args, PageArguments).page, PAGE)
        items = page.shown
        listed = {one.symbol: one for one in await market.instruments()} if items else {}
        quotes = await asyncio.gather(*(_quote(market, one.symbol, listed) for one in items))
        now = self._clock.now()
        shown = tuple(
            Reference(kind="symbol", id=one.symbol, name=one.symbol, at=now) for one in items
        )
        return ToolResult(
            data={
                "watchlist": [
                    _row(one.symbol, listed.get(one.symbol), quote, self._clock)
                    for one, quote in zip(items, quotes, strict=True)
                ],
                **page.data,
                "source": market.name,
                "simulated": market.simulated,
            },
            as_of=min((quote.at for quote in quotes if quote), default=now),
            simulated=market.simulated,
            references=shown if len(every) == 1 else (),
            listed=shown,
            offers=page.offers(self.name, {}),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A numbered table."""
        return watchlist_view(data, lang)


class ManageWatchlistArguments(Value):
    """One change of the watchlist."""

    action: Literal["add", "remove"] = Field(description="add or remove one market.")
    symbol: str = Field(
        min_length=1, max_length=40, description="A coin or unified id: BTC, ETH/USDT:USDT."
    )


class ManageWatchlistTool:
    """Changes the watchlist."""

    name = "manage_watchlist"
    description = (
        "Adds a market to the person's watchlist, or removes it. One call for each market; only "
        "when they ask for it."
    )
    arguments: type[BaseModel] = ManageWatchlistArguments
    actions = tuple(Action(name=name, effect="write", repeat="read") for name in ("add", "remove"))

    def __init__(self, watched: Watched, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._watched = watched
        self._venues = venues
        self._coins = coins
        self._clock = clock

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, ManageWatchlistArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """The change as rows. PersonError for an unknown market, and what is not on the list."""
        asked = typed(args, ManageWatchlistArguments)
        items = await self._watched.of(context.account.id)
        if asked.action == "remove":
            gone = await self._on_list(asked.symbol, items, context)
            return self._result(
                "removed", gone.symbol, Delete(kind=WatchItem, where={"id": gone.id})
            )
        market = self._venues.prices(context.exchange_account)
        one = await self._coins.read(
            asked.symbol, await market.instruments(), context.lang, "suggest_watch"
        )
        if any(item.symbol == one.symbol for item in items):
            return self._result("there", one.symbol)
        if len(items) >= MOST:
            raise PersonError("watch_full", most=MOST)
        row = WatchItem(
            id=f"{context.account.id}:{one.symbol}",
            account_id=context.account.id,
            symbol=one.symbol,
            created_at=self._clock.now(),
        )
        return self._result("added", one.symbol, Insert(record=row, if_absent=True))

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """What the list now has, or has no more."""
        return watch_change_view(data, lang)

    async def _on_list(
        self, text: str, items: Sequence[WatchItem], context: ToolContext
    ) -> WatchItem:
        """The one item that the text names: also one that is not listed any more."""
        named = text.strip().lstrip("$")
        found = [one for one in items if one.symbol == named.upper()]
        found = found or [one for one in items if is_name_of(named, one.symbol.partition("/")[0])]
        if len(found) == 1:
            return found[0]
        if not found:
            market = self._venues.prices(context.exchange_account)
            listed = await market.instruments()
            symbol = (await self._coins.read(text, listed, context.lang, "suggest_unwatch")).symbol
            if here := [one for one in items if one.symbol == symbol]:
                return here[0]
            names = tuple(one.symbol for one in items) or say(context.lang, "none")
            raise PersonError("watch_not_there", symbol=symbol, names=names)
        choices = tuple(
            (
                _label(one.symbol, context.lang),
                say(context.lang, "suggest_unwatch", symbol=one.symbol),
            )
            for one in found
        )
        raise PersonError("ambiguous_market", symbol=text, choices=choices)

    def _result(self, done: str, symbol: str, *writes: Insert | Delete) -> ToolResult:
        now = self._clock.now()
        return ToolResult(
            data={"done": done, "symbol": symbol},
            as_of=now,
            writes=writes,
            references=(Reference(kind="symbol", id=symbol, name=symbol, at=now),),
        )


async def _quote(market: MarketData, symbol: str, listed: Mapping[str, Instrument]) -> Quote | None:
    if symbol not in listed:
        return None
    try:
        return await market.quote(symbol)
    except VenueError:
        return None


def _row(symbol: str, one: Instrument | None, quote: Quote | None, clock: Clock) -> dict[str, Any]:
    return {
        "symbol": symbol,
        "listed": one is not None,
        "currency": one.quote if one else None,
        "tick": figure(one.tick if one else None),
        "price": figure(quote.mark if quote else None),
        "change_24h": figure(quote.change_24h if quote else None),
        "at": stamp(quote.at if quote else None),
        "age_s": seconds_between(quote.at, clock.now()) if quote else None,
    }


def _label(symbol: str, lang: Lang) -> str:
    kind = say(lang, "perpetual" if ":" in symbol else "spot")
    return say(lang, "market_read_label", symbol=symbol, kind=kind)
