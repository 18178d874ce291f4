"""The server to be measured: started by its command, observed through /proc."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")  # of the processor's clock in a second
ADDRESS = re.compile(r"http://([\d.]+):(\d+)/")
PATIENCE = 60.0  # seconds
METRICS_TOKEN = "a token of the load test"
SERVE = ("--no-rates", "--pace", "0", "--log-level", "warning", "--metrics-token", METRICS_TOKEN)


class Address(NamedTuple):
    host: str
    port: int

    @property
    def name(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{self.name}"


@dataclass(slots=True)
class Server:
    """A process that serves. `options` are those of `splendor serve`."""

    data: Path
    options: tuple[str, ...] = ()
    port: int = 0
    process: subprocess.Popen[str] | None = None

    def start(self) -> Address:
        """Start the process, and return its address as soon as it prints it."""
        command = [sys.executable, "-m", "splendor", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *SERVE, *self.options],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env=environment(),
            process_group=0,  # Ctrl-C must reach only the load test
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := ADDRESS.search(line):
                self.port = int(found[2])
                return Address(found[1], self.port)
        raise RuntimeError(f"the server did not start: status {self.process.wait()}")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """Kill the process with SIGKILL, like a crash."""
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def environment() -> dict[str, str]:
    """A user's environment: bytecode is cached, and no server settings are set."""
    dropped = ("PYTHONDONTWRITEBYTECODE", "SPLENDOR_DATABASE", "SPLENDOR_KEY", "SPLENDOR_DATA_DIR")
    return {name: value for name, value in os.environ.items() if name not in dropped}


@contextlib.contextmanager
def serving(options: Sequence[str] = (), folder: str | None = None) -> Iterator[Server]:
    """A server with a temporary data directory in `folder`."""
    with tempfile.TemporaryDirectory(prefix="splendor-load-", dir=folder) as data:
        server = Server(Path(data), tuple(options))
        server.start()
        try:
            yield server
        finally:
            server.stop()


# Resources of processes


def cpu_seconds(pid: int) -> float:
    """The CPU time of the process, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int, what: str = "VmRSS") -> float:
    """Megabytes in memory: now, or `VmHWM`, the most so far."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(rf"^{what}:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def children_of(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def busy_seconds() -> float:
    """The CPU time used on all cores of the machine by all processes."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    idle, waiting = fields[3], fields[4]
    return (sum(fields[:8]) - idle - waiting) / TICKS


def alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def wait_until_gone(pids: Sequence[int]) -> None:
    until = time.monotonic() + PATIENCE
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.01)
