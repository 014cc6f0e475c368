"""`bellwether chat`: the conversation in a terminal, or a script's lines through a pipe."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TextIO

from adapters.chat.terminal.ahead import ReadAhead
from adapters.chat.terminal.api import Api, Message, Refused, ServerGone
from adapters.chat.terminal.echo import Echo
from adapters.chat.terminal.pictures import Pictures
from adapters.chat.terminal.screen import Screen
from core.agent.erasing import names_command
from core.domain.resume_words import word
from core.ports import Ids

HISTORY = 6
"""How many of the latest messages are shown on start."""
QUIT = ("/quit", "/exit")
CANCEL = "/cancel"


async def chat(
    socket_path: str,
    lines: AsyncIterator[str],
    out: TextIO,
    *,
    ids: Ids,
    pictures: Path,
    interactive: bool = False,
    echo: Echo | None = None,
) -> int:
    """Talk until the lines end or /quit; the exit code is 0, or 1 when the server went away.

    Every line is a message, or the number of a choice of the question printed last. Each is
    answered before the next is said. `interactive` shows a prompt, what was said before, and
    messages that come by themselves; /cancel typed while an answer is awaited goes out at once.
    While a secret is asked for, a line is that secret, and `echo` shows nothing of it. Pictures are
    saved in the folder `pictures`, and their paths printed.
    """
    api = Api(socket_path, ids)
    screen = Screen(out, interactive=interactive)
    echo = echo or Echo()
    talk = Talk(api, screen, echo, Pictures(api, pictures))
    try:
        if not interactive:
            await talk.through(lines)
            return 0
        await talk.greet()
        return await _with_news(talk, lines)
    except ServerGone:
        screen.note("The server does not answer (any more). Start it with: bellwether run")
        return 1
    finally:
        echo.show()
        await api.aclose()


async def _with_news(talk: "Talk", lines: AsyncIterator[str]) -> int:
    """Talk, and show what comes by itself meanwhile; either ending ends both."""
    try:
        async with asyncio.TaskGroup() as group:
            news = group.create_task(talk.news())
            typed = ReadAhead(lines, group)
            try:
                await talk.at_a_terminal(typed)
            finally:
                typed.close()
                news.cancel()
    except* ServerGone as gone:
        raise ServerGone from gone
    return 0


class Talk:
    """One conversation: what is typed goes out, what comes back is shown once."""

    def __init__(self, api: Api, screen: Screen, echo: Echo, pictures: Pictures) -> None:
        self._api = api
        self._screen = screen
        self._echo = echo
        self._pictures = pictures
        self._newest = ""

    async def greet(self) -> None:
        """The end of the history, and the questions that still wait."""
        messages = await self._api.history()
        waiting = {one["question_id"] for one in await self._api.open_questions()}
        self._newest = max((one["id"] for one in messages), default="")
        for message in messages[-HISTORY:]:
            await self._show(message, is_open=message.get("question_id") in waiting)
        self._screen.note("Ask in plain words. /help lists commands, /quit leaves.")

    async def through(self, lines: AsyncIterator[str]) -> None:
        """Answer every line in turn."""
        self._prompt()
        async for line in lines:
            text = line.rstrip("\r\n")
            if text.strip() in QUIT:
                return
            if text.strip():
                await self._answer(text)
            self._prompt()

    async def at_a_terminal(self, typed: ReadAhead) -> None:
        """The same for somebody who may type on while an answer is awaited."""
        self._prompt()
        while (line := await typed.next()) is not None:
            text = line.strip()
            if text in QUIT:
                return
            if text:
                await typed.beside(self._answer(text), self._stops)
            self._prompt()

    async def _stops(self, line: str) -> bool:
        """Send a /cancel past what is under way; any other line waits for its turn."""
        if line.split()[:1] != [CANCEL]:
            return False
        await self._answer(line.strip())
        return True

    async def news(self) -> None:
        """Show messages that nobody here asked for: alerts, fills, answers given elsewhere."""
        async for message in self._api.news(self._newest):
            if message["role"] == "assistant" and await self._show(message):
                self._prompt()
        raise ServerGone

    def _prompt(self) -> None:
        if self._screen.secret:
            self._echo.hide()
        else:
            self._echo.show()
        self._screen.prompt()

    async def _answer(self, text: str) -> None:
        pressed = self._screen.choice(text)
        calls_off = word(text) in ("no", "cancel_all")
        secret = "" if pressed or calls_off or names_command(text) else self._screen.secret
        self._screen.working()
        try:
            if pressed is not None:
                messages = await self._api.press(*pressed)
            elif secret:
                messages = await self._api.type(secret, text)
            else:
                messages = await self._api.say(text)
        except Refused as refused:
            self._screen.note(refused.detail)
            messages = list(refused.messages)
        for message in messages:
            await self._show(message)
        if self._screen.secret:
            waiting = await self._api.open_questions()
            self._screen.forget_secret_unless({one["question_id"] for one in waiting})

    async def _show(self, message: Message, *, is_open: bool = True) -> bool:
        """Print a message and where its pictures are; False when it was printed before."""
        if not self._screen.show(message, is_open=is_open):
            return False
        for file in await self._pictures.saved(message):
            self._screen.note(f"→ {file}\n")
        return True
