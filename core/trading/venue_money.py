"""How far a live account's own books have been read: what a sum over them may claim."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from core.domain.movements import KINDS, MovementKind, Statement
from core.domain.records import ExchangeAccount, Setting

FRESH = timedelta(minutes=30)
"""What was read that lately counts as read to the present."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """One kind of movements is booked without a gap from `since` to `until`.

    `all_ways` as in Statement.
    """

    since: datetime
    until: datetime
    all_ways: bool

    def has(self, since: datetime, now: datetime) -> bool:
        """Whether nothing is missing from `since` until now."""
        return self.since <= since and now - self.until <= FRESH

    def read_on(self, told: Statement, now: datetime) -> "Coverage":
        """After what was read now: a gap that the venue no longer tells of is behind it."""
        since = self.since if told.since <= self.until else told.since
        return Coverage(since=since, until=now, all_ways=told.all_ways)


@dataclass(frozen=True, kw_only=True, slots=True)
class Books:
    """What is known of an account besides its trades. Paper books all of it itself."""

    account: ExchangeAccount
    covered: Mapping[MovementKind, Coverage]

    def whole(self, kind: MovementKind, since: datetime | None, now: datetime) -> bool:
        """Whether every movement of this kind since then (or ever here) is booked."""
        if self.account.mode == "paper":
            return True
        began = self.account.created_at
        covered = self.covered.get(kind)
        return covered is not None and covered.has(max(since or began, began), now)

    def flows_whole(self, since: datetime, now: datetime) -> bool:
        """Whether all money that was moved in or out since then is booked."""
        return all(
            self.whole(kind, since, now)
            and (self.account.mode == "paper" or self.covered[kind].all_ways)
            for kind in ("deposit", "withdrawal")
        )


def setting_id(account_id: str) -> str:
    """Under which an account's coverage is kept."""
    return f"venue-money:{account_id}"


def books_of(account: ExchangeAccount, kept: Setting | None) -> Books:
    """The account's coverage as it is kept."""
    found = kept.value if kept is not None else {}
    return Books(
        account=account,
        covered={kind: _covered(found[kind]) for kind in KINDS if kind in found},
    )


def to_keep(covered: Mapping[MovementKind, Coverage]) -> dict[str, Any]:
    """As JSON."""
    return {
        kind: {
            "since": one.since.isoformat(),
            "until": one.until.isoformat(),
            "all_ways": one.all_ways,
        }
        for kind, one in covered.items()
    }


def _covered(kept: Mapping[str, Any]) -> Coverage:
    return Coverage(
        since=datetime.fromisoformat(kept["since"]),
        until=datetime.fromisoformat(kept["until"]),
        all_ways=bool(kept["all_ways"]),
    )
