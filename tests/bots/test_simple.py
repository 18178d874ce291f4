"""All bots play legal moves from their views, repeatably; greedy beats random."""

import numpy as np
import pytest

from splendor import Game, RulesError
from splendor.bots import BOT_NAMES, Clock, make_bot
from splendor.bots.simple import simulate
from splendor.core.kernel import COMPILED
from splendor.ruleset import ruleset_of

GAMES = 200 if COMPILED else 4
POSITIONS = 560 if COMPILED else 4
QUICK = Clock(simulations=25 if COMPILED else 3)  # few, because only fairness is tested


def share_won(rules: str, players: int) -> float:
    """The share of games that greedy wins against random bots, at each seat equally often."""
    won = 0.0
    for number in range(GAMES):
        bots = ["random"] * players
        bots[number % players] = "greedy"
        limits = ruleset_of(rules).limits
        game = Game(rules, players=players, seed=f"{rules}/{number}", **limits)
        simulate(game, bots, seed=number)
        assert game.outcome is not None
        if number % players in game.outcome.winners:
            won += 1 / len(game.outcome.winners)
    return won / GAMES


TABLES = [(rules, players) for rules in ("official", "landolt") for players in (2, 3, 4)]


@pytest.mark.parametrize("rules, players", [*TABLES, ("duel", 2)])
def test_greedy_beats_random_nineteen_times_in_twenty(rules: str, players: int) -> None:
    assert share_won(rules, players) >= 0.95


@pytest.mark.parametrize("name", BOT_NAMES)
@pytest.mark.parametrize("rules", ["official", "landolt"])
def test_a_bot_plays_legal_moves_from_its_view_to_the_end(name: str, rules: str) -> None:
    game = Game(rules, players=3, seed=1, rounds=60, nobles="sought_free")
    bots = [make_bot(name, seed) for seed in range(3)]
    while not game.is_over:
        game.push(bots[game.active].choose(game.view(game.active), QUICK))


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_bot_plays_a_whole_duel_from_its_views(name: str) -> None:
    for hands, refill in (("seen", "at_once"), ("hidden", "end_of_turn")):
        game = Game("duel", seed=1, idle=60, hands=hands, refill=refill)
        bots = [make_bot(name, seed) for seed in range(2)]
        while not game.is_over:
            game.push(bots[game.active].choose(game.view(game.active), QUICK))


@pytest.mark.parametrize("rules", ["official", "duel"])
@pytest.mark.parametrize("name", BOT_NAMES)
def test_the_choice_of_a_bot_does_not_depend_on_hidden_cards(name: str, rules: str) -> None:
    compared = unseen = 0
    for number in range(POSITIONS):
        players = 2 + number % 3 if rules == "official" else 2
        game = Game(rules, seed=f"fair/{number}", players=players)
        walk = np.random.default_rng(number)
        for _ in range(10 + number % 50):
            if not game.is_over:
                moves = game.legal_moves
                blind = [move for move in moves if str(move) in ("r1", "r2", "r3")]
                game.push((blind or moves)[walk.integers(len(blind or moves))])
        if game.is_over:
            continue
        view = game.view(game.active)
        elsewhere = view.imagine(number).view(game.active)
        chosen = make_bot(name, number).choose(view, QUICK)
        assert make_bot(name, number).choose(elsewhere, QUICK) == chosen
        compared += 1
        unseen += any(held.card is None for place in view.table.places for held in place.hand)
    assert compared >= POSITIONS * 0.9
    assert unseen >= POSITIONS / 5


def test_the_same_seed_plays_the_same_game() -> None:
    games = [Game(seed=5, rounds=100) for _ in range(3)]
    for game, seed in zip(games, (1, 1, 2), strict=True):
        simulate(game, ["random", "greedy"], seed=seed)
    assert games[0].moves == games[1].moves != games[2].moves


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_compiled_games_are_the_same_as_those_played_move_by_move(rules: str) -> None:
    limits = ruleset_of(rules).limits
    quick, slow = Game(rules, seed=5, **limits), Game(rules, seed=5, **limits)
    simulate(quick, ["greedy", "greedy"], seed=9)
    bot = make_bot("greedy", 9)  # one generator for both seats, as in the compiled game
    while not slow.is_over:
        slow.push(bot.choose(slow.view(slow.active), Clock()))
    assert quick.moves == slow.moves


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="there is no bot 'clever': random, greedy"):
        make_bot("clever")


def test_a_bot_refuses_a_view_of_a_seat_that_is_not_active() -> None:
    game = Game(seed=1, start=0)
    with pytest.raises(RulesError, match="nothing to decide"):
        make_bot("random").choose(game.view(1), Clock())


def test_there_must_be_a_bot_for_each_player() -> None:
    with pytest.raises(RulesError, match="3 players need"):
        simulate(Game(players=3, seed=1), ["random", "greedy"])
