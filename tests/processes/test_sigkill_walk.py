"""SIGKILL at every commit of a conversation, before and after: nothing lost, nothing twice."""

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.processes.child import Child

AT_ONCE = 2


class Conversation:
    """Price, order, confirmation, positions: by a client that repeats what got no answer."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.child: Child | None = None
        self.lives = 0

    async def run(self, at: int = 0, when: str = "") -> None:
        """Hold it, restarting the desk whenever it died, and check how it ended."""
        try:
            await self._life(at, when)
            price = await self._until_answered("say", "btc price", "k1")
            assert "BTC" in price["messages"][-1]["text"]
            card = await self._until_answered("say", "buy 50 usdt of btc", "k2")
            question = card["messages"][-1]
            assert question["choices"][0]["id"] == "confirm"
            filled = await self._until_answered("press", question["question_id"], "confirm", "k3")
            assert "Bought 0.00052 BTC" in filled["messages"][-1]["text"], filled
            held = await self._until_answered("say", "show my positions", "k4")
            assert "0.00052" in held["messages"][-1]["text"]
            await self._check()
            assert self.child is not None
            await self.child.end()
        finally:
            if self.child is not None:
                await self.child.clean_up()

    async def _life(self, at: int = 0, when: str = "") -> None:
        self.lives += 1
        self.child = await Child.start(self.data, at, when)

    async def _until_answered(self, how: str, *arguments: str) -> dict[str, Any]:
        """Repeat the same request, under the same key, until it is answered."""
        for _ in range(3):
            assert self.child is not None
            with contextlib.suppress(httpx.TransportError):
                answer: dict[str, Any] = await getattr(self.child, how)(*arguments)
                if answer["status_code"] == 202:
                    continue
                assert answer["status_code"] == 200, answer
                assert answer["messages"], answer
                return answer
            await self.child.kill()
            await self._life()
        raise AssertionError(f"no answer to {how} {arguments}")

    async def _check(self) -> None:
        """One order, one fill, one answer a request, exact money."""
        assert self.child is not None
        history = await self.child.http.get("/api/v1/agent/history")
        messages = history.json()["messages"]
        said = [message["text"] for message in messages if message["role"] == "user"]
        assert said.count("btc price") == 1
        assert said.count("buy 50 usdt of btc") == 1
        fills = [message for message in messages if message["text"].startswith("Bought")]
        assert len(fills) == 1
        trades = await self.child.say("/history", "k5")
        assert "Trades (1 of 1)" in trades["messages"][-1]["text"]
        balance = await self.child.say("/balance", "k6")
        assert re.search(r"9,950\.\d+", balance["messages"][-1]["text"]), balance


async def commits_of(data: Path) -> int:
    """How many commits the conversation takes when nobody is killed."""
    conversation = Conversation(data)
    await conversation.run()
    return int((data / "commits").read_text())


@pytest.mark.timeout(600)
async def test_sigkill_at_every_commit_of_a_conversation_I1_I3_I13_I15(tmp_path: Path) -> None:
    problems: list[str] = []
    total = await commits_of(tmp_path / "whole")
    assert total >= 10
    places = asyncio.Semaphore(AT_ONCE)

    async def walk(at: int, when: str) -> None:
        async with places:
            conversation = Conversation(tmp_path / f"{at}-{when}")
            try:
                await conversation.run(at, when)
                assert conversation.lives == 2, f"{conversation.lives} lives"
            except (AssertionError, TimeoutError, httpx.HTTPError) as error:
                problems.append(f"killed {when} commit {at}: {error!r}"[:600])

    # The last commits belong to the checks that follow the conversation.
    points = [(at, when) for at in range(1, total - 5) for when in ("before", "after")]
    await asyncio.gather(*(walk(*point) for point in points))
    assert problems == []
