"""From a request to an inbound at the front door."""

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Header

from adapters.chat.web.problems import Problem
from core.assistant import Accepted, Assistant
from core.domain.conversation import Body, ConversationKey, Inbound, Lang, Platform
from core.domain.records import Account, InboxItem, Query
from core.ports import Clock, Ids

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=200,
        description="The same key and body again is the same turn.",
    ),
]
RETRY_AFTER_S = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Door:
    """What all routes share. `platform` is web, or terminal on the unix socket.

    `wait_s` is how long a request waits for the end of its turn. Streams that never end by
    themselves end once `closing` is set.
    """

    assistant: Assistant
    clock: Clock
    ids: Ids
    platform: Platform
    wait_s: float
    closing: asyncio.Event

    def conversation(self, account: Account, user_key: str = "") -> ConversationKey:
        """The account's own conversation called `user_key`; never another account's."""
        return ConversationKey(
            platform=self.platform, chat=account.id, thread=user_key, person=account.id
        )

    def dedupe_key(self, account: Account, idempotency_key: str | None) -> str:
        """The caller's key, which is theirs alone; a fresh one without it."""
        return f"http:{account.id}:{idempotency_key or self.ids.new()}"

    async def used(self, dedupe_key: str) -> bool:
        """Whether something was accepted under this key before."""
        query = Query(kind=InboxItem, where={"dedupe_key": dedupe_key}, limit=1)
        return bool(await self.assistant.parts.records.find(query))

    async def accept(
        self,
        account: Account,
        body: Body,
        *,
        conversation: ConversationKey,
        dedupe_key: str,
        fingerprint: str,
        lang: Lang | None = None,
        profile: str = "",
        history_n: int = 0,
    ) -> Accepted:
        """Hand it in: new, or the same turn again. A Problem when it cannot be taken."""
        accepted = await self.assistant.accept(
            Inbound(
                dedupe_key=dedupe_key,
                conversation=conversation,
                body=body,
                received_at=self.clock.now(),
                display_name=account.name,
                lang=lang,
                fingerprint=fingerprint,
                profile=profile,
                history_n=history_n,
            )
        )
        if accepted.status == "full":
            raise Problem(
                429,
                "full",
                "Too much waits in this conversation already; nothing was taken. Try again soon.",
                headers={"Retry-After": str(RETRY_AFTER_S)},
            )
        if accepted.status == "conflict":
            raise Problem(
                422,
                "key_reused",
                "This Idempotency-Key was used for another body. Use a new key for a new message.",
            )
        return accepted


def fingerprint(body: Mapping[str, Any]) -> str:
    """The hash by which the same body is known again."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
