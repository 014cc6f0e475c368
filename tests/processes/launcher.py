"""Lives of the desk, each a process with a SIGKILL at a chosen commit, forked from this one.

    python -m tests.processes.launcher

What a life imports is imported once, here, so that one begins at once. Reads one JSON object a
line, {life, env, at, when}, and writes such lines: {life, pid} once it is forked, {life, ready}
when the desk is up, {life, status} when it has ended. `at` counts the commits from then on; with 0
nobody is killed, and the number of commits is written to `commits` in the data folder at the end.
"""

import asyncio
import json
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


def tell(**said: int | bool) -> None:
    """One line, in one write: lives and their parent share the pipe."""
    os.write(1, f"{json.dumps(said)}\n".encode())


async def live(life: int, at: int, when: str) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    held: list[KillingRecords] = []

    def killing(records: Records) -> Records:
        held.append(KillingRecords(records, at, when))
        return held[0]

    settings = load_settings(None)
    async with running(settings, swaps=Swaps(records=killing), page=False):
        held[0].armed = True
        tell(life=life, ready=True)
        await stop.wait()
    (settings.data / "commits").write_text(str(held[0].commits))


def begin(spec: dict[str, Any]) -> int:
    """Fork a life; the child never comes back from here."""
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(spec["env"])
        set_up_logs()
        asyncio.run(live(spec["life"], spec["at"], spec["when"]))
    except BaseException as error:  # noqa: BLE001 - told, and never the parent's code again
        print(repr(error)[:2000], file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def main() -> None:
    lives: dict[int, int] = {}

    def reap(*_: object) -> None:
        for pid, life in list(lives.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del lives[pid]
                tell(life=life, status=os.waitstatus_to_exitcode(status))

    signal.signal(signal.SIGCHLD, reap)
    for line in sys.stdin:
        spec = json.loads(line)
        # One that ends before it is on the list is found by the look after it.
        pid = begin(spec)
        lives[pid] = spec["life"]
        tell(life=spec["life"], pid=pid)
        reap()


if __name__ == "__main__":
    main()
