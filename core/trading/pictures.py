"""Specs of pictures from what was read: markets, positions, fills, equity, daily results."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

from core.domain.charts import (
    Bar,
    DayResult,
    EquityPoint,
    Level,
    LevelKind,
    Mark,
    MarkKind,
    Share,
)
from core.domain.instruments import QUOTE
from core.domain.market import Candle
from core.domain.money import ZERO, total
from core.domain.orders import OpenOrder
from core.domain.periods import day_of
from core.domain.positions import AccountView, Position
from core.trading.curve import Point, thinned
from core.trading.history import Deed, Trade

MOST_POINTS = 420
"""Points of a curve: more would be less than a pixel apart on a phone."""


def bars(candles: Iterable[Candle]) -> tuple[Bar, ...]:
    """Candles as they are drawn; one with a figure that is no number is left out."""
    return tuple(
        Bar(
            opened_at=one.opened_at,
            open=one.open,
            high=one.high,
            low=one.low,
            close=one.close,
            volume=one.volume,
            closed=one.closed,
        )
        for one in candles
        if all(value.is_finite() for value in (one.open, one.high, one.low, one.close, one.volume))
    )


def marks(deeds: Iterable[Deed], symbol: str, shown: Sequence[Bar]) -> tuple[Mark, ...]:
    """The person's fills in this market, where it is shown; a liquidation at its candle's close."""
    found = []
    for one in deeds:
        if one.symbol != symbol or not shown or one.at < shown[0].opened_at:
            continue
        if isinstance(one, Trade):
            kind: MarkKind = "exit" if one.closes else "entry"
            found.append(Mark(at=one.at, price=one.price, side=one.order.side, kind=kind))
        else:
            bar = [bar for bar in shown if bar.opened_at <= one.at][-1]
            found.append(Mark(at=one.at, price=bar.close, side="SELL", kind="liquidation"))
    return tuple(found)


def levels(view: AccountView, orders: Iterable[OpenOrder], symbol: str) -> tuple[Level, ...]:
    """The lines of what is held and rests in this market."""
    found: list[Level] = []

    def line(kind: LevelKind, price: Decimal | None) -> None:
        if price is not None and price > 0:
            found.append(Level(price=price, kind=kind))

    for one in view.positions:
        if one.symbol == symbol:
            line("entry", one.entry_price)
            line("liquidation", one.liquidation_price)
    for order in orders:
        if order.symbol == symbol:
            kinds: dict[str, LevelKind] = {"stop": "stop", "take_profit": "target"}
            line(kinds.get(order.type, "order"), order.trigger or order.price)
    return tuple(found)


def equity_points(curve: Sequence[Point]) -> tuple[EquityPoint, ...]:
    """The curve, thinned to what can be seen."""
    return tuple(EquityPoint(at=one.at, value=one.value) for one in thinned(curve, MOST_POINTS))


def daily(
    deeds: Iterable[Deed],
    funding: Iterable[tuple[date, Decimal]],
    year: int,
    month: int,
    zone: ZoneInfo,
) -> tuple[DayResult, ...]:
    """Each day's realised results less fees, plus funding, by the person's days.

    A day on which something is not known has no figure; a day on which nothing was done is left
    out.
    """
    amounts: dict[date, list[Decimal | None]] = defaultdict(list)
    for one in deeds:
        if isinstance(one, Trade):
            unknown = one.closes and one.realized_pnl is None
            for fill in one.fills:
                day = day_of(fill.at, zone)
                fee = None if fill.fee is None else -fill.fee
                amounts[day] += [None if unknown else fill.realized_pnl or ZERO, fee]
        else:
            amounts[day_of(one.at, zone)].append(one.realized_pnl)
    for day, amount in funding:
        amounts[day].append(amount)
    return tuple(
        DayResult(day=day, pnl=total(amounts[day]))
        for day in sorted(amounts)
        if (day.year, day.month) == (year, month)
    )


def shares(view: AccountView) -> tuple[tuple[Share, ...], tuple[str, ...]]:
    """What the account is made of, and what could not be valued.

    A coin is worth its quantity at the mark, a perpetual position its margin and open profit; the
    quote currency is the rest of the equity, or what is free where that is not known.
    """
    parts: list[Share] = []
    missing: list[str] = []
    for one in view.positions:
        value = _worth(one)
        name = one.symbol if one.kind == "perpetual" else one.symbol.partition("/")[0]
        if value is None:
            missing.append(name)
        elif value > 0:
            parts.append(Share(name=name, value=value))
    cash = next((one.free for one in view.balances if one.currency == QUOTE), ZERO)
    if view.equity is not None and not missing:
        cash = view.equity - sum((one.value for one in parts), ZERO)
    if cash > 0:
        parts.append(Share(name=QUOTE, value=cash))
    return tuple(parts), tuple(missing)


def _worth(position: Position) -> Decimal | None:
    if position.kind == "spot":
        return None if position.mark is None else position.quantity * position.mark
    if position.margin is None or position.unrealized_pnl is None:
        return None
    return position.margin + position.unrealized_pnl


def result_of(position: Position) -> Decimal | None:
    """Open profit as a fraction of the margin, or of the cost of a spot holding."""
    put_up = position.margin or position.cost
    if position.unrealized_pnl is None or not put_up:
        return None
    return position.unrealized_pnl / put_up


def result_of_close(trade: Trade) -> Decimal | None:
    """A closed trade's profit as a fraction of what its closed part had put up.

    The cost of what was closed follows from its proceeds and its profit; with leverage, a part of
    it was put up. None where the profit is not known.
    """
    pnl = trade.realized_pnl
    if pnl is None:
        return None
    proceeds = trade.quantity * trade.price
    cost = proceeds - pnl if trade.order.side == "SELL" else proceeds + pnl
    put_up = cost / (trade.order.leverage or 1)
    return pnl / put_up if put_up > 0 else None
