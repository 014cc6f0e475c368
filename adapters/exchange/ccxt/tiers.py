"""A perpetual's margin tiers as its venue tells an account, kept for a while.

Told are only tiers that mean what core.domain.margin computes with: a rate that applies to the part
of a value within its bracket. OKX's go by contracts and apply to the whole, so they are not told.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from adapters.exchange.ccxt.client import CallFailed, Client
from adapters.exchange.ccxt.dialects import DIALECTS
from adapters.exchange.ccxt.markets import tiers
from core.domain.market import Tier
from core.ports import Clock

KEPT = timedelta(hours=1)
KEPT_FAILED = timedelta(minutes=1)
_Key = tuple[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Kept:
    by_symbol: Mapping[str, tuple[Tier, ...]]
    until: datetime


class TierCache:
    """Tiers by account, and by market where the venue tells each market's apart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[_Key, _Kept] = {}
        self._locks: dict[_Key, asyncio.Lock] = {}

    async def of(self, account: str, client: Client, symbol: str) -> Sequence[Tier]:
        """Ascending; empty where the venue tells none, or none that we can use, or not now."""
        told = DIALECTS[client.venue.id].tiers
        if not told:
            return ()
        key = (account, "" if told == "all" else symbol)
        async with self._locks.setdefault(key, asyncio.Lock()):
            kept = self._kept.get(key)
            if kept is None or self._clock.now() >= kept.until:
                kept = await self._read(client, symbol, every=told == "all")
                self._kept[key] = kept
        return kept.by_symbol.get(symbol, ())

    async def _read(self, client: Client, symbol: str, *, every: bool) -> _Kept:
        try:
            if every:
                rows = await client.read("fetch_leverage_tiers")
            else:
                rows = {symbol: await client.read("fetch_market_leverage_tiers", symbol)}
        except CallFailed:
            return _Kept(by_symbol={}, until=self._clock.now() + KEPT_FAILED)
        found = {name: tiers(one) for name, one in rows.items()}
        return _Kept(by_symbol=found, until=self._clock.now() + KEPT)
