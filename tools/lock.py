"""Resolve the locks in requirements/ again, one for each set of extras: `make lock`.

A lock has every package that an installation needs, on every supported Python and platform, with
the hashes of all its files: `pip install --require-hashes` accepts nothing else. It also has what
builds this package. The resolver, uv, is fetched into a temporary environment. No addresses are
written.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
OLDEST = "3.11"
FOR_EDITABLE = ("editables>=0.5",)  # hatchling asks for it when the package is not copied
# The extras of each lock, the largest first: the others take their versions from it.
SETS = {
    "dev": ("server", "postgresql", "push", "envs", "openspiel", "data", "docs", "dev"),
    "envs": ("envs",),
    "openspiel": ("openspiel",),
    "data": ("data",),
    "ray": ("ray",),
    "push": ("server", "push"),
    "postgresql": ("server", "postgresql"),
    "server": ("server",),
    "core": (),
}

# Numba stopped building for Intel Macs after 0.62; these three go together.
INTEL_MAC = {"llvmlite": "0.45.1", "numba": "0.62.1", "numpy": "2.3.5"}
ON_INTEL_MAC = "sys_platform == 'darwin' and platform_machine == 'x86_64'"
ELSEWHERE = "sys_platform != 'darwin' or platform_machine != 'x86_64'"

HEADER = """\
# The tested versions of everything that {what}, with the hashes of their files.
# Install with: pip install --require-hashes --requirement requirements/{name}.lock
# Resolve again with `make lock`, then run `make check test` on each supported Python.
"""


def requirements(extras: Iterable[str]) -> list[str]:
    """What pyproject.toml asks for: the core, these extras, and what builds the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own = project["project"]["name"]
    optional: dict[str, list[str]] = project["project"]["optional-dependencies"]
    build = [*project["build-system"]["requires"], *FOR_EDITABLE]
    wanted = [*build, *project["project"]["dependencies"]]
    for extra in extras:
        wanted += [each for each in optional[extra] if not each.startswith(f"{own}[")]
    return wanted


def constraints() -> list[str]:
    there = [f"{name}=={version} ; {ON_INTEL_MAC}" for name, version in INTEL_MAC.items()]
    return there + [f"{name}>{version} ; {ELSEWHERE}" for name, version in INTEL_MAC.items()]


def run(*command: str | Path) -> str:
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"lock: {' '.join(map(str, command[1:4]))} failed")
    return done.stdout


def resolver(folder: Path) -> Path:
    """The path of uv, newly installed."""
    venv.create(folder, with_pip=True)
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "uv")
    return folder / "bin" / "uv"


def index() -> list[str]:
    """The package index that pip is configured to use, if any."""
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    found = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return ["--index-url", found] if found else []


def resolve(uv: Path, name: str, folder: Path) -> str:
    """The text of a lock. Each package has as few versions as possible."""
    wanted, bounds = folder / f"{name}.in", folder / "constraints.txt"
    wanted.write_text("\n".join(requirements(SETS[name])), encoding="utf-8")
    text = "\n".join(constraints())
    if name != "dev":
        text = "\n".join(pins((FOLDER / "dev.lock").read_text(encoding="utf-8")))
    bounds.write_text(text, encoding="utf-8")
    options = ("--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet")
    few = ("--python-version", OLDEST, "--fork-strategy", "fewest")
    return run(uv, "pip", "compile", *options, *few, *index(), "--constraint", bounds, wanted)


def pins(text: str) -> list[str]:
    """The packages of a lock with their versions and markers, without hashes."""
    lines = (line.rstrip(" \\") for line in text.splitlines())
    return [line for line in lines if re.match(r"[a-z0-9]", line)]


def described(name: str) -> str:
    extras = SETS[name]
    return f"splendor[{','.join(extras)}] needs" if extras else "the core needs"


def main() -> None:
    os.chdir(ROOT)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        uv = resolver(folder / "venv")
        for name in SETS:
            text = resolve(uv, name, folder)
            header = HEADER.format(what=described(name), name=name)
            (FOLDER / f"{name}.lock").write_text(header + text, encoding="utf-8")
            print(f"lock: {len(pins(text))} packages in requirements/{name}.lock", flush=True)


if __name__ == "__main__":
    main()
