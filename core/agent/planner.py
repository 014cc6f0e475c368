"""Asks for a plan: one call, validated, one repair, then an honest failure (DESIGN 5)."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, TypeVar

import structlog
from pydantic import BaseModel, ValidationError

from core.agent.context import effective_tools, refuse
from core.agent.parts import Parts
from core.agent.prompts import repair_text
from core.agent.providers import service_of
from core.agent.run import Run
from core.domain.llm import ChatMessage, ChatRequest, Finished, TextDelta, ToolCall
from core.domain.plan import Plan, Revision, links
from core.errors import ModelError, ModelMistake
from core.ports import LLMProvider
from core.tools.arguments import parse_arguments, problems

log = structlog.get_logger(__name__)

M = TypeVar("M", bound=BaseModel)
_REPAIRS = "manage_model_config"


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan and who made it; `fallback` says that the model's service was down, and how."""

    plan: Plan
    provider: str
    fallback: ModelError | None = None


async def plan(parts: Parts, run: Run, request: ChatRequest) -> Planned:
    """The plan for this request.

    While the model's service fails, the fallback plans what only reads or closes; a service that
    failed a moment ago is asked only for the rest. ModelError or ModelMistake when there is no
    plan; nothing was done then.
    """
    name, service = run.provider.name, service_of(parts, run.turn)
    down = parts.outages.now(service, parts.clock.now())
    if down is not None:
        rescued = await _rescue(parts, run, request)
        if rescued is not None:
            return Planned(rescued, parts.fallback.name, fallback=down)
    try:
        made = await _asked(
            run, run.provider, request, Plan, lambda plan: check_plan(parts, run, plan)
        )
    except ModelError as error:
        log.warning("model failed", kind=error.kind, detail=error.detail, run=run.turn.run_id)
        if parts.fallback is run.provider or error.kind in ("budget", "day_budget", "refused"):
            raise
        parts.outages.failed(service, error, parts.clock.now())
        rescued = None if down is not None else await _rescue(parts, run, request)
        if rescued is None:
            raise
        return Planned(rescued, parts.fallback.name, fallback=error)
    parts.outages.answered(service)
    return Planned(made, name)


async def revise(parts: Parts, run: Run, request: ChatRequest, done: frozenset[str]) -> Revision:
    """What to do with the rest of the plan; `done` are steps whose results may be used."""

    def check(revision: Revision) -> None:
        ids = [step.id for step in revision.steps]
        if again := [each for each in ids if each in done or ids.count(each) > 1]:
            raise ModelMistake(f"step id {again[0]!r} is taken; every new step needs a new id")
        check_steps(parts, run, revision.steps, done)

    return await _asked(run, run.provider, request, Revision, check)


def check_plan(parts: Parts, run: Run, plan: Plan) -> None:
    """Refuse tools that are not there or not allowed, and arguments that do not fit."""
    check_steps(parts, run, plan.steps, frozenset())


def check_steps(parts: Parts, run: Run, steps: tuple[Any, ...], done: frozenset[str]) -> None:
    """Every tool step names an effective tool with arguments that fit; links name earlier steps.

    ModelMistake otherwise; a tool that is not there for this person is refused on record.
    """
    allowed = effective_tools(parts, run.turn)
    known = set(done)
    for step in steps:
        if step.type == "respond" and (missing := [key for key in step.show if key not in known]):
            raise ModelMistake(f"step {step.id} shows {missing[0]!r}, which is no earlier step")
        if step.type != "tool":
            continue
        if step.tool_name not in allowed:
            refuse(run, step.tool_name, step.tool_args)
            raise ModelMistake(
                f"step {step.id}: there is no tool {step.tool_name!r} here; "
                f"tools: {', '.join(sorted(allowed))}"
            )
        tool = parts.registry.tools[step.tool_name]
        if not links(step.tool_args):
            parse_arguments(tool, step.tool_args)
        elif missing := [name for name in links(step.tool_args) if name not in known]:
            raise ModelMistake(f"step {step.id} uses {missing[0]!r}, which is no earlier step")
        known.add(step.id)


async def collect(run: Run, provider: LLMProvider, request: ChatRequest) -> ToolCall | None:
    """One call whose text is not wanted: the tool call, with its usage counted and traced."""
    await budget(run)
    return await run.abort.guard(_collected(run, provider, request))


async def _collected(run: Run, provider: LLMProvider, request: ChatRequest) -> ToolCall | None:
    call: ToolCall | None = None
    text = ""
    async with within(request.timeout_s):
        async for event in provider.chat(request):
            if isinstance(event, ToolCall):
                call = event
            elif isinstance(event, TextDelta):
                text += event.text
            elif isinstance(event, Finished):
                count(run, event)
                trace_call(run, request, event, call.input if call else text)
    return call


def trace_call(run: Run, request: ChatRequest, finished: Finished, response: Any) -> None:
    """A model call as a step of the trace."""
    run.step(
        "llm_call",
        {
            "purpose": request.purpose,
            "model": finished.model,
            "messages": [message.text for message in request.messages[-1:]],
            "response": response,
            "tokens": {"input": finished.input_tokens, "output": finished.output_tokens},
            "cached": finished.cached_tokens,
            "cost": finished.cost,
        },
    )


async def budget(run: Run) -> None:
    """ModelError once the turn's or the day's budget is used up (`budget`), or the turn's time.

    Costs count where the model has a price; without one, the bound is in tokens.
    """
    limits, turn = run.parts.limits, run.turn
    if run.tokens >= limits.tokens_per_turn:
        raise ModelError("budget", "the turn's token budget is used up")
    if run.cost is not None and run.cost >= limits.cost_per_turn:
        raise ModelError("budget", "the turn's cost budget is used up")
    tokens, cost = await run.parts.spending.on(
        run.parts.records, turn.account.id, turn.today, run.parts.clock.now()
    )
    spent = tokens + run.tokens >= limits.tokens_per_day
    if spent or cost + (run.cost or 0) >= limits.cost_per_day:
        raise ModelError("day_budget", "the account's budget of the day is used up")
    if (run.parts.clock.now() - run.started_at).total_seconds() > limits.turn_s:
        raise ModelError("timeout", "the turn's time is used up")


@asynccontextmanager
async def within(seconds: float) -> AsyncIterator[None]:
    """Bound a model call; ModelError `timeout` when it takes longer."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise ModelError("timeout", f"no answer within {seconds} s") from error


def count(run: Run, finished: Finished) -> None:
    """Add a call's usage to the turn; an unpriced model makes the turn's cost unknown."""
    run.tokens += (finished.input_tokens or 0) + (finished.output_tokens or 0)
    if run.cost is not None:
        run.cost = run.cost + Decimal(finished.cost) if finished.cost is not None else None


async def _asked(
    run: Run,
    provider: LLMProvider,
    request: ChatRequest,
    form: type[M],
    check: Callable[[M], None],
) -> M:
    """One form filled in by the model, with one repair attempt."""
    problem = ""
    for attempt in range(2):
        asked = request if not attempt else _repair(request, problem)
        call = await collect(run, provider, asked)
        try:
            filled = form.model_validate(_input(call, request))
            check(filled)
        except ValidationError as error:
            problem = problems(error)
        except ModelMistake as error:
            problem = str(error)
        else:
            return filled
    raise ModelMistake(problem)


def _input(call: ToolCall | None, request: ChatRequest) -> dict[str, Any]:
    """What the forced tool was called with."""
    if call is None or request.tool is None or call.name != request.tool.name:
        name = call.name if call else "no tool call"
        raise ModelMistake(f"expected a call of the given tool, got {name}")
    return call.input


def _repair(request: ChatRequest, problem: str) -> ChatRequest:
    last = request.messages[-1]
    text = f"{last.text}\n\n{repair_text(problem)}"
    return replace(request, messages=(*request.messages[:-1], ChatMessage(role="user", text=text)))


async def _rescue(parts: Parts, run: Run, request: ChatRequest) -> Plan | None:
    """The fallback's plan, if it only reads or closes, or asks which position to close.

    What sets the person's own models up is planned too: it may be what brings the service back.
    """
    call = await collect(run, parts.fallback, request)
    if call is None:
        return None
    made = Plan.model_validate(call.input)
    tools = [step for step in made.steps if step.type == "tool"]
    asks = [step for step in made.steps if step.type == "ask_user"]
    if not tools:
        return made if any("position" in step.pending_fields for step in asks) else None
    for step in tools:
        tool = parts.registry.get(step.tool_name)
        if tool is None:
            return None
        args = parse_arguments(tool, step.tool_args)
        action = tool.action(args)
        closes = action.name.startswith(("close", "sell"))
        repairs = step.tool_name == _REPAIRS
        if action.effect != "read" and not repairs and not closes:
            return None
    return made
