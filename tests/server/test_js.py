"""The pure functions of the pages, tested by Node's own runner where there is a Node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from splendor.server.http import STATUS

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "splendor" / "server"
CODES = re.compile(r'Refusal\("(\w+)"|require\([^"]*"(\w+)",')
WORDS = re.compile(r"'refused\.(\w+)'")


def test_the_state_functions_of_the_pages_pass_their_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: the product does not need it, these tests do")
    files = sorted(map(str, (ROOT / "tests" / "js").rglob("*.test.mjs")))
    assert files
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_have_words_for_whatever_the_server_refuses(language: str) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    codes = {one or other for one, other in CODES.findall(source)} | STATUS.keys()
    words = (SERVER / "static" / "texts" / language / "refused.js").read_text(encoding="utf-8")
    rules = {"illegal"}  # these have the words of the rule
    assert {"frozen", "ready", "not_your_turn"} <= codes
    assert codes - rules <= set(WORDS.findall(words))
