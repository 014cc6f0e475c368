"""A turn: one accepted inbound, and what was read for it in one trip."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from core.agent.parts import Parts
from core.domain.conversation import Inbound, Lang
from core.domain.profiles import CHAT_DEFAULT, DEFAULTS, ExecutionProfile, HistoryPolicy, TaskType
from core.domain.records import (
    Account,
    ConversationRow,
    ExchangeAccount,
    InboxItem,
    MessageRow,
    ModelConfig,
    Preference,
    ProfileChoice,
    Query,
    TaskStateRow,
    Waiting,
    Workflow,
)
from core.domain.references import Reference, References
from core.domain.snapshots import Snapshot, SnapshotKind
from core.domain.task_state import TaskState
from core.domain.workflow import LIVE
from core.memory.history import history, newest_query
from core.tools.registry import ToolContext
from core.trading.accounts import default_account


@dataclass(kw_only=True, slots=True)
class Turn:
    """What is known when a conversation's next inbound is handled.

    `conversation` belongs to the person asked; `account` is who sent this, which for a press on
    somebody else's card is another. `open` are the open questions here, and `menus` the open menus,
    which nobody has to answer; both newest first.
    """

    run_id: str
    item: InboxItem
    inbound: Inbound
    account: Account
    exchange_account: ExchangeAccount
    exchange_accounts: tuple[ExchangeAccount, ...]
    conversation: ConversationRow
    known: bool
    workflows: list[Workflow]
    open: list[Waiting]
    history: list[MessageRow]
    preferences: list[Preference]
    references: References
    lang: Lang
    now: datetime
    profile: ExecutionProfile = CHAT_DEFAULT
    model: ModelConfig | None = None
    """The person's own model that chat uses; None: this desk's."""
    task_state: TaskState = field(default_factory=TaskState)
    task_state_version: int = 0
    default_timezone: str = "UTC"
    compacted: bool = False
    """Older messages were summed up since the person was last told so."""
    references_changed: bool = field(default=False)
    menus: list[Waiting] = field(default_factory=list)
    meant: tuple[Reference, ...] = ()
    """What this message's pointing words stand for."""
    gone: tuple[Reference, ...] = ()
    """What this message points at and is no more."""
    snapshots: dict[SnapshotKind, Snapshot] = field(default_factory=dict)
    """The live facts read for this turn, those that could not be read included."""
    snapshots_changed: bool = False
    unread: set[SnapshotKind] = field(default_factory=set)
    """Kinds that this turn changes in rows of ours: not readable before its commit."""

    @property
    def zone(self) -> ZoneInfo:
        """The person's time zone: what they set, else their account's, else the desk's."""
        return zone_of(self.account, self.preferences, self.default_timezone)

    @property
    def today(self) -> str:
        """The person's date now, YYYY-MM-DD."""
        return self.now.astimezone(self.zone).date().isoformat()

    def context(
        self, workflow_id: str = "", step_id: str = "", message_id: str = ""
    ) -> ToolContext:
        """What a tool may know of this turn, and of the step and card it is called for."""
        return ToolContext(
            account=self.account,
            exchange_account=self.exchange_account,
            exchange_accounts=self.exchange_accounts,
            conversation_id=self.conversation.id,
            run_id=self.run_id,
            lang=self.lang,
            now=self.now,
            references=self.references,
            private=self.conversation.private,
            zone=self.zone,
            workflow_id=workflow_id,
            step_id=step_id,
            message_id=message_id,
        )

    def know(self, snapshots: Iterable[Snapshot]) -> None:
        """Live facts as they were read now, each in place of the older one of its kind."""
        for snapshot in snapshots:
            self.snapshots[snapshot.kind] = snapshot
            self.snapshots_changed = True

    def forget(self, kinds: Iterable[SnapshotKind]) -> None:
        """What was known of these kinds holds no more."""
        for kind in kinds:
            self.snapshots.pop(kind, None)
            self.snapshots_changed = True

    def refer(self, references: References) -> None:
        """What "it" means from now on."""
        if references != self.references:
            self.references = references
            self.references_changed = True


def zone_of(account: Account, preferences: Iterable[Preference], default: str) -> ZoneInfo:
    """The person's time zone: what they set, else their account's, else the default."""
    chosen = next((item.value for item in preferences if item.key == "timezone"), "")
    return ZoneInfo(chosen or account.timezone or default)


def language(
    text: str, *, chosen: str, hinted: str | None, last: str | None, default: Lang
) -> Lang:
    """The language to answer in: the person's setting, else the script they write.

    A single word ("btc", "ok") says nothing about its writer: the last language stays, then the
    platform's hint.
    """
    if chosen in ("en", "zh"):
        return "zh" if chosen == "zh" else "en"
    if any("\u4e00" <= char <= "\u9fff" for char in text):
        return "zh"
    if len([word for word in text.split() if word.isascii() and word.isalpha()]) > 1:
        return "en"
    for candidate in (last, hinted):
        if candidate in ("en", "zh"):
            return "zh" if candidate == "zh" else "en"
    return default


async def load(parts: Parts, item: InboxItem, inbound: Inbound, account: Account) -> Turn:
    """Read what a turn of `account` needs, in one trip."""
    found = await parts.records.read(*_queries(item.conversation_id, account))
    rows, workflows, waiting, messages, preferences, exchange_accounts, states, choices, own = found
    now = parts.clock.now()
    row: ConversationRow = rows[0] if rows else _first_met(item, inbound, account, now)
    profile = _asked_profile(parts, inbound, chosen_profile(parts, choices, "chat"))
    said = getattr(inbound.body, "text", "")
    chosen = next((item.value for item in preferences if item.key == "language"), account.lang)
    n = profile.history_policy.n
    return Turn(
        run_id=item.id,
        item=item,
        inbound=inbound,
        account=account,
        exchange_account=default_account(exchange_accounts),
        exchange_accounts=tuple(exchange_accounts),
        conversation=row,
        known=bool(rows),
        workflows=workflows,
        open=[item for item in waiting if item.kind not in ("menu", "pairing")],
        menus=[item for item in waiting if item.kind == "menu"],
        history=await history(parts.records, item.conversation_id, messages, n),
        preferences=preferences,
        references=_recent(References.model_validate(row.references), now),
        lang=language(
            said,
            chosen=chosen,
            hinted=inbound.lang,
            last=row.lang if rows else None,
            default=parts.default_lang,
        ),
        now=now,
        profile=profile,
        model=next((one for one in own if one.is_default and one.enabled), None),
        default_timezone=parts.default_timezone,
        task_state=TaskState.model_validate(states[0].state) if states else TaskState(),
        task_state_version=states[0].version if states else 0,
        compacted=bool(states) and not states[0].told,
    )


def _queries(conversation_id: str, account: Account) -> tuple[Query[Any], ...]:
    """What `load` asks for: the conversation, its work, questions and history, and the person."""
    here = {"conversation_id": conversation_id}
    of_account = {"account_id": account.id}
    return (
        Query(kind=ConversationRow, where={"id": conversation_id}),
        Query(kind=Workflow, where={**here, "status": LIVE}, newest=True, limit=12),
        Query(kind=Waiting, where={**here, "status": "open"}, newest=True, limit=20),
        newest_query(conversation_id),
        Query(kind=Preference, where=of_account),
        Query(kind=ExchangeAccount, where=of_account),
        Query(kind=TaskStateRow, where={"id": conversation_id}),
        Query(kind=ProfileChoice, where=of_account),
        Query(kind=ModelConfig, where=of_account),
    )


def _first_met(
    item: InboxItem, inbound: Inbound, account: Account, now: datetime
) -> ConversationRow:
    """A conversation that has not been kept yet."""
    key = inbound.conversation
    return ConversationRow(
        id=item.conversation_id,
        platform=key.platform,
        chat=key.chat,
        thread=key.thread,
        person=key.person,
        account_id=account.id,
        references=References().model_dump(mode="json"),
        updated_at=now,
        private=inbound.private,
    )


def chosen_profile(
    parts: Parts, choices: Sequence[ProfileChoice], task: TaskType
) -> ExecutionProfile:
    """The profile that this account's turns of the kind run with; one that is gone, the default."""
    choice = next((item for item in choices if item.task_type == task), None)
    name = choice.profile if choice else DEFAULTS[task]
    profile = parts.profiles.get(name) or parts.profiles[DEFAULTS[task]]
    if choice is None or not choice.n:
        return profile
    return profile.model_copy(update={"history_policy": HistoryPolicy(n=choice.n)})


def may_use(profile: ExecutionProfile, account: Account, choices: Sequence[ProfileChoice]) -> bool:
    """Whether a turn of this account may ask for the profile.

    The owner may ask for any of the worker's, others for the default and what was chosen for them.
    """
    if profile.executor != "worker":
        return False
    chosen = {DEFAULTS["chat"], *(choice.profile for choice in choices)}
    return account.role == "owner" or profile.name in chosen


def _asked_profile(parts: Parts, inbound: Inbound, usual: ExecutionProfile) -> ExecutionProfile:
    """The profile that this inbound asked for (allowed when it was accepted), else the usual one.

    It never widens: tools are those of both.
    """
    asked = parts.profiles.get(inbound.profile, usual)
    if asked is not usual:
        asked = asked.model_copy(
            update={"tool_policy": asked.tool_policy.within(usual.tool_policy)}
        )
    if inbound.history_n:
        asked = asked.model_copy(update={"history_policy": HistoryPolicy(n=inbound.history_n)})
    return asked


def _recent(references: References, now: datetime) -> References:
    """What "it" still means: whatever was named or shown within a day."""
    oldest = now - timedelta(days=1)
    return References(
        current=tuple(item for item in references.current if item.at >= oldest),
        last_list=tuple(item for item in references.last_list if item.at >= oldest),
    )
