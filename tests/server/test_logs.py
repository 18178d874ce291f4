"""Logs: for people and for programs, without secrets."""

import io
import json
import logging
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import structlog

from splendor.server.logs import HIDDEN, LibraryHandler, log, redact_secrets, set_up_logs


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    yield
    structlog.reset_defaults()
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, LibraryHandler)]:
        root.removeHandler(handler)


def shown(**entry: object) -> dict[str, object]:
    return dict(redact_secrets(None, "info", dict(entry)))


def test_plain_lines_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("text")
    log.info("ready", bots=2)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "ready" in err
    assert "bots=2" in err
    assert "\x1b" not in err  # no colours outside a terminal


def test_json_has_one_object_in_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    log.warning("a bot has failed", why="KeyError in tree.py:12", tries=2)
    log.info("Grüße\nsecond line")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first.pop("timestamp").endswith("Z")
    assert first == {
        "event": "a bot has failed",
        "level": "warning",
        "why": "KeyError in tree.py:12",
        "tries": 2,
    }
    assert second["event"] == "Grüße\nsecond line"


@pytest.mark.parametrize("level, lines", [("debug", 3), ("info", 2), ("error", 1)])
def test_the_level_selects_what_is_logged(
    level: str, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("json", level)
    log.debug("one")
    log.info("two")
    log.error("three")
    assert len(capsys.readouterr().err.splitlines()) == lines


@pytest.mark.parametrize(
    "key",
    ["secret", "seed", "token", "cookie", "deal", "nonce", "signing_key", "Set-Cookie",
     "seat_token", "table", "password", "database_url"],
)  # fmt: skip
@pytest.mark.parametrize("value", ["hush", 12345, ["hush"], {"hush": "hush"}])
def test_secrets_are_recognised_by_name(key: str, value: object) -> None:
    assert shown(**{key: value, "bots": 2}) == {key: HIDDEN, "bots": 2}


@pytest.mark.parametrize(
    "secret",
    [secrets.token_urlsafe(16), secrets.token_urlsafe(32), secrets.token_hex(16),
     secrets.token_hex(32)],
    ids=["id", "token", "seed", "secret"],
)  # fmt: skip
def test_secrets_are_recognised_by_form(secret: str) -> None:
    @dataclass
    class Row:
        it: str

    assert shown(path=f"/api/tables/{secret}/moves") == {"path": f"/api/tables/{HIDDEN}/moves"}
    for actual in (f"no table {secret}: gone", [secret], {"inner": {"it": secret}}, Row(secret)):
        assert secret not in repr(shown(actual=actual))
        assert HIDDEN in repr(shown(actual=actual))


def test_secrets_are_hidden_inside_values() -> None:
    actual = shown(row={"status": "open", "secret": "hush", "rows": [{"seed": 7}]})
    assert actual == {"row": {"status": "open", "secret": HIDDEN, "rows": [{"seed": HIDDEN}]}}


def test_other_values_are_logged_unchanged() -> None:
    entry = {
        "event": "the database was upgraded",
        "copy": "/home/ann/splendor/games.sqlite.0001-2026-11-16T05-40-27.copy",
        "why": "ZeroDivisionError in judge_base.py:112",
        "word": "internationalization-x",  # as long as an id
        "seconds": 1.5,
        "first": True,
        "nothing": None,
    }
    assert shown(**entry) == entry


def test_the_password_of_a_database_is_hidden() -> None:
    actual = shown(why="cannot reach postgresql+psycopg://ann:hush@db.example/games")
    assert actual["why"] == f"cannot reach postgresql+psycopg://ann:{HIDDEN}@db.example/games"


@pytest.mark.parametrize("format", ["text", "json"])
def test_an_exception_is_logged_without_local_variables(
    format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs(format)
    hush = "-".join(["deck", "order"])
    identity = secrets.token_urlsafe(16)
    try:
        raise KeyError(identity) if hush else OSError
    except KeyError:
        log.exception("request failed")
    err = capsys.readouterr().err
    assert "KeyError" in err
    assert "test_logs.py" in err
    assert hush not in err
    assert identity not in err


def test_warnings_of_libraries_are_logged_in_the_same_format(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs("json", "debug")
    set_up_logs("json", "info")  # the second call replaces the first
    web = logging.getLogger("uvicorn.error")
    web.info("connection open")
    web.warning("broken frame at /t/%s", identity := secrets.token_urlsafe(16))
    [line] = capsys.readouterr().err.splitlines()
    assert json.loads(line)["event"] == f"broken frame at /t/{HIDDEN}"
    assert json.loads(line)["level"] == "warning"
    assert identity not in line


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_log_that_cannot_be_written_raises_nothing(
    format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = FullDisk()
    monkeypatch.setattr(sys, "stderr", full)
    set_up_logs(format)
    log.info("ready")
    logging.getLogger("uvicorn.error").warning("broken frame")
    assert full.tried


class FullDisk(io.StringIO):
    """A file on a full disk."""

    tried = False

    def write(self, text: str) -> int:
        self.tried = True
        raise OSError(28, "No space left on device")
