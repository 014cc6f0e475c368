"""What a scripted reply has the model say, however it goes wrong on the way."""

from .faults import Hang, Midway, Paced
from .replies import Answer, MaxTokens, ToolCutInHalf, ToolUse, ToolUses
from .script import Reply


def answer_in(reply: Reply) -> Answer | None:
    """The answer in it, if there is one."""
    if isinstance(reply, Answer):
        return reply
    if isinstance(reply, Midway | Paced):
        return reply.answer
    return reply.then if isinstance(reply, Hang) else None


def calls(answer: Answer) -> list[ToolUse]:
    """The tools that the answer calls."""
    match answer:
        case ToolUse():
            return [answer]
        case ToolUses(calls=calls):
            return list(calls)
        case ToolCutInHalf(name=name) | MaxTokens(tool=str(name)):
            return [ToolUse(name, {})]
        case _:
            return []
