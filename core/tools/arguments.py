"""A call's arguments as the tool's model, or what was expected instead."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from core.errors import BellwetherError, ModelMistake
from core.tools.registry import Tool

_MOST_PROBLEMS = 6


M = TypeVar("M", bound=BaseModel)


def typed(args: BaseModel, model: type[M]) -> M:
    """The arguments as the tool's own model: anything else is a mistake in our own code."""
    if not isinstance(args, model):
        raise BellwetherError(f"expected {model.__name__}, got {type(args).__name__}")
    return args


class NoArguments(BaseModel):
    """Takes no arguments."""

    model_config = {"frozen": True, "extra": "forbid"}


def parse_arguments(tool: Tool, arguments: Mapping[str, Any]) -> BaseModel:
    """The arguments of a call; ModelMistake names each field and what it should have been."""
    try:
        return tool.arguments.model_validate(dict(arguments))
    except ValidationError as error:
        raise ModelMistake(f"{tool.name}: {problems(error)}") from error


def problems(error: ValidationError) -> str:
    """A validation error in one line, without the values given: they may hold a secret."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return "; ".join(
        f"{'.'.join(str(part) for part in one['loc']) or 'arguments'}: {one['msg']}"
        for one in found[:_MOST_PROBLEMS]
    )
