"""What OpenAI refuses, by its types and beyond them, and what other servers refuse more.

By model, as the documentation had it in November 2026. A name that is not OpenAI's, such as that
of another vendor's model, is taken to allow everything.
"""

import re
from collections.abc import Set

from openai.types.chat.completion_create_params import (
    CompletionCreateParamsNonStreaming,
    CompletionCreateParamsStreaming,
)

from tests.doubles.llm.errors import Json, Rejected
from tests.doubles.llm.json_schema import is_schema
from tests.doubles.llm.strict import faults_in

from .errors import Unsupported

# Fields that OpenAI does not know; which vendor does is for the test to say.
VENDORS = frozenset({"thinking", "enable_thinking", "chat_template_kwargs"})
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
LOW_AT_LEAST = frozenset({"gpt-6.1-sol", "gpt-6.2-sol", "gpt-6.2-astra"})
GPT = re.compile(r"gpt-(\d+)(?:\.(\d+))?")


def check_body(body: Json) -> None:
    """Whether it has exactly the keys, types and values that the SDK's types allow."""
    shape = (
        CompletionCreateParamsStreaming
        if body.get("stream") is True
        else CompletionCreateParamsNonStreaming
    )
    known = {name: value for name, value in body.items() if name not in VENDORS}
    found = [
        f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
        for fault in faults_in(known, shape)
    ]
    if found:
        raise Rejected(found[0], others=tuple(found[1:]))


def check_messages(body: Json) -> None:
    messages: list[Json] = body["messages"]
    if not messages:
        raise Rejected("messages: empty array. Expected an array with minimum length 1.")
    for index, message in enumerate(messages):
        if message["role"] in ("user", "system", "developer") and not message["content"]:
            raise Rejected(f"messages.{index}.content: must not be empty")
        if message["role"] == "system" and index:
            # What the chat templates of Qwen's later models raise.
            raise Rejected("System message must be at the beginning.")
    if messages[-1]["role"] == "assistant":
        raise Rejected("messages: the last one must not be the assistant's")


def check_tools(body: Json) -> None:
    names = set()
    for index, tool in enumerate(body.get("tools", ())):
        function = tool["function"]
        if not NAME.fullmatch(function["name"]):
            raise Rejected(f"tools[{index}].function.name: does not match '^{NAME.pattern}$'")
        if not is_schema(function.get("parameters", {})):
            raise Rejected(f"Invalid schema for function '{function['name']}'")
        names.add(function["name"])
    for field in ("tool_choice", "parallel_tool_calls"):
        if field in body and not names:
            raise Rejected(f"'{field}' is only allowed when 'tools' are specified.")
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice["function"]["name"] not in names:
        raise Rejected("tool_choice: there is no such function in tools")


def check_model(body: Json) -> None:
    """The limits of OpenAI's models that think."""
    name = body["model"]
    found = GPT.match(name)
    version = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    if version < (5, 0):
        return
    if "max_tokens" in body:
        raise Unsupported(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            "max_tokens",
            "unsupported_parameter",
        )
    effort = body.get("reasoning_effort")
    lowest = 2 if name in LOW_AT_LEAST else 1 if version == (5, 0) else 0
    if effort is not None and (
        EFFORTS.index(effort) < lowest or (effort == "minimal" and version != (5, 0))
    ):
        raise Unsupported(
            f"Unsupported value: 'reasoning_effort' does not support '{effort}' with this model.",
            "reasoning_effort",
            "unsupported_value",
        )
    if version >= (5, 4) and body.get("tools") and effort != "none":
        raise Unsupported(
            f"Function tools with reasoning_effort are not supported for {name} in "
            f"/v1/chat/completions. To use function tools, use /v1/responses or set "
            f"reasoning_effort to 'none'.",
            "reasoning_effort",
        )


def check_vendor(body: Json, *, refuses: Set[str], takes: Set[str]) -> None:
    """What the server of this test does not take."""
    for name in body:
        if name in VENDORS - takes:
            raise Unsupported(f"Unrecognized request argument supplied: {name}", None)
    if "tools" in refuses and body.get("tools"):
        raise Unsupported(f"{body['model']} does not support tools", None)
    choice = body.get("tool_choice")
    if "tool_choice" in refuses and choice not in (None, "auto", "none"):
        raise Unsupported("Thinking mode does not support this tool_choice", None)
    for name in refuses - {"tools", "tool_choice"}:
        if name in body:
            raise Unsupported(
                f"Unsupported parameter: '{name}' is not supported with this model.",
                name,
                "unsupported_parameter",
            )
