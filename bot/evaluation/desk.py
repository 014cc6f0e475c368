"""A desk for one case: the real engine in memory, on the simulator, with a clock moved by hand."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from adapters.events import InProcessEvents
from adapters.exchange.paper import PaperExchange
from adapters.manual import ManualClock, SeededIds
from adapters.market.simulated import SimulatedMarket
from adapters.store.memory import MemoryRecords, MemoryWaiting
from adapters.vault import Vault
from adapters.work import InProcessWork
from bot.desk import Desk, assemble
from bot.evaluation.cases import Case, Fill, Wish, World
from bot.own_models import own_models
from core.agent.parts import Seams
from core.agent.people import OWNER
from core.assistant import RunView
from core.domain.conversation import Body, ConversationKey, Inbound, Lang, Role
from core.domain.instruments import INSTRUMENTS
from core.domain.market import Candle, Instrument, Interval, MarketStats, Quote
from core.domain.records import Account, ExchangeAccount, Query
from core.domain.references import References
from core.errors import ModelMistake, PersonError, SetupError, VenueError
from core.ports import LLMProvider
from core.tools.arguments import parse_arguments
from core.tools.registry import EffectTool, ToolContext
from core.trading.venue import Venues

R = TypeVar("R")

_WORKERS = 2
_SEED = 7


class EvaluationMarket:
    """The simulated market, of which a case can make prices and outages."""

    simulated = True

    def __init__(self, behind: SimulatedMarket) -> None:
        self.name = behind.name
        self._behind = behind
        self._out: frozenset[str] = frozenset()

    async def instruments(self) -> Sequence[Instrument]:
        """All markets."""
        return await self._behind.instruments()

    async def quote(self, symbol: str) -> Quote:
        """The price now; VenueError for an unknown symbol, and while its coin is out."""
        if symbol.partition("/")[0] in self._out:
            raise VenueError(f"{self.name} does not answer for {symbol}")
        return await self._behind.quote(symbol)

    async def candles(self, symbol: str, interval: Interval, limit: int) -> Sequence[Candle]:
        """The newest candles."""
        return await self._behind.candles(symbol, interval, limit)

    async def stats(self, symbol: str) -> MarketStats:
        """The last day."""
        return await self._behind.stats(symbol)

    async def change(self, prices: Mapping[str, Decimal], out: Sequence[str] | None) -> None:
        """Move coins to these prices; only the coins `out` cannot be read from now on."""
        for coin, price in prices.items():
            await self._behind.move(f"{coin}/USDT", price)
        if out is not None:
            self._out = frozenset(out)


@dataclass(kw_only=True)
class EvaluationDesk:
    """The engine at work, and the person of the case in front of it."""

    desk: Desk
    clock: ManualClock
    ids: SeededIds
    market: EvaluationMarket
    key: ConversationKey
    account: Account
    exchange_account: ExchangeAccount
    lang: Lang
    private: bool

    async def send(self, body: Body) -> RunView:
        """Send it as the person does, and return the turn once it has ended."""
        accepted = await self.desk.assistant.accept(
            Inbound(
                dedupe_key=f"eval:{self.ids.new()}",
                conversation=self.key,
                body=body,
                received_at=self.clock.now(),
                lang=self.lang,
                private=self.private,
            )
        )
        async with self.desk.assistant.follow(accepted.run_id) as events:
            view = await self.desk.assistant.run(accepted.run_id)
            if view is None or view.status == "running":
                async for _ in events:
                    pass
        view = await self.desk.assistant.run(accepted.run_id)
        if view is None:
            raise SetupError("the turn left no record")
        return view

    async def rows(self, kind: type[R], **where: object) -> list[R]:
        """Stored rows with these values, oldest first."""
        return await self.desk.parts.records.find(Query(kind=kind, where=where))

    async def prepare(self, world: World) -> None:
        """Bring the world to where the conversation begins."""
        await self.market.change(world.prices, None)
        for fill in world.fills:
            await self._fill(fill)
        for wish in world.preferences:
            await self._keep(wish)
        await self.market.change({}, world.outage)

    async def _fill(self, fill: Fill) -> None:
        label = f"case {self.key.chat}: the world's {fill.action} of {fill.symbol}"
        tool = self.desk.parts.registry.tools["execute_trade"]
        if not isinstance(tool, EffectTool):
            raise SetupError(f"{label}: there is no way to order")
        arguments = {
            "action": fill.action,
            "symbol": fill.symbol,
            "amount": {"value": str(fill.amount), "unit": "base"},
            **({"leverage": fill.leverage} if fill.leverage is not None else {}),
        }
        key, context = self.ids.new(), self._context()
        records = self.desk.parts.records
        try:
            draft = await tool.draft(parse_arguments(tool, arguments), context)
            await records.commit(*await tool.intend(draft, key, context))
        except (PersonError, ModelMistake) as error:
            raise SetupError(f"{label} cannot be: {error}") from error
        result = await tool.perform(draft, key, context)
        if not (await records.commit(*result.writes) and result.ok):
            raise SetupError(f"{label} was not filled")

    async def _keep(self, wish: Wish) -> None:
        tool = self.desk.parts.registry.tools["manage_preferences"]
        arguments = {"action": "add", "key": wish.key, "value": wish.value}
        result = await tool.run(parse_arguments(tool, arguments), self._context())
        await self.desk.parts.records.commit(*result.writes)

    def _context(self) -> ToolContext:
        return ToolContext(
            account=self.account,
            exchange_account=self.exchange_account,
            conversation_id=self.key.id,
            run_id=self.ids.new(),
            lang=self.lang,
            now=self.clock.now(),
            references=References(),
            workflow_id=self.ids.new(),
            step_id=self.ids.new(),
        )


@contextlib.asynccontextmanager
async def open_desk(case: Case, provider: LLMProvider, model: str) -> AsyncIterator[EvaluationDesk]:
    """A desk in the case's world; no fallback answers in the provider's place."""
    clock, ids, records = ManualClock(), SeededIds(), MemoryRecords()
    market = EvaluationMarket(
        SimulatedMarket(records=records, clock=clock, instruments=INSTRUMENTS, seed=_SEED)
    )
    paper = PaperExchange(records, market, clock, ids)
    sealer = Vault({"eval": secrets.token_bytes(32)})
    desk = assemble(
        Seams(
            records=records,
            waiting=MemoryWaiting(clock),
            work=InProcessWork(),
            events=InProcessEvents(),
            sealer=sealer,
            clients=own_models(records, sealer, {}),
            bank=paper,
            clock=clock,
            ids=ids,
            venues=Venues(exchanges={paper.venue: paper}, market=market),
            provider=provider,
            fallback=provider,
            model=model,
            paper_balance=case.world.balance,
            default_lang=case.lang,
        )
    )
    await desk.people.start(())
    account = await _account(desk, case.world.role)
    held = await records.find(Query(kind=ExchangeAccount, where={"account_id": account.id}))
    person = EvaluationDesk(
        desk=desk,
        clock=clock,
        ids=ids,
        market=market,
        # A scripted model plays its list anew for each conversation: each case is one of its own.
        key=ConversationKey(platform="web", chat=case.id, person=account.id),
        account=account,
        exchange_account=held[0],
        lang=case.lang,
        private=case.world.private,
    )
    await person.prepare(case.world)
    async with asyncio.TaskGroup() as group:
        workers = [group.create_task(desk.worker.work()) for _ in range(_WORKERS)]
        try:
            yield person
        finally:
            for worker in workers:
                worker.cancel()


async def _account(desk: Desk, role: Role) -> Account:
    """The owner's account, or a new one with another role."""
    if role == "owner":
        account = desk.people.account(OWNER)
    else:
        account = await desk.people.authenticate(await desk.people.create_token("guest", role))
    if account is None:
        raise SetupError(f"there is no account for the role {role}")
    return account
