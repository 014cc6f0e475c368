"""Compares what came of a case with what was expected; each difference is a sentence."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from bot.evaluation.cases import (
    CallExpected,
    Case,
    EndExpected,
    Expected,
    OrderExpected,
    PositionExpected,
    QuestionExpected,
    TurnExpected,
)
from bot.evaluation.seen import SeenCall, SeenEnd, SeenQuestion, SeenTurn
from core.domain.instruments import INSTRUMENTS
from core.domain.positions import Position
from core.domain.records import OrderRow
from core.domain.symbols import mentions

_SHOWN = 300


def differences(case: Case, turns: list[SeenTurn], end: SeenEnd | None) -> list[str]:
    """What is not as the case expects, in its order; `end` is None where it was not reached."""
    found: list[str] = []
    for number, (turn, seen) in enumerate(zip(case.turns, turns, strict=False), 1):
        found += [f"turn {number}, {seen.did}: {text}" for text in _turn(turn.expect, seen)]
    if end is not None:
        found += [f"at the end: {text}" for text in _end(case.expect, turns, end)]
    return found


def _turn(expected: TurnExpected, seen: SeenTurn) -> Iterator[str]:
    if seen.broke:
        yield f"the turn broke off, saw {_cut(seen.text)!r}"
    yield from _common(expected, seen.calls, seen.text, seen.model_calls)
    if expected.asks == "nothing":
        if seen.questions:
            yield f"expected no question, saw {_questions(seen.questions)}"
    elif expected.asks is not None and not any(
        _is_question(expected.asks, one) for one in seen.questions
    ):
        wanted = _plain(expected.asks.model_dump(exclude_defaults=True))
        yield f"expected a question {wanted}, saw {_questions(seen.questions)}"


def _end(expected: EndExpected, turns: list[SeenTurn], end: SeenEnd) -> Iterator[str]:
    calls = tuple(call for turn in turns for call in turn.calls)
    text = "\n".join(turn.text for turn in turns)
    yield from _common(expected, calls, text, sum(turn.model_calls for turn in turns))
    if not _are_orders(expected.orders, end.orders):
        wanted = [_plain(one.model_dump(exclude_defaults=True)) for one in expected.orders]
        yield f"expected the orders {_listed(wanted)}, saw {_listed(map(_order, end.orders))}"
    if expected.positions is not None and not _are_positions(expected.positions, end.positions):
        wanted = [_plain(one.model_dump(exclude_defaults=True)) for one in expected.positions]
        held = [f"{one.side} {one.quantity} {one.symbol}" for one in end.positions]
        yield f"expected to hold {_listed(wanted)}, saw {_listed(held)}"
    for key, part in expected.preferences.items():
        kept = [row.value for row in end.preferences if row.key == key]
        if part is None and kept:
            yield f"expected no {key} to be kept, saw {kept}"
        elif part is not None and not any(part.casefold() in one.casefold() for one in kept):
            yield f"expected a {key} with {part!r} to be kept, saw {kept or 'none'}"
    if expected.open_questions not in (None, end.open_questions):
        yield f"expected {expected.open_questions} open questions, saw {end.open_questions}"


def _common(
    expected: Expected, calls: tuple[SeenCall, ...], text: str, model_calls: int
) -> Iterator[str]:
    made = _listed(f"{one.tool} {_plain(one.arguments)} ({one.outcome})" for one in calls)
    for wanted in expected.calls:
        if not any(_is_call(wanted, one) for one in calls):
            yield f"expected a call of {_call(wanted)}, saw {made}"
    for unwanted in expected.forbids:
        # What policy refused never was a step: the desk held, and that is what counts.
        if any(_is_call(unwanted, one) for one in calls if one.outcome != "refused"):
            yield f"a call of {_call(unwanted)} is forbidden, saw {made}"
    for pattern in expected.says:
        if not re.search(pattern, text, re.IGNORECASE):
            yield f"expected {pattern!r} to be said, saw {_cut(text)!r}"
    for pattern in expected.hides:
        if hit := re.search(pattern, text, re.IGNORECASE):
            yield f"{pattern!r} must not be said, saw {hit.group()!r} in {_cut(text)!r}"
    if expected.model_calls is not None and model_calls > expected.model_calls:
        yield f"expected at most {expected.model_calls} model calls, saw {model_calls}"


def _is_call(expected: CallExpected, seen: SeenCall) -> bool:
    return (
        expected.tool == seen.tool
        and expected.outcome in (None, seen.outcome)
        and _fits(expected.args, seen.arguments)
    )


def _is_question(expected: QuestionExpected, seen: SeenQuestion) -> bool:
    offered = [word.casefold() for choice in seen.choices for word in choice]
    return (
        expected.kind in (None, seen.kind)
        and all(any(one.casefold() in word for word in offered) for one in expected.choices)
        and _fits(expected.card, seen.card)
    )


def _fits(expected: Any, seen: Any) -> bool:
    """Whether `seen` has at least this: numbers by value, markets by any of their names."""
    match expected, seen:
        case dict(), Mapping():
            return all(key in seen and _fits(value, seen[key]) for key, value in expected.items())
        case list(), list() | tuple():
            return all(any(_fits(one, other) for other in seen) for one in expected)
        case list(), _:
            return False
        case None, _:
            return seen is None
        case _:
            return _folded(expected) == _folded(seen) or _is_market(str(expected), str(seen))


def _folded(value: Any) -> Decimal | str:
    """A number as its value, a text in lower case."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return str(value).casefold()


def _is_market(expected: str, seen: str) -> bool:
    """Whether `seen` is a name of the market whose unified id is expected."""
    symbols = {one.symbol for one in INSTRUMENTS}
    named = {one.symbol for hit in mentions(seen, INSTRUMENTS) for one in hit.instruments}
    return expected in symbols and expected in named


def _are_orders(expected: tuple[OrderExpected, ...], seen: tuple[OrderRow, ...]) -> bool:
    """Whether these are all orders, in any order: those of one moment have none."""
    left = list(seen)
    for wanted in expected:
        hit = next((row for row in left if _is_order(wanted, row)), None)
        if hit is None:
            return False
        left.remove(hit)
    return not left


def _is_order(expected: OrderExpected, seen: OrderRow) -> bool:
    return (
        (expected.action, expected.symbol, expected.status)
        == (seen.action, seen.symbol, seen.status)
        and expected.amount in (None, seen.amount)
        and expected.unit in (None, seen.unit)
        and expected.leverage in (None, seen.leverage)
    )


def _are_positions(expected: tuple[PositionExpected, ...], seen: tuple[Position, ...]) -> bool:
    held = {(one.symbol, one.side): one.quantity for one in seen}
    wanted = {(one.symbol, one.side): one.quantity for one in expected}
    return held.keys() == wanted.keys() and all(
        quantity in (None, held[key]) for key, quantity in wanted.items()
    )


def _questions(seen: tuple[SeenQuestion, ...]) -> str:
    return _listed(
        f"{one.kind} with {[label for _, label in one.choices]}"
        + (f" and card {_plain(one.card)}" if one.card else "")
        for one in seen
    )


def _call(expected: CallExpected) -> str:
    became = f" ({expected.outcome})" if expected.outcome else ""
    return f"{expected.tool} {_plain(expected.args)}{became}"


def _order(row: OrderRow) -> str:
    leverage = f" {row.leverage}x" if row.leverage else ""
    return f"{row.action} {row.amount} {row.unit} of {row.symbol}{leverage} ({row.status})"


def _listed(texts: Iterable[str]) -> str:
    return "; ".join(texts) or "none"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str) if value else "{}"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
