"""Liquidation on the paper book: the whole position goes, and with it its whole isolated margin."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Literal

from core.domain import margin
from core.domain.market import Instrument
from core.domain.money import ZERO, derived_price
from core.domain.paper import LIQUIDATED, Event, Movement, PaperBook, margin_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Liquidation:
    """What happened, to be told to the person: `lost` (in `currency`) is the position's margin."""

    id: str
    exchange_account_id: str
    account_id: str
    symbol: str
    side: Literal["LONG", "SHORT"]
    quantity: Decimal
    entry_price: Decimal
    mark: Decimal
    lost: Decimal
    currency: str
    at: datetime


def is_liquidated(book: PaperBook, instrument: Instrument, mark: Decimal) -> bool:
    """Whether the account's position in this perpetual is gone at this mark."""
    position = book.position(instrument.symbol)
    if position is None or instrument.kind != "perpetual":
        return False
    return margin.is_due(
        sign=1 if position.quantity > 0 else -1,
        quantity=abs(position.quantity),
        cost=position.cost,
        margin=book.margin(instrument.quote, instrument.symbol),
        mark=mark,
        tiers=instrument.tiers,
    )


def liquidate(
    book: PaperBook, instrument: Instrument, mark: Decimal, *, liquidation_id: str, at: datetime
) -> tuple[Liquidation, Event]:
    """Close the position, which is due; ValueError when there is none. Free money is untouched."""
    position = book.position(instrument.symbol)
    if position is None:
        raise ValueError(f"no position in {instrument.symbol} to liquidate")
    lost = book.margin(instrument.quote, instrument.symbol)
    told = Liquidation(
        id=liquidation_id,
        exchange_account_id=book.exchange_account_id,
        account_id=book.account_id,
        symbol=instrument.symbol,
        side="LONG" if position.quantity > 0 else "SHORT",
        quantity=abs(position.quantity),
        entry_price=derived_price(position.cost / abs(position.quantity)),
        mark=mark,
        lost=lost,
        currency=instrument.quote,
        at=at,
    )
    movement = Movement(
        kind="liquidation",
        currency=instrument.quote,
        bucket=margin_of(instrument.symbol),
        contra=LIQUIDATED,
        amount=-lost,
    )
    flat = replace(position, quantity=ZERO, cost=ZERO, leverage=None, updated_at=at)
    return told, Event(movements=(movement,), positions=(flat,))
