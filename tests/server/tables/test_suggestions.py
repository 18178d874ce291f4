"""The next opponent: for newcomers, after wins and losses, and after what somebody said."""

import pytest

from splendor.bots.levels import ladder_of
from splendor.server.storage.types import ResultRow
from splendor.server.tables.suggestions import FIRST_LEVEL, Suggestion, suggestions
from tests.server.storage.stored import a_result


def suggested(*games: str) -> Suggestion:
    """For games such as `won regular easy`, the first one first."""
    last: list[tuple[ResultRow, str]] = []
    for game in games:
        result, level, *felt = game.split()
        last.insert(0, (a_result(result=result, level=level), "".join(felt)))
    return next(each for each in suggestions(last) if (each.game, each.players) == ("base", 2))


def test_a_newcomer_begins_near_the_foot_of_every_ladder() -> None:
    for each in suggestions([]):
        names = [level.name for level in ladder_of(each.game, each.players)]
        assert (each.level, each.why) == (FIRST_LEVEL, "first")
        assert 0 < names.index(each.level) < len(names) / 2


@pytest.mark.parametrize(
    "games, level, why",
    [
        (["won regular"], "regular", "again"),
        (["won regular", "won regular"], "skilled", "won"),
        (["won casual", "won regular"], "regular", "again"),
        (["lost regular", "won regular"], "regular", "again"),
        (["lost regular"] * 2, "regular", "again"),
        (["lost regular"] * 3, "casual", "lost"),
        (["won beginner easy"], "regular", "easy"),
        (["won beginner hard"], "newcomer", "hard"),
        (["won regular", "won regular right"], "skilled", "won"),
        (["won champion"] * 2, "champion", "again"),
        (["lost newcomer hard"], "newcomer", "again"),
        (["won greedy"] * 2, "greedy", "again"),
    ],
)
def test_the_next_level_follows_from_the_last_games(games: list[str], level: str, why: str) -> None:
    found = suggested(*games)
    assert (found.level, found.why) == (level, why)


def test_the_reason_names_the_level_and_how_often_it_was_beaten() -> None:
    found = suggested("won regular", "won regular")
    assert (found.of, found.count) == ("regular", 2)


def test_only_the_first_game_asks_whether_it_was_too_easy() -> None:
    assert suggested("won beginner").asks
    assert not suggested("won beginner right").asks
    assert not suggested("won beginner", "won beginner").asks
