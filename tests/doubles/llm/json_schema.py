"""JSON schemas, and values that are to fit them."""

import jsonschema_rs

from .errors import Json

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def is_schema(schema: Json) -> bool:
    return jsonschema_rs.meta.is_valid({**schema, "$schema": DRAFT})


def fits(value: object, schema: Json) -> bool:
    return jsonschema_rs.is_valid(schema, value)
