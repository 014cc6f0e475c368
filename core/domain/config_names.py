"""Names that a person gives to what they set up: short, in one line, each there once."""

import unicodedata
from collections.abc import Iterable

from core.domain.masking import masked_text
from core.domain.naming import folded
from core.errors import PersonError

LONGEST = 40
_RESERVED = frozenset({"desk", "all", "on", "off", "none", "default"})
"""Words that mean something else where a name may stand."""


def checked_name(said: str) -> str:
    """The name as it is kept (NFKC, single spaces); PersonError for what cannot be one."""
    name = " ".join(unicodedata.normalize("NFKC", said).split())
    if not any(char.isalnum() for char in name):
        raise PersonError("config_name_empty")
    if len(name) > LONGEST:
        raise PersonError("config_name_long", length=len(name), most=LONGEST)
    if not name.isprintable() or any(unicodedata.category(char) == "Cf" for char in name):
        raise PersonError("config_name_signs")
    if masked_text(name) != name:
        raise PersonError("config_name_secret")
    if folded(name) in _RESERVED:
        raise PersonError("config_name_reserved", name=name)
    return name


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether one of these is the same name, letter case and width aside."""
    return folded(name) in {folded(one) for one in others}


def free_name(wanted: str, others: Iterable[str]) -> str:
    """`wanted`, or with the first number behind it that makes it a new name."""
    taken = {folded(one) for one in others}
    number = 1
    name = wanted
    while folded(name) in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
