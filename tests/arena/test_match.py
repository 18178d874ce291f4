"""Deals, rotations, and the recorded results of games."""

import time
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from splendor.arena.match import Match, agent_name, deal_result, failed_game, header, play_game
from splendor.bots import Clock
from splendor.bots.simple import Greedy
from splendor.core.errors import RulesError
from splendor.ruleset import Move
from splendor.view import View
from tests.arena.players import Seeded, Timed

ODD = "tests.arena.players:Odd"


def match_of(*agents: str, rules: str = "official", seed: str = "m") -> Match:
    return Match(rules, agents, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_agent_has_every_seat_once(players: int) -> None:
    match = match_of(*["greedy"] * players)
    rotations = [match.seats(rotation) for rotation in range(players)]
    assert all(sorted(seats) == list(range(players)) for seats in rotations)
    for seat in range(players):
        assert sorted(seats[seat] for seats in rotations) == list(range(players))


def test_a_deal_has_the_same_cards_and_start_in_every_game() -> None:
    match = match_of("greedy", "random")
    assert match.deal(3).position == match.deal(3).position
    assert match.deal(3).position != match.deal(4).position
    assert {match.deal(number).active for number in range(8)} == {0}


def test_random_decisions_are_the_same_in_every_game_of_a_deal() -> None:
    match = replace(match_of("greedy", "random"), random_plies=10)
    assert match.deal(3).position == match.deal(3).position
    assert len(match.deal(3).moves) == 10
    assert match.deal(3).moves != match.deal(4).moves
    assert header(match, [{}, {}])["match"]["random_plies"] == 10
    assert "random_plies" not in header(match_of("greedy", "random"), [{}, {}])["match"]


def test_a_budget_of_cpu_time_is_recorded_and_part_of_the_name() -> None:
    match = replace(match_of("greedy", "search"), seconds=0.05, is_cpu=True)
    assert header(match, [{}, {}])["match"]["budget"] == {
        "simulations": None,
        "seconds": 0.05,
        "cpu": True,
    }
    assert agent_name(match, "search") == "search@0.05s CPU"
    assert match.clock.timer is time.thread_time


def test_a_game_depends_on_nothing_but_its_arguments() -> None:
    match = match_of("random", "random")
    rows = [play_game(match, 0, 0) for _ in range(2)]
    for row in rows:
        del row["cpu"]
    assert rows[0] == rows[1]


def test_every_bot_has_a_different_seed_in_every_game() -> None:
    match = match_of("tests.arena.players:Seeded", "tests.arena.players:Seeded")
    Seeded.seeds.clear()
    for rotation in range(2):
        play_game(match, 3, rotation)
    assert Seeded.seeds == ["m/3/0/0", "m/3/0/1", "m/3/1/0", "m/3/1/1"]


@pytest.mark.parametrize("rules", ["official", "landolt", "duel"])
def test_results_are_by_agent_and_not_by_seat(rules: str) -> None:
    match = match_of("greedy", "random", rules=rules)
    for rotation in range(2):
        row = play_game(match, 1, rotation)
        assert row["seats"] == [rotation, 1 - rotation]
        assert row["payoffs"] == [1.0, 0.0]
        assert row["points"][0] > row["points"][1]
        assert ("crowns" in row) == (rules == "duel")
        assert row["failure"] is None
        assert "slowest" not in row
        assert row["decisions"][1] > 0 < row["decisions"][0]


def test_results_of_three_agents_are_in_their_order() -> None:
    match = match_of("random", "greedy", "random")
    winners: Counter[int] = Counter()
    for rotation in range(3):
        row = play_game(match, 0, rotation)
        winners[row["payoffs"].index(1.0)] += 1
    assert winners == {1: 3}


def test_a_drawn_game_gives_equal_scores() -> None:
    match = match_of(PASSIVE, PASSIVE, rules="duel")
    row = play_game(match, 0, 0)
    assert row["reason"] == "limit"
    assert row["payoffs"] == [0.5, 0.5]


PASSIVE = "tests.arena.test_match:Passive"


class Passive:
    """Never buys a card."""

    def __init__(self, seed: object) -> None:
        pass

    def choose(self, view: View, clock: Clock) -> Move:
        moves = view.legal_moves
        return next((move for move in moves if not str(move).startswith("b")), moves[0])


@pytest.mark.parametrize(
    "how, why",
    [
        ("raise", "raised KeyError: 'what\\nnow'"),
        ("leave", "raised SystemExit: 3"),
        ("illegal", "illegal: 3.5 is not a move"),
        ("nothing", "illegal: None is not a move"),
        ("text", "illegal: 'WUG' is a text, not a move"),
    ],
)
def test_a_bot_that_fails_loses_its_game(how: str, why: str) -> None:
    match = match_of("greedy", f"{ODD},how={how}", "greedy")
    row = play_game(match, 0, 2)
    assert row["payoffs"] == [0.5, 0.0, 0.5]
    assert row["failure"]["agent"] == 1
    assert row["failure"]["why"].startswith(why)
    assert row["reason"] == "failure"


def test_an_illegal_move_is_recorded_with_its_reason() -> None:
    row = play_game(match_of("tests.arena.test_match:Greedily", "greedy"), 0, 0)
    assert row["failure"]["why"].startswith("illegal: b3d is not legal now: ")


class Greedily(Greedy):
    def choose(self, view: View, clock: object = None) -> Move:
        return view.parse("b3d")


def test_the_thinking_agent_is_reported_and_gets_its_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched: list[int] = []
    stopwatch = SimpleNamespace(perf_counter=lambda: Timed.now, process_time=time.process_time)
    monkeypatch.setattr("splendor.arena.match.time", stopwatch)
    match = Match("official", ("greedy", "tests.arena.players:Timed"), "m", None, 0.001)
    row = play_game(match, 0, 0, watched.append)
    assert row["failure"] is None
    assert watched[:6] == [0, -1, 1, -1, 0, -1]  # creation, then the first decision
    assert row["slowest"] == [0.0, pytest.approx(0.03)]
    assert row["late"][1] >= 1
    assert row["late"][0] == 0


def test_the_line_of_a_deal_is_consistent() -> None:
    match = match_of("greedy", "random")
    games = [failed_game(match, 0, 1, "x"), failed_game(match, 1, 0, "y")]
    row = deal_result(match, 5, games)
    assert (row["deal"], row["seed"], row["score"]) == (5, "m/5", [1.0, 1.0])


def test_names_include_the_budget_unless_the_bot_ignores_it() -> None:
    match = Match("official", ("greedy", "a:B,c=1"), "m", simulations=400)
    assert [agent_name(match, spec) for spec in match.agents] == ["greedy", "a:B,c=1@400"]
    timed = Match("official", ("greedy", "a:B"), "m", seconds=0.5)
    assert agent_name(timed, "a:B") == "a:B@0.5s"
    assert agent_name(match_of("a:B", "greedy"), "a:B") == "a:B"


def test_a_header_has_everything_that_results_depend_on() -> None:
    match = Match("duel", ("greedy", "random"), "m", None, 0.25, 9.0, (0.0, 35.0))
    facts = header(match, [{"version": "1", "bot_version": None}] * 2)["match"]
    assert facts["options"] == {"idle": 60, "start": 0}
    assert facts["budget"] == {"simulations": None, "seconds": 0.25}
    assert (facts["seed"], facts["move_limit"], facts["sprt"]) == ("m", 9.0, [0.0, 35.0])


def test_three_cannot_play_duel() -> None:
    with pytest.raises(RulesError, match="players must be 2"):
        match_of("greedy", "greedy", "greedy", rules="duel")
