"""Builds model calls: the stable prefix, what changes each turn, the window and the request."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from core.agent.parts import Parts
from core.agent.prompts import (
    RESPOND_ROLE,
    REVISE_PLAN,
    ROLE,
    SUBMIT_PLAN,
    data_block,
    tools_text,
)
from core.agent.run import Run
from core.agent.turn import Turn
from core.domain.conversation import Role
from core.domain.llm import ChatMessage, ChatRequest, PlanningContext
from core.domain.positions import AccountView
from core.domain.records import Insert, MessageRow
from core.tools.policy import audit_refusal, check, effective
from core.tools.registry import Registry
from core.views.money_text import amount_text


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
def _tools_text(registry: Registry, names: frozenset[str]) -> str:
    return tools_text(registry.schemas(names))


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


async def planning_context(
    parts: Parts, turn: Turn, request: str, view: AccountView | None
) -> PlanningContext:
    """The structured facts, for planners that are code and for the prompt's text alike."""
    return PlanningContext(
        conversation_id=turn.conversation.id,
        text=request,
        lang=turn.lang,
        now=turn.now,
        references=turn.references,
        instruments=tuple(await parts.market.instruments()),
        positions=view.positions if view else None,
        tools=effective_tools(parts, turn),
        introduce=not turn.conversation.offline_said,
    )


def plan_request(
    parts: Parts, turn: Turn, context: PlanningContext, view: AccountView | None
) -> ChatRequest:
    """The call that asks for a plan."""
    system = (ROLE, _tools_text(parts.registry, context.tools))
    return _request(parts, turn, context, system, _volatile(turn, view), "plan")


def revise_request(base: ChatRequest, observations: Sequence[dict[str, Any]]) -> ChatRequest:
    """The call that asks what to do with the rest of the plan."""
    return replace(
        base,
        purpose="revise",
        tool=REVISE_PLAN,
        volatile=base.volatile + "\n\n" + data_block("observations", list(observations)),
    )


def text_request(
    base: ChatRequest,
    purpose: str,
    instruction: str,
    observations: Sequence[dict[str, Any]],
) -> ChatRequest:
    """A call for words (reason, respond): the same facts, no tools, the observations added."""
    volatile = "\n\n".join(
        [
            base.volatile,
            data_block("observations", list(observations)),
            f"What to write now: {instruction}",
        ]
    )
    return replace(
        base,
        purpose="respond" if purpose == "respond" else "reason",
        system=(RESPOND_ROLE,),
        volatile=volatile,
        tool=None,
        max_tokens=1200,
    )


def _request(
    parts: Parts,
    turn: Turn,
    context: PlanningContext,
    system: tuple[str, ...],
    volatile: str,
    purpose: str,
) -> ChatRequest:
    messages = (*window(turn.history, turn.profile.history_policy.n),)
    return ChatRequest(
        purpose="plan" if purpose == "plan" else "revise",
        model=parts.model,
        system=system,
        volatile=volatile,
        messages=(*messages, ChatMessage(role="user", text=context.text)),
        context=context,
        tool=SUBMIT_PLAN,
        timeout_s=parts.limits.call_s,
    )


def window(history: Sequence[MessageRow], user_messages: int) -> list[ChatMessage]:
    """The newest messages back to the 20th user message, the current one counting (DESIGN 3)."""
    kept: list[ChatMessage] = []
    seen = 1
    for row in reversed(history):
        text = row.text if row.role == "assistant" or row.counts else f"[{row.text}]"
        kept.append(ChatMessage(role=row.role, text=text[:4000]))
        if row.role == "user" and row.counts:
            seen += 1
            if seen >= user_messages:
                break
    kept.reverse()
    while kept and kept[0].role == "assistant":
        kept.pop(0)
    return kept


def _volatile(turn: Turn, view: AccountView | None) -> str:
    parts = [
        f"Now: {turn.now.isoformat(timespec='seconds')} (UTC). Language: {turn.lang}.",
        "Preferences: "
        + ("; ".join(f"{item.key}: {item.value}" for item in turn.preferences) or "none stated"),
        "References: "
        + (
            "; ".join(f"{item.kind} = {item.name} ({item.id})" for item in turn.references.current)
            or "none"
        ),
    ]
    if turn.references.last_list:
        parts.append(
            "Last list shown: "
            + "; ".join(
                f"{number}. {item.name} ({item.id})"
                for number, item in enumerate(turn.references.last_list, 1)
            )
        )
    parts.append(_account_text(turn, view))
    if turn.open:
        parts.append(
            data_block(
                "open_questions",
                [{"kind": item.kind, "question": item.question} for item in turn.open],
            )
        )
    return "\n".join(parts)


def _account_text(turn: Turn, view: AccountView | None) -> str:
    mode = turn.exchange_account.mode.upper()
    if view is None:
        return f"Account ({mode}): unknown now. Read it with tools; do not assume zero."
    held = [
        f"{item.side} {amount_text(item.quantity)} {item.symbol}" for item in view.positions
    ] or ["nothing held"]
    return (
        f"Account ({mode}, as of {view.at.isoformat(timespec='seconds')}): {'; '.join(held)}. "
        "Figures shown to the person come from tools only."
    )
