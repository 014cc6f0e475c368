"""The doctor's look at the vault: which keys there are, and what is sealed with which."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from adapters.store.sql.database import Database
from adapters.store.sql.sealed import sealed_texts
from adapters.store.sql.version import is_current
from adapters.vault import key_of, load_or_create_key_file
from config.settings import Settings


def key_ids(settings: Settings) -> list[str]:
    """The ids of the ring's keys, the sealing one first; none where the file is not made yet.

    SetupError for a key file that is not sound.
    """
    ring = settings.key_ring()
    if ring is None:
        file = key_file(settings)
        ring = load_or_create_key_file(file) if file.exists() else {}
    return list(ring)


def key_file(settings: Settings) -> Path:
    """Where the keys are that no setting gives."""
    return settings.data / "secret.key"


def sealed_rows(database: Database) -> Mapping[str, int]:
    """How many rows are sealed with each key; none where the tables are not of this version."""
    texts = sealed_texts(database) if is_current(database) else ()
    return Counter(key_of(text) for text in texts)


def told(ring: list[str], rows: Mapping[str, int]) -> tuple[bool, str]:
    """Whether everything can be opened, and in words: what is under which key, what to do."""
    lost = {key: count for key, count in sorted(rows.items()) if key not in ring}
    if lost:
        behind = f" behind {', '.join(ring)}" if ring else ""
        named = ", ".join(f"{count} under {key or 'no key at all'}" for key, count in lost.items())
        return False, f"{named}, which the key ring does not have: put that key back{behind}"
    if not ring:
        return True, "the first start makes a key"
    held = ", ".join(f"{rows.get(key, 0)} under {key}" for key in ring)
    older = sum(rows.get(key, 0) for key in ring[1:])
    todo = "; “bellwether secrets rotate” seals the older ones anew" if older else ""
    return True, f"{ring[0]} seals; rows: {held}{todo}"
