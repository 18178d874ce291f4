"""A server that starts before anything is compiled, with a stand-in for the compiler.

Its cache has the kernels, so that no test compiles them, but not the marks that say so. The
stand-in (`cold_process.py`) is told by files when to go on, and sets the marks at its end.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from splendor.core.kernel import CACHE
from tests.server.cold_process import ORDERS
from tests.server.serving import Server

TIMEOUT = 120.0  # seconds, generous for a busy machine


class ColdServer(Server):
    """A server process whose compiling the test controls."""

    def __init__(self, folder: Path, command: str = "serve", *arguments: str) -> None:
        super().__init__(folder / "server", *arguments)
        self.cache, self.orders, self.command = folder / "cache", folder / "orders", command
        self.orders.mkdir()
        copied = self.cache / CACHE.name
        shutil.copytree(CACHE, copied, ignore=shutil.ignore_patterns("warm-*"))

    @property
    def environment(self) -> dict[str, str]:
        here = {"SPLENDOR_CACHE_DIR": str(self.cache), ORDERS: str(self.orders)}
        return {**os.environ, **here}

    def start(self) -> "ColdServer":
        """Start it and wait until it serves, which it does before it is ready."""
        self.data.mkdir(parents=True, exist_ok=True)
        words = [sys.executable, "-m", "tests.server.cold_process", self.command]
        words += ["--data", str(self.data), "--port", str(self.port), *self.arguments]
        with self._said.open("ab") as said:
            self.process = subprocess.Popen(
                words,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.wait_for("compiling")
        return self

    def wait_for(self, *statuses: str) -> str:
        """Wait until its health is one of these."""
        until = time.monotonic() + TIMEOUT
        while (status := self.health()) not in statuses:
            assert self.process is not None
            assert self.process.poll() is None, f"the server has ended:\n{self.log}"
            assert time.monotonic() < until, f"the server is {status}:\n{self.log}"
            time.sleep(0.02)
        return status

    def order(self, what: str) -> None:
        """Give the stand-in an order: the name of a file for which it waits."""
        (self.orders / what).touch()

    def wait_for_compilers(self, count: int) -> list[int]:
        """The process ids of the stand-ins, when so many have started."""
        until = time.monotonic() + TIMEOUT
        while len(found := [*self.orders.glob("pid-*")]) < count:
            assert time.monotonic() < until, "nothing is compiled"
            time.sleep(0.02)
        return [int(file.name.rpartition("-")[2]) for file in found]

    def press_ctrl_c(self) -> int:
        """Interrupt the whole process group, as a terminal does. Returns the exit status."""
        os.killpg(self.pid, signal.SIGINT)
        return self._ended(TIMEOUT)


@contextlib.contextmanager
def a_cold_server(folder: Path, command: str = "serve", *arguments: str) -> Iterator[ColdServer]:
    server = ColdServer(folder, command, *arguments)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
