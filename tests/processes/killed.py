"""A life of the desk with a SIGKILL at a chosen commit.

    python -m tests.processes.killed AT WHEN

Prints `ready` when the desk is up. AT counts the commits from then on; WHEN is before or after that
one is durable. With 0 nobody is killed, and the number of commits is written to `commits` in the
data folder at the end.
"""

import asyncio
import os
import signal
import sys
from typing import Any

from bot.app import running
from bot.logs import set_up_logs
from bot.wiring import Swaps
from config.settings import load_settings
from core.domain.records import Query, Write
from core.ports import Records


class KillingRecords:
    """Passes everything on; at one commit the process dies, before it or after it is durable."""

    def __init__(self, records: Any, at: int, when: str) -> None:
        self._records = records
        self._at = at
        self._when = when
        self.armed = False
        self.commits = 0

    async def commit(self, *writes: Write) -> bool:
        self.commits += self.armed
        due = self.armed and self.commits == self._at
        if due and self._when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        done = await self._records.commit(*writes)
        if due:
            os.kill(os.getpid(), signal.SIGKILL)
        return bool(done)

    async def find(self, query: Query[Any]) -> list[Any]:
        return list(await self._records.find(query))

    async def read(self, *queries: Query[Any]) -> list[list[Any]]:
        return list(await self._records.read(*queries))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)


async def live(at: int, when: str) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    held: list[KillingRecords] = []

    def killing(records: Records) -> Records:
        held.append(KillingRecords(records, at, when))
        return held[0]

    settings = load_settings(None)
    async with running(settings, swaps=Swaps(records=killing), page=False):
        held[0].armed = True
        print("ready", flush=True)
        await stop.wait()
    (settings.data / "commits").write_text(str(held[0].commits))


if __name__ == "__main__":
    set_up_logs()
    asyncio.run(live(int(sys.argv[1]), sys.argv[2]))
