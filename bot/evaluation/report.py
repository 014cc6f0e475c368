"""The figures of an evaluation: a table per category, the failures in words, or one JSON object."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.evaluation.metered import Usage, summed
from bot.evaluation.runner import Result

_HEADS = (
    "category",
    "cases",
    "passed",
    "failed",
    "not measured",
    "skipped",
    "calls",
    "tokens in",
    "out",
    "cached",
    "cost USD",
    "s/call",
    "slowest",
)
_UNKNOWN = "?"
_NONE = "–"


@dataclass(frozen=True, slots=True)
class _Row:
    """The results of a category, or of all."""

    name: str
    results: Sequence[Result]

    def count(self, verdict: str) -> int:
        return sum(result.verdict == verdict for result in self.results)

    @property
    def usage(self) -> Usage:
        return summed(result.usage for result in self.results)


def is_passed(results: Iterable[Result]) -> bool:
    """Whether every case that the provider must pass was measured, and passed."""
    return all(result.verdict in ("passed", "not for this planner") for result in results)


def table(results: Sequence[Result]) -> str:
    """A line per category and one for all, in columns."""
    lines = [_HEADS, *(_cells(row) for row in (*_categories(results), _Row("all", results)))]
    widths = [max(len(line[place]) for line in lines) for place in range(len(_HEADS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def complaints(results: Sequence[Result]) -> str:
    """Every case that did not pass, with its reasons; empty where there is none."""
    told = []
    for result in results:
        if result.verdict in ("failed", "not measured"):
            told.append(f"{result.verdict}: {result.case.id} ({result.case.category})")
            told += [f"  {reason}" for reason in result.reasons]
    skipped = [result.case.id for result in results if result.verdict == "not for this planner"]
    if skipped:
        told.append(f"not for this planner ({len(skipped)}): {', '.join(skipped)}")
    return "\n".join(told)


def as_json(results: Sequence[Result], provider: str, model: str) -> str:
    """The same in one line of JSON: figures are numbers, costs are texts, null is unknown."""
    return json.dumps(
        {
            "provider": provider,
            "model": model,
            "passed": is_passed(results),
            "totals": _figures(_Row("all", results)),
            "categories": {row.name: _figures(row) for row in _categories(results)},
            "cases": [_case(result) for result in results],
        },
        ensure_ascii=False,
    )


def _categories(results: Sequence[Result]) -> list[_Row]:
    names = dict.fromkeys(result.case.category for result in results)
    return [_Row(name, [one for one in results if one.case.category == name]) for name in names]


def _cells(row: _Row) -> tuple[str, ...]:
    usage = row.usage
    share = usage.cached_share
    return (
        row.name,
        str(len(row.results)),
        str(row.count("passed")),
        str(row.count("failed")),
        str(row.count("not measured")),
        str(row.count("not for this planner")),
        str(usage.calls),
        _number(usage.input_tokens),
        _number(usage.output_tokens),
        f"{share:.0%}" if share is not None else _UNKNOWN if usage.input_tokens is None else _NONE,
        f"{usage.cost:.4f}" if usage.cost is not None else _UNKNOWN,
        f"{usage.median_s:.2f}" if usage.median_s is not None else _NONE,
        f"{usage.slowest_s:.2f}" if usage.slowest_s is not None else _NONE,
    )


def _number(value: int | None) -> str:
    return _UNKNOWN if value is None else f"{value:,}"


def _figures(row: _Row) -> dict[str, Any]:
    return {
        "cases": len(row.results),
        "passed": row.count("passed"),
        "failed": row.count("failed"),
        "not_measured": row.count("not measured"),
        "not_for_this_planner": row.count("not for this planner"),
        **_usage(row.usage),
    }


def _usage(usage: Usage) -> dict[str, Any]:
    share = usage.cached_share
    return {
        "model_calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_share": None if share is None else float(round(share, 4)),
        "cost_usd": None if usage.cost is None else f"{usage.cost.normalize():f}",
        "median_call_s": _rounded(usage.median_s),
        "slowest_call_s": _rounded(usage.slowest_s),
    }


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)


def _case(result: Result) -> dict[str, Any]:
    return {
        "id": result.case.id,
        "category": result.case.category,
        "lang": result.case.lang,
        "verdict": result.verdict.replace(" ", "_"),
        "reasons": list(result.reasons),
        "turns": [
            {
                "did": turn.did,
                "calls": [
                    {"tool": call.tool, "arguments": call.arguments, "outcome": call.outcome}
                    for call in turn.calls
                ],
                "questions": [one.kind for one in turn.questions],
                "model_calls": turn.model_calls,
                "text": turn.text,
            }
            for turn in result.turns
        ],
        **_usage(result.usage),
    }
