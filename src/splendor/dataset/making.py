"""Making a data set: bots play, and their games are written in parts, each all or nothing.

A folder can be continued: its parts are numbered by their first game.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from splendor.arena.cluster import in_order, pool_for
from splendor.arena.match import AgentVersion
from splendor.arena.simulation import Simulation
from splendor.bots.simple import KINDS, play_out
from splendor.core.chance import seeded
from splendor.core.errors import RulesError
from splendor.dataset.card import card_of
from splendor.dataset.reading import Dataset, part_files
from splendor.dataset.schema import (
    FORMAT,
    KEY,
    Row,
    deal_columns,
    encodings_of,
    options_text,
    result_columns,
    schema_of,
)
from splendor.game import Game
from splendor.outcome import outcome_of
from splendor.ruleset import Ruleset, ruleset_of

GROUP = 10_000  # games of a row group
PART = 100_000  # games of a file
PART_SECONDS = 600.0  # after which a file is finished, so that little is lost with the machine
ROOM = 1024  # decisions of a compiled game that are played at once
LEVEL = 19  # of the compression: a twelfth of the time that games of fast bots take

Report = Callable[[int], None]  # called with the number of games that are there
Warn = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class GamesToStore(Simulation):
    """Games whose report is a row of a data set, without the versions of bots."""

    with_deals: bool = True
    with_draws: bool = False  # although the seed gives them

    @property
    def ruleset(self) -> Ruleset:
        return ruleset_of(self.rules)

    def report(self, number: int, game: Game, failure: str | None) -> tuple[Row, str | None]:
        assert game.outcome is not None
        row = self.head(number, game) | {
            "actions": [game.ruleset.action_of(move) for move in game.moves],
            "draws": " ".join(filter(None, game.all_drawn)) if self.with_draws else None,
            **result_columns(game.ruleset, game.outcome),
            "rounds": game.round,
            "decisions": game.ply,
        }
        return row, failure

    def head(self, number: int, game: Game) -> Row:
        """What is known before the first decision."""
        row: Row = {
            "rules": self.rules,
            "players": game.players,
            "options": options_text(game.ruleset, self.rules, game.options),
            "seed": self.seed_of(number),
            "bots": self.bots(number),
        }
        if self.with_deals:
            start = game.record[0] if not game.ply else game.at(0).record[0]
            row |= deal_columns(game.ruleset, start)
        return row

    def run(self, task: tuple[int, Any], set_thinking: Callable[[int], None]) -> list[Any]:
        if not self.is_simple or self.with_draws:
            return Simulation.run(self, task, set_thinking)
        first, count = task
        return [(self.quick_row(number), None) for number in range(first, first + count)]

    def quick_row(self, number: int) -> Row:
        """The row of a game of compiled bots, without an object for each position."""
        game = self.deal(number)
        row, states = self.head(number, game), game.record.copy()
        kinds = np.array([KINDS[name] for name in row["bots"]], np.int8)
        chance, view = seeded(f"{self.seed_of(number)}/bots"), np.zeros(1, self.ruleset.state)
        mask, history = np.zeros(self.ruleset.actions, np.int8), np.zeros(ROOM, np.int16)
        actions: list[int] = []
        while (outcome := outcome_of(states, 0)) is None:
            count = play_out(states, kinds, chance, view, mask, history)
            actions += history[:count].tolist()
        rounds = int(states[0].round_number)
        ends = {"rounds": rounds, "decisions": len(actions)}
        return row | {"actions": actions, **result_columns(self.ruleset, outcome), **ends}


def facts_of(games: GamesToStore, versions: list[AgentVersion]) -> dict[str, Any]:
    """What a folder must have in common with a command that continues it."""
    return {
        "format": FORMAT,
        "rules": games.rules,
        "options": {name: str(value) for name, value in sorted(games.options.items())},
        "bots": list(games.agents),
        "bot_versions": [each["bot_version"] or each["version"] for each in versions],
        "budget": {"simulations": games.clock.simulations, "seconds": games.clock.seconds},
        "seed": games.seed,
        "deals": games.with_deals,
        "draws": games.with_draws,
        "version": version("splendor"),
    }


def make_dataset(
    folder: str,
    games: GamesToStore,
    count: int,
    workers: int | None = None,
    ray: str | None = None,
    licence: str | None = None,
    callbacks: tuple[Report, Warn] = (lambda _: None, lambda _: None),
) -> int:
    """Play until the folder has `count` games; return how many it has.

    If it is interrupted, the games so far are there, and the same call continues.
    """
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / ".lock", timeout=0)
        with lock, pool_for(games, workers, ray) as pool:
            facts = facts_of(games, pool.open())
            there = games_in(path, facts)
            tasks = list(games.tasks(there, count))
            rows = numbered(in_order(tasks, pool.play(tasks)), callbacks, there)
            return store(path, games.ruleset, facts, there, rows, licence)
    except Timeout:
        raise RulesError(f"{folder} is being written by another command: wait") from None
    except (OSError, ValueError) as error:
        if isinstance(error, (RulesError, BrokenPipeError)):
            raise
        why = getattr(error, "strerror", None) or str(error)
        raise RulesError(f"cannot write {folder}: {why}") from None


def games_in(folder: Path, facts: dict[str, Any]) -> int:
    """How many games are there already, all made by the same command; the rest is deleted."""
    for part in folder.glob(".*.part"):
        part.unlink()
    if not part_files(folder):
        return 0
    there = Dataset(folder)
    if there.facts is None:
        raise RulesError(f"{folder} has data that was not made by this command: choose another")
    other = [name for name in facts if there.facts.get(name) != facts[name]]
    if other:
        raise RulesError(
            f"{folder} was made with another {' and '.join(other)}: choose another folder"
        )
    return there.games


def numbered(
    results: Iterable[list[Any]], callbacks: tuple[Report, Warn], there: int
) -> Iterator[Row]:
    report, warn = callbacks
    for result in results:
        for row, failure in result:
            if failure is not None:
                warn(f"game {there}: {failure}")
            yield row
            there += 1
        report(there)


def store(
    folder: Path,
    ruleset: Ruleset,
    facts: dict[str, Any],
    there: int,
    rows: Iterator[Row],
    licence: str | None,
) -> int:
    """Write the rows in parts, and at last the card; what came before an interruption is kept."""
    source = Source(rows)
    while not source.is_empty:
        there += write_part(folder / f"games-{there:09d}.parquet", ruleset, facts, source)
        write_whole(folder / "README.md", card_of(folder, facts, there, licence))
        if source.interrupted:
            raise KeyboardInterrupt
    return there


class Source:
    """Rows in groups, until there are no more or Ctrl-C interrupts."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self.rows, self.interrupted, self.is_empty = rows, False, False

    def group(self, end: float) -> list[Row]:
        """The next rows, at most `GROUP`, fewer if the time is over."""
        found: list[Row] = []
        try:
            for row in self.rows:
                found.append(row)
                if len(found) == GROUP or time.monotonic() > end:
                    return found
        except KeyboardInterrupt:
            self.interrupted = True
        self.is_empty = True
        return found


def write_part(path: Path, ruleset: Ruleset, facts: dict[str, Any], source: Source) -> int:
    """Write one file; return how many games it has. Without games there is no file."""
    schema = schema_of(ruleset).with_metadata({KEY: json.dumps(facts).encode()})
    part, count = path.with_name(f".{path.name}.part"), 0
    end = time.monotonic() + PART_SECONDS
    try:
        with pq.ParquetWriter(
            part, schema, compression="zstd", compression_level=LEVEL, write_page_checksum=True,
            **encodings_of(schema),
        ) as writer:  # fmt: skip
            while count < PART and time.monotonic() < end and not source.is_empty:
                rows = source.group(end)
                count += len(rows)
                if rows:
                    writer.write_table(table_of(rows, schema, facts))
        if count:
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def table_of(rows: list[Row], schema: pa.Schema, facts: dict[str, Any]) -> pa.Table:
    versions = dict(zip(facts["bots"], facts["bot_versions"], strict=True))
    for row in rows:
        row["bot_versions"] = [versions[bot] for bot in row["bots"]]
        row["version"] = facts["version"]
    columns = [pa.array([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def write_whole(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
