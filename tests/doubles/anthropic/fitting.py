"""Whether the real model could have given the scripted reply to this request.

What it could not is a mistake of the test or of the product, and is told apart from a failure.
"""

import json
from collections.abc import Iterator

from .errors import Json
from .faults import Hang, Midway, Paced
from .json_schema import fits
from .replies import Answer, MaxTokens, StopSequence, Text, ToolCutInHalf, ToolUse, ToolUses
from .script import Reply, Request


def misfit(reply: Reply, request: Request) -> str | None:
    """Why not, or None if it fits."""
    answer = _answer_in(reply)
    return next(_misfits(answer, request), None) if answer is not None else None


def _answer_in(reply: Reply) -> Answer | None:
    if isinstance(reply, Answer):
        return reply
    if isinstance(reply, Midway | Paced):
        return reply.answer
    return reply.then if isinstance(reply, Hang) else None


def _misfits(answer: Answer, request: Request) -> Iterator[str]:
    choice = request.body.get("tool_choice") or {}
    calls = _calls(answer)
    if calls and choice.get("type") == "none":
        yield "a tool is called, but tool_choice is none"
    if len(calls) > 1 and choice.get("disable_parallel_tool_use"):
        yield "several tools are called, but tool_choice disables that"
    for call in calls:
        yield from _misfits_of_call(call, request)
    if isinstance(answer, StopSequence) and answer.sequence not in request.body.get(
        "stop_sequences", ()
    ):
        yield f"it stops at {answer.sequence!r}, which is not among stop_sequences"
    output = (request.body.get("output_config") or {}).get("format")
    if output is not None and isinstance(answer, Text):
        yield from _misfits_of_output(answer.text, output["schema"])


def _calls(answer: Answer) -> list[ToolUse]:
    match answer:
        case ToolUse():
            return [answer]
        case ToolUses(calls=calls):
            return list(calls)
        case ToolCutInHalf(name=name) | MaxTokens(tool=str(name)):
            return [ToolUse(name, {})]
        case _:
            return []


def _misfits_of_call(call: ToolUse, request: Request) -> Iterator[str]:
    if call.unlisted:
        return
    offered = {tool["name"]: tool for tool in request.body.get("tools", ()) if "name" in tool}
    tool = offered.get(call.name)
    if tool is None:
        yield f"tool {call.name!r} is called, but the request offers {sorted(offered)}"
    elif tool.get("strict") and call.input and not fits(dict(call.input), tool["input_schema"]):
        yield f"the input of strict tool {call.name!r} does not fit its schema"


def _misfits_of_output(text: str, schema: Json) -> Iterator[str]:
    try:
        value = json.loads(text)
    except ValueError:
        yield "the request asks for JSON, and the answer is not JSON"
        return
    if not fits(value, schema):
        yield "the answer does not fit the schema that the request asks for"
