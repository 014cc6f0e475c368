"""How many model calls a request takes, by kind, beside a plain tool-calling loop.

The same written model stands behind both. Ours plans once, shows figures by the tools' own views
and does not call for what a press decides; a loop calls again for every result it must look at.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.behaviour.seams import Entry, Model, ask, buy, call, plan, respond, revision
from tests.bench.plain_loop import PlainLoop, Reply
from tests.desk import Person, open_desk

Row = dict[str, object]
PRICE = ("get_market_price", {"symbols": ["BTC"]})
ORDER = (
    "execute_trade",
    {"action": "buy", "symbol": "BTC", "amount": {"value": "50", "unit": "quote"}},
)
STYLE = ("manage_preferences", {"action": "add", "key": "style", "value": "short"})

PRICE_STEP = call("s1", "get_market_price", symbols=["BTC"])
STYLE_STEP = call("s1", "manage_preferences", action="add", key="style", value="short")


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of request: what is said and pressed, and what the model answers in either design.

    In `does` a word is said, `!choice` is pressed. The loop is given a turn for each of `turns`.
    """

    name: str
    does: tuple[str, ...]
    ours: tuple[Entry, ...]
    loop: tuple[Reply, ...]
    turns: int = field(default=1)


KINDS = (
    Kind(
        name="greeting",
        does=("hello",),
        ours=(plan(respond(text="Hello."), intent="chat"),),
        loop=("Hello.",),
    ),
    Kind(
        name="question",
        does=("what is a stop order",),
        ours=(plan(respond(text="An order that waits for a price."), intent="chat"),),
        loop=("An order that waits for a price.",),
    ),
    Kind(
        name="read",
        does=("btc price",),
        ours=(plan(PRICE_STEP, respond(show=["s1"])),),
        loop=([PRICE], "BTC trades at what was read."),
    ),
    Kind(
        name="several reads",
        does=("btc price, my balance and positions",),
        ours=(
            plan(
                PRICE_STEP,
                call("s2", "get_balance"),
                call("s3", "get_positions"),
                respond(show=["s1", "s2", "s3"]),
            ),
        ),
        loop=([PRICE, ("get_balance", {}), ("get_positions", {})], "Here they are."),
    ),
    Kind(
        name="write",
        does=("keep answers short",),
        ours=(plan(STYLE_STEP, respond(show=["s1"])),),
        loop=([STYLE], "Saved."),
    ),
    Kind(
        name="order",
        does=("buy 50 usdt of btc", "!confirm"),
        ours=(plan(buy("s1"), respond(show=["s1"])),),
        loop=([ORDER], "It was filled."),
    ),
    Kind(
        name="question asked back",
        does=("buy some btc", "50 usdt", "!confirm"),
        ours=(
            plan(ask("How much?", fields=("amount",))),
            plan(buy("s1"), respond(show=["s1"])),
        ),
        loop=("How much?", [ORDER], "It was filled."),
        turns=2,
    ),
    Kind(
        name="multi-step, dependent",
        does=("show my account and the price of what I asked for last",),
        ours=(
            plan(
                PRICE_STEP,
                call("s2", "get_market_price", symbols=[{"from": "s1", "path": "prices.0.symbol"}]),
                respond(show=["s1", "s2"]),
            ),
        ),
        loop=([PRICE], [PRICE], "Here they are."),
    ),
    Kind(
        name="multi-step, two orders",
        does=("buy 50 usdt of btc, then 50 of eth", "!confirm", "!confirm"),
        ours=(
            plan(buy("s1"), buy("s2", symbol="ETH"), respond(show=["s1", "s2"])),
            revision("continue"),
        ),
        loop=([ORDER], [ORDER], "Both were filled."),
    ),
    Kind(
        name="analysis in words",
        does=("analyse btc",),
        ours=(
            plan(PRICE_STEP, respond(instruction="Say what stands out.")),
            {"text": "The price is as shown."},
        ),
        loop=([PRICE], "The price is as shown."),
    ),
)


def run(kinds: tuple[Kind, ...] = KINDS) -> Iterator[Row]:
    """A row for each kind of request."""
    for kind in kinds:
        yield asyncio.run(_row(kind))


async def _row(kind: Kind) -> Row:
    model = Model(*kind.ours)
    async with open_desk(provider=model) as desk:
        person = desk.person()
        for does in kind.does:
            await _do(person, does)
        loop = PlainLoop(desk, *kind.loop)
        for _ in range(kind.turns):
            await loop.turn()
    ours = len(model.asked)
    return {
        "bench": "calls",
        "flow": kind.name,
        "concurrency": 1,
        "engine": "bellwether",
        "calls": ours,
        "peer_calls": loop.calls,
        "calls_ratio": round(ours / loop.calls, 2),
        "ended": person.last.status,
    }


async def _do(person: Person, does: str) -> list[dict[str, Any]]:
    return await (person.press(does[1:]) if does.startswith("!") else person.say(does))
