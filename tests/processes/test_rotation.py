"""New keys for the vault as an operator brings them in: put first, rotate, take the old one out."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from adapters.store.sql.migrate import migrate
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.vault import Vault
from bot import doctor
from config.settings import load_settings
from core.credentials import Credentials
from tests.clocks import START
from tests.processes.program import begin, environment

SecretsOf = Callable[..., Awaitable[tuple[bool, str]]]
OLD, NEW = bytes(range(32)), bytes(range(32, 64))


def ring(**keys: bytes) -> str:
    return ",".join(f"{kid}:{base64.b64encode(key).decode()}" for kid, key in keys.items())


def database_in(data: Path) -> SqliteDatabase:
    """The desk's database, made."""
    data.mkdir(mode=0o700)
    database = SqliteDatabase(data / "bellwether.db")
    migrate(database)
    return database


def key_file(data: Path, text: str) -> None:
    """The folder with a key file of its own."""
    data.mkdir(mode=0o700)
    file = data / "secret.key"
    file.write_text(text)
    file.chmod(0o600)


async def keep(data: Path, **keys: bytes) -> None:
    """A secret in the desk's database, sealed as by a desk with these keys."""
    async with SqlRecords(database_in(data)) as records:
        writes = await Credentials(records, Vault(keys)).keep(
            "binance", "secret", "of anna", account_id="owner", now=START
        )
        assert await records.commit(*writes)


async def rotated(data: Path, **keys: bytes) -> tuple[int, str]:
    process = await begin(
        "secrets",
        "rotate",
        cwd=data.parent,
        env=environment(data, BELLWETHER_SECRET_KEYS=ring(**keys)),
    )
    async with asyncio.timeout(40):
        out, err = await process.communicate()
    assert not err, err.decode()
    assert process.returncode is not None
    return process.returncode, out.decode().strip()


@pytest.fixture
def secrets_of(monkeypatch: pytest.MonkeyPatch) -> SecretsOf:
    """What the doctor says of the vault, with these keys or those of the folder's own file."""

    async def examined(data: Path, **keys: bytes) -> tuple[bool, str]:
        monkeypatch.setenv("BELLWETHER_DATA", str(data))
        if keys:
            monkeypatch.setenv("BELLWETHER_SECRET_KEYS", ring(**keys))
        async for found in doctor.check(load_settings(None)):
            if found.part == "secrets":
                return found.ready, found.text
        raise AssertionError("nothing was said of secrets")

    return examined


async def test_the_doctor_says_what_is_under_which_key_and_rotation_frees_the_old_one(
    tmp_path: Path, secrets_of: SecretsOf
) -> None:
    data = tmp_path / "data"
    await keep(data, k1=OLD)
    ready, text = await secrets_of(data, k2=NEW, k1=OLD)
    assert ready
    assert "k2 seals; rows: 0 under k2, 1 under k1" in text
    assert "bellwether secrets rotate" in text
    assert await secrets_of(data, k2=NEW) == (
        False,
        "1 under k1, which the key ring does not have: put that key back behind k2",
    )
    assert await rotated(data, k2=NEW, k1=OLD) == (0, "Sealed anew with k2: 1 rows.")
    assert await secrets_of(data, k2=NEW) == (True, "k2 seals; rows: 1 under k2")


async def test_before_the_first_start_a_key_is_promised_and_a_bad_file_is_named(
    tmp_path: Path, secrets_of: SecretsOf
) -> None:
    data = tmp_path / "data"
    assert await secrets_of(data) == (True, "the first start makes a key")
    key_file(data, "k1:c2hvcnQ=\n")
    ready, text = await secrets_of(data)
    assert not ready
    assert "is not kid:base64 of 32 bytes" in text
    assert "c2hvcnQ" not in text
