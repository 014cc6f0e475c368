"""Secrets at rest: AES-256-GCM, each text bound to the place where it is kept.

A sealed text is `v1:<kid>:<base64 of nonce and ciphertext>`. The place is authenticated with it, so
a sealed text that is moved to another row or field does not open there.
"""

import base64
import binascii
import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from core.errors import SetupError

VERSION = "v1"
KEY_BYTES = 32
NONCE_BYTES = 12
FIRST_KID = "k1"


class Vault:
    """Seals with the first key of the ring and opens with any.

    SetupError for an empty ring, or a key that is not 32 bytes: a short one is never stretched.
    """

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        if not keys:
            raise SetupError("there is no secret key to seal with")
        for kid, key in keys.items():
            if not kid or ":" in kid or len(key) != KEY_BYTES:
                raise SetupError(f"secret key {kid!r} is not a name with {KEY_BYTES} bytes of key")
        self._sealing = next(iter(keys))
        self._ciphers = {kid: AESGCM(key) for kid, key in keys.items()}

    def seal(self, plain: str, place: str) -> str:
        """`plain` encrypted for `place` (table:row:field)."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        cipher = self._ciphers[self._sealing]
        box = nonce + cipher.encrypt(nonce, plain.encode("utf-8", "surrogatepass"), place.encode())
        return f"{VERSION}:{self._sealing}:{base64.b64encode(box).decode()}"

    def open(self, sealed: str, place: str) -> str:
        """What was sealed for `place`; ValueError when it was not, or the key is unknown."""
        version, _, rest = sealed.partition(":")
        kid, _, written = rest.partition(":")
        cipher = self._ciphers.get(kid)
        if version != VERSION or cipher is None:
            raise ValueError("not sealed with a key of this ring")
        try:
            box = base64.b64decode(written, validate=True)
            plain = cipher.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], place.encode())
        except (binascii.Error, InvalidTag, ValueError) as error:
            raise ValueError("not sealed for this place") from error
        return plain.decode("utf-8", "surrogatepass")

    @property
    def sealing_key(self) -> str:
        """The id of the key that seals now."""
        return self._sealing

    def key_of(self, sealed: str) -> str:
        """The id of the key that sealed this; empty where it names none."""
        return key_of(sealed)


def key_of(sealed: str) -> str:
    """The id of the key in a sealed text; empty where it names none."""
    version, _, rest = sealed.partition(":")
    kid, found, _ = rest.partition(":")
    return kid if version == VERSION and found else ""


def load_or_create_key_file(path: Path) -> dict[str, bytes]:
    """The key ring in this file, one `kid:base64` a line, the first seals; made when absent.

    SetupError for a file that others may read, or that holds no proper ring: what was sealed with a
    lost key is lost, so nothing here is ever replaced.
    """
    if not path.exists():
        _create(path)
    try:
        if path.stat().st_mode & 0o077:
            raise SetupError(
                f"{path} can be read by others: chmod 600 it, and change the keys in it"
            )
        lines = path.read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"the key file {path} cannot be read: {error}") from error
    ring: dict[str, bytes] = {}
    for number, line in enumerate(lines, 1):
        kid, _, written = line.partition(":")
        key = b""
        with contextlib.suppress(binascii.Error):
            key = base64.b64decode(written, validate=True)
        if not kid or kid in ring or len(key) != KEY_BYTES:
            raise SetupError(
                f"line {number} of the key file {path} is not kid:base64 of {KEY_BYTES} bytes"
            )
        ring[kid] = key
    if not ring:
        raise SetupError(f"the key file {path} is empty: put the lost keys back into it")
    return ring


def _create(path: Path) -> None:
    """Write a new key, whole and on the disk before anybody can find it under its name."""
    ready = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    line = f"{FIRST_KID}:{base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()}\n"
    try:
        descriptor = os.open(ready, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(descriptor, line.encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        try:
            # Unlike a rename, this leaves a file that another process made meanwhile.
            with contextlib.suppress(FileExistsError):
                os.link(ready, path)
        finally:
            ready.unlink()
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise SetupError(f"the key file {path} cannot be made: {error}") from error
