"""Settings: defaults, refusals, the data directory and the key."""

import errno
import os
import re
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

import splendor.server.settings as settings_module
from splendor.core.errors import RulesError
from splendor.server import keys
from splendor.server.keys import signing_key
from splendor.server.settings import (
    Settings,
    data_directory,
    make_directory,
    require_writable,
    shown_database,
    usual_bots,
)

posix_only = pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")


@pytest.fixture(autouse=True)
def _temporary_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path / "data"))
    for name in ("SPLENDOR_DATABASE", "SPLENDOR_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_the_metrics_token_may_come_from_the_environment_and_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SPLENDOR_METRICS_TOKEN", "a secret of the operator")
    assert Settings().metrics_token == "a secret of the operator"
    assert "a secret" not in repr(Settings())


# Defaults


def test_the_defaults_are_a_local_server_and_an_sqlite_file(tmp_path: Path) -> None:
    settings = Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.database == f"sqlite:///{(tmp_path / 'data' / 'splendor.db').as_posix()}"
    assert settings.rates
    assert not settings.secure
    assert settings.bots == usual_bots() >= 1


def test_a_relative_data_directory_becomes_absolute() -> None:
    assert Settings(data=Path("here")).data == Path("here").absolute()


def test_the_database_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql+psycopg://anna:hush@db/splendor"
    monkeypatch.setenv("SPLENDOR_DATABASE", url)
    assert Settings().database == url
    assert Settings(database="sqlite:///games.db").database == "sqlite:///games.db"


@pytest.mark.parametrize("between", ["", "/", "?", "#", "@"], ids=lambda text: f"x{text}x")
def test_a_password_is_not_shown(between: str) -> None:
    password = f"qxq{between}zvz"
    for url in (
        f"postgresql+psycopg://anna:{password}@db/splendor",
        f"postgresql+psycopg://db/splendor?user=anna&password={password}",
    ):
        for text in (repr(Settings(database=url)), shown_database(url)):
            assert "qxq" not in text
            assert "zvz" not in text
    assert shown_database("sqlite:///games.db") == "sqlite:///games.db"


def test_public_addresses_are_normalised_to_the_form_of_browsers() -> None:
    settings = Settings(
        public_url="https://Play.Example.org:443/", origins=("http://[::1]:80", "http://box:81")
    )
    assert settings.public_url == "https://play.example.org"
    assert settings.origins == ("http://[::1]", "http://box:81")
    assert settings.secure


# Refusals


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"port": 65_536}, "--port must be from 0 to 65,535, not 65536"),
        ({"port": -1}, "--port"),
        ({"bots": 0}, "--bots"),
        ({"pace": -0.1}, "--pace"),
        ({"pace": float("nan")}, "--pace"),
        ({"absent_after": 0}, "--absent-after"),
        ({"most_tables": 0}, "--most-tables"),
        ({"most_sockets": 0}, "--most-sockets"),
        ({"most_sockets": 10, "most_sockets_per_table": 11}, "--most-sockets-per-table must be"),
        ({"most_sockets": 100, "most_sockets_per_address": 101}, "--most-sockets-per-address"),
        ({"host": ""}, "--host"),
        ({"host": "127.0.0.1:8000"}, "--port"),
        ({"host": "[::1]"}, "--host"),
        ({"host": "bad host"}, "--host"),
        ({"forwarded": True}, "--public-url is missing"),
        ({"trusted_proxies": ("10.0.0.0/8",)}, "--public-url is missing"),
        ({"trusted_proxies": ("10.0.0.1/8",)}, "--trusted-proxy must be an address"),
        ({"trusted_proxies": ("proxy",)}, "--trusted-proxy must be an address"),
        ({"trusted_proxies": ("0.0.0.0/0",)}, "would trust what everybody sends"),
        ({"metrics_address": "9100"}, "--metrics-address must be HOST:PORT"),
        ({"metrics_address": "127.0.0.1:8000"}, "another port than --port"),
        ({"metrics_address": "127.0.0.1"}, "--metrics-address"),
        ({"metrics_token": "short"}, "--metrics-token needs at least 16 characters"),
        ({"log_format": "xml"}, "--log-format must be text or json"),
        ({"log_level": "loud"}, "--log-level must be debug, info, warning or error, not 'loud'"),
        ({"public_url": "play.example.org"}, "--public-url"),
        ({"public_url": "https://play.example.org/path"}, "--public-url"),
        ({"public_url": "ftp://play.example.org"}, "--public-url"),
        ({"origins": ("*",)}, "--allow-origin"),
        ({"origins": ("null",)}, "--allow-origin"),
        ({"data": Path("why?")}, "cannot have ? or %"),
        ({"data": Path("a%20b")}, "cannot have ? or %"),
        ({"database": "sqlite://"}, "--database needs a file"),
        ({"database": "sqlite:///:memory:"}, "--database needs a file"),
        ({"database": "mysql://x/y"}, "--database must be"),
        ({"database": "games.db"}, "--database must be"),
        ({"database": "postgres://x/y"}, "begins with postgresql+psycopg://"),
        ({"database": "postgresql://x/y"}, "begins with postgresql+psycopg://"),
    ],
)
def test_a_wrong_setting_is_refused_in_one_line(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError) as refusal:
        Settings(**wrong)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_refused_database_url_is_not_repeated() -> None:
    for url in ("postgres://anna:hush@db/x", "oracle://anna:hush@db/x", "sqlite://anna:hush@x"):
        with pytest.raises(RulesError) as refusal:
            Settings(database=url)
        assert "hush" not in str(refusal.value)


# The data directory


PLATFORMS = {"linux": Unix, "darwin": MacOS, "win32": Windows}


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """Finds the data directory on a platform with these variables, relative to `tmp_path`."""

    def find(platform: str, **variables: str) -> Path:
        for name in ("SPLENDOR_DATA_DIR", "XDG_DATA_HOME", "APPDATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"HOME": str(tmp_path / "anna"), **variables}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(settings_module, "PlatformDirs", PLATFORMS[platform])
        monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: os.environ["APPDATA"])
        monkeypatch.setattr(sys, "platform", platform)
        return data_directory()

    return find


@pytest.mark.parametrize(
    "platform, variables, expected",
    [
        ("linux", {"SPLENDOR_DATA_DIR": "/srv/games"}, "/srv/games"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/splendor"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "anna/.local/share/splendor"),
        ("linux", {}, "anna/.local/share/splendor"),
        ("darwin", {}, "anna/Library/Application Support/splendor"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/splendor"),
        ("win32", {"APPDATA": "/roaming", "SPLENDOR_DATA_DIR": "/srv"}, "/srv"),
    ],
)
@posix_only
def test_the_data_directory_of_each_platform(
    platform: str,
    variables: dict[str, str],
    expected: str,
    place: Callable[..., Path],
    tmp_path: Path,
) -> None:
    assert place(platform, **variables) == tmp_path / expected


@posix_only
def test_the_data_of_an_earlier_version_is_found(
    place: Callable[..., Path], tmp_path: Path
) -> None:
    shared = str(tmp_path / "shared")
    assert place("darwin", XDG_DATA_HOME=shared) == tmp_path / "shared" / "splendor"
    earlier = tmp_path / "anna" / "Library" / "Application Support" / "splendor"
    earlier.mkdir(parents=True)
    assert place("darwin", XDG_DATA_HOME=shared) == earlier


@posix_only
def test_the_data_directory_is_accessible_only_to_its_owner(tmp_path: Path) -> None:
    make_directory(tmp_path / "some" / "data")
    assert stat.S_IMODE((tmp_path / "some" / "data").stat().st_mode) == 0o700


def test_a_data_directory_that_cannot_be_created_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RulesError, match="--data"):
        make_directory(tmp_path / "file" / "data")


def test_a_directory_that_cannot_be_written_is_refused_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(**_: object) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", read_only)
    with pytest.raises(
        RulesError, match=f"^{re.escape(str(tmp_path))}: Read-only file system: .*--data$"
    ):
        require_writable(f"sqlite:///{tmp_path}/splendor.db")
    require_writable("postgresql+psycopg://splendor@localhost/splendor")


# The key


def test_the_key_stays_the_same(tmp_path: Path) -> None:
    key = signing_key(tmp_path, {})
    assert len(key) == 32
    assert signing_key(tmp_path, {}) == key
    assert signing_key(tmp_path / "elsewhere", {}) != key
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["key"]


@posix_only
def test_the_key_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    signing_key(tmp_path, {})
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_the_key_may_come_from_the_environment(tmp_path: Path) -> None:
    assert signing_key(tmp_path, {"SPLENDOR_KEY": "0f" * 32}) == b"\x0f" * 32
    assert not (tmp_path / "key").exists()


@pytest.mark.parametrize("wrong", ["short", "0f" * 31, "zz" * 32])
def test_a_wrong_key_in_the_environment_is_refused_and_not_repeated(
    wrong: str, tmp_path: Path
) -> None:
    with pytest.raises(RulesError) as refusal:
        signing_key(tmp_path, {"SPLENDOR_KEY": wrong})
    assert wrong not in str(refusal.value)


def test_a_damaged_key_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "KEY_WRITE_TIMEOUT", 0.0)
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(RulesError, match="not a key of 32 bytes"):
        signing_key(tmp_path, {})


def test_an_unreadable_key_is_reported(tmp_path: Path) -> None:
    (tmp_path / "key").mkdir()
    with pytest.raises(RulesError, match="key: "):
        signing_key(tmp_path, {})


def test_the_key_is_created_on_file_systems_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", no_links)
    assert signing_key(tmp_path, {}) == signing_key(tmp_path, {})
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_servers_that_start_at_once_agree_on_the_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from splendor.server.keys import signing_key\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "print(signing_key(Path(sys.argv[1]), {}).hex())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    servers = [subprocess.Popen(command, **pipes) for _ in range(4)]
    for server in servers:
        assert server.stdout is not None
        server.stdout.readline()
    for server in servers:
        assert server.stdin is not None
        server.stdin.write("go\n")
        server.stdin.flush()
    written = {server.communicate(timeout=60)[0] for server in servers}
    assert len(written) == 1
    assert len(written.pop().strip()) == 64


def test_a_second_key_does_not_replace_the_first(tmp_path: Path) -> None:
    keys.make_key(tmp_path / "key")
    first = (tmp_path / "key").read_bytes()
    keys.make_key(tmp_path / "key")
    assert (tmp_path / "key").read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
