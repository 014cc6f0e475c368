"""Slash commands, made from the registry and sent to Discord only when they have changed."""

from typing import Any

import structlog
from discord.http import HTTPClient, Route

from core.agent.commands import COMMANDS
from core.views.words import say

log = structlog.get_logger(__name__)

ARGUMENT = "what"
"""The one option of every command: what would be written behind it."""
_CHINESE = ("zh-CN", "zh-TW")
_MOST = 100
"""Characters of a description."""
_EVERYWHERE = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
"""For servers and for people who installed it; in servers, with the bot, and elsewhere."""


def payloads() -> list[dict[str, Any]]:
    """The commands as Discord takes them."""
    return [_command(spec.name) for spec in COMMANDS]


async def register(http: HTTPClient, application_id: int) -> bool:
    """Make Discord know the commands; False: it does already."""
    # The library's own call does not ask for the other languages.
    route = Route("GET", "/applications/{application_id}/commands", application_id=application_id)
    known = await http.request(route, params={"with_localizations": "true"})
    wanted = payloads()
    if {_essence(one) for one in map(dict, known)} == {_essence(one) for one in wanted}:
        return False
    await http.bulk_upsert_global_commands(application_id, payload=wanted)
    return True


def _command(name: str) -> dict[str, Any]:
    described = {lang: say(lang, f"command.{name}")[:_MOST] for lang in ("en", "zh")}
    argument = {lang: say(lang, "discord.argument") for lang in ("en", "zh")}
    return {
        "type": 1,
        "name": name,
        "description": described["en"],
        "description_localizations": dict.fromkeys(_CHINESE, described["zh"]),
        "options": [
            {
                "type": 3,
                "name": ARGUMENT,
                "description": argument["en"],
                "description_localizations": dict.fromkeys(_CHINESE, argument["zh"]),
                "required": False,
            }
        ],
        **_EVERYWHERE,
    }


def _essence(command: dict[str, Any]) -> tuple[object, ...]:
    """What two commands are compared by."""
    options = command.get("options") or []
    return (
        command["name"],
        command["description"],
        tuple(sorted((command.get("description_localizations") or {}).items())),
        tuple((one["name"], one["description"]) for one in options),
    )
