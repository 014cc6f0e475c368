"""Rotation of the vault's keys: everything sealed anew, in parts, and nothing moved about (I8)."""

import pytest

from adapters.store.memory import MemoryRecords
from adapters.vault import Vault
from core.agent.sealing import sealed, unsealed
from core.credentials import Credentials, credential_id
from core.domain.conversation import ConversationKey, Inbound, Text
from core.domain.records import Credential, InboxItem, Insert, Query, Update
from core.jobs.rotation import BATCH, rotate
from tests.behaviour.seams import Crash, MortalRecords
from tests.clocks import START

OLD, NEW, LOST = bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96))
OLD_RING, BOTH, NEW_RING = Vault({"k1": OLD}), Vault({"k2": NEW, "k1": OLD}), Vault({"k2": NEW})


async def keep(records, sealer, resource, **secrets):
    for field, secret in secrets.items():
        vault = Credentials(records, sealer)
        writes = await vault.keep(resource, field, secret, account_id="anna", now=START)
        assert await records.commit(*writes)


async def wait_in_the_inbox(records, sealer, number, text):
    inbound = Inbound(
        dedupe_key=f"web:{number}",
        conversation=ConversationKey(platform="web", chat="anna", person="anna"),
        body=Text(text=text),
        received_at=START,
    )
    item = InboxItem(
        id=f"i{number}",
        dedupe_key=inbound.dedupe_key,
        conversation_id=inbound.conversation.id,
        account_id="anna",
        kind="text",
        payload=sealed(sealer, f"i{number}", inbound),
        fingerprint="",
        status="new",
        received_at=START,
    )
    assert await records.commit(Insert(record=item))


async def keys(records):
    rows = await records.find(Query(kind=Credential))
    return {row.sealed.split(":")[1] for row in rows}


async def test_all_is_sealed_anew_with_the_first_key_and_opens_without_the_older():
    records = MemoryRecords()
    await keep(records, OLD_RING, "binance", api_key="key of anna", secret="密钥 🔑")
    await wait_in_the_inbox(records, OLD_RING, 1, "btc price")
    done = await rotate(records, BOTH)
    assert (done.resealed, done.unreadable) == (3, {})
    assert await Credentials(records, NEW_RING).open("binance") == {
        "api_key": "key of anna",
        "secret": "密钥 🔑",
    }
    [item] = await records.find(Query(kind=InboxItem))
    assert unsealed(NEW_RING, item).body == Text(text="btc price")
    assert (await rotate(records, BOTH)).resealed == 0


async def test_it_is_done_in_parts_and_goes_on_where_it_was_killed_I15():
    behind = MemoryRecords()
    count = 2 * BATCH + 1
    for number in range(count):
        await keep(behind, OLD_RING, f"r{number:04}", secret=str(number))
    with pytest.raises(Crash):
        await rotate(MortalRecords(behind, 2), BOTH)
    rows = await behind.find(Query(kind=Credential))
    assert sum(row.sealed.startswith("v1:k2:") for row in rows) == 2 * BATCH
    assert (await rotate(behind, BOTH)).resealed == 1
    opened = Credentials(behind, NEW_RING)
    assert (await opened.open("r0007"), await opened.open("r0200")) == (
        {"secret": "7"},
        {"secret": "200"},
    )


async def test_what_cannot_be_opened_is_counted_by_its_key_and_left_as_it_is():
    records = MemoryRecords()
    await keep(records, Vault({"k0": LOST}), "lost", secret="lost")
    await keep(records, OLD_RING, "binance", secret="kept")
    done = await rotate(records, BOTH)
    assert (done.resealed, done.unreadable) == (1, {"k0": 1})
    assert await keys(records) == {"k0", "k2"}
    assert await Credentials(records, Vault({"k0": LOST})).open("lost") == {"secret": "lost"}


async def test_what_was_changed_meanwhile_stays_as_changed():
    """The row is written between the reading of it and the commit of its batch."""

    class Racing(MemoryRecords):
        raced = False

        async def commit(self, *writes):
            if not self.raced and any(isinstance(one, Update) for one in writes):
                self.raced = True
                await keep(self, BOTH, "binance", secret="newer")
            return await super().commit(*writes)

    records = Racing()
    await keep(records, OLD_RING, "binance", secret="older")
    await rotate(records, BOTH)
    assert await Credentials(records, NEW_RING).open("binance") == {"secret": "newer"}


@pytest.mark.parametrize(("resource", "field"), [("okx", "secret"), ("binance", "api_key")])
async def test_a_sealed_secret_that_is_moved_to_another_row_or_field_does_not_open(resource, field):
    records = MemoryRecords()
    await keep(records, BOTH, "binance", secret="of binance")
    await keep(records, BOTH, resource, **{field: "of another"})
    [source] = await records.find(
        Query(kind=Credential, where={"id": credential_id("binance", "secret")})
    )
    moved = Update(
        kind=Credential,
        where={"id": credential_id(resource, field)},
        set={"sealed": source.sealed},
    )
    assert await records.commit(moved)
    with pytest.raises(ValueError, match="place"):
        await Credentials(records, BOTH).open(resource)
