"""The server's log: for people on a terminal, as JSON lines for programs; never a secret."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

# Keys whose values let somebody in, or tell what is hidden.
SECRET = ("secret", "seed", "token", "cookie", "deal", "nonce", "key", "password", "table", "url")

log: structlog.stdlib.BoundLogger = structlog.get_logger("splendor")


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop what nobody may read in a log. A table's id is its link: it lets people in."""
    for key in [key for key in event if any(word in key.lower() for word in SECRET)]:
        event[key] = "…"
    return event


def set_up_logs(format: str = "text", level: str = "info") -> None:
    """Log to standard error from now on, what is at least this important."""
    number = getattr(logging, level.upper())
    terminal = format == "text"
    renderer = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if terminal
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("%H:%M:%S" if terminal else "iso", utc=not terminal),
            without_secrets,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # The web server tells of every connection, with the table's address in it: only its warnings.
    logging.basicConfig(level=max(number, logging.WARNING), stream=sys.stderr, format="%(message)s")
