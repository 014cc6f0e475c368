"""Which instance acts for an exchange account: made on first use, anew when its key changes."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from adapters.exchange.ccxt.client import Client, Clients
from adapters.exchange.ccxt.venues import Venue
from core.domain.records import ExchangeAccount
from core.errors import VenueError

Row = Callable[[str], Awaitable[ExchangeAccount | None]]
Open = Callable[[str], Awaitable[Mapping[str, str]]]


@dataclass(slots=True)
class _Held:
    credentials: Mapping[str, str]
    client: Client


class Accounts:
    """Instances by exchange account. Keys are opened for the instance and live nowhere else."""

    def __init__(
        self, venue: Venue, clients: Clients, row: Row, open_keys: Open, *, testnet: bool
    ) -> None:
        self.venue = venue
        self.testnet = testnet
        self._clients = clients
        self._row = row
        self._open = open_keys
        self._held: dict[str, _Held] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def client(self, account: str) -> Client:
        """The account's instance; VenueError where there is none to be had.

        A row that is not a live account of this very venue never gets one.
        """
        row = await self._row(account)
        if (
            row is None
            or row.mode != "live"
            or row.venue != self.venue.id
            or row.testnet != self.testnet
        ):
            raise VenueError(f"{account} is no live account at {self.venue.id}")
        credentials = await self._credentials(row)
        async with self._locks.setdefault(account, asyncio.Lock()):
            held = self._held.get(account)
            if held is not None and held.credentials == credentials:
                return held.client
            if held is not None:
                del self._held[account]
                await held.client.aclose()
            client = await self._clients.private(self.venue, credentials, testnet=self.testnet)
            self._held[account] = _Held(credentials, client)
            return client

    async def forget(self, account: str) -> None:
        """Close the account's instance, if there is one."""
        held = self._held.pop(account, None)
        if held is not None:
            await held.client.aclose()

    async def aclose(self) -> None:
        """Close every instance."""
        for account in list(self._held):
            await self.forget(account)

    async def _credentials(self, row: ExchangeAccount) -> Mapping[str, str]:
        try:
            secrets = await self._open(row.id)
        except ValueError as error:
            raise VenueError(f"the key of {row.id} cannot be opened: {error}") from error
        return credentials_of(self.venue, row, secrets)


def credentials_of(
    venue: Venue, row: ExchangeAccount, secrets: Mapping[str, str]
) -> Mapping[str, str]:
    """Secrets and settings by ccxt's names; VenueError naming what is missing."""
    settings = {name: str(row.settings.get(name) or "") for name in venue.settings}
    found = {
        **{theirs: secrets.get(ours, "") for ours, theirs in venue.secrets.items()},
        **{theirs: settings[ours] for ours, theirs in venue.settings.items()},
    }
    missing = sorted(name for name, value in found.items() if not value)
    if missing:
        raise VenueError(f"{venue.id} needs {', '.join(missing)}")
    return found
