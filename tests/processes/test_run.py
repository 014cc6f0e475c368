"""`bellwether run` as an operator meets it: started, refused, ended, killed, and started again."""

import asyncio
import re
import signal
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.embedded import socket_path
from tests.processes.program import Process, begin, environment

READY_S = 40


async def started(data: Path, *, fresh: bool = False, **more: str) -> tuple[Process, str]:
    """`bellwether run` in a child, and what it printed until it was ready."""
    process = await begin(
        "run",
        cwd=data.parent,
        env=environment(data, **more),
        fresh=fresh,
    )
    assert process.stdout is not None
    printed = ""
    async with asyncio.timeout(READY_S):
        while "telegram" not in printed:
            line = await process.stdout.readline()
            if not line:
                assert process.stderr is not None
                raise AssertionError((await process.stderr.read()).decode())
            printed += line.decode()
    return process, printed


async def ended(process: Process, number: int = signal.SIGTERM) -> float:
    """End it with a signal; how long that took, in seconds."""
    began = time.monotonic()
    process.send_signal(number)
    async with asyncio.timeout(15):
        await process.communicate()
    return time.monotonic() - began


async def refused(data: Path, *, fresh: bool = False, **more: str) -> str:
    """What `bellwether run` says when it cannot start: one line, exit code 2, no stack trace."""
    process = await begin(
        "run",
        cwd=data.parent,
        env=environment(data, **more),
        fresh=fresh,
    )
    async with asyncio.timeout(READY_S):
        out, err = await process.communicate()
    assert process.returncode == 2, (out, err)
    text = err.decode().strip()
    assert "Traceback" not in text
    assert len(text.splitlines()) == 1, text
    assert not out.strip()
    return text


def servers_of(data: Path) -> list[int]:
    """Processes whose command line names this data folder's Redis socket."""
    mark = str(socket_path(data, "redis.sock")).encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


async def test_it_says_what_runs_and_its_link_opens_the_page_once(tmp_path: Path) -> None:
    process, printed = await started(tmp_path / "data", fresh=True)
    try:
        assert "PAPER" in printed
        assert "offline" in printed
        assert "simulated market" in printed
        assert re.search(r"owner code +[0-9a-z]{10,}", printed)
        found = re.search(r"(http://127\.0\.0\.1:\d+/)#code=(\w+)", printed)
        assert found is not None
        async with httpx.AsyncClient(base_url=found[1]) as http:
            page = await http.get("/")
            assert page.status_code == 200
            assert (await http.get("/healthz")).status_code == 200
            assert (await http.get("/readyz")).status_code == 200
            opened = await http.post("/api/v1/session", json={"code": found[2]})
            assert opened.status_code == 200
            again = await http.post("/api/v1/session", json={"code": found[2]})
            assert again.status_code == 401
            headers = {"Authorization": f"Bearer {opened.json()['token']}"}
            answer = await http.post(
                "/api/agent/chat", json={"message": "btc price"}, headers=headers
            )
            assert "BTC/USDT" in answer.json()["messages"][-1]["text"]
    finally:
        await ended(process)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_in_order_and_leaves_no_child(
    tmp_path: Path, number: signal.Signals
) -> None:
    data = tmp_path / "data"
    process, _ = await started(data, fresh=True)
    assert len(servers_of(data)) == 1
    await ended(process, number)
    assert process.returncode == 0
    assert servers_of(data) == []


async def test_the_server_left_by_a_killed_desk_is_gone_after_the_next_start_I15(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    process, _ = await started(data)
    left = servers_of(data)
    process.kill()
    await process.communicate()
    process, _ = await started(data)
    try:
        now = servers_of(data)
        assert len(now) == 1
        assert now != left
    finally:
        await ended(process)
    assert servers_of(data) == []


async def test_a_second_desk_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    process, _ = await started(data)
    try:
        text = await refused(data)
        assert str(process.pid) in text
        assert "BELLWETHER_DATA" in text
    finally:
        await ended(process)


async def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        text = await refused(tmp_path / "data", PORT=str(port))
    assert str(port) in text
    assert "PORT" in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("BELLWETHER_MARKET", "moon"),
        ("BELLWETHER_MARKET", "replay:/nowhere.json"),
        ("BELLWETHER_OWNERS", "somebody"),
        ("BELLWETHER_PAPER_BALANCE", "a lot"),
        ("BELLWETHER_TIMEZONE", "Mars/Base"),
        ("BELLWETHER_WORKER_MODEL", "scripted:/nowhere.json"),
        ("BELLWETHER_MEMORY_MODEL", "scripted:/nowhere.json"),
        ("BELLWETHER_PROFILES", "/nowhere.json"),
        ("BELLWETHER_SECRET_KEYS", "k1:c2hvcnQ="),
        ("DATABASE_URL", "mysql://somewhere"),
    ],
)
async def test_a_wrong_setting_is_named_with_what_was_expected(
    tmp_path: Path, name: str, value: str
) -> None:
    setting: dict[str, Any] = {name: value}
    text = await refused(tmp_path / "data", **setting)
    assert name in text or "nowhere.json" in text


async def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_text("not a folder")
    text = await refused(data, fresh=True)
    assert str(data) in text


async def test_a_question_survives_an_emptied_redis_and_is_filled_once_I15(tmp_path: Path) -> None:
    data = tmp_path / "data"
    process, _ = await started(data)
    try:
        transport = httpx.AsyncHTTPTransport(uds=str(socket_path(data, "desk.sock")))
        async with httpx.AsyncClient(transport=transport, base_url="http://desk") as http:
            card = await http.post("/api/agent/chat", json={"message": "buy 50 usdt of btc"})
            question = card.json()["messages"][-1]["question_id"]
            reader, writer = await asyncio.open_unix_connection(
                str(socket_path(data, "redis.sock"))
            )
            writer.write(b"FLUSHALL\r\n")
            assert await reader.readline() == b"+OK\r\n"
            writer.close()
            path = f"/api/v1/questions/{question}/answer"
            both = await asyncio.gather(
                http.post(path, json={"choice": "confirm"}),
                http.post(path, json={"choice": "confirm"}),
            )
            assert sorted(answer.status_code for answer in both) == [200, 409]
            trades = await http.post("/api/agent/chat", json={"message": "/history"})
            assert "(1 of 1)" in trades.json()["messages"][-1]["text"]
    finally:
        await ended(process)


async def test_the_terminal_chats_by_pipe_and_starts_a_desk_when_none_runs(
    tmp_path: Path,
) -> None:
    process = await begin(
        "chat",
        cwd=tmp_path,
        env=environment(tmp_path / "data"),
        stdin=True,
        fresh=True,
    )
    async with asyncio.timeout(READY_S):
        out, err = await process.communicate("btc price\n余额\nbuy 50 usdt of btc\nyes\n".encode())
    text = out.decode()
    assert process.returncode == 0, err
    assert "BTC/USDT" in text
    assert "余额" in text
    assert "Bought" in text


async def test_a_token_is_made_for_an_account_and_the_market_can_be_moved(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    process, printed = await started(data)
    try:
        token = await _command(data, "token", "create", "--account", "alice", "--role", "trader")
        found = re.search(r"(http://127\.0\.0\.1:\d+/)", printed)
        assert found is not None
        headers = {"Authorization": f"Bearer {token}"}
        await _command(data, "market", "set", "BTC/USDT", "90000")
        async with httpx.AsyncClient(base_url=found[1], headers=headers) as http:
            answer = await http.post("/api/agent/chat", json={"message": "btc price"})
            assert re.search(r"\b(89,9|90,0)\d\d", answer.json()["messages"][-1]["text"])
            assert (await http.get("/api/v1/agent/history?audit=true")).status_code == 403
    finally:
        await ended(process)


async def _command(data: Path, *words: str) -> str:
    process = await begin(*words, cwd=data.parent, env=environment(data))
    async with asyncio.timeout(READY_S):
        out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode().strip()


async def test_migrate_prepares_the_database_and_a_second_owner_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert "up to date" in await _command(data, "migrate")
    assert (data / "bellwether.db").exists()
    process = await begin(
        *("token", "create", "--account", "bob", "--role", "owner"),
        cwd=tmp_path,
        env=environment(data),
    )
    async with asyncio.timeout(READY_S):
        _, err = await process.communicate()
    assert process.returncode == 2
    assert "one owner" in err.decode()
