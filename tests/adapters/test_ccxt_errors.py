"""Every way a venue's call can fail has a verdict, and nothing of the request is told with it."""

import ccxt
import pytest

from adapters.exchange.ccxt.errors import KEY_REFUSED, UNREACHED, VERDICTS, name_of, said, verdict
from core.views.words import WORDS


def tree(root):
    yield root
    for one in root.__subclasses__():
        if one.__module__.startswith("ccxt.base"):
            yield from tree(one)


CLASSES = sorted(set(tree(ccxt.BaseError)), key=lambda one: one.__name__)
UNKNOWN = {
    "BaseError",
    "ExchangeError",
    "OrderNotCached",
    "OperationFailed",
    "NetworkError",
    "ExchangeNotAvailable",
    "OnMaintenance",
    "ChecksumError",
    "RequestTimeout",
    "BadResponse",
    "NullResponse",
    "CancelPending",
    "UnsubscribeError",
}


def test_no_exception_of_the_library_is_left_out_and_none_is_made_up():
    assert {one.__name__ for one in CLASSES} == set(VERDICTS)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda one: one.__name__)
def test_only_what_is_certain_is_called_certain(kind):
    found = verdict(kind("binance no"))
    assert (found.meaning == "unknown") == (kind.__name__ in UNKNOWN)
    assert found.words in WORDS


def test_a_class_that_is_new_takes_its_parents_verdict():
    new = type("TooNew", (ccxt.InsufficientFunds,), {"__module__": "ccxt.base.errors"})
    assert verdict(new("x")).words == "venue_insufficient_funds"


@pytest.mark.parametrize("error", [TypeError("x"), KeyError("x"), TimeoutError()])
def test_what_is_not_the_librarys_is_unknown(error):
    assert verdict(error).meaning == "unknown"


@pytest.mark.parametrize(
    ("kind", "body", "meaning"),
    [
        (ccxt.OperationRejected, '{"code":-1000,"msg":"UNKNOWN"}', "unknown"),
        (ccxt.ExchangeError, '{"code":-1007,"msg":"Timeout"}', "unknown"),
        (ccxt.InvalidOrder, '{"retCode":170146,"retMsg":"Order creation timeout"}', "unknown"),
        (ccxt.BadRequest, '{"code":"408000","msg":"Network timeout"}', "unknown"),
        (ccxt.InvalidOrder, '{"code":-4116,"msg":"ClientOrderId is duplicated."}', "duplicate"),
        (ccxt.InvalidOrder, '{"retCode":110072,"retMsg":"duplicate"}', "duplicate"),
        (ccxt.ExchangeError, '{"data":[{"sCode":"51016","sMsg":"exists"}]}', "duplicate"),
        (ccxt.BadRequest, '{"code":-5028,"msg":"outside of the ME recvWindow"}', "clock"),
        (ccxt.InvalidOrder, '{"code":-10000,"msg":"x"}', "refused"),
    ],
)
def test_a_code_says_more_than_its_class(kind, body, meaning):
    assert verdict(kind(f"venue {body}")).meaning == meaning


def test_a_key_that_is_revoked_is_not_taken_for_a_ban():
    body = '{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}'
    assert verdict(ccxt.DDoSProtection(f"binance {body}")) == KEY_REFUSED


def test_a_connection_that_was_never_made_sent_nothing():
    class ClientConnectorError(OSError):
        pass

    error = ccxt.ExchangeNotAvailable("binance POST https://x")
    error.__cause__ = ClientConnectorError()
    assert verdict(error) == UNREACHED
    error.__cause__ = ConnectionResetError()
    assert verdict(error).meaning == "unknown"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('binance {"code":-2019,"msg":"Margin is insufficient."}', "Margin is insufficient."),
        ('okx {"code":"1","data":[{"sCode":"51008","sMsg":"Low"}],"msg":""}', "Low"),
        ("binance POST https://api.example/order?signature=abcdef 503 ", ""),
        ('x {"msg":"' + "word " * 60 + '"}', ("word " * 60)[:159].strip() + "…"),
        ('x {"msg":"   "}', ""),
    ],
)
def test_only_the_venues_sentence_is_told(text, sentence):
    assert said(ccxt.ExchangeError(text)) == sentence


def test_a_log_never_holds_the_request():
    error = ccxt.ExchangeNotAvailable("binance POST https://a/b?apiKey=k&signature=s 503 busy")
    assert name_of(error) == "ExchangeNotAvailable"


def test_what_looks_like_a_key_in_the_venues_sentence_is_masked():
    key = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A"
    assert key not in said(ccxt.ExchangeError('{"msg":"unknown key ' + key + '"}'))
