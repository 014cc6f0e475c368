"""Execution profiles from a file: BELLWETHER_PROFILES names a JSON list of them.

The shipped ones are there in any case; a profile of the same name replaces a shipped one.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.domain.profiles import SHIPPED, ExecutionProfile
from core.errors import SetupError

_LIST = TypeAdapter(list[ExecutionProfile])


def load_profiles(path: Path | None) -> Mapping[str, ExecutionProfile]:
    """All profiles by name; SetupError says what in the file is wrong and what was expected."""
    if path is None:
        return SHIPPED
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"BELLWETHER_PROFILES: {path} cannot be read ({error}).") from error
    except json.JSONDecodeError as error:
        raise SetupError(
            f"BELLWETHER_PROFILES: {path} is no JSON (line {error.lineno}): "
            "expected a list of profiles."
        ) from error
    try:
        profiles = _LIST.validate_python(written)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise SetupError(
            f"BELLWETHER_PROFILES: {path}, {place}: {first['msg']}. Expected a list of {{name, "
            "executor, model: {name, thinking}, history_policy: {mode, n}, "
            "tool_policy: {mode, allowlist}}."
        ) from error
    names = [profile.name for profile in profiles]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise SetupError(f"BELLWETHER_PROFILES: {path} has two profiles called {twice!r}.")
    for name, shipped in SHIPPED.items():
        replaced = next((one for one in profiles if one.name == name), shipped)
        if replaced.executor != shipped.executor:
            raise SetupError(
                f"BELLWETHER_PROFILES: {path}: {name} runs with the {shipped.executor} executor; "
                "give a profile for another one a name of its own."
            )
    return {**SHIPPED, **{profile.name: profile for profile in profiles}}
