"""The planner that needs no model: a closed grammar, in English and Chinese, behind its port."""

from collections.abc import AsyncIterator

from adapters.llm.offline.plans import plan_of
from adapters.llm.offline.understanding import understand
from core.domain.llm import ChatRequest, Finished, LLMEvent, TextDelta, ToolCall
from core.views.words import say


class OfflinePlanner:
    """An LLMProvider that plans by grammar: the same text and context give the same plan."""

    name = "offline"

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """A plan, a revision that changes nothing, or a text that says only what is certain."""
        context = request.context
        match request.purpose:
            case "plan":
                yield ToolCall(name="submit_plan", input=plan_of(understand(context), context))
            case "revise":
                reason = say(context.lang, "offline_continue")
                yield ToolCall(name="revise_plan", input={"action": "continue", "reason": reason})
            case "reason" | "respond":
                yield TextDelta(text=say(context.lang, "offline_no_comment"))
        yield Finished(model=self.name, input_tokens=0, output_tokens=0, cost="0")

    async def aclose(self) -> None:
        """Nothing is held."""
