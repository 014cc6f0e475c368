"""Keeps the bots' tokens out of logs."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

_TOKEN = re.compile(
    # Telegram's, which is part of every request's address; and Discord's, in three parts.
    r"\d{5,}(?::|%3[Aa])[A-Za-z0-9_-]{20,}|[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}"
)
MASK = "[token]"


def masked(text: str) -> str:
    """The text with every bot token in it replaced, also within `…/bot<token>/…`."""
    return _TOKEN.sub(MASK, text)


class TokenFilter(logging.Filter):
    """For a handler: whatever passes, from any library, carries no token.

    It belongs on handlers, since a logger's own filters do not see what its children log.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Always passes; the record's text, arguments and traceback are masked in place."""
        record.msg, record.args = masked(record.getMessage()), ()
        if record.exc_info and record.exc_info[0] is not None and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
            record.exc_info = None
        if record.exc_text:
            record.exc_text = masked(record.exc_text)
        return True


def mask_event(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """A structlog processor, to stand after the one that formats exceptions."""
    for key, value in event.items():
        event[key] = _masked_value(value)
    return event


def _masked_value(value: Any) -> Any:
    match value:
        case str():
            return masked(value)
        case dict():
            return {key: _masked_value(item) for key, item in value.items()}
        case list() | tuple():
            return [_masked_value(item) for item in value]
        case BaseException():
            return masked(repr(value))
        case _:
            return value
