"""Styles: each has its preferences, and none plays much worse for them."""

import json
from dataclasses import replace

import pytest

from splendor import Game, Purchase, RulesError
from splendor.bots import make_bot
from splendor.bots.search import analyse
from splendor.bots.styles import MOST_GIVEN, STYLES, noble_hunter, prefer_style, rusher
from splendor.core.kernel import COMPILED
from tests.bots.midgames import midgames
from tests.games import base_table
from tools.styles import FILE


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_style_gives_up_no_more_than_its_limit(style: str, rules: str) -> None:
    for game in midgames(rules, 30 if COMPILED else 2):
        view = game.view(game.active)
        found = analyse(view, 200 if COMPILED else 8, seed=1).candidates
        liked = prefer_style(view, found, style)
        assert sorted(map(repr, liked)) == sorted(map(repr, found))
        assert found[0].value - liked[0].value <= MOST_GIVEN


def test_the_rusher_prefers_level_3_and_the_hunter_what_nobles_require() -> None:
    game = Game(seed=1)
    table = base_table(game.view(game.active))
    low, high = table.market[0][0], table.market[2][0]
    assert low is not None
    assert high is not None
    assert rusher(table, high, True) > rusher(table, low, True) == 0
    asked = [sum(noble.requires[gem] > 0 for noble in table.nobles if noble) for gem in range(5)]
    for row in table.market:
        for card in row:
            assert card is not None
            gem = ("white", "blue", "green", "red", "black").index(card.bonus)
            assert (noble_hunter(table, card, True) > 0) == (asked[gem] > 0)
            assert noble_hunter(table, card, False) == 0


@pytest.mark.parametrize("points, liked", [(0, 0.0), (3, 1.0), (6, 2.0)])
def test_the_hunter_values_a_noble_by_its_points(points: int, liked: float) -> None:
    game = Game(seed=1)
    table = base_table(game.view(game.active))
    worth = tuple(replace(noble, points=points) for noble in table.nobles if noble)
    for card in filter(None, table.market[0]):
        usual = noble_hunter(table, card, True)
        assert noble_hunter(replace(table, nobles=worth), card, True) == liked * usual


def test_a_style_is_a_bot_and_a_setting() -> None:
    game = Game(seed=1)
    view = game.view(game.active)
    chosen = make_bot("rusher,sims=60", 1).choose(view, None)  # type: ignore[arg-type]
    same = "search,evaluator=best,sims=60,style=rusher"
    assert make_bot(same, 1).choose(view, None) == chosen  # type: ignore[arg-type]
    assert not isinstance(chosen, Purchase)  # nothing is affordable yet
    with pytest.raises(RulesError, match="there is no style 'dreamer': hunter, rusher, blocker"):
        make_bot("search,style=dreamer")


def test_the_measurements_show_different_play() -> None:
    found = json.loads(FILE.read_text(encoding="utf-8"))["styles"]
    base, duel = found["official"], found["duel"]
    nobles = "nobles or royal cards"
    assert base["hunter"][nobles] > base["search"][nobles]
    assert duel["hunter"]["crowns"] > duel["search"]["crowns"]
    for counts in (base, duel):
        assert counts["rusher"]["bought level 3"] > counts["search"]["bought level 3"]
        taken = "card the opponent could buy taken"
        assert counts["blocker"][taken] > counts["search"][taken]
