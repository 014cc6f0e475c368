"""Words by the model: streamed, and released sentence by sentence after the guard."""

from collections.abc import Sequence

from core.agent.guard import Guard
from core.agent.planner import budget, count, trace_call, within
from core.agent.run import Run
from core.domain.llm import ChatRequest, Finished, LLMEvent, TextDelta


async def written(run: Run, request: ChatRequest, guard: Guard, *, stream: bool) -> str:
    """What a text call says, less what the guard withholds; `stream` shows it as it comes."""
    await budget(run)
    return await run.abort.guard(_released(run, request, guard, stream=stream))


async def _released(run: Run, request: ChatRequest, guard: Guard, *, stream: bool) -> str:
    released: list[str] = []
    async with within(request.timeout_s):
        async for event in run.provider.chat(request):
            piece = _checked(run, event, request, guard, released)
            released.append(piece)
            if stream and piece:
                run.emit("delta", {"text": piece})
    return "".join(released)


def _checked(
    run: Run, event: LLMEvent, request: ChatRequest, guard: Guard, before: Sequence[str]
) -> str:
    """What of an event may be shown: sentences that passed the guard."""
    if isinstance(event, TextDelta):
        return guard.feed(event.text)
    if isinstance(event, Finished):
        rest = guard.rest()
        count(run, event)
        trace_call(run, request, event, "".join(before) + rest)
        return rest
    return ""
