"""A resource that needs secrets: accounts at a venue, and the tool that connects one."""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

from core.credentials import Credentials
from core.domain.outbound import Block, TextBlock, Value
from core.domain.records import Insert, Setting
from core.errors import PersonError, VenueError
from core.tools.arguments import typed
from core.tools.registry import Action, Effect, Registry, SecretRequest, ToolContext, ToolResult
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import PlainSealer, open_desk

KEY = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zv"
SECRET = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j"
PASSPHRASE = "Hunter2!x"
TYPED = (KEY, SECRET, PASSPHRASE)
HELLO = plan(respond(text="Hello there."), intent="chat")
FIELDS = ("api_key", "secret", "password")


class HidingSealer(PlainSealer):
    """As the vault does, what it seals cannot be read off."""

    def seal(self, plain: str, place: str) -> str:
        hidden = base64.b85encode(bytes(byte ^ 0x5A for byte in plain.encode())).decode()
        return super().seal(hidden, place)

    def open(self, sealed: str, place: str) -> str:
        hidden = super().open(sealed, place)
        return bytes(byte ^ 0x5A for byte in base64.b85decode(hidden)).decode()


class ConnectArguments(Value):
    """Connects an account of this name."""

    label: str


@dataclass
class Venue:
    """A venue as the test sets it: which secrets it asks for, and what becomes of a call."""

    fields: tuple[str, ...] = FIELDS
    fault: Exception | None = None
    opened: list[dict[str, str]] = field(default_factory=list)
    asked: int = 0
    effect: Effect = "write"
    slow: asyncio.Event | None = None
    """Set by the test: a call sets it, and never ends."""

    def beside(self, registry: Registry) -> Registry:
        """The registry with its tool too; the vault is found when the desk is open."""
        self.tool = ConnectTool(self)
        return replace(registry, tools={**registry.tools, self.tool.name: self.tool})

    def over(self, desk: Any) -> None:
        """Read from this desk's vault."""
        parts = desk.desk.parts
        self.credentials = Credentials(parts.records, parts.sealer)


class ConnectTool:
    """Connects an account at the venue: a SecretTool."""

    name = "connect_account"
    description = "Connects an account at a venue."
    arguments: type[BaseModel] = ConnectArguments

    def __init__(self, venue: Venue) -> None:
        self._venue = venue
        self.actions = (Action(name="connect", effect=venue.effect, repeat="read"),)

    def action(self, args: BaseModel) -> Action:
        return self.actions[0]

    async def secrets(self, args: BaseModel, context: ToolContext) -> SecretRequest | None:
        asked = typed(args, ConnectArguments)
        if asked.label == "taken":
            raise PersonError("policy.not_in_allow_list")
        self._venue.asked += 1
        resource = f"venue-{context.run_id}"
        return SecretRequest(resource=resource, fields=self._venue.fields, about=asked.label)

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:
        asked = typed(args, ConnectArguments)
        assert context.resource
        kept = dict(await self._venue.credentials.open(context.resource))
        self._venue.opened.append(kept)
        if self._venue.slow is not None:
            self._venue.slow.set()
            await asyncio.Event().wait()
        if self._venue.fault is not None:
            raise self._venue.fault
        row = Setting(id=f"account:{context.resource}", value={"label": asked.label})
        return ToolResult(
            data={"label": asked.label}, as_of=context.now, writes=(Insert(record=row),)
        )

    def view(self, data: Mapping[str, Any], lang: str) -> tuple[Block, ...]:
        return (TextBlock(text=f"Connected {data['label']}."),)


def connecting(label: str = "binance main") -> dict[str, Any]:
    """A plan that connects an account and says so."""
    return plan(call("s1", "connect_account", label=label), respond(show=["s1"]))


def forms(secret: str) -> tuple[bytes, ...]:
    """A secret as it might have been written: plain, in a URL, in base64."""
    plain = secret.encode()
    whole = base64.b64encode(plain)
    inner = base64.b64encode(plain[len(plain) % 3 :])
    return (plain, quote(secret, safe="").encode(), whole.rstrip(b"="), inner.rstrip(b"="))


REFUSED = PersonError("policy.not_in_allow_list")
UNREADABLE = VenueError("no answer")


def text(messages: Sequence[Mapping[str, Any]]) -> str:
    """All that was said, a line each."""
    return "\n".join(message["text"] for message in messages)


def desk_of(venue, *entries, **options):
    """The model with these answers, and a desk that reaches this venue and hides what it seals."""
    model = Model(*entries)
    return model, open_desk(
        provider=model, resources=venue.beside, sealer=HidingSealer(), **options
    )
