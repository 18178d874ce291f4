"""The settings of a server, each declared once; the locations of its data and its signing key."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from platformdirs import PlatformDirs

from splendor.core.errors import RulesError
from splendor.server.addresses import (
    LOOPBACK,
    Network,
    is_host,
    network_of,
    origin_of,
    split_host,
)

DATA_VARIABLE = "SPLENDOR_DATA_DIR"
DATABASE_VARIABLE = "SPLENDOR_DATABASE"
METRICS_TOKEN_VARIABLE = "SPLENDOR_METRICS_TOKEN"
SHORTEST_TOKEN = 16
POSTGRESQL = "postgresql+psycopg://"
SQLITE = "sqlite:///"
MAX_PRIVACY, MAX_CONTACT = 20_000, 300  # letters


class SettingsError(RulesError):
    """A setting has a value that is not allowed."""


# The data directory


def data_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """$SPLENDOR_DATA_DIR, or where this platform keeps a user's data."""
    if chosen := environment.get(DATA_VARIABLE):
        return Path(chosen).absolute()
    try:
        earlier = earlier_directory(environment)
        if earlier is not None and earlier.exists():
            return earlier
        return PlatformDirs("splendor", appauthor=False, roaming=True).user_data_path
    except RuntimeError:
        raise SettingsError(f"there is no home directory: set {DATA_VARIABLE}") from None


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


def require_writable(database: str) -> None:
    """Refuse a file in a directory that cannot be written: SQLite keeps files beside its own."""
    if not database.startswith(SQLITE):
        return
    directory = Path(database.removeprefix(SQLITE).partition("?")[0]).parent
    try:
        with contextlib.suppress(FileNotFoundError), tempfile.TemporaryFile(dir=directory):
            pass  # a missing directory is reported when the database is opened
    except OSError as error:
        raise SettingsError(f"{directory}: {error.strerror}: choose another with --data") from None


def default_database(data: Path, environment: Mapping[str, str] = os.environ) -> str:
    """The URL in SPLENDOR_DATABASE, which process lists do not show, or a file in `data`."""
    if chosen := environment.get(DATABASE_VARIABLE):
        return chosen
    if {"?", "%"} & {*str(data)}:  # special characters in a URL
        raise SettingsError(f"{data}: the data directory cannot have ? or % in its name")
    return f"{SQLITE}{(data / 'splendor.db').as_posix()}"


def check_database(url: str) -> str:
    """The error does not repeat the URL, which may contain a password."""
    scheme = url.partition(":")[0]
    if scheme == "sqlite":
        path = url.removeprefix(SQLITE).partition("?")[0]
        if not url.startswith(SQLITE) or path in ("", ":memory:"):
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
class Setting:
    """The declaration of a setting, in the type of its field in `Settings`.

    The check, the option of `splendor serve` and the line in docs/serving.md come from it.
    `SETTINGS` adds what the field tells: its name, its type and its default.
    """

    help: str
    between: tuple[int, int] | None = None
    words: tuple[str, ...] = ()
    metavar: str | None = None
    option: str = ""  # by default from the name of the field
    variable: str = ""  # the environment variable to use if the option is missing
    usual: str = ""  # the default in words, if its value does not tell

    name: str = ""
    kind: Any = None
    default: Any = None

    @property
    def shown_default(self) -> str:
        """The default in words; "" if there is none to show."""
        if self.usual or self.kind is bool or not self.default:
            return self.usual
        return f"{self.default:g}" if self.kind is float else str(self.default)

    def problem(self, value: Any) -> str:
        """What is wrong with a value; "" if nothing is."""
        if self.between:
            least, most = self.between
            if not least <= value <= most:  # also true for NaN
                return f"must be from {least:,} to {most:,}, not {value}"
        if self.words and value not in self.words:
            *others, last = self.words
            return f"must be {', '.join(others)} or {last}, not {value[:100]!r}"
        return ""


A_LIMIT = (1, 1_000_000)
AN_ORIGIN = "https://HOST[:PORT]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings. A wrong value raises a `SettingsError` with a one-line message."""

    data: Annotated[
        Path,
        Setting(
            help="the directory of the database and the key",
            metavar="DIRECTORY",
            variable=DATA_VARIABLE,
            usual="the user's data directory",
        ),
    ] = field(default_factory=data_directory)
    database: Annotated[
        str,
        Setting(
            help=f"the database: sqlite:///FILE or {POSTGRESQL}USER:PASSWORD@HOST/NAME",
            metavar="URL",
            variable=DATABASE_VARIABLE,
            usual="splendor.db in the data directory",
        ),
    ] = field(default="", repr=False)
    host: Annotated[
        str,
        Setting(
            help="the address to listen at; 127.0.0.1: this machine only, 0.0.0.0: all networks"
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Setting(help="the port; 0: a free one", between=(0, 65_535))] = 8000
    public_url: Annotated[
        str | None,
        Setting(help="the address that players open, behind a proxy", metavar=AN_ORIGIN),
    ] = None
    origins: Annotated[
        tuple[str, ...],
        Setting(
            help="a further address under which browsers reach this server; may be repeated",
            metavar=AN_ORIGIN,
            option="--allow-origin",
        ),
    ] = ()
    forwarded: Annotated[
        bool, Setting(help="trust the X-Forwarded-For header of a proxy on this machine")
    ] = False
    trusted_proxies: Annotated[
        tuple[str, ...],
        Setting(
            help="trust the X-Forwarded-For header of proxies at this address or in this network; "
            "may be repeated",
            metavar="CIDR",
            option="--trusted-proxy",
        ),
    ] = ()
    bots: Annotated[
        int,
        Setting(
            help="the number of bot processes",
            metavar="N",
            between=(1, 1024),
            usual="one for each core but one",
        ),
    ] = field(default_factory=usual_bots)
    pace: Annotated[
        float,
        Setting(help="the shortest time for a bot's turn", metavar="SECONDS", between=(0, 60)),
    ] = 1.0
    absent_after: Annotated[
        float,
        Setting(
            help="the time until the others may replace an absent player with a bot",
            metavar="SECONDS",
            between=(1, 86_400),
        ),
    ] = 60.0
    idle_after: Annotated[
        float,
        Setting(
            help="the time until the others may replace a present player who does not move "
            "with a bot, in games without a clock",
            metavar="SECONDS",
            between=(1, 86_400),
        ),
    ] = 300.0
    rates: Annotated[
        bool, Setting(help="do not limit the rate of requests", option="--no-rates")
    ] = True
    most_tables: Annotated[
        int,
        Setting(
            help="the largest number of unfinished tables in memory; others are loaded when opened",
            metavar="N",
            between=A_LIMIT,
        ),
    ] = 2_000
    most_decisions: Annotated[
        int,
        Setting(
            help="the number of decisions after which a game is ended without a winner",
            metavar="N",
            between=(100, 10_000),
        ),
    ] = 1_500
    most_sockets: Annotated[
        int, Setting(help="the largest number of open pages", metavar="N", between=A_LIMIT)
    ] = 10_000
    most_sockets_per_table: Annotated[
        int,
        Setting(
            help="the largest number of open pages of one table; players come before spectators",
            metavar="N",
            between=A_LIMIT,
        ),
    ] = 64
    most_sockets_per_address: Annotated[
        int,
        Setting(
            help="the largest number of open pages from one address", metavar="N", between=A_LIMIT
        ),
    ] = 256
    most_connections_per_address: Annotated[
        int,
        Setting(
            help="the largest number of connections from one address, sockets included",
            metavar="N",
            between=A_LIMIT,
        ),
    ] = 512
    review_simulations: Annotated[
        int,
        Setting(
            help="the simulations for each decision of a review; more take longer and tell more",
            metavar="N",
            between=(10, 100_000),
        ),
    ] = 6_000
    metrics_address: Annotated[
        str | None,
        Setting(
            help="a further address, with metrics and health only; do not make it public",
            metavar="HOST:PORT",
        ),
    ] = None
    metrics_token: Annotated[
        str,
        Setting(
            help="the token with which /metrics can be read at the usual address",
            metavar="TOKEN",
            variable=METRICS_TOKEN_VARIABLE,
        ),
    ] = field(default_factory=lambda: os.environ.get(METRICS_TOKEN_VARIABLE, ""), repr=False)
    push: Annotated[
        bool,
        Setting(
            help="tell players whose browsers are closed about turns in games with days for each "
            "turn (Web Push); needs the extra push and a public address with TLS",
        ),
    ] = False
    keep_guests: Annotated[
        int,
        Setting(
            help="erase guests who have not come for this long; 0: never",
            metavar="DAYS",
            between=(0, 36_500),
            usual="never",
        ),
    ] = 0
    keep_games: Annotated[
        int,
        Setting(
            help="delete games this long after their end; 0: never",
            metavar="DAYS",
            between=(0, 36_500),
            usual="never",
        ),
    ] = 0
    contact: Annotated[
        str | None,
        Setting(help="whom to write to about this server, on the page /privacy", metavar="TEXT"),
    ] = None
    privacy: Annotated[
        Path | None,
        Setting(
            help="a text file with what you say about privacy, on the page /privacy",
            metavar="FILE",
        ),
    ] = None
    separate_scripts: Annotated[
        bool,
        Setting(help="send every script of the pages by itself, for those who develop them"),
    ] = False
    log_format: Annotated[
        str, Setting(help="the format of the log", metavar="FORMAT", words=("text", "json"))
    ] = "text"
    log_level: Annotated[
        str,
        Setting(
            help="the lowest level that is logged",
            metavar="LEVEL",
            words=("debug", "info", "warning", "error"),
        ),
    ] = "info"

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", self.data.absolute())
        public = self.public_url and origin_of(self.public_url, SETTINGS["public_url"].option)
        object.__setattr__(self, "public_url", public)
        option = SETTINGS["origins"].option
        object.__setattr__(self, "origins", tuple(origin_of(url, option) for url in self.origins))
        database = check_database(self.database or default_database(self.data))
        object.__setattr__(self, "database", database)
        for name, setting in SETTINGS.items():
            if problem := setting.problem(getattr(self, name)):
                raise SettingsError(f"{setting.option} {problem}")
        self._check_host()
        self._check_metrics()
        self._check_together()

    @property
    def secure(self) -> bool:
        """Whether browsers connect through TLS."""
        return (self.public_url or "").startswith("https:")

    @property
    def metrics_port(self) -> int | None:
        """The port of the address for metrics, if there is one."""
        found = self.metrics_address and split_host(self.metrics_address)
        return found[1] if found else None

    def _check_metrics(self) -> None:
        if self.metrics_address is not None:
            host, port = split_host(self.metrics_address) or ("", None)
            if not is_host(host) or not port or port == self.port:
                raise SettingsError(
                    "--metrics-address must be HOST:PORT with another port than --port, such as "
                    f"127.0.0.1:9100, not {self.metrics_address[:100]!r}"
                )
        if 0 < len(self.metrics_token) < SHORTEST_TOKEN:
            raise SettingsError(f"--metrics-token needs at least {SHORTEST_TOKEN} characters")

    def _check_host(self) -> None:
        if not is_host(self.host):
            raise SettingsError(
                f"--host must be an address or a name, such as 0.0.0.0, not {self.host[:100]!r} "
                "(the port stands in --port)"
            )

    @property
    def privacy_text(self) -> str:
        """The text of the page /privacy."""
        if self.privacy is None:
            return ""
        try:
            text = self.privacy.read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise SettingsError(f"--privacy {self.privacy}: {error}") from None
        if len(text) > MAX_PRIVACY:
            raise SettingsError(f"--privacy {self.privacy} has more than {MAX_PRIVACY:,} letters")
        return text

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The networks whose X-Forwarded-For header is trusted."""
        local = LOOPBACK if self.forwarded else ()
        return tuple(network_of(text) for text in (*local, *self.trusted_proxies))

    def _check_proxies(self) -> None:
        option = SETTINGS["trusted_proxies"].option
        for text in self.trusted_proxies:
            try:
                network = network_of(text)
            except ValueError:
                raise SettingsError(
                    f"{option} must be an address or a network such as 10.0.0.0/8, "
                    f"not {text[:100]!r}"
                ) from None
            if network.prefixlen == 0:
                raise SettingsError(f"{option} {text} would trust what everybody sends")

    def _check_push(self) -> None:
        if self.push and not self.secure:
            raise SettingsError("--push needs TLS: --public-url https://HOST is missing")
        if self.push and find_spec("cryptography") is None:
            raise SettingsError("--push needs the extra push: pip install 'splendor[server,push]'")

    def _check_together(self) -> None:
        """Settings that depend on each other or on files."""
        self.privacy_text  # noqa: B018 - raises an error if it cannot be read
        if len(self.contact or "") > MAX_CONTACT:
            raise SettingsError(f"--contact has more than {MAX_CONTACT} letters")
        self._check_proxies()
        self._check_push()
        if (self.forwarded or self.trusted_proxies) and self.public_url is None:
            option = "--forwarded" if self.forwarded else SETTINGS["trusted_proxies"].option
            raise SettingsError(f"{option} is for a proxy: --public-url is missing")
        for part in ("most_sockets_per_table", "most_sockets_per_address"):
            if (value := getattr(self, part)) > self.most_sockets:
                option = SETTINGS[part].option
                raise SettingsError(
                    f"{option} must be at most --most-sockets ({self.most_sockets:,}), not {value}"
                )


def declarations() -> dict[str, Setting]:
    """The settings by name, completed with what their fields tell."""
    hints = get_type_hints(Settings, include_extras=True)
    found = {}
    for known in fields(Settings):
        kind, setting = get_args(hints[known.name])
        default = None if known.default is MISSING else known.default
        option = setting.option or f"--{known.name.replace('_', '-')}"
        found[known.name] = replace(
            setting, name=known.name, kind=kind, default=default, option=option
        )
    return found


SETTINGS = declarations()
