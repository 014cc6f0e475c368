"""Logs: one line an event, on stderr, with tokens masked and never a local variable."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from adapters.chat.masking import TokenFilter
from core.domain.masking import masked

_OURS = frozenset({"run", "conversation", "item", "workflow", "timestamp", "level"})


def set_up_logs(level: int = logging.WARNING) -> None:
    """Send structlog and the libraries' logging to stderr.

    Tracebacks show no locals: they could hold what a person wrote, or a key.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            _mask,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(TokenFilter())
    logging.basicConfig(
        level=level, handlers=[handler], format="%(levelname)s %(name)s %(message)s"
    )
    platforms = ("telegram", "discord", "anthropic", "openai")
    for noisy in ("httpx", "httpcore", *platforms, "uvicorn.error"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))


def _mask(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The event with everything that looks like a key or token taken out; our own ids stay."""
    return {key: value if key in _OURS else masked(value) for key, value in event.items()}
