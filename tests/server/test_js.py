"""The pure functions of the pages, tested by Node's test runner if Node is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_state_functions_of_the_pages_pass_their_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: the product does not need it, these tests do")
    files = sorted(map(str, (ROOT / "tests" / "js").rglob("*.test.mjs")))
    assert files
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
