"""Which tools may be used: what is declared, what is allowed, by whom and where (DESIGN 6).

Asked twice: before planning, for what a model sees, and again when a call is about to run.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.domain.conversation import Role
from core.domain.masking import masked
from core.domain.records import AuditEntry
from core.errors import ModelMistake
from core.tools.arguments import parse_arguments
from core.tools.registry import Action, Registry, ToolContext

Reason = Literal["unknown_tool", "not_in_allow_list", "owner", "role", "group"]

QUOTING_TOOLS = frozenset(
    {
        "get_exchange_configs",
        "get_memories",
        "get_model_configs",
        "get_preferences",
        "manage_exchange_config",
        "manage_model_config",
        "manage_preferences",
        "memory_forget",
        "memory_write",
    }
)
"""Tools whose results are somebody's words: a figure in them is no reading of anything."""

_LONGEST_VALUE = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A call that must not run, and why."""

    tool: str
    reason: Reason


def effective(
    registry: Registry,
    profile_allow: frozenset[str] | None,
    system_allow: frozenset[str] | None,
    role: Role,
    private: bool,  # noqa: FBT001  one of two kinds of place
) -> frozenset[str]:
    """Names of the tools with at least one action allowed; None allows all that is declared."""
    return frozenset(
        name
        for name, tool in registry.tools.items()
        if _is_listed(name, profile_allow, system_allow)
        and any(_against(action, role, private=private) is None for action in tool.actions)
    )


def check(
    registry: Registry,
    name: str,
    *,
    allowed: frozenset[str],
    role: Role,
    private: bool,
    arguments: Mapping[str, Any],
) -> Refusal | None:
    """Why this call must not run, judged by the action its arguments ask for.

    `allowed` are the effective tools. Arguments that do not fit are no refusal: they never run.
    """
    tool = registry.get(name)
    if tool is None:
        return Refusal(tool=name, reason="unknown_tool")
    try:
        action = tool.action(parse_arguments(tool, arguments))
    except ModelMistake:
        reason = None
    else:
        reason = _against(action, role, private=private)
    if reason is None and name not in allowed:
        reason = "not_in_allow_list"
    return None if reason is None else Refusal(tool=name, reason=reason)


def audit_refusal(
    entry_id: str,
    context: ToolContext,
    tool: str,
    arguments: Mapping[str, Any],
    reason: str,
) -> AuditEntry:
    """The audit's row of a refused call; arguments are shortened, and secrets taken out."""
    summary = {name: _shortened(value) for name, value in masked(dict(arguments)).items()}
    return AuditEntry(
        id=entry_id,
        account_id=context.account.id,
        conversation_id=context.conversation_id,
        run_id=context.run_id,
        event="tool_refused",
        tool=tool,
        reason=reason,
        detail={"arguments": summary},
        created_at=context.now,
    )


def _is_listed(name: str, *lists: frozenset[str] | None) -> bool:
    return all(allowed is None or name in allowed for allowed in lists)


def _against(action: Action, role: Role, *, private: bool) -> Reason | None:
    """What speaks against this action by this role in this place."""
    if role != "owner" and action.owner_only:
        return "owner"
    if role == "viewer" and action.effect != "read":
        return "role"
    if not private and (action.effect != "read" or action.private):
        return "group"
    return None


def _shortened(value: object) -> object:
    """A value as a summary keeps it: long text is cut."""
    text = value if isinstance(value, str) else str(value)
    if len(text) <= _LONGEST_VALUE:
        return value
    return f"{text[:_LONGEST_VALUE]}… ({len(text)} characters)"
