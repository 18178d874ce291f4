"""A real server for tests: a separate process with its own port and data.

    with a_server(tmp_path) as server:
        anna = Client(server.url, "Anna")

It is started as people start it, with `python -m splendor serve`. `kill` and `start` again are a
crash and a restart: the port and the data stay.
"""

import contextlib
import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tools.faults.server import free_port

STARTING = 300.0  # seconds; the server may have to compile first
ENDING = 60.0
METRICS_TOKEN = "a token of the tests"
ADDRESS = re.compile(r"served at (http://127\.0\.0\.1:(\d+))/")


class Server:
    """A server process. `data` is its data directory, `log` its output."""

    program = ("-m", "splendor")  # the arguments of Python that start it

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.arguments = arguments
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._said = data / "said.txt"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """Its output since the first start, of both streams."""
        return self._said.read_text(encoding="utf-8") if self._said.exists() else ""

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> "Server":
        """Start it and wait until it is ready."""
        self.data.mkdir(parents=True, exist_ok=True)
        before = len(self.log)
        command = [sys.executable, *self.program, "serve", "--data", str(self.data)]
        command += ["--port", str(self.port), "--metrics-token", METRICS_TOKEN, *self.arguments]
        with self._said.open("ab") as said:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )
        until = time.monotonic() + STARTING
        while not self.is_ready(before):
            if self.process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise AssertionError(f"the server did not start:\n{self.log[before:]}")
            time.sleep(0.02)
        return self

    def is_ready(self, before: int) -> bool:
        found = ADDRESS.search(self.log, before)
        if found is None:
            return False
        self.port = int(found[2])
        return self.health() == "ready"

    def health(self) -> str:
        """What it says of itself; empty if it does not answer."""
        try:
            with urllib.request.urlopen(f"{self.url}/api/health", timeout=5) as answer:
                return str(json.load(answer)["status"])
        except urllib.error.HTTPError as error:
            error.close()  # its database does not answer
            return ""
        except (OSError, ValueError):
            return ""

    def stop(self) -> int:
        """Send SIGTERM and wait. Returns the exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            return self._ended(ENDING)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not end:\n{self.log}") from None

    def kill(self) -> None:
        """Crash the server: SIGKILL."""
        if self.process is not None:
            self.process.kill()
            self._ended(ENDING)

    def _ended(self, seconds: float) -> int:
        assert self.process is not None
        status = self.process.wait(seconds)
        self.process = None
        return status


@contextlib.contextmanager
def a_server(folder: Path, *arguments: str) -> Iterator[Server]:
    """A server for the duration of a test, with fast bots and without rate limits.

    `arguments` are added to those of `splendor serve` and override them.
    """
    server = Server(folder / "server", "--pace", "0", "--no-rates", "--bots", "1", *arguments)
    server.start()
    try:
        yield server
    finally:
        server.stop()
