"""Live venues: one connection each for public prices, one cache in front of it.

Nothing is imported of the venue library, and nobody is called, before a price is first asked for.
"""

from adapters.exchange.ccxt.client import Clients
from adapters.exchange.ccxt.market import CcxtMarket
from adapters.exchange.ccxt.venues import VENUES
from adapters.market.cache import CachedMarket
from core.errors import SetupError
from core.ports import Clock, MarketData


def live_markets(clients: Clients, clock: Clock) -> dict[str, MarketData]:
    """The market of each venue under its name, and of its test network under `NAME:testnet`."""
    found: dict[str, MarketData] = {}
    for venue in VENUES.values():
        found[venue.id] = CachedMarket(CcxtMarket(clients, venue, clock), clock)
        if venue.trial:
            trial = CcxtMarket(clients, venue, clock, testnet=True)
            found[f"{venue.id}:testnet"] = CachedMarket(trial, clock)
    return found


def checked_venue(name: str) -> str:
    """The title of a venue whose prices may be read; SetupError names those there are."""
    if name not in VENUES:
        raise SetupError(
            f"BELLWETHER_MARKET is not valid ('ccxt:{name}'): expected one of "
            f"{', '.join(VENUES)} behind the colon."
        )
    return VENUES[name].title
