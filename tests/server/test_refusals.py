"""Every code has a text in each language, and no page parses sentences."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from splendor import client
from splendor.core.refusals import LIBRARY_TEXTS, TEXTS, values_of
from splendor.formats.findings import TEXTS as FINDINGS
from splendor.server import __file__ as server
from splendor.server import app, refusals
from splendor.server.http import STATUS

REGISTERING = (client, app)  # importing them registers every code
STATIC = Path(str(server)).parent / "static"
SCRIPT = Path(__file__).resolve().parents[1] / "js" / "refused.mjs"

# Codes that are never sent to a page: of the library, of `splendor.client`, of logs, and reasons
# for closing a socket.
NOT_FOR_PAGES = {
    *LIBRARY_TEXTS,
    *client.TEXTS,
    "bad_secret",
    "not_a_proof",
    *(set(refusals.SOCKETS) - {"hello_again"}),
}
OF_THE_PAGES = {"offline", "gone"}  # detected by the pages themselves
ADDED = {"move"}  # the wire names the move that is illegal
PARTS = {"finding.nothing", "finding.else"}  # words within findings
IN_THE_TERMINAL = {"moves_legal", "moves_illegal"}  # findings of `splendor verify` alone


@pytest.fixture(scope="module")
def texts() -> dict[str, dict[str, list[str]]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed (sudo apt install nodejs): the pages are not tried")
    done = subprocess.run([node, str(SCRIPT)], capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, list[str]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_code_has_a_text_in_each_language_and_every_text_a_code(
    texts: dict[str, dict[str, list[str]]], language: str
) -> None:
    actual = {key.removeprefix("refused.") for key in texts[language] if key.startswith("refused.")}
    assert actual == set(TEXTS) - NOT_FOR_PAGES | OF_THE_PAGES


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_finding_has_a_text_in_each_language(
    texts: dict[str, dict[str, list[str]]], language: str
) -> None:
    actual = {key for key in texts[language] if key.startswith("finding.")} - PARTS
    assert actual == {f"finding.{code}" for code in set(FINDINGS) - IN_THE_TERMINAL}


@pytest.mark.parametrize("language", ["en", "de"])
def test_texts_use_only_values_that_their_codes_have(
    texts: dict[str, dict[str, list[str]]], language: str
) -> None:
    registered = {f"refused.{code}": text for code, text in TEXTS.items()}
    registered |= {f"finding.{code}": text for code, text in FINDINGS.items()}
    for key, names in texts[language].items():
        if key in registered:
            assert set(names) <= set(values_of(registered[key])) | ADDED, key


def test_the_list_of_codes_never_sent_to_pages_is_valid() -> None:
    assert set(TEXTS) >= NOT_FOR_PAGES


def test_every_status_belongs_to_a_code() -> None:
    assert set(TEXTS) >= set(STATUS)


def test_codes_are_identifiers() -> None:
    for code in (*TEXTS, *FINDINGS):
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code), code


def scripts() -> list[Path]:
    found = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    assert len(found) > 50
    return found


def test_no_page_has_a_regular_expression_over_a_sentence() -> None:
    """A regular expression must not contain two words with a space between them."""
    pattern = re.compile(r"(?:[(,=:\[!&|?]|return)\s*/(?![/*])[^/\n]*[a-z]{2} [a-z]{2}[^/\n]*/")
    for path in scripts():
        assert not pattern.search(path.read_text("utf-8")), path


def test_no_page_searches_the_text_of_a_message() -> None:
    """Pages read the fields of answers instead."""
    searching = r"(match|matchAll|includes|split|startsWith|endsWith|search|indexOf|replace)\("
    reading = re.compile(rf"\.(message|why|text)\s*\??\.{searching}")
    for path in scripts():
        for found in reading.finditer(path.read_text("utf-8")):
            raise AssertionError(f"{path.name}: {found.group()}")
