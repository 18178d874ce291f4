"""`Game` as a value: copies, pickles, texts, positions and views."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import splendor
from splendor import (
    Game,
    IllegalMove,
    OptionError,
    PositionError,
    RulesError,
    View,
)
from tests.games import base_table, finished, game_of, played
from tests.positions import Position, a_game, cards_of

# Copies


def test_a_copy_has_its_own_history() -> None:
    game = played(4, 30)
    other = game.copy()
    assert other == game
    assert other.moves == game.moves
    other.push(other.legal_moves[0])
    assert other != game
    other.pop()
    other.pop()
    assert len(game.moves) == 30
    assert other != game


def test_equality_is_about_the_position_and_its_hidden_cards() -> None:
    game = Game(seed=1)
    moved = Game(seed=1)
    moved.push("WUG")
    assert game != moved
    moved.pop()
    assert game == moved
    assert game != 1
    assert game != game.view(0)
    moved.set_next_card(1, Position(moved.record).cards_in_deck(1)[5])
    assert game != moved
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def unpickled(game: Game) -> Any:
    return pickle.loads(pickle.dumps(game))


@pytest.mark.parametrize("how", [unpickled, copy.copy, copy.deepcopy])
def test_a_game_survives_pickling(how: Callable[[Game], Game]) -> None:
    for game in (Game(seed=1), played(5, 33, players=3), finished(6)):
        again = how(game)
        assert again == game
        assert again.moves == game.moves
        assert again.outcome == game.outcome
        moves = game.moves
        while again.moves:
            again.pop()
        assert game.moves == moves  # the copy shares nothing with the game


def test_a_conclusion_survives_pickling() -> None:
    game = played(5, 10)
    game.conclude("time", (0,))
    assert pickle.loads(pickle.dumps(game)).outcome == game.outcome


def test_a_view_survives_pickling() -> None:
    view = played(5, 33).view(1)
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert again.seat == 1


def test_a_pickled_view_contains_no_secret() -> None:
    game = Game(seed=1)
    seed_words = game.record[0].chance.tobytes()
    assert seed_words in pickle.dumps(game)
    assert seed_words not in pickle.dumps(game.view(0))


# Texts


def test_a_move_is_described_in_a_sentence() -> None:
    game = game_of(a_game().place(0, "UUUJJ", hand=[85]))
    assert game.describe("WUG") == "Take white, blue and green."
    assert game.describe("r2") == "Reserve the unseen top card of level 2 and take a gold."
    bought = game.describe("b1a")
    assert bought.startswith("Buy the white level 1 card 1w0-u3 (0 points, costs U3), for U3")
    game.push("b1a+")
    game.push("J=U")
    assert game.describe("pay") == "Pay U2 J1."
    cheaper = game_of(a_game().place(0, "UUJ", cards_of("U")))
    assert cheaper.describe("b1a").endswith(", for U2.")


def test_only_a_legal_move_is_described() -> None:
    with pytest.raises(IllegalMove):
        Game(seed=1).describe("pass")


def test_every_legal_move_can_be_described() -> None:
    game, chance = Game(seed=9, rounds=30, nobles="sought_free"), random.Random(9)
    sentences = set()
    while not game.is_over:
        for move in game.legal_moves:
            sentence = game.describe(move)
            assert sentence.endswith(".")
            assert game.view(game.active).describe(move) == sentence
            sentences.add(sentence)
        game.push(chance.choice(game.legal_moves))
    assert len(sentences) > 50


def test_a_printed_game_reveals_no_secret() -> None:
    game = game_of(a_game().place(0, unseen=[44]).place(1, unseen=[75]))
    text = str(game)
    assert text == str(game.view(None))
    assert text.count("unseen, level") == 2
    assert "round 1, seat 0, play, to 15 points" in text
    assert repr(game) == "<Game official, 2 players, round 1, play>"


def test_cards_and_nobles_can_be_looked_up() -> None:
    assert [card.id for card in splendor.cards()] == list(range(90))
    assert splendor.cards("landolt") == splendor.cards()
    assert [noble.id for noble in splendor.nobles()] == list(range(10))
    with pytest.raises(OptionError):
        splendor.cards("chess")


# Positions


def test_a_position_is_written_and_read() -> None:
    for decisions in range(0, 80, 7):
        game = played(8, decisions, players=3, nobles="sought_free")
        again = Game.from_position(game.position)
        assert again == game
        assert again.moves == ()
        assert again.legal_moves == game.legal_moves


def test_a_whole_game_cannot_be_read_from_a_view() -> None:
    text = Game(seed=1).view(0).position
    with pytest.raises(PositionError, match=r"use View\.from_position"):
        Game.from_position(text)


@pytest.mark.parametrize("text", ["", "hello", "rules=chess", "rules=official,players=9"])
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        Game.from_position(text)
    with pytest.raises(PositionError):
        View.from_position(text)


def test_the_record_is_a_copy() -> None:
    game = Game(seed=1)
    game.record[0].supply[:] = 0
    game.view(0).record[0].supply[:] = 0
    assert game == Game(seed=1)


def test_the_table_consists_of_plain_values() -> None:
    bought = cards_of("WWRK")
    game = game_of(a_game().place(1, "UUJ", bought, [85], [45]))
    place = base_table(game.view(0)).places[1]
    assert place.tokens == (0, 2, 0, 0, 0, 1)
    assert place.bonuses == (2, 0, 0, 1, 1)
    assert [card.id for card in place.bought] == sorted(bought)
    assert [(card.card and card.card.id, card.level, card.unseen) for card in place.hand] == [
        (85, 3, False),
        (None, 2, True),
    ]
    assert game.table.places[1].hand[1].card is splendor.cards()[45]
    assert game.table.deck_sizes == game.view(0).table.deck_sizes


# Views


def test_a_view_shows_its_seat_and_only_the_own_legal_moves() -> None:
    game = Game(seed=1, start=0)
    own, other, spectator = game.view(0), game.view(1), game.view(None)
    assert own.legal_moves == game.legal_moves
    assert other.legal_moves == spectator.legal_moves == ()
    assert (own.seat, other.seat, spectator.seat) == (0, 1, None)
    assert (own.active, other.active) == (0, 0)
    assert own != other
    assert own == Game(seed=1, start=0).view(0)


@pytest.mark.parametrize("seat", [2, 3, -1])
def test_there_is_no_view_of_an_empty_seat(seat: int) -> None:
    with pytest.raises(RulesError, match=f"there is no seat {seat} in a game for 2"):
        Game(seed=1).view(seat)


def test_an_imagined_game_agrees_with_the_view_and_can_be_played() -> None:
    game = played(3, 30, players=3)
    view = game.view(1)
    dealt = [view.imagine(seed) for seed in range(5)]
    assert all(other.view(1) == view for other in dealt)
    assert len({other.position for other in dealt}) == 5
    assert view.imagine("same") == view.imagine("same")
    other, chance = dealt[0], random.Random(1)
    for _ in range(30):
        other.push(chance.choice(other.legal_moves))
    assert game == played(3, 30, players=3)


def test_a_seat_may_be_a_numpy_integer() -> None:
    game = Game(seed=1)
    assert game.view(np.int8(1)) == game.view(1)  # type: ignore[arg-type]


def test_a_view_knows_which_moves_of_its_seat_are_legal() -> None:
    game = Game(seed=1, start=0)
    assert game.view(0).is_legal("WUG")
    assert not game.view(0).is_legal("pass")
    assert not game.view(1).is_legal("WUG")
    assert not game.view(None).is_legal("WUG")
