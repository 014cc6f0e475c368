"""`bellwether doctor`: each part tried and named in plain words, nothing changed."""

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import httpx
from redis.exceptions import RedisError

from adapters.market.candle_file import read_candles
from adapters.market.replay import markets_of
from adapters.store.redis.client import connect
from adapters.store.sql.database import Database
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.version import is_current
from bot import sealed_check
from bot.embedded import DataFolder, is_listening, server_binary, socket_path
from bot.live import checked_venue, live_titles
from bot.wiring import SQLITE, WORKER, database_of, provider_of, worker_model
from config.market import MarketSource
from config.settings import Settings, load_settings
from core.domain.money import plain
from core.errors import SetupError

R = TypeVar("R")

LIMIT_S = 2.0
"""How long any one part may take to answer."""
TELEGRAM = "https://api.telegram.org"
DISCORD = "https://discord.com/api/v10"
SQLITE_HEADER = b"SQLite format 3\0"
RUNNING = "a desk is running"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: whether it is ready, and what to do when it is not."""

    part: str
    ready: bool
    text: str


class _Untouched(SqliteDatabase):
    """A file that is not in our way of writing yet: read without being brought into it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._address = f"{path.absolute().as_uri()}?mode=ro"

    def connect(self, *, write: bool) -> sqlite3.Connection:  # noqa: ARG002  it never writes
        try:
            return sqlite3.connect(self._address, timeout=LIMIT_S, uri=True)
        except sqlite3.Error as error:
            raise SetupError(str(error)) from error


def report(write: Callable[[str], object]) -> int:
    """Print a line for each part; 0 when every part is ready, else 2."""
    try:
        settings = load_settings()
    except SetupError as error:
        write(f"✗ settings: {error}")
        return 2
    return asyncio.run(_report(settings, write))


async def _report(settings: Settings, write: Callable[[str], object]) -> int:
    all_ready = True
    async for finding in check(settings):
        write(f"{'✓' if finding.ready else '✗'} {finding.part}: {finding.text}")
        all_ready = all_ready and finding.ready
    return 0 if all_ready else 2


async def check(settings: Settings) -> AsyncIterator[Finding]:
    """Every part in the order it is started."""
    yield Finding("python", ready=sys.version_info >= (3, 11), text=sys.version.split()[0])
    folder = _folder(settings.data)
    yield folder
    database = _database(settings)
    yield database
    yield _vault(settings, readable=database.ready)
    yield await _redis(settings)
    yield await _planner(settings)
    yield await _market(settings.market_source)
    yield _accounts(settings)
    yield _page(settings, running=folder.text.endswith(RUNNING))
    yield await _telegram(settings)
    yield await _discord(settings)


async def _market(source: MarketSource) -> Finding:
    part = "market"
    if source.kind == "ccxt":
        try:
            title = checked_venue(source.exchange)
        except SetupError as error:
            return Finding(part, ready=False, text=str(error))
        return Finding(part, ready=True, text=f"{title}: real prices; it was not called")
    if source.kind == "replay":
        try:
            file = await asyncio.to_thread(read_candles, Path(source.file))
            markets = markets_of(file, source.symbol)
        except SetupError as error:
            return Finding(part, ready=False, text=str(error))
        text = (
            f"{len(file.rows)} candles of {file.interval} for {markets[0].base} in {file.name}, "
            f"{plain(source.speed)} times as fast: prices are made up"
        )
        return Finding(part, ready=True, text=text)
    seed = "" if source.seed is None else f", seed {source.seed}"
    return Finding(part, ready=True, text=f"simulated{seed}: prices are made up")


# -- the folder and what lies in it -----------------------------------------------------------


def _folder(path: Path) -> Finding:
    part = "data folder"
    where = _existing(path)
    if not where.is_dir():
        return Finding(part, ready=False, text=f"{where} is not a folder")
    if not os.access(where, os.R_OK | os.W_OK | os.X_OK):
        text = f"{path} cannot be written; set BELLWETHER_DATA to a folder of yours"
        return Finding(part, ready=False, text=text)
    if not path.exists():
        return Finding(part, ready=True, text=f"{path} will be made")
    try:
        running = is_listening(socket_path(path, "desk.sock"))
    except SetupError as error:
        return Finding(part, ready=False, text=str(error))
    return Finding(part, ready=True, text=f"{path}; {RUNNING}" if running else str(path))


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above it that is there."""
    return next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())


def _database(settings: Settings) -> Finding:
    part = "database"
    try:
        database = database_of(settings, DataFolder(settings.data))
        file = _sqlite_file(settings)
        if file is None:
            name = "PostgreSQL"
        else:
            name = f"SQLite in {file}"
            if not file.exists() or (file.is_file() and not file.stat().st_size):
                return _absent(settings, file)
            database = _readable(file, database)
        current = _in_time(lambda: is_current(database))
    except (SetupError, OSError, TimeoutError) as error:
        return Finding(part, ready=False, text=_told(settings, error))
    state = "its tables are up to date" if current else "the next start brings it up to date"
    return Finding(part, ready=True, text=f"{name} answers; {state}")


def _vault(settings: Settings, *, readable: bool) -> Finding:
    """The keys there are, and what is sealed with which, where the database can be read."""
    try:
        ring = sealed_check.key_ids(settings)
        file = _sqlite_file(settings)
        there = file is None or (file.is_file() and file.stat().st_size > 0)
        rows: Mapping[str, int] = {}
        if readable and there:
            database = database_of(settings, DataFolder(settings.data))
            opened = database if file is None else _readable(file, database)
            rows = _in_time(lambda: sealed_check.sealed_rows(opened))
    except (SetupError, OSError, TimeoutError) as error:
        return Finding("secrets", ready=False, text=_told(settings, error))
    ready, text = sealed_check.told(ring, rows)
    return Finding("secrets", ready=ready, text=text)


def _sqlite_file(settings: Settings) -> Path | None:
    if settings.database_url is None:
        return settings.data / "bellwether.db"
    url = settings.database_url.get_secret_value()
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def _absent(settings: Settings, file: Path) -> Finding:
    """A file that is not there: we make it, but no folder for it other than our own."""
    folder = file.absolute().parent
    ours = folder == settings.data.absolute() and not folder.exists()
    if not ours and not os.access(folder, os.W_OK | os.X_OK):
        return Finding("database", ready=False, text=f"the folder {folder} cannot be written")
    return Finding("database", ready=True, text=f"SQLite; {file} will be made")


def _readable(file: Path, database: Database) -> Database:
    """The database, opened so that the file stays what it is; SetupError when it is none."""
    with file.open("rb") as opened:
        header = opened.read(20)
    if not header.startswith(SQLITE_HEADER):
        raise SetupError(f"{file} is not an SQLite database")
    # Bytes 18 and 19 say how the file is written; 2 is the write-ahead log, which is ours.
    return database if header[18:20] == b"\2\2" else _Untouched(file)


def _in_time(ask: Callable[[], R]) -> R:
    """The answer within the limit; TimeoutError leaves a thread behind that ends with us."""
    answer: Future[R] = Future()

    def run() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:  # noqa: BLE001  the asker's to handle
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer.result(LIMIT_S)


def _told(settings: Settings, error: Exception) -> str:
    """The failure in one line, without the password that some drivers repeat."""
    if isinstance(error, TimeoutError):
        return f"no answer within {LIMIT_S:g} s"
    text = " ".join(str(error).split())
    for secret in (settings.database_url, settings.redis_url):
        url = secret.get_secret_value() if secret else ""
        password = urlsplit(url).password or ""
        for shown in (url, password, unquote(password)):
            text = text.replace(shown, "…") if shown else text
    return text


# -- what is reached over a connection --------------------------------------------------------


async def _redis(settings: Settings) -> Finding:
    if settings.redis_url is None:
        return _own_redis()
    try:
        client = connect(settings.redis_url.get_secret_value())
    except ValueError:
        return Finding("redis", ready=False, text="REDIS_URL is not valid")
    try:
        async with asyncio.timeout(LIMIT_S):
            await client.ping()
    except (RedisError, OSError, TimeoutError) as error:
        return Finding("redis", ready=False, text=f"REDIS_URL: {_told(settings, error)}")
    finally:
        await client.aclose()
    return Finding("redis", ready=True, text="the server of REDIS_URL answers")


def _own_redis() -> Finding:
    """The server that a start would run: whether it is there, and of a kind that runs here."""
    try:
        binary = server_binary()
        told = subprocess.run(  # noqa: S603  our own server, or the one on the PATH
            [binary, "--version"], capture_output=True, check=True, timeout=LIMIT_S
        )
    except SetupError as error:
        return Finding("redis", ready=False, text=str(error))
    except (OSError, subprocess.SubprocessError):
        text = "the server does not run on this machine; set REDIS_URL to a server of yours"
        return Finding("redis", ready=False, text=text)
    name = "Valkey" if b"valkey" in told.stdout.lower() else "Redis"
    return Finding("redis", ready=True, text=f"our own {name}, started with the desk")


async def _planner(settings: Settings) -> Finding:
    try:
        provider, model = provider_of(settings, WORKER, worker_model(settings))
    except SetupError as error:
        return Finding("planner", ready=False, text=str(error))
    await provider.aclose()
    kind = provider.name.partition(":")[0]
    if kind in ("offline", "scripted"):
        return Finding("planner", ready=True, text=provider.name)
    if kind == "openai" and settings.openai_base_url:
        where = urlsplit(settings.openai_base_url).hostname
        key = "its key is set" if settings.openai_api_key else "without a key"
        return Finding("planner", ready=True, text=f"{model} at {where}; {key}, it was not called")
    return Finding("planner", ready=True, text=f"{model}; its key is set, it was not called")


def _accounts(settings: Settings) -> Finding:
    """Where orders may go: nothing is LIVE before a person has connected an account in chat."""
    titles = ", ".join(live_titles(settings.untested_venues))
    text = f"PAPER for everybody; LIVE at {titles} for whoever connects an account there"
    return Finding("accounts", ready=True, text=text)


def _page(settings: Settings, *, running: bool) -> Finding:
    where = f"{settings.host}:{settings.port}"
    if running:
        return Finding("page", ready=True, text=RUNNING)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((settings.host, settings.port))
        except OSError as error:
            text = f"{where} cannot be had ({error.strerror}); set PORT or HOST to another"
            return Finding("page", ready=False, text=text)
    return Finding("page", ready=True, text=f"{where} is free")


async def _discord(settings: Settings) -> Finding:
    """Who the bot is, asked once."""
    part, token = "discord", settings.discord_bot_token
    if token is None:
        text = "off; set DISCORD_BOT_TOKEN to turn it on"
        return Finding(part, ready=True, text=text)
    home = (settings.discord_api_url or DISCORD).rstrip("/")
    headers = {"Authorization": f"Bot {token.get_secret_value()}"}
    try:
        async with asyncio.timeout(LIMIT_S), httpx.AsyncClient(timeout=LIMIT_S) as client:
            answer = await client.get(f"{home}/users/@me", headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError):
        return Finding(part, ready=False, text=f"{urlsplit(home).hostname} is unreachable")
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        text = "the token is refused; copy it again from the developer portal"
        return Finding(part, ready=False, text=text)
    try:
        name = answer.json()["username"]
    except (ValueError, LookupError, TypeError):
        text = f"{urlsplit(home).hostname} answers {answer.status_code}, not as Discord does"
        return Finding(part, ready=False, text=text)
    return Finding(part, ready=True, text=f"@{name}")


async def _telegram(settings: Settings) -> Finding:
    """Who the bot is, asked once. No error of the library is shown: its address is the token."""
    part, token = "telegram", settings.telegram_bot_token
    if token is None:
        text = "off; set TELEGRAM_BOT_TOKEN to turn it on"
        return Finding(part, ready=True, text=text)
    home = (settings.telegram_api_url or TELEGRAM).rstrip("/")
    try:
        async with asyncio.timeout(LIMIT_S), httpx.AsyncClient(timeout=LIMIT_S) as client:
            answer = await client.get(f"{home}/bot{token.get_secret_value()}/getMe")
    except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError):
        return Finding(part, ready=False, text=f"{urlsplit(home).hostname} is unreachable")
    if answer.status_code in (401, 404):
        text = "the token is refused; copy it again from @BotFather"
        return Finding(part, ready=False, text=text)
    try:
        name = answer.json()["result"]["username"]
    except (ValueError, LookupError, TypeError):
        text = f"{urlsplit(home).hostname} answers {answer.status_code}, not as Telegram does"
        return Finding(part, ready=False, text=text)
    return Finding(part, ready=True, text=f"@{name}")
