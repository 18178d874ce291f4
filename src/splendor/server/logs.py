"""The server's log: readable on a terminal, or JSON lines for programs. Secrets are redacted."""

import contextlib
import logging
import re
import sys
from collections.abc import Mapping
from typing import Any, TextIO

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

# Keys whose values grant access or reveal hidden cards. The id of a table is its link.
SECRET = ("secret", "seed", "token", "cookie", "deal", "nonce", "key", "password", "table", "url")
# Text that looks like an id, a token, a seed or a secret, anywhere.
SECRET_LOOKING = re.compile(
    r"(?<![\w-])(?:(?=[\w-]*[A-Z0-9])(?:[\w-]{22}|[\w-]{43})|[0-9a-f]{32,})(?![\w-])"
)
PASSWORD = re.compile(r"(?<=://)([^/\s:@]*):[^/\s@]*@")  # in a database's URL
HIDDEN = "…"
CLOCK = structlog.processors.TimeStamper("%H:%M:%S", utc=False)  # local time

log: structlog.stdlib.BoundLogger = structlog.get_logger("splendor")


def redact_secrets(_: Any, __: str, event: EventDict) -> EventDict:
    """Redact values by the name of their key, and text that looks like a secret."""
    for key, value in event.items():
        event[key] = redacted(key, value)
    return event


def redacted(key: str, value: Any) -> Any:
    if any(word in key.lower() for word in SECRET):
        return HIDDEN
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(inner): redacted(str(inner), each) for inner, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [redacted(key, each) for each in value]
    return SECRET_LOOKING.sub(HIDDEN, PASSWORD.sub(rf"\1:{HIDDEN}@", str(value)))


class TolerantStream:
    """Standard error that ignores errors: a full disk or a closed pipe must not end a game."""

    def __init__(self, target: TextIO) -> None:
        self._target = target

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._target.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._target.flush()


class LibraryHandler(logging.StreamHandler[Any]):
    """The log of libraries such as the web server, in the same format."""


def set_up_logs(format: str = "text", level: str = "info") -> None:
    """Log to standard error from now on, at this level and above."""
    number = getattr(logging, level.upper())
    target: Any = TolerantStream(sys.stderr)
    steps: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper("iso") if format == "json" else CLOCK,
        structlog.processors.format_exc_info,  # does not include the values of variables
        redact_secrets,
    ]
    structlog.configure(
        processors=[*steps, renderer(format)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(target),
        cache_logger_on_first_use=False,
    )
    log_libraries(target, steps, renderer(format), max(number, logging.WARNING))


def renderer(format: str) -> Processor:
    if format == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)


def log_libraries(target: Any, steps: list[Processor], render: Processor, level: int) -> None:
    """Log warnings only: at lower levels uvicorn logs every connection with the table's address."""
    handler = LibraryHandler(target)
    last = [ProcessorFormatter.remove_processors_meta, render]
    handler.setFormatter(ProcessorFormatter(processors=last, foreign_pre_chain=steps))
    handler.setLevel(level)
    root = logging.getLogger()
    for former in [each for each in root.handlers if isinstance(each, LibraryHandler)]:
        root.removeHandler(former)
    root.addHandler(handler)
