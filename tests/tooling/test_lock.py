"""The locks: complete, hashed, in agreement with each other, and used by every installation."""

import re
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import FOLDER, ROOT, SETS, pins, requirements

PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][0-9a-z.]*)(?: ; .*)?")
HASHED = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
INSTALLATIONS = ("Makefile", "*.md", "deploy/*", "docs/*.md", "tools/*.py", "tools/*.sh")
SAFE = ("--require-hashes", "--no-deps")


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.lock").read_text(encoding="utf-8")


def versions(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for line in pins(text_of(name)):
        pin = PIN.fullmatch(line)
        assert pin, line
        found.setdefault(pin["name"], set()).add(pin["version"])
    return found


@pytest.mark.parametrize("name", SETS)
def test_every_package_of_a_lock_has_hashes_and_no_address(name: str) -> None:
    lines = [line for line in text_of(name).splitlines() if not line.startswith("#")]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if PIN.match(line):
            assert HASHED.fullmatch(following), line
        else:
            assert HASHED.fullmatch(line), line


@pytest.mark.parametrize("name", SETS)
def test_a_lock_has_what_the_package_asks_for(name: str) -> None:
    locked = versions(name)
    for text in requirements(SETS[name]):
        wanted = Requirement(text)
        found = locked[canonicalize_name(wanted.name)]
        assert all(wanted.specifier.contains(each) for each in found), text


@pytest.mark.parametrize("name", SETS)
def test_the_locks_agree(name: str) -> None:
    """On every package that several have: what `ray` needs is not part of the tests."""
    every = versions("dev")
    assert all(found <= every.get(package, found) for package, found in versions(name).items())


def test_what_is_tested_is_what_is_locked() -> None:
    for name, found in versions("server").items():
        if name not in ("colorama", "greenlet"):  # not on every platform
            assert version(name) in found, f"{name}: make dev installs what the lock says"


def test_every_documented_installation_uses_a_lock() -> None:
    """An installation that names neither hashes nor --no-deps fetches what nobody has tested."""
    for pattern in INSTALLATIONS:
        for file in ROOT.glob(pattern):
            for line in file.read_text(encoding="utf-8").splitlines():
                if re.match(r"(\s*(\$|RUN|@).*|\S*)pip3? install ", line):
                    assert any(option in line for option in SAFE), f"{file.name}: {line}"
