"""A Discord on loopback: its HTTP API, its gateway with RESUME, and the people who use it."""

import asyncio
import io
import json
import zlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiohttp import web

from tests.doubles.discord import insides
from tests.doubles.discord.insides import Backend, BackendError

TOKEN = "MTA0MjAwMDAwMDAwMDAwMDAw.G4kZ1a.abcdefghijklmnopqrstuvwxyz0123456789AB"
PATIENCE_S = 5.0


@dataclass
class _Session:
    """One gateway session: what was sent of it, for a RESUME."""

    id: str
    sent: list[tuple[int, str]] = field(default_factory=list)
    socket: Any = None
    deflate: Any = None
    sequence: int = 0


class FakeDiscord:
    """Runs between `start` and `stop`; `url` and `gateway` are what the bot is pointed to."""

    def __init__(self) -> None:
        self.backend = Backend()
        self.backend.advance_clock((datetime.now(UTC) - self.backend.clock.now()).total_seconds())
        self.backend.subscribers.append(self._happened)
        self.calls: Counter[str] = Counter()
        self.limited: list[float] = []
        """Waits that the next calls are answered with, as 429."""
        self.failing: list[int] = []
        """Statuses that the next new messages are answered with, though they are taken."""
        self.interactions_answered: dict[str, dict[str, Any]] = {}
        self._sessions: dict[str, _Session] = {}
        self._nonces: dict[tuple[str, str], dict[str, Any]] = {}
        self._runner: web.AppRunner | None = None
        self.identified = 0
        self.resumed = 0
        self.url = self.gateway = ""
        self._changed = asyncio.Event()

    # -- lifetime -------------------------------------------------------------------------------

    async def start(self, port: int = 0) -> "FakeDiscord":
        app = web.Application()
        app.router.add_get("/gw/", self._gateway)
        app.router.add_get("/gw", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._call)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}/api/v10"
        self.gateway = f"ws://127.0.0.1:{port}/gw"
        return self

    async def stop(self) -> None:
        for session in self._sessions.values():
            if session.socket is not None and not session.socket.closed:
                await session.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def drop(self) -> None:
        """The gateway's connections break; sessions can be resumed."""
        for session in self._sessions.values():
            if session.socket is not None and not session.socket.closed:
                await session.socket.close(code=4000)

    # -- people ---------------------------------------------------------------------------------

    def person(self, name: str) -> "Talker":
        """Somebody new, who writes to the bot privately."""
        user = self.backend.make_user(name)
        channel = self.backend.get_dm_channel(user.id)
        return Talker(self, user.id, channel.id, None)

    def server(self, name: str = "desk") -> int:
        """A server that the bot is in, with one channel; the channel's id."""
        guild = self.backend.create_guild(name)
        channel = self.backend.create_channel(guild.id, "trading")
        return int(channel.id)

    def member(self, name: str, channel_id: int) -> "Talker":
        """Somebody new in that channel's server."""
        user = self.backend.make_user(name)
        guild_id = self.backend.get_channel(channel_id).guild_id
        assert guild_id is not None
        self.backend.add_member(guild_id, user.id)
        return Talker(self, user.id, channel_id, guild_id)

    def messages(self, channel_id: int) -> list[dict[str, Any]]:
        """What stands in the channel, oldest first."""
        rows = self.backend.messages[channel_id]
        return [insides.message_payload(self.backend, rows[key]) for key in sorted(rows)]

    async def until(self, predicate: Any, within_s: float = PATIENCE_S) -> Any:
        """What the predicate finds, as soon as it finds something."""
        async with asyncio.timeout(within_s):
            while not (found := predicate()):
                self._changed.clear()
                try:
                    await asyncio.wait_for(self._changed.wait(), 0.2)
                except TimeoutError:
                    continue
        return found

    # -- HTTP -----------------------------------------------------------------------------------

    async def _call(self, request: web.Request) -> web.StreamResponse:
        path = f"/{request.match_info['path']}"
        self.calls[f"{request.method} {path.split('/')[1]}"] += 1
        if request.headers.get("Authorization") not in (f"Bot {TOKEN}", None):
            return _json({"message": "401: Unauthorized", "code": 0}, status=401)
        if self.limited:
            wait = self.limited.pop(0)
            # Without Via the library takes a 429 for a ban by the proxy in front.
            return _json(
                {"message": "You are being rate limited.", "retry_after": wait, "global": False},
                status=429,
                headers={"Via": "1.1 fake", "Retry-After": str(wait)},
            )
        if path == "/users/@me":
            return _json(insides.user_payload(self.backend, self.backend.bot_user))
        if path in ("/gateway", "/gateway/bot"):
            limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            return _json({"url": self.gateway, "shards": 1, "session_start_limit": limit})
        if path == "/oauth2/applications/@me" or path == "/applications/@me":
            return _json(
                {
                    "id": str(self.backend.application_id),
                    "name": "bellwether",
                    "flags": 0,
                    "bot_public": False,
                    "bot_require_code_grant": False,
                    "description": "",
                    "icon": None,
                    "verify_key": "",
                    "owner": insides.user_payload(self.backend, self.backend.bot_user),
                }
            )
        body, files = await _body(request)
        return self._answered(request.method, path, body, files, dict(request.query))

    def _answered(
        self, method: str, path: str, body: Any, files: list[Any], params: dict[str, str]
    ) -> web.StreamResponse:
        posts = method == "POST" and path.endswith("/messages")
        nonce = str(body.get("nonce", "")) if posts and body else ""
        key = (path, nonce)
        if nonce and body.get("enforce_nonce") and key in self._nonces:
            return _json(self._nonces[key])
        try:
            answer = insides.dispatch(
                self.backend, method, path, json=body, params=params, files=files
            )
        except BackendError as error:
            return _json(error.to_json(), status=error.status)
        self._changed.set()
        if path.startswith("/interactions/"):
            self.interactions_answered[path.split("/")[2]] = body
        if nonce:
            self._nonces[key] = answer
        if posts and self.failing:
            return _json({"message": "down", "code": 0}, status=self.failing.pop(0))
        if answer is None:
            return web.Response(status=204)
        return _json(answer)

    # -- gateway --------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        deflate = zlib.compressobj()
        await _send(
            socket, deflate, {"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None}
        )
        session: _Session | None = None
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == 1:
                await _send(socket, deflate, {"op": 11, "d": None, "s": None, "t": None})
            elif said["op"] == 2:
                if said["d"]["token"] != TOKEN:
                    await socket.close(code=4004)
                    break
                session = _Session(id=f"session{len(self._sessions)}")
                self._sessions[session.id] = session
                session.socket, session.deflate = socket, deflate
                self.identified += 1
                await self._ready(session)
            elif said["op"] == 6:
                session = self._sessions.get(said["d"]["session_id"])
                if session is None:
                    await _send(socket, deflate, {"op": 9, "d": False, "s": None, "t": None})
                    continue
                session.socket, session.deflate = socket, deflate
                self.resumed += 1
                for sequence, text in list(session.sent):
                    if sequence > said["d"]["seq"]:
                        await _raw(socket, deflate, text)
                await self._push(session, "RESUMED", {})
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    async def _ready(self, session: _Session) -> None:
        guilds = list(self.backend.guilds.values())
        await self._push(
            session,
            "READY",
            {
                "v": 10,
                "user": insides.user_payload(self.backend, self.backend.bot_user),
                "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.gateway,
                "application": {"id": str(self.backend.application_id), "flags": 0},
            },
        )
        for guild in guilds:
            await self._push(session, "GUILD_CREATE", insides.guild_payload(self.backend, guild))

    def _happened(self, event: str, payload: Any) -> None:
        self._changed.set()
        data = json.loads(json.dumps(payload))
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            insides.without_content(self.backend, data)
        for session in self._sessions.values():
            session.sequence += 1
            text = json.dumps({"op": 0, "t": event, "s": session.sequence, "d": data})
            session.sent.append((session.sequence, text))
            if session.socket is not None and not session.socket.closed:
                asyncio.get_running_loop().create_task(_raw(session.socket, session.deflate, text))

    async def _push(self, session: _Session, event: str, data: Any) -> None:
        session.sequence += 1
        text = json.dumps({"op": 0, "t": event, "s": session.sequence, "d": data})
        session.sent.append((session.sequence, text))
        await _raw(session.socket, session.deflate, text)


@dataclass
class Talker:
    """Somebody at Discord, in one channel."""

    discord: FakeDiscord
    id: int
    channel: int
    guild: int | None
    locale: str = "en-US"

    def write(self, text: str, **more: Any) -> int:
        """A message; its id."""
        message = self.discord.backend.create_message(self.channel, self.id, text, **more)
        return int(message.id)

    def mention(self, text: str) -> int:
        """The same, with the bot's name before it."""
        return self.write(f"<@{self.discord.backend.bot_user.id}> {text}")

    def said(self) -> list[dict[str, Any]]:
        """What the bot says in this channel now, oldest first."""
        bot = str(self.discord.backend.bot_user.id)
        return [one for one in self.discord.messages(self.channel) if one["author"]["id"] == bot]

    async def hears(self, *parts: str) -> dict[str, Any]:
        """The newest message of the bot that has all these parts."""

        def found() -> dict[str, Any] | None:
            fitting = [one for one in self.said() if all(part in one["content"] for part in parts)]
            return fitting[-1] if fitting else None

        try:
            message: dict[str, Any] = await self.discord.until(found)
        except TimeoutError:
            raise AssertionError([one["content"] for one in self.said()]) from None
        return message

    async def press(self, message: dict[str, Any], label: str) -> str:
        """Press a button of the message; the id of the interaction."""
        buttons = [one for row in message["components"] for one in row["components"]]
        button = next(one for one in buttons if label in one["label"])
        return self.click(int(message["id"]), button["custom_id"])

    def click(self, message_id: int, custom_id: str) -> str:
        """Press whatever has that id, as a forger would; the id of the interaction."""
        backend = self.discord.backend
        stored = backend.get_message(self.channel, message_id)
        record, payload = insides.interaction(
            backend,
            3,
            self.channel,
            self.guild,
            self.id,
            {"custom_id": custom_id, "component_type": 2},
        )
        record.source_message_id = message_id
        payload["message"] = insides.message_payload(backend, stored)
        return self._emit(payload)

    def slash(self, name: str, what: str = "") -> str:
        """A slash command; the id of the interaction."""
        options = [{"name": "what", "type": 3, "value": what}] if what else []
        data = {"id": "1", "name": name, "type": 1, "options": options}
        _, payload = insides.interaction(
            self.discord.backend, 2, self.channel, self.guild, self.id, data
        )
        return self._emit(payload)

    async def answer(self, interaction_id: str) -> dict[str, Any]:
        """How the bot answered the interaction."""
        found: dict[str, Any] = await self.discord.until(
            lambda: self.discord.interactions_answered.get(interaction_id)
        )
        return found

    async def fill(self, form: dict[str, Any], text: str) -> str:
        """Type into the form that an interaction was answered with, and send it."""
        data = form["data"]
        [row] = data["components"]
        component = row["component"] if "component" in row else row["components"][0]
        filled = {"type": 4, "custom_id": component["custom_id"], "value": text}
        wrapped = (
            {"type": row["type"], "component": filled}
            if "component" in row
            else {"type": 1, "components": [filled]}
        )
        _, payload = insides.interaction(
            self.discord.backend,
            5,
            self.channel,
            self.guild,
            self.id,
            {"custom_id": data["custom_id"], "components": [wrapped]},
        )
        return self._emit(payload)

    def _emit(self, payload: dict[str, Any]) -> str:
        payload["locale"] = self.locale
        self.discord.backend.emit("INTERACTION_CREATE", payload)
        return str(payload["id"])


def _json(data: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # The library compares the type letter by letter: no charset.
    return web.Response(
        body=json.dumps(data).encode(),
        status=status,
        headers={"Content-Type": "application/json", **(headers or {})},
    )


async def _body(request: web.Request) -> tuple[Any, list[Any]]:
    """The JSON and the files of a call."""
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else None), []
    payload, files = None, []
    async for part in await request.multipart():
        if not isinstance(part, aiohttp.BodyPartReader):
            continue
        if part.name == "payload_json":
            payload = json.loads(await part.text())
        else:
            data = bytes(await part.read())
            files.append(
                SimpleNamespace(fp=io.BytesIO(data), filename=part.filename, description=None)
            )
    return payload, files


async def _send(socket: web.WebSocketResponse, deflate: Any, message: dict[str, Any]) -> None:
    await _raw(socket, deflate, json.dumps(message))


async def _raw(socket: web.WebSocketResponse, deflate: Any, text: str) -> None:
    data = deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
    try:
        await socket.send_bytes(data)
    except ConnectionError:
        return
