"""What a planner reads in long conversations, in estimated tokens: ours beside two other windows.

Ours is the real prompt with the window and a TaskState as full as it may be. The peers have the
same prompt without TaskState, and every message of today and yesterday, or of all days.
"""

import asyncio
import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise, takewhile

from core.agent.context import plan_request, planning_context
from core.agent.parts import Parts
from core.agent.turn import Turn, load
from core.domain.conversation import ConversationKey, Inbound, Text
from core.domain.llm import ChatRequest
from core.domain.records import InboxItem, MessageRow
from core.domain.task_state import MOST_FACTS, MOST_LOOPS, Item, LastDecision, TaskState
from core.domain.tokens import estimated_tokens
from tests.bench.long_talks import talk
from tests.clocks import START
from tests.desk import TestDesk, open_desk

Row = dict[str, object]
LOADS = (30, 60, 120, 200)
DAYS = 5
LONG_DAYS = 50
_READ = 240
_FROM_DAY = 2
_STEP = 3
"""Every third request is measured: the mean is the same, in a third of the time."""


@dataclass(slots=True)
class Measured:
    """Tokens of each measured request."""

    ours: list[int] = field(default_factory=list)
    two_days: list[int] = field(default_factory=list)
    everything: list[int] = field(default_factory=list)
    cacheable: list[float] = field(default_factory=list)


def run(
    loads: Sequence[int] = LOADS, days: int = DAYS, long_days: int = LONG_DAYS
) -> Iterator[Row]:
    """A row for each load of a day, then one for a conversation that goes on and on."""
    yield from asyncio.run(_rows(loads, days, long_days))


async def _rows(loads: Sequence[int], days: int, long_days: int) -> list[Row]:
    async with open_desk() as desk:
        turn = await _turn(desk)
        rows = []
        for per_day in loads:
            found = await _measure(desk.desk.parts, turn, talk(per_day, per_day, days, _midnight()))
            rows.append(_row(per_day, found))
            print(f"  {per_day} messages a day: {rows[-1]['tokens']}", file=sys.stderr, flush=True)
        rows.append(await _growth(desk.desk.parts, turn, loads[-1], long_days))
        return rows


def _midnight() -> datetime:
    return START.replace(hour=0, minute=0)


async def _turn(desk: TestDesk) -> Turn:
    key = ConversationKey(platform="web", chat="bench", person="owner")
    inbound = Inbound(dedupe_key="bench", conversation=key, body=Text(text="hi"), received_at=START)
    item = InboxItem(
        id=desk.ids.new(),
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
    return await load(desk.desk.parts, item, inbound, account)


def _full_state() -> TaskState:
    """As much as may be kept."""

    def items(letter: str, number: int) -> tuple[Item, ...]:
        text = "wants to come back to how much of the account may stand in one coin at a time. "
        return tuple(Item(id=f"{letter}{n}", text=(text * 4)[:300]) for n in range(number))

    return TaskState(
        current_goal=items("g", 1)[0],
        active_flow="rebalancing before the weekend",
        open_loops=items("l", MOST_LOOPS),
        important_facts=items("f", MOST_FACTS),
        last_decision=LastDecision(action="keep half in bitcoin", reason="taxes", at=START),
    )


async def _measure(parts: Parts, turn: Turn, said: Sequence[MessageRow]) -> Measured:
    found = Measured()
    first = said[0].created_at.date() + timedelta(days=_FROM_DAY)
    places = [
        at for at, row in enumerate(said) if row.role == "user" and row.created_at.date() >= first
    ]
    sizes = [estimated_tokens(row.text) for row in said]
    requests = []
    for at in places[::_STEP]:
        request, bare = await _requests(parts, turn, said, at)
        requests.append(request)
        found.ours.append(_tokens(request))
        since = said[at].created_at.date() - timedelta(days=1)
        recent = sum(
            size
            for row, size in zip(said[:at], sizes, strict=False)
            if row.created_at.date() >= since
        )
        found.two_days.append(bare + recent)
        found.everything.append(bare + sum(sizes[:at]))
    found.cacheable += [_shared(one, other) for one, other in pairwise(requests)]
    return found


async def _requests(
    parts: Parts, turn: Turn, said: Sequence[MessageRow], at: int
) -> tuple[ChatRequest, int]:
    """Our request for the message at that place, and what a peer's is without its history."""
    history = list(said[max(0, at - _READ) : at])
    while history and history[0].role != "user":
        history.pop(0)
    now = replace(turn, history=history, now=said[at].created_at, task_state=_full_state())
    context = await planning_context(parts, now, said[at].text)
    request = plan_request(parts, now, context)
    peer = plan_request(parts, replace(now, task_state=TaskState(), history=[]), context)
    return request, _tokens(peer)


def _texts(request: ChatRequest) -> list[str]:
    """The request's texts in the order that a service reads them."""
    form = json.dumps(request.tool.parameters, ensure_ascii=False) if request.tool else ""
    messages = [message.text for message in request.messages]
    return [form, *request.system, *messages[:-1], request.volatile, messages[-1]]


def _tokens(request: ChatRequest) -> int:
    return sum(estimated_tokens(text) for text in _texts(request))


def _shared(one: ChatRequest, other: ChatRequest) -> float:
    """Which share of a request begins as the one before did: a service need not read it again."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(_texts(one), _texts(other), strict=False))
    return sum(estimated_tokens(text) for _, text in same) / _tokens(other)


async def _growth(parts: Parts, turn: Turn, per_day: int, days: int) -> Row:
    """The same request after few and after very many messages."""
    said = talk(1, per_day, days, _midnight())
    few, many = 2 * per_day, len(said) - 2
    early, _ = await _requests(parts, turn, said, few)
    late, bare = await _requests(parts, turn, said, many)
    whole = bare + sum(estimated_tokens(row.text) for row in said[:many])
    return {
        "bench": "tokens",
        "flow": "growth",
        "concurrency": 1,
        "engine": "estimate",
        "messages": many,
        "first_tokens": _tokens(early),
        "tokens": _tokens(late),
        "last_vs_first": round(_tokens(late) / _tokens(early), 2),
        "peer_full_history_tokens": whole,
        "full_history_ratio": round(_tokens(late) / whole, 3),
    }


def _row(per_day: int, found: Measured) -> Row:
    ours, two_days = statistics.mean(found.ours), statistics.mean(found.two_days)
    everything = statistics.mean(found.everything)
    return {
        "bench": "tokens",
        "flow": f"{per_day} a day",
        "concurrency": 1,
        "engine": "estimate",
        "tokens": round(ours),
        "most_tokens": max(found.ours),
        "peer_today_and_yesterday_tokens": round(two_days),
        "tokens_ratio": round(ours / two_days, 3),
        "peer_full_history_tokens": round(everything),
        "full_history_ratio": round(ours / everything, 3),
        "cacheable_share": round(statistics.mean(found.cacheable), 3),
        "requests": len(found.ours),
    }
