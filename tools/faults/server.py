"""A real server, as a process that can be killed at any moment and started again."""

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

REAL = ("-c", "import sys; from splendor.cli import main; sys.exit(main())")
MUTANT = ("-m", "tools.faults.mutant")
ROOT = Path(__file__).resolve().parents[2]
WORKER = int(os.getenv("PYTEST_XDIST_WORKER", "gw0")[2:]) % 6  # each has ports of its own
PORTS = range(20_000 + 2_000 * WORKER, 22_000 + 2_000 * WORKER)
STARTING = 120.0  # seconds, on a busy machine
LOGGED_ERROR = re.compile(r"Traceback|\[(error|critical)")
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


def free_port() -> int:
    """A port outside the range of outgoing connections, so that it stays free between starts."""
    while True:
        with contextlib.suppress(OSError):
            port = secrets.choice(PORTS)
            with socket.create_server(("127.0.0.1", port)):
                return port


def children_of(parent: int) -> list[int]:
    command = ["ps", "-A", "-o", "pid=,ppid="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = [tuple(map(int, line.split())) for line in lines]
    return [pid for pid, ppid in pairs if ppid == parent]


class ForkServer:
    """A process that forks servers without delay (`fork_server.py`), one at a time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.faults.fork_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **ONE_THREAD},
        )
        if self.read() != "ready":
            raise SystemExit("the fork server failed: see above")

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()

    def send_line(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def start(self, arguments: list[str], log: Path) -> int:
        self.send_line(json.dumps({"arguments": arguments, "log": str(log)}))
        while not (line := self.read()).isdigit():  # the last server may have printed more
            if not line:
                raise SystemExit("the fork server failed: see above")
        return int(line)

    def wait_for_exit(self) -> None:
        self.send_line("")
        while (line := self.read()) != "died":
            if not line:
                raise SystemExit("the fork server failed: see above")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


class Server:
    """`splendor serve` at one port with one folder for its data."""

    def __init__(self, folder: Path, database: str = "", mutant: float | None = None) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.database = database or f"sqlite:///{self.data / 'splendor.db'}"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.mutant = mutant
        self.started = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.fork_server: ForkServer | None = None
        self.pid = 0  # 0: not running

    def arguments(self) -> list[str]:
        options = ("--bots", "1", "--pace", "0", "--no-rates", "--port", str(self.port))
        return ["serve", *options, "--data", str(self.data), "--database", self.database]

    async def start(self, forked: bool = False) -> None:
        """Return when the server listens; it answers once everything is loaded."""
        if forked and self.mutant is None:
            read = self._start_forked
        else:
            read = self._start_cold
        line = await asyncio.wait_for(asyncio.to_thread(read), STARTING)
        if "served at" not in line:
            raise SystemExit(f"the server does not start: {self.log()[-2000:]}")

    def _start_cold(self) -> str:
        kind = REAL if self.mutant is None else (*MUTANT, str(self.mutant))
        with (self.folder / "log").open("ab") as log:
            self.started = time.monotonic()
            self.process = subprocess.Popen(
                [sys.executable, *kind, *self.arguments()],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # so that it can be killed with all its bots
            )
        self.pid = self.process.pid
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode()

    def _start_forked(self) -> str:
        if self.fork_server is None:
            self.fork_server = ForkServer()
        self.started = time.monotonic()
        self.pid = self.fork_server.start(self.arguments(), self.folder / "log")
        return self.fork_server.read()

    def kill(self) -> None:
        """Kill the server and its bots at once, with SIGKILL."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._end()

    def kill_bot(self) -> bool:
        """Kill only a bot process; return whether there was one."""
        bots = children_of(self.pid)
        for pid in bots[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(bots)

    async def terminate(
        self, how: signal.Signals = signal.SIGTERM, patience: float = STARTING
    ) -> tuple[int, float]:
        """Send a signal; return the exit status and the seconds it took."""
        assert self.process is not None
        begin = time.monotonic()
        self.process.send_signal(how)
        status = await asyncio.to_thread(self.process.wait, patience)
        took = time.monotonic() - begin
        self._end()
        return status, took

    def close(self) -> None:
        """Kill all processes that are left."""
        if self.pid:
            self.kill()
        if self.fork_server is not None:
            self.fork_server.close()

    def _end(self) -> None:
        process, self.process, self.pid = self.process, None, 0
        if process is None:
            assert self.fork_server is not None
            self.fork_server.wait_for_exit()
            return
        process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    @property
    def log_errors(self) -> int:
        """The number of errors in its log."""
        return len(LOGGED_ERROR.findall(self.log()))
