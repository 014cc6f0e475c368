"""The SDK's own request types, made strict, with errors that read like the API's."""

from typing import Any

from anthropic.types.message_count_tokens_params import MessageCountTokensParams
from anthropic.types.message_create_params import (
    MessageCreateParamsNonStreaming,
    MessageCreateParamsStreaming,
)
from pydantic_core import ErrorDetails

from tests.doubles.llm.errors import Json, Rejected
from tests.doubles.llm.strict import HIDDEN, faults_in


def check_body(body: Json, *, counting: bool) -> None:
    """Whether the body has exactly the keys, types and values that the SDK's types allow."""
    if counting:
        shape: type[Any] = MessageCountTokensParams
    elif body.get("stream") is True:
        shape = MessageCreateParamsStreaming
    else:
        shape = MessageCreateParamsNonStreaming
    found = [_words(error) for error in faults_in(body, shape)]
    if found:
        first, *others = found
        raise Rejected(first, others=tuple(others))


def _words(error: ErrorDetails) -> str:
    place = ".".join(str(part) for part in error["loc"] if not str(part).startswith(HIDDEN))
    message = error["msg"]
    if error["type"] in ("union_tag_invalid", "union_tag_not_found"):
        message = _not_among_the_choices(error["input"], error.get("ctx", {}))
    return f"{place}: {message}" if place else message


def _not_among_the_choices(value: Any, context: Json) -> str:
    key = context["discriminator"].strip("'").removesuffix("()")
    expected = context.get("expected_tags", "")
    if not isinstance(value, dict):
        if f"{HIDDEN}list" in expected:
            return "Input should be a valid list"
        return "Input should be a valid dictionary or object to extract fields from"
    if "tag" not in context:
        return f"Unable to extract tag using discriminator '{key}'"
    tag = str(context["tag"]).removeprefix(HIDDEN)
    return (
        f"Input tag '{tag}' found using '{key}' does not match any of the expected tags: "
        f"{expected.replace(HIDDEN, '')}"
    )
