"""Live accounts in turn, each looked at again once a while has passed."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from core.domain.records import ExchangeAccount, Query
from core.ports import Records


class LiveSweep:
    """Says which live accounts are due; what is given out counts as looked at."""

    def __init__(self, records: Records, every: timedelta) -> None:
        self._records = records
        self._every = every
        self._looked: dict[str, datetime] = {}

    async def accounts(self) -> list[ExchangeAccount]:
        """All that are enabled."""
        where = {"mode": "live", "enabled": True}
        return await self._records.find(Query(kind=ExchangeAccount, where=where))

    def due(self, accounts: Iterable[ExchangeAccount], now: datetime) -> list[ExchangeAccount]:
        """Those of them whose last look is long enough ago."""
        found = [one for one in accounts if self._is_due(one, now)]
        self._looked |= {one.id: now for one in found}
        return found

    def _is_due(self, account: ExchangeAccount, now: datetime) -> bool:
        last = self._looked.get(account.id)
        return last is None or now - last >= self._every
