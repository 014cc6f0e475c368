"""Takes updates in: what is for us is accepted, and only then is the person told anything."""

from collections import OrderedDict

import structlog
from telegram import Update
from telegram.error import TelegramError

from adapters.chat.telegram.client import Client
from adapters.chat.telegram.inbound import Faceless, Heard, Me, Moved, Pressed, read
from adapters.chat.telegram.limiter import DROPPABLE
from adapters.chat.telegram.live import SignsOfLife
from adapters.chat.telegram.outbound import Sender
from adapters.chat.telegram.places import Place, Places
from core.assistant import Assistant
from core.domain.conversation import Inbound, Lang
from core.ports import Clock
from core.views.words import say

log = structlog.get_logger(__name__)

MOST_ALERT = 200
"""Characters of the answer to a press that Telegram shows."""
QUIET_S = 60.0
"""A place is told at most this often what the engine knows nothing of."""
_MOST_KEPT = 1000


class Intake:
    """The front door's porter. `take` raises only when the update must be tried again."""

    def __init__(
        self,
        client: Client,
        assistant: Assistant,
        clock: Clock,
        places: Places,
        life: SignsOfLife,
        sender: Sender,
    ) -> None:
        self._client = client
        self._assistant = assistant
        self._clock = clock
        self._places = places
        self._life = life
        self._sender = sender
        self._albums: OrderedDict[str, None] = OrderedDict()
        self._told: OrderedDict[Place, float] = OrderedDict()

    async def take(self, update: Update) -> None:
        """Durable when this returns, if it was for us."""
        me = Me(id=self._client.id, username=self._client.username)
        match read(update, me, self._clock.now()):
            case Heard() as heard:
                await self._heard(heard)
            case Pressed() as pressed:
                await self._pressed(pressed)
            case Faceless() as faceless:
                await self._faceless(faceless)
            case Moved(before=before, after=after):
                self._places.moved(before, after)
            case None:
                return

    async def _heard(self, heard: Heard) -> None:
        if heard.wordless and heard.album in self._albums:
            return
        inbound = heard.inbound
        accepted = await self._assistant.accept(inbound)
        if heard.album:
            self._keep_album(heard.album)
        place = Place(inbound.conversation.chat, inbound.conversation.thread)
        if accepted.status == "new":
            if not inbound.private:
                self._sender.asked(accepted.run_id, heard.message_id)
            if self._is_known(inbound):
                self._life.accepted(place)
        elif accepted.status == "full":
            await self._tell(place, say(inbound.lang or "en", "chat.full"))

    async def _pressed(self, pressed: Pressed) -> None:
        lang: Lang = pressed.lang or "en"
        if pressed.inbound is None:
            await self._answer(pressed.query_id, say(lang, "chat.unknown_button"), alert=True)
            return
        inbound = pressed.inbound
        if pressed.press is None:
            await self._stop(pressed.query_id, inbound, lang)
            return
        accepted = await self._assistant.accept(inbound)
        if accepted.status == "full":
            await self._answer(pressed.query_id, say(lang, "chat.full"), alert=True)
            return
        check = await self._assistant.check_press(
            inbound.conversation, pressed.press, lang, inbound.dedupe_key
        )
        if check.state == "open":
            await self._answer(pressed.query_id, say(lang, "press.working"), alert=False)
            if accepted.status == "new":
                self._life.accepted(Place(inbound.conversation.chat, inbound.conversation.thread))
        else:
            await self._answer(pressed.query_id, check.text, alert=True)

    async def _stop(self, query_id: str, inbound: Inbound, lang: Lang) -> None:
        """A Stop button: what cannot be stopped is told at once, and costs no turn."""
        check = await self._assistant.check_stop(inbound, lang)
        if check.state == "open":
            await self._assistant.accept(inbound)
            await self._answer(query_id, say(lang, "telegram.stopping"), alert=False)
        else:
            await self._answer(query_id, check.text, alert=True)

    async def _faceless(self, faceless: Faceless) -> None:
        text = say("en", "telegram.faceless") + "\n" + say("zh", "telegram.faceless")
        if faceless.query_id:
            await self._answer(faceless.query_id, text, alert=True)
        else:
            await self._tell(Place(faceless.chat, faceless.thread), text)

    async def _answer(self, query_id: str, text: str, *, alert: bool) -> None:
        """The one answer to a press. Too late, or a second one, is nobody's concern."""
        if len(text) > MOST_ALERT:
            text = text[: MOST_ALERT - 1] + "…"
        try:
            await self._client.answer_callback_query(query_id, text, show_alert=alert)
        except TelegramError as error:
            log.info("press not answered", reason=type(error).__name__)

    async def _tell(self, place: Place, text: str) -> None:
        now = self._clock.now().timestamp()
        if now - self._told.get(place, 0.0) < QUIET_S:
            return
        self._told[place] = now
        if len(self._told) > _MOST_KEPT:
            self._told.popitem(last=False)
        try:
            await self._client.write(place.chat, text, thread=place.thread, urgency=DROPPABLE)
        except TelegramError as error:
            log.info("notice not sent", reason=type(error).__name__)

    def _keep_album(self, album: str) -> None:
        """One picture of a set is answered for all that have no words of their own."""
        self._albums[album] = None
        if len(self._albums) > _MOST_KEPT:
            self._albums.popitem(last=False)

    def _is_known(self, inbound: Inbound) -> bool:
        return self._assistant.people.find(inbound.conversation) is not None
