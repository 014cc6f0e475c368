"""What a person's accounts did over a period and are worth now, read once and summed once.

Paper and live are never summed together, and neither are venue accounts that are listed twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from core.domain.instruments import QUOTE
from core.domain.money import ZERO, total
from core.domain.orders import Mode
from core.domain.paper import margin_of
from core.domain.positions import AccountView
from core.domain.records import EquitySnapshot, ExchangeAccount, LedgerRow, Query, Setting
from core.errors import PersonError, VenueError
from core.ports import Records
from core.trading.curve import Flow, Point, summed, without_flows
from core.trading.history import Deed, history, within
from core.trading.performance import Results, results, together
from core.trading.several import Asked
from core.trading.venue import Venues
from core.trading.venue_money import books_of, setting_id

_FLOWS = ("deposit", "withdrawal", "reset")
_NEAR = timedelta(minutes=20)
"""How much before a period began its first equity may have been written down."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One account in a period. What is None could not be read or is not known.

    What was done is counted from the period's begin, or from `reset`, the last one of a paper
    account, where that came later: it began anew there.
    `curve` is its equity without money moved in or out; without `flows_whole` not all of that is
    known, and it holds them. `curve` is empty for an account that is another one at its venue.
    """

    account: ExchangeAccount
    simulated: bool
    deeds: tuple[Deed, ...]
    results: Results
    curve: tuple[Point, ...]
    equity: Decimal | None
    unrealized: Decimal | None
    reset: datetime | None = None
    flows_whole: bool = True
    counted: bool = True
    """False where its holdings are counted with another account's: they are the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """The accounts of one mode together."""

    mode: Mode
    simulated: bool
    parts: tuple[Part, ...]
    results: Results
    curve: tuple[Point, ...]

    @property
    def equity(self) -> Decimal | None:
        """All that is there now; None where one account could not be read."""
        return total(one.equity for one in self.parts if one.counted)

    @property
    def unrealized(self) -> Decimal | None:
        """Open profit of all positions."""
        return total(one.unrealized for one in self.parts if one.counted)

    @property
    def flows_whole(self) -> bool:
        """Whether the curve is free of money moved in or out."""
        return all(one.flows_whole for one in self.parts if one.counted)

    @property
    def unread(self) -> tuple[str, ...]:
        """Accounts whose present equity is not known."""
        return tuple(one.account.name for one in self.parts if one.counted and one.equity is None)


class Portfolio:
    """Reads accounts over a period."""

    def __init__(self, records: Records, venues: Venues) -> None:
        self._records = records
        self._venues = venues

    async def groups(
        self,
        asked: Asked,
        since: datetime | None,
        now: datetime,
        symbols: Sequence[str] = (),
    ) -> tuple[Group, ...]:
        """The accounts by mode, paper first; in these symbols only the trades, not the equity."""
        parts = [await self._part(one, asked, since, now, symbols) for one in asked.accounts]
        found = []
        for mode in ("paper", "live"):
            some = tuple(one for one in parts if one.account.mode == mode)
            if some:
                found.append(
                    Group(
                        mode="paper" if mode == "paper" else "live",
                        simulated=any(one.simulated for one in some),
                        parts=some,
                        results=together([one.results for one in some]),
                        curve=summed([one.curve for one in some]),
                    )
                )
        return tuple(found)

    async def _part(
        self,
        account: ExchangeAccount,
        asked: Asked,
        since: datetime | None,
        now: datetime,
        symbols: Sequence[str],
    ) -> Part:
        simulated = self._simulated(account)
        every = await history(self._records, account, symbols, simulated=simulated)
        ledger, kept = await self._records.read(
            Query(
                kind=LedgerRow,
                where={"exchange_account_id": account.id, "kind": (*_FLOWS, "funding")},
            ),
            Query(kind=Setting, where={"id": setting_id(account.id)}),
        )
        books = books_of(account, kept[0] if kept else None)
        reset = max((one.at for one in ledger if one.kind == "reset"), default=None)
        anew = reset is not None and (since is None or reset > since)
        since = reset if anew else since
        deeds = within(every, since)
        counted = account.id not in asked.same_as
        view = await self._view(account) if counted else None
        equity = view.equity if view else None
        part = Part(
            account=account,
            simulated=simulated or any(one.simulated for one in deeds),
            deeds=tuple(deeds),
            results=results(
                deeds,
                _funding(ledger, since, symbols),
                # What an account at a venue booked is counted with the first of those it is.
                funding_whole=not counted or books.whole("funding", since, now),
                liquidations_whole=not counted or books.whole("liquidation", since, now),
            ),
            curve=(),
            equity=equity,
            unrealized=_unrealized(view),
            reset=reset if anew else None,
            counted=counted,
        )
        if symbols or not counted:
            return part
        flowed = [one for one in ledger if one.kind in _FLOWS]
        moved = [one for one in flowed if one.currency == QUOTE]
        points = [one for one in await self._points(account, since, reset) if one.at < now]
        opening = _opening(account, every, moved, since, reset)
        if opening is not None:
            points = [opening, *(one for one in points if one.at > opening.at)]
        points = [*points, Point(at=now, value=equity)]
        flows = [Flow(at=one.at, amount=one.amount) for one in moved if one.at > points[0].at]
        # What a coin was worth when it came is not known.
        coins = any(one.currency != QUOTE and one.at > points[0].at for one in flowed)
        whole = books.flows_whole(points[0].at, now) and not coins
        return replace(
            part,
            curve=without_flows(points, flows) if whole else tuple(points),
            flows_whole=whole,
        )

    async def _points(
        self, account: ExchangeAccount, since: datetime | None, reset: datetime | None
    ) -> list[Point]:
        """What was written down since the period began, or since a reset, which starts anew.

        The newest from shortly before the period is its first.
        """
        rows = await self._records.find(
            Query(
                kind=EquitySnapshot,
                where={"exchange_account_id": account.id},
                since=None if since is None else ("at", since - _NEAR),
            )
        )
        points = sorted((Point(at=row.at, value=row.equity) for row in rows), key=lambda p: p.at)
        points = [one for one in points if reset is None or one.at > reset]
        before = [one for one in points if since is not None and one.at < since]
        return [*before[-1:], *points[len(before) :]]

    async def _view(self, account: ExchangeAccount) -> AccountView | None:
        """The account as it is now; None where it cannot be read."""
        try:
            return await self._venues.exchange(account).account(account.id)
        except (VenueError, PersonError):
            return None

    def _simulated(self, account: ExchangeAccount) -> bool:
        try:
            return self._venues.prices(account).simulated
        except PersonError:
            return False


def _unrealized(view: AccountView | None) -> Decimal | None:
    return None if view is None else total(one.unrealized_pnl for one in view.positions)


def _funding(
    ledger: Sequence[LedgerRow], since: datetime | None, symbols: Sequence[str]
) -> Decimal:
    """Funding received less paid, as it is booked."""
    rows = [one for one in ledger if one.kind == "funding" and (since is None or one.at >= since)]
    if symbols:
        rows = [one for one in rows if any(_is_of(one, symbol) for symbol in symbols)]
    return sum((one.amount for one in rows), ZERO)


def _is_of(row: LedgerRow, symbol: str) -> bool:
    """Whether funding is this market's: paid from its margin, or from what is free for it."""
    return row.bucket == margin_of(symbol) or row.ref.startswith(f"funding:{symbol}:")


def _opening(
    account: ExchangeAccount,
    every: Sequence[Deed],
    moved: Sequence[LedgerRow],
    since: datetime | None,
    reset: datetime | None,
) -> Point | None:
    """What a paper account was worth when the period began, or at its opening or reset.

    Known without a record where nothing had been traded by then: it is what was paid in.
    """
    if account.mode == "live" or not moved:
        return None
    at = max(one for one in (since, reset, min(row.at for row in moved)) if one is not None)
    if any(one.at < at and (reset is None or one.at >= reset) for one in every):
        return None
    # A reset takes out what was there, and brings in the new balance, at one moment.
    paid = [
        row.amount
        for row in moved
        if row.at <= at
        and (reset is None or row.at > reset or (row.kind == "reset" and row.amount > 0))
        and (reset is None or row.at >= reset)
    ]
    return Point(at=at, value=sum(paid, ZERO))
