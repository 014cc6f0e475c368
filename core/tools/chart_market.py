"""Pictures of a market: its candles, and a trade in it to show around."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from core.domain.charts import CandlePicture, Level, Mark, SharePicture
from core.domain.market import Instrument
from core.domain.money import CASH
from core.domain.orders import OpenOrder
from core.domain.periods import day_of
from core.domain.positions import AccountView, Position
from core.domain.records import ExchangeAccount
from core.domain.references import Reference
from core.errors import PersonError, VenueError
from core.ports import Clock, Records
from core.tools.chart_request import Drawing, Wish
from core.tools.coins import CoinFinder
from core.trading.figures import figure, stamp
from core.trading.history import Trade, history
from core.trading.pictures import bars, levels, marks, result_of, result_of_close
from core.trading.venue import Venues

_Side = Literal["LONG", "SHORT", "SPOT"]


@dataclass(frozen=True, slots=True)
class _Shared:
    """A trade's result, as a fraction of what was put up."""

    symbol: str
    side: _Side
    fraction: Decimal
    is_open: bool
    simulated: bool = False


class MarketCharts:
    """Reads what pictures of markets show."""

    def __init__(self, records: Records, venues: Venues, coins: CoinFinder, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._coins = coins
        self._clock = clock

    async def candles(self, wish: Wish) -> Drawing:
        """A market's candles; in private with the person's own fills and lines.

        What of theirs cannot be read now is left out; VenueError when the candles cannot.
        """
        account, args = wish.account, wish.args
        market = self._venues.prices(account)
        instruments = await market.instruments()
        view = await self._view(account) if wish.context.private else None
        instrument = await _meant(wish, self._coins, instruments, view.positions if view else ())
        symbol = instrument.symbol
        shown = bars(await market.candles(symbol, args.interval, args.limit))
        own: tuple[Mark, ...] = ()
        lines: tuple[Level, ...] = ()
        if view is not None:
            deeds = await history(self._records, account, (symbol,), simulated=market.simulated)
            own = marks(deeds, symbol, shown)
            lines = levels(view, await self._resting(account), symbol)
        change = shown[-1].close / shown[0].open - 1 if shown and shown[0].open else None
        data: dict[str, Any] = {
            "symbol": symbol,
            "interval": args.interval,
            "count": len(shown),
            "currency": instrument.quote,
            "tick": figure(instrument.tick),
            "from": stamp(shown[0].opened_at if shown else None),
            "to": stamp(shown[-1].opened_at if shown else None),
            "open": figure(shown[0].open if shown else None),
            "last": figure(shown[-1].close if shown else None),
            "high": figure(max((one.high for one in shown), default=None)),
            "low": figure(min((one.low for one in shown), default=None)),
            "change": figure(None if change is None else change.quantize(CASH)),
            "marks": len(own),
            "levels": [{"kind": one.kind, "price": figure(one.price)} for one in lines],
            "source": market.name,
        }
        now = self._clock.now()
        spec = CandlePicture(
            look=wish.look(account.mode, simulated=market.simulated),
            symbol=symbol,
            interval=args.interval,
            bars=shown,
            tick=instrument.tick,
            marks=own,
            levels=lines,
        )
        return Drawing(
            spec=spec,
            data=data,
            mode=account.mode,
            simulated=market.simulated,
            as_of=now,
            about=(Reference(kind="symbol", id=symbol, name=symbol, at=now),),
        )

    async def card(self, wish: Wish) -> Drawing:
        """An open position, or else the newest closed trade: symbol, side and percent alone.

        Of the market named; else of the one spoken of, or any where that has none.
        """
        account = wish.account
        market = self._venues.prices(account)
        view = await self._venues.exchange(account).account(account.id)
        symbols = await self._symbols(wish, view)
        found = None
        for symbol in symbols:
            found = found or await self._shared(account, view, symbol)
        if found is None:
            if wish.args.symbol:
                raise PersonError("chart.nothing_to_share_in", symbol=symbols[0])
            raise PersonError("chart.nothing_to_share")
        now = self._clock.now()
        simulated = found.simulated or market.simulated
        spec = SharePicture(
            look=wish.look(account.mode, simulated=simulated),
            symbol=found.symbol,
            side=found.side,
            fraction=found.fraction.quantize(CASH),
            is_open=found.is_open,
            day=day_of(now, wish.context.zone),
        )
        return Drawing(
            spec=spec,
            data={
                "symbol": found.symbol,
                "side": found.side,
                "fraction": figure(spec.fraction),
                "is_open": found.is_open,
            },
            mode=account.mode,
            simulated=simulated,
            as_of=now,
            about=(Reference(kind="symbol", id=found.symbol, name=found.symbol, at=now),),
        )

    async def _symbols(self, wish: Wish, view: AccountView) -> list[str]:
        """Where to look for a trade, in order; empty text is any market."""
        spoken = wish.context.references.newest_traded()
        if wish.args.symbol:
            instruments = await self._venues.prices(wish.account).instruments()
            return [(await _meant(wish, self._coins, instruments, view.positions)).symbol]
        return [spoken.id, ""] if spoken else [""]

    async def _shared(
        self, account: ExchangeAccount, view: AccountView, symbol: str
    ) -> _Shared | None:
        for one in view.positions:
            fraction = result_of(one)
            if fraction is not None and symbol in (one.symbol, ""):
                side: _Side = "SPOT" if one.kind == "spot" else one.side
                return _Shared(one.symbol, side, fraction, is_open=True)
        symbols = (symbol,) if symbol else ()
        for deed in await history(self._records, account, symbols, simulated=False):
            if not isinstance(deed, Trade) or not deed.closes:
                continue
            fraction = result_of_close(deed)
            if fraction is not None:
                return _Shared(
                    deed.symbol, _side_of(deed), fraction, is_open=False, simulated=deed.simulated
                )
        return None

    async def _view(self, account: ExchangeAccount) -> AccountView | None:
        try:
            return await self._venues.exchange(account).account(account.id)
        except (VenueError, PersonError):
            return None

    async def _resting(self, account: ExchangeAccount) -> Sequence[OpenOrder]:
        try:
            return await self._venues.exchange(account).open_orders(account.id)
        except VenueError:
            return ()


async def _meant(
    wish: Wish, coins: CoinFinder, instruments: Sequence[Instrument], positions: Sequence[Position]
) -> Instrument:
    """The market named or spoken of; of a coin, the market in which something is held."""
    spoken = wish.context.references.newest_traded()
    text = wish.args.symbol or (spoken.id if spoken else None)
    if text is None:
        raise PersonError("chart.which")
    found = await coins.read(text, instruments, wish.context.lang, "suggest_chart")
    if "/" in text:
        return found
    held = {one.symbol for one in positions}
    same = [one for one in instruments if one.base == found.base and one.symbol in held]
    return found if found in same or not same else same[0]


def _side_of(trade: Trade) -> _Side:
    """What was closed: a sell closes a long."""
    if ":" not in trade.symbol:
        return "SPOT"
    return "LONG" if trade.order.side == "SELL" else "SHORT"
