"""Connections that reach the public internet only: for addresses that a person typed (SSRF).

Every connect resolves the host, judges all that it resolves to, and connects to an address that was
judged: a name that resolves otherwise a moment later gains nothing. No proxy, no redirect, no Unix
socket. TLS still checks the certificate against the name.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import cache

import httpcore2
import httpx2

from core.domain.addresses import all_public, is_public

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
_Option = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
Options = Iterable[_Option]

_USUAL = frozenset(
    {
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "user-agent",
    }
)


async def resolved(host: str, port: int) -> Sequence[str]:
    """The IP addresses of a host, in the order to try them; OSError when there are none."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(address[4][0]) for address in found))


class PublicBackend(httpcore2.AsyncNetworkBackend):
    """Opens connections to public addresses, and to the hosts in `own_hosts` wherever they are."""

    def __init__(
        self,
        own_hosts: Collection[str] = (),
        *,
        resolve: Resolve = resolved,
        behind: httpcore2.AsyncNetworkBackend | None = None,
    ) -> None:
        self._own_hosts = own_hosts
        self._resolve = resolve
        self._behind = behind or httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  the library's own signature
        local_address: str | None = None,
        socket_options: Options | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """A connection to one of the host's addresses; ConnectError when one is not public."""
        async with _limited(timeout):
            addresses = await self._judged(host, port)
            failed: Exception = httpcore2.ConnectError("no address")
            for address in addresses:
                try:
                    stream = await self._behind.connect_tcp(
                        address, port, timeout, local_address, socket_options
                    )
                except httpcore2.ConnectError as error:
                    failed = error
                    continue
                return await self._checked(stream, host)
            raise failed

    async def connect_unix_socket(
        self,
        path: str,  # noqa: ARG002  there is none that may be
        timeout: float | None = None,  # noqa: ARG002, ASYNC109  the library's own signature
        socket_options: Options | None = None,  # noqa: ARG002
    ) -> httpcore2.AsyncNetworkStream:
        """Never."""
        raise httpcore2.ConnectError("no Unix socket is connected to")

    async def sleep(self, seconds: float) -> None:
        """Wait before a retry."""
        await self._behind.sleep(seconds)

    async def _judged(self, host: str, port: int) -> Sequence[str]:
        try:
            addresses = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError("the host has no address") from error
        if self._is_own(host) or all_public(addresses):
            return addresses
        raise httpcore2.ConnectError("the address is not public")

    async def _checked(
        self, stream: httpcore2.AsyncNetworkStream, host: str
    ) -> httpcore2.AsyncNetworkStream:
        """The stream, if its other end is what was judged."""
        peer = stream.get_extra_info("server_addr")
        if self._is_own(host) or (peer and is_public(str(peer[0]))):
            return stream
        await stream.aclose()
        raise httpcore2.ConnectError("the address is not public")

    def _is_own(self, host: str) -> bool:
        return host.rstrip(".").casefold() in self._own_hosts


class PublicTransport(httpx2.AsyncHTTPTransport):
    """An HTTP transport whose every connection is made by `backend`."""

    def __init__(self, backend: httpcore2.AsyncNetworkBackend) -> None:
        super().__init__(verify=_trusted(), trust_env=False)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=_trusted(),
            max_connections=20,
            max_keepalive_connections=5,
            keepalive_expiry=30.0,
            network_backend=backend,
        )


# Reading the system's certificates takes a tenth of a second.
@cache
def _trusted() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


def public_client(
    backend: httpcore2.AsyncNetworkBackend, headers: Collection[str]
) -> httpx2.AsyncClient:
    """A client over `backend` that follows no redirect and takes nothing from the environment.

    Besides the usual ones only these `headers` are sent (lower case): what a library adds of its
    own, such as headers that the environment names, is meant for somebody else.
    """
    sent = _USUAL.union(headers)

    async def only_these(request: httpx2.Request) -> None:
        for name in [name for name in request.headers if name not in sent]:
            del request.headers[name]

    return httpx2.AsyncClient(
        transport=PublicTransport(backend),
        follow_redirects=False,
        trust_env=False,
        event_hooks={"request": [only_these]},
    )


@asynccontextmanager
async def _limited(seconds: float | None) -> AsyncIterator[None]:
    """Bounds a connect with its look-up; a ConnectTimeout when it takes longer."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise httpcore2.ConnectTimeout("the connect took too long") from error
