"""What may be spent on models: bounds on a turn and on an account's day (DESIGN 4, Limits)."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from core.domain.records import ModelUsage, Query
from core.ports import Records

_LOOK_AGAIN = timedelta(minutes=5)
"""Other processes spend too: their share is read again after this long."""


@dataclass(slots=True)
class _Day:
    tokens: Decimal
    cost: Decimal
    read_at: datetime


@dataclass(slots=True)
class Spending:
    """What each account used of models on its present day: read once, then counted here.

    Where several processes serve one account the sum may lag by five minutes of the others' use.
    """

    days: dict[tuple[str, str], _Day] = field(default_factory=dict)

    async def on(
        self, records: Records, account_id: str, day: str, now: datetime
    ) -> tuple[Decimal, Decimal]:
        """Tokens and known cost (USD) of this account on `day` (its local date)."""
        known = self.days.get((account_id, day))
        if known is None or now - known.read_at > _LOOK_AGAIN:
            of_day: Query[ModelUsage] = Query(
                kind=ModelUsage, where={"account_id": account_id, "day": day}
            )
            known = _Day(
                await records.total(of_day, "tokens"), await records.total(of_day, "cost"), now
            )
            self._forget_others(account_id)
            self.days[account_id, day] = known
        return known.tokens, known.cost

    def add(self, usage: ModelUsage) -> None:
        """A turn's use, now committed."""
        known = self.days.get((usage.account_id, usage.day))
        if known is not None:
            known.tokens += usage.tokens
            known.cost += usage.cost or 0

    def _forget_others(self, account_id: str) -> None:
        for key in [key for key in self.days if key[0] == account_id]:
            del self.days[key]
