"""One tiny call of a model: whether its address, key and name work."""

import asyncio

from core.domain.llm import ChatMessage, ChatRequest, PlanningContext
from core.errors import ModelError, ModelErrorKind
from core.ports import LLMProvider
from core.tools.registry import ToolContext

TRIAL_S = 12.0
_TOKENS = 16


async def tried(provider: LLMProvider, context: ToolContext) -> ModelErrorKind | None:
    """How the call failed; None: it was answered, with whatever words.

    An answer that is cut off or of odd form has answered: the service is there and takes the key.
    """
    try:
        async with asyncio.timeout(TRIAL_S):
            async for _ in provider.chat(_request(context)):
                pass
    except ModelError as error:
        return None if error.kind in ("truncated", "refused") else error.kind
    except TimeoutError:
        return "timeout"
    return None


def _request(context: ToolContext) -> ChatRequest:
    return ChatRequest(
        purpose="respond",
        model="",
        system=("Answer with one word.",),
        volatile="",
        messages=(ChatMessage(role="user", text="Are you there?"),),
        context=PlanningContext(
            conversation_id=context.conversation_id,
            text="",
            lang=context.lang,
            now=context.now,
            references=context.references,
            instruments=(),
            positions=None,
            tools=frozenset(),
            introduce=False,
        ),
        max_tokens=_TOKENS,
        timeout_s=TRIAL_S,
    )
