"""Turns planned by a model of the person's own: chosen over the desk's, honest when it fails."""

from contextlib import asynccontextmanager

from core.credentials import Credentials
from core.domain.records import (
    AuditEntry,
    Credential,
    Insert,
    MessageRow,
    ModelConfig,
    StepRow,
    Trace,
    Update,
    Waiting,
    Workflow,
)
from core.views.words import say
from tests.behaviour.seams import Model, call, plan, respond
from tests.clocks import START
from tests.desk import PlainSealer, open_desk
from tests.doubles.openai import ChatApi, Status, Text, ToolUse, When

LOCAL = {"127.0.0.1": True}


def hello(text):
    step = {"type": "respond", "id": "r", "text": text}
    return ToolUse("submit_plan", {"goal": "greet", "intent": "chat", "steps": [step]})


def always(reply):
    return When(lambda _: True, reply, times=None)


def texts(messages):
    return "\n".join(message["text"] for message in messages)


async def give(desk, person, api, *, key="key-1", name="mine", default=True):
    """The person's own model at this server, as manage_model_config keeps it."""
    records, account = desk.desk.parts.records, person.account
    row = ModelConfig(
        id=f"model of {account.id}",
        account_id=account.id,
        name=name,
        provider="openai",
        model="m",
        base_url=api.base_url,
        enabled=True,
        is_default=default,
        created_at=START,
        updated_at=START,
    )
    credentials = Credentials(records, PlainSealer())
    kept = await credentials.keep(row.id, "api_key", key, account_id=account.id, now=START)
    assert await records.commit(Insert(record=row), *kept)
    return row


@asynccontextmanager
async def at_desk(*script, provider=None, wants="", **more):
    async with (
        ChatApi(*script, api_key=wants) as api,
        open_desk(provider=provider, own_hosts=LOCAL, **more) as desk,
    ):
        yield api, desk


async def test_the_persons_own_model_is_chosen_over_the_desks_original_h_61():
    desks = Model(plan(respond(text="From the desk."), intent="chat"))
    async with at_desk(always(hello("From my own.")), provider=desks) as (api, desk):
        anna, ben = await desk.somebody("anna"), await desk.somebody("ben")
        await give(desk, anna, api)
        assert texts(await anna.say("good evening to you")) == "From my own."
        assert texts(await ben.say("good evening to you")) == "From the desk."
        assert (api.calls, len(desks.asked)) == (1, 1)
        traces = await desk.rows(Trace)
    assert len(traces) == 2


async def test_one_that_is_not_the_default_or_is_off_is_not_asked():
    desks = Model(*[plan(respond(text="From the desk."), intent="chat")] * 2)
    async with at_desk(provider=desks) as (api, desk):
        anna = await desk.somebody("anna")
        row = await give(desk, anna, api, default=False)
        assert texts(await anna.say("good evening to you")) == "From the desk."
        records = desk.desk.parts.records
        off = {"is_default": True, "enabled": False}
        await records.commit(Update(kind=ModelConfig, where={"id": row.id}, set=off))
        assert texts(await anna.say("good evening to you")) == "From the desk."
        assert api.calls == 0


async def test_a_refused_key_is_told_as_ones_own_and_the_desks_model_is_offered():
    desks = Model(plan(respond(text="From the desk."), intent="chat"))
    async with at_desk(provider=desks, wants="another-key") as (api, desk):
        anna = await desk.somebody("anna")
        await give(desk, anna, api)
        told = texts(await anna.say("what do you think of the market today"))
        assert "Your model “mine” failed: its service refused the key." in told
        assert "/model desk" in told
        assert desks.asked == []
        switched = texts(await anna.say("/model desk"))
        assert "chat does not use it" in switched
        assert texts(await anna.say("good evening to you")) == "From the desk."


async def test_reads_are_answered_meanwhile_and_say_whose_model_failed():
    async with at_desk(always(Status(529)), provider=Model()) as (api, desk):
        anna = await desk.somebody("anna")
        await give(desk, anna, api)
        told = texts(await anna.say("price of btc"))
        assert "Your model “mine” failed: its service is overloaded." in told
        assert say("en", "fallback.answering") in told
        assert "Price" in told


async def test_ones_refused_key_keeps_nobody_else_from_theirs():
    """Same server and model name: the failure is the config's, not the service's."""
    right = When(
        lambda request: request.headers["authorization"] == "Bearer right", hello("Hi."), times=None
    )
    wrong = When(
        lambda request: request.headers["authorization"] == "Bearer wrong", Status(401), times=None
    )
    async with at_desk(right, wrong, provider=Model()) as (api, desk):
        anna, ben = await desk.somebody("anna"), await desk.somebody("ben")
        await give(desk, anna, api, key="wrong")
        await give(desk, ben, api, key="right")
        assert "failed" in texts(await anna.say("good evening to you"))
        assert texts(await ben.say("good evening to you")) == "Hi."


async def test_a_key_that_was_replaced_is_used_at_once():
    right = When(
        lambda request: request.headers["authorization"] == "Bearer right", hello("Hi."), times=None
    )
    async with at_desk(right, always(Status(401)), provider=Model()) as (api, desk):
        anna = await desk.somebody("anna")
        row = await give(desk, anna, api, key="wrong")
        assert "refused the key" in texts(await anna.say("good evening to you"))
        records = desk.desk.parts.records
        credentials = Credentials(records, PlainSealer())
        kept = await credentials.keep(row.id, "api_key", "right", account_id="a", now=START)
        later = {"updated_at": START.replace(year=2030)}
        await records.commit(*kept, Update(kind=ModelConfig, where={"id": row.id}, set=later))
        assert texts(await anna.say("good evening to you")) == "Hi."


async def test_the_models_are_listed_and_chosen_by_command_without_a_model():
    async with at_desk(always(hello("From my own.")), provider=Model()) as (api, desk):
        anna = await desk.somebody("anna")
        assert "no language model of your own" in texts(await anna.say("/models"))
        await give(desk, anna, api, default=False)
        assert "mine" in texts(await anna.say("/models"))
        assert "default: yes, was no" in texts(await anna.say("/model mine"))
        assert "You have no model called “theirs”" in texts(await anna.say("/model theirs"))
        assert texts(await anna.say("good evening to you")) == "From my own."


async def test_a_deletion_is_a_card_and_only_its_press_deletes_original_g1_15():
    """Whatever the model says of a confirmation, nothing is deleted before the press."""
    deletes = call("s1", "manage_model_config", action="delete", config="mine")
    model = Model(*[plan({**deletes, "requires_confirmation": False}, respond(show=["s1"]))] * 2)
    async with at_desk(provider=model) as (api, desk):
        anna = await desk.somebody("anna")
        await give(desk, anna, api, default=False)
        card = texts(await anna.say("delete my model"))
        assert "Delete the model “mine”?" in card
        assert len(await desk.rows(ModelConfig)) == 1
        await anna.press("cancel")
        assert len(await desk.rows(ModelConfig)) == 1
        await anna.say("delete my model")
        assert "is deleted" in texts(await anna.press("confirm")).replace(
            "are deleted", "is deleted"
        )
        assert await desk.rows(ModelConfig) == []
        assert await desk.rows(Credential) == []


async def test_what_is_configured_is_not_shown_where_others_read_along():
    model = Model(plan(call("s1", "get_model_configs"), respond(show=["s1"])))
    async with at_desk(provider=model) as (api, desk):
        anna = await desk.somebody("anna")
        await give(desk, anna, api, default=False)
        anna.private = False
        assert "mine" not in texts(await anna.say("which models do I have"))


async def test_a_model_is_added_in_chat_and_its_key_goes_to_the_vault_alone_original_h_13():
    """Asked for, not talked about: the question for the key, then the model, then its answers."""
    key = "sk-typed-in-chat-0123456789abcdef"
    hi = When(lambda request: request.headers["authorization"] == f"Bearer {key}", Text("Hi."))
    async with ChatApi(hi, always(hello("Hi again.")), api_key="") as api:
        creates = call(
            "s1", "manage_model_config", action="create", base_url=api.base_url, model="m"
        )
        model = Model(plan(creates, respond(show=["s1"])))
        async with open_desk(provider=model, own_hosts=LOCAL) as desk:
            anna = await desk.somebody("anna")
            asked = await anna.say(f"please add the model m at {api.base_url}")
            assert "openai (127.0.0.1)" in texts(asked)
            assert anna.card["data"] == {"secret": "api_key"}
            assert await desk.rows(ModelConfig) == []
            told = texts(await anna.say(key))
            assert "The model “openai” is set up." in told
            assert "default: yes" in told
            [row] = await desk.rows(ModelConfig)
            [kept] = await desk.rows(Credential)
            assert (kept.resource, kept.field, kept.hint) == (row.id, "api_key", "cdef")
            assert texts(await anna.say("good evening to you")) == "Hi again."
            assert key not in str([message async for message in everything(desk)])


async def everything(desk):
    """Every row but the sealed ones."""
    for kind in (Trace, StepRow, MessageRow, Workflow, AuditEntry, Waiting, ModelConfig):
        for row in await desk.rows(kind):
            yield row


async def test_a_refused_key_leaves_nothing_and_a_cancelled_question_neither():
    async with ChatApi(api_key="the-right-one") as api:
        creates = call(
            "s1", "manage_model_config", action="create", base_url=api.base_url, model="m"
        )
        model = Model(*[plan(creates, respond(show=["s1"]))] * 2)
        async with open_desk(provider=model, own_hosts=LOCAL) as desk:
            anna = await desk.somebody("anna")
            await anna.say(f"please add the model m at {api.base_url}")
            told = texts(await anna.say("sk-a-wrong-key-0123456789"))
            assert "refused that key, so nothing was kept" in told
            await anna.say(f"please add the model m at {api.base_url}")
            await anna.press("cancel")
            assert await desk.rows(ModelConfig) == []
            assert await desk.rows(Credential) == []
