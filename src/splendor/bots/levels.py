"""The named levels and styles: search budget, temperature and measured rating of each.

A lower level uses the same search with a smaller budget and samples its move with a temperature,
so its mistakes are plausible. The table is `data/levels.csv`; its ratings come from the match
files in `docs/strength/`.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from splendor.bots.bot import Clock
from splendor.bots.evaluators import BEST
from splendor.bots.evaluators.network import releases
from splendor.bots.searcher import Searcher
from splendor.bots.simple import Greedy, Random, Simple
from splendor.core.chance import Seed
from splendor.core.content import DATA
from splendor.core.errors import RulesError
from splendor.ruleset import Move
from splendor.view import View

SIMPLE: dict[str, type[Simple]] = {"random": Random, "greedy": Greedy}
NEWEST = "newest"  # in the table, in place of weights: those of the newest release
UNMEASURED = (("random", 0), ("greedy", 0), ("search", 2000))  # and their simulations


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a ladder: `elo` is its measured rating, ± `interval` (95 %); 0 if not measured.

    `weights` are those of its network, "" for the hand-written evaluator. `sims` is the number of
    simulations for a decision, 0 for random moves; `seconds` may cap them.
    """

    game: str
    players: int
    name: str
    weights: str
    sims: int
    c_puct: float | None
    temperature: float
    most_lost: float
    seconds: float | None
    elo: int
    interval: int

    @property
    def spec(self) -> str:
        """The spec of this bot with all its settings, as match files name it."""
        if self.sims == 0:
            return self.name
        network = f"evaluator=network,weights={self.weights}," if self.weights else ""
        settings = [f"search,{network}sims={self.sims}"]
        if self.c_puct is not None:
            settings.append(f"c_puct={self.c_puct:g}")
        if self.temperature > 0:
            settings.append(f"temperature={self.temperature:g},most_lost={self.most_lost:g}")
        if self.seconds is not None:
            settings.append(f"seconds={self.seconds:g}")
        return ",".join(settings)

    def bot(self, seed: Seed = None) -> Simple | Searcher:
        if self.sims == 0:
            return SIMPLE[self.name](seed)
        return Searcher(
            seed,
            sims=self.sims,
            seconds=self.seconds,
            temperature=self.temperature,
            most_lost=self.most_lost,
            c_puct=self.c_puct,
            evaluator="network" if self.weights else "estimate",
            weights=self.weights,
        )


@cache
def ladders() -> dict[tuple[str, int], tuple[Level, ...]]:
    """The levels of each game and number of players, the weakest first."""
    found: dict[tuple[str, int], tuple[Level, ...]] = {}
    with (DATA / "levels.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            level = read_level(row)
            key = (level.game, level.players)
            found[key] = (*found.get(key, ()), level)
    return found


def read_level(row: dict[str, str]) -> Level:
    return Level(
        game=row["game"],
        players=int(row["players"]),
        name=row["name"],
        weights=newest(row) if row["weights"] == NEWEST else row["weights"],
        sims=int(row["sims"]),
        c_puct=float(row["c_puct"]) if row["c_puct"] else None,
        temperature=float(row["temperature"]),
        most_lost=float(row["most_lost"]),
        seconds=float(row["seconds"]) if row["seconds"] else None,
        elo=int(row["elo"]),
        interval=int(row["interval"]),
    )


def newest(row: dict[str, str]) -> str:
    """The newest release of the weights for a level's game."""
    return releases(row["game"], int(row["players"]))[-1]


def level_names() -> tuple[str, ...]:
    """The names of all levels, the weakest first."""
    return tuple(dict.fromkeys(level.name for ladder in ladders().values() for level in ladder))


def ladder_of(game: str, players: int) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; three unrated ones for a game without a ladder."""
    return ladders().get((game, players)) or tuple(
        Level(game, players, name, "", sims, None, 0.0, 1.0, None, 0, 0)
        for name, sims in UNMEASURED
    )


def level_of(game: str, players: int, name: str) -> Level:
    """The level of this name; the next lower one where a ladder lacks it."""
    order, ladder = level_names(), ladder_of(game, players)
    if (game, players) not in ladders():
        return next((level for level in ladder if level.name == name), ladder[-1])
    if name not in order:
        raise RulesError(f"there is no level {name!r}: {', '.join(order)}")
    return [level for level in ladder if order.index(level.name) <= order.index(name)][-1]


class LevelBot:
    """A bot of a named level, for any game and number of players."""

    def __init__(self, name: str, seed: Seed = None) -> None:
        self._name, self._seed = name, seed
        self._bots: dict[tuple[str, int], Simple | Searcher] = {}

    def choose(self, view: View, clock: Clock | None = None) -> Move:
        key = (view.ruleset.name, view.players)
        if key not in self._bots:
            self._bots[key] = level_of(*key, self._name).bot(self._seed)
        return self._bots[key].choose(view, clock)


def maker(name: str) -> Callable[..., LevelBot]:
    def make(seed: Seed = None) -> LevelBot:
        return LevelBot(name, seed)

    return make


def style_maker(style: str) -> Callable[..., Searcher]:
    """A searching bot of this style; it takes all settings that `search` takes."""
    return partial(Searcher, style=style, evaluator=BEST)
