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
TROUBLE = re.compile(r"Traceback|\[(error|critical)")
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


def free_port() -> int:
    """A port that stays free while a server is started again: none that a system gives to whoever
    connects to somebody.
    """
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


class Nursery:
    """A process that forks servers without delay (`warm.py`), one at a time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.faults.warm"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **ONE_THREAD},
        )
        if self.read() != "ready":
            raise SystemExit("servers cannot be started: see above")

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def start(self, arguments: list[str], log: Path) -> int:
        self.tell(json.dumps({"arguments": arguments, "log": str(log)}))
        while not (line := self.read()).isdigit():  # the last server may have printed more
            if not line:
                raise SystemExit("servers cannot be started: see above")
        return int(line)

    def await_death(self) -> None:
        self.tell("")
        while (line := self.read()) != "died":
            if not line:
                raise SystemExit("servers can no longer be started: see above")

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
        self.nursery: Nursery | None = None
        self.pid = 0  # 0: there is none

    def arguments(self) -> list[str]:
        options = ("--bots", "1", "--pace", "0", "--no-rates", "--port", str(self.port))
        return ["serve", *options, "--data", str(self.data), "--database", self.database]

    async def start(self, quickly: bool = False) -> None:
        """Return when it listens; it answers as soon as it has loaded everything."""
        if quickly and self.mutant is None:
            read = self._start_quickly
        else:
            read = self._start_anew
        line = await asyncio.wait_for(asyncio.to_thread(read), STARTING)
        if "served at" not in line:
            raise SystemExit(f"the server does not start: {self.log()[-2000:]}")

    def _start_anew(self) -> str:
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

    def _start_quickly(self) -> str:
        if self.nursery is None:
            self.nursery = Nursery()
        self.started = time.monotonic()
        self.pid = self.nursery.start(self.arguments(), self.folder / "log")
        return self.nursery.read()

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

    async def terminate(self, patience: float = STARTING) -> tuple[int, float]:
        """Send SIGTERM; return the exit status and the seconds it took."""
        assert self.process is not None
        begin = time.monotonic()
        self.process.terminate()
        status = await asyncio.to_thread(self.process.wait, patience)
        took = time.monotonic() - begin
        self._end()
        return status, took

    def close(self) -> None:
        """Kill all processes that are left."""
        if self.pid:
            self.kill()
        if self.nursery is not None:
            self.nursery.close()

    def _end(self) -> None:
        process, self.process, self.pid = self.process, None, 0
        if process is None:
            assert self.nursery is not None
            self.nursery.await_death()
            return
        process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    @property
    def troubles(self) -> int:
        """The number of errors in its log."""
        return len(TROUBLE.findall(self.log()))
