"""The pre-check: live facts read before planning, and again before what leans on them (DESIGN 4.5).

Before planning: what asks nobody outside is read, the rest is taken only where it was read moments
ago. After planning: what the plan's tools declare. What cannot be read is unknown since its first
failure; it is never zero, and never the older value. Facts are looked for by what tools declare,
never by words of the message.
"""

import asyncio
from collections.abc import Iterable, Sequence

from core.agent.run import Run
from core.agent.snapshot_cache import Whose
from core.domain.masking import masked_text
from core.domain.plan import Step, ToolStep, links
from core.domain.snapshots import PERSONAL, Snapshot, SnapshotKind, has_changed
from core.errors import ModelMistake, VenueError
from core.tools.arguments import parse_arguments
from core.tools.registry import Action, EffectTool, SnapshotSource, Tool, ToolContext

_LONGEST_ERROR = 200
_OF_THE_VENUE: frozenset[SnapshotKind] = frozenset({"balance", "positions"})
"""Kinds that are true as soon as an effect is done; rows of ours wait for the turn's commit."""


async def pre_check(run: Run) -> None:
    """Before planning, after a commit: read what is local, take what is cached and fresh."""
    run.turn.unread.clear()
    context = run.turn.context()
    now = run.parts.clock.now()
    local, cached = [], []
    for source in _sources(run):
        if source.is_local(context):
            local.append(source)
        elif (kept := run.parts.snapshots.fresh(_whose(run), source.kind, now)) is not None:
            cached.append(kept)
    run.turn.know([*await _read(run, local, context), *cached])


async def before_steps(run: Run, steps: Sequence[Step]) -> frozenset[SnapshotKind]:
    """Before the first step: read what the plan's tools lean on, where that is not fresh.

    The kinds that a write leans on and that are not as the planner saw them: prices aside, another
    quantity, something more or gone, another configuration. They call for one revision.
    """
    leaned, under_write = _declared(run, steps)
    context, seen = run.turn.context(), dict(run.turn.snapshots)
    now, cache, whose = run.parts.clock.now(), run.parts.snapshots, _whose(run)
    wanted, found = [], []
    for source in _sources(run):
        if source.kind not in leaned:
            continue
        kept = cache.fresh(whose, source.kind, now)
        if kept is None:
            wanted.append(source)
        elif kept is not seen.get(source.kind):
            found.append(kept)
    found += await _read(run, wanted, context)
    run.turn.know(found)
    return frozenset(
        read.kind
        for read in found
        if read.kind in under_write and read.kind in seen and has_changed(seen[read.kind], read)
    )


async def renew(run: Run) -> None:
    """Before another model call of the turn: read again what is local and missing or too old."""
    context, turn, now = run.turn.context(), run.turn, run.parts.clock.now()
    wanted = [
        source
        for source in _sources(run)
        if source.kind not in turn.unread and source.is_local(context)
        if (kept := turn.snapshots.get(source.kind)) is None or not kept.is_fresh(now)
    ]
    if wanted:
        turn.know(await _read(run, wanted, context))


def after_write(run: Run, tool: Tool) -> None:
    """Something was done, or may have been: what was known of it before is dropped everywhere.

    What the venue knows may be read again at once; rows of ours only after the turn's commit.
    """
    run.parts.snapshots.drop(run.turn.account.id)
    kinds = {kind for action in tool.actions if _writes(action) for kind in action.snapshots}
    if isinstance(tool, EffectTool):
        kinds |= PERSONAL
    run.turn.forget(kinds)
    run.turn.unread |= kinds - _OF_THE_VENUE


def _sources(run: Run) -> list[SnapshotSource]:
    """The registered sources that may be told of in this place."""
    private = run.turn.conversation.private
    sources = run.parts.registry.snapshots.values()
    return [source for source in sources if private or source.kind not in PERSONAL]


def _whose(run: Run) -> Whose:
    return Whose(run.turn.account.id, run.turn.exchange_account.id)


async def _read(
    run: Run, sources: Iterable[SnapshotSource], context: ToolContext
) -> list[Snapshot]:
    """All of these at once, each kept; one that fails or takes too long is unknown."""
    read = await asyncio.gather(*(_one(run, source, context) for source in sources))
    return [run.parts.snapshots.keep(_whose(run), one) for one in read]


async def _one(run: Run, source: SnapshotSource, context: ToolContext) -> Snapshot:
    try:
        async with asyncio.timeout(run.parts.limits.snapshot_s):
            return await source.read(context)
    except (VenueError, TimeoutError) as error:
        why = masked_text(str(error))[:_LONGEST_ERROR] or "took too long"
        now = run.parts.clock.now()
        return Snapshot(kind=source.kind, at=now, source="", data={}, error=why)


def _declared(
    run: Run, steps: Sequence[Step]
) -> tuple[frozenset[SnapshotKind], frozenset[SnapshotKind]]:
    """The kinds that these steps' actions declare, and those of them that a write declares."""
    actions = [action for step in steps if step.type == "tool" for action in _actions(run, step)]
    return (
        frozenset(kind for action in actions for kind in action.snapshots),
        frozenset(kind for action in actions if _writes(action) for kind in action.snapshots),
    )


def _actions(run: Run, step: ToolStep) -> Sequence[Action]:
    """The action a step asks for; any of its tool's where an earlier step's result decides."""
    tool = run.parts.registry.get(step.tool_name)
    if tool is None:
        return ()
    if links(step.tool_args):
        return tool.actions
    try:
        return (tool.action(parse_arguments(tool, step.tool_args)),)
    except ModelMistake:
        return ()


def _writes(action: Action) -> bool:
    return action.effect != "read"
