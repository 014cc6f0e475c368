"""Reads the JSON that a model writes: strictly, and out of its text where it must."""

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

from core.domain.llm import ToolSchema
from core.errors import ModelError, ModelErrorKind


def sound(text: str) -> str:
    """`text` as text that can be sent and stored: halves of surrogate pairs joined or replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def read(raw: str) -> object:
    """The value that `raw` is; ValueError for what is no JSON, or cannot be stored as such."""
    return _without_halves(_DECODER.decode(sound(raw)))


def call_input(raw: str) -> dict[str, Any]:
    """The input of a call; ModelError for one that is cut in half, or no JSON at all.

    An SDK would complete a half one silently; here it is a failure. TypeError for another value.
    """
    try:
        value = read(raw)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(raw.rstrip()) or not raw.rstrip().endswith("}")
        kind: ModelErrorKind = "truncated" if cut else "malformed"
        raise ModelError(kind, f"the call's input is no JSON: {error}") from None
    return as_object(value)


def as_object(value: object) -> dict[str, Any]:
    """`value` as the input of a call; TypeError for what is no object."""
    if not isinstance(value, dict):
        raise TypeError(f"the call's input is no object but {type(value).__name__}")
    return value


def the_object_in(text: str, tool: ToolSchema) -> dict[str, Any] | None:
    """The one JSON object of the tool's shape in `text`, fenced or not; None: none, or several."""
    found = [one for one in _objects(sound(text)) if _fits(one, tool)]
    return found[0] if len(found) == 1 else None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    start = text.find("{")
    while start >= 0:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield _without_halves(value)
        start = text.find("{", end)


def _fits(value: dict[str, Any], tool: ToolSchema) -> bool:
    """Every key is one of the tool's, and none of those it needs is missing."""
    required = tool.parameters.get("required", ())
    return value.keys() <= tool.parameters.get("properties", {}).keys() and all(
        key in value for key in required
    )


def _without_halves(value: Any) -> Any:
    """The same value; half a surrogate pair, which an escape can smuggle in, is replaced."""
    return json.loads(sound(json.dumps(value, ensure_ascii=False)))


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is too large a number")
    return value


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_float=_float)
