"""The sections of a prompt, each with its budget of tokens and cut on whole items (DESIGN 5).

What is about the person but the same from turn to turn stands in `person`, behind the tools; the
others change each turn. Whatever somebody wrote or a tool returned is fenced as data.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from core.agent.bounded import bounded_json, newest_items, whole_items
from core.agent.parts import Parts
from core.agent.turn import Turn
from core.domain.fenced import data_block
from core.domain.llm import PlanningContext
from core.domain.masking import masked_text
from core.domain.records import Preference, Waiting
from core.domain.references import Reference
from core.domain.snapshots import PERSONAL, Snapshot, SnapshotKind, steady
from core.domain.task_state import for_planner
from core.trading.figures import stamp

PREFERENCES = 3_000
TASK_STATE = 2_000
SNAPSHOT = 700
SNAPSHOTS = 3_000
REFERENCES = 800
LOG = 5_000
LOG_ITEM = 1_500
RESUME = 1_500

_PRIVATE_KEYS = frozenset({"note", "quiet_hours"})
"""Preferences that say more about a person than how to answer them: not told in a group."""


def person(turn: Turn) -> str:
    """Who asks, what is kept of them, and what the conversation is about: stable text."""
    place = (
        "a private chat"
        if turn.conversation.private
        else "a group, where others read along: say nothing about what this person owns"
    )
    blocks = [
        f"Role of the person: {turn.account.role}. Place: {place}.",
        _fenced("preferences", _preferences(turn), PREFERENCES, "Preferences: none stated."),
    ]
    if state := for_planner(turn.task_state, {item.id for item in turn.open}):
        lines = [masked_text(_line(text)) for text in state]
        blocks.append(_fenced("task_state", lines, TASK_STATE))
    return "\n".join(blocks)


def time_and_language(turn: Turn) -> str:
    """Now, in UTC and where the person lives, and the language to answer in."""
    language = {"en": "English", "zh": "Chinese (simplified)"}[turn.lang]
    return (
        f"Now: {turn.now.isoformat(timespec='seconds')} (UTC); {_local(turn.now, turn.zone)}.\n"
        f"Language of the answer: {language}."
    )


def snapshots(parts: Parts, turn: Turn) -> str:
    """What is true now, of every kind that this desk knows; unknown is said to be."""
    kinds = list(parts.registry.snapshots)
    items = [_snapshot(turn, kind) for kind in kinds]
    return _fenced("facts", items, SNAPSHOTS, "Facts: none.")


def references(turn: Turn, context: PlanningContext) -> str:
    """What "it" and "the second" stand for, and what is gone."""
    known = turn.references
    items = [f"this {item.kind}: {_named(item)}" for item in known.current]
    items += [f"pointed at in this message: {item.kind} {_named(item)}" for item in context.meant]
    items += [f"gone, pointed at in this message: {item.kind} {_named(item)}" for item in turn.gone]
    items += [f"nickname in this message: {name} = {what}" for name, what in context.nicknames]
    items += [
        f"number {number} of the last list shown: {item.kind} {_named(item)}"
        for number, item in enumerate(known.last_list, 1)
    ]
    lines = [_line(item) for item in items]
    return _fenced("references", lines, REFERENCES, "References: none.")


def execution_log(observations: Sequence[dict[str, Any]]) -> str:
    """What the steps so far found or did, bounded; the newest count most."""
    items = [bounded_json(item, LOG_ITEM) for item in observations]
    return data_block("observations", "\n".join(newest_items(items, LOG)))


def resume(turn: Turn) -> str:
    """The questions that are open, exactly as asked, with what they wait for; empty without."""
    items = [bounded_json(_waiting(item, turn.zone), RESUME // 2) for item in turn.open]
    return _fenced("open_questions", items, RESUME) if items else ""


def changed(kinds: Iterable[SnapshotKind]) -> str:
    """That facts are not as they were when the plan was made."""
    return f"Changed since the plan was made, see the facts above: {', '.join(sorted(kinds))}."


def _fenced(name: str, items: Sequence[str], budget: int, without: str = "") -> str:
    if not items:
        return without
    return data_block(name, "\n".join(whole_items(items, budget)))


def _preferences(turn: Turn) -> list[str]:
    kept = [
        item
        for item in turn.preferences
        if turn.conversation.private or item.key not in _PRIVATE_KEYS
    ]
    return [f"{item.key}: {masked_text(_line(item.value))}" for item in sorted(kept, key=_order)]


def _order(preference: Preference) -> tuple[bool, str, str]:
    """Notes last: of these a few may be left out."""
    return preference.key == "note", preference.key, preference.id


def _snapshot(turn: Turn, kind: SnapshotKind) -> str:
    if kind in PERSONAL and not turn.conversation.private:
        return f"{kind}: not told in a group"
    if kind in turn.unread:
        return f"{kind}: changed in this turn; what the step returned stands in the observations"
    known = turn.snapshots.get(kind)
    if known is None:
        return f"{kind}: not read"
    if known.error:
        return f"{kind}: unknown since {_clock(known)}"
    facts = bounded_json(steady(known.data), SNAPSHOT)
    return f"{kind}, at {_clock(known)} from {_line(known.source)}: {facts}"


def _clock(snapshot: Snapshot) -> str:
    return f"{stamp(snapshot.at.replace(microsecond=0))}"


def _waiting(item: Waiting, zone: ZoneInfo) -> dict[str, Any]:
    """An open question's structured state; what it was about is in its own words."""
    return {
        "kind": item.kind,
        "question": item.question,
        "intent": item.intent,
        "pending_fields": item.pending_fields,
        "confirmation_target": item.confirmation_target or None,
        "choices": [choice["label"] for choice in item.choices],
        "expires_at": f"{stamp(item.expires_at.replace(microsecond=0))}, "
        f"{_local(item.expires_at, zone)}",
    }


def _named(item: Reference) -> str:
    return item.name if item.id == item.name else f"{item.name} (id {item.id})"


def _line(text: str) -> str:
    return " ".join(text.split())


def _local(at: datetime, zone: ZoneInfo) -> str:
    there = at.astimezone(zone)
    offset = f"{there:%z}"
    return f"{there:%A %Y-%m-%d %H:%M} in {zone.key} (UTC{offset[:3]}:{offset[3:]})"
