"""What a call took, out of the several ways in which servers count it."""

from collections.abc import Mapping
from typing import Any

from adapters.llm.openai.models import cost
from adapters.llm.prices import Usage
from core.domain.llm import Finished


def finished(model: str, counted: Mapping[str, Any]) -> Finished:
    """The end of an answer; what the server did not count is unknown."""
    prompt, output = _number(counted, "prompt_tokens"), _number(counted, "completion_tokens")
    cached = _cached(counted)
    if prompt is None or output is None:
        return Finished(model=model, input_tokens=prompt, output_tokens=output)
    written = _number(_details(counted), "cache_write_tokens") or 0
    usage = Usage(
        input=max(0, prompt - (cached or 0) - written),
        cache_write=written,
        cache_read=cached or 0,
        output=output,
    )
    return Finished(
        model=model,
        input_tokens=prompt,
        output_tokens=output,
        cached_tokens=cached,
        cost=cost(model, usage),
    )


def _cached(counted: Mapping[str, Any]) -> int | None:
    """OpenAI's name for it, DeepSeek's, and Kimi's."""
    for where, name in (
        (_details(counted), "cached_tokens"),
        (counted, "prompt_cache_hit_tokens"),
        (counted, "cached_tokens"),
    ):
        if (tokens := _number(where, name)) is not None:
            return tokens
    return None


def _details(counted: Mapping[str, Any]) -> Mapping[str, Any]:
    details = counted.get("prompt_tokens_details")
    return details if isinstance(details, Mapping) else {}


def _number(where: Mapping[str, Any], name: str) -> int | None:
    value = where.get(name)
    return value if isinstance(value, int) and value >= 0 else None
