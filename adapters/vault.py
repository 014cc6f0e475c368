"""Secrets at rest: AES-256-GCM, each bound to the place it is kept in (reference: NIST SP 800-38D).

Sealed text is `v1:<key id>:<base64 of nonce and ciphertext>`. The place (table:row:field) is
authenticated with it, so that a sealed value moved to another row does not open.
"""

import base64
import binascii
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from core.errors import SetupError

KEY_BYTES = 32
NONCE_BYTES = 12


class Vault:
    """The Sealer port over a ring of keys: the first seals, all open."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """SetupError for an empty ring, or a key that is not 32 bytes: never hashed into one."""
        if not keys or any(len(key) != KEY_BYTES for key in keys.values()):
            raise SetupError("A secret key must have 32 bytes: set BELLWETHER_SECRET_KEYS anew.")
        self._ciphers = {kid: AESGCM(key) for kid, key in keys.items()}
        self._sealing = next(iter(keys))

    def seal(self, plain: str, place: str) -> str:
        """`plain` encrypted for `place`."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = self._ciphers[self._sealing].encrypt(nonce, plain.encode(), place.encode())
        return f"v1:{self._sealing}:{base64.b64encode(nonce + sealed).decode()}"

    def open(self, sealed: str, place: str) -> str:
        """What was sealed for `place`; ValueError for another place, key or text."""
        version, _, rest = sealed.partition(":")
        kid, _, text = rest.partition(":")
        cipher = self._ciphers.get(kid)
        if version != "v1" or cipher is None:
            raise ValueError("sealed in an unknown form, or with a key that is not here")
        try:
            raw = base64.b64decode(text, validate=True)
            plain = cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], place.encode())
        except (binascii.Error, InvalidTag) as error:
            raise ValueError("not sealed for this place, or changed since") from error
        return plain.decode()


def load_or_create_key_file(path: Path) -> dict[str, bytes]:
    """The key ring of a data folder: made at the first start, readable by this user alone.

    SetupError when others may read it, or it does not hold keys.
    """
    if not path.exists():
        line = f"k1:{base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()}\n"
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="ascii") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    if path.stat().st_mode & 0o077:
        raise SetupError(f"The key file {path} can be read by others: run chmod 600 on it.")
    ring: dict[str, bytes] = {}
    for line in path.read_text(encoding="ascii").split():
        kid, _, text = line.partition(":")
        try:
            ring[kid] = base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise SetupError(f"The key file {path} is damaged: restore it from a copy.") from error
    if not ring or any(len(key) != KEY_BYTES for key in ring.values()):
        raise SetupError(f"The key file {path} is damaged: restore it from a copy.")
    return ring
