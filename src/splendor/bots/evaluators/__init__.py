"""The evaluators of a search: each gives every seat's chance of winning a position.

There are four: a rollout, which plays at random to the end of the game, the hand-written estimate
of a game, a network, and a function in Python, which `leaves.py` calls. A game without an estimate
uses rollouts.
"""

from collections.abc import Callable
from typing import Any

from splendor.bots.evaluators import estimate_base, estimate_duel, general
from splendor.bots.evaluators.general import pay_off
from splendor.bots.evaluators.network import (
    Network,
    has_network,
    network_logits,
    network_values,
)
from splendor.core.chance import Chance
from splendor.core.kernel import Row, by_record, int64, kernel
from splendor.ruleset import GAMES, apply, is_over, random_action

ROLLOUT, ESTIMATE, NETWORK, CUSTOM = range(4)
BEST = "best"  # in place of a name: the strongest that a game has
EVALUATORS = {"rollout": ROLLOUT, "estimate": ESTIMATE, "network": NETWORK}
LONGEST_ROLLOUT = 2000  # decisions; after that, the position is estimated

# The registry: games with a hand-written evaluator, by name.
ESTIMATES: dict[str, Any] = {"base": estimate_base, "duel": estimate_duel}


def of_estimate(name: str) -> Callable[..., Any]:
    """A kernel of each game's estimate, looked up when a caller is compiled."""
    return by_record(
        lambda: (
            (ruleset.state, getattr(ESTIMATES.get(game, general), name))
            for game, ruleset in GAMES.items()
        )
    )


prove_outcome = of_estimate("prove_outcome")
estimate = of_estimate("estimate")
policy_logits = of_estimate("policy_logits")


def best_evaluator(game: str, players: int) -> str:
    """The strongest evaluator that a game has."""
    if has_network(game, players):
        return "network"
    return "estimate" if game in ESTIMATES else "rollout"


def evaluator_number(evaluator: str, game: str) -> int:
    """The evaluator of this name in a game; rollouts where there is no estimate."""
    return EVALUATORS[evaluator] if game in ESTIMATES else ROLLOUT


@kernel
def evaluate(states: Row[Any], work: Any, network: Network) -> None:
    """Write each seat's chance of winning states[0] into `work.values`; a rollout changes it."""
    if work.evaluator == NETWORK:
        network_values(states[0], network, work.values)
    else:
        evaluate_by_hand(states, work)


@kernel
def evaluate_by_hand(states: Row[Any], work: Any) -> None:
    if work.evaluator == ROLLOUT:
        roll_out(states, work.chance)
        if is_over(states[0]):
            pay_off(states[0], work.values)
            return
    estimate(states[0], work.estimate_weights, work.numbers, work.values)


@kernel
def write_logits(state: Any, work: Any, network: Network) -> None:
    """Write the logits of the policy for the actions in `work.mask` into `work.priors`."""
    if work.evaluator == NETWORK:
        network_logits(state, work.mask, network, work.priors)
    elif work.evaluator == CUSTOM:
        for action in range(len(work.mask)):
            work.priors[action] = 0.0  # the evaluator did not see these moves: all are equal
    else:
        policy_logits(state, work.mask, work.policy_weights, work.numbers, work.priors)


@kernel
def roll_out(states: Row[Any], chance: Chance) -> None:
    """Play states[0] at random to its end, or for `LONGEST_ROLLOUT` decisions."""
    played = 0
    while not is_over(states[0]) and played < LONGEST_ROLLOUT:
        apply(states, int64(0), random_action(states[0], chance))
        played += 1
