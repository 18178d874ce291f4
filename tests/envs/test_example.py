"""The example that trains an agent keeps its promise."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

PROGRAM = Path(__file__).parents[2] / "examples" / "research" / "learn_with_ppo.py"
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
