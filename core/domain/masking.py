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
_SAID = re.compile(
    r"(?P<name>\b(?:pass ?words?|pass ?phrases?|pass ?codes?|api[ _-]?(?:key|secret)s?"
    r"|(?:secret|private)[ _-]?keys?|(?:bot|access|api)[ _-]tokens?|pin(?: code)?)\b"
    r"|密码|口令|私钥|密钥|助记词)"
    r"(?P<link>\s*(?:[:=：＝]|\bis\b|\bare\b|是|为)\s*[\"'“`]?)(?P<value>[^\s\"'“”`，。,;；]{4,})",
    re.IGNORECASE,
)
"""A secret by its name: a passphrase looks like no key."""
_PHRASE = re.compile(
    r"(?P<name>\b(?:seed|recovery|mnemonic)(?: phrase| words?)?\b|助记词)"
    r"(?P<link>\s*(?:[:=：＝]|\bis\b|\bare\b|是|为)?\s*)(?P<value>[a-z]{3,8}(?:[\s,]+[a-z]{3,8}){11,23})",
    re.IGNORECASE,
)
_RUN = re.compile(r"[A-Za-z0-9+/_=-]{24,}")


def masked_text(text: str) -> str:
    """The text, secrets replaced: named ones, known shapes, long mixes of letters and digits."""
    named = _PHRASE.sub(_masked_value, _SAID.sub(_masked_named, text))
    return _RUN.sub(_masked_run, _SHAPES.sub(MASK, named))


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


def _masked_value(found: re.Match[str]) -> str:
    return f"{found['name']}{found['link']}{MASK}"


def _masked_named(found: re.Match[str]) -> str:
    """What is said to be the secret, unless it is a plain word: "the password is wrong"."""
    value = found["value"].rstrip(".!?)")
    plain = value.isalpha() and value[1:] == value[1:].lower()
    return found.group() if plain or MASK in value else _masked_value(found)


def _masked_run(found: re.Match[str]) -> str:
    run = found.group()
    mixed = any(char.isdigit() for char in run) and any(char.isalpha() for char in run)
    return MASK if mixed else run
