"""The examples of the README and docs/ are run, and links, rules and tables are checked.

`docs/architecture.md` describes which blocks are run, and how output is compared.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from splendor.base.options import OPTIONS
from splendor.cli import warm_up
from tests.server.serving import a_server
from tools import docs
from tools.docs import schema

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "splendor"
RULES_PAGE = ROOT / "docs" / "rules-base.md"
SHOWN = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINKING = [*SHOWN, *(page for page in sorted(ROOT.glob("*.md")) if page.name != "README.md")]

FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```[ ]*$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CITATION = re.compile(r"\bB\d\.\d+")
RULE = re.compile(r"^\*\*(B\d\.\d+)\*\* ", re.MULTILINE)
MODULE = re.compile(r"`([\w/]+\.(?:py|csv))`")

COMMAND = "import sys; from splendor.cli import main; sys.argv[0] = 'splendor'; sys.exit(main())"
LONGEST = 120  # seconds for one command
CHECKER = doctest.OutputChecker()


@pytest.fixture(scope="module", autouse=True)
def _compiled_before() -> None:
    """Compile first: the pages do not show the notice of the first start."""
    warm_up()


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# The blocks of a page


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int  # of its first line in the page


def blocks_of(text: str) -> Iterator[Block]:
    for found in FENCE.finditer(text):
        indent, language, body = found.groups()
        lines = [line.removeprefix(indent) for line in body.splitlines()]
        first = text.count("\n", 0, found.start(3))
        yield Block(language.strip(), "".join(f"{line}\n" for line in lines), first)


@dataclass(frozen=True)
class Command:
    words: list[str]
    output: str
    line: int


def commands_of(block: Block) -> Iterator[Command]:
    """The command lines of a console block, each with the output shown below it."""
    before, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not before.strip(), f"line {block.line + 1}: a console block begins with $"
    line = block.line + before.count("\n")
    for part in parts:
        typed, _, output = part.partition("\n")
        yield Command(shlex.split(typed, comments=True), output, line + 1)
        line += part.count("\n")


# Running them


SERVER = "http://127.0.0.1:8000"  # as pages show it


class Page:
    """A page being run: one namespace for its Python, one folder for its commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__page__"}

    def run(self, text: str, name: str) -> int:
        """Run the blocks of a page, and return their number."""
        count = 0
        for block in blocks_of(text):
            if block.language == "python" and ">>>" in block.text:
                self.run_session(block, name)
            elif block.language == "python" and SERVER in block.text:
                self.run_against_a_server(block, name)
            elif block.language == "python":
                exec(compile("\n" * block.line + block.text, name, "exec"), self.names)
            elif block.language == "console":
                self.run_commands(block, name)
            else:
                continue
            count += 1
        return count

    def run_against_a_server(self, block: Block, name: str) -> None:
        """Run a block that names the default address against a test server."""
        with a_server(self.folder / "server", "--pace", "0", "--no-rates") as server:
            text = block.text.replace(SERVER, server.url)
            exec(compile("\n" * block.line + text, name, "exec"), self.names)

    def run_session(self, block: Block, name: str) -> None:
        examples = doctest.DocTestParser().get_doctest(
            block.text, self.names, name, name, block.line
        )
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        result = runner.run(examples, out=report.append, clear_globs=False)
        self.names.update(examples.globs)
        if result.failed:
            pytest.fail("".join(report), pytrace=False)

    def run_commands(self, block: Block, name: str) -> None:
        status: int | None = None  # of the last command, until its status is shown
        for command in commands_of(block):
            where = f"{name}, line {command.line}"
            if command.words == ["echo", "$?"]:
                compare(where, command.output, f"{status or 0}\n")
                status = None
            elif command.words[:1] == ["splendor"]:
                require_success(where, status)
                done = self.run_command(command.words[1:])
                status = done.returncode
                if command.output.strip():
                    compare(where, command.output, done.stdout)
        require_success(f"{name}, the block at line {block.line}", status)

    def run_command(self, arguments: list[str]) -> subprocess.CompletedProcess[str]:
        plain = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(
            [sys.executable, "-c", COMMAND, *arguments],
            cwd=self.folder,
            env={**os.environ, **plain},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=LONGEST,
        )


def compare(where: str, expected: str, printed: str) -> None:
    printed = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    expected = expected.rstrip() + "\n"
    if not CHECKER.check_output(expected, printed, doctest.ELLIPSIS):
        pytest.fail(f"{where}: the page shows\n{expected}\nbut it is\n{printed}", pytrace=False)


def require_success(where: str, status: int | None) -> None:
    if status:
        pytest.fail(f"{where}: a command before ends with status {status}", pytrace=False)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.chdir(tmp_path)
    return Page(tmp_path)


@pytest.mark.parametrize("path", SHOWN, ids=name_of)
def test_the_examples_of_a_page_run(path: Path, page: Page) -> None:
    page.run(path.read_text(encoding="utf-8"), name_of(path))


@pytest.mark.parametrize("path", SHOWN, ids=name_of)
def test_every_session_is_in_a_block_that_is_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    shown = len(re.findall(r"^ *>>> ", text, re.MULTILINE))
    run = sum(
        len(re.findall(r"^ *>>> ", block.text, re.MULTILINE))
        for block in blocks_of(text)
        if block.language == "python"
    )
    assert shown == run


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nassert 1 + 1 == 3\n```\n",
        "- item\n  ```python\n  assert False\n  ```\n",
        "```python\nx = 1\n```\n```python\n>>> x\n2\n```\n",
        "```console\n$ splendor --version\nanother game\n```\n",
        "```console\n$ splendor no-such-command\n```\n",
        "```console\n$ splendor --version\n$ echo $?\n1\n```\n",
    ],
)
def test_a_wrong_example_is_found(text: str, page: Page) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        page.run(text, "a page")


def test_correct_blocks_run_and_other_blocks_are_not_run(page: Page) -> None:
    right = (
        "```python\nx = 2\n```\n"
        "```python\n>>> x + 40\n42\n>>> list(range(50))\n[0, 1, ..., 49]\n```\n"
        "```console\n$ splendor no-such-command\n...no-such-command...\n$ echo $?\n2\n```\n"
        "```console\n$ no-such-program\n```\n```sh\nno-such-program\n```\n```json\n{\n```\n"
    )
    assert page.run(right, "a page") == 4


# Links


def outside_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as on GitHub."""
    headings = re.findall(r"^#+ +(.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path, text: str) -> Iterator[str]:
    for target in LINK.findall(outside_code(text)):
        if not re.match(r"[a-z]+:", target) and not leads_somewhere(path, target):
            yield target


def leads_somewhere(path: Path, target: str) -> bool:
    place, _, anchor = target.partition("#")
    there = (path.parent / unquote(place)).resolve() if place else path
    if not there.exists() or ROOT not in (there, *there.parents):
        return False
    return not anchor or anchor in anchors(there.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", LINKING, ids=name_of)
def test_relative_links_lead_somewhere(path: Path) -> None:
    assert list(broken_links(path, path.read_text(encoding="utf-8"))) == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_a_broken_link_is_found() -> None:
    text = "[a](docs/rules-base.md#b3-actions) [b](docs/no.md) [c](docs/rules-base.md#b0) `[d](x)`"
    assert list(broken_links(ROOT / "README.md", text)) == ["docs/no.md", "docs/rules-base.md#b0"]


# Numbers of rules


def sources() -> list[Path]:
    return [*sorted(PACKAGE.rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py")), *SHOWN]


def rule_numbers() -> list[str]:
    return RULE.findall(RULES_PAGE.read_text(encoding="utf-8"))


def test_rules_are_numbered_without_gaps() -> None:
    sections: dict[str, list[int]] = {}
    for number in rule_numbers():
        section, rule = number.split(".")
        sections.setdefault(section, []).append(int(rule))
    assert list(sections) == [f"B{section}" for section in range(1, 9)]
    assert all(rules == list(range(1, len(rules) + 1)) for rules in sections.values())


@pytest.mark.parametrize("path", sources(), ids=name_of)
def test_cited_rules_exist(path: Path) -> None:
    cited = set(CITATION.findall(path.read_text(encoding="utf-8")))
    assert cited <= set(rule_numbers())


def test_a_rule_that_does_not_exist_is_found() -> None:
    unknown = f"B{3}.{99}"
    assert CITATION.findall(f"B3.4, {unknown}: see B5") == ["B3.4", unknown]
    assert unknown not in rule_numbers()


def test_the_table_of_options_agrees_with_the_presets() -> None:
    section = RULES_PAGE.read_text(encoding="utf-8").partition("## B9")[2]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if "|" in line][2:]
    assert [row[0].strip("`") for row in rows] == list(OPTIONS.names)
    for name, _, official, landolt, *_ in ([cell.strip("`") for cell in row] for row in rows):
        for preset, cell in (("official", official), ("landolt", landolt)):
            assert cell == str(getattr(OPTIONS.presets[preset], name)).lower(), name


# Generated tables, and the list of files


def test_generated_tables_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--check"]) == 0, capsys.readouterr().err


def test_a_stale_table_is_reported_and_then_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "docs" / "page.md"
    path.parent.mkdir()
    path.write_text("<!-- generated:noble -->\nold\n<!-- end -->\n", encoding="utf-8")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    assert docs.main(["--check"]) == 1
    assert "page.md is out of date" in capsys.readouterr().err
    assert docs.main([]) == 0
    assert "requires" in path.read_text(encoding="utf-8")
    assert docs.main(["--check"]) == 0


def test_the_schema_of_transcripts_has_every_option_as_it_is_declared() -> None:
    text = (ROOT / "docs" / "transcript.schema.json").read_text(encoding="utf-8")
    assert schema.renewed(text) == text
    wrong = text.replace('        "target": {"type": "integer"', '        "aim": {"type": "string"')
    assert wrong != text
    assert schema.renewed(wrong) == text
    for name, (options, _) in schema.DEFINITIONS.items():
        assert set(json.loads(text)["$defs"][name]["properties"]) == {"name", *options.names}
    with pytest.raises(docs.BlockError, match="the properties of 'rules'"):
        schema.renewed(text.replace('"rules": {', '"rule": {'))


@pytest.mark.parametrize(
    "text, reason",
    [
        ("<!-- generated:noble -->\n", "no <!-- end -->"),
        ("<!-- generated:weather -->\n<!-- end -->\n", "no generator 'weather'"),
    ],
)
def test_a_block_without_a_generator_is_refused(text: str, reason: str) -> None:
    with pytest.raises(docs.BlockError, match=reason):
        docs.renewed(text)


def test_every_generated_table_is_in_some_page() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in docs.pages())
    assert {name for name, _ in docs.BLOCK.findall(text)} == set(docs.GENERATORS)


def test_the_architecture_names_every_file_and_no_other() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = text.partition("## What each file knows")[2].partition("`__init__.py` re-exports")[0]
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.csv")]
    present = {path.relative_to(PACKAGE).as_posix() for path in files if path.stat().st_size}
    assert set(MODULE.findall(listed)) == present - {"__init__.py"}
