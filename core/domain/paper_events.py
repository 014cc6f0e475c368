"""What happens at the paper venue, and its answers to orders."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from core.domain.money import ZERO
from core.domain.orders import Fill, OrderReport, OrderRequest, OrderStatus
from core.domain.paper import Event
from core.domain.paper_liquidation import Liquidation
from core.domain.paper_trade import Filled, Refused
from core.domain.records import PaperOpenOrderRow


@dataclass(frozen=True, kw_only=True, slots=True)
class FilledOrder:
    """An order that rested has filled."""

    exchange_account_id: str
    account_id: str
    symbol: str
    report: OrderReport


@dataclass(frozen=True, kw_only=True, slots=True)
class CanceledOrder:
    """An order that rested was taken back by the venue; the report's reason says why."""

    exchange_account_id: str
    account_id: str
    symbol: str
    report: OrderReport


@dataclass(frozen=True, kw_only=True, slots=True)
class ShrunkOrder:
    """A reduce-only order was cut to what is left of its position."""

    exchange_account_id: str
    account_id: str
    symbol: str
    client_order_id: str
    quantity: Decimal


@dataclass(frozen=True, kw_only=True, slots=True)
class FundingPaid:
    """Funding of one due time: `amount` (in `currency`) was received, below zero paid."""

    exchange_account_id: str
    account_id: str
    symbol: str
    amount: Decimal
    currency: str
    rate: Decimal
    mark: Decimal
    due_at: datetime


PaperEvent = FilledOrder | CanceledOrder | ShrunkOrder | FundingPaid | Liquidation


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One change of a book: what is booked, the orders' answers from now on, what happened."""

    ref: str
    event: Event
    reports: tuple[OrderReport, ...] = ()
    happened: tuple[PaperEvent, ...] = ()


def report_of(
    order: OrderRequest | PaperOpenOrderRow,
    outcome: Filled,
    *,
    venue_order_id: str,
    fill_id: str,
    at: datetime,
) -> OrderReport:
    """The answer to an order that is filled, with its one fill."""
    fill = Fill(
        fill_id=fill_id,
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        quantity=outcome.quantity,
        price=outcome.price,
        fee=outcome.fee,
        realized_pnl=outcome.realized_pnl,
        at=at,
        maker=outcome.maker,
    )
    return OrderReport(
        client_order_id=order.client_order_id,
        venue_order_id=venue_order_id,
        status="FILLED",
        filled=outcome.quantity,
        average_price=outcome.price,
        fee=outcome.fee,
        realized_pnl=outcome.realized_pnl,
        fills=(fill,),
    )


def refused_report(order: OrderRequest, refused: Refused, venue_order_id: str) -> OrderReport:
    """The answer to an order that is refused, with the reason."""
    return _unfilled(order, venue_order_id, "REJECTED", refused.reason, refused.params)


def resting_report(order: PaperOpenOrderRow) -> OrderReport:
    """The answer to an order that rests."""
    return _unfilled(order, order.venue_order_id, "ACCEPTED")


def canceled_report(
    order: PaperOpenOrderRow, reason: str = "", params: dict[str, str] | None = None
) -> OrderReport:
    """The answer to an order that was taken back; without a reason, because it was asked for."""
    return _unfilled(order, order.venue_order_id, "CANCELED", reason, params)


def _unfilled(
    order: OrderRequest | PaperOpenOrderRow,
    venue_order_id: str,
    status: OrderStatus,
    reason: str = "",
    params: dict[str, str] | None = None,
) -> OrderReport:
    return OrderReport(
        client_order_id=order.client_order_id,
        venue_order_id=venue_order_id,
        status=status,
        filled=ZERO,
        average_price=None,
        fee=ZERO,
        realized_pnl=None,
        fills=(),
        reason=reason,
        params=dict(params or {}),
    )
