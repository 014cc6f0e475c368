"""Schemas as a model reads them: shorter, and accepting what the form accepts."""

import json

import pytest

from core.domain.plan import Plan, Revision
from core.tools.schemas import schema_of
from core.trading.request import TradeArguments

FORMS = [Plan, Revision, TradeArguments]


@pytest.mark.parametrize("form", FORMS)
def test_a_schema_is_shorter_and_keeps_every_field_and_what_is_required(form):
    full, short = form.model_json_schema(), schema_of(form)
    assert len(json.dumps(short)) < 0.95 * len(json.dumps(full))
    assert short["required"] == full["required"]
    assert short["properties"].keys() == full["properties"].keys()
    assert short["$defs"].keys() == full["$defs"].keys()


def test_a_field_called_title_is_kept_and_an_annotation_of_that_name_is_not():
    tool = schema_of(Plan)["$defs"]["ToolStep"]
    assert tool["properties"]["title"]["type"] == "string"
    assert "title" not in tool
    assert "title" not in tool["properties"]["title"]


def test_an_optional_field_is_what_it_is_when_given():
    leverage = schema_of(TradeArguments)["properties"]["leverage"]
    assert leverage["type"] == "integer"
    assert (leverage["minimum"], leverage["maximum"]) == (1, 125)
    assert "default" not in leverage
