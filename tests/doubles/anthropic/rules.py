"""What the API refuses in a request whose keys and types are right, but for its conversation."""

import re
from collections.abc import Iterator

from tests.doubles.llm.errors import Json, Rejected

from .json_schema import check_closed, check_tool_schema
from .models import Traits, traits
from .prompt import Marked, marks

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
MOST_MARKS = 4


def check_settings(body: Json) -> None:
    """The length of the answer, and the thinking before it."""
    model = traits(body["model"])
    if "max_tokens" in body:
        _check_max_tokens(body, model)
    _check_thinking(body, model)
    _check_effort(body, model)
    if any(not stop.strip() for stop in body.get("stop_sequences", ())):
        raise Rejected("stop_sequences: each stop sequence must contain non-whitespace")


def _check_max_tokens(body: Json, model: Traits) -> None:
    asked: int = body["max_tokens"]
    if asked < 0:
        raise Rejected("max_tokens: Input should be greater than or equal to 0")
    if model.max_output is not None and asked > model.max_output:
        raise Rejected(
            f"max_tokens: {asked} > {model.max_output}, which is the maximum allowed number of "
            f"output tokens for {body['model']}"
        )
    if asked == 0 and (
        body.get("stream")
        or _thinks_by_hand(body)
        or _forces(body)
        or body.get("output_config", {}).get("format")
    ):
        raise Rejected(
            "max_tokens: 0 is not compatible with streaming, extended thinking, structured "
            "outputs or forced tool use"
        )


def _check_thinking(body: Json, model: Traits) -> None:
    thinking = body.get("thinking")
    if thinking is None:
        return
    kind = thinking["type"]
    if kind not in model.thinking:
        raise Rejected(_other_thinking(kind, model))
    if kind == "enabled":
        budget = thinking["budget_tokens"]
        if budget < 1024:
            raise Rejected(
                "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024"
            )
        if "max_tokens" in body and budget >= body["max_tokens"]:
            raise Rejected("`max_tokens` must be greater than `thinking.budget_tokens`")


def _other_thinking(refused: str, model: Traits) -> str:
    if refused == "adaptive":
        return "adaptive thinking is not supported on this model"
    if refused == "disabled" and "between_tools" in model.thinking:
        return (
            'To turn thinking off on this model, send "thinking": {"type": "between_tools"} '
            'instead of {"type": "disabled"}. The model does not think before responding. The '
            "short updates it writes between tool calls come back as thinking blocks."
        )
    return (
        f'"thinking.type.{refused}" is not supported for this model. Use '
        f'"thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
    )


def _check_effort(body: Json, model: Traits) -> None:
    effort = body.get("output_config", {}).get("effort")
    if effort is None:
        return
    if not model.effort:
        raise Rejected("This model does not support the effort parameter.")
    kind = (body.get("thinking") or {}).get("type")
    if (
        model.high_at_most_without_thinking
        and kind in ("disabled", "between_tools")
        and effort in ("xhigh", "max")
    ):
        raise Rejected(f'thinking.type.{kind} takes an effort of "high" or below on this model')


def check_tools(body: Json) -> None:
    names: set[str] = set()
    for index, tool in enumerate(body.get("tools", ())):
        if "input_schema" in tool:
            _check_custom_tool(f"tools.{index}.custom", tool)
        name = tool.get("name", tool.get("type"))
        if name in names:
            raise Rejected("tools: Tool names must be unique.")
        names.add(name)
    _check_tool_choice(body, names)
    output = body.get("output_config", {}).get("format")
    if output is not None:
        check_closed("output_config.format.schema", output["schema"])


def _check_custom_tool(place: str, tool: Json) -> None:
    if not TOOL_NAME.fullmatch(tool["name"]):
        raise Rejected(f"{place}.name: String should match pattern '^{TOOL_NAME.pattern}$'")
    check_tool_schema(place, tool["input_schema"])
    if tool.get("strict"):
        check_closed(place, tool["input_schema"])


def _check_tool_choice(body: Json, names: set[str]) -> None:
    choice = body.get("tool_choice")
    if choice is None:
        return
    if not names:
        raise Rejected(f"tool_choice.{choice['type']} may only be specified while providing tools")
    if _forces(body):
        if not traits(body["model"]).forced_tools:
            raise Rejected('tool_choice: type "tool" and "any" are not supported for this model.')
        if _thinks_by_hand(body):
            raise Rejected("Thinking may not be enabled when tool_choice forces tool use.")
    if choice["type"] == "tool" and choice["name"] not in names:
        raise Rejected(f"Tool '{choice['name']}' not found in provided tools")


def check_marks(body: Json) -> None:
    """Where the request marks the ends of the prefixes to be cached."""
    found = list(marks(body))
    if len(found) > MOST_MARKS:
        raise Rejected(
            f"A maximum of {MOST_MARKS} blocks with cache_control may be provided. "
            f"Found {len(found)}."
        )
    for mark in found:
        if mark.block.get("type") == "text" and not mark.block["text"].strip():
            raise Rejected(f"{mark.place}: cache_control cannot be set for empty text blocks")
    for late in _longer_after_shorter(found):
        raise Rejected(
            f"{late.place}.cache_control.ttl: a ttl='1h' cache_control block must not come after a "
            f"ttl='5m' cache_control block. Note that blocks are processed in the following "
            f"order: `tools`, `system`, `messages`."
        )


def _longer_after_shorter(found: list[Marked]) -> Iterator[Marked]:
    shorter = False
    for mark in found:
        if mark.ttl == "1h" and shorter:
            yield mark
        shorter = shorter or mark.ttl == "5m"


def _forces(body: Json) -> bool:
    return (body.get("tool_choice") or {}).get("type") in ("any", "tool")


def _thinks_by_hand(body: Json) -> bool:
    return (body.get("thinking") or {}).get("type") == "enabled"
