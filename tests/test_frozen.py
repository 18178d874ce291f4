"""Frozen formats: numbers of actions, texts of moves, keys of positions.

The files in `frozen/` never change, because networks were trained on the numbers, and games and
positions were saved with the texts. If a test fails, fix the code and not the file.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.base import position as base_position
from splendor.duel import position as duel_position
from splendor.ruleset import RULESETS
from tests.duel.random_duels import positions_of_duels
from tests.positions import States, fewer_when_interpreted
from tests.random_games import positions_of_games

FROZEN = Path(__file__).parent / "frozen"
POSITIONS = fewer_when_interpreted(2_000, 400)

GAMES = {"base": RULESETS["official"], "duel": RULESETS["duel"]}
KNOWN_KEYS = {
    "base": (*base_position.REQUIRED, *base_position.OPTIONAL, "seat0", "seat1", "seat2", "seat3"),
    "duel": (*duel_position.REQUIRED, *duel_position.OPTIONAL, "seat0", "seat1"),
}


def frozen(name: str) -> list[str]:
    return (FROZEN / f"{name}.txt").read_text("utf-8").splitlines()


def words(game: str, kind: str) -> list[str]:
    """The words of lines of this kind in a file."""
    lines = (line.split() for line in frozen(f"{game}_position"))
    return [name for word, name in lines if word == kind]


def positions(game: str) -> Iterator[States]:
    if game == "base":
        return positions_of_games(POSITIONS, every=3)
    return positions_of_duels(POSITIONS, every=3)


@pytest.mark.parametrize("game", GAMES)
def test_the_number_and_text_of_an_action_never_change(game: str) -> None:
    listed = [f"{action} {move}" for action, move in enumerate(GAMES[game].moves)]
    assert listed == frozen(f"{game}_actions")


@pytest.mark.parametrize("game", GAMES)
def test_every_frozen_text_of_a_move_is_read(game: str) -> None:
    for line in frozen(f"{game}_actions"):
        action, text = line.split()
        assert GAMES[game].action_of(GAMES[game].parse_move(text)) == int(action)


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_a_position_never_change(game: str) -> None:
    assert sorted(KNOWN_KEYS[game]) == sorted(words(game, "key"))


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_a_position_are_always_written_in_this_order(game: str) -> None:
    keys, seen = words(game, "key"), set()
    for states in positions(game):
        text = GAMES[game].write_position(states[0])
        written = [field.partition("=")[0] for field in text.split()]
        assert written == [key for key in keys if key in written]
        seen.update(written)
    assert len(keys) - len(seen) <= 2  # rare ones may be missing


@pytest.mark.parametrize("game", GAMES)
def test_the_names_and_numbers_of_phases_and_reasons_never_change(game: str) -> None:
    assert list(GAMES[game].phases) == words(game, "phase")
    assert list(GAMES[game].reasons) == words(game, "reason")


def test_an_observation_layout_never_changes() -> None:
    """A network that was trained with a layout is given the same numbers in every later version."""
    layouts = {
        f"{ruleset.layout_version(number)} {layout.fingerprint}"
        for ruleset in GAMES.values()
        for number, layout in enumerate(ruleset.layouts, 1)
    }
    assert sorted(layouts) == frozen("layouts")
