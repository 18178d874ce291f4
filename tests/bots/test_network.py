"""The network: its inputs tell what the deciding seat may know, and no more; its arithmetic."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from splendor import Game, RulesError
from splendor.bots import Clock, make_bot
from splendor.bots.evaluators.network import (
    DEPTH,
    INPUTS,
    MOST_ACTIVE,
    MOST_BYTES,
    ONE,
    WIDTH,
    Network,
    Weights,
    gather_inputs,
    network_logits,
    network_values,
    policy_row,
    quantised,
    read_weights,
    second_row,
    shapes,
)
from splendor.bots.search import Search
from splendor.core.kernel import COMPILED, Row, entry, int64
from splendor.ruleset import MOST_ACTIONS, MOST_SEATS, default_mask
from tests.bots.midgames import midgames

POSITIONS = 24 if COMPILED else 3
KINDS = [("official", 2), ("official", 3), ("official", 4), ("landolt", 2), ("duel", 2)]


@entry
def inputs_in(states: Row[Any], active: Row[int]) -> int:
    return gather_inputs(states[0], active)


@entry
def values_in(states: Row[Any], network: Network, values: Row[float]) -> None:
    network_values(states[0], network, values)


@entry
def logits_in(states: Row[Any], mask: Row[int], network: Network, logits: Row[float]) -> int:
    count = default_mask(states[0], mask)
    network_logits(states[0], mask, network, logits)
    return count


@entry
def rows_in(states: Row[Any], action: int, rows: Row[int]) -> None:
    rows[0] = policy_row(states[0], int64(action))
    rows[1] = second_row(states[0], int64(action))


@cache
def random_weights(game: str, players: int, seed: int = 0) -> Weights:
    chance = np.random.default_rng(seed)
    floats = {
        name: chance.normal(0, 0.1, shape).astype(np.float32)
        for name, shape in shapes(game, players).items()
    }
    return quantised(game, players, floats)


def inputs_of(states: Any) -> list[int]:
    active = np.zeros(MOST_ACTIVE, np.int64)
    return sorted(active[: inputs_in(states, active)].tolist())


def weights_for(game: Game) -> Weights:
    return random_weights(game.ruleset.name, game.players)


@cache
def games(rules: str, players: int) -> list[Game]:
    return list(midgames(rules, POSITIONS, players))


def views(rules: str, players: int) -> Iterator[tuple[Game, Any]]:
    for game in games(rules, players):
        yield game, game.view(game.active).record


@pytest.mark.parametrize("rules, players", KINDS)
def test_inputs_are_distinct_and_within_their_range(rules: str, players: int) -> None:
    """Apart from those of unseen cards, and of cards that several opponents are as far from."""
    for game, view in views(rules, players):
        layout = INPUTS[game.ruleset.name]
        found = inputs_of(view)
        assert found[0] >= 0
        assert found[-1] < layout.inputs_for(players)
        once = [n for n in found if not layout.HAND_UNSEEN <= n < layout.HAND_UNSEEN + 3]
        assert players > 2 or len(once) == len(set(once))


@pytest.mark.parametrize("rules, players", KINDS)
def test_unseen_cards_change_no_input(rules: str, players: int) -> None:
    """Neither at the root nor in a sampled deal, where the cards of other seats have faces."""
    hidden = 0
    for number, (game, view) in enumerate(views(rules, players)):
        told = inputs_of(view)
        for seed in range(3):
            sampled = game.view(game.active).imagine(f"{number}/{seed}")
            assert inputs_of(sampled._states[sampled._last : sampled._last + 1]) == told
        hidden += any(
            card.card is None
            for place in game.view(game.active).table.places
            for card in place.hand
        )
    assert hidden > 0 or not COMPILED


@pytest.mark.parametrize("rules, players", KINDS)
def test_the_order_of_slots_hands_and_nobles_makes_no_difference(rules: str, players: int) -> None:
    chance = np.random.default_rng(1)
    for game, view in views(rules, players):
        other = view.copy()
        for first, size in (
            [(0, 5), (5, 4), (9, 3)] if rules == "duel" else [(0, 4), (4, 4), (8, 4)]
        ):
            order = first + chance.permutation(size)
            other[0].market[first : first + size] = view[0].market[order]
        hand = other[0].players[game.active]
        filled = int((hand.hand != -1).sum())
        order = chance.permutation(filled)
        hand.hand[:filled], hand.unseen[:filled] = hand.hand[order], hand.unseen[order]
        assert inputs_of(other) == inputs_of(view)


@pytest.mark.parametrize("rules, players", KINDS)
def test_every_legal_action_has_a_row_of_the_policy(rules: str, players: int) -> None:
    mask, rows = np.zeros(MOST_ACTIONS, np.int8), np.zeros(2, np.int64)
    for game, view in views(rules, players):
        network = weights_for(game).network()
        logits_in(view, mask, network, np.zeros(MOST_ACTIONS))
        seen = set()
        for action in np.flatnonzero(mask).tolist():
            rows_in(view, action, rows)
            seen.add(tuple(rows.tolist()))
            assert 0 <= rows[0] < INPUTS[game.ruleset.name].ROWS
            assert -1 <= rows[1] < INPUTS[game.ruleset.name].ROWS
        assert len(seen) == int(mask.sum())


@pytest.mark.parametrize("rules, players", KINDS)
def test_values_and_logits_are_those_of_plain_arithmetic(rules: str, players: int) -> None:
    mask, rows = np.zeros(MOST_ACTIONS, np.int8), np.zeros(2, np.int64)
    for game, view in views(rules, players):
        weights = weights_for(game)
        w = {name: array.astype(np.float64) for name, array in weights.arrays.items()}
        hidden = np.maximum(w["first"][inputs_of(view)].sum(0) + w["first_bias"], 0) / ONE
        out = np.maximum(hidden @ w["second"] + w["second_bias"], 0)
        scores = w["value"] @ out + w["value_bias"]
        chances = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
        values, logits = np.zeros(MOST_SEATS), np.zeros(MOST_ACTIONS)
        values_in(view, weights.network(), values)
        seats = [(game.active + step) % players for step in range(players)]
        np.testing.assert_allclose(values[seats], chances, atol=1e-5)
        logits_in(view, mask, weights.network(), logits)
        for action in np.flatnonzero(mask).tolist():
            rows_in(view, action, rows)
            expected = sum(w["policy"][r] @ out + w["policy_bias"][r] for r in rows if r >= 0)
            assert logits[action] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_search_with_a_network_knows_no_more_than_its_view(rules: str) -> None:
    for number, game in enumerate(games(rules, 2)[:4]):
        weights = weights_for(game)
        view = game.view(game.active)
        found = [
            Search(each, seed=1, evaluator="network", weights=weights).run(30).candidates
            for each in (view, view.imagine(number).view(game.active))
        ]
        assert found[0] == found[1]
        assert sum(candidate.visits for candidate in found[0]) == 30


def test_a_file_of_weights_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = random_weights("duel", 2)
    weights.save(tmp_path / "duel.npz")
    again = read_weights(tmp_path / "duel.npz")
    assert (again.game, again.players, again.hash) == ("duel", 2, weights.hash)
    assert random_weights("duel", 2, seed=1).hash != weights.hash
    game = Game("duel", seed=1, start=0)
    bot = make_bot(f"search,evaluator=network,sims=20,weights={tmp_path / 'duel.npz'}", seed=1)
    assert bot.choose(game.view(0), Clock()) in game.legal_moves


def damaged(name: str, weights: Weights, path: Path) -> None:
    arrays: dict[str, Any] = dict(weights.arrays)
    about = json.dumps({"game": weights.game, "players": 2, "inputs": 1})
    if name == "cut":
        weights.save(path)
        path.write_bytes(path.read_bytes()[:1000])
    elif name == "text":
        path.write_text("weights")
    elif name == "narrow":
        np.savez(path, about=np.array(about), **{**arrays, "second": np.zeros((8, DEPTH), "f2")})
    elif name == "floats":
        np.savez(path, about=np.array(about), **{**arrays, "first_bias": np.zeros(WIDTH, "f2")})
    elif name == "lacking":
        np.savez(path, about=np.array(about), first=arrays["first"])
    elif name == "layout":
        np.savez(path, about=np.array(about.replace("1}", "99}")), **arrays)
    elif name == "pickled":
        np.savez(path, about=np.array([{}], dtype=object), **arrays)
    elif name == "too large":
        np.savez_compressed(path, about=np.array(about), **arrays, more=np.zeros(MOST_BYTES, "i1"))
    elif name == "not a number":
        np.savez(path, about=np.array(about), **{**arrays, "value": arrays["value"] * np.nan})
    elif name == "game":
        np.savez(path, about=np.array(about.replace('"duel"', "[]")), **arrays)
    elif name == "players":
        np.savez(path, about=np.array(about.replace('"players": 2', '"players": "x"')), **arrays)


@pytest.mark.parametrize(
    "name",
    [
        *("missing", "cut", "text", "narrow", "floats", "lacking", "layout", "pickled"),
        *("players", "game", "too large", "not a number"),
    ],
)
def test_a_file_that_is_not_one_of_weights_is_refused_in_one_line(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.npz"
    damaged(name, random_weights("duel", 2), path)
    with pytest.raises(RulesError) as refused:
        read_weights(path)
    assert "bad.npz" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_weights_of_another_game_are_refused() -> None:
    view = Game(seed=1, start=0).view(0)
    with pytest.raises(RulesError, match="for duel with 2 players, not for base with 2"):
        Search(view, evaluator="network", weights=random_weights("duel", 2))
