"""Who we know, what they set, and what is on record about them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from core.domain.conversation import Role
from core.domain.records.values import Json


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """One person here, with one role, perhaps known on several platforms."""

    id: str
    name: str
    role: Role
    created_at: datetime
    lang: str = ""
    timezone: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """An account on a platform; its id is `platform:person`, `chat` where to reach them."""

    id: str
    account_id: str
    platform: str
    person: str
    chat: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class AccessToken:
    """A bearer token of the HTTP API; the id is the SHA-256 of the token, which is kept nowhere."""

    id: str
    account_id: str
    name: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingRequest:
    """An identity that asks to be let in, or to be joined to another account, for a while.

    `code` names it and opens nothing by itself. `question_id` is the owner's question about a
    stranger, empty where somebody known asks; `conversation_id` is where they are told.
    """

    id: str
    code: str
    platform: str
    person: str
    chat: str
    name: str
    conversation_id: str
    lang: str
    question_id: str
    status: Literal["open", "approved", "refused", "linked"]
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """A single value the program itself keeps: owner-code attempts, the simulator's start."""

    id: str
    value: Json
    version: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditEntry:
    """Who did, or was refused, what: arguments are a summary with secrets removed."""

    id: str
    account_id: str
    conversation_id: str
    run_id: str
    event: str
    tool: str
    reason: str
    detail: Json
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Preference:
    """A lasting wish of an account: a known key with its value, or a `note` in free text.

    `source` is `manual` where the person asked for it, `memory` where the memory executor kept it
    from what they said; `messages` are the ids of the messages that said so.
    """

    id: str
    account_id: str
    key: str
    value: str
    created_at: datetime
    updated_at: datetime
    source: Literal["manual", "memory"] = "manual"
    messages: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Credential:
    """One secret of a resource (an exchange account, a model config), sealed.

    The id is `resource:field`; `sealed` opens only at `credentials:ID:sealed`. `hint` are its last
    characters, the only part that is ever shown.
    """

    id: str
    account_id: str
    resource: str
    field: str
    sealed: str
    hint: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelConfig:
    """A language model of a person's own; its key is a Credential under its id.

    `base_url` is empty for the vendor's own address.
    """

    id: str
    account_id: str
    name: str
    provider: Literal["anthropic", "openai"]
    model: str
    base_url: str
    enabled: bool
    is_default: bool
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchItem:
    """A symbol on a person's watchlist; the id is `account:symbol`."""

    id: str
    account_id: str
    symbol: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """A picture that was sent: `data` is base64, `alt` says in words what it shows."""

    id: str
    account_id: str
    conversation_id: str
    mime: Literal["image/png"]
    data: str
    alt: str
    created_at: datetime
