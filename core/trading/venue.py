"""The venues that are connected here, and which of them an exchange account means."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.records import ExchangeAccount
from core.errors import PersonError
from core.ports import Exchange, MarketData


@dataclass(frozen=True, kw_only=True)
class Venues:
    """Where orders go and where prices come from, by venue.

    A paper account trades at the prices of `market`; a live one only at its own venue's, found in
    `markets` under the venue's name, or `NAME:testnet`.
    """

    exchanges: Mapping[str, Exchange]
    market: MarketData
    markets: Mapping[str, MarketData] = field(default_factory=dict)

    def exchange(self, account: ExchangeAccount) -> Exchange:
        """Where the account's orders go; PersonError when it is not connected here."""
        exchange = self.exchanges.get(venue_key(account))
        if exchange is None:
            raise PersonError("exchange_unavailable", venue=account.venue)
        return exchange

    def prices(self, account: ExchangeAccount) -> MarketData:
        """The market that the account trades in; PersonError when it is not connected here."""
        if account.mode == "paper":
            return self.market
        market = self.markets.get(venue_key(account))
        if market is None:
            raise PersonError("exchange_unavailable", venue=account.venue)
        return market

    def second_source(self, account: ExchangeAccount) -> MarketData | None:
        """The desk's own market, to check a live account's prices by; None: it is no other."""
        if account.mode == "paper" or account.testnet or self.market.simulated:
            return None
        return None if self.market.name == self.prices(account).name else self.market


def venue_key(account: ExchangeAccount) -> str:
    """What its venue is found under: its name, or `NAME:testnet`."""
    return f"{account.venue}:testnet" if account.testnet else account.venue
