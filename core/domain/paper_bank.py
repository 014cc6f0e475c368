"""Made-up money in and out, and a paper account begun anew."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from core.domain.money import CASH, ZERO, book_pnl, plain
from core.domain.paper import (
    DEPOSITS,
    FREE,
    MONEY,
    RESETS,
    Event,
    Movement,
    MovementKind,
    PaperBook,
    after_event,
    is_own,
)
from core.domain.paper_events import Step
from core.domain.paper_steps import cancel
from core.domain.paper_trade import Refused

MOST_MONEY = Decimal(10) ** 9
"""The most that one movement may bring, and the most that may be free after it."""


def deposit(book: PaperBook, amount: Decimal, key: str) -> Step | Refused:
    """Add to what is free."""
    refused = _out_of_bounds(amount)
    if refused is None and book.balance(MONEY) + amount > MOST_MONEY:
        most = {"most": plain(MOST_MONEY), "currency": MONEY, "free": plain(book.balance(MONEY))}
        refused = Refused(reason="venue_bank_full", params=most)
    return refused or _moved("deposit", book_pnl(amount), key)


def withdraw(book: PaperBook, amount: Decimal, key: str) -> Step | Refused:
    """Take from what is free."""
    refused = _out_of_bounds(amount)
    free = book.balance(MONEY)
    if refused is None and amount > free:
        short = {"asked": plain(amount), "free": plain(free), "currency": MONEY}
        refused = Refused(reason="venue_bank_short", params=short)
    return refused or _moved("withdrawal", -book_pnl(amount), key)


def reset(book: PaperBook, balance: Decimal, key: str, at: datetime) -> Step | Refused:
    """Take all orders back, drop positions and coins as they are, and have `balance` free.

    What was there leaves by movements of their own kind: nothing is sold, so nothing is realised.
    """
    refused = _out_of_bounds(balance)
    if refused is not None:
        return refused
    orders = cancel(book, book.orders.values(), "venue_canceled_reset")
    after = after_event(book, orders.event)
    left = tuple(
        _move(currency, bucket, "reset", -amount)
        for (currency, bucket), amount in after.balances.items()
        if is_own(bucket)
    )
    anew = _move(MONEY, FREE, "reset", book_pnl(balance))
    flat = tuple(
        replace(row, quantity=ZERO, cost=ZERO, leverage=None, updated_at=at, funded_at=at)
        for row in book.positions.values()
        if row.quantity
    )
    event = orders.event + Event(movements=(*left, anew), positions=flat)
    return replace(orders, ref=key, event=event)


def _moved(kind: MovementKind, amount: Decimal, key: str) -> Step:
    return Step(ref=key, event=Event(movements=(_move(MONEY, FREE, kind, amount),)))


def _move(currency: str, bucket: str, kind: MovementKind, amount: Decimal) -> Movement:
    contra = RESETS if kind == "reset" else DEPOSITS
    return Movement(kind=kind, currency=currency, bucket=bucket, contra=contra, amount=amount)


def _out_of_bounds(amount: Decimal) -> Refused | None:
    if amount.is_finite() and CASH <= amount <= MOST_MONEY:
        return None
    bounds = {"least": plain(CASH), "most": plain(MOST_MONEY), "currency": MONEY}
    return Refused(reason="venue_bank_bounds", params=bounds)
