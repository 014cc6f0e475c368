"""An exchange over the venue on loopback, with an account that has a key there."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal

from adapters.exchange.ccxt.accounts import Accounts
from adapters.exchange.ccxt.client import Clients, Library
from adapters.exchange.ccxt.exchange import CcxtExchange
from adapters.exchange.ccxt.venues import VENUES
from adapters.manual import START, ManualClock
from core.domain.orders import OrderRef, OrderRequest
from core.domain.records import ExchangeAccount
from tests.doubles.binance.server import KEY, SECRET, BinanceVenue

PERPETUAL, SPOT = "BTC/USDT:USDT", "BTC/USDT"
D = Decimal
LIVE = ExchangeAccount(
    id="live",
    account_id="ana",
    name="Binance",
    venue="binance",
    mode="live",
    trading_state="ACTIVE",
    version=1,
    created_at=START,
)
LIBRARY = Library()


class HurryingClock(ManualClock):
    """Whoever sleeps moves it on."""

    async def sleep(self, seconds):
        self.advance(seconds)
        await asyncio.sleep(0)


def key_of(ours):
    """A client id as orders have it: 26 characters of base32."""
    return ours.lower().replace("-", "")[:26].ljust(26, "a")


@dataclass
class LiveDesk:
    """The exchange, its venue, and what the account's row and keys are."""

    exchange: CcxtExchange
    venue: BinanceVenue
    clock: HurryingClock
    clients: Clients
    rows: dict[str, ExchangeAccount]
    keys: dict[str, str]
    sent: int = 0

    @property
    def book(self):
        return self.venue.book

    def order(self, side, quantity, **how):
        """A new order of a perpetual with its own client id, at 10x unless told."""
        self.sent += 1
        fields = {
            "client_order_id": key_of(f"order{'abcdefghijklmnopqrstuvwxyz'[self.sent]}"),
            "symbol": PERPETUAL,
            "side": side,
            "quantity": D(quantity),
            "leverage": None if how.get("symbol") == SPOT else 10,
            **how,
        }
        return OrderRequest(**fields)

    def ref(self, order, *, age_s=0, venue_order_id=""):
        """What the order is found by, stored `age_s` seconds ago."""
        return OrderRef(
            client_order_id=order.client_order_id,
            symbol=order.symbol,
            sent_at=self.clock.now() - timedelta(seconds=age_s),
            venue_order_id=venue_order_id,
        )

    async def place(self, side, quantity, **how):
        return await self.exchange.place("live", self.order(side, quantity, **how))

    async def view(self):
        return await self.exchange.account("live")


@asynccontextmanager
async def live_desk(*, answer_s=5.0):
    """A desk whose account holds 5,000 USDT in each of its two wallets."""
    async with BinanceVenue().running() as venue:
        clock = HurryingClock(START + timedelta(hours=1))
        clients = Clients(LIBRARY, clock, venue.session, answer_s=answer_s)
        rows, keys = {"live": LIVE}, {"api_key": KEY, "api_secret": SECRET}

        async def row(account):
            return rows.get(account)

        async def opened(_):
            return dict(keys)

        accounts = Accounts(VENUES["binance"], clients, row, opened, testnet=False)
        exchange = CcxtExchange(accounts, clock)
        try:
            yield LiveDesk(exchange, venue, clock, clients, rows, keys)
        finally:
            await exchange.aclose()
            await clients.aclose()


def changed(row, **fields):
    """The account's row with other fields."""
    return replace(row, **fields)
