"""The coach: two steps that name no card, a third with the move, and turns judged beforehand."""

from functools import cache

import pytest

from splendor import Game
from splendor.bots.candidates import Analysis
from splendor.bots.search import analyse
from splendor.bots.simple import simulate
from splendor.core.kernel import COMPILED
from splendor.review.coach import (
    AREAS,
    CLUE_KINDS,
    POSITION,
    TOLD,
    Coaching,
    coach,
    expected_line,
    things_of,
)
from splendor.review.trial import Effort, Trial, try_turn
from splendor.review.words import (
    KIND_TEXTS,
    LOOKS,
    WHY_THERE,
    WHY_THIS_KIND,
    kind_text,
    look_text,
)
from splendor.view import View

SIMULATIONS = 40
GAMES = [("official", 2), ("official", 4), ("landolt", 3), ("duel", 2)]
PLIES = 6 if COMPILED else 2
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@cache
def positions(rules: str, players: int) -> list[View]:
    """Decisions with a choice, spread over a game of bots; small decisions of a turn, too."""
    game = Game(rules, players=players, seed=5, start=0)
    simulate(game, ("greedy", "random", "greedy", "random")[:players], 5)
    count = len(game.moves)
    spread = {count * part // PLIES for part in range(PLIES)}
    small = [ply for ply in range(count) if game.at(ply).phase != "play"][:2]
    here = [game.at(ply) for ply in sorted({*spread, *small})]
    return [each.view(each.active) for each in here if len(each.legal_moves) > 1]


def searched(view: View) -> Analysis:
    return analyse(view, simulations=SIMULATIONS, seed=1)


def coached(view: View) -> Coaching:
    return coach(view, searched(view))


@pytest.mark.parametrize("rules, players", GAMES)
def test_the_first_two_steps_light_at_least_two_things(rules: str, players: int) -> None:
    for view in positions(rules, players):
        found = coached(view)
        assert len(set(found.look.things)) >= 2
        assert len(set(found.kind.things)) >= 2


@pytest.mark.parametrize("rules, players", GAMES)
def test_what_is_lit_contains_the_best_move(rules: str, players: int) -> None:
    """All moves of the kind are lit, and the area is the one of the move."""
    for view in positions(rules, players):
        found = coached(view)
        best = set(things_of(found.moves[0].move))
        assert best <= set(found.kind.things)
        assert best <= set(found.look.things) or found.look.code in ("board", "decks", "supply")


@pytest.mark.parametrize("rules, players", GAMES)
def test_the_first_two_steps_name_no_card(rules: str, players: int) -> None:
    for view in positions(rules, players):
        found = coached(view)
        for clue in (found.look, found.kind):
            assert set(clue.values) <= {"level"}
            assert clue.why is None or set(clue.why.values) <= {"seat", "tokens", "count"}


@pytest.mark.parametrize("rules, players", [("official", 2), ("duel", 2)])
def test_what_is_hidden_changes_nothing_that_the_coach_says(rules: str, players: int) -> None:
    for view in positions(rules, players)[:3]:
        twin = view.imagine(9).view(view.seat)
        assert twin == view
        assert coached(twin) == coached(view)
        texts = [str(view.legal_moves[0])]
        effort = Effort(simulations=SIMULATIONS)
        assert try_turn(twin, texts, effort, 1) == try_turn(view, texts, effort, 1)


def test_every_code_has_words() -> None:
    assert set(LOOKS) == set(AREAS)
    assert set(KIND_TEXTS) == set(CLUE_KINDS)
    assert set(WHY_THERE) == set(TOLD)
    assert set(WHY_THIS_KIND) == {*POSITION, "denies"}


@pytest.mark.parametrize("rules, players", GAMES)
def test_every_clue_is_put_into_words(rules: str, players: int) -> None:
    for view in positions(rules, players):
        found = coached(view)
        for text in (look_text(found.look), kind_text(found.kind, NAMES)):
            assert text.endswith(".")
            assert "{" not in text


def test_an_only_move_is_said_to_be_the_only_one() -> None:
    game = Game(seed=5, start=0)
    simulate(game, ("greedy", "random"), 5)
    alone = next(
        view
        for ply in reversed(range(len(game.moves)))
        if len((view := game.at(ply).view(game.at(ply).active)).legal_moves) == 1
    )
    found = coached(alone)
    assert (found.look.code, found.kind.code) == ("only", "only")


def test_a_line_ends_where_it_depends_on_unseen_cards() -> None:
    view = Game(seed=5, start=0).view(0)
    reserve = view.parse("r1")
    line = expected_line(view, [reserve, view.parse("WUG"), view.parse("bh1")])
    assert [str(move) for _, move in line] == ["r1", "WUG"]


# A turn that is judged before it is played


def test_a_slip_gives_away_the_threshold_and_more_than_two_errors() -> None:
    trial = Trial("WUG", 0.70, 0.60, 0.02, False, (), (), ())
    assert trial.is_slip(0.10)
    assert not trial.is_slip(0.20)
    assert not Trial("WUG", 0.70, 0.60, 0.06, False, (), (), ()).is_slip(0.05)


def test_all_decisions_of_a_turn_are_judged_together() -> None:
    """Taking tokens and returning the best ones loses as much as taking them, and no more."""
    game = Game(seed=5, start=0)
    simulate(game, ("random", "random"), 5)
    ply = next(ply for ply in range(len(game.moves)) if game.at(ply).phase == "return")
    take, back = str(game.moves[ply - 1]), str(game.moves[ply])
    view = game.at(ply - 1).view(game.at(ply).active)
    effort = Effort(simulations=400)
    alone, both = (try_turn(view, turn, effort, 1) for turn in ([take], [take, back]))
    assert alone is not None
    assert both is not None
    assert both.loss >= 0
    assert both.error >= 0
    assert both.after <= both.chance


def test_a_card_that_nobody_has_seen_is_not_judged_by_its_face() -> None:
    view = Game(seed=5, start=0).view(0)
    effort = Effort(simulations=SIMULATIONS)
    trials = [try_turn(view.imagine(seed).view(0), ["r3"], effort, 1) for seed in range(3)]
    assert trials[0] == trials[1] == trials[2]


def test_how_gold_is_spent_is_not_judged() -> None:
    game = Game(seed=5, start=0)
    simulate(game, ("greedy", "greedy"), 5)
    for ply in range(len(game.moves)):
        here = game.at(ply)
        chosen = [move for move in map(str, here.legal_moves) if move.endswith("+")]
        if chosen:
            effort = Effort(simulations=SIMULATIONS)
            view = here.view(here.active)
            found = try_turn(view, chosen[:1], effort, 1)
            assert found is not None
            plain = try_turn(view, [chosen[0][:-1]], effort, 1)
            assert plain is not None
            assert (found.chance, found.after) == (plain.chance, plain.after)
            return
