"""Forms: what is typed into one is in no message, and so in no history of a channel."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.ui import Modal, TextInput

from core.domain.conversation import Lang
from core.views.words import say

Typed = Callable[[discord.Interaction[Any], str, str], Awaitable[None]]
MOST_TITLE = 45
MOST_TYPED = 4000


class SecretForm(Modal):
    """Asks for one secret. `typed` gets the interaction, the question's id and the text."""

    def __init__(self, question: str, question_id: str, lang: Lang, typed: Typed) -> None:
        super().__init__(title=question[:MOST_TITLE], timeout=900)
        self._question_id = question_id
        self._typed = typed
        self._field: TextInput[SecretForm] = TextInput(
            label=say(lang, "discord.secret_field"), max_length=MOST_TYPED, required=True
        )
        self.add_item(self._field)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Hand it on."""
        await self._typed(interaction, self._question_id, self._field.value)
