"""Who may talk to us: accounts, their identities on platforms, the owner's one-time code.

Deny by default. The identities named in settings, the web token and the terminal are one owner
account; anybody else is a stranger until a code or the owner says otherwise (DESIGN 8).
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

import structlog

from core.domain.conversation import ConversationKey, Role
from core.domain.records import (
    AccessToken,
    Account,
    AuditEntry,
    ExchangeAccount,
    Identity,
    Insert,
    Query,
    Write,
)
from core.errors import PersonError
from core.ports import Clock, Ids, Records

log = structlog.get_logger(__name__)

OWNER = "owner"
LOCAL = ("web", "terminal")
"""Platforms whose person is an account id: a bearer token or the data folder vouches for them."""

Opening = Callable[[ExchangeAccount, datetime, Ids], tuple[Write, ...]]


@dataclass
class People:
    """The directory. Accounts and identities are few and read often: kept in memory."""

    records: Records
    clock: Clock
    ids: Ids
    opening: Opening
    tries: int = 5
    code: str = ""
    _accounts: dict[str, Account] = field(default_factory=dict)
    _identities: dict[str, str] = field(default_factory=dict)
    _refused: dict[str, int] = field(default_factory=dict)
    _wrong: dict[str, int] = field(default_factory=dict)

    async def start(self, owners: tuple[tuple[str, str], ...]) -> str:
        """Know everybody; make the owner account at the first start, and its identities.

        Returns the one-time owner code, or nothing when the owner can already be reached.
        """
        accounts, identities = await self.records.read(Query(kind=Account), Query(kind=Identity))
        self._accounts = {account.id: account for account in accounts}
        self._identities = {identity.id: identity.account_id for identity in identities}
        if OWNER not in self._accounts:
            await self._create(OWNER, OWNER, "owner")
        for platform, person in owners:
            if f"{platform}:{person}" not in self._identities:
                await self._identify(OWNER, platform, person, person)
        self.code = "" if self._owner_is_reachable() else self.ids.code(12)
        return self.code

    def find(self, key: ConversationKey) -> Account | None:
        """The account behind this person, if they are known."""
        if key.platform in LOCAL:
            return self._accounts.get(key.person)
        account_id = self._identities.get(f"{key.platform}:{key.person}")
        return self._accounts.get(account_id) if account_id else None

    def whose(self, platform: str, person: str) -> Account | None:
        """The account that this person of a platform is."""
        return self._accounts.get(self._identities.get(f"{platform}:{person}", ""))

    def account(self, account_id: str) -> Account | None:
        """The account with this id."""
        return self._accounts.get(account_id)

    def named(self, name: str) -> Account | None:
        """The account called `name`; `owner` is the owner's, whatever they are called."""
        found = next((item for item in self._accounts.values() if item.name == name), None)
        return found or (self._accounts.get(OWNER) if name == OWNER else None)

    async def claim_owner(self, key: ConversationKey, typed: str) -> Account | None:
        """Bind this person to the owner account if `typed` is the one-time code.

        It is void after the first right one; for somebody who sent five wrong ones, until the next
        start. Each person's tries are their own: a stranger cannot use up the owner's.
        """
        if not self.code or not looks_like_code(typed):
            return None
        right = hmac.compare_digest(typed.strip().casefold(), self.code.casefold())
        if not right or not self.tries_left(key):
            self._wrong[key.id] = self._wrong.get(key.id, 0) + 1
            if not self.tries_left(key):
                log.warning("owner code refused for this person", conversation=key.id)
            return None
        self.code = ""
        await self._identify(OWNER, key.platform, key.person, key.chat)
        return self._accounts[OWNER]

    def tries_left(self, key: ConversationKey) -> int:
        """How many owner codes this person may still send; none once there is no code."""
        return max(0, self.tries - self._wrong.get(key.id, 0)) if self.code else 0

    def refused(self, conversation_id: str) -> int:
        """Count a refusal of this stranger; how many there were, this one included."""
        count = self._refused.get(conversation_id, 0) + 1
        if len(self._refused) < 10_000 or conversation_id in self._refused:
            self._refused[conversation_id] = count
        return count

    async def create_token(self, name: str, role: Role, *, expires: datetime | None = None) -> str:
        """A new bearer token for the account called `name`, made with `role` if it is not there.

        PersonError when the account exists with another role, or would be a second owner. The
        token itself is kept nowhere.
        """
        account = next((item for item in self._accounts.values() if item.name == name), None)
        if account is None and role == "owner":
            raise PersonError("account.one_owner", name=self._accounts[OWNER].name)
        if account is None:
            account = await self._create(self.ids.new(), name, role)
        elif account.role != role:
            raise PersonError("account.role_differs", name=name, role=account.role)
        return await self.token_for(account.id, name, expires=expires)

    async def token_for(
        self, account_id: str, name: str, *, expires: datetime | None = None
    ) -> str:
        """A new bearer token for this account."""
        token = self.ids.token()
        row = AccessToken(
            id=token_id(token),
            account_id=account_id,
            name=name,
            created_at=self.clock.now(),
            expires_at=expires,
        )
        await self.records.commit(Insert(record=row))
        return token

    async def authenticate(self, token: str) -> Account | None:
        """The account that this bearer token stands for."""
        row = await self.records.get(AccessToken, token_id(token))
        if row is None or row.revoked_at is not None:
            return None
        if row.expires_at is not None and row.expires_at <= self.clock.now():
            return None
        return self._accounts.get(row.account_id)

    # -- changes, each in the transaction of whoever decides it ---------------------------------

    def identities(self, account_id: str) -> list[str]:
        """Where this account is known, as `platform:person`; web and terminal are left out."""
        return sorted(one for one, whose in self._identities.items() if whose == account_id)

    def everybody(self) -> list[Account]:
        """All accounts that somebody can reach, the owner's first, then by name."""
        known = [one for one in self._accounts.values() if one.id != OWNER]
        return [self._accounts[OWNER], *sorted(known, key=lambda one: one.name.casefold())]

    def newcomer(self, name: str, role: Role) -> tuple[Account, list[Write]]:
        """A new account, under a name that nobody has, and its rows; known after `learn`."""
        taken = {one.name for one in self._accounts.values()}
        free = next(one for one in _numbered(name or "guest") if one not in taken)
        account = Account(id=self.ids.new(), name=free, role=role, created_at=self.clock.now())
        return account, self._rows(account)

    def identity(self, account_id: str, platform: str, person: str, chat: str) -> Identity:
        """This person of a platform as that account; known after `learn`."""
        return Identity(
            id=f"{platform}:{person}",
            account_id=account_id,
            platform=platform,
            person=person,
            chat=chat,
            created_at=self.clock.now(),
        )

    def learn(self, *rows: Account | Identity) -> None:
        """These are committed: know them from now on."""
        for row in rows:
            if isinstance(row, Account):
                self._accounts[row.id] = row
            else:
                self._identities[row.id] = row.account_id

    def unlearn(self, identities: Sequence[str]) -> None:
        """These identities are strangers again, as committed."""
        for one in identities:
            self._identities.pop(one, None)

    def _owner_is_reachable(self) -> bool:
        return any(
            account == OWNER and identity.split(":", 1)[0] not in LOCAL
            for identity, account in self._identities.items()
        )

    async def _create(self, account_id: str, name: str, role: Role) -> Account:
        account = Account(id=account_id, name=name, role=role, created_at=self.clock.now())
        await self.records.commit(*self._rows(account))
        self.learn(account)
        return account

    def _rows(self, account: Account) -> list[Write]:
        """A new account with its paper exchange account, and the record of it."""
        paper = ExchangeAccount(
            id=self.ids.new(),
            account_id=account.id,
            name="paper",
            venue="paper",
            mode="paper",
            trading_state="ACTIVE",
            version=0,
            created_at=account.created_at,
        )
        return [
            Insert(record=account),
            Insert(record=paper),
            *self.opening(paper, account.created_at, self.ids),
            Insert(record=self._audit(account.id, "account.created", account.name)),
        ]

    async def _identify(self, account_id: str, platform: str, person: str, chat: str) -> None:
        identity = self.identity(account_id, platform, person, chat)
        await self.records.commit(
            Insert(record=identity, if_absent=True),
            Insert(record=self._audit(account_id, "identity.bound", identity.id)),
        )
        self.learn(identity)

    def _audit(self, account_id: str, event: str, reason: str) -> AuditEntry:
        return AuditEntry(
            id=self.ids.new(),
            account_id=account_id,
            conversation_id="",
            run_id="",
            event=event,
            tool="",
            reason=reason,
            detail={},
            created_at=self.clock.now(),
        )


def _numbered(name: str) -> Iterator[str]:
    """The name, then the same with 2, 3 and so on behind it."""
    yield name
    yield from (f"{name} {number}" for number in count(2))


def token_id(token: str) -> str:
    """What a token is stored as: its SHA-256, so that the table gives nobody access."""
    return hashlib.sha256(token.encode()).hexdigest()


def looks_like_code(text: str) -> bool:
    """Whether a text could be a typed code: one word of base32 characters, ten or more."""
    word = text.strip()
    return len(word) >= 10 and word.isascii() and word.isalnum()
