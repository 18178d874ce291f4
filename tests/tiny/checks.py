"""Checks of the third game, which `tests/test_third_game.py` runs with it registered."""

import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import splendor
from splendor import formats
from splendor.batch import Batch, perft
from splendor.bots import Clock, make_bot
from splendor.bots.levels import ladder_of, level_of
from splendor.bots.simple import simulate
from splendor.core import kernel
from splendor.core.errors import IllegalMove, NotationError, OptionError
from splendor.core.games import folder_of, other_games
from splendor.ruleset import GAMES, RULESETS, games_document, register
from splendor.terminal.play import Screen, Terminal
from splendor.terminal.seats import parse_seats
from tests.positions import fewer_when_interpreted
from tests.tiny.options import TinyOptions
from tests.tiny.ruleset import RULESET


def played(seed: int, **options: Any) -> splendor.Game:
    """A random game, played to its end."""
    game = splendor.Game("tiny", seed=seed, **{"rounds": 50, **options})
    simulate(game, ("random",) * game.players, seed)
    return game


def test_it_is_registered_beside_the_others() -> None:
    assert list(GAMES) == ["base", "duel", "tiny"]
    assert RULESETS["tiny_long"] is GAMES["tiny"] is RULESET
    with pytest.raises(ValueError, match="registered already"):
        register(RULESET)


def test_its_sources_determine_the_cache() -> None:
    folders = tuple(folder_of(game) for game in other_games())
    assert folders == (Path(__file__).parent,)
    assert kernel.cache_name(kernel.PACKAGE, folders) != kernel.cache_name(kernel.PACKAGE)
    assert kernel.CACHE.name == kernel.cache_name(kernel.PACKAGE, folders)


def test_its_options_are_checked_and_described() -> None:
    assert splendor.Game("tiny_long").options == TinyOptions(target=9)
    with pytest.raises(OptionError, match="option target must be a number from 1 to 12"):
        splendor.Game("tiny", target=13)
    [tiny, _] = [each for each in games_document() if each["game"] == "tiny"]
    assert (tiny["rules"], tiny["players"]) == ("tiny", [2, 3])
    assert [option["name"] for option in tiny["options"]] == ["target", "start", "rounds"]  # type: ignore[attr-defined]


def test_moves_are_played_refused_and_taken_back() -> None:
    game = splendor.Game("tiny", seed=1, start=0)
    begin = game.position
    game.push("WU")
    assert game.table.places[0].tokens == (1, 1, 0)
    assert game.describe("r2c") == "Play r2c."
    with pytest.raises(IllegalMove, match="bh1 is not possible here"):
        game.push("bh1")
    with pytest.raises(NotationError, match="moves look like WU"):
        game.push("WUG")
    game.pop()
    assert game.position == begin


@pytest.mark.parametrize("players", [2, 3])
def test_games_end_and_somebody_wins(players: int) -> None:
    outcomes = [
        played(seed, players=players, target=2).outcome
        for seed in range(fewer_when_interpreted(20, 4))
    ]
    assert all(outcome and outcome.winners for outcome in outcomes)
    assert {outcome.reason for outcome in outcomes if outcome} <= {"points", "limit"}
    assert any(outcome.reason == "points" for outcome in outcomes if outcome)


def test_a_view_hides_decks_and_unseen_cards_and_can_be_imagined() -> None:
    game = splendor.Game("tiny", seed=4, start=0)
    game.push("r1")
    view = game.view(1)
    assert view.table.places[0].hand[0].card is None
    assert splendor.View.from_position(view.position) == view
    for seed in range(10):
        assert view.imagine(seed).view(1) == view


@pytest.mark.parametrize("seed", range(5))
def test_game_files_transcripts_and_positions_read_back(seed: int) -> None:
    game = played(seed, players=3)
    assert formats.read_game(formats.write_game(game)).game == game
    [record] = formats.read_any(formats.transcript_line(game))
    assert record.game == game
    assert record.game.moves == game.moves
    middle = game.copy()
    for _ in range(10):
        middle.pop()
    assert splendor.Game.from_position(middle.position) == middle


def test_a_search_by_rollouts_finds_the_winning_purchase() -> None:
    """Card 3 costs four blue and brings the point that is missing."""
    text = (
        "rules=tiny,players=2,target=1,rounds=9 round=5 start=0 turn=1 phase=play "
        "market=3,1,2/12,13,14 "
        "decks=0,4,5,6,7,8,9,10,11/15,16,17 seat0=:: seat1=U4::"
    )
    game = splendor.Game.from_position(text)
    analysis = splendor.analyse(game.view(1), 60, seed=1)
    assert str(analysis.best.move) == "b1a"
    assert analysis.best.value == 1.0


def test_bots_play_it() -> None:
    game, clock = splendor.Game("tiny", seed=1, rounds=20), Clock(simulations=10)
    for name in ("random", "greedy", "search", "hunter", "casual"):
        game.push(make_bot(name, 1).choose(game.view(game.active), clock))
    assert [level.name for level in ladder_of("tiny", 2)] == ["random", "greedy", "search"]
    assert level_of("tiny", 2, "expert").name == "search"


def test_batches_step_it() -> None:
    batch = Batch(16, "tiny", players=3, seed=1)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(fewer_when_interpreted(300, 150)):
        batch.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks]))
        ended += int(batch.done.sum())
    assert ended > 16
    assert batch.observations.shape == (16, RULESET.observation.itemsize)
    assert batch.blocks["target"].tolist() == [5] * 16
    assert perft(splendor.Game("tiny", seed=1).record, 2) == [14, 196]


def test_it_is_drawn_as_text() -> None:
    drawn = str(splendor.Game("tiny", seed=1, start=0))
    assert "tiny, round 1, to 5 points" in drawn
    assert "seat 0* 0 points" in drawn


def test_its_picture_is_its_text_and_its_cards_are_drawn() -> None:
    game = splendor.Game("tiny", seed=1, start=0)
    game.push("r1")
    picture = splendor.svg.table(game.view(1), lastmove="r1", theme="light")
    lines = [line.text for line in ElementTree.fromstring(picture).iter() if line.text]
    assert all(line in lines for line in str(game.view(1)).splitlines())
    assert game._repr_svg_().startswith("<svg ")
    card = splendor.cards("tiny")[0]
    assert str(card) in card._repr_svg_()


def test_it_is_played_in_the_terminal_by_its_notation() -> None:
    source, target = io.StringIO("what\nWU\nundo\nresign\nquit\n"), io.StringIO()
    seats = parse_seats("human,random")
    game = splendor.Game("tiny", seed=1, start=0)
    assert Terminal(game, seats, Screen(source, target, colour=False), "1").run() == 0
    shown = target.getvalue()
    assert "Type a move such as WU" in shown
    assert "tiny, round 1, to 5 points" in shown
    assert "Play WU." in shown
    assert "random wins by resignation." in shown
