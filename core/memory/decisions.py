"""What becomes of each proposal: past policy, floor and gates to rows, or dropped for a reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from core.domain.masking import masked_text
from core.domain.records import Insert, Write
from core.errors import ModelMistake, PersonError, VenueError
from core.memory.proposals import ProposedCall
from core.ports import Ids
from core.tools.arguments import parse_arguments
from core.tools.policy import audit_refusal, check
from core.tools.registry import Registry, ToolContext, ToolResult

Fate = Literal["kept", "updated", "same", "forgotten", "dropped", "refused"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """What became of one proposal. `reason` is empty unless it was dropped or refused.

    `value` and `old` are those of an entry that stands: what was dropped is in no trace, and what
    was forgotten neither.
    """

    tool: str
    fate: Fate
    kind: str = ""
    key: str = ""
    sources: tuple[str, ...] = ()
    reason: str = ""
    entry: str = ""
    value: str | None = None
    old: str | None = None

    def told(self) -> dict[str, Any]:
        """The data of a `memory_write` step."""
        return {
            "experience_id": self.entry if self.kind == "experience" and self.entry else None,
            "tool_name": self.tool,
            "outcome": self.fate,
            "reason": self.reason,
            "kind": self.kind,
            "key": self.key,
            "entry": self.entry,
            "value": self.value,
            "old": self.old,
            "sources": list(self.sources),
        }


class Decider:
    """Decides one job's proposals in turn, each knowing what the ones before it came to."""

    def __init__(
        self,
        registry: Registry,
        ids: Ids,
        context: ToolContext,
        allowed: frozenset[str],
        floor: Decimal,
        labels: Mapping[str, str],
    ) -> None:
        self.registry = registry
        self.ids = ids
        self.context = context
        self.allowed = allowed
        self.floor = floor
        self.labels = labels
        self.writes: list[Write] = []
        """Entries and audit rows, to be committed together."""

    async def decide(self, calls: Sequence[ProposedCall]) -> list[Decision]:
        """The newest words are decided first, in whatever order a model lists its calls.

        So a later statement stands against an earlier one of the same stretch.
        """
        named = [(self._sources(call), call) for call in calls]
        named.sort(key=lambda one: max(one[0], default=""), reverse=True)
        return [await self._one(call, sources) for sources, call in named]

    async def _one(self, call: ProposedCall, sources: tuple[str, ...]) -> Decision:
        name = call.tool_name
        arguments = {**call.tool_args, "source_message_ids": sources}
        refusal = check(
            self.registry,
            name,
            allowed=self.allowed,
            role=self.context.account.role,
            private=self.context.private,
            arguments=call.tool_args,
        )
        if refusal is not None:
            row = audit_refusal(self.ids.new(), self.context, name, call.tool_args, refusal.reason)
            self.writes.append(Insert(record=row))
            return Decision(tool=masked_text(name), fate="refused", reason=refusal.reason)
        try:
            result = await self._run(name, arguments)
        except (ModelMistake, PersonError, VenueError) as error:
            kind = call.tool_args.get("kind")
            return Decision(
                tool=name,
                fate="dropped",
                kind=kind if kind in ("preference", "experience") else "",
                sources=tuple(one for one in sources if one in self._known),
                reason=_reason(error),
            )
        self.writes.extend(result.writes)
        return self._decision(name, sources, result)

    async def _run(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        tool = self.registry.tools[name]
        try:
            args = parse_arguments(tool, arguments)
        except ModelMistake as error:
            raise ModelMistake("malformed") from error
        if Decimal(str(getattr(args, "confidence", 1))) < self.floor:
            raise ModelMistake("unsure")
        if not self._known.issuperset(arguments["source_message_ids"]):
            raise ModelMistake("unknown_source")
        return await tool.run(args, replace(self.context, pending=tuple(self.writes)))

    def _decision(self, name: str, sources: tuple[str, ...], result: ToolResult) -> Decision:
        data = result.data
        decision = Decision(
            tool=name,
            fate="forgotten",
            kind=str(data["kind"]),
            key="" if data["kind"] == "experience" else str(data["key"]),
            sources=sources,
            entry=str(data["id"]),
        )
        if name == "memory_forget":
            return decision
        fate: Fate = "kept" if data["old"] is None else "updated"
        return replace(
            decision,
            fate=fate if result.writes else "same",
            value=data["value"],
            old=data["old"],
        )

    @property
    def _known(self) -> frozenset[str]:
        return frozenset(self.labels.values())

    def _sources(self, call: ProposedCall) -> tuple[str, ...]:
        """The cited ids; a label that there is not stays as it is, and proves nothing."""
        cited = call.tool_args.get("source_message_ids")
        if not isinstance(cited, list | tuple):
            return ()
        return tuple(self.labels.get(str(one), str(one)) for one in cited)


def _reason(error: ModelMistake | PersonError | VenueError) -> str:
    match error:
        case PersonError():
            return error.key
        case VenueError():
            return "unreadable"
        case _:
            return str(error)
