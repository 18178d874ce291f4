"""The server's log: for people on a terminal, as JSON lines for programs; never a secret."""

import contextlib
import logging
import re
import sys
from collections.abc import Mapping
from typing import Any, TextIO

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

# Keys whose values let somebody in, or tell what is hidden. A table's id is its link.
SECRET = ("secret", "seed", "token", "cookie", "deal", "nonce", "key", "password", "table", "url")
# What looks like an id, a token, a seed or a secret, wherever it stands.
SECRET_LOOKING = re.compile(
    r"(?<![\w-])(?:(?=[\w-]*[A-Z0-9])(?:[\w-]{22}|[\w-]{43})|[0-9a-f]{32,})(?![\w-])"
)
PASSWORD = re.compile(r"(?<=://)([^/\s:@]*):[^/\s@]*@")  # in a database's URL
HIDDEN = "…"
CLOCK = structlog.processors.TimeStamper("%H:%M:%S", utc=False)  # as people on a terminal have it

log: structlog.stdlib.BoundLogger = structlog.get_logger("splendor")


def redact_secrets(_: Any, __: str, event: EventDict) -> EventDict:
    """Hide what nobody may read in a log: by the name of its key, and by its looks."""
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
    """Standard error, as long as it is there: a full disk or a closed pipe ends no game."""

    def __init__(self, target: TextIO) -> None:
        self._target = target

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._target.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._target.flush()


class LibraryHandler(logging.StreamHandler[Any]):
    """What the libraries say, such as the web server: told in the same way."""


def set_up_logs(format: str = "text", level: str = "info") -> None:
    """Log to standard error from now on, what is at least this important."""
    number = getattr(logging, level.upper())
    target: Any = TolerantStream(sys.stderr)
    steps: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper("iso") if format == "json" else CLOCK,
        structlog.processors.format_exc_info,  # without the values of variables
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
    """Only warnings: the web server tells of every connection, with the table's address."""
    handler = LibraryHandler(target)
    last = [ProcessorFormatter.remove_processors_meta, render]
    handler.setFormatter(ProcessorFormatter(processors=last, foreign_pre_chain=steps))
    handler.setLevel(level)
    root = logging.getLogger()
    for former in [each for each in root.handlers if isinstance(each, LibraryHandler)]:
        root.removeHandler(former)
    root.addHandler(handler)
