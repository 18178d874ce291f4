"""The random bot and the greedy bot: the baseline for all other bots."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from splendor.bots.bot import Clock
from splendor.bots.greedy_base import score_action as score_base
from splendor.bots.greedy_duel import score_action as score_duel
from splendor.core.chance import Chance, Seed, random_below, seeded
from splendor.core.errors import RulesError
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.game import Game
from splendor.ruleset import Move, apply, by_game, is_over, legal_mask, random_action, view_of
from splendor.view import View


@kernel
def no_preference(view: Any, action: int) -> float:
    """Equal scores: in a game without a greedy player, `greedy` plays at random."""
    return 0.0


SCORES: dict[str, Callable[[Any, int], float]] = {"base": score_base, "duel": score_duel}
score_action = by_game(SCORES, no_preference)

RANDOM, GREEDY = range(2)
KINDS = {"random": RANDOM, "greedy": GREEDY}


class Simple:
    """A compiled bot; `simulate` uses the same kernels for whole games."""

    kind: int

    def __init__(self, seed: Seed = None) -> None:
        self._chance = seeded(seed)

    def choose(self, view: View, clock: Clock | None = None) -> Move:
        """A legal move; purchases are paid by default."""
        if not isinstance(view, View):
            raise RulesError("a bot is given a view: game.view(seat)")
        if not view.legal_moves:
            raise RulesError(f"seat {view.seat} has nothing to decide")
        mask = np.zeros(view.ruleset.actions, np.int8)
        action = choose_in(view.record, 0, self.kind, self._chance, mask)
        return view.ruleset.moves[action]


class Random(Simple):
    """Every legal move is equally likely."""

    kind = RANDOM


class Greedy(Simple):
    """Buys the best card it can, and takes tokens toward the best visible ones."""

    kind = GREEDY


def simulate(game: Game, bots: Sequence[str], seed: Seed = None) -> None:
    """Let simple bots play the game to its end in compiled code; `bots` has one for each seat."""
    unknown = [name for name in bots if name not in KINDS]
    if unknown or len(bots) != game.players:
        raise RulesError(f"{game.players} players need as many of {', '.join(KINDS)}: {bots}")
    kinds = np.array([KINDS[name] for name in bots], np.int8)
    chance, view = seeded(seed), np.zeros(1, game.ruleset.state)
    mask, history = np.zeros(game.ruleset.actions, np.int8), np.zeros(1024, np.int16)
    while not game.is_over:
        count = play_out(game.record, kinds, chance, view, mask, history)
        for action in history[:count]:
            game.push(game.ruleset.moves[action])


@kernel
def greedy_action(view: Any, mask: Row[int], chance: Chance) -> int:
    """The legal action with the highest score; ties are broken at random."""
    best = -np.inf
    chosen = int64(0)
    equals = 0
    for action in range(len(mask)):
        if mask[action] == 0:
            continue
        score = score_action(view, int64(action))
        if score > best:
            best = score
            chosen = action
            equals = 1
        elif score == best:
            equals += 1
            if random_below(chance, int64(equals)) == 0:
                chosen = action
    return chosen


@entry
def choose_in(views: Row[Any], game: int, kind: int, chance: Chance, mask: Row[int]) -> int:
    if kind == RANDOM:
        return random_action(views[game], chance)
    legal_mask(views[game], mask)
    return greedy_action(views[game], mask, chance)


@entry
def play_out(
    states: Row[Any],
    kinds: Row[int],
    chance: Chance,
    view: Row[Any],
    mask: Row[int],
    history: Row[int],
) -> int:
    """Play states[0] to its end or until the history is full; return the number of decisions."""
    state = states[0]
    played = 0
    while played < len(history) and not is_over(state):
        if kinds[state.active] == RANDOM:
            action = random_action(state, chance)
        else:
            legal_mask(state, mask)
            view_of(states, int64(0), int64(state.active), view, int64(0))
            action = greedy_action(view[0], mask, chance)
        apply(states, int64(0), action)
        history[played] = action
        played += 1
    return played
