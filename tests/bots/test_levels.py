"""The levels: one ladder for each game and number of players, with measured ratings."""

from dataclasses import replace
from itertools import pairwise

import pytest

from splendor import Game, RulesError
from splendor.bots import BOT_NAMES, Clock, make_bot
from splendor.bots.evaluators.network import has_network
from splendor.bots.levels import Level, ladders, level_names, level_of
from tools import strength

TABLES = [("base", 2), ("base", 3), ("base", 4), ("duel", 2)]
RULES = {"base": "official", "duel": "duel"}


@pytest.mark.parametrize("table", TABLES)
def test_a_ladder_has_at_least_seven_levels_from_random_to_the_strongest(
    table: tuple[str, int],
) -> None:
    ladder = ladders()[table]
    top = "champion" if has_network(*table) else "master"
    assert [ladder[0].name, ladder[-1].name] == ["random", top]
    assert len(ladder) >= 7
    assert len({level.name for level in ladder}) == len(ladder)
    order = level_names()
    assert sorted(ladder, key=lambda level: order.index(level.name)) == list(ladder)


@pytest.mark.parametrize("table", TABLES)
def test_the_ratings_are_those_of_the_match_files(table: tuple[str, int]) -> None:
    found = strength.rated(*table)
    assert found is not None
    ratings = strength.ratings_by_spec(found)
    for level in ladders()[table]:
        rating = ratings[level.spec]
        assert level.elo == round(rating.elo)
        assert level.interval == round(strength.half_interval(rating))


def test_every_match_file_was_played_by_the_agents_that_its_table_names() -> None:
    files = [match for match in strength.all_matches() if match.path.exists()]
    assert len(files) > 40
    for match in files:
        match.source()
    with pytest.raises(SystemExit, match="rename it, and play again"):
        replace(files[0], agents=("random", "random")).source()


@pytest.mark.parametrize("table", TABLES)
def test_every_level_is_clearly_above_the_one_below(table: tuple[str, int]) -> None:
    for lower, upper in pairwise(ladders()[table]):
        assert upper.elo - lower.elo >= 75, f"{upper.name} is hardly above {lower.name}"


@pytest.mark.parametrize("table", TABLES)
def test_the_top_takes_at_most_a_second(table: tuple[str, int]) -> None:
    top = ladders()[table][-1]
    assert top.seconds is not None
    assert top.seconds <= 1.0


@pytest.mark.parametrize("table", TABLES)
def test_a_level_is_the_bot_that_its_match_files_name(table: tuple[str, int]) -> None:
    game, players = table
    start = Game(RULES[game], seed=1, players=players)
    view, clock = start.view(start.active), Clock(simulations=50)
    for level in ladders()[table]:
        assert level.name in BOT_NAMES
        by_name, by_spec = make_bot(level.name, 3), make_bot(level.spec, 3)
        assert by_name.choose(view, clock) == by_spec.choose(view, clock)


def test_a_spec_is_complete() -> None:
    level = Level("base", 2, "tired", "", 40, 2.0, 0.05, 0.2, 0.5, 0, 0)
    wanted = "search,sims=40,c_puct=2,temperature=0.05,most_lost=0.2,seconds=0.5"
    assert level.spec == wanted
    level = replace(level, weights="base2-1", c_puct=None, temperature=0.0)
    assert level.spec == "search,evaluator=network,weights=base2-1,sims=40,seconds=0.5"


def test_a_level_missing_from_a_ladder_is_the_next_lower_one() -> None:
    assert level_of("duel", 2, "veteran").name == "veteran"
    assert level_of("base", 2, "adept").name == "skilled"
    assert level_of("base", 3, "champion").name == "master"
    assert level_of("base", 3, "expert").name == "skilled"


def test_an_unknown_level_is_refused_with_the_names() -> None:
    with pytest.raises(RulesError, match="there is no level 'tired': random, newcomer, "):
        level_of("base", 2, "tired")
