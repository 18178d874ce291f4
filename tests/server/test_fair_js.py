"""The browser's check of proofs, compared with the engine's vectors and Python's check.

The module runs under Node, if it is installed; playing and serving do not need it.
"""

import hashlib
import hmac
import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from splendor.cli import warm_up
from splendor.formats.fair import check_nonce
from splendor.server import __file__ as server
from tests.formats.fair_proofs import (
    TAMPERINGS,
    damaged,
    fresh_proof,
    judged,
    replenishes,
    tampered,
    valid_proofs,
    vectors,
)

FOLDER = Path(str(server)).parent / "static" / "fair"
DRIVER = Path(__file__).resolve().parent.parent / "js" / "fair.mjs"
LONGEST = 120  # seconds for all questions of a test


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("official")
    warm_up("duel")


class Browser:
    """The module in Node; one process answers all questions of a test."""

    def __init__(self, node: str, folder: Path) -> None:
        self.command = [node, str(DRIVER), str(folder)]

    def ask(self, questions: list[dict[str, Any]]) -> list[Any]:
        asked = "".join(f"{json.dumps(question)}\n" for question in questions)
        done = subprocess.run(
            self.command,
            input=asked,
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST,
        )
        assert done.returncode == 0, done.stderr
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(questions)
        return answers

    def judge(self, proofs: list[Any]) -> list[Any]:
        return self.ask([{"what": "verify", "proof": proof} for proof in proofs])


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed (sudo apt install nodejs): the page is not tried")
    # Node reads a script as a module if package.json says so; in a browser, the page says so.
    folder = tmp_path_factory.mktemp("fair") / "static"
    shutil.copytree(FOLDER, folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return Browser(node, folder)


# Parts


def test_sha256_agrees_with_python_at_every_length_up_to_three_blocks(browser: Browser) -> None:
    texts = [random.Random(size).randbytes(size) for size in range(200)]
    asked = [{"what": "sha256", "bytes": text.hex()} for text in texts]
    assert browser.ask(asked) == [hashlib.sha256(text).hexdigest() for text in texts]


def test_hmac_agrees_with_python_for_short_and_long_keys(browser: Browser) -> None:
    chance = random.Random(7)
    pairs = [(chance.randbytes(size), chance.randbytes(size % 90)) for size in range(0, 150, 3)]
    asked = [{"what": "hmac", "key": key.hex(), "bytes": text.hex()} for key, text in pairs]
    assert browser.ask(asked) == [hmac.new(*pair, "sha256").hexdigest() for pair in pairs]


def test_numbers_below_a_limit_agree_with_the_documented_vectors(browser: Browser) -> None:
    """`docs/decisions/0002-chance.md`; below the last limit, many draws are repeated."""
    page = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "0002-chance.md"
    text = page.read_text(encoding="utf-8").partition("<!-- generated:below -->")[2]
    rows = [list(map(int, re.findall(r"\d+", line))) for line in text.splitlines()[4:9]]
    assert [row[0] for row in rows] == [2, 10, 40, 90, 1_500_000_000]
    asked = [{"what": "below", "seed": "7", "limit": row[0], "count": 8} for row in rows]
    assert browser.ask(asked) == [row[1:] for row in rows]


def test_nonces_are_valid_and_distinct(browser: Browser) -> None:
    made = browser.ask([{"what": "nonce"}] * 50)
    assert len(set(map(check_nonce, made))) == 50


def test_the_vectors_of_the_engine_are_derived(browser: Browser) -> None:
    asked = [{"what": "derive", **vector} for vector in vectors()]
    for vector, found in zip(vectors(), browser.ask(asked), strict=True):
        draws = found.pop("draws", [])
        assert found == {key: vector[key] for key in found}
        proof = {"transcript": {"turns": vector.get("turns", [])}}
        assert draws == [step["placed"] for step in replenishes(proof)]
        assert {"seed", "words", "deal", "words_after_deal"} <= set(found)


# Findings


def test_the_findings_for_fair_games_agree_with_python(browser: Browser) -> None:
    proofs = valid_proofs(4)
    answers = browser.judge(proofs)
    assert all(answer["fair"] for answer in answers)
    assert answers == [judged(proof) for proof in proofs]


def test_the_findings_for_tampered_proofs_agree_with_python(browser: Browser) -> None:
    proofs = [tampered(tampering) for tampering in TAMPERINGS]
    answers = browser.judge(proofs)
    assert not any(answer["fair"] for answer in answers)
    assert answers == [judged(proof) for proof in proofs]


@pytest.mark.parametrize("rules", ["official", "landolt", "duel"])
def test_damaged_proofs_are_judged_or_refused_as_in_python(browser: Browser, rules: str) -> None:
    chance = random.Random(f"{rules} in two languages")
    proofs = [damaged(fresh_proof(rules), chance) for _ in range(500)]
    answers = browser.judge(proofs)
    for proof, answer in zip(proofs, answers, strict=True):
        assert answer == judged(proof)
    assert len({str(answer.get("values")) for answer in answers}) > 10


# The files


def test_the_scripts_import_only_their_neighbours_and_touch_no_page() -> None:
    scripts = sorted(FOLDER.glob("*.js"))
    assert {"fair.js", "redeal.js"} <= {script.name for script in scripts}
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|subtle|fetch"
    )
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        for found in re.findall(r'(?:from|import\()\s*"([^"]*)"', text):
            assert (FOLDER / found).parent == FOLDER
            assert (FOLDER / found).exists()
        assert not forbidden.search(text), script.name
