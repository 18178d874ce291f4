"""Precompilation: compile missing kernels in other processes, and load the compiled ones.

python -m splendor.server.workers.precompile duel
"""

import asyncio
import gc
import sys

from splendor.bots import Clock, make_bot
from splendor.bots.precompile import is_everything_warm, warm_rules, warm_search
from splendor.game import Game
from splendor.ruleset import first_rules
from splendor.server.refusals import RequestRefused

__all__ = [
    "is_everything_warm",
    "load_kernels",
    "precompile_in_subprocesses",
    "tune_garbage_collector",
]

# Thresholds of the garbage collector. A running game frees about as many objects as it allocates:
# by the time there are 250 more, a collection scans thousands of objects and blocks for 5 ms.
GENERATION_0, GENERATION_1, GENERATION_2 = 250, 2, 5000


GAMES = first_rules()  # other rule sets of a game use the same kernels


async def precompile_in_subprocesses() -> None:
    """Compile in one process for each game, so that this one stays responsive."""
    await asyncio.gather(*(precompile(rules) for rules in GAMES))


async def precompile(rules: str) -> None:
    command = [sys.executable, "-m", "splendor.server.workers.precompile", rules]
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL)
    try:
        status = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if status:
        raise RequestRefused("not_compiled")


def load_kernels() -> None:
    """Load the kernels that tables need, so that no first move waits for them."""
    for rules in GAMES:
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
    def say(text: str) -> None:
        """Print nothing: the server has announced that it compiles."""

    warm_rules(rules, say)
    warm_search(rules, say)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
