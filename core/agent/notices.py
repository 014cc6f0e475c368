"""What comes by itself: rows of history, and of the outbox where messages are sent.

Whatever tells of its own accord does so through here. The rows belong in the transaction that makes
what they say true, so that it is told once whatever crashes or repeats (I13).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.agent.parts import Parts
from core.domain.conversation import Lang
from core.domain.orders import Mode
from core.domain.outbound import Block, Choice, Outbound, TextBlock
from core.domain.records import (
    ConversationRow,
    Insert,
    MessageRow,
    OutboxItem,
    Query,
    Waiting,
    Write,
)
from core.ports import Clock, Ids, Records
from core.views.render import plain


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """Where a person is told something, and in which language."""

    account_id: str
    conversation_id: str
    lang: Lang


@dataclass(frozen=True, kw_only=True, slots=True)
class Notices:
    """Makes the rows that tell a person something; `pushed` are the platforms that are sent to."""

    records: Records
    clock: Clock
    ids: Ids
    pushed: frozenset[str]

    async def home(self, account_id: str, conversation_id: str = "") -> Home:
        """That conversation of the person, else where they last talked to us privately."""
        where: dict[str, object] = {"account_id": account_id}
        where |= {"id": conversation_id} if conversation_id else {"private": True}
        rows = await self.records.find(Query(kind=ConversationRow, where=where))
        if not rows and conversation_id:
            return await self.home(account_id)
        found = max(rows, key=lambda row: row.updated_at, default=None)
        if found is None:
            web = f"web:{account_id}::{account_id}"
            return Home(account_id=account_id, conversation_id=web, lang="en")
        return self.at(found, account_id)

    def at(self, conversation: ConversationRow, account_id: str) -> Home:
        """This conversation, for this person."""
        lang: Lang = "zh" if conversation.lang == "zh" else "en"
        return Home(account_id=account_id, conversation_id=conversation.id, lang=lang)

    def passing(self, home: Home, text: str) -> Write:
        """A message to somebody who has no account here, and so no history."""
        now = self.clock.now()
        block = TextBlock(text=text)
        outbound = Outbound(
            id=self.ids.new(),
            run_id="",
            kind="reply",
            text=text,
            blocks=(block,),
            created_at=now,
            lang=home.lang,
        )
        return Insert(
            record=self._item(
                home.conversation_id, "message", outbound.model_dump(mode="json"), outbound.id
            )
        )

    def closing(self, waiting: Waiting, text: str) -> list[Write]:
        """The question's message without buttons, and how it ended; nothing where none is edited.

        Its row is the caller's.
        """
        if waiting.conversation_id.split(":", 1)[0] not in self.pushed:
            return []
        closed = self._item(waiting.conversation_id, "close", {"text": text}, self.ids.new())
        return [Insert(record=replace(closed, target=waiting.message_id))]

    def rows(
        self,
        home: Home,
        blocks: Sequence[Block],
        *,
        mode: Mode | None = None,
        simulated: bool | None = None,
        run_id: str = "",
        reply_to: str = "",
        question_id: str | None = None,
        choices: Sequence[Choice] = (),
        message_id: str = "",
    ) -> list[Write]:
        """An alert of these blocks, already in the person's language.

        `reply_to` is the id of our message that it answers. With a `question_id` it has buttons,
        and the caller adds the question's own row, which bears `message_id`.
        """
        outbound = Outbound(
            id=message_id or self.ids.new(),
            run_id=run_id,
            kind="alert" if question_id is None else "question",
            text=plain(blocks),
            blocks=tuple(blocks),
            created_at=self.clock.now(),
            mode=mode,
            simulated=simulated,
            question_id=question_id,
            choices=tuple(choices),
            lang=home.lang,
            reply_to=reply_to,
        )
        dumped = outbound.model_dump(mode="json")
        message = MessageRow(
            id=outbound.id,
            conversation_id=home.conversation_id,
            account_id=home.account_id,
            run_id=run_id,
            role="assistant",
            kind=outbound.kind,
            text=outbound.text,
            blocks=dumped["blocks"],
            created_at=outbound.created_at,
            mode=mode,
            simulated=simulated,
            question_id=question_id,
            choices=dumped["choices"],
            lang=home.lang,
            origin="automation",
        )
        writes: list[Write] = [Insert(record=message)]
        platform = home.conversation_id.split(":", 1)[0]
        if platform in self.pushed:
            item = self._item(home.conversation_id, "message", dumped, outbound.id)
            writes.append(Insert(record=replace(item, run_id=run_id, target=reply_to)))
        return writes

    def _item(
        self,
        conversation_id: str,
        kind: Literal["message", "close"],
        payload: dict[str, Any],
        message_id: str,
    ) -> OutboxItem:
        return OutboxItem(
            id=self.ids.new(),
            conversation_id=conversation_id,
            platform=conversation_id.split(":", 1)[0],
            run_id="",
            kind=kind,
            message_id=message_id,
            payload=payload,
            status="new",
            created_at=self.clock.now(),
        )


def notices_of(parts: Parts) -> Notices:
    """What tells people on this desk."""
    return Notices(records=parts.records, clock=parts.clock, ids=parts.ids, pushed=parts.pushed)
