"""The way out: outbox rows as messages, edits and deletions, each as harmless to repeat as can be.

An edit can be repeated. A new message bears a nonce that Discord enforces for some minutes: sent
again within them it is the same message. Later, what may have arrived already is labelled.
"""

import base64
import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import structlog
from discord.ui import View

from adapters.chat.discord.buttons import choice_buttons, stop_button
from adapters.chat.discord.live import PLACEHOLDER, SignsOfLife
from adapters.chat.discord.text import messages, words
from core.assistant import Assistant
from core.domain.conversation import ConversationKey
from core.domain.outbound import ImageBlock, Outbound
from core.domain.records import OutboxItem
from core.errors import DeliveryPostponed, DeliveryRefused
from core.ports import Clock
from core.views.words import say

log = structlog.get_logger(__name__)

NONCE_HOLDS = timedelta(minutes=2)
"""For how long a repeated nonce is surely known: Discord says "the past few minutes"."""
NO_CONNECTION_S = 3.0
LOGIN_S = 0.5
UNKNOWN_MESSAGE = 10008
NO_MENTIONS = discord.AllowedMentions.none()


class Sender:
    """Delivers one outbox row at a time for each conversation, as the dispatcher asks."""

    def __init__(
        self, client: discord.Client, life: SignsOfLife, assistant: Assistant, clock: Clock
    ) -> None:
        self._client = client
        self._life = life
        self._assistant = assistant
        self._clock = clock
        self._asked_in: dict[str, int] = {}

    def asked(self, run_id: str, message_id: int) -> None:
        """In a server, what this turn says answers this message."""
        if len(self._asked_in) >= 1000:
            self._asked_in.pop(next(iter(self._asked_in)))
        self._asked_in[run_id] = message_id

    def channel(self, conversation_id: str) -> discord.PartialMessageable:
        """Where to write to this conversation."""
        key = ConversationKey.parse(conversation_id)
        return self._client.get_partial_messageable(int(key.thread or key.chat))

    async def deliver(self, item: OutboxItem, target: OutboxItem | None) -> str:
        """Message ids, comma-separated, of what the row is on Discord now; empty: of nothing.

        Raises DeliveryRefused, DeliveryPostponed, or what the library raises when it may have
        arrived.
        """
        if self._client.user is None:
            # Not logged in yet. Servers need not be known, so ready is more than is needed.
            raise DeliveryPostponed(LOGIN_S)
        try:
            return await self._deliver(item, target, self.channel(item.conversation_id))
        except discord.RateLimited as error:
            raise DeliveryPostponed(error.retry_after) from None
        except aiohttp.ClientConnectorError:
            raise DeliveryPostponed(NO_CONNECTION_S) from None
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # What Discord has understood and refused once, it refuses for ever.
            raise DeliveryRefused(f"{error.status} {error.code}: {error.text[:200]}") from None
        except ValueError as error:
            raise DeliveryRefused(f"not a message: {type(error).__name__}") from error

    async def _deliver(
        self, item: OutboxItem, target: OutboxItem | None, channel: discord.PartialMessageable
    ) -> str:
        match item.kind:
            case "placeholder":
                return await self._placeholder(item, channel)
            case "message":
                message = Outbound.model_validate(item.payload)
                reply_to = _ids(target)[-1] if _ids(target) else self._asked_in.get(item.run_id)
                return await self._put(item, channel, message, reply_to=reply_to)
            case "answer":
                await self._life.finish(item.run_id)
                message = Outbound.model_validate(item.payload)
                return await self._put(item, channel, message, over=_ids(target))
            case "close":
                return await self._close(item, target, channel)
            case "drop":
                await self._life.finish(item.run_id)
                await self._remove(channel, _ids(target))
                return ""
            case "erase":
                return await self._erase(item, channel)

    async def _placeholder(self, item: OutboxItem, channel: discord.PartialMessageable) -> str:
        queued = str(item.payload.get("text", ""))
        text = f"⏳ {words(queued)[0]}" if words(queued) else PLACEHOLDER
        view = stop_button(item.run_id, item.payload.get("lang", "en"))
        reply_to = self._asked_in.get(item.run_id)
        sent = await self._new(item, channel, text, view, number=0, reply_to=reply_to)
        self._life.placed(item.run_id, channel, sent, view)
        return str(sent)

    async def _close(
        self, item: OutboxItem, target: OutboxItem | None, channel: discord.PartialMessageable
    ) -> str:
        """The card as it was sent, with how it ended below it and without buttons."""
        ids = _ids(target)
        if target is None or not ids:
            return ""
        card = Outbound.model_validate(target.payload)
        texts = messages(card, note=str(item.payload.get("text", "")))
        for message_id, text in zip(ids, texts, strict=False):
            await self._edit(channel, message_id, text, None)
        return ",".join(str(one) for one in ids)

    async def _erase(self, item: OutboxItem, channel: discord.PartialMessageable) -> str:
        """The person's own message, which holds a secret; where we may not, they are told to."""
        message_id = int(item.payload["message"])
        try:
            await channel.get_partial_message(message_id).delete()
        except discord.NotFound:
            return ""
        except discord.HTTPException as error:
            log.warning("message not deleted", code=error.code)
        else:
            return ""
        text = words(say(item.payload["lang"], "secret.not_deleted"))[0]
        return str(await self._new(item, channel, text, None, number=0, reply_to=message_id))

    async def _put(
        self,
        item: OutboxItem,
        channel: discord.PartialMessageable,
        message: Outbound,
        *,
        over: Sequence[int] = (),
        reply_to: int | None = None,
    ) -> str:
        """The texts over the messages that are there, and as new ones; the last has the buttons.

        Pictures come with the last one too.
        """
        files = await self._pictures(message)
        texts = messages(_without_pictures(message) if files else message)
        if self._may_have_arrived(item):
            texts[0] = f"{words(say(message.lang, 'chat.repeat'))[0]}\n{texts[0]}"
        view = None
        if message.question_id is not None:
            secret = bool((message.data or {}).get("secret"))
            view = choice_buttons(message.question_id, message.choices, message.lang, secret=secret)
        ids: list[int] = []
        for number, text in enumerate(texts):
            last = number == len(texts) - 1
            under, shown = (view, files) if last else (None, ())
            # No picture comes into a message by an edit of its text.
            edited = number < len(over) and not shown
            if edited and await self._edit(channel, over[number], text, under):
                ids.append(over[number])
                continue
            first = reply_to if number == 0 else None
            ids.append(
                await self._new(
                    item, channel, text, under, number=number, reply_to=first, files=shown
                )
            )
        await self._remove(channel, [one for one in over if one not in ids])
        return ",".join(str(one) for one in ids)

    async def _new(
        self,
        item: OutboxItem,
        channel: discord.PartialMessageable,
        text: str,
        view: View | None,
        *,
        number: int,
        reply_to: int | None = None,
        files: Sequence[discord.File] = (),
    ) -> int:
        # The newest characters of an id differ most; a nonce has at most 25.
        nonce = f"{item.id[-20:]}{item.kind[:1]}{number}"
        options: dict[str, Any] = {} if view is None else {"view": view}
        if reply_to is not None:
            options["reference"] = discord.MessageReference(
                message_id=reply_to, channel_id=channel.id, fail_if_not_exists=False
            )
        sent: discord.Message = await channel.send(
            text,
            nonce=nonce,
            allowed_mentions=NO_MENTIONS,
            files=list(files),
            suppress_embeds=True,
            **options,
        )
        return sent.id

    async def _edit(
        self, channel: discord.PartialMessageable, message_id: int, text: str, view: View | None
    ) -> bool:
        """Whether the message reads like this now; False: it is not there any more."""
        try:
            await channel.get_partial_message(message_id).edit(
                content=text, view=view, allowed_mentions=NO_MENTIONS
            )
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:
                return False
            raise
        return True

    async def _remove(self, channel: discord.PartialMessageable, ids: Sequence[int]) -> None:
        for message_id in ids:
            try:
                await channel.get_partial_message(message_id).delete()
            except discord.NotFound:
                continue

    async def _pictures(self, message: Outbound) -> list[discord.File]:
        """The pictures with what they show in words, for those who do not see them."""
        files = []
        for block in message.blocks:
            if not isinstance(block, ImageBlock):
                continue
            picture = await self._assistant.picture(block.id)
            if picture is not None:
                data = io.BytesIO(base64.b64decode(picture.data))
                files.append(
                    discord.File(data, filename=f"{block.id}.png", description=block.alt[:1024])
                )
        return files

    def _may_have_arrived(self, item: OutboxItem) -> bool:
        """Whether an earlier try may be there that a nonce does not hold back any more."""
        age = self._clock.now() - item.created_at
        return item.kind == "message" and item.attempts > 1 and age > NONCE_HOLDS


def _without_pictures(message: Outbound) -> Outbound:
    """The words alone, where there are any: pictures stand beside them and say themselves."""
    blocks = tuple(one for one in message.blocks if not isinstance(one, ImageBlock))
    return message.model_copy(update={"blocks": blocks}) if blocks else message


def _ids(target: OutboxItem | None) -> list[int]:
    if target is None:
        return []
    return [int(one) for one in target.platform_message_id.split(",") if one]
