"""JSON schemas as a model reads them: every word of them is paid for in every call."""

from typing import Any

from pydantic import BaseModel


def schema_of(form: type[BaseModel]) -> dict[str, Any]:
    """The form's JSON schema without what only repeats: titles, and null where it is the default.

    A field that may be left out may still be given as null: the form accepts both.
    """
    return dict(_shortened(form.model_json_schema(), named=False))


def _shortened(value: Any, *, named: bool) -> Any:
    """`named`: the keys of `value` are names of fields or definitions, not words of a schema."""
    if isinstance(value, list):
        return [_shortened(item, named=False) for item in value]
    if not isinstance(value, dict):
        return value
    if named:
        return {name: _shortened(item, named=False) for name, item in value.items()}
    kept = {
        key: _shortened(item, named=key in ("properties", "$defs"))
        for key, item in value.items()
        if key != "title"
    }
    return _without_null(kept)


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """An optional field as what it is when it is given."""
    choices = schema.get("anyOf")
    if "default" not in schema or schema["default"] is not None or not isinstance(choices, list):
        return schema
    given = [one for one in choices if one != {"type": "null"}]
    if len(given) != 1:
        return schema
    kept = {key: item for key, item in schema.items() if key not in ("anyOf", "default")}
    return {**kept, **given[0]}
