"""Random games: engine and plain rules agree at every step. More by `make plain`."""

import re

import pytest

from tests.against_plain import KINDS, LEAST, RESULT, play_some
from tests.plain.base import RULES

GAMES = 200
PARTS = 4  # so that the work can be shared


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_engine_and_the_plain_rules_agree_at_every_decision(kind: str, part: int) -> None:
    share = GAMES // PARTS
    assert play_some(kind, part * share, share)["B2.1"] > 0


def test_every_rule_was_exercised_often_in_the_committed_long_run() -> None:
    rows = re.findall(r"^ *([\d,]+)  (B.*)$", RESULT.read_text("utf-8"), re.M)
    counts = {rule: int(times.replace(",", "")) for times, rule in rows}
    assert tuple(counts) == RULES
    assert min(counts.values()) >= LEAST
