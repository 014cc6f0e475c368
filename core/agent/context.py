"""Builds model calls: the stable prefix, what changes each turn, the window and the request.

`system` has two blocks, each of which ends where a prefix may be cached: what is the same for all
who have these tools, and what is the same for this person from turn to turn (DESIGN 5).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

from core.agent import prompt_sections as sections
from core.agent.parts import Parts
from core.agent.prompts import RESPOND_ROLE, REVISE_PLAN, ROLE, SUBMIT_PLAN, tools_text
from core.agent.references import nicknames_now, said_before
from core.agent.run import Run
from core.agent.turn import Turn
from core.domain.conversation import Role
from core.domain.llm import ChatMessage, ChatRequest, PlanningContext
from core.domain.quick_amounts import quick_amounts
from core.domain.records import Insert
from core.domain.snapshots import SnapshotKind
from core.memory.window import window
from core.tools.account_snapshot import positions_of
from core.tools.policy import audit_refusal, check, effective
from core.tools.registry import Registry
from core.trading.markets import listed


def effective_tools(parts: Parts, turn: Turn) -> frozenset[str]:
    """What this person may use here: declared, allowed by the system, fit for role and place."""
    return _effective(
        parts.registry,
        turn.profile.tool_policy.allowlist,
        parts.system_tools,
        turn.account.role,
        private=turn.conversation.private,
    )


# Asked several times a turn, for the same few kinds of people and places.
@lru_cache(maxsize=64)
def _effective(
    registry: Registry,
    profile_allow: frozenset[str] | None,
    system_allow: frozenset[str] | None,
    role: Role,
    *,
    private: bool,
) -> frozenset[str]:
    return effective(registry, profile_allow, system_allow, role=role, private=private)


# A schema takes milliseconds to generate, more than the rest of a turn.
@lru_cache(maxsize=64)
def _shared(registry: Registry, names: frozenset[str]) -> str:
    """What is the same for everybody who may use these tools."""
    return f"{ROLE}\n{tools_text(registry.schemas(names))}"


def refuse(run: Run, name: str, arguments: Mapping[str, Any]) -> str | None:
    """Why this call must not run, now on record; None when it may."""
    refusal = check(
        run.parts.registry,
        name,
        allowed=effective_tools(run.parts, run.turn),
        role=run.turn.account.role,
        private=run.turn.conversation.private,
        arguments=arguments,
    )
    if refusal is None:
        return None
    row_id, context = run.parts.ids.new(), run.turn.context()
    run.add(Insert(record=audit_refusal(row_id, context, name, arguments, refusal.reason)))
    return refusal.reason


async def planning_context(parts: Parts, turn: Turn, request: str) -> PlanningContext:
    """The structured facts, for planners that are code and for the prompt's text alike."""
    instruments = tuple(await listed(parts.venues.market))
    return PlanningContext(
        conversation_id=turn.conversation.id,
        text=request,
        lang=turn.lang,
        now=turn.now,
        references=turn.references,
        instruments=instruments,
        positions=positions_of(turn.snapshots.get("positions")),
        tools=effective_tools(parts, turn),
        introduce=not turn.conversation.offline_said,
        meant=turn.meant,
        gone=turn.gone,
        nicknames=nicknames_now(turn, request, instruments),
        quick_amounts=next(
            (quick_amounts(one.value) for one in turn.preferences if one.key == "quick_amounts"), ()
        ),
        accounts=tuple(one.name for one in turn.exchange_accounts),
        before=said_before(turn),
    )


def plan_request(
    parts: Parts,
    turn: Turn,
    context: PlanningContext,
    earlier: Sequence[dict[str, Any]] = (),
) -> ChatRequest:
    """The call that asks for a plan; `earlier` is what earlier plans of the workflow observed."""
    n, most_tokens = turn.profile.history_policy.n, parts.limits.window_tokens
    return ChatRequest(
        purpose="plan",
        model=parts.model,
        system=(_shared(parts.registry, context.tools), sections.person(turn)),
        volatile=_volatile(parts, turn, context, earlier),
        messages=(
            *window(turn.history, n, most_tokens).messages,
            ChatMessage(role="user", text=context.text),
        ),
        context=context,
        tool=SUBMIT_PLAN,
        timeout_s=parts.limits.call_s,
        thinking=turn.profile.model.thinking,
    )


def revise_request(
    run: Run,
    base: ChatRequest,
    observations: Sequence[dict[str, Any]],
    changed: frozenset[SnapshotKind] = frozenset(),
) -> ChatRequest:
    """The call that asks what to do with the rest of the plan.

    `changed` are the facts that are not as the planner saw them.
    """
    volatile = _volatile(run.parts, run.turn, base.context, observations)
    if changed:
        volatile = f"{volatile}\n{sections.changed(changed)}"
    return replace(base, purpose="revise", tool=REVISE_PLAN, volatile=volatile)


def text_request(
    run: Run,
    base: ChatRequest,
    purpose: Literal["reason", "respond"],
    instruction: str,
    observations: Sequence[dict[str, Any]],
) -> ChatRequest:
    """A call for words (reason, respond): the same facts, no tools, the observations added."""
    volatile = _volatile(run.parts, run.turn, base.context, observations)
    return replace(
        base,
        purpose=purpose,
        system=(RESPOND_ROLE, sections.person(run.turn)),
        volatile=f"{volatile}\n\nWhat to write now: {instruction}",
        tool=None,
        max_tokens=1200,
    )


def _volatile(
    parts: Parts,
    turn: Turn,
    context: PlanningContext,
    observations: Sequence[dict[str, Any]] = (),
) -> str:
    """What changes each turn, in the order of DESIGN 5."""
    said = [
        sections.time_and_language(turn),
        sections.snapshots(parts, turn),
        sections.references(turn, context),
    ]
    if observations:
        said.append(sections.execution_log(observations))
    if waiting := sections.resume(turn):
        said.append(waiting)
    return "\n".join(said)
