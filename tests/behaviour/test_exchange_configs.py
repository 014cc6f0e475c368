"""Exchange accounts of a person's own: connected, listed, changed, deleted; the keys unseen."""

from dataclasses import replace

import pytest

from core.credentials import forget
from core.domain.records import (
    AuditEntry,
    Credential,
    Insert,
    Query,
)
from core.domain.venues import KeyCheck
from core.errors import PersonError, VenueError
from core.tools.arguments import parse_arguments
from tests.behaviour.exchange_desk import NEW, TYPED, WALLET, ExchangeDesk, desk_at_venue


@pytest.fixture
async def desk():
    return await ExchangeDesk().open()


async def test_an_exchange_account_lives_from_creation_to_deletion_original_h_54(desk):
    shown = await desk.do(action="create", exchange="binance", name="main")
    assert "The account “main” at binance is connected." in shown
    assert "LIVE" in shown
    assert "default: no" in shown
    row, secrets = desk.venue.checked[0]
    assert secrets == {name: TYPED[name] for name in ("api_key", "api_secret")}
    assert (row.venue, row.mode, row.testnet) == ("binance", "live", False)
    listed = await desk.list()
    assert "main" in listed
    assert "API key …E2zv, API secret …Tj0j" in listed
    assert "PAPER" in listed
    shown = await desk.do(action="update", config="MAIN", name="Haupt", default=True)
    assert "name: Haupt, was main" in shown
    assert "default: yes, was no" in shown
    shown = await desk.do(action="update", config="Haupt", enabled=False)
    assert "enabled: no, was yes" in shown
    assert "default: no, was yes" in shown
    desk_at_venue(desk)
    told = await desk.pressed(await desk.card(action="delete", config="haupt"))
    assert "“Haupt” and its keys are deleted" in told
    assert [row.name for row in await desk.rows()] == ["paper"]
    assert await desk.records.find(Query(kind=Credential)) == []


async def test_no_secret_is_in_any_output_or_row_in_the_open_original_h_58(desk):
    await desk.do(action="create", exchange="okx", name="main")
    await desk.do(NEW, action="update", config="main", new_keys=True)
    await desk.do(action="test", config="main")
    await desk.list()
    desk.venue.answer = KeyCheck(ok=False, reason="exchange_paper_there")
    await desk.refused(action="create", exchange="binance")
    audit = await desk.records.find(Query(kind=AuditEntry))
    everything = " ".join([*desk.told, *(str(row) for row in [*audit, *(await desk.rows())])])
    for secret in (*TYPED.values(), *NEW.values()):
        assert secret == WALLET or secret not in everything


async def test_every_secret_that_the_exchange_needs_is_asked_for(desk):
    for exchange, fields in (
        ("binance", ("api_key", "api_secret")),
        ("欧易", ("api_key", "api_secret", "passphrase")),
        ("Hyperliquid", ("wallet_address", "private_key")),
    ):
        await desk.do(action="create", exchange=exchange)
        assert desk.asked == fields
    row = await desk.of("Hyperliquid")
    assert row.settings == {"wallet_address": WALLET}
    kept = await desk.records.find(Query(kind=Credential, where={"resource": row.id}))
    assert [one.field for one in kept] == ["private_key"]
    shown = await desk.do(
        action="create", exchange="hyperliquid", settings={"wallet_address": WALLET}, name="hl2"
    )
    assert desk.asked == ("private_key",)
    assert f"wallet address: {WALLET}" in shown


async def test_keys_that_the_exchange_refuses_are_not_kept(desk):
    desk.venue.answer = KeyCheck(ok=False, reason="exchange_no_testnet", params={"venue": "X"})
    assert "X has no test network" in await desk.refused(action="create", exchange="binance")
    desk.venue.answer = VenueError("no answer")
    assert "could not be reached to check the keys" in await desk.refused(
        action="create", exchange="binance"
    )
    assert await desk.records.find(Query(kind=Credential)) == []


@pytest.mark.parametrize(
    ("can", "told"),
    [
        (True, "This key may withdraw money"),
        (None, "does not tell whether this key may withdraw"),
        (False, ""),
    ],
)
async def test_a_key_that_may_withdraw_is_warned_about(desk, can, told):
    desk.venue.answer = KeyCheck(ok=True, can_withdraw=can)
    shown = await desk.do(action="create", exchange="binance")
    assert told in shown
    assert ("withdraw" in shown) == bool(told)


async def test_new_keys_take_the_old_ones_place_only_if_they_work(desk):
    await desk.do(action="create", exchange="binance", name="main")
    row = await desk.of("main")
    desk.venue.answer = KeyCheck(ok=False, reason="exchange_paper_there")
    await desk.refused(typed=NEW, action="update", config="main", new_keys=True)
    assert await desk.credentials.open(row.id) == {
        name: TYPED[name] for name in ("api_key", "api_secret")
    }
    desk.venue.answer = KeyCheck(ok=True, can_withdraw=False)
    shown = await desk.do(NEW, action="update", config="main", new_keys=True)
    assert "keys: replaced (API key …QRST, API secret …UVWX)" in shown
    kept = await desk.records.find(Query(kind=Credential))
    assert {one.resource for one in kept} == {row.id}
    assert (await desk.credentials.open(row.id))["api_key"] == NEW["api_key"]


async def test_an_account_without_keys_is_not_enabled(desk):
    await desk.do(action="create", exchange="binance", name="main", enabled=False)
    row = await desk.of("main")
    await desk.commit(forget(row.id))
    told = await desk.refused(action="update", config="main", enabled=True)
    assert "lacks keys" in told
    assert "lacks keys" in await desk.refused(action="test", config="main")
    assert "is switched off" in await desk.refused(action="update", config="main", default=True)


async def test_exchanges_that_are_unknown_or_untried_are_named_with_those_that_are_not(desk):
    with pytest.raises(PersonError, match="exchange_missing") as error:
        await desk.do(action="create")
    assert ("Binance", "connect my Binance account") in error.value.choices
    assert "Gate" not in [label for label, _ in error.value.choices]
    told = await desk.refused(action="create", exchange="mtgox")
    assert "I cannot connect to “mtgox”" in told
    assert "Binance" in told
    told = await desk.refused(action="create", exchange="gate.io")
    assert "BELLWETHER_UNTESTED_VENUES=gate" in told
    told = await desk.refused(action="create", exchange="kucoin", testnet=True)
    assert "KuCoin has no test network" in told
    assert "have a paper account already" in await desk.refused(action="create", exchange="paper")


async def test_names_are_unique_and_a_usual_one_is_found(desk):
    await desk.do(action="create", exchange="binance", testnet=True)
    await desk.do(action="create", exchange="binance", testnet=True)
    names = [row.name for row in await desk.rows()]
    assert sorted(names) == ["Binance testnet", "Binance testnet 2", "paper"]
    told = await desk.refused(action="create", exchange="okx", name="ＰＡＰＥＲ")
    assert "have one called “PAPER” already" in told
    assert "have one called" in await desk.refused(
        action="update", config="Binance testnet 2", name="binance TESTNET"
    )


async def test_an_account_is_found_by_its_exchange_where_that_is_clear(desk):
    await desk.do(action="create", exchange="binance", name="main")
    assert "main" in await desk.do(action="update", config="币安", default=True)
    assert "default: yes, was no" in await desk.do(action="update", config="paper", default=True)
    await desk.do(action="create", exchange="binance", name="second")
    with pytest.raises(PersonError, match="config_which"):
        await desk.do(action="test", config="binance")
    with pytest.raises(PersonError, match="config_unknown"):
        await desk.do(action="test", config="bitmex")


async def test_exchange_and_network_of_an_account_are_fixed(desk):
    await desk.do(action="create", exchange="binance", testnet=True, name="main")
    for change in ({"testnet": False}, {"exchange": "okx"}):
        assert "cannot change" in await desk.refused(action="update", config="main", **change)
    assert "nothing was changed" in await desk.refused(
        action="update", config="main", testnet=True, exchange="Binance"
    )


async def test_the_paper_account_is_renamed_but_neither_switched_off_nor_deleted(desk):
    shown = await desk.do(action="update", config="paper", name="Übung")
    assert "name: Übung, was paper" in shown
    assert "PAPER" in shown
    assert "it stays" in await desk.refused(action="update", config="Übung", enabled=False)
    assert "needs no keys" in await desk.refused(action="update", config="Übung", new_keys=True)
    with pytest.raises(PersonError, match="exchange_paper_stays"):
        await desk.card(action="delete", config="Übung")
    assert "nothing was changed" in await desk.refused(
        action="update", config="Übung", default=True
    )


async def test_nobody_sees_or_uses_anothers_exchange_accounts_I10(desk):
    await desk.do(action="create", exchange="binance", name="annas")
    row = await desk.of("annas")
    ben = replace(desk.anna, id="ben", name="Ben")
    his = replace(desk.exchange_account, id="bens", account_id="ben")
    await desk.commit(Insert(record=his))
    context = desk.context(account=ben, exchange_account=his, conversation_id="web:2::ben")
    listing = desk.registry.tools["get_exchange_configs"]
    seen = await listing.run(parse_arguments(listing, {}), context)
    assert [one["name"] for one in seen.data["exchanges"]] == ["paper"]
    for arguments in (
        {"action": "test", "config": row.id},
        {"action": "update", "config": "annas", "default": True},
        {"action": "deposit", "config": "desk", "amount": "5"},
    ):
        with pytest.raises(PersonError, match="config_unknown"):
            await desk.tool.run(parse_arguments(desk.tool, arguments), context)
    args = parse_arguments(desk.tool, {"action": "delete", "config": row.id})
    with pytest.raises(PersonError, match="config_unknown"):
        await desk.tool.draft(args, context)
    gone = await desk.tool._removal.delete(row.id, context)
    assert (gone.ok, gone.writes) == (False, ())


async def test_the_words_are_there_in_chinese(desk):
    shown = await desk.do(lang="zh", action="create", exchange="币安", name="主账户")
    assert "binance 账户“主账户”已连接。" in shown
    assert "默认：否" in shown
    assert "您的交易所账户" in await desk.list("zh")


async def test_no_name_says_paper_of_what_is_live_or_live_of_what_is_not(desk):
    await desk.do(action="update", config="paper", name="Übung")
    for name in ("paper", "My Paper account", "模拟账户", "Ｐａｐｅｒ"):
        told = await desk.refused(action="create", exchange="binance", name=name)
        assert "this account is LIVE" in told
    await desk.do(action="create", exchange="binance", name="Papernote")
    assert "this account is LIVE" in await desk.refused(
        action="update", config="Papernote", name="paper"
    )
    assert "this account is PAPER" in await desk.refused(
        action="update", config="Übung", name="live account"
    )
