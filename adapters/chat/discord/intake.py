"""Takes events in: what is for us is accepted, and only then is the person told anything.

An interaction must be answered within three seconds. Where our commit takes longer than two, none
is given, so that Discord says that it failed: what was accepted is carried out all the same.
"""

from collections import OrderedDict
from typing import Any

import discord
import structlog

from adapters.chat.discord.buttons import FORM
from adapters.chat.discord.forms import SecretForm
from adapters.chat.discord.inbound import heard, language, of_interaction, pressed
from adapters.chat.discord.live import SignsOfLife
from adapters.chat.discord.outbound import NO_MENTIONS, Sender
from adapters.chat.discord.text import words
from core.assistant import Accepted, Assistant
from core.domain.conversation import Command, Inbound, Lang, Press, Text
from core.ports import Clock
from core.views.words import say

log = structlog.get_logger(__name__)

ANSWER_S = 2.0
QUIET_S = 3600.0
"""A person is told at most this often in one place that they must mention us."""
_MOST_KEPT = 1000


class Intake:
    """The front door's porter."""

    def __init__(
        self, assistant: Assistant, clock: Clock, life: SignsOfLife, sender: Sender
    ) -> None:
        self._assistant = assistant
        self._clock = clock
        self._life = life
        self._sender = sender
        self._hinted: OrderedDict[str, float] = OrderedDict()

    async def message(self, message: discord.Message, me: int) -> None:
        """Words that somebody wrote: durable when this returns, if they were for us."""
        found = heard(message, me, self._clock.now())
        if found is None:
            return
        inbound = found.inbound
        if found.unread:
            await self._hint(message, inbound)
            return
        accepted = await self._assistant.accept(inbound)
        if accepted.status == "new":
            if not inbound.private:
                self._sender.asked(accepted.run_id, found.message_id)
            if self._assistant.people.find(inbound.conversation) is not None:
                self._life.typing(self._sender.channel(inbound.conversation.id))
        elif accepted.status == "full":
            await message.reply(say("en", "chat.full"), allowed_mentions=NO_MENTIONS)

    async def button(self, interaction: discord.Interaction[Any]) -> None:
        """A press: accepted, then answered once."""
        lang = language(interaction.locale)
        inbound = pressed(interaction, self._clock.now())
        if inbound is None:
            await self._whisper(interaction, say(lang, "chat.unknown_button"))
            return
        if isinstance(inbound.body, Press) and inbound.body.choice == FORM:
            await self._form(interaction, inbound, inbound.body, lang)
            return
        accepted = await self._accepted(interaction, inbound, lang)
        if accepted is None:
            return
        if isinstance(inbound.body, Press):
            check = await self._assistant.check_press(
                inbound.conversation, inbound.body, lang, inbound.dedupe_key
            )
        else:
            check = await self._assistant.check_stop(inbound, lang)
        if check.state == "open":
            await self._quietly(interaction.response.defer())
        else:
            await self._whisper(interaction, check.text)

    async def command(self, interaction: discord.Interaction[Any]) -> None:
        """A slash command: what would be written with a slash, and its answer in the channel."""
        lang = language(interaction.locale)
        data: dict[str, Any] = dict(interaction.data or {})
        options = data.get("options") or []
        argument = str(options[0].get("value", "")) if options else ""
        body = Command(name=str(data.get("name", "")), argument=argument.strip())
        inbound = of_interaction(interaction, body, self._clock.now())
        accepted = await self._accepted(interaction, inbound, lang)
        if accepted is not None:
            line = f"/{body.name} {body.argument}".strip()
            await self._whisper(interaction, line)

    async def typed(
        self, interaction: discord.Interaction[Any], question_id: str, text: str
    ) -> None:
        """What a form holds, as words that answer its question."""
        lang = language(interaction.locale)
        body = Text(text=text, question_id=question_id)
        inbound = of_interaction(interaction, body, self._clock.now())
        if await self._accepted(interaction, inbound, lang) is not None:
            await self._quietly(interaction.response.defer())

    async def _form(
        self, interaction: discord.Interaction[Any], inbound: Inbound, press: Press, lang: Lang
    ) -> None:
        """A form for a secret: what is typed into it is in no message."""
        check = await self._assistant.check_press(inbound.conversation, press, lang)
        waiting = await self._assistant.question(press.question_id)
        if check.state != "open" or waiting is None:
            await self._whisper(interaction, check.text)
            return
        form = SecretForm(waiting.question, press.question_id, lang, self.typed)
        await self._quietly(interaction.response.send_modal(form))

    async def _accepted(
        self, interaction: discord.Interaction[Any], inbound: Inbound, lang: Lang
    ) -> Accepted | None:
        """What became of it; None where it has been answered, or can be no more."""
        began = self._clock.now()
        accepted = await self._assistant.accept(inbound)
        if accepted.status == "full":
            await self._whisper(interaction, say(lang, "chat.full"))
            return None
        if (self._clock.now() - began).total_seconds() > ANSWER_S:
            log.warning("interaction accepted too late to be answered")
            return None
        return accepted

    async def _hint(self, message: discord.Message, inbound: Inbound) -> None:
        """Words were kept from us: once in a while, how they would not be."""
        key, now = inbound.conversation.id, self._clock.now().timestamp()
        if now - self._hinted.get(key, 0.0) < QUIET_S:
            return
        self._hinted[key] = now
        if len(self._hinted) > _MOST_KEPT:
            self._hinted.popitem(last=False)
        await self._quietly(
            message.reply(words(say("en", "discord.mention_me"))[0], allowed_mentions=NO_MENTIONS)
        )

    async def _whisper(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Seen by the person alone."""
        shown = (words(text) or ["…"])[0]
        await self._quietly(
            interaction.response.send_message(shown, ephemeral=True, allowed_mentions=NO_MENTIONS)
        )

    async def _quietly(self, call: Any) -> None:
        """An answer that comes too late, or a second time, is nobody's concern."""
        try:
            await call
        except discord.DiscordException as error:
            log.info("interaction not answered", reason=type(error).__name__)
