"""What a seat has seen: complete, and without anything that it has not seen."""

import random

import numpy as np
import pytest

from splendor import Game, IllegalMove, RulesError, View
from splendor.core.kernel import COMPILED
from splendor.history import cards_in_sight
from tests.games import play_on

GAMES = [
    ("official", {"players": 2}),
    ("official", {"players": 4, "hands": "hidden"}),
    ("landolt", {"players": 3}),
    ("duel", {}),
    ("duel", {"hands": "hidden", "refill": "end_of_turn"}),
]
DECISIONS = 60 if COMPILED else 15


def game_of(rules: str, options: dict[str, object], seed: int) -> Game:
    game = Game(rules, seed=seed, **options)  # type: ignore[arg-type]
    play_on(game, random.Random(seed), DECISIONS)
    return game


@pytest.mark.parametrize("rules, options", GAMES)
def test_a_history_has_every_view_and_action(rules: str, options: dict[str, object]) -> None:
    for seed in range(4):
        game = game_of(rules, options, seed)
        for seat in range(game.players):
            history = game.history(seat)
            views = [game.at(ply).view(seat).record for ply in range(len(game.moves) + 1)]
            assert history.views.tobytes() == np.concatenate(views).tobytes()
            assert history.actions == tuple(map(game.ruleset.action_of, game.moves))


@pytest.mark.parametrize("rules, options", GAMES)
def test_unseen_cards_change_no_byte_of_a_history(rules: str, options: dict[str, object]) -> None:
    differing = 0
    for seed in range(6):
        game = game_of(rules, options, seed)
        for seat in range(game.players):
            other = replayed_with_other_cards(game, seat)
            mine, theirs = game.history(seat), other.history(seat)
            assert (mine.text, mine) == (theirs.text, theirs)
            assert mine.views.tobytes() == theirs.views.tobytes()
            assert mine.observations().tobytes() == theirs.observations().tobytes()
            differing += game.record.tobytes() != other.record.tobytes()
            assert mine != game.history((seat + 1) % game.players)
    assert differing >= 6


def replayed_with_other_cards(game: Game, seat: int) -> Game:
    """The same game with the cards exchanged that the seat has never seen, level by level."""
    rows = game._states[: len(game.moves) + 1].copy()
    views = game.history(seat).views
    seen = {card for place in range(len(views)) for card in cards_in_sight(views, place)}
    never = [card for card in game.ruleset.cards if card.id not in seen]
    for level in (1, 2, 3):
        cards = [card.id for card in never if card.level == level]
        for table in (rows["deck"], rows["players"]["hand"]):
            before = table.copy()
            for card, new in zip(cards, cards[1:] + cards[:1], strict=True):
                table[before == card] = new
    other = Game._from_states(rows)
    other._actions = list(game._actions)
    return other


def test_an_event_names_the_cards_that_came_to_light() -> None:
    game = Game(seed=1, start=0)
    for move in ("r3", "r1a"):
        game.push(move)
    own, other = (game.history(seat).events for seat in (0, 1))
    assert [len(event.cards) for event in own] == [1, 1]
    assert [len(event.cards) for event in other] == [0, 1]
    assert own[1] == other[1]
    assert game.history(0).text.endswith(f"0:r3+{own[0].cards[0]} {own[1]}")


def test_a_card_that_is_bought_from_a_hidden_hand_comes_to_light() -> None:
    game = Game(seed=1, hands="hidden", rounds=60)
    play_on(game, random.Random(2), 400)
    shown = [
        event
        for event in game.history(0).events
        if event.seat == 1 and event.move.startswith("bh") and event.cards
    ]
    assert shown


def test_tokens_from_the_bag_are_in_the_history() -> None:
    game = Game("duel", seed=3)
    play_on(game, random.Random(3), 200)
    told = [event.tokens for event in game.history(0).events]
    assert told == list(game.all_drawn)
    assert any(told)


def test_a_history_follows_undo() -> None:
    game = game_of("official", {"players": 2}, 1)
    long = game.history(0)
    last = game.pop()
    assert game.history(0).events == long.events[:-1]
    assert last is not None
    game.push(next(move for move in game.legal_moves if move != last))
    assert game.history(0) != long


# Action numbers, masks, observations


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_game_is_played_by_action_numbers(rules: str) -> None:
    game, same = Game(rules, seed=1), Game(rules, seed=1)
    for _ in range(20):
        action = int(np.flatnonzero(game.mask)[-1])
        assert action == game.legal_actions[-1]
        game.push_action(np.int64(action))
        same.push(same.legal_moves[-1])
    assert game == same


@pytest.mark.parametrize("action", [-1, 94, 1.0, "0", None, True, 93])
def test_an_action_that_is_not_legal_changes_nothing(action: object) -> None:
    game = Game(seed=1)
    with pytest.raises(IllegalMove):
        game.push_action(action)  # type: ignore[arg-type]
    assert game.moves == ()


def test_only_seats_have_observations() -> None:
    game = Game(seed=1, start=0)
    assert not game.view(1).mask.any()
    assert isinstance(game.view(None), View)
    with pytest.raises(RulesError, match="a spectator has none"):
        game.view(None).observation()
    with pytest.raises(RulesError, match="layouts 1 to 2"):
        game.observation(layout=3)
    assert game.observation(layout=1).shape == (524,)
