"""Check what would be released: `make release-check`. Nothing is uploaded.

Builds the wheel and the source archive into dist/, checks their contents, sizes and metadata, and
installs the wheel into a new environment of every supported Python on this machine, where it must
examine itself and play a game. docs/releasing.md describes it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from splendor import __version__

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PACKAGE = "src/splendor/"
MOST_BYTES = 10_000_000
SUPPORTED = ("3.11", "3.12", "3.13")
# Not in the source archive: settings of a checkout, training runs, pictures that no page shows.
SHOWN = "(?:base-4|duel|hint|lobby|replay|waiting)-1440"
NOT_RELEASED = re.compile(rf"\.(?:ci|github|git|editorconfig)|training/|docs/pictures/(?!{SHOWN})")
ADDED = {"PKG-INFO", ".gitignore"}  # by the build
URLS = ("Documentation", "Source", "Issues", "Changelog")
LIMIT = 1200  # seconds for one command


class Failed(Exception):
    """A check failed; the message says how."""


# Commands


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """The output of a command, without the settings of this Python; `Failed` if it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**kept, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT,
    )
    if done.returncode:
        shown = " ".join(map(str, command))
        raise Failed(f"{shown}: status {done.returncode}\n{done.stdout.strip()[-2000:]}")
    return done.stdout


def tracked() -> set[str]:
    return set(run("git", "ls-files").splitlines())


# The archives


def build() -> tuple[Path, Path]:
    """The wheel and the source archive, newly built."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)
    [wheel], [archive] = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, archive


def wheel_problems(names: Iterable[str], files: set[str]) -> Iterator[str]:
    """What is missing in a wheel with these names, or should not be there."""
    there = {name for name in names if ".dist-info/" not in name}
    wanted = {name.removeprefix("src/") for name in files if name.startswith(PACKAGE)}
    yield from (f"{name} is missing" for name in sorted(wanted - there))
    yield from (f"{name} does not belong there" for name in sorted(there - wanted))
    licences = {name.partition("/licenses/")[2] for name in names if "/licenses/" in name}
    needed = {"LICENSE", "THIRD_PARTY_NOTICES.md"}
    needed |= {name for name in files if name.startswith(PACKAGE) and name.endswith("-LICENSE.txt")}
    yield from (f"the licence {name} is missing" for name in sorted(needed - licences))


def archive_problems(names: Iterable[str], files: set[str]) -> Iterator[str]:
    """The same for a source archive, whose names begin with its folder."""
    there = {name.partition("/")[2] for name in names} - ADDED
    wanted = {name for name in files if not NOT_RELEASED.match(name)}
    yield from (f"{name} is missing" for name in sorted(wanted - there))
    yield from (f"{name} does not belong there" for name in sorted(there - wanted))


def check_archives(wheel: Path, archive: Path) -> str:
    files = tracked()
    with zipfile.ZipFile(wheel) as zipped, tarfile.open(archive) as tar:
        problems = [f"{wheel.name}: {each}" for each in wheel_problems(zipped.namelist(), files)]
        names = [member.name for member in tar if member.isfile()]
        problems += [f"{archive.name}: {each}" for each in archive_problems(names, files)]
    sizes = {path.name: path.stat().st_size for path in (wheel, archive)}
    problems += [f"{name} has {size:,} bytes" for name, size in sizes.items() if size > MOST_BYTES]
    if problems:
        raise Failed("\n".join(problems))
    return ", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sizes.items())


def check_metadata(wheel: Path, archive: Path) -> str:
    """Twine renders the README as the package index does. It is installed for this check only."""
    with tempfile.TemporaryDirectory() as name:
        python = new_environment(sys.executable, Path(name))
        run(python, "-m", "pip", "install", "--quiet", "twine")
        run(python, "-m", "twine", "check", "--strict", wheel, archive)
    return "twine has no complaints"


# The version


def version_problems(version: str, citation: str, changes: str) -> Iterator[str]:
    found = re.search(r"^version: (.*)$", citation, re.MULTILINE)
    if not found or found[1].strip("\"'") != version:
        yield f"CITATION.cff has another version than {version}"
    if not re.search(rf"^## \[(?:Unreleased|{re.escape(version)})\]", changes, re.MULTILINE):
        yield f"CHANGELOG.md has neither [Unreleased] nor [{version}]"


def check_version() -> str:
    texts = ((ROOT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "CHANGELOG.md"))
    if problems := [*version_problems(__version__, *texts)]:
        raise Failed("\n".join(problems))
    return __version__


def notes() -> Iterator[str]:
    """What does not fail the check, but should be done before an upload."""
    if run("git", "status", "--porcelain").strip():
        yield "there are changes that are not committed"
    if "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        yield f"CHANGELOG.md still says Unreleased where {__version__} and its date should be"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if missing := [name for name in URLS if name not in project.get("urls", {})]:
        yield f"pyproject.toml has no [project.urls] for {', '.join(missing)}"


# Installations


def new_environment(python: str | Path, folder: Path) -> Path:
    """The Python of a new virtual environment."""
    if Path(python) == Path(sys.executable):
        venv.create(folder, with_pip=True)
    else:
        run(python, "-m", "venv", folder)
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def find_python(version: str) -> Path | None:
    """A Python of this version that works: on the path, or installed by pyenv."""
    pyenv = Path(os.getenv("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    installed = sorted(pyenv.glob(f"{version}*/bin/python{version}"))
    candidates: list[str | Path] = [f"python{version}", *installed]
    for candidate in candidates:
        try:
            where = run(candidate, "-c", "import ensurepip, venv, sys; print(sys.executable)")
        except (Failed, OSError):
            continue
        return Path(where.strip().splitlines()[-1])
    return None


def check_installation(wheel: Path, python: Path) -> str:
    """Install the wheel and what it needs, examine it, and play a game outside the source tree."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inside = new_environment(python, folder / "venv")
        pip = (inside, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
        run(*pip, "--require-hashes", "--requirement", ROOT / "requirements" / "server.lock")
        run(*pip, "--no-deps", wheel)
        splendor = inside.with_name("splendor")
        places = {"SPLENDOR_CACHE_DIR": str(folder / "cache"), "SPLENDOR_DATA_DIR": name}
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        version = run(splendor, "--version", cwd=elsewhere, **places).strip()
        if version != f"splendor {__version__}":
            raise Failed(f"splendor --version prints {version!r}")
        game = ("--games", "1", "--seed", "1", "--bots", "greedy,greedy")
        run(splendor, "simulate", *game, "--transcripts", "g.jsonl", cwd=elsewhere, **places)
        run(splendor, "replay", "g.jsonl", cwd=elsewhere, **places)
        run(splendor, "doctor", "--port", "0", cwd=elsewhere, **places)
    return "installed, played a game, replayed it; splendor doctor finds nothing wrong"


# All of it


def check(name: str, function: Callable[[], str]) -> bool:
    try:
        print(f"ok      {name}: {function()}", flush=True)
        return True
    except (Failed, subprocess.TimeoutExpired) as error:
        print(f"FAILED  {name}: {error}", flush=True)
        return False


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="release", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--python", action="append", metavar="X.Y", help="only this version")
    chosen = parser.parse_args(arguments).python or SUPPORTED
    wheel, archive = build()
    passed = [
        check("version", check_version),
        check("contents", lambda: check_archives(wheel, archive)),
        check("metadata", lambda: check_metadata(wheel, archive)),
    ]
    for version in chosen:
        if python := find_python(version):
            passed.append(check(f"Python {version}", lambda: check_installation(wheel, python)))
        else:
            print(f"note    Python {version} is not on this machine", flush=True)
    for note in notes():
        print(f"note    {note}", flush=True)
    return 0 if all(passed) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as error:
        sys.exit(f"release: {error}")
    except KeyboardInterrupt:
        sys.exit("release: interrupted")
