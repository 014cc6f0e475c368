"""Plays the cases, each on a desk of its own, and judges what came of them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.evaluation.cases import Case
from bot.evaluation.checks import differences
from bot.evaluation.desk import open_desk
from bot.evaluation.metered import HOPELESS, Metered, Usage
from bot.evaluation.play import NoSuchButton, Play, ServiceFailed
from bot.evaluation.seen import SeenEnd, SeenTurn
from core.errors import SetupError
from core.ports import LLMProvider

Verdict = Literal["passed", "failed", "not measured", "not for this planner"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounds:
    """What a case may take, and how many are played at the same time."""

    seconds: float = 240.0
    tokens: int = 100_000
    at_once: int = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """A case's verdict. `reasons` say what was wrong, or which failure of the service met it."""

    case: Case
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    turns: tuple[SeenTurn, ...] = ()


Told = Callable[[Result], None]


async def run(
    cases: Sequence[Case],
    provider: LLMProvider,
    model: str,
    *,
    bounds: Bounds,
    told: Told,
) -> list[Result]:
    """Every case's result, in the order of the cases; each is `told` as soon as it is known.

    The offline planner must pass those marked for it, any other provider must pass all. Once the
    service refuses the key or the account, nothing more is asked of it.
    """
    free = asyncio.Semaphore(bounds.at_once)
    hopeless: list[str] = []

    async def one(case: Case) -> Result:
        async with free:
            if provider.name == "offline" and not case.offline:
                result = Result(case=case, verdict="not for this planner")
            elif hopeless:
                result = Result(case=case, verdict="not measured", reasons=(hopeless[0],))
            else:
                result = await _played(case, Metered(provider, bounds.tokens), model, bounds)
            if result.verdict == "not measured" and set(result.reasons) & HOPELESS:
                hopeless.extend(result.reasons)
            told(result)
            return result

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(case)) for case in cases]
    return [task.result() for task in tasks]


async def _played(case: Case, provider: Metered, model: str, bounds: Bounds) -> Result:
    turns: list[SeenTurn] = []
    end: SeenEnd | None = None
    stopped: list[str] = []
    verdict: Verdict = "failed"
    try:
        async with asyncio.timeout(bounds.seconds), open_desk(case, provider, model) as desk:
            if unknown := sorted(case.tools() - desk.desk.parts.registry.tools.keys()):
                raise SetupError(f"case {case.id}: there is no tool {unknown[0]!r}")
            play = Play(case, desk, provider)
            turns = play.turns
            end = await play.to_the_end()
    except* NoSuchButton as group:
        stopped = [f"turn {len(turns) + 1}, {_first(group)}"]
    except* ServiceFailed as group:
        stopped, verdict = [str(_first(group))], "not measured"
    except* TimeoutError:
        asked_in_vain = "timeout" in provider.failures
        verdict = "not measured" if asked_in_vain else "failed"
        stopped = ["timeout" if asked_in_vain else f"no end within {bounds.seconds:g} s"]
    if verdict == "failed":
        stopped = [*differences(case, turns, end), *stopped]
        if "budget" in provider.failures:
            stopped.append(f"it took more than {bounds.tokens:,} tokens")
        verdict = "failed" if stopped else "passed"
    return Result(
        case=case,
        verdict=verdict,
        reasons=tuple(stopped),
        usage=provider.usage,
        turns=tuple(turns),
    )


def _first(group: BaseException) -> BaseException:
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group
