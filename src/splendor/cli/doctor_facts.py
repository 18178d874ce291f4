"""What `splendor doctor` looks at: facts and findings as data, without words.

Nothing here needs the extra `server`. What cannot be examined without it is left out, and a finding
says so.
"""

import importlib
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import splendor
from splendor.cli.play import version_at
from splendor.core.errors import RulesError
from splendor.core.refusals import Value
from splendor.server.addresses import is_taken, listen, url_of
from splendor.server.keys import KEY_VARIABLE, signing_keys
from splendor.server.settings import POSTGRESQL, SQLITE, Settings, shown_database

TESTED = ((3, 11), (3, 12), (3, 13))
REQUIREMENT = re.compile(r"^([\w.-]+)(?:\[[^]]*\])?(?:>=([\d.]+))?")
EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know about this installation; `wrong` if something will not work."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    wrong: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """The facts about one subject, and what was found."""

    facts: dict[str, Value]
    findings: tuple[Finding, ...] = ()


def examine(settings: Callable[[], Settings]) -> dict[str, Section]:
    """Every section. `settings` are made here because the environment may have a wrong one."""
    sections = {"python": python(), "packages": packages(), "cache": cache()}
    try:
        chosen = settings()
    except RulesError as error:
        wrong = Finding("settings_wrong", {"why": str(error)})
        return {**sections, "database": Section({}, (wrong,))}
    return {**sections, "database": database(chosen), "port": port(chosen)}


def python() -> Section:
    version = sys.version_info[:2]
    facts: dict[str, Value] = {
        "splendor": splendor.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "folder": str(Path(splendor.__file__).parent),
    }
    if version in TESTED:
        return Section(facts)
    tested = [".".join(map(str, each)) for each in TESTED]
    untested = Finding("python_untested", {"python": facts["python"], "tested": tested}, False)
    return Section(facts, (untested,))


# Packages and extras


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package that this one needs, always ("") or for an extra, with its least version."""

    package: str
    least: str
    extra: str

    @property
    def installed(self) -> str | None:
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    @property
    def is_old(self) -> bool:
        return bool(self.installed) and numbers(self.installed or "") < numbers(self.least)


def numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version: (2, 0) of "2.0rc1"."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def requirements() -> Iterator[Requirement]:
    """What the installed package declares, for this platform."""
    try:
        declared = metadata.requires("splendor") or []
    except metadata.PackageNotFoundError:
        declared = []
    for line in declared:
        extra = EXTRA.search(line)
        name = REQUIREMENT.match(line)
        elsewhere = "sys_platform != 'win32'" in line and sys.platform == "win32"
        if name and name[1] != "splendor" and not elsewhere:
            yield Requirement(name[1], name[2] or "", extra[1] if extra else "")


def packages() -> Section:
    needed = list(requirements())
    extras = sorted({each.extra for each in needed} - {""})
    missing = {
        extra: [each.package for each in needed if each.extra == extra and not each.installed]
        for extra in extras
    }
    facts: dict[str, Value] = {
        "installed": {each.package: each.installed for each in needed if not each.extra},
        "extras": [extra for extra in extras if not missing[extra]],
        "missing": missing,
    }
    return Section(facts, tuple(package_findings(needed, missing)))


def package_findings(
    needed: list[Requirement], missing: Mapping[str, list[str]]
) -> Iterator[Finding]:
    if not needed:
        yield Finding("not_installed")
    if missing.get("server"):
        yield Finding("extra_missing", {"extra": "server", "packages": missing["server"]})
    for each in needed:
        if not each.extra and not each.installed:
            yield Finding("package_missing", {"package": each.package})
        elif each.extra in ("", "server") and each.is_old:
            values = {"package": each.package, "version": each.installed, "least": each.least}
            yield Finding("package_old", values)


# The cache of compiled code


def cache() -> Section:
    """The compiler's cache. Importing the engine is part of the examination: it may fail."""
    try:
        kernel = importlib.import_module("splendor.core.kernel")
        precompile = importlib.import_module("splendor.bots.precompile")
    except Exception as error:  # whatever a broken installation of the compiler raises
        return Section({}, (Finding("compiler_broken", {"why": f"{error}"[:200]}),))
    used: Path = kernel.CACHE
    facts: dict[str, Value] = {
        "directory": str(used),
        "bytes": size_of(used),
        "compiled": sorted(path.name.removeprefix("warm-") for path in used.glob("warm-*")),
        "complete": precompile.is_everything_warm(),
        "others": len([path for path in used.parent.glob("kernels-*") if path != used]),
    }
    return Section(facts, tuple(cache_findings(kernel, precompile.is_everything_warm())))


def cache_findings(kernel: object, is_warm: bool) -> Iterator[Finding]:
    wanted = wanted_cache(kernel)
    if not getattr(kernel, "COMPILED", True):
        yield Finding("compiler_off", wrong=False)
    elif is_warm:
        return  # even if nothing can be written there
    elif wanted is None or wanted not in Path(getattr(kernel, "CACHE", ".")).parents:
        yield Finding("cache_not_writable", {"directory": str(wanted) if wanted else None})
    else:
        yield Finding("cache_cold", wrong=False)


def wanted_cache(kernel: object) -> Path | None:
    """Where the cache should be; None if there is no home directory."""
    try:
        found: Path = kernel.user_cache()  # type: ignore[attr-defined]
        return found
    except RuntimeError:
        return None


def size_of(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # another process has just deleted it
            total += path.stat().st_size if path.is_file() else 0
    return total


# Data and database


def database(settings: Settings) -> Section:
    url = settings.database
    facts: dict[str, Value] = {
        "data": str(settings.data),
        "database": shown_database(url),
        "bytes": None,
        "schema": None,
    }
    findings = [*data_findings(settings.data), *key_findings(settings.data)]
    file = Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None
    if file is not None and file.is_file():
        facts["bytes"] = file.stat().st_size
    if file is None or (file.exists() and not findings):
        revision, found = revision_of(url)
        facts["schema"] = revision
        findings += found
    return Section(facts, tuple(findings))


def data_findings(directory: Path) -> Iterator[Finding]:
    """Whether files can be written there, or the directory can be made."""
    try:
        if directory.is_dir():
            with tempfile.TemporaryFile(dir=directory):
                return
        parent = next(path for path in directory.parents if path.exists())
        if parent.is_dir() and os.access(parent, os.W_OK):
            return
        why = "it does not exist and cannot be made"
    except OSError as error:
        why = error.strerror or str(error)
    yield Finding("data_not_writable", {"directory": str(directory), "why": why})


def key_findings(data: Path) -> Iterator[Finding]:
    """Whether the keys in the environment, if there are any, can be used."""
    try:
        if os.environ.get(KEY_VARIABLE):
            signing_keys(data)
    except RulesError as error:
        yield Finding("settings_wrong", {"why": str(error)})


def revision_of(url: str) -> tuple[str | None, list[Finding]]:
    """The revision of the schema, and what is wrong with the database."""
    try:
        importlib.import_module("psycopg" if url.startswith(POSTGRESQL) else "sqlalchemy")
        setup = importlib.import_module("splendor.server.storage.setup")
    except ImportError:
        postgresql = url.startswith(POSTGRESQL)
        return None, [Finding("database_unchecked", {"postgresql": postgresql}, postgresql)]
    try:
        revision: str | None = setup.revision_at(url)
    except RulesError as error:
        return None, [Finding("database_refused", {"why": str(error)})]
    if revision in (None, setup.schema.REVISION):
        return revision, []
    newest = {"schema": revision, "newest": setup.schema.REVISION}
    return revision, [Finding("database_older", newest, wrong=False)]


# The port


def port(settings: Settings) -> Section:
    host, number = settings.host, settings.port
    facts: dict[str, Value] = {"host": host, "port": number, "free": True, "server": None}
    there = url_of(host, number)
    if number and is_taken(host, number):
        facts["free"] = False
        facts["server"] = version_at(there)
        if facts["server"] is None:
            return Section(facts, (Finding("port_taken", {"port": number}),))
        values = {"address": there, "version": facts["server"], "own": splendor.__version__}
        return Section(facts, (Finding("server_running", values, wrong=False),))
    try:
        listen(host, number).close()
    except RulesError as error:
        facts["free"] = False
        return Section(facts, (Finding("port_refused", {"why": str(error)}),))
    return Section(facts)
