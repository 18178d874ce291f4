"""`splendor play` starts a server and opens a browser at a table."""

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.cli import make_parser
from splendor.cli.play import has_screen, is_ours, page_of, running_server
from splendor.core.errors import RulesError
from splendor.server.addresses import address_kept
from tests.server.serving import a_server

LONG = 120.0  # seconds; a busy machine may have to compile first


def typed(*words: str) -> argparse.Namespace:
    return make_parser().parse_args(["play", *words])


@pytest.fixture
def browser(tmp_path: Path) -> Path:
    """A fake browser that writes the address it is asked to open into a file."""
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/opened\n')
    program.chmod(0o700)
    return program


@contextlib.contextmanager
def playing(folder: Path, browser: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    with playing_with(folder / "data", browser, *words) as process:
        yield process


@contextlib.contextmanager
def playing_with(data: Path, browser: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "splendor", "play", "--data", str(data), *words]
    environment = {**os.environ, "BROWSER": str(browser)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(LONG)


def opened(browser: Path) -> str:
    """The address that the browser was asked to open."""
    until = time.monotonic() + LONG
    said = browser.with_name("opened")
    while not said.exists() or not said.read_text().endswith("\n"):
        assert time.monotonic() < until, "no browser was opened"
        time.sleep(0.05)
    return said.read_text().strip()


# The page


def test_the_address_describes_the_requested_table() -> None:
    assert page_of(typed()) == "play#rules=official&players=2"
    assert page_of(typed("--rules", "duel", "--level", "strong")) == (
        "play#rules=duel&players=2&level=strong"
    )
    assert page_of(typed("--players", "4", "--option", "target=8", "--option", "hands=hidden")) == (
        "play#rules=official&players=4&option.target=8&option.hands=%22hidden%22"
    )


@pytest.mark.parametrize(
    "words", ["--players 5", "--level nobody", "--rules chess", "--option target=many"]
)
def test_an_impossible_table_is_refused_before_a_server_starts(words: str) -> None:
    with pytest.raises(RulesError):
        page_of(typed(*words.split()))


# The browser


def test_a_server_starts_and_the_browser_opens_on_the_table(tmp_path: Path, browser: Path) -> None:
    with playing(tmp_path, browser, "--port", "0", "--rules", "duel"):
        url, _, wish = opened(browser).partition("#")
        assert wish == "rules=duel&players=2"
        assert url.endswith("/play")
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=LONG) as page:
            assert page.status == 200


def test_a_running_server_is_used(tmp_path: Path, browser: Path) -> None:
    with (
        a_server(tmp_path) as server,
        playing(tmp_path, browser, "--port", str(server.port), "--lobby") as process,
    ):
        assert opened(browser) == f"{server.url}/"
        assert process.wait(LONG) == 0


def test_another_port_is_used_if_another_program_has_the_default_one(
    tmp_path: Path, browser: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = f"import splendor.cli.play as p; p.PORT = {port}; p.HEALTH_TIMEOUT = 0.5\n"
        program = tmp_path / "play.py"
        program.write_text(command + "import sys, splendor.cli; sys.exit(splendor.cli.main())\n")
        words = [sys.executable, str(program), "play", "--data", str(tmp_path / "data")]
        environment = {**os.environ, "BROWSER": str(browser)}
        with subprocess.Popen(words, env=environment) as process:
            try:
                assert f":{port}/" not in opened(browser)
                process.send_signal(signal.SIGTERM)
                assert process.wait(LONG) in (0, 128 + signal.SIGTERM)
            finally:
                process.kill()


@contextlib.contextmanager
def a_program_that_answers(answer: bytes) -> Iterator[str]:
    """The address of a program that gives every client the same answer."""

    def answer_all() -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                with other.accept()[0] as caller:
                    caller.recv(4096)
                    caller.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=answer_all, daemon=True).start()
        yield f"http://127.0.0.1:{other.getsockname()[1]}/"
        other.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    "answer, ours",
    [
        (b'HTTP/1.0 200 OK\r\n\r\n{"status":"ok","version":"1"}', True),
        (b'HTTP/1.0 503 Compiling\r\n\r\n{"status":"starting","version":"1"}', True),
        (b"HTTP/1.0 200 OK\r\n\r\n<html>version</html>", False),
        (b"HTTP/1.0 200 OK\r\n\r\n7", False),
        (b'HTTP/1.0 200 OK\r\n\r\n"version"', False),
        (b"HTTP/1.0 404 Nothing here\r\n\r\n", False),
        (b"HTTP/1.0 503 Later\r\n\r\n<html>Service Unavailable</html>", False),
        (b"SSH-2.0-OpenSSH_9.6\r\n", False),
        (b"", False),
    ],
)
def test_other_programs_are_not_mistaken_for_a_server(answer: bytes, ours: bool) -> None:
    with a_program_that_answers(answer) as url:
        assert is_ours(url) == ours


def test_no_proxy_is_used_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    monkeypatch.setattr(urllib.request, "_opener", None)  # it has read the old settings
    with a_program_that_answers(b'HTTP/1.0 200 OK\r\n\r\n{"version":"1"}') as url:
        assert is_ours(url)


def test_without_a_display_no_text_browser_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_screen({})
    assert has_screen({"DISPLAY": ":0"})
    assert has_screen({"BROWSER": "lynx"})
    monkeypatch.setattr(sys, "platform", "darwin")
    assert has_screen({})


def test_a_port_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        command = [
            sys.executable,
            "-m",
            "splendor",
            "play",
            "--data",
            str(tmp_path),
            "--port",
            port,
        ]
        done = subprocess.run(
            [*command, "--no-browser"], capture_output=True, text=True, timeout=LONG
        )
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "choose another" in done.stderr


def test_a_second_play_finds_the_server_of_its_data_at_any_port(
    tmp_path: Path, browser: Path
) -> None:
    with a_server(tmp_path) as server, playing_with(server.data, browser, "--lobby") as process:
        assert opened(browser) == f"{server.url}/"
        assert process.wait(LONG) == 0
    assert address_kept(server.data) is None


def test_the_address_of_a_server_that_was_killed_is_not_used(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        server.kill()
        assert address_kept(server.data) == f"{server.url}/"
        arguments = typed("--data", str(server.data))
        assert running_server(arguments, f"{server.url}/") is None
