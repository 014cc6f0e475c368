"""The language models of people's own: one client for each config, made when it is first called.

Two people's clients are never one, whatever they have in common: a client holds one key, and is
looked up by the id of the config that the key belongs to.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

from core.credentials import Credentials
from core.domain.addresses import AddressFault, all_public, host_of, url_fault
from core.domain.llm import ChatRequest, LLMEvent
from core.domain.records import ModelConfig
from core.errors import ModelError
from core.ports import LLMProvider, Records

MOST = 256
"""Clients that are kept open; of more, the one that was not used longest goes."""
KEY = "api_key"

Make = Callable[[ModelConfig, str], Awaitable[LLMProvider]]
"""A provider from a config and its key."""
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


@dataclass(eq=False)
class _Client:
    """A provider, the row that it was made from, and how many calls use it."""

    provider: LLMProvider
    made_from: datetime
    users: int = 0
    retired: bool = False


@dataclass(eq=False)
class OwnModels:
    """ModelClients over the stored configs.

    `own_hosts` are the hosts that the desk's settings name, each with whether by plain http.
    """

    records: Records
    credentials: Credentials
    make: Make
    resolve: Resolve
    own_hosts: Mapping[str, bool] = field(default_factory=dict)
    most: int = MOST
    _clients: OrderedDict[str, _Client] = field(default_factory=OrderedDict)
    _making: dict[str, asyncio.Lock] = field(default_factory=dict)

    def of(self, config: ModelConfig) -> LLMProvider:
        """The config as a provider; nothing is opened yet."""
        return _OwnModel(self, config)

    async def once(self, config: ModelConfig, api_key: str) -> LLMProvider:
        """A provider of its own."""
        return await self.make(config, api_key)

    async def address_fault(self, base_url: str) -> AddressFault | None:
        """By its text, then by what its host resolves to now."""
        fault = url_fault(base_url, self.own_hosts)
        host = host_of(base_url)
        if fault is not None or host in self.own_hosts:
            return fault
        try:
            addresses = await self.resolve(host, 443)
        except (OSError, UnicodeError):
            return "unresolved"
        return None if all_public(addresses) else "private"

    async def close(self, config_id: str) -> None:
        """Its client goes, at once or when the last call that uses it has ended."""
        client = self._clients.pop(config_id, None)
        if client is not None:
            client.retired = True
            await self._close_unused(client)

    async def aclose(self) -> None:
        """All of them go."""
        for config_id in list(self._clients):
            await self.close(config_id)

    @asynccontextmanager
    async def held(self, config_id: str) -> AsyncIterator[LLMProvider]:
        """The config's provider for one call, as the config is stored now."""
        client = await self._taken(config_id)
        try:
            yield client.provider
        finally:
            client.users -= 1
            await self._close_unused(client)

    async def _taken(self, config_id: str) -> _Client:
        """The open client, if the row is still what it was made from; else one from the row."""
        async with self._making.setdefault(config_id, asyncio.Lock()):
            row = await self.records.get(ModelConfig, config_id)
            found = self._clients.get(config_id)
            if row is None or found is None or found.made_from != row.updated_at:
                await self.close(config_id)
                stored, key = await self._stored(config_id)
                found = _Client(await self.make(stored, key), stored.updated_at)
                self._clients[config_id] = found
            self._clients.move_to_end(config_id)
            found.users += 1
        while len(self._clients) > self.most:
            await self.close(next(iter(self._clients)))
        return found

    async def _stored(self, config_id: str) -> tuple[ModelConfig, str]:
        """The row and the key that belongs to it: a change of both is seen whole or not at all.

        A key is thereby never sent to the address that another one was for.
        """
        while True:
            row = await self.records.get(ModelConfig, config_id)
            if row is None:
                raise ModelError("key_refused", "the config is gone")
            try:
                secrets = await self.credentials.open(config_id)
            except ValueError as error:
                raise ModelError("key_refused", "the key cannot be opened") from error
            again = await self.records.get(ModelConfig, config_id)
            if again is not None and again.updated_at == row.updated_at:
                return row, secrets.get(KEY, "")

    async def _close_unused(self, client: _Client) -> None:
        if client.retired and not client.users:
            await client.provider.aclose()


@dataclass(frozen=True, slots=True)
class _OwnModel:
    """A config as a provider."""

    models: OwnModels
    config: ModelConfig

    @property
    def name(self) -> str:
        """`anthropic:MODEL` or `openai:MODEL`."""
        return f"{self.config.provider}:{self.config.model}"

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        """One call by the config's own client."""
        async with self.models.held(self.config.id) as provider:
            async for event in provider.chat(request):
                yield event

    async def aclose(self) -> None:
        """Nothing is held between calls: the client is the config's."""
