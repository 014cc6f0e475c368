"""The daily loss stop of an exchange account: what it is, and whether today has hit it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount
from core.errors import PersonError, VenueError
from core.ports import Records
from core.trading.day import Day, read_day
from core.trading.limits import limits_of
from core.trading.venue import Venues


@dataclass(frozen=True, kw_only=True, slots=True)
class LossStop:
    """The limit in the quote currency, and the day that it is held against."""

    limit: Decimal
    day: Day

    @property
    def is_hit(self) -> bool:
        """Whether the day is known to have lost as much."""
        return self.day.loss is not None and self.day.loss >= self.limit


async def loss_stop(
    account: ExchangeAccount,
    venues: Venues,
    records: Records,
    now: datetime,
    default_zone: str,
) -> LossStop | None:
    """The stop as it stands now; None where the account has none.

    An account that cannot be read has a day whose loss is not known.
    """
    limits = await limits_of(account, now, records)
    if limits.daily_loss is None:
        return None
    view: AccountView | None = None
    try:
        view = await venues.exchange(account).account(account.id)
    except (VenueError, PersonError):
        view = None
    day = await read_day(account, view, now, default_zone, records)
    return LossStop(limit=limits.daily_loss, day=day)
