"""Compile a game's kernels before their first use, telling how far it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from splendor.bots import Clock, make_bot
from splendor.bots.search import analyse
from splendor.bots.simple import KINDS, simulate
from splendor.core.cold_start import EVERYTHING
from splendor.core.compiling import PARTS, RULES, SEARCH, Progress, Step, times_of, told_to
from splendor.core.kernel import is_warm, mark_warm
from splendor.game import Game
from splendor.ruleset import GAMES, ruleset_of
from splendor.view import View


@dataclass(frozen=True, slots=True)
class Compiling:
    """What is being compiled, the rules or the search, and how far all that was asked for is."""

    game: str
    part: str
    percent: int


Tell: TypeAlias = Callable[[Compiling], None]


def warm_rules(rules: str, tell: Tell) -> None:
    """Compile the rules and the simple bots, unless they are in the cache."""
    warm(rules, (RULES,), tell)


def warm_search(rules: str, tell: Tell) -> None:
    """Compile the search, unless it is in the cache."""
    warm(rules, (SEARCH,), tell)


def warm_all(rules: str, tell: Tell) -> None:
    """Compile the rules and the search, unless they are in the cache."""
    warm(rules, PARTS, tell)


def warm(rules: str, parts: tuple[str, ...], tell: Tell) -> None:
    game = ruleset_of(rules).name
    progress = Progress(times_of(game, parts))
    for part in parts:
        if is_warm(mark_of(game, part)):
            continue
        tell(Compiling(game, part, progress.percent))
        with told_to(reporter(progress, game, part, tell)):
            USES[part](rules)
        mark_warm(mark_of(game, part))
    if is_everything_warm():
        mark_warm(EVERYTHING)


def reporter(progress: Progress, game: str, part: str, tell: Tell) -> Callable[[Step], None]:
    """Tell when the percentage has changed."""
    told = progress.percent

    def note(step: Step) -> None:
        nonlocal told
        progress.note(step)
        if progress.percent > told:
            told = progress.percent
            tell(Compiling(game, part, told))

    return note


def use_rules(rules: str) -> None:
    """Call every kernel of the rules and the simple bots."""
    game = Game(rules, seed=0, **ruleset_of(rules).limits)
    for name in KINDS:
        view = game.view(game.active)
        view.imagine(0)
        game.push(make_bot(name, 0).choose(view, Clock()))
    simulate(game, tuple(KINDS), 0)
    assert game.outcome


def use_search(rules: str) -> None:
    """Search in the last turn, which needs the exact solver, too."""
    analyse(last_turn(rules), 10, seed=0)


def last_turn(rules: str) -> View:
    """A view of the last turn of a game."""
    game = Game(rules, seed=0, **ruleset_of(rules).limits)
    simulate(game, tuple(KINDS), 0)
    while game.phase != "play":
        game.pop()
    return game.view(game.active)


USES = {RULES: use_rules, SEARCH: use_search}


def mark_of(game: str, part: str) -> str:
    return game if part == RULES else f"{game}-{part}"


def is_game_warm(game: str) -> bool:
    return all(is_warm(mark_of(game, part)) for part in PARTS)


def is_everything_warm() -> bool:
    return all(is_game_warm(game) for game in GAMES)
