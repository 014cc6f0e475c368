"""What accounts were worth, written down every quarter of an hour: the equity curve's points.

Every time zone is whole quarters of an hour from UTC, so everybody's midnight is among them.
"""

from datetime import datetime, timedelta
from decimal import Decimal

from core.domain.instruments import QUOTE
from core.domain.money import total
from core.domain.records import EquitySnapshot, ExchangeAccount, FillRow, Insert, Query
from core.errors import PersonError, VenueError
from core.ports import Clock, Records
from core.trading.several import asked
from core.trading.venue import Venues

EVERY = timedelta(minutes=15)


class EquityJob:
    """Writes down each account's equity once a quarter of an hour, by whichever process is first.

    Only of accounts that ever traded: before that nothing changes. One that cannot be read then
    has a row that says so, which is a gap in its curve and never a zero.
    """

    def __init__(self, records: Records, venues: Venues, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._done: datetime | None = None

    async def __call__(self) -> int:
        """Write down what is due; how many accounts that were. Safe to call at any time."""
        slot = slot_of(self._clock.now())
        if slot == self._done:
            return 0
        accounts = await self._records.find(Query(kind=ExchangeAccount, where={"enabled": True}))
        once = (await asked(self._records, accounts)).once
        written = 0
        for account in once:
            row_id = f"{account.id}:{slot:%Y-%m-%dT%H:%M}"
            if not await self._traded(account):
                continue
            if await self._records.get(EquitySnapshot, row_id) is not None:
                continue
            row = await self._row(row_id, account)
            await self._records.commit(Insert(record=row, if_absent=True))
            written += 1
        self._done = slot
        return written

    async def _traded(self, account: ExchangeAccount) -> bool:
        where = {"exchange_account_id": account.id}
        return bool(await self._records.find(Query(kind=FillRow, where=where, limit=1)))

    async def _row(self, row_id: str, account: ExchangeAccount) -> EquitySnapshot:
        equity: Decimal | None = None
        unrealized: Decimal | None = None
        simulated = False
        try:
            simulated = self._venues.prices(account).simulated
            view = await self._venues.exchange(account).account(account.id)
            equity = view.equity
            unrealized = total(one.unrealized_pnl for one in view.positions)
        except (VenueError, PersonError):
            # Not known now; what was known of it (its prices are simulated) stays.
            pass
        return EquitySnapshot(
            id=row_id,
            exchange_account_id=account.id,
            account_id=account.account_id,
            equity=equity,
            unrealized_pnl=unrealized,
            currency=QUOTE,
            mode=account.mode,
            simulated=simulated,
            at=self._clock.now(),
        )


def slot_of(now: datetime) -> datetime:
    """The quarter of an hour that this moment (UTC) is in."""
    return now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)
