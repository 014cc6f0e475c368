"""Chooses every concrete class from the settings: the only place that does (DESIGN 1).

A slow library is loaded here by name, when what needs it is built: Alembic for a database that is
out of date, psycopg for PostgreSQL, a model's or platform's library where the settings ask for it.
"""

import asyncio
import importlib
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from adapters.charts.process import DrawnCharts
from adapters.chat.web.admin import MoveMarket
from adapters.clock import SystemClock, SystemIds
from adapters.events import InProcessEvents
from adapters.exchange.ccxt.client import Clients, Library
from adapters.exchange.ccxt.exchange import CcxtExchange
from adapters.exchange.ccxt.keys import CcxtKeys
from adapters.exchange.paper import PaperExchange
from adapters.llm.offline.planner import OfflinePlanner
from adapters.llm.scripted import ScriptedProvider
from adapters.market.replay import open_replay
from adapters.market.simulated import SimulatedMarket
from adapters.stocks.directory import StockDirectory
from adapters.store.redis.client import connect
from adapters.store.redis.waiting import RedisWaiting
from adapters.store.sql.database import Database
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from adapters.store.sql.version import is_current
from adapters.vault import Vault, load_or_create_key_file
from adapters.work import InProcessWork
from bot.desk import Desk, assemble
from bot.embedded import DataFolder, EmbeddedRedis
from bot.live import checked_venue, live_exchanges, live_markets
from bot.own_models import own_hosts, own_models
from config.market import MarketSource
from config.profiles import load_profiles
from config.settings import MODEL, Settings
from core.agent.notices import Notices
from core.agent.parts import Seams
from core.domain.instruments import INSTRUMENTS
from core.domain.model_vendors import VENDORS
from core.domain.profiles import ExecutionProfile
from core.errors import SetupError
from core.jobs.liquidations import LiquidationNotices
from core.ports import Clock, LLMProvider, MarketData, Records
from core.trading.venue import Venues

DEFAULT_ANTHROPIC = VENDORS["anthropic"].model
DEFAULT_OPENAI = VENDORS["openai"].model
OPENAI = "https://api.openai.com/v1"
WORKER = "BELLWETHER_WORKER_MODEL"
MEMORY = "BELLWETHER_MEMORY_MODEL"
SQLITE = "sqlite:///"


@dataclass(frozen=True, kw_only=True)
class Swaps:
    """Other parts for the program's own, put in before anything is built on them: tests do."""

    records: Callable[[SqlRecords], Records] = lambda records: records
    seams: Callable[[Seams], Seams] = lambda seams: seams


@dataclass(frozen=True, kw_only=True)
class Built:
    """A desk over real parts, and the parts that the app itself drives.

    `move_market` makes a price; None where the market is not the simulator.
    """

    desk: Desk
    paper: PaperExchange
    market: MarketData
    move_market: MoveMarket | None
    events: InProcessEvents
    live: Mapping[str, CcxtExchange]
    telegram: Any
    discord: Any
    owner_code: str
    storage: str

    @property
    def chats(self) -> list[Any]:
        """The surfaces on platforms of others, those that are set up."""
        return [one for one in (self.telegram, self.discord) if one is not None]


AS_THEY_ARE = Swaps()


async def build(settings: Settings, stack: AsyncExitStack, swaps: Swaps = AS_THEY_ARE) -> Built:
    """Open what the settings name and put the desk together; `stack` closes it in order.

    SetupError for what cannot be opened.
    """
    folder = stack.enter_context(DataFolder(settings.data))
    clock = SystemClock()
    ids = SystemIds(clock)
    models = planners(settings, stack)
    database = database_of(settings, folder)
    async with asyncio.TaskGroup() as group:
        redis = group.create_task(_redis_url(settings, folder, stack))
        group.create_task(asyncio.to_thread(bring_up_to_date, database))
    stored = SqlRecords(database)
    stack.push_async_callback(stored.aclose)
    records = swaps.records(stored)
    client = connect(redis.result())
    stack.push_async_callback(client.aclose)
    events = InProcessEvents()
    venue_clients = Clients(Library(), clock)
    stack.push_async_callback(venue_clients.aclose)
    markets = live_markets(venue_clients, clock)
    market = await _market(settings.market_source, markets, records, clock)
    tokens = {"telegram": settings.telegram_bot_token, "discord": settings.discord_bot_token}
    pushed = frozenset(name for name, token in tokens.items() if token is not None)
    notices = Notices(records=records, clock=clock, ids=ids, pushed=pushed)
    tell = LiquidationNotices(notices, simulated=market.simulated)
    paper = PaperExchange(records, market, clock, ids, rules=settings.paper_rules, tell=tell)
    sealer = Vault(settings.key_ring() or load_or_create_key_file(folder.path / "secret.key"))
    live = live_exchanges(venue_clients, records, sealer, clock, settings.untested_venues)
    for one in live.values():
        stack.push_async_callback(one.aclose)
    clients = own_models(records, sealer, own_hosts(settings))
    stack.push_async_callback(clients.aclose)
    charts = DrawnCharts(folder.path / "charts")
    stack.push_async_callback(charts.aclose)
    seams = Seams(
        records=records,
        waiting=RedisWaiting(client, clock),
        work=InProcessWork(),
        events=events,
        sealer=sealer,
        clients=clients,
        bank=paper,
        clock=clock,
        ids=ids,
        venues=Venues(exchanges={"paper": paper, **live}, market=market, markets=markets),
        keys=CcxtKeys(venue_clients, settings.untested_venues),
        stocks=StockDirectory(lambda: load("adapters.stocks.table").rows()),
        provider=models.worker,
        fallback=models.worker if models.worker.name == "offline" else OfflinePlanner(),
        model=models.model,
        memory=models.memory,
        profiles=models.profiles,
        models=models.own,
        paper_balance=settings.paper_balance,
        pushed=pushed,
        charts=charts,
        system_tools=settings.tools,
        default_lang=settings.lang,
        default_timezone=settings.timezone,
    )
    desk = assemble(swaps.seams(seams))
    code = await desk.people.start(settings.owners)
    return Built(
        desk=desk,
        paper=paper,
        market=market,
        move_market=market.move if isinstance(market, SimulatedMarket) else None,
        events=events,
        live=live,
        telegram=_telegram(settings, desk),
        discord=_discord(settings, desk),
        owner_code=code,
        storage=_storage(settings),
    )


async def _market(
    source: MarketSource, markets: Mapping[str, MarketData], records: Records, clock: Clock
) -> MarketData:
    """Where the prices of paper accounts come from; SetupError when it cannot be had."""
    if source.kind == "ccxt":
        checked_venue(source.exchange)
        return markets[source.exchange]
    if source.kind == "replay":
        return await open_replay(
            Path(source.file),
            speed=source.speed,
            symbol=source.symbol,
            records=records,
            clock=clock,
        )
    return SimulatedMarket(records=records, clock=clock, instruments=INSTRUMENTS, seed=source.seed)


def load(module: str) -> ModuleType:
    """A module that is too slow to import before it is needed."""
    return importlib.import_module(module)


@dataclass(frozen=True, kw_only=True)
class Planners:
    """Who plans: the worker's model, the memory executor's, and those that profiles name."""

    worker: LLMProvider
    model: str
    memory: LLMProvider | None
    profiles: Mapping[str, ExecutionProfile]
    own: Mapping[str, LLMProvider]


def planners(settings: Settings, stack: AsyncExitStack) -> Planners:
    """A provider for the worker, one for memory, and one for each profile with its own model.

    Memory that would be offline is none: a grammar has nothing to remember.
    """

    def provider(setting: str, text: str) -> tuple[LLMProvider, str]:
        made = provider_of(settings, setting, text)
        stack.push_async_callback(made[0].aclose)
        return made

    profiles = load_profiles(settings.profiles)
    worker, model = provider(WORKER, worker_model(settings))
    memory, _ = provider(MEMORY, settings.memory_model or default_model(settings))
    return Planners(
        worker=worker,
        model=model,
        memory=None if memory.name == "offline" else memory,
        profiles=profiles,
        own={
            profile.name: provider("BELLWETHER_PROFILES", profile.model.name)[0]
            for profile in profiles.values()
            if profile.model.name
        },
    )


def worker_model(settings: Settings) -> str:
    """The worker's model: what is set, else the default."""
    return settings.worker_model or default_model(settings)


def default_model(settings: Settings) -> str:
    """The model where none is named: of the first key present, else offline.

    At another vendor's server it is the worker's; SetupError when that is not named either.
    """
    if settings.anthropic_api_key:
        return f"anthropic:{DEFAULT_ANTHROPIC}"
    if settings.openai_api_key is None:
        return "offline"
    if urlsplit(settings.openai_base_url or OPENAI).hostname != urlsplit(OPENAI).hostname:
        if settings.worker_model:
            return (
                settings.worker_model if settings.worker_model.startswith("openai:") else "offline"
            )
        raise SetupError(
            "OPENAI_BASE_URL is set, but not which model to use there. "
            "Set BELLWETHER_WORKER_MODEL=openai:NAME, or use BELLWETHER_WORKER_MODEL=offline."
        )
    return f"openai:{DEFAULT_OPENAI}"


def provider_of(settings: Settings, setting: str, text: str) -> tuple[LLMProvider, str]:
    """The provider that `text` names, such as `openai:NAME`, and its model's name.

    `setting` is the variable that says so: SetupError names it when the provider cannot be had.
    """
    kind, _, name = text.partition(":")
    if text == "offline":
        return OfflinePlanner(), "offline"
    if kind == "scripted" and name:
        return ScriptedProvider.from_file(Path(name)), name
    if kind == "anthropic" and name:
        return _anthropic(settings, setting, name), name
    if kind == "openai" and name:
        return _openai(settings, setting, name), name
    raise SetupError(f"{setting} is not valid: expected {MODEL}.")


def _anthropic(settings: Settings, setting: str, name: str) -> LLMProvider:
    if settings.anthropic_api_key is None:
        raise SetupError(
            f"{setting} names an Anthropic model, but ANTHROPIC_API_KEY is not set. "
            f"Set it, or use {setting}=offline."
        )
    made: LLMProvider = load("adapters.llm.anthropic").AnthropicProvider(
        settings.anthropic_api_key.get_secret_value(), name, base_url=settings.anthropic_base_url
    )
    return made


def _openai(settings: Settings, setting: str, name: str) -> LLMProvider:
    """A server at an address of one's own may want no key."""
    key = settings.openai_api_key
    if key is None and settings.openai_base_url is None:
        raise SetupError(
            f"{setting} names an OpenAI model, but neither OPENAI_API_KEY is set, nor "
            f"OPENAI_BASE_URL for a server that needs no key. Set one, or use {setting}=offline."
        )
    made: LLMProvider = load("adapters.llm.openai").OpenAIProvider(
        key.get_secret_value() if key else "", name, base_url=settings.openai_base_url
    )
    return made


def database_of(settings: Settings, folder: DataFolder) -> Database:
    """The database that the settings name; SetupError for a kind that we do not speak."""
    if settings.database_url is None:
        return SqliteDatabase(folder.path / "bellwether.db")
    url = settings.database_url.get_secret_value()
    if url.startswith(SQLITE):
        return SqliteDatabase(Path(url.removeprefix(SQLITE)))
    if url.startswith(("postgresql://", "postgres://")):
        made: Database = load("adapters.store.sql.postgres").PostgresDatabase(url)
        return made
    raise SetupError("DATABASE_URL is not valid: expected sqlite:///FILE or postgresql://…")


def bring_up_to_date(database: Database) -> None:
    """Apply the migrations that the database lacks; SetupError when it cannot be changed."""
    if not is_current(database):
        load("adapters.store.sql.migrate").migrate(database)


async def _redis_url(settings: Settings, folder: DataFolder, stack: AsyncExitStack) -> str:
    if settings.redis_url is not None:
        return settings.redis_url.get_secret_value()
    server = EmbeddedRedis(folder)
    stack.push_async_callback(server.stop)
    return await server.start()


def _storage(settings: Settings) -> str:
    database = "PostgreSQL" if settings.database_url is not None else "SQLite"
    if settings.database_url and settings.database_url.get_secret_value().startswith(SQLITE):
        database = "SQLite"
    return f"{database}, {'Redis' if settings.redis_url else 'embedded Valkey'}"


def _telegram(settings: Settings, desk: Desk) -> Any:
    """The Telegram surface; its library is loaded here, only when a token is set."""
    token, secret = settings.telegram_bot_token, settings.telegram_webhook_secret
    if token is None:
        return None
    surface = load("adapters.chat.telegram.app").TelegramSurface(
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


def _discord(settings: Settings, desk: Desk) -> Any:
    """The Discord surface; its library is loaded here, only when a token is set."""
    token = settings.discord_bot_token
    if token is None:
        return None
    surface = load("adapters.chat.discord.app").DiscordSurface(
        token.get_secret_value(),
        assistant=desk.assistant,
        clock=desk.parts.clock,
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
    )
    desk.surfaces["discord"] = surface
    return surface
