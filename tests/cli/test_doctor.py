"""`splendor doctor`: every finding that can be provoked, as words, as JSON, as an exit status."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import splendor
from splendor.cli import main
from splendor.cli.doctor import TEXTS
from splendor.cli.doctor_facts import Finding, Requirement, package_findings
from splendor.server import settings
from splendor.server.storage import schema
from splendor.server.storage.database import address_of
from splendor.server.storage.setup import open_database
from tools.faults.server import free_port

EXTRA_PACKAGES = ("sqlalchemy", "starlette", "uvicorn", "websockets", "msgspec", "limits")


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("SPLENDOR_DATABASE", raising=False)


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str) -> tuple[int, dict[str, Any]]:
        """The exit status and the JSON of the command."""
        status = main(["doctor", "--json", *([] if "--port" in words else ["--port", "0"]), *words])
        return status, json.loads(capsys.readouterr().out)

    return run


def wrong(report: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in report["findings"] if finding["wrong"]]


def values(report: dict[str, Any], code: str) -> dict[str, Any]:
    [found] = [each["values"] for each in report["findings"] if each["code"] == code]
    assert isinstance(found, dict)
    return found


def test_a_good_installation_has_nothing_wrong(doctor: Any) -> None:
    status, report = doctor()
    assert (status, wrong(report), report["ok"]) == (0, [], True)
    assert report["python"]["splendor"] == splendor.__version__
    assert report["packages"]["installed"].keys() >= {"numpy", "numba", "platformdirs"}
    assert "server" in report["packages"]["extras"]


def test_the_screen_fits_and_says_that_nothing_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "--port", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "Nothing is wrong."
    assert len(lines) <= 24
    assert [line.split()[0] for line in lines[1:4]] == ["package", "needs", "extras"]


def in_a_process(program: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command after a program's lines, with its own environment."""
    code = f"import sys\n{program}\nfrom splendor.cli import main; sys.exit(main({list(words)!r}))"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_a_cache_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = str(tmp_path / "file" / "cache")
    done = in_a_process("", "doctor", "--port", "0", SPLENDOR_CACHE_DIR=cache)
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert f"{cache} cannot be written. Name another directory in SPLENDOR_CACHE_DIR" in said
    assert said.endswith("One thing is wrong.")


def test_an_empty_cache_is_a_note_and_not_wrong(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    done = in_a_process("", "doctor", "--json", "--port", "0", SPLENDOR_CACHE_DIR=cache)
    report = json.loads(done.stdout)
    assert (done.returncode, report["cache"]["compiled"]) == (0, [])
    assert [finding["code"] for finding in report["findings"]] == ["cache_cold"]
    assert report["cache"]["directory"].startswith(cache)


def test_without_the_extra_the_command_works_and_names_it(tmp_path: Path) -> None:
    (tmp_path / "splendor.db").touch()
    absent = (
        "import importlib.metadata as metadata; known = metadata.version\n"
        "def version(name):\n"
        f"    if name in {EXTRA_PACKAGES!r}: raise metadata.PackageNotFoundError(name)\n"
        "    return known(name)\n"
        f"metadata.version = version; sys.modules.update(dict.fromkeys({EXTRA_PACKAGES!r}))"
    )
    done = in_a_process(absent, "doctor", "--json", "--port", "0")
    report = json.loads(done.stdout)
    assert (done.returncode, wrong(report)) == (1, ["extra_missing"])
    assert set(values(report, "extra_missing")["packages"]) == set(EXTRA_PACKAGES)
    assert values(report, "database_unchecked") == {"postgresql": False}
    said = " ".join(in_a_process(absent, "doctor", "--port", "0").stdout.split())
    assert "pip install 'splendor[server]'" in said
    assert "the database was not opened" in said


class OtherProgram(BaseHTTPRequestHandler):
    """A server that is not ours; with `answer`, one that is."""

    answer: dict[str, str] | None = None

    def do_GET(self) -> None:
        self.send_response(404 if self.answer is None else 200)
        self.end_headers()
        self.wfile.write(json.dumps(self.answer).encode())

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def other_program() -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), OtherProgram) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_port_that_another_program_uses_is_wrong(doctor: Any, other_program: HTTPServer) -> None:
    status, report = doctor("--port", str(other_program.server_port))
    assert (status, wrong(report)) == (1, ["port_taken"])
    assert values(report, "port_taken") == {"port": other_program.server_port}
    assert report["port"]["free"] is False


def test_a_running_splendor_server_is_a_note(
    doctor: Any, other_program: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OtherProgram, "answer", {"version": "9.9"})
    status, report = doctor("--port", str(other_program.server_port))
    assert (status, wrong(report), report["port"]["server"]) == (0, [], "9.9")
    assert values(report, "server_running")["version"] == "9.9"


def test_a_free_port_is_free(doctor: Any) -> None:
    status, report = doctor("--port", str(free_port()))
    assert (status, report["port"]["free"]) == (0, True)


def test_an_address_of_another_machine_is_wrong(doctor: Any) -> None:
    status, report = doctor("--host", "192.0.2.1")
    assert (status, wrong(report)) == (1, ["port_refused"])
    assert "cannot listen at 192.0.2.1" in values(report, "port_refused")["why"]


def database_with(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_database_of_this_version_is_opened_and_not_changed(doctor: Any, tmp_path: Path) -> None:
    file = tmp_path / "splendor.db"
    open_database(address_of(f"sqlite:///{file}"))
    before = file.read_bytes()
    status, report = doctor()
    assert (status, report["database"]["schema"]) == (0, schema.REVISION)
    assert report["database"]["bytes"] == len(before)
    assert file.read_bytes() == before


def test_no_database_is_made(doctor: Any, tmp_path: Path) -> None:
    assert doctor()[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "statements, why",
    [
        (["CREATE TABLE recipes (name)"], "belongs to another program"),
        (
            [
                "CREATE TABLE alembic_version (version_num)",
                "INSERT INTO alembic_version VALUES ('9999')",
            ],
            "newer version of splendor (schema 9999",
        ),
    ],
    ids=["foreign", "newer"],
)
def test_a_database_of_another_program_or_version_is_wrong(
    statements: list[str], why: str, doctor: Any, tmp_path: Path
) -> None:
    database_with(tmp_path / "splendor.db", *statements)
    status, report = doctor()
    assert (status, wrong(report)) == (1, ["database_refused"])
    assert why in values(report, "database_refused")["why"]


def test_a_file_that_is_no_database_is_wrong(doctor: Any, tmp_path: Path) -> None:
    (tmp_path / "splendor.db").write_bytes(b"no database " * 100)
    status, report = doctor()
    assert (status, wrong(report)) == (1, ["database_refused"])
    assert "cannot be used" in values(report, "database_refused")["why"]
    assert "restore a backup" in values(report, "database_refused")["why"]


def test_a_directory_in_the_place_of_the_database_is_wrong(doctor: Any, tmp_path: Path) -> None:
    (tmp_path / "splendor.db").mkdir()
    status, report = doctor()
    assert (status, wrong(report)) == (1, ["database_refused"])


def test_a_key_that_cannot_be_used_is_wrong(doctor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_KEY", "secret")
    status, report = doctor()
    assert (status, wrong(report)) == (1, ["settings_wrong"])
    assert "secret" not in json.dumps(report)


def test_an_older_database_is_a_note(doctor: Any, tmp_path: Path) -> None:
    older = schema.OLDER[0]
    file = tmp_path / "splendor.db"
    open_database(address_of(f"sqlite:///{file}"))
    database_with(file, f"UPDATE alembic_version SET version_num = '{older}'")
    status, report = doctor()
    assert (status, values(report, "database_older")["schema"]) == (0, older)


def test_a_data_directory_that_cannot_be_made_is_wrong(doctor: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, report = doctor("--data", str(tmp_path / "file" / "data"))
    assert (status, wrong(report)) == (1, ["data_not_writable"])


def test_a_wrong_setting_in_the_environment_is_reported_not_raised(
    doctor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_DATABASE", "mysql://anna:hush@db/games")
    status, report = doctor()
    assert (status, wrong(report)) == (1, ["settings_wrong"])
    assert "hush" not in json.dumps(report)


@pytest.mark.parametrize(
    "url, missing, says",
    [
        ("https://a.example", "cryptography", "pip install 'splendor[server,push]'"),
        ("http://a.example", "", "--public-url https://HOST is missing"),
    ],
)
def test_push_that_cannot_work_is_wrong(
    doctor: Any, monkeypatch: pytest.MonkeyPatch, url: str, missing: str, says: str
) -> None:
    monkeypatch.setattr(
        settings, "find_spec", lambda name: None if name == missing else find_spec(name)
    )
    status, report = doctor("--push", "--public-url", url)
    assert (status, wrong(report)) == (1, ["settings_wrong"])
    assert says in values(report, "settings_wrong")["why"]


def test_a_password_in_the_database_is_not_shown(
    doctor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"postgresql+psycopg://anna:hush@127.0.0.1:{free_port()}/games"
    monkeypatch.setenv("SPLENDOR_DATABASE", address)
    status, report = doctor()
    assert (status, wrong(report)) == (1, ["database_refused"])
    assert "hush" not in json.dumps(report)


def test_a_compiler_that_cannot_be_loaded_is_reported() -> None:
    broken = "sys.modules['numba'] = None"
    done = in_a_process(broken, "doctor", "--json", "--port", "0")
    report = json.loads(done.stdout)
    assert (done.returncode, wrong(report), report["cache"]) == (1, ["compiler_broken"], {})


@pytest.mark.parametrize("least, codes", [("999", ["package_old"]), ("1.0", []), ("", [])])
def test_a_package_below_the_least_version_is_wrong(least: str, codes: list[str]) -> None:
    found = package_findings([Requirement("numpy", least, "")], {})
    assert [finding.code for finding in found] == codes


def test_a_missing_package_is_wrong() -> None:
    [found] = package_findings([Requirement("no-such-package", "1", "")], {})
    assert found == Finding("package_missing", {"package": "no-such-package"})


def test_every_code_has_its_text() -> None:
    source = Path(splendor.__file__).parent / "cli" / "doctor_facts.py"
    codes = re.findall(r'Finding\(\s*"(\w+)"', source.read_text(encoding="utf-8"))
    assert set(codes) == set(TEXTS)
