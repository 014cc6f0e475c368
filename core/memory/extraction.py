"""The memory executor: from what a person said, what is worth keeping, proposed and then proven.

A model proposes; code decides. Each proposal passes the policy, the confidence floor and the tool's
own gates (core.tools.memory_gates), and what became of it stands in the job's trace. Nobody is
told: `get_memories` shows what is kept and where from, and everything in it can be deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from core.domain.profiles import ExecutionProfile
from core.domain.records import (
    Account,
    ConversationRow,
    ExchangeAccount,
    ExperienceRow,
    Insert,
    MessageRow,
    Preference,
    Query,
    TaskStateRow,
    Update,
    Write,
)
from core.domain.references import References
from core.domain.task_state import TaskState
from core.memory.decisions import Decider, Decision
from core.memory.job import MemoryRun, still_there
from core.memory.material import Material, nearest
from core.memory.proposals import PROPOSE_MEMORIES, ROLE, Proposals, material_text
from core.tools.policy import effective
from core.tools.registry import Registry, ToolContext

MEMORY_EXECUTOR_TOOLS = frozenset({"memory_write", "memory_forget"})
"""All that this executor can ever call, whatever its profile lists: only these are gated for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Extracted:
    """What became of a stretch. `done` is False when another job was first: nothing was kept."""

    done: bool
    decisions: tuple[Decision, ...] = ()


def tools_of(
    registry: Registry,
    profile: ExecutionProfile,
    system_tools: frozenset[str] | None,
    account: Account,
    conversation: ConversationRow,
) -> frozenset[str]:
    """What may be called for this conversation's memory.

    None in a group: what is said before others is not kept, since memories are read everywhere.
    None for a viewer, who changes nothing here.
    """
    return MEMORY_EXECUTOR_TOOLS & effective(
        registry, profile.tool_policy.allowlist, system_tools, account.role, conversation.private
    )


async def extract(
    run: MemoryRun,
    material: Material,
    conversation: ConversationRow,
    account: Account,
    registry: Registry,
    system_tools: frozenset[str] | None,
    floor: Decimal,
) -> Extracted:
    """Keep or forget what this stretch of one conversation proves, in one commit with the mark.

    `material` is what `core.memory.material.unread` found for `account`, the conversation's person;
    call this again with the next stretch while `material.more`. `run` is a fresh "extract" run, and
    `floor` the least confidence that is looked at. One model call and at most one repair; none
    where nothing may be kept from here, or nothing in the stretch could carry a proposal.

    ModelError, or ModelMistake for a form that is wrong twice: the mark and everything else stay as
    they were, so that what is unread waits. The commit holds the entries, audit rows of refusals,
    the run's own rows, a hidden message and the mark, which is compared and set: a job that dies
    left nothing, and of two at once one is not `done`.
    """
    context = ToolContext(
        account=account,
        exchange_account=await _exchange_account(run, account),
        conversation_id=conversation.id,
        run_id=run.trace_id,
        lang=run.lang,
        now=run.started_at,
        references=References(),
        private=conversation.private,
        executor="memory",
    )
    allowed = tools_of(registry, run.profile, system_tools, account, conversation)
    moved = _moved(run, material)
    if not allowed or not material.may_say_something:
        return Extracted(done=await run.records.commit(*moved))
    known = await _known(run, material)
    proposals = await run.ask(
        ROLE, material_text(material, known, registry, allowed), PROPOSE_MEMORIES, Proposals
    )
    decider = Decider(registry, run.ids, context, allowed, floor, material.labels)
    decisions = await decider.decide(proposals.calls)
    for one in decisions:
        run.step("memory_write", one.told())
    hidden = [Insert(record=_message(run, decisions))] if decisions else []
    done = await run.records.commit(*decider.writes, *run.rows("completed"), *hidden, *moved)
    return Extracted(done=done, decisions=tuple(decisions) if done else ())


async def _exchange_account(run: MemoryRun, account: Account) -> ExchangeAccount:
    where = {"account_id": account.id}
    rows = await run.records.find(Query(kind=ExchangeAccount, where=where, limit=1))
    return rows[0]


async def _known(run: MemoryRun, material: Material) -> list[dict[str, Any]]:
    preferences, experiences = await run.records.read(
        Query(kind=Preference, where={"account_id": run.account_id}),
        Query(kind=ExperienceRow, where={"scope": f"user:{run.account_id}"}),
    )
    return nearest(material, preferences, experiences)


def _moved(run: MemoryRun, material: Material) -> list[Write]:
    """The mark, if nobody moved it meanwhile and /clear did not take away what was read.

    The version stays: it guards what is compressed.
    """
    there = [still_there(one.id, run.conversation_id) for one in material.messages[-1:]]
    return [*there, _mark(run, material)]


def _mark(run: MemoryRun, material: Material) -> Write:
    if material.row is not None:
        return Update(
            kind=TaskStateRow,
            where={
                "id": material.row.id,
                "remembered_through": material.row.remembered_through,
            },
            set={"remembered_through": material.through},
        )
    row = TaskStateRow(
        id=run.conversation_id,
        account_id=run.account_id,
        state=TaskState().model_dump(mode="json"),
        version=0,
        updated_at=run.started_at,
        remembered_through=material.through,
    )
    return Insert(record=row, if_absent=True, required=True)


def _message(run: MemoryRun, decisions: Sequence[Decision]) -> MessageRow:
    """What was decided, for the owner's audit view: by tool and fate, never by what was said."""
    lines = [f"{one.tool}: {one.fate}{one.reason and f' ({one.reason})'}" for one in decisions]
    return MessageRow(
        id=run.ids.new(),
        conversation_id=run.conversation_id,
        account_id=run.account_id,
        run_id=run.trace_id,
        role="assistant",
        kind=None,
        text="\n".join(lines),
        blocks=[],
        created_at=run.clock.now(),
        lang=run.lang,
        origin="automation",
        executor="memory",
        execution_profile_name=run.profile.name,
        hidden_from_user=True,
        counts=False,
    )
