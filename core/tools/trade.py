"""execute_trade: market orders, only under an approval of exactly the order on the card."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from core.domain.amounts import parse_amount
from core.domain.conversation import Lang
from core.domain.leverage_words import stated_leverage
from core.domain.outbound import Block, TextBlock
from core.domain.records import OrderRow, Query, Write
from core.domain.references import Reference
from core.domain.risk import TradingLimits
from core.domain.snapshots import SnapshotKind
from core.errors import BellwetherError
from core.ports import Clock, Records
from core.tools.arguments import typed
from core.tools.registry import Action, Draft, ToolContext, ToolResult
from core.trading.draft import draft_order
from core.trading.figures import figure
from core.trading.order_plan import OrderPlan
from core.trading.place import (
    OrderOutcome,
    Origin,
    initial_order,
    order_intent,
    place_order,
    settle_order,
)
from core.trading.request import OPENING, Amount, TradeArguments
from core.trading.venue import Venues
from core.views.trade_view import order_view
from core.views.words import say

_LEANS_ON: frozenset[SnapshotKind] = frozenset({"balance", "positions"})


class TradeTool:
    """Buys, sells, opens and closes."""

    name = "execute_trade"
    description = (
        "Places one market order after the person has confirmed its card; code shows the card. "
        "Use it only when the person asks for an order and its side, symbol and amount are known."
    )
    arguments: type[BaseModel] = TradeArguments
    actions = tuple(
        Action(name=name, effect="money", repeat="keyed", snapshots=_LEANS_ON)
        for name in ("buy", "sell", "open_long", "open_short", "close_long", "close_short")
    )

    def __init__(
        self,
        records: Records,
        venues: Venues,
        clock: Clock,
        limits: TradingLimits,
    ) -> None:
        self._records = records
        self._venues = venues
        self._clock = clock
        self._limits = limits

    def action(self, args: BaseModel) -> Action:
        """The action that the arguments name."""
        wanted = typed(args, TradeArguments).action
        return next(one for one in self.actions if one.name == wanted)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  never
        """Never: an order is placed through its card only."""
        raise BellwetherError(f"{self.name} acts under an approval only")

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """The fill, or why there is none."""
        return order_view(data, lang)

    async def draft(self, args: BaseModel, context: ToolContext) -> Draft:
        """The card at the present price; PersonError or OrderDenied if there can be none."""
        drafted = await draft_order(
            typed(args, TradeArguments),
            context.exchange_account,
            context.lang,
            market=self._venues.prices(context.exchange_account),
            exchange=self._venues.exchange(context.exchange_account),
            clock=self._clock,
            limits=self._limits,
        )
        doubt = await self._in_doubt(drafted.arguments, context)
        return Draft(
            arguments=drafted.arguments.model_dump(mode="json"),
            blocks=(*doubt, drafted.card),
            data=drafted.data,
            price=drafted.plan.price,
            price_at=drafted.quote.at,
            expires_at=drafted.expires_at,
            mode=context.exchange_account.mode,
            simulated=drafted.quote.simulated,
            large=drafted.large,
            plan=drafted.plan.model_dump(mode="json"),
        )

    async def _in_doubt(self, order: TradeArguments, context: ToolContext) -> tuple[Block, ...]:
        """A warning where an order like this one may have been placed: this would be another."""
        where = {
            "exchange_account_id": context.exchange_account.id,
            "status": "UNKNOWN",
            "symbol": order.symbol,
            "action": order.action,
        }
        found = await self._records.find(Query(kind=OrderRow, where=where, newest=True, limit=1))
        return tuple(
            TextBlock(text=say(context.lang, "order.like_in_doubt", order=row.client_order_id))
            for row in found
        )

    def amend(self, args: BaseModel, text: str, lang: Lang) -> BaseModel:  # noqa: ARG002  both are read
        """The same order with the amount that `text` states; a bare number keeps the unit.

        For an order with a leverage `text` may state another one. PersonError when it is neither.
        """
        order = typed(args, TradeArguments)
        leverage = stated_leverage(text) if order.leverage is not None else None
        if leverage is not None:
            return order.model_copy(update={"leverage": leverage})
        base, _, rest = order.symbol.partition("/")
        unit = order.amount.unit
        amount = parse_amount(
            text,
            base=base,
            quote=rest.partition(":")[0] or "USDT",
            closing=order.action not in OPENING,
            bare=unit if unit in ("base", "quote") else None,
        )
        changed = Amount(value=figure(amount.value) or "", unit=amount.unit)
        return order.model_copy(update={"amount": changed})

    async def intend(self, draft: Draft, key: str, context: ToolContext) -> tuple[Write, ...]:
        """The order INITIALIZED under `key` with the account's guard, after the second check."""
        return await order_intent(
            _plan(draft),
            key,
            _origin(context),
            records=self._records,
            exchange=self._venues.exchange(context.exchange_account),
            now=self._clock.now(),
        )

    async def perform(self, draft: Draft, key: str, context: ToolContext) -> ToolResult:
        """Place it. OutcomeUnknown after a doubt; VenueError where certainly nothing was sent."""
        order = initial_order(_plan(draft), key, _origin(context), self._clock.now())
        exchange = self._venues.exchange(context.exchange_account)
        return self._result(await place_order(order, exchange, self._clock))

    async def settle(self, key: str, context: ToolContext) -> ToolResult | None:
        """The same result as perform's, looked up; None: it certainly never arrived."""
        outcome = await settle_order(
            key,
            records=self._records,
            exchange=self._venues.exchange(context.exchange_account),
            clock=self._clock,
        )
        return None if outcome is None else self._result(outcome)

    def _result(self, outcome: OrderOutcome) -> ToolResult:
        now, order = self._clock.now(), outcome.order
        return ToolResult(
            data=outcome.data,
            as_of=now,
            mode=order.mode,
            simulated=order.simulated,
            references=tuple(
                Reference(kind=kind, id=id_, name=order.symbol, at=now)
                for kind, id_ in (
                    ("symbol", order.symbol),
                    ("position", order.symbol),
                    ("order", order.client_order_id),
                )
            ),
            writes=outcome.writes,
            ok=outcome.ok,
        )


def _plan(draft: Draft) -> OrderPlan:
    return OrderPlan.model_validate(draft.plan)


def _origin(context: ToolContext) -> Origin:
    return Origin(
        account_id=context.account.id,
        exchange_account=context.exchange_account,
        workflow_id=context.workflow_id,
        step_id=context.step_id,
        run_id=context.run_id,
        lang=context.lang,
    )
