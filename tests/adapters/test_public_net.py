"""Connections for addresses that a person typed: what is connected to is what was judged."""

import asyncio

import httpcore2
import httpx2
import pytest
from aiohttp import web

from adapters.public_net import PublicBackend, public_client, resolved

URL = "https://api.example.com/v1/x"


class Wire(httpcore2.AsyncNetworkBackend):
    """The network, written down: every connect is refused, or leads to `peer`."""

    def __init__(self, peer=None):
        self.asked = []
        self.peer = peer
        self.closed = 0

    async def connect_tcp(self, host, port, *_args, **_more):
        self.asked.append((host, port))
        if self.peer is None:
            raise httpcore2.ConnectError("refused")
        return Stream(self)


class Stream(httpcore2.AsyncNetworkStream):
    def __init__(self, wire):
        self.wire = wire

    def get_extra_info(self, info):
        return (self.wire.peer, 443) if info == "server_addr" else None

    async def aclose(self):
        self.wire.closed += 1

    async def start_tls(self, ssl_context, server_hostname=None, *_args, **_more):
        self.wire.asked.append(server_hostname)
        raise httpcore2.ConnectError("no TLS here")


def resolver(*answers):
    """DNS that gives these answers, one look-up after the other."""
    left = list(answers)

    async def resolve(host, port):
        found = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(found, Exception):
            raise found
        return found

    return resolve


async def get(wire, resolve, url=URL, own=()):
    backend = PublicBackend(own, resolve=resolve, behind=wire)
    async with public_client(backend, ()) as client:
        return await client.get(url)


async def test_the_address_that_was_judged_is_connected_to_and_tls_names_the_host():
    wire = Wire(peer="93.184.216.34")
    with pytest.raises(httpx2.ConnectError):
        await get(wire, resolver(["93.184.216.34"]))
    assert wire.asked == [("93.184.216.34", 443), "api.example.com"]


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["93.184.216.34", "10.0.0.1"],
        ["::1"],
        ["::ffff:169.254.169.254"],
        [],
        OSError("no such host"),
        UnicodeError("label too long"),
    ],
)
async def test_a_host_with_any_address_that_is_not_public_is_never_connected_to(addresses):
    wire = Wire(peer="93.184.216.34")
    with pytest.raises(httpx2.ConnectError):
        await get(wire, resolver(addresses))
    assert wire.asked == []


async def test_a_name_that_resolves_otherwise_a_moment_later_gains_nothing():
    wire = Wire()
    resolve = resolver(["93.184.216.34"], ["127.0.0.1"])
    for _ in range(2):
        with pytest.raises(httpx2.ConnectError):
            await get(wire, resolve)
    assert wire.asked == [("93.184.216.34", 443)]


async def test_a_connection_that_ends_elsewhere_is_closed_before_anything_is_sent():
    wire = Wire(peer="127.0.0.1")
    with pytest.raises(httpx2.ConnectError, match="not public"):
        await get(wire, resolver(["93.184.216.34"]))
    assert wire.closed == 1
    assert wire.asked == [("93.184.216.34", 443)]


async def test_the_next_address_is_tried_where_one_does_not_answer():
    wire = Wire()
    with pytest.raises(httpx2.ConnectError):
        await get(wire, resolver(["93.184.216.34", "93.184.216.35"]))
    assert [host for host, _ in wire.asked] == ["93.184.216.34", "93.184.216.35"]


async def test_a_look_up_that_hangs_is_bounded():
    async def never(host, port):
        await asyncio.Event().wait()

    backend = PublicBackend(resolve=never, behind=Wire())
    with pytest.raises(httpcore2.ConnectTimeout):
        await backend.connect_tcp("api.example.com", 443, timeout=0.01)


async def test_no_unix_socket_is_connected_to():
    with pytest.raises(httpcore2.ConnectError):
        await PublicBackend().connect_unix_socket("/run/desk.sock")


async def serving(handler):
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return runner, runner.addresses[0][1]


async def test_a_host_of_ones_own_is_reached_and_a_redirect_is_not_followed():
    seen = []

    async def redirects(request):
        seen.append((request.path, dict(request.headers)))
        raise web.HTTPTemporaryRedirect("http://127.0.0.1:9/secret")

    runner, port = await serving(redirects)
    try:
        backend = PublicBackend({"127.0.0.1"})
        async with public_client(backend, ("x-api-key",)) as client:
            headers = {"X-Api-Key": "k", "Authorization": "Bearer of-somebody-else"}
            answer = await client.get(f"http://127.0.0.1:{port}/v1", headers=headers)
        assert answer.status_code == 307
        (path, sent), *more = seen
        assert (path, sent["X-Api-Key"], more) == ("/v1", "k", [])
        assert "Authorization" not in sent
    finally:
        await runner.cleanup()


async def test_a_server_on_this_machine_is_not_reached_by_any_of_its_names():
    seen = []

    async def answers(request):
        seen.append(request.path)
        return web.Response(text="secret")

    runner, port = await serving(answers)
    try:
        for host in ("127.0.0.1", "localhost", "127.1", "2130706433", "[::ffff:127.0.0.1]"):
            async with public_client(PublicBackend(), ()) as client:
                with pytest.raises(httpx2.ConnectError):
                    await client.get(f"http://{host}:{port}/")
        assert seen == []
    finally:
        await runner.cleanup()


async def test_the_environments_proxy_is_not_used(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    wire = Wire(peer="93.184.216.34")
    with pytest.raises(httpx2.ConnectError):
        await get(wire, resolver(["93.184.216.34"]))
    assert wire.asked[0] == ("93.184.216.34", 443)


async def test_a_host_resolves_to_its_addresses_once_each():
    found = await resolved("localhost", 80)
    assert "127.0.0.1" in found
    assert len(found) == len(set(found))
