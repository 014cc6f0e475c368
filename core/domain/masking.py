"""Takes out of a text or value whatever looks like a secret (I8): better one word too many."""

import re
from typing import Any

MASK = "[masked]"

_NAMED = re.compile(
    r"secret|password|passphrase|token|api_?key|private_?key|credential", re.IGNORECASE
)
_SHAPES = re.compile(
    r"\b\d{6,12}:[\w-]{30,}"  # a Telegram bot's token
    r"|\beyJ[\w-]+\.[\w-]+\.[\w-]*"  # a JSON web token
    r"|\b(?:sk|pk|rk|xox[abp]|gh[pousr]|glpat|AKIA|AIza)[-_]?[\w-]{12,}"  # known prefixes
)
_RUN = re.compile(r"[A-Za-z0-9+/_=-]{24,}")


def masked_text(text: str) -> str:
    """The text with key-like runs replaced: known shapes, and long mixes of letters and digits."""
    return _RUN.sub(_masked_run, _SHAPES.sub(MASK, text))


def masked(value: Any) -> Any:
    """A JSON-able value with every secret in it replaced, and whatever is named like one."""
    match value:
        case str():
            return masked_text(value)
        case dict():
            return {
                masked_text(str(name)): MASK if _NAMED.search(str(name)) else masked(item)
                for name, item in value.items()
            }
        case list() | tuple():
            return [masked(item) for item in value]
        case _:
            return value


def _masked_run(found: re.Match[str]) -> str:
    run = found.group()
    mixed = any(char.isdigit() for char in run) and any(char.isalpha() for char in run)
    return MASK if mixed else run
