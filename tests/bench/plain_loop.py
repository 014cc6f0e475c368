"""A plain tool-calling loop: the model is called, its tools are run, until it calls none.

What most agents do, and so the yardstick for how many model calls a request takes. It runs the real
tools of a desk; an approval ends a round, and its outcome is what the next call is given.
"""

from collections.abc import Sequence
from typing import Any

from core.domain.records import ExchangeAccount
from core.domain.references import References
from core.tools.arguments import parse_arguments
from core.tools.registry import EffectTool, ToolContext
from tests.desk import TestDesk

Reply = str | Sequence[tuple[str, dict[str, Any]]]
"""What the model says: words, which end a turn, or the tools it calls."""


class PlainLoop:
    """One conversation with a model whose replies are written down."""

    def __init__(self, desk: TestDesk, *replies: Reply) -> None:
        self._desk = desk
        self._replies = list(replies)
        self.calls = 0

    async def turn(self) -> None:
        """Answer one message: words, or a question, or an approval that is granted at once."""
        context = await self._context()
        while True:
            reply = self._replies.pop(0)
            self.calls += 1
            if isinstance(reply, str):
                return
            for name, arguments in reply:
                await self._run(name, arguments, context)

    async def _run(self, name: str, arguments: dict[str, Any], context: ToolContext) -> None:
        tool = self._desk.desk.parts.registry.tools[name]
        args = parse_arguments(tool, arguments)
        if isinstance(tool, EffectTool):
            await tool.draft(args, context)
        else:
            await tool.run(args, context)

    async def _context(self) -> ToolContext:
        account = self._desk.person().account
        (exchange_account,) = await self._desk.rows(ExchangeAccount, account_id=account.id)
        return ToolContext(
            account=account,
            exchange_account=exchange_account,
            conversation_id="web:loop",
            run_id="loop",
            lang="en",
            now=self._desk.clock.now(),
            references=References(),
        )
