"""Positions that people send: the common mistakes are codes with values."""

import pytest

from splendor.core.errors import PositionError
from splendor.game import Game
from splendor.server.position_texts import read_game, read_view, wrong_form
from splendor.view import View

GAMES = [("official", 2), ("official", 4), ("landolt", 3), ("duel", 2)]


def a_view(rules: str = "official", players: int = 2) -> str:
    game = Game(rules, players, seed=1)
    return game.view(game.active).position


def code_of(text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(PositionError) as error:
        read_game(text)
    return error.value.code, dict(error.value.values)


@pytest.mark.parametrize("rules, players", GAMES)
def test_what_the_games_write_has_the_right_form(rules: str, players: int) -> None:
    game = Game(rules, players, seed=1)
    while not game.is_over:
        assert wrong_form(game.position) is None
        assert wrong_form(game.view(game.active).position) is None
        game.push(game.legal_moves[game.ply % len(game.legal_moves)])


@pytest.mark.parametrize("rules, players", GAMES)
def test_each_field_is_missed_as_the_game_itself_misses_it(rules: str, players: int) -> None:
    whose, *words = a_view(rules, players).split()
    for word in words:
        text = " ".join([whose, *(other for other in words if other != word)])
        field = word.partition("=")[0]
        assert code_of(text) == ("position_field_missing", {"field": field})
        with pytest.raises(PositionError, match=field):
            View.from_position(text)


def test_words_fields_and_rules_are_named() -> None:
    text = a_view()
    assert code_of("castle") == ("position_word", {"word": "castle"})
    assert code_of(f"{text} castle") == ("position_word", {"word": "castle"})
    assert code_of("x" * 3000) == ("position_word", {"word": "x" * 40})
    assert code_of(f"{text} turn=0") == ("position_field_twice", {"field": "turn"})
    assert code_of(text.replace("official", "chess")) == ("position_rules", {"rules": "chess"})
    assert code_of(" ") == ("position_field_missing", {"field": "rules"})
    assert code_of(text.replace("turn=", "turn=x"))[0] == "position_text"  # in English


def test_views_say_whose_they_are() -> None:
    text = a_view()
    rest = text.partition(" ")[2]
    assert code_of(rest) == ("position_unknown", {})
    assert code_of(f"view=3 {rest}") == ("position_no_seat", {"seat": 3})
    assert code_of(text.replace(f"seat{text[5]}=::", f"seat{text[5]}=::?1"))[0] in (
        "position_own_hand",
        "position_level",
    )


def test_a_whole_game_is_read_as_the_player_to_move_knows_it() -> None:
    game = Game(seed=1)
    assert read_view(game.position) == game.view(game.active)
    assert read_view(a_view()).position == a_view()
    assert read_game(a_view(), "seed") == read_game(a_view(), "seed")
