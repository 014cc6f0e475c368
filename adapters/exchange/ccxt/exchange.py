"""A live venue: the `Exchange` port over ccxt.

An order goes out once. What may have arrived is looked up by its own id, never sent again; what the
venue certainly refused is remembered, so that the same id gets the same answer.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from adapters.exchange.ccxt.accounts import Accounts
from adapters.exchange.ccxt.client import CallFailed, Client
from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.fills import settled, with_trades
from adapters.exchange.ccxt.lookup import PREPARED_S, Found, find
from adapters.exchange.ccxt.markets import exact, kind_of
from adapters.exchange.ccxt.movements import statement
from adapters.exchange.ccxt.preparing import check_account, prepare
from adapters.exchange.ccxt.reports import open_order, rejected, status_of, type_of
from adapters.exchange.ccxt.requests import Asked, amount_of, asked
from adapters.exchange.ccxt.stream import OnChange, follow
from adapters.exchange.ccxt.tiers import TierCache
from adapters.exchange.ccxt.view import account_view
from core.domain.market import Tier
from core.domain.money import plain
from core.domain.movements import MovementKind, Statement
from core.domain.orders import (
    OPEN_STATUSES,
    OpenOrder,
    OrderChange,
    OrderRef,
    OrderReport,
    OrderRequest,
)
from core.domain.positions import AccountView
from core.errors import OrderDenied, OutcomeUnknown, VenueError
from core.ports import Clock

_REMEMBERED = 1000
# What core.agent.approvals and the legs of an order are called: 128 bits in base32, and a letter.
_OURS = re.compile(r"[a-z2-7]{26}[a-z]?")
_TAKEN_BACK_S = (0.0, 0.3, 1.0)
_NOT_SENT = frozenset({"busy", "clock", "unreached"})


class CcxtExchange:
    """One venue, live or its test network, for all accounts there."""

    def __init__(self, accounts: Accounts, clock: Clock) -> None:
        self._accounts = accounts
        self._dialect = DIALECTS[accounts.venue.id]
        self._clock = clock
        self._answered: OrderedDict[tuple[str, str], OrderReport] = OrderedDict()
        self._sent: OrderedDict[tuple[str, str], datetime] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._tiers = TierCache(clock)
        self._names: OrderedDict[tuple[str, str], str] = OrderedDict()

    @property
    def venue(self) -> str:
        """The venue's name."""
        return self._accounts.venue.id

    async def account(self, account: str) -> AccountView:
        """Balances, positions, spot holdings and equity now; VenueError when unreadable."""
        client = await self._accounts.client(account)
        return await account_view(client, self._dialect, self._clock.now())

    async def place(self, account: str, order: OrderRequest) -> OrderReport:
        """Place an order, once; the same client id returns the first report.

        REJECTED with its reason where it is certain that nothing was placed for good; VenueError
        where nothing was sent and it may be tried again; OutcomeUnknown after a doubt.
        """
        key = (account, order.client_order_id)
        async with self._locks.setdefault(account, asyncio.Lock()):
            if key in self._answered:
                return self._answered[key]
            client = await self._accounts.client(account)
            if key in self._sent:
                ref = _ref(order, self._sent[key])
                found = await find(client, self._dialect, ref, self._clock)
                if found is not None:
                    return self._answer(key, await self._report(account, client, ref, found))
            return self._answer(key, await self._placed(account, client, order))

    async def find(self, account: str, order: OrderRef) -> OrderReport | None:
        """The order as it stands; None is a proven "never arrived", OutcomeUnknown a doubt."""
        known = self._answered.get((account, order.client_order_id))
        if known is not None and known.status == "REJECTED":
            return known
        client = await self._accounts.client(account)
        self._name(account, order.client_order_id)
        _require(client, order.symbol)
        found = await find(client, self._dialect, order, self._clock)
        if found is None:
            self._sent.pop((account, order.client_order_id), None)
            return None
        return await self._report(account, client, order, found)

    async def open_orders(self, account: str) -> Sequence[OpenOrder]:
        """Every order that rests at the venue, ours or not; VenueError when unreadable."""
        client = await self._accounts.client(account)
        markets = client.exchange.markets
        found: dict[str, OpenOrder] = {}
        for params in self._dialect.open_orders:
            for said in await client.read("fetch_open_orders", None, None, None, dict(params)):
                market = markets.get(said.get("symbol"))
                if market is None or kind_of(market) is None:
                    continue
                one = open_order(said, market, self._ours(account, said))
                if one is not None:
                    found[one.venue_order_id] = one
        return sorted(found.values(), key=lambda one: (one.created_at, one.venue_order_id))

    async def cancel(self, account: str, order: OrderRef) -> OrderReport:
        """Take a resting order back and return it as it then is; one that is closed stays so."""
        client = await self._accounts.client(account)
        found = await self._known(client, order)
        if status_of(found.order) in OPEN_STATUSES:
            params = {"trigger": True} if found.trigger else {}
            try:
                await client.write("cancel_order", found.order["id"], order.symbol, params)
            except CallFailed as failed:
                if failed.verdict.meaning not in ("missing", "nothing"):
                    raise self._denied(failed, order.symbol) from None
            found = await self._taken_back(client, order)
        return await self._report(account, client, order, found)

    async def amend(self, account: str, order: OrderRef, change: OrderChange) -> OrderReport:
        """Change a resting order in place and return it; OrderDenied where it cannot be changed."""
        client = await self._accounts.client(account)
        found = await self._known(client, order)
        market = client.exchange.market(order.symbol)
        if status_of(found.order) not in OPEN_STATUSES:
            raise OrderDenied("venue_order_closed")
        kind = kind_of(market) or "spot"
        if (kind, type_of(found.order)) not in self._dialect.amends or change.trigger is not None:
            raise OrderDenied("venue_not_for_change", venue=client.venue.title)
        quantity = change.quantity
        amount = (
            str(found.order["amount"])
            if quantity is None
            else amount_of(client.exchange, market, quantity)
        )
        price = change.price if change.price is not None else exact(found.order.get("price"))
        if price is None:
            raise OrderDenied("venue_not_for_change", venue=client.venue.title)
        text = str(client.exchange.price_to_precision(order.symbol, plain(price)))
        side = found.order["side"]
        try:
            await client.write(
                "edit_order", found.order["id"], order.symbol, "limit", side, amount, text
            )
        except CallFailed as failed:
            if failed.verdict.meaning != "nothing":
                raise self._denied(failed, order.symbol) from None
        return await self._report(account, client, order, await self._known(client, order))

    async def movements(
        self, account: str, kind: MovementKind, since: datetime
    ) -> Statement | None:
        """Every movement of this kind since then; None where the venue tells of none."""
        client = await self._accounts.client(account)
        return await statement(client, kind, since, self._clock.now())

    async def tiers(self, account: str, symbol: str) -> Sequence[Tier]:
        """A perpetual's margin tiers for this account; empty where they are not told."""
        client = await self._accounts.client(account)
        return await self._tiers.of(account, client, symbol)

    async def follow(self, account: str, on_change: OnChange) -> None:
        """Call `on_change` when the account's orders may have changed, until cancelled.

        A hint, also at the beginning and after every break: what changed is read by `find`.
        """
        await follow(self._accounts, account, on_change, self._clock)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._accounts.aclose()

    async def _placed(self, account: str, client: Client, order: OrderRequest) -> OrderReport:
        begun = self._clock.now()
        try:
            request = await self._ready(client, order)
        except OrderDenied as denied:
            return rejected(order, denied.key, _texts(denied))
        except CallFailed as failed:
            return self._refusal(failed, order)
        if self._clock.now() - begun > timedelta(seconds=PREPARED_S):
            raise VenueError(f"{self.venue} took too long to get ready, nothing was sent")
        key = (account, order.client_order_id)
        self._name(account, order.client_order_id)
        _keep(self._sent, key, begun)
        try:
            said = await client.write(
                "create_order",
                request.symbol,
                request.type,
                request.side,
                request.amount,
                request.price,
                request.params,
            )
        except CallFailed as failed:
            if failed.verdict.meaning == "duplicate":
                return await self._first(account, client, order, begun)
            del self._sent[key]
            return self._refusal(failed, order)
        trigger = order.type in ("stop", "take_profit")
        found = Found(order=said, trigger=trigger)
        ref = _ref(order, begun, venue_order_id=str(said.get("id") or ""))
        latest = await settled(client, self._dialect, ref, found, self._clock)
        return await self._report(account, client, ref, latest)

    async def _ready(self, client: Client, order: OrderRequest) -> Asked:
        """The order as it is sent, once the venue is ready for it."""
        _require(client, order.symbol)
        reference: Decimal | None = None
        if self._dialect.cap is not None and order.type == "market":
            ticker = await client.read("fetch_ticker", order.symbol)
            reference = exact(ticker.get("ask" if order.side == "BUY" else "bid"))
            reference = reference or exact(ticker.get("last"))
            if reference is None:
                raise VenueError(f"{self.venue} has no price of {order.symbol}")
        request = asked(client.exchange, self._dialect, order, reference)
        await check_account(client, self._dialect)
        if order.leverage is not None and not order.reduce_only:
            await prepare(client, self._dialect, order.symbol, order.leverage)
        return request

    async def _first(
        self, account: str, client: Client, order: OrderRequest, begun: datetime
    ) -> OrderReport:
        """The order that came first under this id; OutcomeUnknown while it cannot be found."""
        ref = _ref(order, begun)
        found = await find(client, self._dialect, ref, self._clock)
        if found is None:
            raise OutcomeUnknown(f"{self.venue} knows {order.client_order_id} and does not list it")
        return await self._report(account, client, ref, found)

    async def _taken_back(self, client: Client, order: OrderRef) -> Found:
        """The order after it was cancelled; OutcomeUnknown where the venue still lists it."""
        for pause in _TAKEN_BACK_S:
            await self._clock.sleep(pause)
            found = await self._known(client, order)
            if status_of(found.order) not in OPEN_STATUSES:
                return found
        raise OutcomeUnknown(f"{self.venue} still lists {order.client_order_id} after its cancel")

    async def _known(self, client: Client, order: OrderRef) -> Found:
        """An order that is to be changed; OrderDenied for one that the venue does not have."""
        _require(client, order.symbol)
        found = await find(client, self._dialect, order, self._clock)
        if found is None:
            raise OrderDenied("venue_unknown_order")
        return found

    async def _report(
        self, account: str, client: Client, order: OrderRef, found: Found
    ) -> OrderReport:
        return await with_trades(client, self._dialect, order, found, account=account)

    def _refusal(self, failed: CallFailed, order: OrderRequest) -> OrderReport:
        """REJECTED for a no that stands; VenueError for what may be tried again."""
        if failed.verdict.meaning in _NOT_SENT:
            raise VenueError(f"nothing was sent: {failed}") from None
        if failed.verdict.meaning == "unknown":
            # Of a read before the order: the order itself was not sent.
            raise VenueError(f"not ready, nothing was sent: {failed}") from None
        denied = self._denied(failed, order.symbol)
        return rejected(order, denied.key, _texts(denied))

    def _denied(self, failed: CallFailed, symbol: str) -> OrderDenied:
        words, title = failed.verdict.words, self._accounts.venue.title
        if words == "venue_refused" and not failed.detail:
            words = "venue_refused_unsaid"
        return OrderDenied(words, venue=title, symbol=symbol, said=failed.detail)

    def _answer(self, key: tuple[str, str], report: OrderReport) -> OrderReport:
        _keep(self._answered, key, report)
        return report

    def _name(self, account: str, ours: str) -> None:
        """Remember what the venue calls our order, where that cannot be turned back."""
        _keep(self._names, (account, self._dialect.client_id(ours)), ours)

    def _ours(self, account: str, said: Any) -> str:
        """Our id of an order at the venue; empty for one that we did not name."""
        info = said.get("info") if isinstance(said.get("info"), dict) else {}
        theirs = str(info.get("algoClOrdId") or said.get("clientOrderId") or "")
        plainly = theirs.removeprefix("t-")
        known = self._names.get((account, theirs))
        return known or (plainly if _OURS.fullmatch(plainly) else "")


def _require(client: Client, symbol: str) -> None:
    market = (client.exchange.markets or {}).get(symbol)
    if market is None or kind_of(market) is None:
        raise OrderDenied("venue_unknown_symbol", symbol=symbol)


def _ref(order: OrderRequest, sent_at: datetime, venue_order_id: str = "") -> OrderRef:
    return OrderRef(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        sent_at=sent_at,
        venue_order_id=venue_order_id,
    )


def _texts(denied: OrderDenied) -> dict[str, str]:
    return {
        name: plain(value) if isinstance(value, Decimal) else str(value)
        for name, value in denied.params.items()
    }


def _keep(kept: OrderedDict[tuple[str, str], Any], key: tuple[str, str], value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > _REMEMBERED:
        kept.popitem(last=False)
