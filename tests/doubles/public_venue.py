"""A venue's public addresses on loopback: what a test laid down, and how often it was asked."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from adapters.exchange.ccxt.client import Client, Clients, Library

Answer = Callable[[dict[str, str]], Any]
LIBRARY = Library()


class PublicVenue:
    """`answers` by path, each made from the query; `status` other than 200 goes to all."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = answers
        self.asked: Counter[str] = Counter()
        self.status = 200
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "PublicVenue":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    @property
    def address(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            url = urlsplit(head.split()[1])
            self.asked[url.path] += 1
            found = self.answers.get(url.path)
            value = found(dict(parse_qsl(url.query))) if callable(found) else found
            status = self.status if found is not None else 404
            body = json.dumps(value if status == 200 else {"msg": "no"}).encode()
            writer.write(
                f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                + body
            )
            await writer.drain()
        finally:
            writer.close()


class LoopbackClients(Clients):
    """Instances whose addresses are the venue's on loopback, with the markets laid down."""

    def __init__(self, venue: PublicVenue, markets: list[dict[str, Any]], clock: Any) -> None:
        super().__init__(LIBRARY, clock)
        self._venue = venue
        self._markets = markets

    async def _make(self, *args: Any, **kwargs: Any) -> Client:
        client = await super()._make(*args, **kwargs)
        exchange = client.exchange
        exchange.enableRateLimit = False
        exchange.urls["api"] = self._here(exchange.urls["api"])
        exchange.set_markets(self._markets)
        return client

    def _here(self, addresses: Any) -> Any:
        if isinstance(addresses, dict):
            return {name: self._here(one) for name, one in addresses.items()}
        url = urlsplit(addresses.replace("{hostname}", "venue"))
        return f"{self._venue.address}{url.path}"


def market(symbol: str, venue_id: str, **more: Any) -> dict[str, Any]:
    """A market as ccxt has it: spot, or a linear perpetual where the symbol has a colon."""
    pair, _, settle = symbol.partition(":")
    base, quote = pair.split("/")
    return {
        "id": venue_id,
        "symbol": symbol,
        "base": base,
        "quote": quote,
        "baseId": base,
        "quoteId": quote,
        "settle": settle or None,
        "settleId": settle or None,
        "type": "swap" if settle else "spot",
        "spot": not settle,
        "swap": bool(settle),
        "future": False,
        "option": False,
        "margin": False,
        "contract": bool(settle),
        "linear": True if settle else None,
        "inverse": False if settle else None,
        "subType": "linear" if settle else None,
        "contractSize": 1.0 if settle else None,
        "active": True,
        "taker": 0.0005,
        "maker": 0.0002,
        "precision": {"amount": 0.001, "price": 0.1},
        "limits": {"amount": {"min": 0.001}, "cost": {"min": 5}, "leverage": {}, "price": {}},
        "info": {},
        **more,
    }
