"""Chances as people are shown them: fitted to held-out games, without a change to the search."""

from dataclasses import replace

import numpy as np
import pytest

from splendor import Game, Search
from splendor.review import Budget, review
from splendor.review.judge import Judge
from splendor.review.puzzles import puzzles_of
from splendor.review.shown import ShownSearch, exponent_of, to_the_power
from splendor.server.workers.bot_worker import Analyse, answer
from splendor.view import View

SIMULATIONS = 30
DUEL = exponent_of("duel", 2, "network")


def a_view(rules: str = "duel", players: int = 2) -> View:
    game = Game(rules, players, seed=4)
    return game.view(game.active)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("exponent", [0.5, DUEL, 1.0, 1.7])
def test_an_exponent_keeps_certainty_an_even_share_and_the_order(
    players: int, exponent: float
) -> None:
    chances = np.linspace(0, 1, 101)
    found = to_the_power(chances, exponent, players)
    assert (found[0], found[-1]) == (0, 1)
    assert to_the_power(1 / players, exponent, players) == pytest.approx(1 / players)
    assert (np.diff(found) > 0).all()


def test_the_search_does_not_see_what_is_shown() -> None:
    view = a_view()
    found = Search(view, seed=1).run(SIMULATIONS)
    seen = ShownSearch(view, seed=1).run(SIMULATIONS)
    assert [each.move for each in seen.candidates] == [each.move for each in found.candidates]
    for before, after in zip(found.candidates, seen.candidates, strict=True):
        assert after.value == pytest.approx(to_the_power(before.value, DUEL, 2))
        assert replace(after, value=before.value, error=before.error) == before
    assert sum(seen.seats) == pytest.approx(1)


@pytest.mark.parametrize("rules, players", [("official", 2), ("official", 4), ("duel", 2)])
def test_the_chances_of_a_judge_are_those_that_are_shown(rules: str, players: int) -> None:
    game = Game(rules, players, seed=4)
    values = [
        Judge(Budget.of(SIMULATIONS), "1", exponent=exponent).value(game, game.active, "1", 20)[0]
        for exponent in (None, 1.0)
    ]
    fitted = Judge(Budget(), "1").exponent_for(game.ruleset.name, players)
    expected = to_the_power(float(values[1][game.active]), fitted, players)
    assert values[0][game.active] == pytest.approx(expected)


@pytest.mark.parametrize("rules, exponent", [("official", 1.0), ("duel", DUEL)])
def test_a_review_tells_its_exponent(rules: str, exponent: float) -> None:
    game = Game(rules, seed=1)
    game.push(game.legal_moves[0])
    game.conclude("abandoned")
    assert review(game, budget=Budget(4, 2, 1, 1, 1)).exponent == exponent


def test_hints_show_the_same_chances_as_reviews() -> None:
    view = a_view()
    shown = ShownSearch(view, seed="1").run(SIMULATIONS)
    found = answer(Analyse(view, "1", SIMULATIONS, 60.0, 1))
    assert found["candidates"][0]["value"] == pytest.approx(shown.best.value)


@pytest.mark.parametrize("game, players", [("base", 2), ("base", 4), ("duel", 2)])
def test_puzzles_show_the_same_chances_as_hints(game: str, players: int) -> None:
    puzzle = next(each for each in puzzles_of(game) if each.position.players == players)
    shown = puzzle.as_shown()
    exponent = Judge(Budget(), "1").exponent_for(game, players)
    assert shown.next == pytest.approx(to_the_power(puzzle.next, exponent, players))
    assert shown.chance == pytest.approx(to_the_power(puzzle.chance, exponent, players))
    assert replace(shown, chance=puzzle.chance, next=puzzle.next) == puzzle
