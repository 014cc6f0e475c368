"""What every request passes first: the right host, no foreign page behind it, a bounded body.

A web page of somebody else may make this person's browser send requests to a loopback port, even
under a name of its own that it lets point here (DNS rebinding). Host and Origin tell.
"""

import ipaddress
from collections.abc import Collection, MutableMapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters.chat.web.problems import Problem, problem_response

BODY_LIMIT = 64 * 1024
PROBES = frozenset({"/healthz", "/readyz"})
"""Asked by machines under any name; they tell nothing that is anybody's."""

_CONTENT = (
    b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    b"form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", _CONTENT),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_PORTS = {"http": 80, "https": 443}
_NO_STORE = (b"cache-control", b"no-store")


class Gate:
    """The outermost part of the app. `hosts` None: nothing is checked (a unix socket)."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None) -> None:
        self.app = app
        self.hosts = None if hosts is None else frozenset(host_name(host) for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or hand on with the body counted and the headers of every answer set."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        path = scope["path"]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
                if path.startswith(("/api/", "/admin/")):
                    message["headers"].append(_NO_STORE)
            await send(message)

        refusal = None if path in PROBES else self._refusal(headers, scope["scheme"])
        if refusal is None and _length(headers) > BODY_LIMIT:
            refusal = _too_large()
        if refusal is not None:
            response = problem_response(refusal.status_code, refusal.code, refusal.detail)
            await response(scope, receive, with_headers)
            return
        await self.app(scope, _counted(receive), with_headers)

    def _refusal(self, headers: Headers, scheme: str) -> Problem | None:
        if self.hosts is None:
            return None
        host = headers.get("host", "")
        if not is_allowed(host_name(host), self.hosts):
            return Problem(403, "foreign_host", "This server does not answer under that name.")
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin, host, scheme):
            return Problem(403, "foreign_origin", "Another site's page may not use this server.")
        return None

    def _is_ours(self, origin: str, host: str, scheme: str) -> bool:
        """Whether the page that asks came from this server: the same scheme, host and port.

        A proxy may end TLS before us, for a name of the settings; it hands Host on as it came.
        """
        stated, _, authority = origin.partition("://")
        stated = stated.casefold()
        place = _place(authority, stated)
        if place is None or place != _place(host, stated):
            return False
        return stated == scheme or (stated == "https" and self._is_behind_proxy(place[0]))

    def _is_behind_proxy(self, name: str) -> bool:
        return name in (self.hosts or ()) and not is_allowed(name, ())


def is_allowed(name: str, hosts: Collection[str]) -> bool:
    """Whether a Host may be answered: loopback, or named in the settings.

    An address in Host was typed as one, so no name was rebound to it: with the server bound to
    every address (`0.0.0.0` or `::` among `hosts`), any address is fine.
    """
    if name in hosts or name == "localhost" or name.endswith(".localhost"):
        return bool(name)
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or not {"0.0.0.0", "::"}.isdisjoint(hosts)  # noqa: S104  compared


def host_name(host: str) -> str:
    """The name in a Host header: without port and brackets, in lower case."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _place(authority: str, scheme: str) -> tuple[str, int] | None:
    """Host and port of `host[:port]`, the port as the scheme has it; None for anything else."""
    usual = _PORTS.get(scheme)
    try:
        parts = urlsplit(f"//{authority}")
        port = usual if parts.port is None else parts.port
    except ValueError:
        return None
    if parts.netloc != authority or "@" in authority or not parts.hostname or port is None:
        return None
    return parts.hostname, port


def _length(headers: Headers) -> int:
    text = headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() else 0


def _too_large() -> Problem:
    return Problem(413, "too_large", f"A request's body may have at most {BODY_LIMIT} bytes.")


def _counted(receive: Receive) -> Receive:
    """The body as it comes, up to the limit: its length may be announced wrongly or not at all."""
    total = 0

    async def counted() -> MutableMapping[str, object]:
        nonlocal total
        message = await receive()
        if message["type"] == "http.request":
            total += len(message.get("body", b""))
            if total > BODY_LIMIT:
                raise _too_large()
        return message

    return counted
