"""What the bot says about itself: command lists by scope and language, name and descriptions."""

import json
import re

from .errors import bad_request
from .text import Json


class Profile:
    def __init__(self) -> None:
        self._commands: dict[tuple[str, str], list[Json]] = {}
        self._texts: dict[tuple[str, str], str] = {}

    def set_commands(self, scope: Json | None, language: str, commands: list[Json]) -> None:
        key = _key(scope, language)
        if len(commands) > 100:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        self._commands[key] = [_checked(command) for command in commands]

    def commands(self, scope: Json | None = None, language: str = "") -> list[Json]:
        """Of exactly this scope and language; what a person sees may come from a wider one."""
        return self._commands.get(_key(scope, language), [])

    def delete_commands(self, scope: Json | None, language: str) -> None:
        self._commands.pop(_key(scope, language), None)

    def set_text(self, what: str, language: str, text: str, longest: int, error: str) -> None:
        if len(text) > longest:
            raise bad_request(error)
        self._texts[what, _language(language)] = text

    def text(self, what: str, language: str = "") -> str:
        """In this language, else the one given for all languages."""
        wanted = _language(language)
        return self._texts.get((what, wanted)) or self._texts.get((what, ""), "")


def _key(scope: Json | None, language: str) -> tuple[str, str]:
    return json.dumps(scope or {"type": "default"}, sort_keys=True), _language(language)


def _language(code: str) -> str:
    if code and not re.fullmatch(r"[a-z]{2}", code):
        raise bad_request("invalid language code specified")
    return code


def _checked(command: Json) -> Json:
    name = command["command"].strip().removeprefix("/")
    description = command["description"].strip()
    if not name:
        raise bad_request("command must be non-empty")
    if len(name) > 32:
        raise bad_request("command length must not exceed 32")
    if not re.fullmatch(r"[a-z0-9_]+", name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not description:
        raise bad_request("command description must be non-empty")
    if len(description) > 256:
        raise bad_request("command description length must not exceed 256")
    return command | {"command": name, "description": description}
