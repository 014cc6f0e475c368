"""Whether the real model could have given the scripted reply to this request.

What it could not is a mistake of the test or of the product, and is told apart from a failure.
"""

import json
from collections.abc import Iterator

from tests.doubles.llm.errors import Json
from tests.doubles.llm.fitting import answer_in, calls
from tests.doubles.llm.json_schema import fits
from tests.doubles.llm.replies import Answer, StopSequence, Text, ToolUse
from tests.doubles.llm.script import Reply, Request


def misfit(reply: Reply, request: Request) -> str | None:
    """Why not, or None if it fits."""
    answer = answer_in(reply)
    return next(_misfits(answer, request), None) if answer is not None else None


def _misfits(answer: Answer, request: Request) -> Iterator[str]:
    choice = request.body.get("tool_choice") or {}
    called = calls(answer)
    if called and choice.get("type") == "none":
        yield "a tool is called, but tool_choice is none"
    if len(called) > 1 and choice.get("disable_parallel_tool_use"):
        yield "several tools are called, but tool_choice disables that"
    for call in called:
        yield from _misfits_of_call(call, request)
    if isinstance(answer, StopSequence) and answer.sequence not in request.body.get(
        "stop_sequences", ()
    ):
        yield f"it stops at {answer.sequence!r}, which is not among stop_sequences"
    output = (request.body.get("output_config") or {}).get("format")
    if output is not None and isinstance(answer, Text):
        yield from _misfits_of_output(answer.text, output["schema"])


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
