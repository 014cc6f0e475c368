"""Numbers along an axis: where its lines are, and how their labels read in little room."""

import math
from collections.abc import Sequence
from decimal import Decimal

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_SUFFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K"))


def span(values: Sequence[float], *, pad: float = 0.06) -> tuple[float, float]:
    """A range that holds all values with some room; a flat series gets room of its own."""
    low, high = min(values), max(values)
    room = (high - low) * pad
    if high - low <= abs(high) * 1e-9:
        room = abs(high) * 0.01 or 1.0
    return low - room, high + room


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers within the range, at most so many."""
    raw = (high - low) / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(one * power for one in _STEPS if one * power >= raw * 0.999999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def tick_texts(values: Sequence[float]) -> list[str]:
    """Labels of an axis's numbers, all to the same place."""
    if not values:
        return []
    step = values[1] - values[0] if len(values) > 1 else abs(values[0]) or 1.0
    scale, suffix = next(
        ((one, sign) for one, sign in _SUFFIXES if one >= 1e6 and abs(values[-1]) >= one),
        (1.0, ""),
    )
    places = max(0, -math.floor(math.log10(step / scale) + 1e-9))
    if round(step / scale, places) * (1 - 1e-6) > step / scale or not _is_whole(
        step / scale, places
    ):
        places += 1
    return [f"{value / scale:,.{places}f}{suffix}" for value in values]


def _is_whole(step: float, places: int) -> bool:
    """Whether so many places write the step exactly."""
    scaled: float = step * 10.0**places
    return abs(scaled - round(scaled)) < 1e-6 * max(1.0, abs(scaled))


def compact(value: Decimal, *, sign: bool = False) -> str:
    """An amount in at most seven signs or so: 1,234, 12.3K, 0.05."""
    number = float(value)
    mark = "+" if sign and number > 0 else ""
    for one, suffix in _SUFFIXES:
        if abs(number) >= one * (10 if suffix == "K" else 1):
            scaled = number / one
            places = 0 if abs(scaled) >= 100 else 1
            return f"{mark}{scaled:,.{places}f}{suffix}"
    if number == 0:
        return "0"
    places = 0 if abs(number) >= 1000 else 1 if abs(number) >= 100 else 2
    if abs(number) < 0.01:
        return f"{mark}{number:.0e}" if abs(number) < 0.0001 else f"{mark}{number:.4f}"
    return f"{mark}{number:,.{places}f}"


def apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """The places moved as little as need be to be `gap` apart and within the range.

    In the order given; those that are too many for the range are as far apart as it allows.
    """
    if not places:
        return []
    gap = min(gap, (high - low) / len(places))
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = list(places)
    floor = low
    for index in order:
        moved[index] = max(moved[index], floor)
        floor = moved[index] + gap
    ceiling = high
    for index in reversed(order):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - gap
    return moved
