"""The newest snapshots that this process read, by account and kind: bounded, and safe to lose."""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

from core.domain.snapshots import Snapshot, SnapshotKind

MOST = 4096


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose facts: a person's account, and the exchange account it trades on."""

    account: str
    exchange_account: str


@dataclass(eq=False)
class SnapshotCache:
    """What was read last of each kind; a failure is kept too, so that it keeps its first time."""

    _kept: OrderedDict[tuple[Whose, SnapshotKind], Snapshot] = field(default_factory=OrderedDict)

    def keep(self, whose: Whose, read: Snapshot) -> Snapshot:
        """Keep what was just read, and return it: one that fails again is unknown since before."""
        key = (whose, read.kind)
        before = self._kept.get(key)
        if read.error and before is not None and before.error:
            read = read.model_copy(update={"at": before.at})
        self._kept[key] = read
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return read

    def fresh(self, whose: Whose, kind: SnapshotKind, now: datetime) -> Snapshot | None:
        """The facts of this kind, if they were read recently enough and nothing was done since."""
        kept = self._kept.get((whose, kind))
        return kept if kept is not None and kept.is_fresh(now) else None

    def drop(self, account: str) -> None:
        """Something was done for this person's account: no facts of it hold any more."""
        stale = [
            key for key, kept in self._kept.items() if key[0].account == account and not kept.error
        ]
        for key in stale:
            del self._kept[key]
