"""Secrets of exchange accounts and models: sealed when kept, opened only for the call they are for.

Nothing else reads them: not a tool's result, not a prompt, not a log (I8).
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from core.domain.records import Credential, Delete, Insert, Query, Update, Write
from core.ports import Records, Sealer

_HINT = 4
_LEAST_WITH_HINT = 12
"""A shorter secret shows nothing of itself."""


def credential_id(resource: str, field: str) -> str:
    """The row's key."""
    return f"{resource}:{field}"


class Credentials:
    """The vault's rows, by the resource that they belong to."""

    def __init__(self, records: Records, sealer: Sealer) -> None:
        self._records = records
        self._sealer = sealer

    async def keep(
        self, resource: str, field: str, secret: str, *, account_id: str, now: datetime
    ) -> tuple[Write, ...]:
        """The rows that keep `secret`, in place of an earlier one of the same name."""
        key = credential_id(resource, field)
        row = Credential(
            id=key,
            account_id=account_id,
            resource=resource,
            field=field,
            sealed=self._sealer.seal(secret, credential_place(key)),
            hint=secret[-_HINT:] if len(secret) >= _LEAST_WITH_HINT else "",
            created_at=now,
        )
        change = {"sealed": row.sealed, "hint": row.hint, "created_at": now}
        if await self._records.get(Credential, key) is not None:
            return (Update(kind=Credential, where={"id": key}, set=change),)
        return (Insert(record=row),)

    async def open(self, resource: str) -> Mapping[str, str]:
        """The secrets of a resource by their names; ValueError for one whose key is gone."""
        rows = await self._rows(resource)
        return {row.field: self._sealer.open(row.sealed, credential_place(row.id)) for row in rows}

    async def hints(self, resource: str) -> Mapping[str, str]:
        """Which secrets there are, each with its last characters: all that is ever shown."""
        return {row.field: row.hint for row in await self._rows(resource)}

    async def _rows(self, resource: str) -> Iterable[Credential]:
        return await self._records.find(Query(kind=Credential, where={"resource": resource}))


def forget(resource: str) -> Write:
    """The write that deletes every secret of a resource."""
    return Delete(kind=Credential, where={"resource": resource})


def credential_place(key: str) -> str:
    """Where the row with this id is sealed for."""
    return f"credentials:{key}:sealed"
