"""Funding of perpetuals: every eight hours, on what is held at that instant.

payment = side * quantity * mark * rate: with a rate above zero longs pay shorts.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

from core.domain.market import Instrument
from core.domain.money import CASH, ZERO, book_pnl
from core.domain.paper import FREE, FUNDING, Event, Movement, PaperBook, margin_of
from core.domain.paper_events import FundingPaid, Step
from core.domain.paper_trade import PaperRules
from core.domain.records import PaperPositionRow

EVERY = timedelta(hours=8)
"""Counted from midnight UTC."""
USUAL_RATE = Decimal("0.0001")
"""The interest part of venues' funding: what is taken where a market tells no rate."""
MOST_RATE = Decimal("0.03")
"""Beyond any venue's cap; a rate further out is a mistake and counts as this much."""


def funding_due(book: PaperBook, instrument: Instrument, now: datetime) -> tuple[datetime, ...]:
    """The times up to now whose funding the position has not paid or received yet."""
    position = book.position(instrument.symbol)
    if position is None or instrument.kind != "perpetual":
        return ()
    at = position.funded_at
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    first = midnight + ((at - midnight) // EVERY + 1) * EVERY
    return tuple(first + number * EVERY for number in range(max((now - first) // EVERY + 1, 0)))


def pay_funding(
    book: PaperBook,
    instrument: Instrument,
    position: PaperPositionRow,
    *,
    due: tuple[datetime, ...],
    mark: Decimal,
    rate: Decimal | None,
    rules: PaperRules,
) -> Step:
    """Each due time settled once, at the mark and rate at hand; a rate of None is the usual one.

    It comes from the position's margin, or from what is free first, as the rules say. What these
    cannot pay is not owed: the last quantum of a margin stays, since no position is without one.
    """
    rate = USUAL_RATE if rate is None else max(-MOST_RATE, min(MOST_RATE, rate))
    asked = -book_pnl(position.quantity * mark * rate)
    free = book.balance(instrument.quote)
    of_margin = book.margin(instrument.quote, instrument.symbol)
    moved: list[Movement] = []
    paid: list[FundingPaid] = []
    for at in due:
        ref = f"funding:{instrument.symbol}:{at:%Y-%m-%dT%H}"
        from_free = ZERO
        if rules.funding == "free":
            from_free = max(asked, -free)
        from_margin = max(asked - from_free, min(CASH - of_margin, ZERO))
        free, of_margin = free + from_free, of_margin + from_margin
        for bucket, amount in ((FREE, from_free), (margin_of(instrument.symbol), from_margin)):
            moved.append(
                Movement(
                    kind="funding",
                    currency=instrument.quote,
                    bucket=bucket,
                    contra=FUNDING,
                    amount=amount,
                    ref=ref,
                )
            )
        paid.append(
            FundingPaid(
                exchange_account_id=book.exchange_account_id,
                account_id=book.account_id,
                symbol=instrument.symbol,
                amount=from_free + from_margin,
                currency=instrument.quote,
                rate=rate,
                mark=mark,
                due_at=at,
            )
        )
    after = replace(position, funded_at=due[-1])
    return Step(
        ref=moved[-1].ref,
        event=Event(movements=tuple(moved), positions=(after,)),
        happened=tuple(paid),
    )
