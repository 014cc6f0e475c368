"""No log line and no error text carries the bot's token, whatever goes wrong (peers 24)."""

import io
import logging
import traceback

import pytest
import structlog
from telegram.error import TelegramError

from adapters.chat.masking import TokenFilter, mask_event, masked
from adapters.chat.telegram.client import connect
from adapters.chat.telegram.limiter import Pace, PacingLimiter
from tests.clocks import ManualClock
from tests.doubles.telegram import FakeTelegram, Fault

TOKEN = "7012345678:AAH-x1y2z3A4b5C6d7E8f9G0hIjKlMnOpQr"


def test_peers_24_a_token_is_masked_wherever_it_stands():
    assert masked(f"POST https://api.telegram.org/bot{TOKEN}/getMe") == (
        "POST https://api.telegram.org/bot[token]/getMe"
    )
    assert TOKEN not in masked(f"{TOKEN} and https://x/bot{TOKEN.replace(':', '%3A')}/y")
    assert masked("order 12345678: 0.5 BTC at 09:30:00") == "order 12345678: 0.5 BTC at 09:30:00"


@pytest.mark.parametrize(
    "trouble",
    [Fault.drop(), Fault.http(502), Fault.error(401, "Unauthorized"), Fault.retry_after(9), None],
    ids=["drop", "502", "401", "429", "unreachable"],
)
async def test_peers_24_a_failing_call_logs_no_token_at_debug_level(trouble):
    plain, filtered = io.StringIO(), io.StringIO()
    # In this order: a record that was masked stays so for the handlers after.
    handlers = [logging.StreamHandler(plain), logging.StreamHandler(filtered)]
    handlers[1].addFilter(TokenFilter())
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.DEBUG)
    try:
        async with FakeTelegram(token=TOKEN) as fake:
            url = fake.url if trouble else "http://127.0.0.1:9"
            for handler in handlers:
                root.addHandler(handler)
            client = connect(TOKEN, url, PacingLimiter(ManualClock(), Pace()))
            if trouble:
                fake.fault("*", trouble, times=None)
            for call in (client.get_me(), client.poll(0, 1), client.write("1", "hello")):
                with pytest.raises(TelegramError) as seen:
                    await call
                text = "".join(traceback.format_exception(seen.value)) + repr(seen.value)
                assert TOKEN not in text
                logging.getLogger("telegram").error("it failed", exc_info=seen.value)
            await client.disconnect()
    finally:
        for handler in handlers:
            root.removeHandler(handler)
        root.setLevel(before)

    assert TOKEN in plain.getvalue(), "the libraries themselves do log it"
    assert TOKEN not in filtered.getvalue()
    assert "it failed" in filtered.getvalue()


def test_peers_24_a_traceback_is_masked_and_kept():
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(TokenFilter())
    logger = logging.getLogger("tests.masking")
    logger.addHandler(handler)
    try:
        fail()
    except ConnectionError:
        logger.exception("calling %s", f"bot{TOKEN}")
    finally:
        logger.removeHandler(handler)

    assert TOKEN not in out.getvalue()
    assert "calling bot[token]" in out.getvalue()
    assert "ConnectionError: https://api.telegram.org/bot[token]/getUpdates" in out.getvalue()


def test_peers_24_structured_logs_are_masked_too():
    error = ValueError(TOKEN)
    event = mask_event(
        None,
        "info",
        {
            "event": f"bot{TOKEN}",
            "urls": [TOKEN],
            "more": {"deep": (TOKEN,)},
            "error": error,
            "n": 1,
        },
    )

    assert TOKEN not in repr(event)
    assert event["n"] == 1
    rendered = structlog.processors.KeyValueRenderer()(None, "info", event)
    assert "bot[token]" in str(rendered)


def fail() -> None:
    raise ConnectionError(f"https://api.telegram.org/bot{TOKEN}/getUpdates")
