"""Resolve requirements.lock again: `make lock`.

Resolves the core and the extras of pyproject.toml in a fresh virtual environment of the
oldest supported Python, so that every pin exists for the newer ones too, and asks the package
index whether it does. The file holds names and versions only: no addresses, no paths.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
OLDEST = (3, 11)
SUPPORTED = ("3.11", "3.12", "3.13")

# Numba stopped building for Intel Macs after 0.62; these three go together.
INTEL_MAC = {"llvmlite": "0.45.1", "numba": "0.62.1", "numpy": "2.3.5"}
ON_INTEL_MAC = 'sys_platform == "darwin" and platform_machine == "x86_64"'
ELSEWHERE = 'sys_platform != "darwin" or platform_machine != "x86_64"'

HEADER = """\
# The tested versions of everything the core and the extras need, for Python 3.11 to 3.13.
# Used as constraints: pip install --constraint requirements.lock .
# Resolved with Python 3.11; every pin has a wheel for 3.11, 3.12 and 3.13.
# Resolve again with `make lock`, then run `make check test` on each of these Pythons.
"""


def wanted() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    core: list[str] = project["project"]["dependencies"]
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    own = project["project"]["name"]
    added = [each for extra in extras.values() for each in extra if not each.startswith(f"{own}[")]
    return core + added


def pip(python: Path | str, *arguments: str) -> str:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"lock: pip {arguments[0]} failed")
    return done.stdout


def resolve(folder: Path) -> dict[str, str]:
    """The versions that pip chooses today, by normalized name."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip(python, "install", "--quiet", *wanted())
    pins = {}
    for line in pip(python, "list", "--format=freeze").split():
        name, _, version = line.partition("==")
        if not re.fullmatch(r"[0-9][0-9a-z.]*", version):
            sys.exit(f"lock: {line} is not a released version")
        pins[re.sub(r"[-_.]+", "-", name).lower()] = version
    return {name: pins[name] for name in sorted(pins) if name not in ("pip", "setuptools")}


def require_wheels(pins: dict[str, str], folder: Path, *target: str) -> None:
    """Stop unless each of `pins` is available as a wheel for the target."""
    print("lock: looking for the wheels of", *target)
    exact = [f"{name}=={version}" for name, version in pins.items()]
    options = ["--dry-run", "--quiet", "--no-deps", "--only-binary=:all:", f"--target={folder}"]
    pip(sys.executable, "install", *options, *target, *exact)


def lines(pins: dict[str, str]) -> list[str]:
    text = []
    for name, version in pins.items():
        if name in INTEL_MAC:
            text.append(f"{name}=={version} ; {ELSEWHERE}")
            text.append(f"{name}=={INTEL_MAC[name]} ; {ON_INTEL_MAC}")
        else:
            text.append(f"{name}=={version}")
    return text


def main() -> None:
    if sys.version_info[:2] != OLDEST:
        sys.exit("lock: run this with Python {}.{}, the oldest supported one".format(*OLDEST))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("lock: resolving", ", ".join(wanted()))
        pins = resolve(folder / "venv")
        for python in SUPPORTED:
            require_wheels(pins, folder / "none", f"--python-version={python}")
            mac = (f"--python-version={python}", "--platform=macosx_13_0_x86_64")
            require_wheels(pins | INTEL_MAC, folder / "none", *mac)
    LOCK.write_text(HEADER + "\n".join(lines(pins)) + "\n", encoding="utf-8")
    print(f"lock: {len(pins)} packages in {LOCK.name}")


if __name__ == "__main__":
    main()
