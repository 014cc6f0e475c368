"""Chooses every concrete class from the settings: the only place that does (DESIGN 1)."""

import asyncio
import importlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

from adapters.clock import SystemClock, SystemIds
from adapters.events import InProcessEvents
from adapters.exchange.paper import PaperExchange
from adapters.llm.offline.planner import OfflinePlanner
from adapters.market.simulated import SimulatedMarket
from adapters.store.redis.waiting import RedisWaiting
from adapters.vault import Vault, load_or_create_key_file
from adapters.work import InProcessWork
from bot import models
from bot.database import open_records
from bot.desk import Desk, Seams, assemble
from bot.embedded import DataFolder, EmbeddedRedis
from config.settings import Settings
from core.domain.instruments import INSTRUMENTS
from core.jobs.liquidations import LiquidationNotices

REDIS_S = 2.0
"""How long an answer of Redis may take; a turn does not fail without it."""

Change = Callable[[Seams], Seams]


@dataclass(frozen=True, kw_only=True)
class Built:
    """A desk over real parts, and the parts that the app itself drives."""

    desk: Desk
    paper: PaperExchange
    market: SimulatedMarket
    telegram: Any
    owner_code: str
    storage: str


async def build(
    settings: Settings, stack: AsyncExitStack, change: Change = lambda seams: seams
) -> Built:
    """Open what the settings name and put the desk together; `stack` closes it in order.

    `change` may put other parts at the seams (tests do). SetupError for what cannot be opened.
    """
    folder = stack.enter_context(DataFolder(settings.data))
    clock = SystemClock()
    ids = SystemIds(clock)
    provider, model = models.provider(settings)
    stack.push_async_callback(provider.aclose)
    database = _database_url(settings, folder)
    redis, records = await asyncio.gather(
        _redis_url(settings, folder, stack), open_records(database)
    )
    stack.push_async_callback(records.aclose)
    client: Redis = Redis.from_url(
        redis,
        decode_responses=True,
        socket_timeout=REDIS_S,
        socket_connect_timeout=REDIS_S,
    )
    stack.push_async_callback(client.aclose)
    events = InProcessEvents()
    market = SimulatedMarket(
        records=records, clock=clock, instruments=INSTRUMENTS, seed=settings.seed
    )
    pushed = frozenset({"telegram"}) if settings.telegram_bot_token else frozenset[str]()
    notices = LiquidationNotices(records, clock, ids, pushed, simulated=market.simulated)
    paper = PaperExchange(records, market, clock, ids, INSTRUMENTS, tell=notices)
    seams = Seams(
        records=records,
        waiting=RedisWaiting(client, clock),
        work=InProcessWork(),
        events=events,
        sealer=Vault(settings.key_ring() or load_or_create_key_file(folder.path / "secret.key")),
        clock=clock,
        ids=ids,
        market=market,
        exchanges={"paper": paper},
        provider=provider,
        fallback=provider if provider.name == "offline" else OfflinePlanner(),
        model=model,
        paper_balance=settings.paper_balance,
        pushed=pushed,
        system_tools=settings.tools,
        default_lang=settings.lang,
    )
    desk = assemble(change(seams))
    code = await desk.people.start(settings.owners)
    return Built(
        desk=desk,
        paper=paper,
        market=market,
        telegram=_telegram(settings, desk) if pushed else None,
        owner_code=code,
        storage=f"{database.split(':', 1)[0].split('+')[0]} and redis",
    )


def _database_url(settings: Settings, folder: DataFolder) -> str:
    if settings.database_url is not None:
        return settings.database_url.get_secret_value()
    return f"sqlite:///{folder.path / 'bellwether.db'}"


async def _redis_url(settings: Settings, folder: DataFolder, stack: AsyncExitStack) -> str:
    if settings.redis_url is not None:
        return settings.redis_url.get_secret_value()
    server = EmbeddedRedis(folder)
    url = await server.start()
    stack.push_async_callback(server.stop)
    return url


def _telegram(settings: Settings, desk: Desk) -> Any:
    """The Telegram surface; its library is loaded here, only when a token is set."""
    module = importlib.import_module("adapters.chat.telegram.app")
    token, secret = settings.telegram_bot_token, settings.telegram_webhook_secret
    assert token is not None  # noqa: S101 - asked for only with one
    surface = module.TelegramSurface(
        token.get_secret_value(),
        assistant=desk.assistant,
        clock=desk.parts.clock,
        ids=desk.parts.ids,
        api_url=settings.telegram_api_url,
        webhook_url=settings.telegram_webhook_url,
        webhook_secret=secret.get_secret_value() if secret else None,
    )
    desk.surfaces["telegram"] = surface
    return surface
