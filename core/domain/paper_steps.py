"""The paper venue's order of work: one change of a book after the other, at one price.

Funding that is due, then liquidation, then stops and take-profits, then resting limits; a new order
comes last, so that none is matched at a price at which its position should already be gone. What a
fill leaves behind belongs to it: its one-cancels-other group goes, and no order that only reduces
outlives its position or is larger than it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from core.domain.market import Instrument, Quote
from core.domain.money import ZERO, floor_to_step
from core.domain.orders import OrderReport, OrderRequest
from core.domain.paper import Event, NewIds, PaperBook, after_event
from core.domain.paper_events import (
    CanceledOrder,
    FilledOrder,
    ShrunkOrder,
    Step,
    canceled_report,
    refused_report,
    report_of,
    resting_report,
)
from core.domain.paper_funding import funding_due, pay_funding
from core.domain.paper_liquidation import is_liquidated, liquidate
from core.domain.paper_perpetual import trade_perpetual
from core.domain.paper_resting import due_order, execution, is_reduction, releasing
from core.domain.paper_spot import trade_spot
from core.domain.paper_trade import Filled, PaperRules, Refused, Rests
from core.domain.records import PaperOpenOrderRow


@dataclass(frozen=True, kw_only=True, slots=True)
class Funding:
    """What is known of funding: the rate, None where the market tells none."""

    rate: Decimal | None


def next_step(
    book: PaperBook,
    instrument: Instrument,
    quote: Quote,
    *,
    rules: PaperRules,
    funding: Funding | None,
    ids: NewIds,
    at: datetime,
    since: datetime | None = None,
) -> Step | None:
    """What this price does first to the book in this market; None when there is nothing to do.

    Funding waits while nothing is known of it (`funding` None). A price of the past, from `since`
    on, does nothing to orders that were placed or changed later.
    """
    position = book.position(instrument.symbol)
    if position is not None and funding is not None:
        due = funding_due(book, instrument, at)
        if due:
            return pay_funding(
                book,
                instrument,
                position,
                due=due,
                mark=quote.mark,
                rate=funding.rate,
                rules=rules,
            )
    if is_liquidated(book, instrument, quote.mark):
        told, event = liquidate(book, instrument, quote.mark, liquidation_id=ids.new(), at=at)
        step = Step(ref=told.id, event=event, happened=(told,))
        return _with_consequences(book, instrument, step, gone="venue_canceled_liquidated")
    order = due_order(book, instrument.symbol, quote, rules, since)
    return None if order is None else _fill(book, instrument, order, quote, ids, at)


def new_order(
    book: PaperBook,
    instrument: Instrument,
    order: OrderRequest,
    outcome: Filled | Rests | Refused,
    *,
    venue_order_id: str,
    fill_id: str,
    at: datetime,
) -> Step:
    """The answer to an order that was judged, and what it leaves behind."""
    if isinstance(outcome, Rests):
        return Step(
            ref=order.client_order_id,
            event=outcome.event,
            reports=(resting_report(outcome.order),),
        )
    if isinstance(outcome, Refused):
        return refusal(order, outcome, venue_order_id)
    report = report_of(order, outcome, venue_order_id=venue_order_id, fill_id=fill_id, at=at)
    step = Step(ref=order.client_order_id, event=outcome.event, reports=(report,))
    return _with_consequences(book, instrument, step, oco=order.oco)


def refusal(order: OrderRequest, refused: Refused, venue_order_id: str) -> Step:
    """The answer to an order that is not taken: it is kept, nothing else."""
    report = refused_report(order, refused, venue_order_id)
    return Step(ref=order.client_order_id, event=Event(), reports=(report,))


def cancel(book: PaperBook, orders: Iterable[PaperOpenOrderRow], reason: str = "") -> Step:
    """These orders taken back: on request, or for a reason of the venue's that is an event."""
    gone = tuple(orders)
    reports = tuple(canceled_report(order, reason, {"symbol": order.symbol}) for order in gone)
    return Step(
        ref=gone[0].client_order_id if gone else "",
        event=releasing(*gone),
        reports=reports,
        happened=tuple(
            _canceled(book, report, order.symbol)
            for order, report in zip(gone, reports, strict=True)
            if reason
        ),
    )


def _fill(
    book: PaperBook,
    instrument: Instrument,
    order: PaperOpenOrderRow,
    quote: Quote,
    ids: NewIds,
    at: datetime,
) -> Step:
    """The order at its turn; one that the account can no longer bear is taken back instead.

    What its group held back is free for it: one of them fills, the others go.
    """
    group = [one for one in _group(book, order.oco) if one != order]
    freed = releasing(order, *group)
    before = after_event(book, freed)
    trade = replace(execution(order, instrument, quote), at=at)
    trading = trade_spot if instrument.kind == "spot" else trade_perpetual
    outcome = trading(before, replace(trade, reduce_only=is_reduction(order)))
    if isinstance(outcome, Refused):
        report = canceled_report(order, outcome.reason, outcome.params)
        return Step(
            ref=order.client_order_id,
            event=releasing(order),
            reports=(report,),
            happened=(_canceled(book, report, order.symbol),),
        )
    report = report_of(
        order, outcome, venue_order_id=order.venue_order_id, fill_id=ids.new(), at=at
    )
    filled = FilledOrder(
        exchange_account_id=book.exchange_account_id,
        account_id=book.account_id,
        symbol=order.symbol,
        report=report,
    )
    others = cancel(book, group, "venue_canceled_oco")
    step = Step(
        ref=order.client_order_id,
        event=freed + outcome.event,
        reports=(report, *others.reports),
        happened=(filled, *others.happened),
    )
    return _with_consequences(book, instrument, step)


def _with_consequences(
    book: PaperBook,
    instrument: Instrument,
    step: Step,
    *,
    oco: str = "",
    gone: str = "venue_canceled_position_closed",
) -> Step:
    """The step with all that it does to other orders: its group, and those that only reduce."""
    step = _joined(
        step, cancel(book, _group(after_event(book, step.event), oco), "venue_canceled_oco")
    )
    after = after_event(book, step.event)
    left = after.position(instrument.symbol)
    orphans, shrunk = [], []
    for order in after.resting(instrument.symbol):
        if not is_reduction(order) or order.reserved:
            continue
        most = ZERO
        if left is not None and (left.quantity > 0) == (order.side == "SELL"):
            most = floor_to_step(abs(left.quantity), instrument.step)
        if not most:
            orphans.append(order)
        elif order.quantity > most:
            shrunk.append(replace(order, quantity=most))
    smaller = Step(
        ref=step.ref,
        event=Event(rests=tuple(shrunk)),
        happened=tuple(
            ShrunkOrder(
                exchange_account_id=book.exchange_account_id,
                account_id=book.account_id,
                symbol=order.symbol,
                client_order_id=order.client_order_id,
                quantity=order.quantity,
            )
            for order in shrunk
        ),
    )
    return _joined(_joined(step, cancel(book, orphans, gone)), smaller)


def _group(book: PaperBook, oco: str) -> list[PaperOpenOrderRow]:
    return [order for order in book.orders.values() if oco and order.oco == oco]


def _joined(step: Step, more: Step) -> Step:
    return replace(
        step,
        event=step.event + more.event,
        reports=step.reports + more.reports,
        happened=step.happened + more.happened,
    )


def _canceled(book: PaperBook, report: OrderReport, symbol: str) -> CanceledOrder:
    return CanceledOrder(
        exchange_account_id=book.exchange_account_id,
        account_id=book.account_id,
        symbol=symbol,
        report=report,
    )
