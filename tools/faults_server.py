"""A real server, as a process that can be killed at any moment and started again."""

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

REAL = ("-c", "import sys; from splendor.cli import main; sys.exit(main())")
MUTANT = ("-m", "tools.faults_mutant")
ROOT = Path(__file__).resolve().parent.parent
STARTING = 120.0  # seconds, on a machine that has much else to do
TROUBLE = re.compile(r"Traceback|\[(error|critical)")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def children_of(parent: int) -> list[int]:
    command = ["ps", "-A", "-o", "pid=,ppid="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = [tuple(map(int, line.split())) for line in lines]
    return [pid for pid, ppid in pairs if ppid == parent]


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

    def command(self) -> list[str]:
        kind = REAL if self.mutant is None else (*MUTANT, str(self.mutant))
        options = ("--bots", "1", "--pace", "0", "--no-rates", "--port", str(self.port))
        places = ("--data", str(self.data), "--database", self.database)
        return [sys.executable, *kind, "serve", *options, *places]

    async def start(self) -> None:
        """Return when it listens; it answers as soon as it has loaded everything."""
        with (self.folder / "log").open("ab") as log:
            self.started = time.monotonic()
            self.process = subprocess.Popen(
                self.command(),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # so that it can be killed with all its bots
            )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(
            asyncio.to_thread(self.process.stdout.readline), STARTING
        )
        if b"served at" not in line:
            raise SystemExit(f"the server does not start: {self.log()[-2000:]}")

    def kill(self) -> None:
        """kill -9, for the server and its bots at once."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._end()

    def kill_bot(self) -> bool:
        """kill -9 for a bot's process alone. Whether there was one."""
        assert self.process is not None
        bots = children_of(self.process.pid)
        for pid in bots[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(bots)

    async def terminate(self, patience: float = STARTING) -> tuple[int, float]:
        """SIGTERM. Returns the exit status and how many seconds it took."""
        assert self.process is not None
        begin = time.monotonic()
        self.process.terminate()
        status = await asyncio.to_thread(self.process.wait, patience)
        took = time.monotonic() - begin
        self._end()
        return status, took

    def close(self) -> None:
        """Whatever happened: nothing is left behind."""
        if self.process is not None:
            self.kill()

    def _end(self) -> None:
        process, self.process = self.process, None
        assert process is not None
        process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    @property
    def troubles(self) -> int:
        """How many errors its log tells of."""
        return len(TROUBLE.findall(self.log()))
