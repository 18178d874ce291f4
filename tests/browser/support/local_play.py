"""`splendor play` as its own process, on a machine whose address in the network is 127.0.0.2.

    with local_play(tmp_path) as server:
        Visitor(chromium, server.url)  # at this computer
        Visitor(chromium, server.network)  # somebody else

Without the stand-in for the address, tests would open the machine that runs them.
"""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from splendor.cli import main
from splendor.server import app
from splendor.server.network import LocalNetwork
from tests.server.serving import Server

THERE = "127.0.0.2"
STARTING = 120.0  # seconds, generous for a busy machine


class PlayServer(Server):
    """It is used as soon as it serves: no bot is needed."""

    def start(self) -> "PlayServer":
        self.data.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.browser.support.local_play", "play", "--no-browser"]
        command += ["--lobby", "--data", str(self.data), "--port", str(self.port)]
        with self._said.open("ab") as said:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )
        until = time.monotonic() + STARTING
        while not self.health():
            is_late = self.process.poll() is not None or time.monotonic() > until
            assert not is_late, self.log
            time.sleep(0.02)
        return self

    @property
    def network(self) -> str:
        return f"http://{THERE}:{self.port}"


@contextlib.contextmanager
def local_play(folder: Path) -> Iterator[PlayServer]:
    server = PlayServer(folder / "server").start()
    try:
        yield server
    finally:
        server.stop()


if __name__ == "__main__":
    vars(app)["LocalNetwork"] = partial(LocalNetwork, addresses=lambda: (THERE,))
    sys.exit(main())
