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
BARE = [
    "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A",  # binance
    "aB3dE5gH7jK9mN1pQ3",  # bybit: 18 letters and digits
    "5f4dcc3b-5aa7-65d6-1d83-27deb882cf99",  # okx
    "5F4DCC3B5AA765D61D8327DEB882CF99",
    "bg_5f4dcc3b5aa765d61d8327deb882cf99",  # bitget
    "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",  # a private key
    "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
    "FRs+gtq09rR7OFtKj9BGhyOGS3u5vtY/EdiIBO9kD8NFtRX7w7LeJDSrX6cq1D8zmQmGkWFjksuhBvKOAWJohQ==",
    "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",  # a bot's token
    "sk-ant-api03-abcdefghijklmnop",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r",
    "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB+abc/DEF\n-----END EC PRIVATE KEY-----",
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
    "1. cat 2. winner 3.thank 4) year 5 wave 6. dog 7. worth 8. use 9. leg 10. win 11. yes 12. act",
]
NAMED_WITHOUT_A_LINK = [
    ("the passphrase Hunter2x please", "Hunter2x"),
    ("口令Zx9Qw7Rt", "Zx9Qw7Rt"),
    ("secret: Zx9Qw7", "Zx9Qw7"),
    ("pwd=Zx9Qw7", "Zx9Qw7"),
]
BOTFATHER = """Done! Congratulations on your new bot. You will find it at t.me/desk_bot.

Use this token to access the HTTP API:
110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw
Keep your token secure and store it safely, it can be used by anyone to control your bot."""
LONG_BUT_PLAIN = [
    "cancel order 01jq5v8k3m9x2c7b4n6p0r1s5t",
    "what became of k5zxw3dpo5zgk43un52ca2lnfx",
    "0x742d35Cc6634C0532925a3b844Bc9e7595f8fE21",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "add the model claude-sonnet-4-5-20250929",
    "deepseek-r1-distill-qwen-32b and qwen3-235b-a22b-instruct-2507",
    "meta-llama/Llama-3.3-70B-Instruct",
    "https://api.example.com/v1/chat/completions",
    "BTC-27DEC24-100000-C and ETH/USDT:USDT-241227",
    "1000000000000000000000000000",
    "if the price goes over ninety thousand then please sell half and tell",
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


@pytest.mark.parametrize("secret", BARE)
def test_a_key_is_known_by_its_shape_wherever_it_stands_I8(secret):
    assert masked_text(secret) == MASK
    if secret.count(" ") < 4:
        assert masked_text(f"here: {secret}, ok") == f"here: {MASK}, ok"


@pytest.mark.parametrize(("text", "secret"), NAMED_WITHOUT_A_LINK)
def test_what_no_word_looks_like_is_the_secret_that_was_named_before_it_I8(text, secret):
    assert secret not in masked_text(text)


def test_a_whole_message_of_botfather_keeps_its_words_and_loses_its_token_I8():
    assert masked_text(BOTFATHER) == BOTFATHER.replace(BOTFATHER.splitlines()[3], MASK)


@pytest.mark.parametrize("text", LONG_BUT_PLAIN)
def test_ids_addresses_and_names_of_models_stay(text):
    assert masked_text(text) == text
