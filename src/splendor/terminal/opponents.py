"""The list of bots: the levels with their ratings, and the others with a description."""

import inspect
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from splendor.bots import BOTS
from splendor.bots.levels import Level, ladders, level_names
from splendor.bots.styles import STYLES
from splendor.terminal.drawing import WIDTH

TITLES = {"base": "Splendor", "duel": "Duel"}  # other games: their own name
NAME, ERRORS, ELO, SIMS = 12, 15, 10, 8  # widths of columns
NETWORK = "*"  # behind the simulations of a level with a network
MANY = 10_000  # simulations, which are told in thousands
ERRS = ((0.0, "plays its best"), (0.03, "errs seldom"), (0.1, "errs at times"))  # temperatures
LEGEND = """\
Elo: random has 0; 200 more win three games of four; ± is the 95 % interval, ~ is not measured.
Sims: simulations for one decision; with a trained network (*) fewer are enough. A level errs by
sampling among the moves that it has searched, the better ones more often.
Play with splendor terminal --level NAME, or --seats human,NAME,NAME."""


def list_bots() -> Iterator[str]:
    yield from list_levels()
    yield f"\n{LEGEND}\n\nOther bots, for --seats:"
    for name in BOTS:
        if name not in level_names():
            head = f"{name:<{NAME}}"
            indent = " " * NAME
            yield fill(description_of(name), WIDTH, initial_indent=head, subsequent_indent=indent)


def description_of(name: str) -> str:
    """The first line of the bot's docstring; a style may have one for each game."""
    sources: list[Any] = [*STYLES[name].values()] if name in STYLES else [BOTS[name]]
    lines = [(inspect.getdoc(source) or "").partition("\n")[0] for source in sources]
    return " In Duel: ".join(dict.fromkeys(lines))


def list_levels() -> Iterator[str]:
    """A row for each level, with columns for each game and number of players."""
    heads = [f"{TITLES.get(game, game.title())} for {players}" for game, players in ladders()]
    yield f"{'':{NAME + ERRORS}}{''.join(f'{head:>{ELO + SIMS}}' for head in heads)}"
    columns = f"{'Elo':>{ELO}}{'sims':>{SIMS}}"
    yield f"{'Level':<{NAME + ERRORS}}{columns * len(heads)}"
    for name in level_names():
        rungs = [find(ladder, name) for ladder in ladders().values()]
        known = next(level for level in rungs if level is not None)
        yield f"{name:<{NAME}}{errors_of(known):<{ERRORS}}{''.join(map(figures, rungs))}".rstrip()


def find(ladder: tuple[Level, ...], name: str) -> Level | None:
    return next((level for level in ladder if level.name == name), None)


def errors_of(level: Level) -> str:
    """How often a level errs, in a few words."""
    if level.sims == 0:
        return "any legal move"
    found = [words for most, words in ERRS if level.temperature <= most]
    return found[0] if found else "errs often"


def figures(level: Level | None) -> str:
    """The rating and the simulations; `random`, the anchor of the ratings, has no interval."""
    if level is None:
        return f"{'–':>{ELO}}{'–':>{SIMS}}"
    if level.sims == 0:
        return f"{level.elo:>{ELO}}{'–':>{SIMS}}"
    elo = f"{level.elo} ±{level.interval}" if level.interval else f"~{level.elo}"
    sims = f"{level.sims // 1000}k" if level.sims >= MANY else f"{level.sims:,}"
    return f"{elo:>{ELO}}{sims + NETWORK * bool(level.weights):>{SIMS}}"
