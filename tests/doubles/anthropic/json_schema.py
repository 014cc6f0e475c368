"""What the API asks of the JSON schemas of tools and of structured outputs."""

from collections.abc import Iterator

from tests.doubles.llm.errors import Json, Rejected
from tests.doubles.llm.json_schema import is_schema

# What the grammar of strict tools and structured outputs cannot express, by type.
NOT_IN_A_GRAMMAR = {
    "integer": ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"),
    "number": ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"),
    "string": ("maxLength", "minLength"),
    "array": ("maxItems", "uniqueItems"),
}
LISTS_OF_SCHEMAS = ("anyOf", "allOf", "oneOf", "prefixItems")
MAPS_OF_SCHEMAS = ("properties", "$defs", "definitions")


def check_tool_schema(place: str, schema: Json) -> None:
    if not is_schema(schema):
        raise Rejected(
            f"{place}.input_schema: JSON schema is invalid. It must match JSON Schema draft "
            f"2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at "
            f"https://docs.claude.com/en/docs/tool-use."
        )
    if any(key in schema for key in ("oneOf", "allOf", "anyOf")):
        raise Rejected(
            f"{place}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the "
            f"top level"
        )


def check_closed(place: str, schema: Json) -> None:
    """A strict tool's schema, or a structured output's, is compiled into a grammar."""
    if not is_schema(schema):
        raise Rejected(f"{place}: JSON schema is invalid.")
    for part in _parts(schema):
        if part.get("type") == "object" and part.get("additionalProperties") is not False:
            raise Rejected(
                f"{place}: For 'object' type, 'additionalProperties' must be explicitly set to "
                f"false"
            )
        kind = part.get("type")
        refused = NOT_IN_A_GRAMMAR.get(kind, ()) if isinstance(kind, str) else ()
        found = [key for key in refused if key in part]
        if found:
            raise Rejected(
                f"{place}: For '{kind}' type, properties {', '.join(found)} are not supported"
            )


def _parts(schema: object) -> Iterator[Json]:
    if not isinstance(schema, dict):
        return
    yield schema
    inner = [schema.get("items")]
    inner += [one for key in LISTS_OF_SCHEMAS for one in schema.get(key, ())]
    inner += [one for key in MAPS_OF_SCHEMAS for one in schema.get(key, {}).values()]
    for one in inner:
        yield from _parts(one)
