"""Pictures of an account: its equity, a month of its days, what it holds."""

from datetime import date
from decimal import Decimal

from core.domain.charts import AllocationPicture, CalendarPicture, EquityPicture
from core.domain.instruments import QUOTE
from core.domain.money import CASH, ZERO, total
from core.domain.periods import day_of, midnight, since
from core.domain.records import LedgerRow, Query, Setting
from core.errors import PersonError
from core.ports import Clock, Records
from core.tools.chart_request import Drawing, Wish
from core.trading.curve import change, max_drawdown
from core.trading.figures import figure, stamp
from core.trading.history import history, within
from core.trading.pictures import daily, equity_points, shares
from core.trading.portfolio import Portfolio
from core.trading.several import asked
from core.trading.venue import Venues
from core.trading.venue_money import books_of, setting_id


class AccountCharts:
    """Reads what pictures of accounts show."""

    def __init__(self, records: Records, venues: Venues, clock: Clock) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._portfolio = Portfolio(records, venues)

    async def equity(self, wish: Wish) -> Drawing:
        """The equity of the accounts meant, money moved in or out left aside; one mode only."""
        accounts = wish.accounts
        if len({one.mode for one in accounts}) > 1:
            raise PersonError("accounts_one", known=[one.name for one in accounts])
        now = self._clock.now()
        begin = since(wish.args.period, now, wish.context.zone)
        once = await asked(self._records, accounts)
        (group,) = await self._portfolio.groups(once, begin, now)
        points = equity_points(group.curve)
        known = [one.value for one in points if one.value is not None]
        fall = max_drawdown(group.curve)
        made = change(group.curve)
        return Drawing(
            spec=EquityPicture(
                look=wish.look(group.mode, simulated=group.simulated),
                currency=QUOTE,
                points=points,
                change=made,
            ),
            data={
                "period": wish.args.period,
                "currency": QUOTE,
                "accounts": [one.name for one in accounts],
                "equity": figure(group.equity),
                "change": figure(made),
                "from": stamp(points[0].at if points else None),
                "to": stamp(points[-1].at if points else None),
                "low": figure(min(known, default=None)),
                "high": figure(max(known, default=None)),
                "max_drawdown_fraction": figure(fall.fraction if fall else None),
            },
            mode=group.mode,
            simulated=group.simulated,
            as_of=now,
        )

    async def calendar(self, wish: Wish) -> Drawing:
        """A month's results by the person's days: realised less fees, with known funding."""
        account, zone, now = wish.account, wish.context.zone, self._clock.now()
        year, month = _month(wish.args.month, day_of(now, zone))
        market = self._venues.prices(account)
        every = await history(self._records, account, simulated=market.simulated)
        first = midnight(date(year, month, 1), zone)
        deeds = within(every, first)
        rows, kept = await self._records.read(
            Query(
                kind=LedgerRow,
                where={"exchange_account_id": account.id, "kind": "funding"},
                since=("at", first),
            ),
            Query(kind=Setting, where={"id": setting_id(account.id)}),
        )
        # Some of it would make a day's figure wrong, not nearly right.
        books = books_of(account, kept[0] if kept else None)
        with_funding = books.whole("funding", first, now)
        funding = [(day_of(one.at, zone), one.amount) for one in rows if with_funding]
        days = daily(deeds, funding, year, month, zone)
        whole = total(one.pnl for one in days)
        simulated = market.simulated or any(one.simulated for one in deeds)
        return Drawing(
            spec=CalendarPicture(
                look=wish.look(account.mode, simulated=simulated),
                currency=QUOTE,
                year=year,
                month=month,
                days=days,
                total=whole,
            ),
            data={
                "currency": QUOTE,
                "account": account.name,
                "month": f"{year}-{month:02}",
                "days": [{"day": one.day.isoformat(), "pnl": figure(one.pnl)} for one in days],
                "total": figure(whole),
                "with_funding": with_funding,
            },
            mode=account.mode,
            simulated=simulated,
            as_of=now,
        )

    async def allocation(self, wish: Wish) -> Drawing:
        """What the account is made of now."""
        account = wish.account
        simulated = self._venues.prices(account).simulated
        view = await self._venues.exchange(account).account(account.id)
        parts, missing = shares(view)
        whole = sum((one.value for one in parts), ZERO)
        return Drawing(
            spec=AllocationPicture(
                look=wish.look(account.mode, simulated=simulated),
                currency=QUOTE,
                shares=parts,
                missing=missing,
            ),
            data={
                "currency": QUOTE,
                "account": account.name,
                "equity": figure(view.equity),
                "shares": [
                    {
                        "name": one.name,
                        "value": figure(one.value),
                        "fraction": figure(_fraction(one.value, whole)),
                    }
                    for one in sorted(parts, key=lambda one: -one.value)
                ],
                "missing": list(missing),
            },
            mode=account.mode,
            simulated=simulated,
            as_of=view.at,
        )


def _fraction(part: Decimal, whole: Decimal) -> Decimal:
    return (part / whole).quantize(CASH)


def _month(text: str | None, today: date) -> tuple[int, int]:
    """The month asked for; PersonError for one that is none."""
    if text is None:
        return today.year, today.month
    year, month = int(text[:4]), int(text[5:])
    if not (1 <= month <= 12 and year >= 1970):
        raise PersonError("chart.month_unknown", month=text)
    return year, month
