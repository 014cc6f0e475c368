"""Live facts that a test decides: sources, a tool with many rows, a venue that is counted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from adapters.llm.scripted import ScriptedProvider
from core.domain.llm import ChatRequest
from core.domain.outbound import TextBlock
from core.domain.positions import AccountView
from core.domain.snapshots import Snapshot, SnapshotKind
from core.errors import VenueError
from core.ports import Exchange
from core.tools.arguments import NoArguments
from core.tools.reading import ReadingTool
from core.tools.registry import ToolResult
from tests.behaviour.seams import Entry, Model
from tests.clocks import START


class ToldSource:
    """A source that tells what the test put in it; `down` makes it unreadable."""

    def __init__(self, kind: SnapshotKind, clock: Any, **data: Any) -> None:
        self.kind = kind
        self.data = data
        self.clock = clock
        self.down = False

    def is_local(self, context):
        return True

    async def read(self, context):
        if self.down:
            raise VenueError("no answer")
        return Snapshot(kind=self.kind, at=self.clock.now(), source="a test", data=self.data)


class RowsTool(ReadingTool):
    """Reads as many candles as it was made with."""

    name = "get_candles"
    description = "Candles."
    arguments: type[BaseModel] = NoArguments

    def __init__(self, count: int) -> None:
        self.rows = [{"n": number, "open": "60000", "close": "60001"} for number in range(count)]

    async def run(self, args, context):
        return ToolResult(data={"symbol": "BTC/USDT", "candles": self.rows}, as_of=START)

    def view(self, data, lang):
        return (TextBlock(text=f"{len(data['candles'])} candles"),)


class CountedExchange:
    """A venue whose account reads are counted; while `down` says so, they fail."""

    def __init__(self, behind: Exchange, down: Callable[[], bool] = lambda: False) -> None:
        self._behind = behind
        self._down = down
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._behind, name)

    async def account(self, account: str) -> AccountView:
        self.reads += 1
        if self._down():
            raise VenueError("no answer of the venue")
        return await self._behind.account(account)


class SlowModel(Model):
    """A model during whose next plan something happens: `meanwhile` is awaited, once.

    `of` are other entries for some conversations, by chat.
    """

    meanwhile: Any = None

    def __init__(self, *entries: Entry, of: Mapping[str, Sequence[Entry]] | None = None) -> None:
        super().__init__(*entries)
        self._of = {chat: ScriptedProvider(tuple(other)) for chat, other in (of or {}).items()}

    async def chat(self, request: ChatRequest):
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None and request.purpose == "plan":
            await meanwhile()
        self.asked.append(request)
        script = self._of.get(request.context.conversation_id.split(":")[1], self._script)
        async for event in script.chat(request):
            yield event
