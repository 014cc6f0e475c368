"""What manage_order found or did, as results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.domain.market import Quote
from core.domain.records import ExchangeAccount, Insert, OrderRow, Write
from core.domain.references import Reference
from core.errors import OrderDenied
from core.tools.offers import PAGE, Offer, page_of
from core.tools.registry import ToolResult
from core.trading.figures import figure, stamp
from core.trading.order_change import Changed, ChangePlan
from core.trading.resting import Resting

TOOL = "manage_order"
NAMED = 5
"""Orders that are named where they are not what was asked about."""


@dataclass(frozen=True, slots=True)
class OrderResults:
    """Makes the results of one call on one account."""

    account: ExchangeAccount
    now: datetime
    simulated: bool

    def listed(
        self, resting: Sequence[Resting], number: int, asked: Mapping[str, Any]
    ) -> ToolResult:
        """A page of what rests; `asked` is the call whose other pages are offered."""
        page = page_of(resting, number, PAGE)
        data = {"orders": [one.shown() for one in page.shown], **page.data}
        listed = tuple(self._reference(one) for one in page.shown)
        return self._result("list", data, listed=listed, offers=page.offers(TOOL, asked))

    def cancelled(
        self,
        done: Sequence[tuple[dict[str, Any], tuple[Write, ...]]],
        gone: int = 0,
        kept: Sequence[Resting] = (),
        symbol: str | None = None,
    ) -> ToolResult:
        """What became of each order that was to be taken back; `gone` of them rested no more.

        `kept` are stops and targets that stay, of `symbol` where one was meant: to take those back
        too is offered. Of many, those that could not be taken back are told of first, and the rest
        in sums.
        """
        writes = tuple(write for _, rows in done for write in rows)
        told = sorted((shown for shown, _ in done), key=lambda one: one["outcome"] == "cancelled")
        data = {
            "orders": told[:PAGE],
            "more": dict(Counter(one["outcome"] for one in told[PAGE:])),
            "gone": gone,
            "kept": [one.shown() for one in kept[:NAMED]],
            "kept_count": len(kept),
        }
        failed = bool(done) and all(one["outcome"] == "refused" for one in told)
        offers = (
            Offer(
                label="cancel_kept_too",
                tool=TOOL,
                arguments={
                    "action": "remove_protection",
                    "symbol": symbol,
                    "account": self.account.id,
                },
                params={"count": len(kept)},
            ),
        )
        return self._result(
            "cancel", data, writes=writes, ok=not failed, offers=offers if kept else ()
        )

    def changed(self, changed: Changed, plan: ChangePlan) -> ToolResult:
        """A change as it was read back; None where the order rests no more."""
        now = changed.now
        data = {"order": None if now is None else now.shown(), "asked": _asked(plan)}
        references = () if now is None else (self._reference(now),)
        return self._result("amend", data, writes=changed.writes, references=references)

    def unknown(self, plan: ChangePlan) -> ToolResult:
        """A change whose outcome is not known."""
        return self._result("amend", {"order": None, "asked": _asked(plan), "unknown": True})

    def refused(self, denied: OrderDenied, plan: ChangePlan) -> ToolResult:
        """A change that the venue does not make."""
        params = {name: str(value) for name, value in denied.params.items()}
        data = {"error": denied.key, "params": params, "asked": _asked(plan)}
        return self._result("amend", data, ok=False)

    def marked(self, row: OrderRow) -> ToolResult:
        """A position that our book now has as closed."""
        data = {
            "symbol": row.symbol,
            "quantity": figure(row.filled),
            "base": row.symbol.partition("/")[0],
        }
        return self._result("mark_closed", data, writes=(Insert(record=row),))

    def _result(
        self,
        action: str,
        data: dict[str, Any],
        *,
        writes: tuple[Write, ...] = (),
        references: tuple[Reference, ...] = (),
        listed: tuple[Reference, ...] = (),
        offers: tuple[Offer, ...] = (),
        ok: bool = True,
    ) -> ToolResult:
        account = self.account
        return ToolResult(
            data={
                "action": action,
                "venue": account.venue,
                "account": account.name,
                "mode": account.mode,
                "simulated": self.simulated,
                **data,
            },
            as_of=self.now,
            mode=account.mode,
            simulated=self.simulated,
            references=references,
            listed=listed,
            writes=writes,
            offers=offers,
            ok=ok,
        )

    def _reference(self, one: Resting) -> Reference:
        return Reference(kind="order", id=one.id, name=one.order.symbol, at=self.now)


def change_data(
    resting: Resting, plan: ChangePlan, quote: Quote, account: ExchangeAccount, expires_at: datetime
) -> dict[str, Any]:
    """The data of the card of a change: the order as it is, and what it would become."""
    return {
        "venue": account.venue,
        "account": account.name,
        "mode": account.mode,
        "simulated": quote.simulated,
        "order": resting.shown(),
        "asked": _asked(plan),
        "mark": figure(quote.mark),
        "price_at": stamp(quote.at),
        "expires_at": stamp(expires_at),
    }


def _asked(plan: ChangePlan) -> dict[str, Any]:
    return {
        "id": plan.order_id,
        "symbol": plan.symbol,
        "quantity": figure(plan.quantity),
        "price": figure(plan.price),
        "trigger": figure(plan.trigger),
    }
