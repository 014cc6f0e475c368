"""get_memories: everything that is kept about the person."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from core.domain.conversation import Lang
from core.domain.outbound import Block
from core.domain.references import Reference
from core.ports import Clock
from core.tools.arguments import typed
from core.tools.experience_keeping import ExperienceKeeper, text_of
from core.tools.offers import PAGE, PageArguments, page_of
from core.tools.preference_keeping import PreferenceKeeper, short
from core.tools.reading import PersonalReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.figures import stamp
from core.views.memory_view import memories_view


class MemoriesTool(PersonalReadingTool):
    """Reads what is remembered, from whom and since when."""

    name = "get_memories"
    description = (
        "Everything remembered about the person: preferences and notes with where they are from, "
        "experiences with condition, rule and confidence. Numbered; memory_forget deletes one."
    )
    arguments: type[BaseModel] = PageArguments

    def __init__(
        self, preferences: PreferenceKeeper, experiences: ExperienceKeeper, clock: Clock
    ) -> None:
        self._preferences = preferences
        self._experiences = experiences
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        """A page: preferences first, then experiences, the oldest first, numbered as one list."""
        memories: list[dict[str, Any]] = [
            {
                "kind": "preference",
                "id": one.id,
                "key": one.key,
                "value": one.value,
                "source": one.source,
                "confidence": None,
                "at": stamp(one.updated_at),
            }
            for one in await self._preferences.kept(context)
        ]
        memories += [
            {
                "kind": "experience",
                "id": one.exp_id,
                "key": one.condition,
                "value": one.rule,
                "source": one.source,
                "confidence": str(one.confidence),
                "at": stamp(one.updated_at),
            }
            for one in await self._experiences.kept(context)
        ]
        page = page_of(memories, typed(args, PageArguments).page, PAGE)
        return ToolResult(
            data={"memories": list(page.shown), **page.data},
            as_of=self._clock.now(),
            listed=tuple(
                Reference(kind="memory", id=one["id"], name=_name(one), at=context.now)
                for one in page.shown
            ),
            offers=page.offers(self.name, {}),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A numbered table."""
        return memories_view(data, lang)


def _name(memory: Mapping[str, Any]) -> str:
    if memory["kind"] == "preference":
        return short(memory["value"])
    return short(text_of(memory["key"], memory["value"]))
