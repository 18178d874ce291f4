"""`View`, and refusals of wrong values."""

import random
from collections.abc import Callable

import numpy as np
import pytest

import splendor
from splendor import Game, IllegalMove, PositionError, RulesError, View
from tests.games import played


def test_a_view_is_read_from_its_text() -> None:
    game = played(8, 40, players=3)
    for seat in (0, 1, 2, None):
        assert View.from_position(game.view(seat).position) == game.view(seat)


@pytest.mark.parametrize(
    "change, reason",
    [
        (("view=1", "view=7"), "there is no seat 7"),
        (("view=1 ", ""), "use Game.from_position"),
        (("round=", "rounds="), "no field"),
    ],
)
def test_a_broken_view_is_refused(change: tuple[str, str], reason: str) -> None:
    text = played(8, 40).view(1).position.replace(*change)
    with pytest.raises(PositionError, match=reason):
        View.from_position(text)


def test_a_view_is_not_a_game() -> None:
    with pytest.raises(PositionError, match=r"use View\.from_position"):
        Game.from_position(Game(seed=1).view(0).position)


def test_the_view_of_a_concluded_game_is_over() -> None:
    game = Game(seed=1)
    before = game.view(0)
    game.conclude("resignation", (1,))
    view = game.view(0)
    assert (view.phase, view.is_over, view.outcome) == ("over", True, game.outcome)
    assert game.view(game.active).legal_moves == ()
    assert view != before


def test_a_view_has_its_rules_and_describes_legal_moves_only() -> None:
    game = Game("landolt", players=3, seed=1, target=21)
    view = game.view(0)
    assert (view.options, view.players, view.round) == (game.options, 3, 1)
    assert view.outcome is None
    assert view.describe("take white, blue and green") == "Take white, blue and green."
    with pytest.raises(IllegalMove):
        view.describe("bh1")
    with pytest.raises(IllegalMove):
        game.view(1).describe("WUG")


@pytest.mark.parametrize("hands", ["seen", "hidden"])
def test_a_card_is_visible_while_it_is_paid_for_also_in_imagined_games(hands: str) -> None:
    found = 0
    for seed in range(60):
        walk, game = random.Random(seed), Game(seed=seed, hands=hands, rounds=60)
        while not game.is_over and found < 20:
            blind = [m for m in game.legal_moves if str(m) in ("r1", "r2") or "h" in str(m)]
            game.push(walk.choice(blind or game.legal_moves))
            if game.phase == "pay":
                other = game.view(1 - game.active)
                assert Game.from_position(other.imagine(seed).position).legal_moves
                assert other.imagine(seed).legal_moves == game.legal_moves
                found += 1
    assert found == 20


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Game(seed=10**5000),
        lambda: Game(seed=1.5),  # type: ignore[arg-type]
        lambda: Game(players=np.array([2, 3])),  # type: ignore[arg-type]
        lambda: Game(tokens=np.array([1, 2])),  # type: ignore[arg-type]
        lambda: Game(["official"]),  # type: ignore[arg-type]
        lambda: Game(seed=1).view("0"),  # type: ignore[arg-type]
        lambda: Game(seed=1).parse(None),  # type: ignore[arg-type]
        lambda: Game(seed=1).set_next_card("1", 5),  # type: ignore[arg-type]
        lambda: Game(seed=1).conclude("time", None),  # type: ignore[arg-type]
        lambda: Game.from_position(None),  # type: ignore[arg-type]
        lambda: Game.from_transcript(None),  # type: ignore[arg-type]
        lambda: splendor.Batch("3"),  # type: ignore[arg-type]
        lambda: splendor.Batch(3).random_actions(np.zeros(4, np.uint64)),
        lambda: splendor.Batch(3).random_actions(np.ones(2, np.uint64)),
        lambda: splendor.Batch(3).step(np.zeros(3)),
        lambda: splendor.formats.read_game(None),  # type: ignore[arg-type]
        lambda: list(splendor.formats.read_any(b"x")),  # type: ignore[arg-type]
        lambda: splendor.card("9z"),
    ],
)
def test_a_value_of_a_wrong_type_is_refused_with_a_message(wrong: Callable[[], object]) -> None:
    with pytest.raises(RulesError, match=r"\w+ \w+"):
        wrong()


def test_every_public_name_exists() -> None:
    assert [name for name in splendor.__all__ if not hasattr(splendor, name)] == []


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_view_in_which_a_seat_does_not_know_its_own_hand_is_refused(rules: str) -> None:
    game = splendor.Game(rules, seed=1, start=0)
    while not game.view(0).table.places[0].hand:
        game.push(
            next((move for move in game.legal_moves if str(move) == "r1"), game.legal_moves[0])
        )
    text = game.view(1).position.replace("view=1", "view=0")
    with pytest.raises(splendor.PositionError, match="seat 0 knows every card in its own hand"):
        splendor.View.from_position(text)


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_hidden_hands_are_marked_in_a_position(rules: str) -> None:
    game = splendor.Game(rules, seed=1, start=0, hands="hidden")
    while not game.table.places[0].hand:
        game.push(
            next((move for move in game.legal_moves if str(move) == "r1a"), game.legal_moves[0])
        )
    assert splendor.Game.from_position(game.position) == game
    with pytest.raises(splendor.PositionError, match="as hands are hidden"):
        splendor.Game.from_position(game.position.replace("*", ""))
