"""The example that trains an agent keeps its promise."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

PROGRAM = Path(__file__).parents[2] / "examples" / "research" / "learn_with_ppo.py"
NOTEBOOK = PROGRAM.with_name("imitate_a_search.ipynb")
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def test_ppo_with_masks_in_one_file_beats_random() -> None:
    """After half of its updates; it promises 95 of 100 games."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--steps", "20"],
        env={**os.environ, **ONE_THREAD},
        capture_output=True,
        text=True,
    )
    wins = re.search(r"wins ([\d.]+) % of the games", done.stdout)
    assert wins, done.stderr
    assert float(wins[1]) >= 95


def test_the_notebook_learns_to_beat_random_from_a_data_set() -> None:
    pytest.importorskip("pyarrow")
    code = f"from tests.notebooks import run_notebook, Path; run_notebook(Path({str(NOTEBOOK)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **ONE_THREAD},
        cwd=PROGRAM.parents[2],
        capture_output=True,
        text=True,
    )
    wins = re.search(r"won (\d+)% of", done.stdout)
    assert wins, done.stderr
    assert int(wins[1]) >= 80
