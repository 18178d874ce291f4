"""Bots by name, with settings, and custom bots."""

import sys
from pathlib import Path

import pytest

from splendor.bots import BOT_NAMES, BOTS, Clock, current_spec, make_bot, players
from splendor.bots.search import Search, analyse
from splendor.bots.searcher import Searcher
from splendor.bots.simple import Greedy, Random
from splendor.core.errors import RulesError
from splendor.game import Game
from tests.arena.players import Settings


def test_a_bot_is_found_by_its_name() -> None:
    assert type(make_bot("random", 1)) is Random
    assert type(make_bot("greedy", 1)) is Greedy
    assert tuple(BOTS) == BOT_NAMES


def test_an_empty_clock_has_no_limits() -> None:
    assert Clock() == Clock(seconds=None, simulations=None)
    assert Clock(0.5, 100).simulations == 100


def test_a_custom_bot_gets_the_seed_and_its_settings() -> None:
    bot = make_bot("tests.arena.players:Settings,depth=3,style=bold,temper=0.25", "s/1")
    assert isinstance(bot, Settings)
    assert (bot.seed, bot.settings) == ("s/1", (3, "bold", 0.25))
    assert [type(value) for value in bot.settings] == [int, str, float]


def test_a_module_is_found_in_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot_beside_us.py").write_text(
        "class Mine:\n    def __init__(self, seed): self.seed = seed\n"
        "    def choose(self, view, clock): return view.legal_moves[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("elsewhere")  # restores the path afterwards
    assert type(make_bot("bot_beside_us:Mine", 1)).__name__ == "Mine"


@pytest.mark.parametrize(
    "spec, why",
    [
        ("clever", "there is no bot 'clever': random, greedy"),
        ("", "there is no bot ''"),
        ("greedy,depth=3", "unexpected keyword argument 'depth'"),
        ("greedy,depth", "settings are written key=value, not 'depth'"),
        ("greedy,a=1,a=2", "a is given twice"),
        ("greedy,seed=2", "seed is chosen by the match or table"),
        ("no_such_module:Bot", "cannot import 'no_such_module': No module named"),
        ("tests.arena.players:Nobody", "there is no class 'Nobody' in the module"),
        ("tests.arena.players:TROUBLE", "there is no class 'TROUBLE'"),
        ("tests.arena.players:Silent", "has no method choose"),
        ("tests.arena.players:Broken", "cannot be made: OSError: no weights"),
        ("builtins:int", "does not take a seed and these settings"),
        ("tests.arena.players:Seedless", "does not take a seed and these settings: got an"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_line(spec: str, why: str) -> None:
    with pytest.raises(RulesError) as caught:
        make_bot(spec)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_module_in_players_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first.py").write_text(
        "class First:\n    def __init__(self, seed): pass\n"
        "    def choose(self, view, clock): return view.legal_moves[0]\n"
        "BOTS = {'first': First}\n"
    )
    monkeypatch.setattr(players, "__path__", [str(tmp_path)])
    assert list(players.discover([str(tmp_path)])) == ["first"]
    (tmp_path / "second.py").write_text("BOTS = {'first': object}\n")
    with pytest.raises(ValueError, match=r"second.py: there is a bot 'first' already"):
        players.discover([str(tmp_path)])
    for name in ("first", "second"):
        monkeypatch.delitem(sys.modules, f"{players.__name__}.{name}")


def test_renamed_settings_are_read_under_their_old_names() -> None:
    old = "search,sims=40,judge=rollout,curiosity=2"
    assert current_spec(old) == "search,sims=40,evaluator=rollout,c_puct=2"
    assert isinstance(make_bot(old, 1), Searcher)
    own = "my_bot:Mine,judge=stern"
    assert current_spec(own) == own


def test_old_keyword_names_work_with_a_warning() -> None:
    view = Game(seed=1, start=0).view(0)
    for call in (Search, analyse):
        with pytest.warns(DeprecationWarning, match="judge is deprecated .*: use evaluator"):
            call(view, judge="estimate")  # type: ignore[call-arg]
    with pytest.warns(DeprecationWarning, match="curiosity is deprecated .*: use c_puct"):
        Searcher(1, curiosity=2.0)  # type: ignore[call-arg]
