"""Sealed rows under the key that seals now: so that an older key can be taken out of the ring.

Each batch is one commit and each row changes only if it is still what was read, so it can be ended,
repeated, and run beside everything else. What is done is seen from the rows themselves.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.agent.sealing import inbox_place
from core.credentials import credential_place
from core.domain.records import Credential, InboxItem, Query, Update
from core.ports import Records, Sealer

BATCH = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class _Kind:
    """Rows that hold something sealed: in which column, which of them, and for which place."""

    record: type[Any]
    column: str
    where: Mapping[str, Any]
    place: Callable[[str], str]


_KINDS = (
    _Kind(record=Credential, column="sealed", where={}, place=credential_place),
    _Kind(record=InboxItem, column="payload", where={"status": "new"}, place=inbox_place),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rotated:
    """How many rows were sealed anew, and how many cannot be opened, by the id of their key."""

    resealed: int
    unreadable: Mapping[str, int]


async def rotate(records: Records, sealer: Sealer) -> Rotated:
    """Seal everything that is under an older key of the ring with its first one."""
    resealed, unreadable = 0, Counter[str]()
    for kind in _KINDS:
        after = ""
        while rows := await records.find(
            Query(kind=kind.record, where=dict(kind.where), after=after, limit=BATCH)
        ):
            after = rows[-1].id
            writes = [
                write for row in rows if (write := _anew(kind, row, sealer, unreadable)) is not None
            ]
            if writes:
                await records.commit(*writes)
            resealed += len(writes)
    return Rotated(resealed=resealed, unreadable=dict(unreadable))


def _anew(kind: _Kind, row: Any, sealer: Sealer, unreadable: Counter[str]) -> Update | None:
    sealed = getattr(row, kind.column)
    key = sealer.key_of(sealed)
    if not sealed or key == sealer.sealing_key:
        return None
    place = kind.place(row.id)
    try:
        plain = sealer.open(sealed, place)
    except ValueError:
        unreadable[key] += 1
        return None
    return Update(
        kind=kind.record,
        where={"id": row.id, kind.column: sealed},
        set={kind.column: sealer.seal(plain, place)},
        required=False,
    )
