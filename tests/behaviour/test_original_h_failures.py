"""How the failure of a model is told, each kind in words of its own (conversations)."""

from typing import get_args

import pytest

from core.domain.records import MessageRow
from core.errors import ModelError, ModelErrorKind
from core.views.errors import model_error_text
from tests.behaviour.seams import FailingModel, Model, plan, respond
from tests.behaviour.wired import NOTHING_DONE, always, assert_nothing_placed, modelled, text
from tests.desk import open_desk
from tests.doubles.anthropic import OUT_OF_CREDIT, Html, Status

NO_CONFIGURATION = ("configure", "no model", "not configured", "没有配置", "未配置")


async def assert_told_as(kind, fault, lang):
    """The failure is told in the words of its kind, in no other's, and as no missing setting."""
    async with modelled(always(fault)) as (_, desk):
        told = text(await desk.person(lang=lang).say("你怎么看" if lang == "zh" else "your view"))
        others = set(get_args(ModelErrorKind)) - {kind}
        assert model_error_text(kind, lang) in told
        assert not [one for one in others if model_error_text(one, lang) in told]
        assert not [words for words in NO_CONFIGURATION if words in told.casefold()]
        assert "<html" not in told.casefold(), "nor is a page of the gateway passed on"
        await assert_nothing_placed(desk)


both = pytest.mark.parametrize("lang", ["en", "zh"])


@both
async def test_out_of_credit_is_no_missing_configuration_original_h_43(lang):
    await assert_told_as("out_of_credit", OUT_OF_CREDIT, lang)


@both
async def test_a_gateways_page_is_an_overload_original_h_44(lang):
    await assert_told_as("overloaded", Html(502), lang)


@both
async def test_too_many_requests_are_told_as_such_original_h_45(lang):
    await assert_told_as("rate_limited", Status(429, retry_after=60), lang)


@both
async def test_a_banned_account_is_no_refused_key_original_h_46(lang):
    await assert_told_as("not_permitted", Status(403), lang)


@both
async def test_a_key_that_is_refused_is_told_as_such_original_h_47(lang):
    await assert_told_as("key_refused", Status(401), lang)


async def test_each_kind_has_a_text_of_its_own():
    for lang in ("en", "zh"):
        texts = [model_error_text(kind, lang) for kind in get_args(ModelErrorKind)]
        assert len(set(texts)) == len(texts)


async def test_a_first_call_that_fails_leaves_what_was_said_as_it_was_original_h_50():
    behind = Model(
        plan(respond(text="Hello."), intent="chat"), plan(respond(text="Yes."), intent="chat")
    )
    model = FailingModel(ModelError("unreachable"), behind)
    outage, model.error = model.error, None
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("hi")
        before = await desk.rows(MessageRow)
        model.error = outage
        assert "BTC/USDT" in text(await anna.say("btc price")), "another planner answers"
        after = await desk.rows(MessageRow)
        assert after[: len(before)] == before
        assert [(row.role, row.kind) for row in after[len(before) :]] == [
            ("user", None),
            ("assistant", "reply"),
        ]
        assert NOTHING_DONE not in after[-1].text
        model.error = None
        assert text(await anna.say("are you there")) == "Yes."
    said = [message.text for message in behind.asked[-1].messages]
    assert said[:3] == ["hi", "Hello.", "btc price"]
    assert said[-1] == "are you there"
