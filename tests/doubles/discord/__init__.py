"""Discord over loopback: simcord's backend behind HTTP and a gateway of our own."""

from tests.doubles.discord.insides import NO_PING
from tests.doubles.discord.server import FakeDiscord, Talker

__all__ = ["NO_PING", "FakeDiscord", "Talker"]
