"""The example that trains an agent keeps its promise."""

import runpy
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

PROGRAM = Path(__file__).parents[2] / "examples" / "research" / "learn_with_ppo.py"


def test_ppo_with_masks_in_one_file_beats_random() -> None:
    """It wins 98 of 100 games after half of its updates; 95 are promised."""
    names = runpy.run_path(str(PROGRAM), run_name="example")
    assert names["main"](20, 1) >= 0.95
