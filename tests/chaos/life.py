"""One life of a desk, as a child forked from a process that has everything imported.

    python -m tests.chaos.life

Reads one JSON object a line: {data, url, talks, dies, at}. Forks for each, and writes the child's
exit status (its signal below zero) as a line once it has ended.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from adapters.clock import SystemClock, SystemIds
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from core.domain.conversation import Press, Text
from core.domain.records import MessageRow, OrderRow, Query, Workflow
from core.domain.workflow import DRIVEN
from tests.chaos.venue import HttpExchange
from tests.desk import Person, TestDesk, open_desk

TRIES = 120
PAUSE_S = 0.05


class Dying:
    """Kills this process at the n-th time that a point is passed."""

    def __init__(self, point: str, at: int) -> None:
        self.point = point
        self.left = at

    def __call__(self, point: str) -> None:
        if point != self.point:
            return
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


async def talk(desk: TestDesk, number: int) -> None:
    """Ask for an order and confirm it, as a client that repeats what got no answer."""
    person: Person = desk.person(chat=f"talk{number}")
    await person.send(Text(text="buy 50 usdt of btc"), key=f"say{number}")
    said = await desk.rows(MessageRow, conversation_id=person.key.id)
    card = next(row for row in said if row.question_id)
    press = Press(question_id=str(card.question_id), choice="confirm")
    await person.send(press, key=f"press{number}")


async def settled(desk: TestDesk) -> None:
    """Sweep and watch, as the program does, until nothing is under way or in doubt."""
    for _ in range(TRIES):
        await desk.desk.assistant.sweep()
        await desk.desk.orders.look()
        await asyncio.sleep(PAUSE_S)
        open_ = await desk.rows(OrderRow, status=("INITIALIZED", "SUBMITTED", "UNKNOWN"))
        if not open_ and not await desk.rows(Workflow, status=DRIVEN):
            await desk.idle()
            return


async def live(spec: dict[str, Any]) -> None:
    data = Path(spec["data"])
    clock = SystemClock()
    dying = Dying(spec["dies"], spec["at"])
    async with SqlRecords(SqliteDatabase(data / "bellwether.db")) as records:
        desk_of = open_desk(
            records=records,
            clock=clock,
            ids=SystemIds(clock),
            exchange=lambda _: HttpExchange(spec["url"], clock, dying),
            workers=16,
        )
        async with desk_of as desk:
            await asyncio.gather(*(talk(desk, number) for number in range(spec["talks"])))
            await settled(desk)
        orders = await records.find(Query(kind=OrderRow))
        messages = await records.find(Query(kind=MessageRow, where={"role": "assistant"}))
    result = {
        "orders": {row.client_order_id: [row.conversation_id, row.status] for row in orders},
        "said": [[row.conversation_id, row.text] for row in messages],
    }
    (data / "result.json").write_text(json.dumps(result))


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                asyncio.run(live(json.loads(line)))
            except BaseException as error:  # noqa: BLE001 - told, and never the parent's code again
                print(repr(error)[:2000], file=sys.stderr, flush=True)
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
