"""`splendor serve` and `splendor backup`: arguments become settings."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from splendor.cli import main, make_parser
from splendor.cli.serve import settings_of
from splendor.server.settings import SETTINGS, Settings


@pytest.fixture(autouse=True)
def _temporary_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("SPLENDOR_DATABASE", raising=False)


def settings_typed(*words: str) -> Settings:
    return settings_of(make_parser().parse_args(["serve", *words]))


def test_without_arguments_the_settings_are_the_defaults() -> None:
    assert settings_typed() == Settings()


def test_every_argument_sets_its_setting(tmp_path: Path) -> None:
    words = (
        "--host 0.0.0.0 --port 0 --database sqlite:///games.db --public-url https://a.example "
        "--allow-origin http://b.example --allow-origin http://c.example:81 --forwarded --bots 3 "
        "--pace 0 --absent-after 5 --no-rates --log-format json --log-level debug "
        "--most-tables 5 --most-sockets 9 --most-sockets-per-table 7 --most-sockets-per-address 8"
    )
    assert settings_typed("--data", str(tmp_path / "here"), *words.split()) == Settings(
        host="0.0.0.0",
        port=0,
        data=tmp_path / "here",
        database="sqlite:///games.db",
        public_url="https://a.example",
        origins=("http://b.example", "http://c.example:81"),
        forwarded=True,
        bots=3,
        pace=0.0,
        absent_after=5.0,
        rates=False,
        log_format="json",
        log_level="debug",
        most_tables=5,
        most_sockets=9,
        most_sockets_per_table=7,
        most_sockets_per_address=8,
    )


@pytest.mark.parametrize(
    "words, says",
    [
        (["serve", "--port", "x"], "not a whole number"),
        (["serve", "--port", "70000"], "--port: must be from 0 to 65,535, not 70000"),
        (["serve", "--public-url", "example.org"], "--public-url must be like https://host"),
        (["serve", "--allow-origin", "*"], "--allow-origin must be like https://host"),
        (["serve", "--forwarded"], "--public-url is missing"),
        (["serve", "--log-level", "loud"], "--log-level: must be debug, info, warning or error"),
        (["serve", "--absent-after", "0"], "--absent-after: must be from 1 to 86,400"),
        (["serve", "--most-tables", "0"], "--most-tables: must be from 1 to 1,000,000"),
        (["play", "--port", "70000"], "--port: must be from 0 to 65,535"),
        (["serve", "--pace", "99"], "--pace: must be from 0 to 60, not 99.0"),
        (["backup"], "TARGET"),
        (["backup", "x.db", "--database", "x"], "--database must be"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_help_lists_every_option_and_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    main(["serve", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for setting in SETTINGS.values():
        assert setting.option in shown
        assert setting.help in shown
        assert setting.shown_default in shown
        assert setting.variable in shown


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ["backup", "copy.db"]])
def test_a_missing_extra_is_reported_in_one_line(words: list[str]) -> None:
    absent = ("starlette", "uvicorn", "sqlalchemy", "msgspec", "limits", "itsdangerous")
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({absent!r}))\n"
        f"from splendor.cli import main; sys.exit(main({words!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    wanted = (
        f"splendor: splendor {words[0]} needs the server extra: pip install 'splendor[server]'\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", wanted)


def test_help_is_quick_and_needs_no_extra() -> None:
    program = (
        "import sys; from splendor.cli import main; main(['serve', '--help']); "
        "print('imported:', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    shown, _, modules = done.stdout.partition("imported:")
    assert "--public-url" in shown
    heavy = {"starlette", "uvicorn", "msgspec", "sqlalchemy", "limits", "numba", "asyncio"}
    assert not heavy & {*modules.split()}


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **contents: Any) -> None:
    module = ModuleType(f"splendor.server.{name}")
    vars(module).update(contents)
    monkeypatch.setitem(sys.modules, module.__name__, module)


def test_serve_prints_the_address_at_which_it_listens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = SimpleNamespace()

    def serve(settings: Settings, listener: Any, first: str) -> int:
        seen.port, seen.at = settings.port, listener.getsockname()
        assert settings.data.is_dir()
        return 0

    stand_in(monkeypatch, "app", serve=serve)
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "new" / "data")]) == 0
    assert seen.at == ("127.0.0.1", seen.port)
    assert f"http://127.0.0.1:{seen.port}/" in capsys.readouterr().out


def test_backup_copies_the_database_of_the_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[tuple[str, str]] = []

    def backup(source: str, target: str) -> dict[str, int]:
        copied.append((source, target))
        return {"tables": 234, "events": 1000}

    stand_in(monkeypatch, "storage.backup", backup=backup)
    assert main(["backup", "copy.db"]) == 0
    target = "postgresql+psycopg://anna:hush@db/x"
    assert main(["backup", target, "--database", "sqlite:///games.db"]) == 0
    assert copied == [(Settings().database, "copy.db"), ("sqlite:///games.db", target)]
    printed = capsys.readouterr().err
    assert "1,234 rows copied to copy.db\n" in printed
    assert "hush" not in printed
