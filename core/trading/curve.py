"""The equity curve: what accounts were worth over time, with money moved in or out left aside."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, localcontext
from itertools import pairwise
from zoneinfo import ZoneInfo

from core.domain.money import CASH, ZERO, total
from core.domain.periods import day_of

LEAST_DAYS = 10
"""Daily returns below which a Sharpe ratio would be noise, and is not told."""
DAYS_A_YEAR = 365
"""Crypto is traded every day."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """What was there at a moment, in the quote currency; None: not known."""

    at: datetime
    value: Decimal | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Flow:
    """Money moved in (or out, below zero) by the person: no profit."""

    at: datetime
    amount: Decimal


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawdown:
    """The deepest fall from a highest point: how much, and as a fraction of that point."""

    amount: Decimal
    fraction: Decimal


def without_flows(points: Sequence[Point], flows: Sequence[Flow]) -> tuple[Point, ...]:
    """The curve as if nothing had been moved in or out after its first point."""
    ordered = sorted(flows, key=lambda one: one.at)
    times = [one.at for one in ordered]
    sums = [ZERO]
    for one in ordered:
        sums.append(sums[-1] + one.amount)
    if not points:
        return ()
    before = sums[bisect_right(times, points[0].at)]
    return tuple(
        Point(
            at=one.at,
            value=None
            if one.value is None
            else one.value - (sums[bisect_right(times, one.at)] - before),
        )
        for one in points
    )


def summed(curves: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    """Several accounts as one: what they began with, and what each made since.

    An account counts with its first value before it has one, so that opening it is no profit; while
    one is not known, the sum is not.
    """
    curves = [one for one in curves if any(point.value is not None for point in one)]
    if len(curves) == 1:
        return tuple(curves[0])
    times = sorted({point.at for one in curves for point in one})
    columns = [_at_each(one, times) for one in curves]
    return tuple(
        Point(at=at, value=total(column[place] for column in columns))
        for place, at in enumerate(times)
    )


def _at_each(curve: Sequence[Point], times: Sequence[datetime]) -> list[Decimal | None]:
    """The curve's value at each time: its last one by then, its first one before it began."""
    at = [point.at for point in curve]
    first = next(point.value for point in curve if point.value is not None)
    places = (bisect_right(at, moment) - 1 for moment in times)
    return [first if place < 0 else curve[place].value for place in places]


def change(points: Sequence[Point]) -> Decimal | None:
    """The last value less the first; None where one of them is not known or there are not two."""
    if len(points) < 2:
        return None
    first, last = points[0].value, points[-1].value
    return None if first is None or last is None else last - first


def max_drawdown(points: Sequence[Point]) -> Drawdown | None:
    """The largest fall below the highest value so far; None with fewer than two known values."""
    known = [point.value for point in points if point.value is not None]
    if len(known) < 2:
        return None
    highest, deepest, of = known[0], ZERO, known[0]
    for value in known:
        highest = max(highest, value)
        if highest - value > deepest:
            deepest, of = highest - value, highest
    fraction = (deepest / of).quantize(CASH) if of > 0 else ZERO
    return Drawdown(amount=deepest, fraction=fraction)


def sharpe(points: Sequence[Point], zone: ZoneInfo) -> Decimal | None:
    """Mean daily return over its standard deviation, times the root of 365; no riskless rate.

    A day's value is its last known one, by the person's days; the deviation is the sample's. None
    with fewer than ten daily returns, or where they are all the same.
    """
    days: dict[date, Decimal] = {}
    for point in points:
        if point.value is not None:
            days[day_of(point.at, zone)] = point.value
    values = [days[day] for day in sorted(days)]
    pairs = pairwise(values)
    returns = [after / before - 1 for before, after in pairs if before > 0]
    if len(returns) < LEAST_DAYS:
        return None
    with localcontext(prec=40):
        mean = sum(returns, ZERO) / len(returns)
        variance = sum(((one - mean) ** 2 for one in returns), ZERO) / (len(returns) - 1)
        if variance <= CASH**2:
            return None
        return (mean / variance.sqrt() * Decimal(DAYS_A_YEAR).sqrt()).quantize(CASH)


def thinned(points: Sequence[Point], most: int) -> tuple[Point, ...]:
    """At most about so many points: the first, the last, and each stretch's extremes and gap."""
    if len(points) <= most:
        return tuple(points)
    size = -(-len(points) // max(1, most // 3))
    kept: list[Point] = [points[0]]
    for begin in range(0, len(points), size):
        stretch = points[begin : begin + size]
        known = [one for one in stretch if one.value is not None]
        gap = next((one for one in stretch if one.value is None), None)
        chosen = {id(one): one for one in (gap, *_extremes(known)) if one is not None}
        kept += sorted(chosen.values(), key=lambda one: one.at)
    kept.append(points[-1])
    return tuple({one.at: one for one in kept}.values())


def _extremes(known: Sequence[Point]) -> tuple[Point, ...]:
    if not known:
        return ()
    return (
        min(known, key=lambda one: one.value or ZERO),
        max(known, key=lambda one: one.value or ZERO),
    )
