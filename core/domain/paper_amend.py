"""A resting order changed in place: judged as if it were new, with what it reserves free for it."""

from dataclasses import replace
from datetime import datetime

from core.domain.market import Instrument, Quote
from core.domain.orders import OrderChange, OrderRequest
from core.domain.paper import Event, PaperBook, after_event
from core.domain.paper_events import Step
from core.domain.paper_orders import judge
from core.domain.paper_resting import releasing
from core.domain.paper_steps import new_order
from core.domain.paper_trade import PaperRules, Refused, Rests
from core.domain.records import PaperOpenOrderRow


def amended(
    book: PaperBook,
    instrument: Instrument,
    order: PaperOpenOrderRow,
    change: OrderChange,
    quote: Quote,
    *,
    rules: PaperRules,
    fill_id: str,
    at: datetime,
) -> Step | Refused:
    """The order as changed, filled if its new price meets the book; refused, it rests as it was."""
    asked = OrderRequest(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        quantity=order.quantity if change.quantity is None else change.quantity,
        leverage=order.leverage,
        reduce_only=order.reduce_only,
        type=order.type,
        price=order.price if change.price is None else change.price,
        trigger=order.trigger if change.trigger is None else change.trigger,
        post_only=order.post_only,
        oco=order.oco,
    )
    freed = releasing(order)
    outcome = judge(
        after_event(book, freed),
        instrument,
        asked,
        quote,
        rules=rules,
        venue_order_id=order.venue_order_id,
        at=at,
    )
    match outcome:
        case Refused():
            return outcome
        case Rests():
            changed = replace(outcome.order, created_at=order.created_at)
            moved = freed.movements + outcome.event.movements
            outcome = Rests(event=Event(movements=moved, rests=(changed,)), order=changed)
        case _:
            outcome = replace(outcome, event=freed + outcome.event)
    return new_order(
        book,
        instrument,
        asked,
        outcome,
        venue_order_id=order.venue_order_id,
        fill_id=fill_id,
        at=at,
    )
