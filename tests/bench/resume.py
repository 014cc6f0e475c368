"""What it takes to load a conversation for its next turn: a very long one beside a short one.

The long one has 5,000 messages and five workflows put aside, on a real SQLite file. In a second
one the person has said nothing for thousands of alerts.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from adapters.store.sql.migrate import migrate
from adapters.store.sql.records import SqlRecords
from adapters.store.sql.sqlite import SqliteDatabase
from core.agent.turn import load
from core.domain.conversation import ConversationKey, Inbound, Text
from core.domain.records import ConversationRow, InboxItem, Insert, MessageRow, Workflow
from tests.bench.long_talks import talk
from tests.clocks import START
from tests.desk import TestDesk, open_desk

Row = dict[str, object]
LONG, SHORT = 5_000, 50
ROUNDS = 150
_SUSPENDED = 5
_AT_ONCE = 500


def run(long: int = LONG, short: int = SHORT, rounds: int = ROUNDS) -> Iterator[Row]:
    """A row for ordinary talk, one for a conversation of alerts alone."""
    yield from asyncio.run(_rows(long, short, rounds))


async def _rows(long: int, short: int, rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        database = SqliteDatabase(Path(place) / "bench.db")
        await asyncio.to_thread(migrate, database)
        async with SqlRecords(database) as records, open_desk(records=records) as desk:
            said = talk(7, 200, long // 200 + 1, START)
            alerts = [*said[:2], *(replace(said[1], id=f"{n:026}") for n in range(2, long))]
            new = await _conversation(desk, "new", said[:short])
            rows = []
            for flow, messages in (("talk", said[:long]), ("alerts", alerts)):
                old = await _conversation(desk, flow, messages, suspended=_SUSPENDED)
                times = await _times(desk, (old, new), rounds)
                rows.append(_row(flow, len(messages), *times))
                print(f"  {flow}: {rows[-1]}", file=sys.stderr, flush=True)
            return rows


async def _conversation(
    desk: TestDesk, chat: str, said: Sequence[MessageRow], suspended: int = 0
) -> ConversationKey:
    """A stored conversation of the owner with these messages."""
    key = ConversationKey(platform="web", chat=chat, person="owner")
    records = desk.desk.parts.records
    row = ConversationRow(
        id=key.id,
        platform="web",
        chat=chat,
        thread="",
        person="owner",
        account_id="owner",
        references={},
        updated_at=START,
    )
    aside = [
        Workflow(
            id=desk.ids.new(),
            conversation_id=key.id,
            account_id="owner",
            run_id="",
            goal="compare two ways of buying",
            request="compare two ways of buying",
            status="suspended",
            version=1,
            plan_rev=1,
            capability="",
            references={},
            snapshots={},
            notes={},
            created_at=START,
            updated_at=START,
        )
        for _ in range(suspended)
    ]
    await records.commit(Insert(record=row), *(Insert(record=one) for one in aside))
    for start in range(0, len(said), _AT_ONCE):
        await records.commit(
            *(
                Insert(
                    record=replace(
                        one, id=desk.ids.new(), conversation_id=key.id, account_id="owner"
                    )
                )
                for one in said[start : start + _AT_ONCE]
            )
        )
    return key


async def _times(
    desk: TestDesk, keys: Sequence[ConversationKey], rounds: int
) -> tuple[list[float], list[float]]:
    """Seconds of each load, by turns, so that both meet the same weather."""
    times: list[list[float]] = [[] for _ in keys]
    for _ in range(rounds):
        for key, taken in zip(keys, times, strict=True):
            began = time.perf_counter()
            await _load(desk, key)
            taken.append(time.perf_counter() - began)
    old, new = times
    return old, new


async def _load(desk: TestDesk, key: ConversationKey) -> None:
    inbound = Inbound(
        dedupe_key="bench", conversation=key, body=Text(text="and now?"), received_at=START
    )
    item = InboxItem(
        id="bench",
        dedupe_key="bench",
        conversation_id=key.id,
        account_id="owner",
        kind="text",
        payload="",
        fingerprint="",
        status="new",
        received_at=START,
    )
    account = desk.desk.people.find(key)
    if account is None:
        raise RuntimeError("there is no owner")
    turn = await load(desk.desk.parts, item, inbound, account)
    if not turn.history:
        raise RuntimeError("nothing was loaded")


def _row(flow: str, messages: int, old: list[float], new: list[float]) -> Row:
    long, short = statistics.median(old), statistics.median(new)
    return {
        "bench": "resume",
        "flow": flow,
        "concurrency": 1,
        "engine": "sqlite",
        "messages": messages,
        "suspended": _SUSPENDED,
        "load_ms": round(long * 1000, 2),
        "short_load_ms": round(short * 1000, 2),
        "long_vs_short": round(long / short, 2),
    }
