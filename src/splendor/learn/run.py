"""A training run: self-play, training and evaluation in turns, in a folder that holds its state.

The folder can be copied or committed at any moment, and the run goes on from it: `run.json` says
what is trained and how far it is, `checkpoint.npz` holds the weights, `log.jsonl` one line for each
generation, and `games/` the recent self-play games. Without these, a run plays new ones first.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import ceil
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from splendor.arena.cluster import in_order, pool_for
from splendor.arena.scores import Score, elo_of
from splendor.bots.evaluators.network import INPUTS, Weights, released_weights, releases
from splendor.core.errors import RulesError
from splendor.learn.curve import write_curve
from splendor.learn.farm import SelfPlay
from splendor.learn.match import play_match
from splendor.learn.positions import Positions, join, positions_of
from splendor.learn.selfplay import DECISION, TRIED, Games, Play, Player, play_some
from splendor.learn.training import BATCH, Losses, Recipe, Trainer
from splendor.ruleset import GAMES

FIRST_GENERATION = 24_000  # games of the hand-written evaluator, to begin with
WARM_GENERATION = 8_000  # games of adopted weights instead
FEWEST_POSITIONS = 600_000  # in the window, before training goes on
MOST_POSITIONS = 3_000_000
WINDOW_SHARE = 0.5  # of all positions so far, between these two


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run trains, and how."""

    game: str
    players: int
    seed: str = "1"
    part: int = 200  # games that are played, and saved, at a time
    generation: int = 4000  # games between two trainings
    first_generation: int = FIRST_GENERATION  # games before the first training
    uses: float = 4.0  # of each position, on average
    evaluate_every: int = 4  # generations
    deals: int = 200  # of an evaluation, each played from every seat
    simulations: int = 100  # of an evaluation
    warm_start: str = ""  # the folder of a run for another number of players, to begin with
    play: Play = field(default_factory=Play)
    recipe: Recipe = field(default_factory=Recipe)


@dataclass(slots=True)
class Progress:
    """How far a run is."""

    generation: int = 0
    parts: int = 0
    games: int = 0
    positions: int = 0
    cpu_seconds: float = 0.0


class Run:
    """A training run in a folder. `say` is given a line for each generation, and `show` what is
    being done now.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        say: Callable[[str], None],
        show: Callable[[str], None] = lambda _: None,
        cluster: tuple[str | None, int | None] = (None, 1),
    ) -> None:
        """`cluster` is the address of a Ray cluster, if any, and the number of processes."""
        self.folder, self.say, self.show = folder, say, show
        self.cluster = cluster
        self.settings, self.progress = read_state(folder, settings)
        self.trainer = Trainer(self.settings.game, self.settings.players)
        if self.progress.generation:
            self.trainer.load(folder / "checkpoint.npz")
        elif self.settings.warm_start:
            self.trainer.adopt(Path(self.settings.warm_start) / "checkpoint.npz")
        (folder / "games").mkdir(parents=True, exist_ok=True)
        self.window: dict[int, Positions] = {}
        self._spent = time.process_time()

    def go_on(self, seconds: float) -> None:
        """Work for this long; whatever is finished by then is saved."""
        end = time.monotonic() + seconds
        self.load_window()
        while time.monotonic() < end:
            if not self.has_enough_games():
                self.play_parts(end)
            else:
                self.train()
        self.save_state()

    @property
    def rules(self) -> str:
        """The rule set that is trained: the first of the game."""
        return GAMES[self.settings.game].rules[0]

    # Self-play

    @property
    def weights(self) -> Weights | None:
        """The weights that self-play uses; none in the first generation without a warm start."""
        is_trained = self.progress.generation or self.settings.warm_start
        return self.trainer.exported() if is_trained else None

    def has_enough_games(self) -> bool:
        fewest = min(FEWEST_POSITIONS, self.progress.positions)
        return self.progress.games >= self.games_due and self.window_size >= fewest

    @property
    def games_due(self) -> int:
        """The games after which the next training is due."""
        settings = self.settings
        return settings.first_generation + self.progress.generation * settings.generation

    @property
    def window_size(self) -> int:
        return sum(map(len, self.window.values()))

    def play_parts(self, end: float) -> None:
        """Play what is due, in this process or in those of a pool, until the time is over."""
        if self.cluster == (None, 1):
            self.play_part()
            return
        settings, progress = self.settings, self.progress
        due = max(1, ceil((self.games_due - progress.games) / settings.part))
        tasks = [(progress.parts + number, None) for number in range(due)]
        most = max(settings.play.full, settings.simulations)
        job = SelfPlay(
            settings.game, settings.players, most, self.weights, settings.play, settings.part,
            settings.seed,
        )  # fmt: skip
        address, workers = self.cluster
        self.show_progress()
        with pool_for(job, workers, address) as pool:
            pool.open()
            for games in in_order(tasks, pool.play(tasks)):
                self.add(games)
                self.show_progress()
                if time.monotonic() > end:
                    return

    def play_part(self) -> None:
        settings, progress = self.settings, self.progress
        self.show_progress()
        player = self.player()
        self.add(
            play_some(player, settings.part, settings.play, f"{settings.seed}/{progress.parts}")
        )

    def show_progress(self) -> None:
        progress = self.progress
        played = f"{progress.games:,} of {self.games_due:,} games"
        self.show(f"generation {progress.generation + 1}: {played}, {self.window_size:,} positions")

    def add(self, games: Games) -> None:
        """Keep the games of a part."""
        progress = self.progress
        save_games(self.part_file(progress.parts), games)
        self.window[progress.parts] = positions_of(games, self.settings.players)
        progress.parts += 1
        progress.games += games.count
        progress.positions += len(games.decisions)
        self.save_state()

    def player(self) -> Player:
        key = self.progress.generation
        if getattr(self, "_player", (None, None))[0] != key:
            most = max(self.settings.play.full, self.settings.simulations)
            made = Player(self.settings.game, self.settings.players, most, self.weights)
            self._player = (key, made)
        return self._player[1]

    def part_file(self, part: int) -> Path:
        return self.folder / "games" / f"{part:06d}.npz"

    def load_window(self) -> None:
        """Read the recent games that are there; a damaged or outdated file is deleted."""
        for path in sorted((self.folder / "games").glob("*.npz")):
            try:
                games = read_games(path, self.settings.game)
                self.window[int(path.stem)] = positions_of(games, self.settings.players)
            except (OSError, ValueError, KeyError, EOFError, BadZipFile):
                path.unlink()

    # Training

    def train(self) -> None:
        settings, progress = self.settings, self.progress
        self.forget_old_games()
        data = join(list(self.window.values()))
        is_first = progress.generation == 0
        fresh = settings.first_generation if is_first else settings.generation
        share = fresh * (progress.positions / max(1, progress.games)) / BATCH
        steps = max(1, int(settings.uses * share))
        self.show(f"generation {progress.generation + 1}: training, {steps:,} steps")
        seen = list(self.trainer.train(data, steps, settings.recipe, progress.parts))
        progress.generation += 1
        self.trainer.save(temporary(self.folder / "checkpoint.npz"))
        keep(self.folder / "checkpoint.npz")
        self.save_state()
        self.log(data, seen[-min(len(seen), 200) :])

    def forget_old_games(self) -> None:
        most = int(np.clip(WINDOW_SHARE * self.progress.positions, 1_000_000, MOST_POSITIONS))
        kept = 0
        for part in sorted(self.window, reverse=True):
            kept += len(self.window[part])
            if kept > most:
                del self.window[part]
                self.part_file(part).unlink(missing_ok=True)

    def log(self, data: Positions, losses: list[Losses]) -> None:
        progress = self.progress
        line: dict[str, Any] = {
            **asdict(progress),
            "cpu_seconds": round(progress.cpu_seconds, 1),
            "window": len(data),
            **{
                f"{name}_loss": round(float(np.mean([getattr(each, name) for each in losses])), 4)
                for name in Losses.__slots__
            },
        }
        every = self.settings.evaluate_every
        if progress.generation % every == 1 % every:
            line |= self.evaluations()
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.say(json.dumps(line))
        write_curve(self.folder)

    def evaluations(self) -> dict[str, Any]:
        """Matches against the hand-written evaluator and against the newest release."""
        self.show(f"generation {self.progress.generation}: evaluation")
        game, players = self.settings.game, self.settings.players
        found: dict[str, Any] = {"estimate": evaluation(self.evaluate(None), players)}
        if names := releases(game, players):
            score = self.evaluate(released_weights(names[-1]))
            found["release"] = {"name": names[-1], **evaluation(score, players)}
        return found

    def evaluate(self, weights: Weights | None) -> Score:
        """A match of the present weights against others, or against the estimate."""
        settings = self.settings
        sides = [
            Player(settings.game, settings.players, settings.simulations, side)
            for side in (self.trainer.exported(), weights)
        ]
        return play_match(
            sides[0], sides[1], settings.deals, settings.simulations, f"evaluate/{settings.seed}"
        )

    # State

    def save_state(self) -> None:
        now = time.process_time()
        self.progress.cpu_seconds += now - self._spent
        self._spent = now
        state = {"settings": asdict(self.settings), "progress": asdict(self.progress)}
        path = self.folder / "run.json"
        temporary(path).write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        keep(path)


def evaluation(score: Score, players: int) -> dict[str, float]:
    """A score against copies of an opponent, and what it is in Elo (0 for an even share)."""
    shares = [min(0.999, max(0.001, x)) for x in (score.mean, score.low, score.high)]
    elo = [elo_of(x * (players - 1) / (x * (players - 1) + 1 - x)) for x in shares]
    names = ("elo", "low", "high")
    return {"score": round(score.mean, 4), **dict(zip(names, map(round, elo), strict=True))}


def read_state(folder: Path, settings: Settings) -> tuple[Settings, Progress]:
    """The state of a run in this folder, or of a new one with these settings."""
    if settings.game not in INPUTS:
        raise RulesError(f"there is no network for {settings.game!r}: {', '.join(INPUTS)}")
    if settings.players not in GAMES[settings.game].players:
        raise RulesError(f"{settings.game} is not played by {settings.players}")
    if not (folder / "run.json").exists():
        return settings, Progress()
    there, progress = saved_state(folder)
    if (there.game, there.players) != (settings.game, settings.players):
        raise RulesError(
            f"{folder} is a run for {there.game} with {there.players} players: choose another --out"
        )
    return there, progress


def saved_state(folder: Path) -> tuple[Settings, Progress]:
    path = folder / "run.json"
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
        found = {**state["settings"]}
        found["play"], found["recipe"] = Play(**found["play"]), Recipe(**found["recipe"])
        return Settings(**found), Progress(**state["progress"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RulesError(f"{path} is not the state of a run: {error}") from None


def settings_in(folder: Path) -> Settings:
    """What the run in this folder trains, or `RulesError`."""
    return saved_state(folder)[0]


def save_games(path: Path, games: Games) -> None:
    with temporary(path).open("wb") as file:
        np.savez(file, views=games.views, decisions=games.decisions, tried=games.tried)
    keep(path)


def read_games(path: Path, game: str) -> Games:
    """Recorded games of the present version, or `ValueError`."""
    kinds = {"views": GAMES[game].state, "decisions": DECISION, "tried": TRIED}
    with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
        rows = {name: found[name] for name in kinds}
    for name, kind in kinds.items():
        if rows[name].dtype.descr != kind.descr:
            raise ValueError(f"{path}: {name} were recorded by another version")
    # A file keeps names and types of fields, but the compiler wants the very type.
    return Games(**{name: rows[name].view(kind) for name, kind in kinds.items()})


def temporary(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def keep(path: Path) -> None:
    """Let the temporary file take the place of the old one, all or nothing."""
    os.replace(temporary(path), path)
