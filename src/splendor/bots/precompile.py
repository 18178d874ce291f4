"""Compile a game's kernels before their first use, with a message to the user."""

from collections.abc import Callable

from splendor.bots import Clock, make_bot
from splendor.bots.search import analyse
from splendor.bots.simple import KINDS, simulate
from splendor.core.kernel import is_warm, mark_warm
from splendor.game import Game
from splendor.ruleset import GAMES, ruleset_of

RULES = "Compiling the rules for this machine, once (about ten seconds) …"
SEARCH = "Compiling the search for this machine, once (about fifteen seconds) …"


def warm_rules(rules: str, say: Callable[[str], None]) -> None:
    """Compile the rules and the simple bots, unless they are in the cache."""
    ruleset = ruleset_of(rules)
    if is_warm(ruleset.name):
        return
    say(RULES)
    game = Game(rules, seed=0, **ruleset.limits)
    for name in KINDS:
        game.push(make_bot(name, 0).choose(game.view(game.active), Clock()))
    simulate(game, tuple(KINDS), 0)
    assert game.outcome
    mark_warm(ruleset.name)


def warm_search(rules: str, say: Callable[[str], None]) -> None:
    """Compile the search, unless it is in the cache."""
    ruleset = ruleset_of(rules)
    name = search_of(ruleset.name)
    if is_warm(name):
        return
    say(SEARCH)
    game = Game(rules, seed=0, **ruleset.limits)
    simulate(game, tuple(KINDS), 0)
    while game.phase != "play":
        game.pop()
    analyse(game.view(game.active), 10, seed=0)  # in the last turn: compiles the exact solver too
    mark_warm(name)


def search_of(game: str) -> str:
    return f"{game}-search"


def is_everything_warm() -> bool:
    return all(is_warm(game) and is_warm(search_of(game)) for game in GAMES)
