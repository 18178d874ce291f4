"""Every file that is not our own is listed in THIRD_PARTY_NOTICES.md with its licence and hash."""

import hashlib
import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTICES = (ROOT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
STATIC = PurePosixPath("src/splendor/server/static")
FOLDERS = (STATIC / "vendor", STATIC / "fonts")
OURS_THERE = (".md", ".d.ts", "-LICENSE.txt")  # in these folders
LONGEST_LINE = 2000  # characters; longer lines of a script were written by a program
BINARY = (
    ".woff2",
    ".woff",
    ".ttf",
    ".npz",
    ".npy",
    ".parquet",
    ".gz",
    ".webp",
    ".png",
    ".jpg",
    ".wasm",
    ".zip",
)
ROW = re.compile(r"^\| `(?P<file>\S+)` \|.*\| (?P<text>.*) \| `(?P<hash>[0-9a-f]{64})` \|$", re.M)
OURS = re.compile(r"^\| (?P<files>`[^|]+`) \| [^|]+ \|$", re.M)


def tracked() -> list[str]:
    """The files of the repository; without git, those of an unpacked source archive."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]
    folders = ("src", "tests", "tools", "docs", "bench", "examples")
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return [path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts]


def is_vendored(name: str) -> bool:
    """Whether the file is in a folder for such files, or looks like the output of a bundler."""
    if PurePosixPath(name).parent in FOLDERS:
        return not name.endswith(OURS_THERE)
    if not name.endswith((".js", ".mjs", ".css")):
        return False
    text = (ROOT / name).read_text(encoding="utf-8")
    return ".min." in name or max(map(len, text.splitlines()), default=0) > LONGEST_LINE


VENDORED = [name for name in tracked() if is_vendored(name)]
LISTED = {row["file"]: row for row in ROW.finditer(NOTICES)}


def our_globs() -> Iterator[str]:
    section = NOTICES.partition("## Data, weights and pictures")[2]
    for row in OURS.finditer(section):
        yield from re.findall(r"`([^`]+)`", row["files"])


def test_there_are_vendored_files() -> None:
    names = {PurePosixPath(name).name for name in VENDORED}
    assert {"preact.js", "axe.min.js", "inter-latin-wght-normal.woff2"} <= names


def test_every_vendored_file_is_listed_and_no_other() -> None:
    assert set(VENDORED) == set(LISTED)


@pytest.mark.parametrize("name", LISTED)
def test_a_listed_file_has_its_hash(name: str) -> None:
    assert hashlib.sha256((ROOT / name).read_bytes()).hexdigest() == LISTED[name]["hash"]


def licence_files() -> list[Path]:
    """The licence texts that the table names; those without a file of their own are beside none."""
    names = re.findall(r"\| `(\S+-LICENSE\.txt)` \|", NOTICES)
    return [next((ROOT / STATIC).glob(f"*/{name}"), ROOT / name) for name in names]


@pytest.mark.parametrize("path", licence_files(), ids=lambda path: str(path.name))
def test_a_licence_text_is_there_and_names_who_holds_the_copyright(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"^\W*Copyright\b.*\d{4}", text, re.MULTILINE)
    assert len(text) > 1000


def test_no_licence_text_is_without_a_row() -> None:
    there = {path for folder in FOLDERS for path in (ROOT / folder).glob("*-LICENSE.txt")}
    assert there == set(licence_files())


@pytest.mark.parametrize("name", LISTED)
def test_a_listed_file_names_a_licence_text_or_contains_it(name: str) -> None:
    text = LISTED[name]["text"]
    if text.startswith("in the file"):
        assert "Copyright" in (ROOT / name).read_text(encoding="utf-8")[:500]
    else:
        assert (ROOT / name).with_name(text.strip("`")) in licence_files()


def test_every_file_that_people_cannot_read_has_a_stated_origin() -> None:
    globs = [*our_globs()]
    unknown = [
        name
        for name in tracked()
        if name.endswith(BINARY)
        and name not in LISTED
        and not any(fnmatch(name, glob) for glob in globs)
    ]
    assert unknown == []


def test_every_stated_origin_has_files() -> None:
    names = tracked()
    assert [glob for glob in our_globs() if not any(fnmatch(name, glob) for name in names)] == []


def test_a_bundled_script_is_recognized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_licences.ROOT", tmp_path)
    (tmp_path / "own.js").write_text("let x = 1;\n" * 1000, encoding="utf-8")
    (tmp_path / "bundle.js").write_text("let x=1;" * 1000, encoding="utf-8")
    assert (is_vendored("own.js"), is_vendored("bundle.js")) == (False, True)
