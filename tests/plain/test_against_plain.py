"""Random games: engine and plain rules agree at every decision. `make plain` plays more."""

import re

import pytest

from tests.plain.against_plain import LEAST, PAIRINGS, play_some

GAMES = 200  # of each kind
PARTS = 4  # so that the work can be shared
VIEWS = 0.05  # the share of decisions at which views are compared
KINDS = [(rules, kind) for rules, pairing in PAIRINGS.items() for kind in pairing.kinds]


@pytest.mark.parametrize("rules, kind", KINDS)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_engine_and_the_plain_rules_agree_at_every_decision(
    rules: str, kind: str, part: int
) -> None:
    games = range(GAMES)[part::PARTS]
    exercised = play_some(rules, kind, games, VIEWS)
    assert exercised[PAIRINGS[rules].rules[0]] == len(games)


@pytest.mark.parametrize("rules", PAIRINGS)
def test_every_rule_was_exercised_often_in_the_committed_long_run(rules: str) -> None:
    pairing = PAIRINGS[rules]
    rows = re.findall(r"^ *([\d,]+)  (\w.*)$", pairing.result.read_text("utf-8"), re.M)
    counts = {rule: int(times.replace(",", "")) for times, rule in rows}
    assert tuple(counts) == pairing.rules
    assert min(counts.values()) >= LEAST
