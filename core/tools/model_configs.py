"""get_model_configs: the language models of a person's own, and how they are told and named."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from core.credentials import Credentials
from core.domain.conversation import Lang
from core.domain.outbound import Block
from core.domain.records import ModelConfig, Query
from core.domain.references import Reference, ReferenceKind
from core.ports import Clock, Records
from core.tools.arguments import NoArguments
from core.tools.models_snapshot import Models
from core.tools.pending import with_pending
from core.tools.reading import PersonalReadingTool
from core.tools.registry import Named, ToolContext, ToolResult
from core.views.config_view import model_configs_view

KEY = "api_key"
_NOUNS = (
    "model|model config|model configuration|language model|ai model|llm|模型|模型配置|语言模型|"
    "大模型|ai模型"
)


async def model_configs(records: Records, context: ToolContext) -> list[ModelConfig]:
    """The person's, in the order they were made, with what this run has changed."""
    query = Query(kind=ModelConfig, where={"account_id": context.account.id})
    rows = with_pending(ModelConfig, await records.find(query), context.pending)
    return sorted(rows, key=lambda row: (row.created_at, row.id))


def shown(config: ModelConfig, hint: str | None) -> dict[str, Any]:
    """A config as it may be told: of its key only the last characters, None where it has none."""
    return {
        "id": config.id,
        "name": config.name,
        "provider": config.provider,
        "model": config.model,
        "base_url": config.base_url or None,
        "enabled": config.enabled,
        "default": config.is_default,
        "key": hint,
    }


def reference(config: ModelConfig, context: ToolContext) -> Reference:
    """What "this model" means from now on."""
    return Reference(kind="model", id=config.id, name=config.name, at=context.now)


class ModelConfigsTool(PersonalReadingTool):
    """Lists them."""

    name = "get_model_configs"
    description = "The person's own language models (keys only by their last characters)."
    arguments: type[BaseModel] = NoArguments

    def __init__(
        self, records: Records, credentials: Credentials, models: Models, clock: Clock
    ) -> None:
        self._records = records
        self._credentials = credentials
        self._models = models
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  none
        """All of them, the oldest first, and what answers where none is chosen."""
        rows = await model_configs(self._records, context)
        hints = [(await self._credentials.hints(row.id)).get(KEY) for row in rows]
        return ToolResult(
            data={
                "models": [shown(row, hint) for row, hint in zip(rows, hints, strict=True)],
                "desk": self._models.worker,
            },
            as_of=self._clock.now(),
            listed=tuple(reference(row, context) for row in rows),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A table."""
        return model_configs_view(data, lang)


class ModelNames:
    """What a message may call a model of this person's by."""

    kind: ReferenceKind = "model"
    nouns = frozenset(_NOUNS.split("|"))

    def __init__(self, records: Records) -> None:
        self._records = records

    async def names(self, context: ToolContext) -> Sequence[Named]:
        """Those of this account that exist now."""
        rows = await model_configs(self._records, context)
        return [Named(kind=self.kind, id=one.id, name=one.name) for one in rows]
