"""The command `splendor doctor`: what is installed, what is wrong, and what to do about it.

The facts come from `doctor_facts.py`; this file has the words.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_command
from splendor.cli.serve import STORAGE, add_settings, settings_of
from splendor.core.refusals import Text, render

if TYPE_CHECKING:
    from splendor.cli.doctor_facts import Finding, Section

WELL, WRONG = 0, 1
WIDTH = 10  # of the names at the beginning of lines
COLUMNS = 100  # where findings are wrapped


def add_doctor(commands: Any) -> None:
    examples = ("", "--port 9000 --data games", "--json")
    help = "Examine this installation, and say what is wrong"
    parser = add_command(commands, run_doctor, help, examples)
    parser.description = (
        "Examine this installation: packages, extras, the cache of compiled code, the database and "
        "the port\nof a server. The exit status is 0 if everything works, and 1 if something does "
        "not."
    )
    parser.add_argument("--json", action="store_true", help="print facts and findings as JSON")
    add_settings(parser, "host", "port", *STORAGE, "public_url", "push")


def run_doctor(args: argparse.Namespace) -> int:
    from splendor.cli.doctor_facts import examine

    sections = examine(lambda: settings_of(args))
    findings = [finding for section in sections.values() for finding in section.findings]
    wrong = any(finding.wrong for finding in findings)
    if args.json:
        facts = {name: section.facts for name, section in sections.items()}
        print(json.dumps({**facts, "findings": [*map(asdict, findings)], "ok": not wrong}))
    else:
        print("\n".join([*fact_lines(sections), "", *finding_lines(findings)]))
    return WRONG if wrong else WELL


# Facts in words


def fact_lines(sections: "Mapping[str, Section]") -> Iterator[str]:
    facts: dict[str, dict[str, Any]] = {name: each.facts for name, each in sections.items()}
    yield "Splendor {splendor}, Python {python}, {system}".format(**facts["python"])
    yield line("package", facts["python"]["folder"])
    yield from package_lines(facts["packages"])
    if found := facts["cache"]:
        yield line("cache", f"{found['directory']}, {size(found['bytes'])}")
        yield line("", f"compiled: {', '.join(found['compiled']) or 'nothing'}")
    if found := facts["database"]:
        yield line("data", found["data"])
        yield line("database", database_text(found))
    if found := facts.get("port", {}):
        state = "free" if found["free"] else "not free"
        yield line("port", f"{found['port']} at {found['host']}, {state}")


def line(name: str, text: object) -> str:
    return f"  {name:<{WIDTH}}  {text}"


def package_lines(found: Mapping[str, Any]) -> Iterator[str]:
    versions = (f"{name} {version or 'missing'}" for name, version in found["installed"].items())
    yield line("needs", ", ".join(versions) or "unknown")
    missing = [extra for extra, packages in found["missing"].items() if packages]
    without = f"; not installed: {', '.join(missing)}" if missing else ""
    yield line("extras", (", ".join(found["extras"]) or "none") + without)


def database_text(found: Mapping[str, Any]) -> str:
    parts = [found["database"]]
    if found["bytes"] is not None:
        parts.append(size(found["bytes"]))
    if found["schema"]:
        parts.append(f"schema {found['schema']}")
    if len(parts) == 1 and found["database"].startswith("sqlite"):
        parts.append("made at the first start of a server")
    return ", ".join(parts)


def size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.1f} kB"


# Findings in words


def finding_lines(findings: "Iterable[Finding]") -> Iterator[str]:
    ordered = sorted(findings, key=lambda finding: not finding.wrong)
    for finding in ordered:
        kind = "WRONG" if finding.wrong else "note"
        text = f"{kind:<5}  {render(TEXTS, finding.code, finding.values)}"
        yield from wrap(text, COLUMNS, subsequent_indent=7 * " ", break_on_hyphens=False)
    count = sum(finding.wrong for finding in ordered)
    if count == 0:
        yield "Nothing is wrong."
    else:
        yield f"{'One thing is' if count == 1 else f'{count} things are'} wrong."


def extra_missing(extra: str, packages: list[str]) -> str:
    return (
        f"splendor play, splendor serve and splendor.client need {', '.join(packages)}: "
        f"pip install 'splendor[{extra}]'"
    )


def cache_not_writable(directory: str | None) -> str:
    where = f"{directory} cannot be written" if directory else "there is no home directory"
    return (
        f"compiled code cannot be kept, so that every start compiles again: {where}. "
        "Name another directory in SPLENDOR_CACHE_DIR"
    )


def database_unchecked(postgresql: bool) -> str:
    if postgresql:
        return "PostgreSQL needs an extra: pip install 'splendor[server,postgresql]'"
    return "the database was not opened, because the extra server is missing"


def server_running(address: str, version: str | None, own: str) -> str:
    other = f"; restart it to serve version {own}" if version != own else ""
    return f"a Splendor server of version {version} runs at {address}{other}"


def python_untested(python: str, tested: list[str]) -> str:
    return f"Python {python} is not tested: if something fails, use {', '.join(tested)}"


TEXTS: dict[str, Text] = {
    "python_untested": python_untested,
    "not_installed": "the package is not installed, only found: pip install . in its folder",
    "package_missing": "{package} is missing: pip install {package}",
    "package_old": (
        "{package} {version} is too old, {least} is needed: pip install --upgrade {package}"
    ),
    "extra_missing": extra_missing,
    "compiler_broken": (
        "the compiler cannot be loaded ({why}): pip install --force-reinstall numba numpy"
    ),
    "compiler_off": "NUMBA_DISABLE_JIT is set: everything runs, but slowly",
    "cache_not_writable": cache_not_writable,
    "cache_cold": "not everything is compiled: the next start compiles the rest",
    "settings_wrong": "{why}",
    "data_not_writable": (
        "games cannot be stored in {directory}: {why}. Choose another directory with --data or "
        "SPLENDOR_DATA_DIR"
    ),
    "database_unchecked": database_unchecked,
    "database_refused": "{why}",
    "database_older": (
        "the database has schema {schema}; the next start of a server copies it and upgrades it "
        "to {newest}"
    ),
    "port_taken": "another program uses port {port}: end it, or choose another with --port",
    "port_refused": "{why}",
    "server_running": server_running,
}
