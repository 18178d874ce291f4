"""Every file in golden/ replays to the same text."""

import pytest

from tests.golden import FOLDER, GAMES, moves_in, tell


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_text(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert text.splitlines() == list(tell(name, moves_in(text)))


def test_there_is_no_golden_file_without_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
