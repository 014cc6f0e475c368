"""What a Sealer does, and where its keys are."""

import base64
import stat

import pytest

from adapters.vault import Vault, load_or_create_key_file
from core.errors import SetupError
from core.ports import Sealer

OLD, NEW = bytes(range(32)), bytes(range(32, 64))
PLACE = "exchange_accounts:a1:secret"


@pytest.fixture
def sealer() -> Sealer:
    return Vault({"k2": NEW, "k1": OLD})


@pytest.mark.parametrize("plain", ["", "a key", "密钥 🔑", "x" * 100_000, "half \ud83d"])
def test_what_is_sealed_opens_where_it_was_sealed(sealer: Sealer, plain):
    assert sealer.open(sealer.seal(plain, PLACE), PLACE) == plain


def test_a_sealed_text_says_its_version_and_key_and_nothing_of_the_secret(sealer: Sealer):
    sealed = sealer.seal("sk-very-secret", PLACE)
    version, kid, box = sealed.split(":")
    assert (version, kid) == ("v1", "k2")
    assert b"secret" not in base64.b64decode(box, validate=True)


def test_the_same_secret_never_looks_the_same_twice(sealer: Sealer):
    assert len({sealer.seal("same", PLACE) for _ in range(100)}) == 100


def test_a_sealed_text_does_not_open_elsewhere(sealer: Sealer):
    sealed = sealer.seal("secret", PLACE)
    with pytest.raises(ValueError, match="place"):
        sealer.open(sealed, "exchange_accounts:a2:secret")


def test_a_changed_text_does_not_open(sealer: Sealer):
    head, box = sealer.seal("secret", PLACE).rsplit(":", 1)
    raw = bytearray(base64.b64decode(box))
    for place in range(len(raw)):
        changed = bytearray(raw)
        changed[place] ^= 1
        with pytest.raises(ValueError, match="place"):
            sealer.open(f"{head}:{base64.b64encode(changed).decode()}", PLACE)


@pytest.mark.parametrize(
    "sealed", ["", "plain", "v1:k2", "v1:k2:", "v1:k2:???", "v1:k2:AAAA", "::"]
)
def test_what_was_never_sealed_does_not_open(sealer: Sealer, sealed):
    with pytest.raises(ValueError, match="not sealed"):
        sealer.open(sealed, PLACE)


def test_an_older_key_still_opens_and_an_unknown_one_does_not(sealer: Sealer):
    assert sealer.open(Vault({"k1": OLD}).seal("secret", PLACE), PLACE) == "secret"
    assert sealer.seal("secret", PLACE).startswith("v1:k2:")
    with pytest.raises(ValueError, match="ring"):
        Vault({"k1": OLD}).open(sealer.seal("secret", PLACE), PLACE)


def test_a_key_of_the_same_name_but_other_bytes_does_not_open(sealer: Sealer):
    with pytest.raises(ValueError, match="not sealed"):
        Vault({"k2": OLD}).open(sealer.seal("secret", PLACE), PLACE)


@pytest.mark.parametrize(
    "keys", [{}, {"k1": b"short"}, {"k1": OLD + b"x"}, {"": OLD}, {"a:b": OLD}]
)
def test_a_ring_without_proper_keys_is_refused_without_showing_them(keys):
    with pytest.raises(SetupError) as refused:
        Vault(keys)
    assert "short" not in str(refused.value)


def test_the_first_start_makes_a_key_that_is_read_from_then_on(tmp_path):
    path = tmp_path / "secret.key"
    made = load_or_create_key_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_create_key_file(path) == made
    assert [path.name] == [left.name for left in tmp_path.iterdir()]
    assert load_or_create_key_file(tmp_path / "another.key") != made
    Vault(made)


def test_the_first_key_of_the_file_seals(tmp_path):
    path = tmp_path / "secret.key"
    lines = [f"{kid}:{base64.b64encode(key).decode()}" for kid, key in [("k2", NEW), ("k1", OLD)]]
    path.write_text("\n".join(lines))
    path.chmod(0o600)
    ring = load_or_create_key_file(path)
    assert list(ring.items()) == [("k2", NEW), ("k1", OLD)]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_key_file_that_others_may_read_is_refused(tmp_path, mode):
    path = tmp_path / "secret.key"
    load_or_create_key_file(path)
    path.chmod(mode)
    with pytest.raises(SetupError, match=r"secret\.key can be read by others"):
        load_or_create_key_file(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"k1", b"k1:short", b"k1:" + base64.b64encode(b"short"), b"\xff\xfe", b"k1:!!!\n"],
)
def test_a_damaged_key_file_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "secret.key"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SetupError, match=r"secret\.key"):
        load_or_create_key_file(path)
    assert path.read_bytes() == content


def test_a_key_named_twice_is_refused(tmp_path):
    path = tmp_path / "secret.key"
    line = f"k1:{base64.b64encode(OLD).decode()}\n"
    path.write_text(line * 2)
    path.chmod(0o600)
    with pytest.raises(SetupError, match="line 2"):
        load_or_create_key_file(path)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SetupError, match="nowhere"):
        load_or_create_key_file(tmp_path / "nowhere" / "secret.key")
