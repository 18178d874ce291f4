"""Duel as a `Game`: draws can be given, and read back from every format."""

import copy
import pickle
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import splendor
from splendor import PEARL, Game, NotationError, OptionError, Outcome, RulesError
from splendor.ruleset import royals
from tests.duel.games import random_game
from tests.games import play_on

LETTERS = "WUGRKPJ"


def before_a_fill(seed: int = 1, least: int = 3) -> Game:
    """A game in which a `fill` of at least `least` tokens is legal."""
    for number in range(seed, seed + 100):
        game, chance = Game("duel", seed=number), random.Random(number)
        while not game.is_over and len(game.moves) < 150:
            if game.is_legal("fill") and sum(game.record[0].bag) >= least:
                return game
            others = [move for move in game.legal_moves if str(move) != "fill"]
            game.push(chance.choice(others or list(game.legal_moves)))
    raise AssertionError("no game came so far")


def in_the_bag(game: Game) -> str:
    return "".join(
        letter * int(n) for letter, n in zip(LETTERS, game.record[0].bag.tolist(), strict=True)
    )


def test_a_new_game_of_duel_is_for_two() -> None:
    game = Game("duel", seed=1)
    assert (game.rules, game.players, game.round, game.turn, game.phase) == (
        "duel", 2, 1, 1, "play",
    )  # fmt: skip
    with pytest.raises(OptionError, match="option players must be 2, not 3"):
        Game("duel", players=3)
    with pytest.raises(OptionError, match="there is no option 'target' in duel"):
        Game("duel", target=15)


def test_cards_and_royal_cards_can_be_looked_up() -> None:
    assert [card.id for card in splendor.cards("duel")] == list(range(67))
    assert splendor.card("L1-27", "duel").cost == (4, 0, 0, 0, 0, 1)
    assert splendor.nobles("duel") == ()
    assert [royal.name for royal in royals("duel")] == ["R1", "R2", "R3", "R4"]
    assert royals() == royals("duel")
    assert royals("official") == ()


def test_a_move_that_both_games_have_is_the_same_value_in_both() -> None:
    games = Game(seed=1), Game("duel", seed=1)
    for game in games:
        game.push(splendor.Reserve(1, 0))
        assert game.moves == (splendor.Reserve(1, 0),)
    shared = set(games[0].ruleset.moves) & set(games[1].ruleset.moves)
    kinds = {type(move).__name__ for move in shared}
    assert kinds == {
        "Reserve", "ReserveTop", "Purchase", "PurchaseHand", "ChooseGold", "ChooseGoldHand",
        "GoldFor", "PayNow", "Pass",
    }  # fmt: skip
    for move in shared:
        assert all(game.parse(str(move)) == move for game in games)


@pytest.mark.parametrize("move", [splendor.Reserve(1, 4), splendor.GoldFor(PEARL)], ids=str)
def test_a_place_of_one_game_is_not_a_move_of_the_other(move: splendor.Move) -> None:
    assert Game("duel", seed=1).parse(str(move)) == move
    with pytest.raises(NotationError, match="is not a move of this game"):
        Game(seed=1).push(move)


def test_a_fill_draws_at_random_or_as_given() -> None:
    game = before_a_fill()
    by_chance, again, recorded = game.copy(), game.copy(), game.copy()
    by_chance.push("fill")
    again.push("fill")
    assert by_chance.drawn == again.drawn
    assert sorted(by_chance.drawn) == sorted(in_the_bag(game))
    other = by_chance.drawn[::-1]
    assert other != by_chance.drawn
    recorded.push("fill", other)
    assert recorded.drawn == other
    assert recorded != by_chance
    assert recorded.all_drawn == ("",) * len(game.moves) + (other,)
    assert recorded.pop() == recorded.parse("fill")
    assert recorded == game


@pytest.mark.parametrize("wrong", ["short", "long", "other", "small", "space"])
def test_a_fill_with_tokens_that_are_not_in_the_bag_is_refused(wrong: str) -> None:
    game = before_a_fill()
    bag = in_the_bag(game)
    missing = next(letter for letter in LETTERS if letter not in bag)
    recorded = {
        "short": bag[:-1],
        "long": bag + bag[0],
        "other": missing + bag[1:],
        "small": bag.lower(),
        "space": " ".join(bag),
    }[wrong]
    before = game.copy()
    with pytest.raises(RulesError):
        game.push("fill", recorded)
    assert (game, game.moves, game.phase) == (before, before.moves, before.phase)
    game.push("fill", bag)
    assert game.drawn == bag


def test_draws_can_be_given_only_for_a_fill() -> None:
    game = before_a_fill()
    move = next(move for move in game.legal_moves if str(move) != "fill")
    before = game.copy()
    with pytest.raises(RulesError):
        game.push(move, in_the_bag(game))
    assert game == before


def unpickled(game: Game) -> Any:
    return pickle.loads(pickle.dumps(game))


@pytest.mark.parametrize("how", [unpickled, copy.copy, copy.deepcopy, Game.copy])
def test_given_draws_survive_copies_and_undo(how: Callable[[Game], Game]) -> None:
    game = before_a_fill()
    game.push("fill", in_the_bag(game)[::-1])
    play_on(game, random.Random(1), 20)
    again = how(game)
    assert (again, again.moves, again.all_drawn) == (game, game.moves, game.all_drawn)
    moves, draws = game.moves, game.all_drawn
    while again.moves:
        again.pop()
    for move, drawn in zip(moves, draws, strict=True):
        again.push(move, drawn)
    assert (again, again.all_drawn) == (game, draws)


def test_an_extra_turn_is_a_separate_turn_in_the_same_round() -> None:
    extra = 0
    for seed in range(30):
        game = random_game(seed)
        turns = []
        while game.moves:
            game.pop()
            turns.append((game.round, game.turn, game.active))
        turns = sorted(set(turns))
        assert [turn for _, turn, _ in turns] == list(range(1, len(turns) + 1))
        start = turns[0][2]
        for (round_, _, seat), (next_round, _, next_seat) in pairwise(turns):
            extra += seat == next_seat
            assert (next_round == round_ + 1) == (next_seat == start != seat)
    assert extra > 5


def test_the_outcome_counts_crowns() -> None:
    game = Game("duel", seed=1, start=0)
    game.conclude("resignation", (1,))
    assert game.outcome == Outcome((1,), (0, 0), (0, 0), "resignation", crowns=(0, 0))


def test_a_game_without_purchases_has_no_winner() -> None:
    game = Game("duel", seed=1, idle=1)
    game.push(next(move for move in game.legal_moves if len(str(move)) == 2))
    assert game.outcome == Outcome((), (0, 0), (0, 0), "limit", crowns=(0, 0))
    assert str(game).endswith("the game is over: nobody won (limit)")
