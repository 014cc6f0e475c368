"""Lifetimes: everything that runs is a task of one group, started and ended in order."""

import asyncio
import gc
import os
import socket
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from fastapi import FastAPI, Request, Response

from adapters.chat.web.app import create_app
from adapters.chat.web.auth import StartCodes
from bot.embedded import socket_path
from bot.live import follow_accounts
from bot.server import Server, local_socket, server, tcp_socket
from bot.wiring import AS_THEY_ARE, Built, Swaps, build, worker_model
from config.settings import Settings
from core.jobs.equity import EquityJob
from core.jobs.expiry import expire
from core.jobs.loops import every
from core.jobs.prices import PriceWatch
from core.jobs.venue_money import VenueMoneyJob
from core.ports import MarketData

log = structlog.get_logger(__name__)

_ANY = ("0.0.0.0", "::")  # noqa: S104 - named to be shown otherwise
WORKERS = 64
GRACE_S = 3.0
"""How long turns under way may still take when the program is told to end."""


@dataclass(frozen=True, kw_only=True)
class Running:
    """A desk that is up."""

    built: Built
    socket: Path
    url: str
    start_code: str
    ready_s: float


@asynccontextmanager
async def running(
    settings: Settings, *, swaps: Swaps = AS_THEY_ARE, page: bool = True
) -> AsyncIterator[Running]:
    """The desk with its workers, jobs and surfaces, until the block is left.

    Then it ends in order: nothing new is accepted, turns under way get a moment, the rest is left
    to the next start. SetupError when something cannot be started.
    """
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        tcp = tcp_socket(settings.host, settings.port) if page else None
        if tcp is not None:
            stack.callback(tcp.close)
        built = await build(settings, stack, swaps)
        desk = built.desk
        codes = StartCodes(desk.parts.ids)
        closing = asyncio.Event()
        path = socket_path(settings.data, "desk.sock")
        local = local_socket(path)
        stack.callback(path.unlink, missing_ok=True)
        servers = [(server(_app(settings, built, codes, closing, local=True)), local)]
        if tcp is not None:
            servers.append((server(_app(settings, built, codes, closing, local=False)), tcp))
        if built.telegram is not None:
            await built.telegram.start()
        group = await stack.enter_async_context(asyncio.TaskGroup())
        ends = _start(group, built, servers)
        await desk.assistant.sweep()
        while not all(one.started for one, _ in servers):  # noqa: ASYNC110 - uvicorn has no event
            await asyncio.sleep(0.002)
        port = tcp.getsockname()[1] if tcp is not None else 0
        _settle_memory()
        try:
            yield Running(
                built=built,
                socket=path,
                url=f"http://{_shown(settings.host)}:{port}/",
                start_code=codes.issue() if tcp is not None else "",
                ready_s=time.monotonic() - began,
            )
        finally:
            closing.set()
            await _stop(built, [one for one, _ in servers], ends)


def _app(
    settings: Settings, built: Built, codes: StartCodes, closing: asyncio.Event, *, local: bool
) -> FastAPI:
    token = settings.web_token
    webhook = settings.telegram_webhook_url
    app = create_app(
        built.desk.assistant,
        clock=built.desk.parts.clock,
        ids=built.desk.parts.ids,
        web_token=token.get_secret_value() if token else None,
        allowed_hosts=(settings.host, *([urlsplit(webhook).hostname or ""] if webhook else [])),
        start_codes=codes,
        local=local,
        move_market=built.move_market,
        closing=closing,
    )
    if webhook and built.telegram is not None and not local:
        _take_telegram(app, built)
    return app


def _take_telegram(app: FastAPI, built: Built) -> None:
    """The route that Telegram posts updates to; its secret header is checked by the surface."""

    async def updates(request: Request) -> Response:
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token")
        status = await built.telegram.receive(await request.body(), secret)
        return Response(status_code=status)

    app.add_api_route("/telegram/webhook", updates, methods=["POST"], include_in_schema=False)


def _start(
    group: asyncio.TaskGroup, built: Built, servers: list[tuple[Server, socket.socket]]
) -> list[asyncio.Task[None]]:
    """Start everything; the tasks that end only by being cancelled."""
    desk, clock = built.desk, built.desk.parts.clock

    async def woken() -> None:
        await desk.assistant.sweep()

    for one, sock in servers:
        group.create_task(one.serve(sockets=[sock]))
    for chat in built.chats:
        group.create_task(chat.run())
    ends = [group.create_task(desk.worker.work()) for _ in range(WORKERS)]
    ends.append(group.create_task(desk.delivery.run()))
    if built.chats:
        ends.append(group.create_task(_show_life(built)))
    ends.append(group.create_task(every(clock, 1.0, lambda: expire(desk.parts))))
    ends.append(group.create_task(every(clock, 5.0, woken)))
    ends.append(group.create_task(every(clock, 1.0, desk.memory.tick)))
    ends.append(group.create_task(every(clock, 1.0, desk.orders.look)))
    ends.append(group.create_task(every(clock, 2.0, desk.risk.look)))
    ends.append(group.create_task(every(clock, 5.0, desk.reconcile.look)))
    money = VenueMoneyJob(desk.parts)
    ends.append(group.create_task(every(clock, 10.0, money.look)))
    equity = EquityJob(desk.parts.records, desk.parts.venues, clock)
    ends.append(group.create_task(every(clock, 10.0, equity)))
    prices = PriceWatch(built.market, built.paper, desk.parts.records, clock, woken)
    ends.append(group.create_task(every(clock, 2.0, prices.look)))
    streams = follow_accounts(built.live, desk.parts.records, desk.orders.hint, clock)
    ends.append(group.create_task(streams))
    return ends


async def _show_life(built: Built) -> None:
    """Pass events of running turns on to the platforms that show them."""
    with built.events.follow_everything() as events:
        async for conversation_id, event in events:
            for chat in built.chats:
                await chat.progress(conversation_id, event)


async def _stop(built: Built, servers: list[Server], ends: list[asyncio.Task[None]]) -> None:
    for one in servers:
        one.should_exit = True
    for chat in built.chats:
        await chat.stop_receiving()
    deadline = time.monotonic() + GRACE_S
    while built.desk.worker.busy() and time.monotonic() < deadline:  # noqa: ASYNC110 - bounded
        await asyncio.sleep(0.02)
    for task in ends:
        task.cancel()
    for chat in built.chats:
        await chat.stop()


def _settle_memory() -> None:
    """What is there at the start stays: the collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _shown(host: str) -> str:
    return "127.0.0.1" if host in _ANY else f"[{host}]" if ":" in host else host


def market_line(market: MarketData) -> str:
    """Where prices come from, and whether they are real."""
    return f"{market.name}, prices are {'made up' if market.simulated else 'real'}"


def banner(settings: Settings, desk: Running) -> str:
    """A few lines on what runs; the two codes are the only secrets, and work once."""
    built = desk.built
    planner = built.desk.parts.provider.name
    unset = worker_model(settings) == "offline"
    hint = "  (no model key set: ANTHROPIC_API_KEY or OPENAI_API_KEY)" if unset else ""
    lines = [
        f"Bellwether is ready ({desk.ready_s:.1f} s). Ctrl-C ends it.",
        f"  planner     {planner}{hint}",
        f"  market      {market_line(built.market)}",
        "  accounts    PAPER",
        f"  storage     {built.storage}; data in {os.fspath(settings.data)}",
        f"  page        {desk.url}#code={desk.start_code}  (the code works once)",
        "  terminal    make chat, or: bellwether chat",
    ]
    if built.owner_code:
        lines.append(
            f"  owner code  {built.owner_code}  (send it to the bot in a private chat, once)"
        )
    if built.telegram is not None:
        lines.append(f"  telegram    @{built.telegram.username}")
    else:
        lines.append("  telegram    off: set TELEGRAM_BOT_TOKEN to turn it on")
    if built.discord is not None:
        lines.append("  discord     on: it connects now")
    return "\n".join(lines)
