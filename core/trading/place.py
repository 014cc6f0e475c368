"""Placing an approved order: stored first, sent once, and after a doubt looked up by its own id."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from core.domain.conversation import Lang
from core.domain.money import ZERO, plain
from core.domain.orders import Fill, OrderRef, OrderReport, OrderRequest, OrderType
from core.domain.records import (
    ExchangeAccount,
    FillRow,
    Insert,
    OrderRow,
    Query,
    Update,
    Write,
)
from core.domain.risk import TradingLimits
from core.errors import OrderDenied
from core.ports import Clock, Exchange, Records
from core.trading.checks import check_account, check_trading_state
from core.trading.figures import figure, stamp
from core.trading.legs import legs_of
from core.trading.limits import check_limits, may_happen
from core.trading.order_plan import OrderPlan

ON_ITS_WAY = ("INITIALIZED", "SUBMITTED", "ACCEPTED", "PARTIALLY_FILLED", "UNKNOWN")
"""Statuses of an order that may still take from the account."""
_TYPES: dict[str, OrderType] = {
    "MARKET": "market",
    "LIMIT": "limit",
    "STOP": "stop",
    "TAKE_PROFIT": "take_profit",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """Who an order is from: what its row is found by later."""

    account_id: str
    exchange_account: ExchangeAccount
    workflow_id: str
    step_id: str
    run_id: str
    lang: Lang
    conversation_id: str = ""
    message_id: str = ""
    """Of the card it was approved on."""
    trader_id: str = ""
    """Of the trader that decided it; empty for a person's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderOutcome:
    """What certainly became of an order (as it was sent), and the rows that say so.

    `ok` False: it is certain that nothing was done.
    """

    order: OrderRow
    data: dict[str, Any]
    writes: tuple[Write, ...]
    ok: bool
    filled: Decimal = ZERO


async def order_intent(
    plan: OrderPlan,
    key: str,
    origin: Origin,
    *,
    records: Records,
    exchange: Exchange,
    now: datetime,
    limits: TradingLimits,
) -> tuple[Write, ...]:
    """The order and its legs INITIALIZED under `key`, and the guard on the account checked.

    The guard's version is read before anything it guards, so that whoever changes the account
    meanwhile makes the unit stale. OrderDenied when it may no longer be placed.
    """
    account_id = origin.exchange_account.id
    accounts, orders = await records.read(
        Query(kind=ExchangeAccount, where={"id": account_id}),
        Query(kind=OrderRow, where={"exchange_account_id": account_id, "status": ON_ITS_WAY}),
    )
    if not accounts:
        raise OrderDenied("account_gone")
    account: ExchangeAccount = accounts[0]
    if not account.enabled:
        # Switched off since the turn read it: the version alone would not tell.
        raise OrderDenied("account_disabled", name=account.name, venue=account.venue)
    check_trading_state(account.trading_state, closes=not plan.opens)
    pending = [one for one in orders if one.client_order_id != key and may_happen(one, now)]
    view = await exchange.account(account_id)
    check_account(plan, view, pending, origin.lang)
    await check_limits(
        plan,
        account,
        view,
        records=records,
        now=now,
        lang=origin.lang,
        default_zone=limits.timezone,
        key=key,
        trader_id=origin.trader_id,
    )
    guard = Update(
        kind=ExchangeAccount,
        where={
            "id": account_id,
            "version": account.version,
            "trading_state": account.trading_state,
        },
        set={"version": account.version + 1},
    )
    order = initial_order(plan, key, origin, now)
    legs = (Insert(record=leg, if_absent=True) for leg in legs_of(order))
    return guard, Insert(record=order, if_absent=True, required=True), *legs


def initial_order(plan: OrderPlan, key: str, origin: Origin, now: datetime) -> OrderRow:
    """The order as it is stored before the venue is called."""
    return OrderRow(
        client_order_id=key,
        account_id=origin.account_id,
        exchange_account_id=origin.exchange_account.id,
        workflow_id=origin.workflow_id,
        step_id=origin.step_id,
        run_id=origin.run_id,
        venue=origin.exchange_account.venue,
        mode=origin.exchange_account.mode,
        symbol=plan.symbol,
        action=plan.action,
        side=plan.side,
        type=plan.type.upper(),
        quantity=plan.quantity,
        leverage=plan.leverage,
        reduce_only=plan.reduce_only,
        amount=plan.amount,
        unit=plan.unit,
        quoted_price=plan.price,
        status="INITIALIZED",
        created_at=now,
        updated_at=now,
        expires_at=plan.expires_at,
        simulated=plan.simulated,
        price=plan.limit_price,
        trigger=plan.trigger,
        post_only=plan.post_only,
        leg=plan.leg,
        oco=plan.oco or (key if plan.stop is not None or plan.target is not None else ""),
        stop=plan.stop,
        target=plan.target,
        conversation_id=origin.conversation_id,
        message_id=origin.message_id,
        trader_id=origin.trader_id,
    )


def request_of(order: OrderRow) -> OrderRequest:
    """The order as a venue is asked for it; the group is only for those that cancel each other."""
    return OrderRequest(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        quantity=order.quantity,
        leverage=order.leverage,
        reduce_only=order.reduce_only,
        type=_TYPES[order.type],
        price=order.price,
        trigger=order.trigger,
        post_only=order.post_only,
        oco="" if order.leg == "entry" else order.oco,
    )


async def place_order(order: OrderRow, exchange: Exchange, clock: Clock) -> OrderOutcome:
    """Send the order, once. OutcomeUnknown after a doubt; VenueError where nothing was sent."""
    try:
        report = await exchange.place(order.exchange_account_id, request_of(order))
    except OrderDenied as denied:
        params = {name: _text(value) for name, value in denied.params.items()}
        return _refused(order, denied.key, params, clock.now())
    return outcome_of(order, report, clock.now())


def ref_of(order: OrderRow) -> OrderRef:
    """What the venue finds our order by."""
    return OrderRef(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        sent_at=order.created_at,
        venue_order_id=order.venue_order_id,
    )


def outcome_of(order: OrderRow, report: OrderReport, now: datetime) -> OrderOutcome:
    """The venue's answer, with the order's row brought up to it and its fills."""
    if not report.filled and report.status in ("REJECTED", "DENIED", "CANCELED", "EXPIRED"):
        return _refused(order, report.reason or "order_refused", dict(report.params), now)
    changes = {
        "status": report.status,
        "venue_order_id": report.venue_order_id,
        "filled": report.filled,
        "told": report.filled,
        "average_price": report.average_price,
        "fee": report.fee,
        "realized_pnl": report.realized_pnl,
        "updated_at": now,
    }
    fills = (Insert(record=fill_row(order, fill), if_absent=True) for fill in report.fills)
    return OrderOutcome(
        order=order,
        data=_data(order, report, now),
        writes=(_change(order, changes), *fills),
        ok=True,
        filled=report.filled,
    )


def _refused(order: OrderRow, key: str, params: dict[str, str], now: datetime) -> OrderOutcome:
    changes = {"status": "REJECTED", "reason": key, "updated_at": now}
    data = {**_common(order), "status": "REJECTED", "error": key, "params": params}
    return OrderOutcome(
        order=order,
        data={**data, "at": stamp(now)},
        writes=(_change(order, changes),),
        ok=False,
    )


def _change(order: OrderRow, changes: dict[str, Any]) -> Update:
    return Update(kind=OrderRow, where={"client_order_id": order.client_order_id}, set=changes)


def _common(order: OrderRow) -> dict[str, Any]:
    base, _, rest = order.symbol.partition("/")
    return {
        "order_id": order.client_order_id,
        "venue": order.venue,
        "mode": order.mode,
        "simulated": order.simulated,
        "action": order.action,
        "symbol": order.symbol,
        "base": base,
        "quote": rest.partition(":")[0],
        "asked": figure(order.quantity),
        "leverage": order.leverage,
        "type": _TYPES[order.type],
        "limit_price": figure(order.price),
        "trigger": figure(order.trigger),
        "stop": figure(order.stop),
        "target": figure(order.target),
        "leg": order.leg,
        "protection": None,
    }


def _data(order: OrderRow, report: OrderReport, now: datetime) -> dict[str, Any]:
    price = report.average_price
    return {
        **_common(order),
        "status": report.status,
        "quantity": figure(report.filled),
        "price": figure(price),
        "value": figure(None if price is None else report.filled * price),
        "fee": figure(report.fee),
        "realized_pnl": figure(report.realized_pnl),
        "at": stamp(report.fills[-1].at if report.fills else now),
    }


def fill_row(order: OrderRow, fill: Fill) -> FillRow:
    """The row of one of the order's fills."""
    return FillRow(
        fill_id=fill.fill_id,
        client_order_id=order.client_order_id,
        account_id=order.account_id,
        exchange_account_id=order.exchange_account_id,
        symbol=fill.symbol,
        side=fill.side,
        quantity=fill.quantity,
        price=fill.price,
        fee=fill.fee,
        realized_pnl=fill.realized_pnl,
        mode=order.mode,
        at=fill.at,
        maker=fill.maker,
    )


def _text(value: object) -> str:
    return plain(value) if isinstance(value, Decimal) else str(value)
