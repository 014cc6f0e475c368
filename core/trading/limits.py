"""Risk limits of an exchange account or a trader, held by code whatever asks (DESIGN 7).

They judge what opens or adds, before its card and again in the transaction that reserves it. What
closes is never held up. Whatever cannot be read is a refusal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_DOWN, Decimal

from core.domain.conversation import Lang
from core.domain.money import ZERO
from core.domain.positions import AccountView
from core.domain.records import ExchangeAccount, OrderRow, Query, RiskLimitsRow
from core.errors import OrderDenied
from core.ports import Records
from core.trading.day import read_day
from core.trading.order_plan import OrderPlan
from core.trading.request import OPENING
from core.trading.suggest import Suggestion, an_order
from core.views.money_text import cash_text, percent_text
from core.views.words import say

CENT = Decimal("0.01")
DEFAULT_LEVERAGE = 20
DEFAULT_POSITIONS = 20
DUST = Decimal(5)
"""Quote. A spot holding worth less is what trades leave behind, and counts as no position."""
PENDING = ("INITIALIZED", "SUBMITTED", "ACCEPTED", "PARTIALLY_FILLED", "UNKNOWN")
"""Statuses of an order that may still take from the account."""


def default_limits(key: str, account_id: str, now: datetime) -> RiskLimitsRow:
    """What holds where nobody has set anything."""
    return RiskLimitsRow(
        id=key,
        account_id=account_id,
        updated_at=now,
        max_leverage=DEFAULT_LEVERAGE,
        max_positions=DEFAULT_POSITIONS,
    )


async def limits_of(account: ExchangeAccount, now: datetime, records: Records) -> RiskLimitsRow:
    """The limits of an exchange account: its own, else the defaults."""
    row = await records.get(RiskLimitsRow, account.id)
    return row or default_limits(account.id, account.account_id, now)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Order:
    """An order that opens or adds, among what is held and on its way."""

    plan: OrderPlan
    view: AccountView
    pending: Sequence[OrderRow]
    lang: Lang
    tail: str

    @property
    def value(self) -> Decimal:
        """What it is worth at the price it is sized by, in the quote currency."""
        return self.plan.quantity * self.plan.price

    def offer(self, value: Decimal, leverage: int | None = None) -> tuple[Suggestion, ...]:
        """The same order for so much (quote), rounded down to the cent; nothing is no order.

        An order with terms whose words are not known is not offered without them.
        """
        plan, amount = self.plan, value.quantize(CENT, rounding=ROUND_DOWN)
        is_plain = plan.type == "market" and plan.stop is None and plan.target is None
        if amount <= 0 or not (is_plain or self.tail):
            return ()
        leverage = leverage or plan.leverage
        return (an_order(self.lang, plan.action, plan, amount, "quote", leverage, tail=self.tail),)


async def check_limits(
    plan: OrderPlan,
    account: ExchangeAccount,
    view: AccountView,
    *,
    records: Records,
    now: datetime,
    lang: Lang,
    default_zone: str,
    key: str = "",
    trader_id: str = "",
    tail: str = "",
) -> None:
    """OrderDenied, naming the limit, its value and what would fit, for an order beyond one.

    `key` is the order's own id, which is not counted twice; `trader_id` adds that trader's limits;
    `tail` is how the person's request said the order's terms.
    """
    if not plan.opens:
        return
    ids = (account.id, trader_id) if trader_id else (account.id,)
    rows, on_the_way = await records.read(
        Query(kind=RiskLimitsRow, where={"id": ids}),
        Query(kind=OrderRow, where={"exchange_account_id": account.id, "status": PENDING}),
    )
    pending = [
        one
        for one in on_the_way
        if one.client_order_id != key and one.action in OPENING and may_happen(one, now)
    ]
    order = _Order(plan=plan, view=view, pending=pending, lang=lang, tail=tail)
    if all(row.id != account.id for row in rows):
        rows = [default_limits(account.id, account.account_id, now), *rows]
    for limits in rows:
        _check_symbol(order, limits)
        _check_leverage(order, limits)
        _check_notional(order, limits)
        _check_position(order, limits)
        _check_positions(order, limits)
        _check_margin(order, limits)
        _check_reward(order, limits)
    stops = [row.daily_loss for row in rows if row.daily_loss is not None]
    if stops:
        day = await read_day(account, view, now, default_zone, records)
        _check_loss(day.loss, min(stops), day.ends, day.zone, plan.quote)


def may_happen(order: OrderRow, now: datetime) -> bool:
    """Whether an order on its way may still fill: one never sent may not, after its expiry."""
    return order.status != "INITIALIZED" or order.expires_at is None or order.expires_at > now


def _check_symbol(order: _Order, limits: RiskLimitsRow) -> None:
    if limits.symbols and order.plan.symbol not in limits.symbols:
        raise OrderDenied("limit_symbol", symbol=order.plan.symbol, allowed=limits.symbols)


def _check_leverage(order: _Order, limits: RiskLimitsRow) -> None:
    most, asked = limits.max_leverage, order.plan.leverage
    if most is not None and asked is not None and asked > most:
        raise OrderDenied(
            "limit_leverage", leverage=asked, limit=most, choices=order.offer(order.value, most)
        )


def _check_notional(order: _Order, limits: RiskLimitsRow) -> None:
    most = limits.max_notional
    if most is not None and order.value > most:
        raise OrderDenied(
            "limit_notional",
            value=cash_text(order.value, order.lang, order.plan.quote),
            limit=cash_text(most, order.lang, order.plan.quote),
            choices=order.offer(most),
        )


def _check_position(order: _Order, limits: RiskLimitsRow) -> None:
    """What is held of the symbol at its mark, what may still be added, and this order."""
    most, plan = limits.max_position, order.plan
    if most is None:
        return
    held = sum((p.quantity for p in order.view.positions if p.symbol == plan.symbol), ZERO)
    there = held * plan.price + sum(
        (_left(one) for one in order.pending if one.symbol == plan.symbol), ZERO
    )
    if there + order.value > most:
        raise OrderDenied(
            "limit_position",
            symbol=plan.symbol,
            value=cash_text(there + order.value, order.lang, plan.quote),
            limit=cash_text(most, order.lang, plan.quote),
            choices=order.offer(most - there),
        )


def _check_positions(order: _Order, limits: RiskLimitsRow) -> None:
    most = limits.max_positions
    if most is None:
        return
    symbols = {p.symbol for p in order.view.positions if _counts(p.kind, p.quantity, p.mark)}
    symbols |= {one.symbol for one in order.pending}
    if order.plan.symbol not in symbols and len(symbols) >= most:
        raise OrderDenied("limit_positions", count=len(symbols), limit=most)


def _counts(kind: str, quantity: Decimal, mark: Decimal | None) -> bool:
    return kind == "perpetual" or mark is None or quantity * mark >= DUST


def _check_margin(order: _Order, limits: RiskLimitsRow) -> None:
    """Margin in use, that of orders on their way, and this order's, as a share of equity."""
    most, plan = limits.max_margin_share, order.plan
    if most is None or plan.leverage is None:
        return
    equity = order.view.equity
    margins = [p.margin for p in order.view.positions if p.kind == "perpetual"]
    if equity is None or any(one is None for one in margins):
        raise OrderDenied("limit_unreadable", limit=say(order.lang, "limit_name_max_margin_share"))
    used = sum((one for one in margins if one is not None), ZERO)
    used += sum((_left(one) / one.leverage for one in order.pending if one.leverage), ZERO)
    room = most * equity - used
    if order.value / plan.leverage > room:
        share = (used + order.value / plan.leverage) / equity if equity > 0 else None
        raise OrderDenied(
            "limit_margin",
            share=percent_text(share, order.lang, sign=False),
            limit=percent_text(most, order.lang, sign=False),
            choices=order.offer(room * plan.leverage),
        )


def _check_reward(order: _Order, limits: RiskLimitsRow) -> None:
    """What it may win for what it may lose, from the price that it is sized by: the live one."""
    least, plan = limits.min_reward_risk, order.plan
    if least is None:
        return
    if plan.stop is None or plan.target is None:
        raise OrderDenied("limit_needs_levels", limit=least)
    risk, reward = abs(plan.price - plan.stop), abs(plan.target - plan.price)
    if not risk or reward / risk < least:
        found = (reward / risk).quantize(CENT, rounding=ROUND_DOWN) if risk else None
        raise OrderDenied("limit_reward", ratio=found, limit=least)


def _check_loss(
    loss: Decimal | None, most: Decimal, ends: datetime, zone: str, currency: str
) -> None:
    if loss is None:
        raise OrderDenied("limit_loss_unknown", limit=most, currency=currency)
    if loss >= most:
        raise OrderDenied(
            "limit_loss",
            loss=loss.quantize(CENT),
            limit=most,
            currency=currency,
            ends=ends,
            zone=zone,
        )


def _left(order: OrderRow) -> Decimal:
    """What of an order may still fill, in the quote currency."""
    return (order.quantity - order.filled) * (order.price or order.quoted_price)
