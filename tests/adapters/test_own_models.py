"""The models of people's own: each over its own client, by the config as it is stored now."""

import asyncio
from dataclasses import replace

import pytest

from adapters.llm.own_models import OwnModels
from adapters.store.memory import MemoryRecords
from bot.own_models import own_models
from core.credentials import Credentials, forget
from core.domain.llm import ChatMessage, ChatRequest, Finished, PlanningContext, TextDelta
from core.domain.records import Credential, Delete, Insert, ModelConfig, Update
from core.domain.references import References
from core.errors import ModelError
from tests.behaviour.seams import SlowRecords
from tests.clocks import START
from tests.desk import PlainSealer
from tests.doubles.openai import ChatApi, Text, When

LOCAL = {"127.0.0.1": True}


def config(name, base_url="", **more):
    fields = {
        "id": name,
        "account_id": f"of {name}",
        "name": name,
        "provider": "openai",
        "model": "m",
        "base_url": base_url,
        "enabled": True,
        "is_default": True,
        "created_at": START,
        "updated_at": START,
    }
    return ModelConfig(**fields | more)


def asks(words):
    context = PlanningContext(
        conversation_id="c",
        text="",
        lang="en",
        now=START,
        references=References(),
        instruments=(),
        positions=None,
        tools=frozenset(),
        introduce=False,
    )
    return ChatRequest(
        purpose="respond",
        model="",
        system=("s",),
        volatile="",
        messages=(ChatMessage(role="user", text=words),),
        context=context,
        timeout_s=5,
    )


async def said(provider, words="hello"):
    return [
        event.text async for event in provider.chat(asks(words)) if isinstance(event, TextDelta)
    ]


class Told:
    """A provider that remembers its key, and whether it was let go of."""

    def __init__(self, config, key):
        self.config, self.key = config, key
        self.closed = 0
        self.name = f"{config.name} {key}"
        self.free = asyncio.Event()
        self.free.set()

    async def chat(self, request):
        await self.free.wait()
        yield TextDelta(text=f"{self.config.base_url or 'usual'} {self.key} {self.closed}")
        yield Finished(model="m", input_tokens=1, output_tokens=1)

    async def aclose(self):
        self.closed += 1


class Shelf:
    """Stored configs with their keys, and every provider that was made of them."""

    def __init__(self, records=None, most=256):
        self.records = records or MemoryRecords()
        self.credentials = Credentials(self.records, PlainSealer())
        self.made = []
        self.models = OwnModels(
            records=self.records,
            credentials=self.credentials,
            make=self._make,
            resolve=self._resolve,
            most=most,
        )

    async def _make(self, config, key):
        self.made.append(Told(config, key))
        return self.made[-1]

    async def _resolve(self, host, port):
        found = {"api.example.com": ["93.184.216.34"], "inner.example.com": ["10.0.0.1"]}.get(host)
        if found is None:
            raise OSError("no such host")
        return found

    async def keep(self, row, key):
        await self.records.commit(Insert(record=row))
        await self.change_key(row, key)
        return row

    async def change_key(self, row, key, **changes):
        writes = await self.credentials.keep(
            row.id, "api_key", key, account_id=row.account_id, now=START
        )
        also = [Update(kind=ModelConfig, where={"id": row.id}, set=changes)] if changes else []
        assert await self.records.commit(*writes, *also)


async def test_nobody_is_ever_answered_with_anothers_key_original_g1_3():
    """Same server, same model, at the same time, over a store that lets others go first."""
    shelf = Shelf()
    people = [f"person{number}" for number in range(12)]
    async with ChatApi(When(lambda _: True, Text("hi"), times=None), api_key="") as api:
        models = own_models(SlowRecords(shelf.records, 3), PlainSealer(), LOCAL)
        rows = [await shelf.keep(config(one, api.base_url), f"key-of-{one}") for one in people]
        providers = [models.of(row) for row in rows]
        try:
            await asyncio.gather(
                *(
                    said(provider, f"I am {one}")
                    for _ in range(4)
                    for one, provider in zip(people, providers, strict=True)
                )
            )
        finally:
            await models.aclose()
        assert len(api.requests) == 48
        for request in api.requests:
            who = request.last_words.removeprefix("I am ").strip()
            assert request.headers["authorization"] == f"Bearer key-of-{who}"


async def test_a_config_has_one_client_made_at_its_first_call():
    shelf = Shelf()
    row = await shelf.keep(config("a"), "k1")
    provider = shelf.models.of(row)
    assert (provider.name, shelf.made) == ("openai:m", [])
    await asyncio.gather(*(said(provider) for _ in range(5)))
    assert len(shelf.made) == 1
    await shelf.models.aclose()
    assert shelf.made[0].closed == 1


async def test_a_change_makes_another_client_and_the_old_one_goes_after_its_last_call():
    shelf = Shelf()
    row = await shelf.keep(config("a"), "k1")
    await said(shelf.models.of(row))
    old = shelf.made[0]
    old.free.clear()
    running = asyncio.create_task(said(shelf.models.of(row)))
    await asyncio.sleep(0.01)
    await shelf.change_key(row, "k2", updated_at=replace(row).updated_at.replace(year=2030))
    # The turn that goes on knows the row as it was before.
    assert await said(shelf.models.of(row)) == ["usual k2 0"]
    assert old.closed == 0
    old.free.set()
    assert await running == ["usual k1 0"]
    assert old.closed == 1


async def test_a_deleted_config_is_not_called_any_more():
    shelf = Shelf()
    row = await shelf.keep(config("a"), "k1")
    await said(shelf.models.of(row))
    await shelf.records.commit(Delete(kind=ModelConfig, where={"id": "a"}), forget("a"))
    with pytest.raises(ModelError, match="key_refused"):
        await said(shelf.models.of(row))
    assert shelf.made[0].closed == 1


async def test_a_key_is_never_sent_to_the_address_that_another_was_for():
    """A change of address and key together, at every point where the store lets others go first."""
    for seed in range(40):
        shelf = Shelf(SlowRecords(MemoryRecords(), seed))
        row = await shelf.keep(config("a", "https://old.example.com"), "old")
        later = row.updated_at.replace(year=2030)
        new = {"base_url": "https://new.example.com", "updated_at": later}
        provider = shelf.models.of(row)
        told, _ = await asyncio.gather(said(provider), shelf.change_key(row, "new", **new))
        assert told[0] in ("https://old.example.com old 0", "https://new.example.com new 0")


async def test_a_key_that_cannot_be_opened_is_a_refused_key():
    shelf = Shelf()
    row = await shelf.keep(config("a"), "k1")
    sealed = {"sealed": "elsewhere|k1"}
    await shelf.records.commit(Update(kind=Credential, where={"resource": "a"}, set=sealed))
    with pytest.raises(ModelError, match="key_refused"):
        await said(shelf.models.of(row))


async def test_the_client_that_was_not_used_longest_makes_room():
    shelf = Shelf(most=2)
    rows = [await shelf.keep(config(name), name) for name in "abc"]
    for row in (rows[0], rows[1], rows[0], rows[2]):
        await said(shelf.models.of(row))
    assert [one.config.id for one in shelf.made if one.closed] == ["b"]


async def test_a_call_that_fails_lets_its_client_go_too():
    shelf = Shelf()
    row = await shelf.keep(config("a"), "k1")
    await said(shelf.models.of(row))
    shelf.made[0].free.clear()
    running = asyncio.create_task(said(shelf.models.of(row)))
    await asyncio.sleep(0.01)
    await shelf.models.close("a")
    assert shelf.made[0].closed == 0
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert shelf.made[0].closed == 1


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("https://api.example.com/v1", None),
        ("https://inner.example.com/v1", "private"),
        ("https://nowhere.example.com/v1", "unresolved"),
        ("http://api.example.com/v1", "https"),
        ("https://127.0.0.1/v1", "private"),
    ],
)
async def test_an_address_is_judged_by_its_text_and_by_what_it_resolves_to(url, fault):
    assert await Shelf().models.address_fault(url) == fault


async def test_a_local_server_that_the_settings_do_not_name_is_not_called():
    shelf = Shelf()
    async with ChatApi(Text("hi"), api_key="") as api:
        row = await shelf.keep(config("a", api.base_url), "key")
        models = own_models(shelf.records, PlainSealer(), {})
        with pytest.raises(ModelError, match="unreachable"):
            await said(models.of(row))
        await models.aclose()
        assert api.requests == []
