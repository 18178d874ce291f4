"""The settings of a server, checked; the locations of its data and its signing key."""

import contextlib
import os
import re
import secrets
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import PlatformDirs

from splendor.core.errors import RulesError
from splendor.server.addresses import is_host, origin_of

LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
KEY_BYTES = 32
KEY_WRITE_TIMEOUT = 2.0  # seconds to wait while another server writes the key
POSTGRESQL = "postgresql+psycopg://"


class SettingsError(RulesError):
    """A setting has a value that is not allowed."""


# The data directory


def data_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """$SPLENDOR_DATA_DIR, or where this platform keeps a user's data."""
    if chosen := environment.get("SPLENDOR_DATA_DIR"):
        return Path(chosen).absolute()
    try:
        earlier = earlier_directory(environment)
        if earlier is not None and earlier.exists():
            return earlier
        return PlatformDirs("splendor", appauthor=False, roaming=True).user_data_path
    except RuntimeError:
        raise SettingsError("there is no home directory: set SPLENDOR_DATA_DIR") from None


def earlier_directory(environment: Mapping[str, str]) -> Path | None:
    """Where version 0.1.0 kept its data, if platformdirs may name another place."""
    if sys.platform == "darwin":  # it ignored $XDG_DATA_HOME
        return Path.home() / "Library" / "Application Support" / "splendor"
    if sys.platform == "win32":
        roaming = environment.get("APPDATA") or Path.home() / ".local" / "share"
        return Path(roaming) / "splendor"
    return None


def make_directory(directory: Path) -> None:
    """Create the directory, readable by its owner only, unless it exists."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"{directory}: {error.strerror}: choose another with --data") from None


def default_database(data: Path, environment: Mapping[str, str] = os.environ) -> str:
    """The URL in SPLENDOR_DATABASE, which process lists do not show, or a file in `data`."""
    if chosen := environment.get("SPLENDOR_DATABASE"):
        return chosen
    if {"?", "%"} & {*str(data)}:  # special characters in a URL
        raise SettingsError(f"{data}: the data directory cannot have ? or % in its name")
    return f"sqlite:///{(data / 'splendor.db').as_posix()}"


def check_database(url: str) -> str:
    """The error does not repeat the URL, which may contain a password."""
    scheme = url.partition(":")[0]
    if scheme == "sqlite":
        path = url.removeprefix("sqlite:///").partition("?")[0]
        if not url.startswith("sqlite:///") or path in ("", ":memory:"):
            raise SettingsError(
                "--database needs a file: sqlite:///FILE, or sqlite:////FILE from /"
            )
    elif scheme in ("postgres", "postgresql"):
        raise SettingsError(f"--database for PostgreSQL begins with {POSTGRESQL}")
    elif not url.startswith(POSTGRESQL):
        raise SettingsError(f"--database must be sqlite:///FILE or {POSTGRESQL}USER@HOST/NAME")
    return url


def shown_database(url: str) -> str:
    """The URL without anything that could be a password."""
    return url if url.startswith("sqlite:") else f"{url.partition('://')[0]}://…"


def usual_bots() -> int:
    """One process for each core except the server's own."""
    if sys.platform == "linux":
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 1) - 1)


# The settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings. A wrong value raises a `SettingsError` with a one-line message."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0: a free one
    data: Path = field(default_factory=data_directory)
    database: str = field(default="", repr=False)  # "": a file in `data`
    public_url: str | None = None  # the address that players type, without a path
    origins: tuple[str, ...] = ()  # further addresses of this server
    forwarded: bool = False  # trust the X-Forwarded-For header of a proxy on this machine
    bots: int = field(default_factory=usual_bots)
    pace: float = 1.0  # minimum seconds that a bot takes for a turn
    absent_after: float = 60.0  # seconds until the others may call a bot
    rates: bool = True
    log_format: str = "text"
    log_level: str = "info"
    most_tables: int = 2_000  # in memory
    most_sockets: int = 10_000
    most_sockets_per_table: int = 64
    most_sockets_per_address: int = 256

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", self.data.absolute())
        public = self.public_url and origin_of(self.public_url, "--public-url")
        object.__setattr__(self, "public_url", public)
        origins = tuple(origin_of(origin, "--allow-origin") for origin in self.origins)
        object.__setattr__(self, "origins", origins)
        database = check_database(self.database or default_database(self.data))
        object.__setattr__(self, "database", database)
        self._check_numbers()
        self._check_words()

    @property
    def secure(self) -> bool:
        """Whether browsers connect through TLS."""
        return (self.public_url or "").startswith("https:")

    def _check_numbers(self) -> None:
        require_between("--port", self.port, 0, 65_535)
        require_between("--bots", self.bots, 1, 1024)
        require_between("--pace", self.pace, 0, 60)
        require_between("--absent-after", self.absent_after, 1, 86_400)
        require_between("--most-tables", self.most_tables, 1, 1_000_000)
        require_between("--most-sockets", self.most_sockets, 1, 1_000_000)
        most = self.most_sockets
        require_between("--most-sockets-per-table", self.most_sockets_per_table, 1, most)
        require_between("--most-sockets-per-address", self.most_sockets_per_address, 1, most)

    def _check_words(self) -> None:
        if not is_host(self.host):
            raise SettingsError(
                f"--host must be an address or a name, such as 0.0.0.0, not {self.host[:100]!r} "
                "(the port stands in --port)"
            )
        if self.forwarded and self.public_url is None:
            raise SettingsError("--forwarded is for a proxy: --public-url is missing")
        require_one_of("--log-format", self.log_format, LOG_FORMATS)
        require_one_of("--log-level", self.log_level, LOG_LEVELS)


def require_between(what: str, value: float, least: int, most: int) -> None:
    if not least <= value <= most:  # also false for NaN
        raise SettingsError(f"{what} must be from {least:,} to {most:,}, not {value}")


def require_one_of(what: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise SettingsError(f"{what} must be {' or '.join(words)}, not {word[:100]!r}")


# The key that signs cookies


def signing_key(data: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """The key in SPLENDOR_KEY, else the one in the data directory, made when there is none."""
    if chosen := environment.get("SPLENDOR_KEY"):
        return key_of_digits(chosen)
    make_directory(data)
    path = data / "key"
    try:
        if not path.exists():
            make_key(path)
        return read_key(path)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None


def key_of_digits(text: str) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text.strip()):
        raise SettingsError("SPLENDOR_KEY must be 64 hexadecimal digits (openssl rand -hex 32)")
    return bytes.fromhex(text.strip())


def make_key(path: Path) -> None:
    """Write a new key, unless another server has written one in the meantime."""
    draft = path.with_name(f".key-{secrets.token_hex(8)}")
    try:
        write_key(draft)
        os.link(draft, path)
    except FileExistsError:
        pass
    except (OSError, NotImplementedError):  # a file system without links
        with contextlib.suppress(FileExistsError):
            write_key(path)
    finally:
        draft.unlink(missing_ok=True)


def write_key(path: Path) -> None:
    binary = getattr(os, "O_BINARY", 0)  # otherwise Windows translates line ends
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, 0o600)
    with open(file, "wb") as target:
        target.write(secrets.token_bytes(KEY_BYTES))
        target.flush()
        os.fsync(target.fileno())


def read_key(path: Path) -> bytes:
    """Read the key; wait briefly if another server is still writing it."""
    until = time.monotonic() + KEY_WRITE_TIMEOUT
    while len(key := path.read_bytes()) < KEY_BYTES and time.monotonic() < until:
        time.sleep(0.02)
    if len(key) != KEY_BYTES:
        raise SettingsError(
            f"{path} is not a key of {KEY_BYTES} bytes: bring it back from a backup, or delete it "
            "(all guests are then strangers)"
        )
    return key
