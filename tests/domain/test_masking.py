"""What is taken out of a text as a secret, and what is left as it was written (I8)."""

import pytest

from core.domain.masking import MASK, masked_text

SECRETS = [
    ("my okx passphrase is Hunter2!x", "Hunter2!x"),
    ("Password: Tr0ub4dor&3", "Tr0ub4dor&3"),
    ("api secret = Zx9Qw7", "Zx9Qw7"),
    ('api_key="q1w2e3"', "q1w2e3"),
    ("口令是Zx9Qw7Rt。", "Zx9Qw7Rt"),
    ("密码：abc123", "abc123"),
    (
        "seed phrase: legal winner thank year wave sausage worth useful legal winner thank yellow",
        "sausage",
    ),
]
PLAIN = [
    "the password is wrong",
    "my api key is missing",
    "Token: PEPE/USDT",
    "tokens are 5000",
    "what is a passphrase?",
    "密码是什么",
    "buy 50 usdt of btc",
]  # fmt: skip


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_what_is_named_as_a_secret_is_taken_out_whatever_it_looks_like_I8(text, secret):
    assert secret not in masked_text(text)
    assert MASK in masked_text(text)


@pytest.mark.parametrize("text", PLAIN)
def test_words_about_secrets_and_coins_stay(text):
    assert masked_text(text) == text
