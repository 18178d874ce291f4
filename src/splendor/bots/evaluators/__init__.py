"""The evaluators of a search: each gives every seat's chance of winning a position.

There are two: a rollout, which plays at random to the end of the game, and the hand-written
estimate of a game. A game without an estimate uses rollouts.
"""

from collections.abc import Callable
from typing import Any

from splendor.bots.evaluators import estimate_base, estimate_duel, general
from splendor.bots.evaluators.general import pay_off
from splendor.core.chance import Chance
from splendor.core.kernel import Row, by_record, int64, kernel
from splendor.ruleset import GAMES, apply, is_over, random_action

ROLLOUT, ESTIMATE = range(2)
EVALUATORS = {"rollout": ROLLOUT, "estimate": ESTIMATE}
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


def evaluator_number(evaluator: str, game: str) -> int:
    """The evaluator of this name in a game; rollouts where there is no estimate."""
    return EVALUATORS[evaluator] if game in ESTIMATES else ROLLOUT


@kernel
def evaluate(states: Row[Any], work: Any) -> None:
    """Write each seat's chance of winning states[0] into `work.values`. A rollout plays it on."""
    if work.evaluator == ROLLOUT:
        roll_out(states, work.chance)
        if is_over(states[0]):
            pay_off(states[0], work.values)
            return
    estimate(states[0], work.estimate_weights, work.numbers, work.values)


@kernel
def roll_out(states: Row[Any], chance: Chance) -> None:
    """Play states[0] at random to its end, or for `LONGEST_ROLLOUT` decisions."""
    played = 0
    while not is_over(states[0]) and played < LONGEST_ROLLOUT:
        apply(states, int64(0), random_action(states[0], chance))
        played += 1
