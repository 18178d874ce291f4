"""Old names work for one version more, and warn."""

import pytest

from splendor import Game


def test_the_seat_of_a_game_is_called_active_now() -> None:
    game = Game(players=3, seed=1, start=2)
    with pytest.warns(DeprecationWarning, match="use Game.active"):
        assert game.seat == 2  # type: ignore[attr-defined]
