"""Telegram's own lists of parameters, as aiogram's models of Bot API 10.3 write them down.

What a method takes, needs and answers comes from `aiogram.methods` and `aiogram.types`, which
nobody here wrote. Those models let unknown keys through, so they are looked for.
"""

import json
import types
import typing
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any

import aiogram.methods
from aiogram.methods import TelegramMethod
from aiogram.types import InputFile, TelegramObject, Update
from pydantic import TypeAdapter, ValidationError

from .errors import ContractBroken
from .text import Json

Model = type[TelegramMethod[Any]]

METHODS: dict[str, Model] = {
    str(getattr(model, "__api_method__", "")).lower(): model
    for model in vars(aiogram.methods).values()
    if isinstance(model, type)
    and issubclass(model, TelegramMethod)
    and isinstance(getattr(model, "__api_method__", None), str)
}
UPDATE_KINDS = frozenset(Update.model_fields) - {"update_id"}
_UPDATE = TypeAdapter(Update)
_ADAPTERS: dict[str, TypeAdapter[Any]] = {}


def check_request(model: Model, raw: Mapping[str, Any]) -> Json:
    """The parameters decoded; ContractBroken if Telegram has no such parameter or needs another."""
    fields = model.model_fields
    if unknown := sorted(set(raw) - set(fields)):
        raise ContractBroken(f"{model.__api_method__} has no parameter {', '.join(unknown)}")
    missing = sorted(name for name in fields if fields[name].is_required() and name not in raw)
    if missing:
        raise ContractBroken(f"{model.__api_method__} needs {', '.join(missing)}")
    files = {name: raw[name] for name in raw if _takes_only_files(fields[name].annotation)}
    decoded = {
        name: _decoded(name, value, fields[name].annotation)
        for name, value in raw.items()
        if name not in files
    }
    try:
        checked = model.model_validate(decoded | dict.fromkeys(files, _ANY_FILE))
    except ValidationError as error:
        raise ContractBroken(f"{model.__api_method__}: {_first_fault(error)}") from error
    if extra := next(_extras(checked, model.__api_method__), None):
        raise ContractBroken(f"{extra} is not known to Telegram")
    plain = checked.model_dump(
        mode="json", by_alias=True, exclude_unset=True, exclude=set(files), warnings=False
    )
    return {name: _number(value, fields[name].annotation) for name, value in plain.items()} | files


def check_update(update: Json) -> None:
    """AssertionError if the double itself is about to send something that Telegram would not."""
    _check_own(_UPDATE, update, "update")


def check_result(model: Model, result: Any) -> None:
    name = model.__api_method__
    adapter = _ADAPTERS.setdefault(name, TypeAdapter(model.__returning__))
    _check_own(adapter, result, name)


def _check_own(adapter: TypeAdapter[Any], value: Any, what: str) -> None:
    try:
        parsed = adapter.validate_python(value)
    except ValidationError as error:
        raise AssertionError(f"the double's own {what} is wrong: {error}") from error
    if extra := next(_extras(parsed, what), None):
        raise AssertionError(f"the double's own {what} has {extra}, which Telegram does not have")


class _AnyFile(InputFile):
    """Stands for an upload while the other parameters are checked."""

    def read(self, bot: Any) -> AsyncGenerator[bytes, None]:
        raise AssertionError("only its presence is checked")


_ANY_FILE = _AnyFile()


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _alternatives(typing.get_args(annotation)[0])
    if origin in (typing.Union, types.UnionType):
        return tuple(a for arg in typing.get_args(annotation) for a in _alternatives(arg))
    return (annotation,)


def _takes_only_files(annotation: Any) -> bool:
    kinds = set(_alternatives(annotation)) - {type(None)}
    return kinds == {InputFile}


def _number(value: Any, annotation: Any) -> Any:
    """Forms carry a chat's number as text; a name stays a name."""
    numeric = isinstance(value, str) and value.removeprefix("-").isdecimal()
    return int(value) if numeric and int in _alternatives(annotation) else value


def _decoded(name: str, value: Any, annotation: Any) -> Any:
    """Forms carry objects and lists as JSON text; JSON bodies carry them as they are."""
    kinds = _alternatives(annotation)
    structured = any(
        typing.get_origin(kind) is list
        or (isinstance(kind, type) and issubclass(kind, TelegramObject))
        for kind in kinds
    )
    if not isinstance(value, str) or not structured:
        return value
    try:
        return json.loads(value)
    except ValueError as error:
        if str in kinds:
            return value
        raise ContractBroken(f"{name} is not JSON: {value[:80]!r}") from error


def _extras(value: Any, path: str) -> Iterator[str]:
    """Paths of all keys that the models do not know, at any depth."""
    if isinstance(value, TelegramObject):
        yield from (f"{path}.{key}" for key in value.model_extra or {})
        for name in value.model_fields_set & set(type(value).model_fields):
            yield from _extras(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, TelegramMethod):
        for name in value.model_fields_set:
            yield from _extras(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _extras(item, f"{path}[{index}]")


def _first_fault(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
