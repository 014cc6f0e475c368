"""One store through the lives of several processes, some of which die over a commit."""

import asyncio
import contextlib

from adapters.store.memory import MemoryRecords
from core.domain.conversation import Press
from core.domain.records import Query
from tests.behaviour.seams import Crash, MortalRecords
from tests.clocks import ManualClock, SeededIds
from tests.desk import open_desk


class Lives:
    """One store, one clock and one line of ids, through the lives of several processes."""

    def __init__(self) -> None:
        self.records = MemoryRecords()
        self.clock, self.ids = ManualClock(), SeededIds()

    def desk(self, dies_at=0, *, before=False, **options):
        self.store = MortalRecords(self.records, dies_at, before=before)
        return open_desk(records=self.store, clock=self.clock, ids=self.ids, **options)

    async def rows(self, kind):
        """Rows as they are stored, whichever process lives."""
        return await self.records.find(Query(kind=kind))

    async def until_death(self, desk, doing):
        """Do it; True when the process died over it."""
        work = asyncio.ensure_future(doing)
        death = asyncio.ensure_future(self.store.dead.wait())
        await asyncio.wait({work, death}, return_when=asyncio.FIRST_COMPLETED)
        death.cancel()
        if self.store.dead.is_set():
            work.cancel()
        with contextlib.suppress(Crash, asyncio.CancelledError):
            await work
        return self.store.dead.is_set()


async def a_card(desk):
    await desk.person().say("buy 50 usdt of btc")


async def confirm(desk):
    [question] = await desk.person().questions()
    press = Press(question_id=question["question_id"], choice="confirm")
    return await desk.person().send(press, key="press")
