"""Language models of a person's own: set up, listed, changed, tried, deleted; the key unseen."""

import json
from dataclasses import replace

import pytest

from core.credentials import Credentials
from core.domain.records import AuditEntry, Credential, Insert, MessageRow, ModelConfig, Query
from core.domain.references import Reference, References
from core.errors import PersonError
from core.tools.arguments import parse_arguments
from core.tools.manage_model_config import ManageModelConfigTool
from core.views.render import plain
from core.views.words import WORDS
from tests.behaviour.tool_desk import ToolDesk
from tests.clocks import START
from tests.desk import PlainSealer
from tests.doubles.openai import ChatApi, Status, Text, When

KEY = "sk-live-0123456789abcdefWXYZ"
OTHER = "sk-live-another-key-9876543210QRST"
LOCAL = {"127.0.0.1": True}
TOOL = "manage_model_config"


class ConfigDesk(ToolDesk):
    """Anna at a desk where a server on this machine may be called."""

    def __init__(self):
        super().__init__(own_hosts=LOCAL)
        self.credentials = Credentials(self.records, PlainSealer())
        self.told = []

    async def says(self, text):
        """Anna's own words, as the conversation keeps them."""
        row = MessageRow(
            id=self.ids.new(),
            conversation_id="web:1::anna",
            account_id="anna",
            run_id="run",
            role="user",
            kind=None,
            text=text,
            blocks=[],
            created_at=self.clock.now(),
        )
        await self.commit(Insert(record=row))

    @property
    def tool(self) -> ManageModelConfigTool:
        """manage_model_config."""
        tool = self.registry.tools[TOOL]
        assert isinstance(tool, ManageModelConfigTool)
        return tool

    async def do(self, key="", lang="en", **arguments):
        """What the engine does with a call: the secrets first, then the change, committed."""
        tool = self.tool
        args = parse_arguments(tool, arguments)
        context = self.context(lang=lang)
        request = await tool.secrets(args, context)
        if request is not None:
            assert request.fields == ("api_key",)
            self.told.append(request.about)
            kept = await self.credentials.keep(
                request.resource, "api_key", key, account_id="anna", now=self.clock.now()
            )
            await self.commit(*kept)
            context = replace(context, resource=request.resource)
        result = await tool.run(args, context)
        await self.commit(*result.writes)
        self.told.append(json.dumps(result.data))
        shown = plain(tool.view(result.data, lang))
        self.told.append(shown)
        return shown

    async def delete(self, **arguments):
        """A deletion: its card, and what is told after the press."""
        tool = self.tool
        draft = await tool.draft(
            parse_arguments(tool, {"action": "delete", **arguments}), self.context()
        )
        card = plain(draft.blocks)
        result = await tool.perform(draft, "key", self.context())
        await self.commit(*result.writes)
        shown = plain(tool.view(result.data, "en"))
        self.told += [card, shown, json.dumps(draft.model_dump(mode="json"))]
        return card, shown

    async def list(self, lang="en"):
        shown = await self.seen("get_model_configs", lang=lang)
        self.told.append(shown)
        return shown

    async def all(self):
        return await self.records.find(Query(kind=ModelConfig))


@pytest.fixture
async def desk():
    opened = await ConfigDesk().open()
    yield opened
    await opened.clients.aclose()


@pytest.fixture
async def api():
    async with ChatApi(When(lambda _: True, Text("yes"), times=None), api_key="") as server:
        yield server


async def added(desk, api, name="mine", key=KEY, **more):
    await desk.says(f"add the model m at {api.base_url}")
    return await desk.do(key, action="create", base_url=api.base_url, model="m", name=name, **more)


async def test_a_model_lives_from_its_creation_to_its_deletion_original_h_55(desk, api):
    shown = await added(desk, api)
    assert "The model “mine” is set up." in shown
    assert "default: yes" in shown
    assert "One short call was answered: it works." in shown
    listed = await desk.list()
    assert "mine" in listed
    assert "…WXYZ" in listed
    assert "Chat uses mine." in listed
    shown = await desk.do(action="update", config="MINE", name="Grün", model="m2", default=False)
    assert "name: Grün, was mine" in shown
    assert "model: m2, was m" in shown
    assert "default: no, was yes" in shown
    assert "offline planner" in await desk.list()
    card, told = await desk.delete(config="grün")
    assert "Delete the model “Grün”?" in card
    assert "Its key is deleted too." in card
    assert "The model “Grün” and its key are deleted." in told
    assert await desk.all() == []
    assert await desk.records.find(Query(kind=Credential)) == []
    assert "no language model of your own" in await desk.list()


async def test_no_key_is_in_anything_that_is_told_or_kept_in_the_open_original_h_58(desk, api):
    await added(desk, api)
    await desk.do(OTHER, action="update", config="mine", new_key=True)
    await desk.do(action="test", config="mine")
    await desk.list()
    await desk.delete(config="mine")
    audit = await desk.records.find(Query(kind=AuditEntry))
    assert [row.event for row in audit] == [
        "model_config.created",
        "model_config.updated",
        "model_config.deleted",
    ]
    everything = " ".join([*desk.told, *(str(row) for row in audit)])
    for secret in (KEY, OTHER, KEY[:12], OTHER[:12]):
        assert secret not in everything


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://api.example.com/v1", "must begin with https://"),
        ("http://169.254.169.254/latest", "must begin with https://"),
        ("https://169.254.169.254/latest", "is not a public address"),
        ("https://localhost/v1", "is not a public address"),
        ("https://2130706433/v1", "is not a public address"),
        ("https://api.openai.com@10.0.0.1/v1", "no name or password before its host"),
        ("ftp://api.example.com", "is no address I can use"),
        ("https://no-such-host.invalid/v1", "was not found"),
    ],
)
async def test_only_public_https_addresses_are_taken_original_h_59(desk, url, why):
    await desk.says(f"use {url}")
    with pytest.raises(PersonError) as error:
        await desk.do(KEY, action="create", base_url=url, model="m")
    assert why in WORDS[error.value.key]["en"].format_map(error.value.params)
    assert await desk.all() == []


async def test_a_providers_usual_address_and_model_are_filled_in_original_h_60(desk):
    tool = desk.tool
    for provider, wire, model, host in (
        ("anthropic", "anthropic", "claude-sonnet-5-5", ""),
        ("openai", "openai", "gpt-6.1-terra", ""),
        ("deepseek", "openai", "deepseek-chat", "https://api.deepseek.com"),
    ):
        args = parse_arguments(tool, {"action": "create", "provider": provider})
        plan = await tool._changes.planned(args, desk.context())
        row = plan.config
        assert (row.name, row.provider, row.model, row.base_url) == (provider, wire, model, host)
        assert plan.needs_key


async def test_a_model_without_a_key_is_not_enabled_original_h_73(desk):
    now = START
    row = ModelConfig(
        id="m1",
        account_id="anna",
        name="bare",
        provider="openai",
        model="m",
        base_url="",
        enabled=False,
        is_default=False,
        created_at=now,
        updated_at=now,
    )
    await desk.commit(Insert(record=row))
    for change in ({"enabled": True}, {"enabled": True, "default": True}):
        with pytest.raises(PersonError, match="model_key_needed"):
            await desk.do(action="update", config="bare", **change)
    with pytest.raises(PersonError, match="config_default_off"):
        await desk.do(action="update", config="bare", default=True)
    with pytest.raises(PersonError, match="model_key_needed"):
        await desk.do(action="create", provider="openai", no_key=True)
    assert await desk.all() == [row]


async def test_a_server_that_wants_no_key_gets_none(desk, api):
    shown = await added(desk, api, no_key=True)
    assert "is set up" in shown
    assert "no key" in await desk.list()
    assert "it works" in await desk.do(action="test")
    assert api.last_request.headers["authorization"] == "Bearer none"


async def test_a_key_that_is_refused_is_not_kept(desk):
    async with ChatApi(Text("yes"), api_key="the-right-one") as server:
        with pytest.raises(PersonError, match="model_key_refused_new"):
            await added(desk, server)
    assert await desk.all() == []


async def test_a_service_that_cannot_be_asked_is_told_and_the_model_is_kept(desk):
    async with ChatApi(Status(529), Status(529), api_key="") as server:
        shown = await added(desk, server)
    assert "One short call failed: its service is overloaded." in shown
    assert "default: no" in shown
    assert "Chat does not use it until you say so: /model mine" in shown
    [kept] = await desk.all()
    assert not kept.is_default


async def test_a_model_that_fails_its_trial_is_the_default_where_that_was_asked_for(desk):
    async with ChatApi(Status(529), Status(529), api_key="") as server:
        assert "default: yes" in await added(desk, server, default=True)


async def test_names_are_unique_whatever_their_case_and_width(desk, api):
    await added(desk, api, name="Mine")
    for name in ("mine", "ＭＩＮＥ", "  MINE  "):
        with pytest.raises(PersonError, match="config_name_taken"):
            await added(desk, api, name=name)
    await added(desk, api, name="other")
    with pytest.raises(PersonError, match="config_name_taken"):
        await desk.do(action="update", config="other", name="mINE")
    assert "nothing was changed" in (await told(desk, action="update", config="Mine", name="Mine"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("   ", "config_name_empty"),
        ("!!!", "config_name_empty"),
        ("x" * 41, "config_name_long"),
        ("a\u202eb", "config_name_signs"),
        ("a\u200bb", "config_name_signs"),
        ("desk", "config_name_reserved"),
        (KEY, "config_name_secret"),
    ],
)
async def test_a_name_that_cannot_be_one_is_refused(desk, api, name, why):
    with pytest.raises(PersonError, match=why):
        await added(desk, api, name=name)


async def test_another_address_takes_another_key_and_the_old_one_goes_nowhere(desk, api):
    await added(desk, api)
    async with ChatApi(When(lambda _: True, Text("yes"), times=None), api_key="") as elsewhere:
        await desk.says(f"use {elsewhere.base_url}")
        await desk.do(OTHER, action="update", config="mine", base_url=elsewhere.base_url)
        await desk.do(action="test", config="mine")
        assert {one.headers["authorization"] for one in elsewhere.requests} == {f"Bearer {OTHER}"}
        await desk.do(action="update", config="mine", base_url=api.base_url, no_key=True)
        await desk.do(action="test", config="mine")
    assert api.last_request.headers["authorization"] == "Bearer none"
    assert await desk.records.find(Query(kind=Credential)) == []


async def test_the_question_for_a_key_names_who_will_be_sent_it(desk, api):
    await added(desk, api)
    assert desk.told[0] == "mine (127.0.0.1)"


async def test_an_address_that_the_person_did_not_write_is_not_taken(desk, api):
    """A model that was talked into it cannot send the conversation elsewhere."""
    with pytest.raises(PersonError, match="model_url_unsaid"):
        await desk.do(action="create", base_url=api.base_url, model="m", no_key=True)
    await added(desk, api)
    with pytest.raises(PersonError, match="model_url_unsaid"):
        await desk.do(action="update", base_url="https://8.8.8.8/v1", no_key=True)


async def test_there_is_one_default_and_the_desk_can_be_chosen_again(desk, api):
    await added(desk, api, name="one")
    await added(desk, api, name="two")
    assert [row.is_default for row in await desk.all()] == [True, False]
    await desk.do(action="update", config="two", default=True)
    assert [row.is_default for row in await desk.all()] == [False, True]
    shown = await desk.do(action="update", config="desk", default=True)
    assert "Chat uses this desk's" in shown
    assert "stays set up, and chat does not use it" in shown
    assert "was yes" not in shown
    assert [row.is_default for row in await desk.all()] == [False, False]
    with pytest.raises(PersonError, match="models_desk_already"):
        await desk.do(action="update", config="desk", default=True)
    await desk.do(action="update", config="one", default=True)
    shown = await desk.do(action="update", config="one", enabled=False)
    assert "enabled: no, was yes" in shown
    assert "default: no, was yes" in shown


async def test_changes_of_one_turn_see_each_other(desk, api):
    """Two creations in one plan, both before anything is committed."""
    tool = desk.tool
    await desk.says(api.base_url)
    arguments = {"action": "create", "base_url": api.base_url, "model": "m", "no_key": True}
    first = await tool.run(parse_arguments(tool, {**arguments, "name": "a"}), desk.context())
    pending = desk.context(pending=first.writes)
    with pytest.raises(PersonError, match="config_name_taken"):
        await tool.run(parse_arguments(tool, {**arguments, "name": "A"}), pending)
    second = await tool.run(parse_arguments(tool, {**arguments, "name": "b"}), pending)
    await desk.commit(*first.writes, *second.writes)
    assert [(row.name, row.is_default) for row in await desk.all()] == [("a", True), ("b", False)]


async def test_two_conversations_cannot_both_take_a_name_or_the_default(desk, api):
    tool = desk.tool
    await desk.says(api.base_url)
    arguments = {"action": "create", "base_url": api.base_url, "model": "m", "no_key": True}
    args = parse_arguments(tool, {**arguments, "name": "same"})
    first, second = [await tool.run(args, desk.context()) for _ in range(2)]
    assert await desk.records.commit(*first.writes)
    assert not await desk.records.commit(*second.writes)
    assert len(await desk.all()) == 1


async def told(desk, **arguments):
    with pytest.raises(PersonError) as error:
        await desk.do(**arguments)
    return WORDS[error.value.key]["en"].format_map(error.value.params)


async def test_which_one_is_meant_is_asked_where_it_is_not_clear(desk, api):
    assert "no language model of your own yet" in await told(desk, action="test")
    await added(desk, api, name="one")
    assert "it works" in await desk.do(action="test")
    await added(desk, api, name="two")
    with pytest.raises(PersonError, match="config_which") as error:
        await desk.do(action="test")
    assert ("two", "test the model “two”") in error.value.choices
    with pytest.raises(PersonError, match="config_unknown"):
        await desk.do(action="test", config="three")
    row = (await desk.all())[1]
    here = Reference(kind="model", id=row.id, name=row.name, at=START)
    spoken = desk.context(references=References(current=(here,)))
    tool = desk.tool
    result = await tool.run(parse_arguments(tool, {"action": "test"}), spoken)
    assert result.data["model"]["name"] == "two"


async def test_nobody_sees_or_uses_anothers_models_I10(desk, api):
    await added(desk, api, name="annas")
    row = (await desk.all())[0]
    ben = replace(desk.anna, id="ben", name="Ben")
    context = desk.context(account=ben, conversation_id="web:2::ben")
    listing, tool = desk.registry.tools["get_model_configs"], desk.tool
    seen = await listing.run(parse_arguments(listing, {}), context)
    assert seen.data["models"] == []
    for arguments in (
        {"action": "test", "config": row.id},
        {"action": "update", "config": "annas", "default": False},
    ):
        with pytest.raises(PersonError, match="config_no_model"):
            await tool.run(parse_arguments(tool, arguments), context)
    with pytest.raises(PersonError, match="config_no_model"):
        await tool.draft(parse_arguments(tool, {"action": "delete", "config": row.id}), context)
    gone = await tool._changes.delete(row.id, context)
    assert (gone.ok, gone.writes) == (False, ())
    assert await desk.all() == [row]


async def test_the_words_are_there_in_chinese(desk, api):
    shown = await added(desk, api, lang="zh")
    assert "模型“mine”已添加。" in shown
    assert "默认：是" in shown
    assert "聊天使用 mine。" in await desk.list("zh")
