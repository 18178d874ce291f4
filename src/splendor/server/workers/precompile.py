"""Compile a game from the command line, and load the compiled kernels into a server.

python -m splendor.server.workers.precompile duel
"""

import gc
import sys

from splendor.bots import Clock, make_bot
from splendor.bots.precompile import warm_all
from splendor.game import Game
from splendor.ruleset import first_rules

# Thresholds of the garbage collector. A running game frees about as many objects as it allocates:
# by the time there are 250 more, a collection scans thousands of objects and blocks for 5 ms.
GENERATION_0, GENERATION_1, GENERATION_2 = 250, 2, 5000


def load_kernels() -> None:
    """Load the kernels that tables need, so that no first move waits for them."""
    for rules in first_rules():  # other rule sets of a game use the same kernels
        game = Game(rules, seed=0)
        view = game.view(game.active)
        game.push(make_bot("greedy", 0).choose(view, Clock()))
        view.imagine(0)
        game.view(None)
        assert game.legal_moves


def tune_garbage_collector() -> None:
    """Exclude loaded objects from garbage collection, and scan the oldest generation rarely.

    With a thousand tables, collections would otherwise block the server for half a second, often.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(GENERATION_0, GENERATION_1, GENERATION_2)


def main(rules: str) -> int:
    warm_all(rules, lambda _: None)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
