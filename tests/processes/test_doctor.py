"""`bellwether doctor` as an operator meets it: every part is tried, and nothing is changed."""

import asyncio
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.store.sql.migrate import migrate
from adapters.store.sql.sqlite import SqliteDatabase
from tests.doubles.discord import FakeDiscord
from tests.doubles.discord.server import TOKEN
from tests.doubles.telegram import FakeTelegram, Fault
from tests.processes.program import begin, environment
from tests.processes.test_run import ended, started

WRONG = "987654321:AAwrongwrongwrongwrongwrongwrongwrong"
NOWHERE = "127.0.0.1:1"


async def examined(
    data: Path, *, fresh: bool = False, **more: str
) -> tuple[int, dict[str, tuple[bool, str]]]:
    """The exit code, and for each part whether it is ready and what is said of it."""
    process = await begin(
        "doctor",
        cwd=next(folder for folder in data.parents if folder.exists()),
        env=environment(data, **more),
        fresh=fresh,
    )
    async with asyncio.timeout(40):
        out, err = await process.communicate()
    assert not err, err.decode()
    found = {}
    for line in out.decode().splitlines():
        mark, _, rest = line.partition(" ")
        part, _, text = rest.partition(": ")
        assert mark in "✓✗", line
        found[part] = (mark == "✓", text)
    assert process.returncode is not None
    return process.returncode, found


def failed(found: dict[str, tuple[bool, str]]) -> set[str]:
    return {part for part, (ready, _) in found.items() if not ready}


def made_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.fixture
def silent() -> Iterator[str]:
    """Where connections are taken and nothing is ever said."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


async def test_on_a_new_folder_all_is_well_and_nothing_is_made(tmp_path: Path) -> None:
    code, found = await examined(tmp_path / "not" / "yet", fresh=True)
    assert (code, failed(found)) == (0, set())
    assert "will be made" in found["database"][1]
    assert "will be made" in found["data folder"][1]
    assert not made_in(tmp_path)


async def test_a_database_and_a_redis_that_do_not_answer_are_named(tmp_path: Path) -> None:
    code, found = await examined(
        tmp_path / "data",
        DATABASE_URL=f"postgres://nobody:hunter2@{NOWHERE}/x",
        REDIS_URL=f"redis://:hunter2@{NOWHERE}",
    )
    assert (code, failed(found)) == (2, {"database", "redis"})
    assert "hunter2" not in str(found)


async def test_nobody_is_waited_for_long(tmp_path: Path, silent: str) -> None:
    code, found = await examined(
        tmp_path / "data",
        DATABASE_URL=f"postgres://nobody@{silent}/x",
        REDIS_URL=f"redis://{silent}",
        TELEGRAM_BOT_TOKEN=WRONG,
        TELEGRAM_API_URL=f"http://{silent}",
    )
    assert (code, failed(found)) == (2, {"database", "redis", "telegram"})
    assert "no answer within 2 s" in found["database"][1]
    assert "no answer within 2 s" in found["redis"][1]
    assert "unreachable" in found["telegram"][1]
    assert WRONG not in str(found)


async def test_a_password_that_the_driver_would_show_is_not_shown(tmp_path: Path) -> None:
    _, found = await examined(
        tmp_path / "data", DATABASE_URL=f"postgres://nobody:hunter2%zz@{NOWHERE}/x"
    )
    assert failed(found) == {"database"}
    assert "hunter2" not in str(found)


async def test_a_database_and_a_redis_that_answer_are_ready(
    tmp_path: Path, postgres_url: str, valkey_server: str
) -> None:
    code, found = await examined(
        tmp_path / "data", DATABASE_URL=postgres_url, REDIS_URL=valkey_server
    )
    assert (code, failed(found)) == (0, set())
    assert "up to date" in found["database"][1]
    assert "answers" in found["redis"][1]


async def test_an_sqlite_database_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    file = data / "bellwether.db"

    migrate(SqliteDatabase(file))
    before = file.read_bytes()
    code, found = await examined(data)
    assert (code, failed(found)) == (0, set())
    assert "up to date" in found["database"][1]
    assert file.read_bytes() == before

    file.unlink()
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE theirs (id INTEGER)")
    other.close()
    before = file.read_bytes()
    _, found = await examined(data)
    assert "brings it up to date" in found["database"][1]
    assert file.read_bytes() == before
    assert made_in(data) == [file]

    file.write_bytes(b"a diary, not a database" * 50)
    code, found = await examined(data)
    assert (code, failed(found)) == (2, {"database"})


async def test_an_sqlite_database_in_a_folder_that_nobody_makes_is_not_ready(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/nowhere/desk.db"
    code, found = await examined(tmp_path / "data", DATABASE_URL=url)
    assert (code, failed(found)) == (2, {"database"})
    assert not (tmp_path / "nowhere").exists()


async def test_discord_is_asked_who_the_bot_is(tmp_path: Path) -> None:
    discord = await FakeDiscord().start()
    wrong = TOKEN.replace("G4kZ1a", "G4kZ1b")
    try:
        for token, code, said in ((TOKEN, 0, "@TestBot"), (wrong, 2, "refused")):
            answer, found = await examined(
                tmp_path / "data", DISCORD_BOT_TOKEN=token, DISCORD_API_URL=discord.url
            )
            assert answer == code
            assert said in found["discord"][1]
            assert token not in str(found)
    finally:
        await discord.stop()


async def test_telegram_is_asked_who_the_bot_is(tmp_path: Path) -> None:
    async with FakeTelegram() as telegram:
        code, found = await examined(
            tmp_path / "data", TELEGRAM_BOT_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.url
        )
        assert (code, failed(found)) == (0, set())
        assert "@bellwether_bot" in found["telegram"][1]
        assert [call.method for call in telegram.calls()] == ["getMe"]

        code, found = await examined(
            tmp_path / "data", TELEGRAM_BOT_TOKEN=WRONG, TELEGRAM_API_URL=telegram.url
        )
        assert (code, failed(found)) == (2, {"telegram"})
        assert "refused" in found["telegram"][1]
        assert WRONG not in str(found)

        telegram.fault("getMe", Fault.drop())
        code, found = await examined(
            tmp_path / "data", TELEGRAM_BOT_TOKEN=telegram.token, TELEGRAM_API_URL=telegram.url
        )
        assert (code, failed(found)) == (2, {"telegram"})
        assert "unreachable" in found["telegram"][1]
        assert telegram.token not in str(found)


async def test_a_model_is_named_and_not_called(tmp_path: Path, silent: str) -> None:
    key = "sk-ant-a-key-that-nobody-has"
    code, found = await examined(
        tmp_path / "data",
        BELLWETHER_WORKER_MODEL="anthropic:claude-test",
        ANTHROPIC_API_KEY=key,
        ANTHROPIC_BASE_URL=f"http://{silent}",
    )
    assert (code, failed(found)) == (0, set())
    assert "claude-test" in found["planner"][1]
    assert "not called" in found["planner"][1]
    assert key not in str(found)

    code, found = await examined(tmp_path / "data", BELLWETHER_WORKER_MODEL="anthropic:claude-test")
    assert (code, failed(found)) == (2, {"planner"})
    assert "ANTHROPIC_API_KEY" in found["planner"][1]


async def test_a_server_of_ones_own_is_named_and_not_called(tmp_path: Path, silent: str) -> None:
    code, found = await examined(
        tmp_path / "data",
        BELLWETHER_WORKER_MODEL="openai:llama-4",
        OPENAI_BASE_URL=f"http://{silent}/v1",
    )
    assert (code, failed(found)) == (0, set())
    assert found["planner"][1] == "llama-4 at 127.0.0.1; without a key, it was not called"

    code, found = await examined(
        tmp_path / "data", OPENAI_API_KEY="sk-nobody-has", OPENAI_BASE_URL=f"http://{silent}/v1"
    )
    assert (code, failed(found)) == (2, {"planner"})
    assert "BELLWETHER_WORKER_MODEL=openai:NAME" in found["planner"][1]
    assert "nobody-has" not in str(found)


async def test_a_port_of_somebody_else_is_taken_and_that_of_our_own_desk_is_fine(
    tmp_path: Path, silent: str
) -> None:
    data, port = tmp_path / "data", silent.rpartition(":")[2]
    code, found = await examined(data, PORT=port)
    assert (code, failed(found)) == (2, {"page"})

    with socket.create_server(("127.0.0.1", 0)) as server:
        free = str(server.getsockname()[1])
    process, _ = await started(data, PORT=free)
    try:
        code, found = await examined(data, PORT=free)
        assert (code, failed(found)) == (0, set())
        assert "a desk is running" in found["page"][1]
        assert "a desk is running" in found["data folder"][1]
    finally:
        await ended(process)


async def test_the_replay_is_read_and_a_file_that_holds_no_candles_is_named(tmp_path: Path) -> None:
    start = 1_640_995_200_000
    rows = [f"{start + minute * 60_000},100,101,99,100,5" for minute in range(3)]
    (tmp_path / "BTC_1m.csv").write_text("\n".join(rows))
    for file, ready, said in (
        ("BTC_1m.csv?speed=60", True, "3 candles of 1m for BTC in BTC_1m.csv, 60 times as fast"),
        ("nowhere.csv", False, "nowhere.csv"),
    ):
        more: dict[str, Any] = {"BELLWETHER_MARKET": f"replay:{tmp_path / file}"}
        code, found = await examined(tmp_path / "data", **more)
        assert (code == 0, found["market"][0]) == (ready, ready)
        assert said in found["market"][1]
