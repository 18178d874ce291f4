"""Databases for tests: `database_url` gives each test an empty one of either kind.

PostgreSQL is started once per pytest process, in its own directory and on a socket file. It needs
neither port nor password, and does not touch other servers on the machine.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

MISSING = "PostgreSQL is not installed, and the store is tested on it: sudo apt install postgresql"
STARTING = 120.0  # seconds, generous for a busy machine
STOPPING = 120.0


def find_binaries() -> Path | None:
    """The binaries of the newest PostgreSQL on this machine; Debian does not put them on PATH."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    found += sorted(debian, key=lambda path: float(path.parent.name), reverse=True)
    return next((path for path in found if (path / "postgres").exists()), None)


def user_for_postgresql() -> str | None:
    """The user to run PostgreSQL as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class PostgreSQL:
    """A PostgreSQL server that tests may stop and start."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.folder = folder
        self._binaries = binaries
        self._user = user_for_postgresql()
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        if self._user:
            shutil.chown(folder, self._user)
        folder.chmod(0o755)
        command = ("initdb", "--auth=trust", "--username=splendor", "--encoding=UTF8")
        done = self._run(*command, "--no-sync", "--pgdata", str(folder / "data"))
        if done.wait(STARTING):
            pytest.fail(f"initdb failed:\n{self.log()}", pytrace=False)

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._binaries / program), *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self._user,
                extra_groups=[] if self._user else None,
                start_new_session=True,  # Ctrl-C must reach only pytest, which stops the server
            )

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def url(self, name: str = "postgres") -> str:
        return f"postgresql+psycopg://splendor@/{name}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database.

        It is a schema, the only one that connections to this address see: a database for each
        test would take seven megabytes.
        """
        self.start()
        name = f"test_{next(self._numbers)}"
        with self._connect() as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.folder), user="splendor", dbname="postgres", autocommit=True
        )

    def start(self) -> None:
        """Start the server, if it is not running, and wait until it answers."""
        if self._process:
            return
        data = str(self.folder / "data")
        self._process = self._run(
            *("postgres", "-D", data, "-k", str(self.folder)),
            *(
                "-c",
                "listen_addresses=",
                "-c",
                "fsync=off",
            ),  # only processes crash, not the machine
        )
        end = time.monotonic() + STARTING
        while True:
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > end:
                    pytest.fail(f"PostgreSQL does not start:\n{self.log()}", pytrace=False)
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT is a fast shutdown, SIGQUIT is like a crash."""
        process, self._process = self._process, None
        if process:
            process.send_signal(how)
            process.wait(STOPPING)

    def kill(self) -> None:
        """SIGKILL for all its processes at once."""
        process, self._process = self._process, None
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)  # so that it starts no further processes
        for pid in [*children_of(process.pid), process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()

    def freeze(self) -> None:
        """Suspend all its processes: connections stay open, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        assert self._process
        for pid in [self._process.pid, *children_of(self._process.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)


def children_of(parent: int) -> list[int]:
    command = ["ps", "-A", "-o", "pid=,ppid="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = [tuple(map(int, line.split())) for line in lines]
    return [pid for pid, ppid in pairs if ppid == parent]


@contextlib.contextmanager
def running_postgresql() -> Iterator[PostgreSQL]:
    binaries = find_binaries()
    if binaries is None:
        pytest.fail(MISSING, pytrace=False)
    # Not pytest's own directory: its name may be too long for a socket, and it is private.
    folder = Path(tempfile.mkdtemp(prefix="splendor-pg-"))
    server = None
    try:
        server = PostgreSQL(binaries, folder)
        yield server
    finally:
        if server:
            server.stop(signal.SIGQUIT)  # a clean shutdown is not needed
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    with running_postgresql() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database; each test runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new_database()
