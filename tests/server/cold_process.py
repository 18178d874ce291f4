"""The processes of a cold server: the server itself, and the stand-in for the compiler.

It imports the engine as late as the real command does.

    python -m tests.server.cold_process serve --port 8000
"""

import os
import sys
import time
from pathlib import Path

STAND_IN = (sys.executable, "-m", "tests.server.cold_process", "compile")
ORDERS = "SPLENDOR_TEST_ORDERS"  # the folder of the files that the stand-in waits for
GAMES = {"official": "base", "duel": "duel"}


def compile_instead(rules: str) -> None:
    """Print how far it is, wait for orders, and mark the game as compiled."""
    from splendor.server.workers.compile_worker import end_with_server, ignore_interrupts

    ignore_interrupts()
    end_with_server()
    orders, game = Path(os.environ[ORDERS]), GAMES[rules]
    (orders / f"pid-{game}-{os.getpid()}").touch()
    for part, percent, order in (("rules", 10, "rules"), ("search", 40, "all")):
        print(f'{{"type":"preparing","part":"{part}","percent":{percent}}}', flush=True)
        while not (orders / order).exists() and not (orders / f"{order}-{game}").exists():
            time.sleep(0.01)
    [cache] = Path(os.environ["SPLENDOR_CACHE_DIR"]).glob("kernels-*")
    for mark in (game, f"{game}-search"):
        (cache / f"warm-{mark}").touch()
    if len([*cache.glob("warm-*")]) == 2 * len(GAMES):
        (cache / "warm-everything").touch()


def main() -> int:
    if sys.argv[1] == "compile":
        compile_instead(sys.argv[2])
        return 0
    from splendor.cli import main as run
    from splendor.core.cold_start import interpret_while_cold

    interpret_while_cold()  # before the import below, which is the server's
    from splendor.server.workers import preparation

    preparation.WORKER = STAND_IN
    return run()


if __name__ == "__main__":
    sys.exit(main())
