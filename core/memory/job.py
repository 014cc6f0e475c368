"""One run of a memory job over one conversation: what it asks a model, its trace and its usage.

Its rows hold counts and ids only, never what was said: after /clear nothing of it is left there.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from core.domain.conversation import Lang
from core.domain.llm import (
    ChatMessage,
    ChatRequest,
    Finished,
    PlanningContext,
    ToolCall,
    ToolSchema,
)
from core.domain.profiles import ExecutionProfile
from core.domain.records import (
    Insert,
    MessageRow,
    ModelUsage,
    StepRow,
    StepType,
    Trace,
    Update,
    Write,
)
from core.domain.references import References
from core.errors import ModelError, ModelMistake
from core.ports import Clock, Ids, LLMProvider, Records
from core.tools.arguments import problems

M = TypeVar("M", bound=BaseModel)
Job = Literal["compress", "extract"]

_MOST_OUTPUT = 1500


@dataclass(kw_only=True, slots=True)
class MemoryRun:
    """A job on its way. `day` is the account's local date; `call_s` bounds one model call."""

    job: Job
    records: Records
    clock: Clock
    ids: Ids
    provider: LLMProvider
    profile: ExecutionProfile
    conversation_id: str
    account_id: str
    lang: Lang
    day: str
    call_s: float
    tokens: int = 0
    cost: Decimal | None = Decimal(0)
    trace_id: str = ""
    started_at: datetime = field(init=False)
    _steps: list[StepRow] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.trace_id = self.trace_id or self.ids.new()
        self.started_at = self.clock.now()

    async def ask(
        self,
        role: str,
        material: str,
        tool: ToolSchema,
        form: type[M],
        check: Callable[[M], None] = lambda _: None,
    ) -> M:
        """The form filled in by the model: one forced call, one repair. `check` may object.

        ModelMistake when the repair is wrong too, ModelError when the service fails.
        """
        request = self._request(role, material, tool)
        problem = ""
        for attempt in range(2):
            asked = _with_problem(request, problem) if attempt else request
            call = await self._call(asked)
            try:
                filled = form.model_validate(_input(call, tool))
                check(filled)
            except ValidationError as error:
                problem = problems(error)
            except ModelMistake as error:
                problem = str(error)
            else:
                return filled
        raise ModelMistake(problem)

    def step(self, step_type: StepType, data: dict[str, Any]) -> None:
        """A step of the job's trace."""
        self._steps.append(
            StepRow(
                step_id=self.ids.new(),
                trace_id=self.trace_id,
                step_type=step_type,
                sequence=len(self._steps) + 1,
                parent_ids=[step.step_id for step in self._steps[-1:]],
                data=data,
                created_at=self.clock.now(),
            )
        )

    def rows(self, status: Literal["completed", "failed"]) -> list[Write]:
        """The job's trace, steps and usage, to be committed with what it changed."""
        trace = Trace(
            trace_id=self.trace_id,
            mode="call",
            prompt_name=self.job,
            task=self.job,
            agent_type="memory",
            status=status,
            total_steps=len(self._steps),
            total_tokens=self.tokens,
            total_cost=self.cost,
            uid=self.account_id,
            context={
                "conversation_id": self.conversation_id,
                "execution_profile_name": self.profile.name,
                "origin": "automation",
                "executor": "memory",
            },
            created_at=self.started_at,
            completed_at=self.clock.now(),
        )
        usage = self.usage()
        used = [Insert(record=usage)] if usage is not None else []
        return [Insert(record=trace), *(Insert(record=step) for step in self._steps), *used]

    def usage(self) -> ModelUsage | None:
        """What the job used of the account's day; None where it asked nothing."""
        if not self.tokens:
            return None
        return ModelUsage(
            id=self.trace_id,
            account_id=self.account_id,
            day=self.day,
            tokens=Decimal(self.tokens),
            cost=self.cost,
        )

    @property
    def asked(self) -> bool:
        """Whether a model was asked at all."""
        return bool(self._steps)

    async def _call(self, request: ChatRequest) -> ToolCall | None:
        call: ToolCall | None = None
        try:
            async with asyncio.timeout(request.timeout_s):
                async for event in self.provider.chat(request):
                    if isinstance(event, ToolCall):
                        call = event
                    elif isinstance(event, Finished):
                        self._count(event)
        except TimeoutError as error:
            raise ModelError("timeout", f"no answer within {request.timeout_s} s") from error
        return call

    def _count(self, finished: Finished) -> None:
        self.tokens += (finished.input_tokens or 0) + (finished.output_tokens or 0)
        if self.cost is not None:
            self.cost = self.cost + Decimal(finished.cost) if finished.cost is not None else None
        self.step(
            "llm_call",
            {
                "purpose": self.job,
                "model": finished.model,
                "tokens": {"input": finished.input_tokens, "output": finished.output_tokens},
                "cached": finished.cached_tokens,
                "cost": finished.cost,
            },
        )

    def _request(self, role: str, material: str, tool: ToolSchema) -> ChatRequest:
        return ChatRequest(
            purpose="memory",
            model=self.profile.model.name,
            system=(role,),
            volatile="",
            messages=(ChatMessage(role="user", text=material),),
            context=PlanningContext(
                conversation_id=self.conversation_id,
                text="",
                lang=self.lang,
                now=self.started_at,
                references=References(),
                instruments=(),
                positions=None,
                tools=frozenset(),
                introduce=False,
            ),
            tool=tool,
            max_tokens=_MOST_OUTPUT,
            timeout_s=self.call_s,
            thinking=self.profile.model.thinking,
        )


def still_there(message_id: str, conversation_id: str) -> Write:
    """Makes a commit stale where this message, which people see, is gone: /clear was faster."""
    return Update(
        kind=MessageRow,
        where={"id": message_id, "conversation_id": conversation_id, "hidden_from_user": False},
        set={"hidden_from_user": False},
    )


def _input(call: ToolCall | None, tool: ToolSchema) -> dict[str, Any]:
    if call is None or call.name != tool.name:
        raise ModelMistake(f"expected a call of {tool.name}")
    return call.input


def _with_problem(request: ChatRequest, problem: str) -> ChatRequest:
    (asked,) = request.messages
    text = f"{asked.text}\n\nYour call was not accepted: {problem}\nCall again, corrected."
    return replace(request, messages=(ChatMessage(role="user", text=text),))
