"""Reading a data set: what is in it, its games again, and whether the engine agrees with it.

Files come from anywhere: they are read in bounded pieces, and whatever is wrong with one is said in
one line.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from splendor.batch import result_type
from splendor.core.chance import seeded
from splendor.core.errors import FormatError, RulesError
from splendor.dataset.replaying import replay_some, write_results
from splendor.dataset.schema import (
    KEY,
    blank_states,
    deal_columns,
    deal_of,
    deck_columns,
    schema_of,
)
from splendor.game import Game
from splendor.loops import deal_some, observe_some
from splendor.outcome import CONCLUSIONS
from splendor.ruleset import MOST_SEATS, Records, Ruleset, ruleset_of

FORMER_KINDS = {"draws": "list of text"}  # of columns, in the first format
MOST_PARTS = 100_000
MOST_GROUP_BYTES = 1 << 30  # of a row group, unpacked
MOST_ACTIONS = 100_000  # of a game
GAMES_AT_ONCE = 2_000

Ints: TypeAlias = npt.NDArray[np.int64]


def part_files(path: Path) -> list[Path]:
    """The Parquet files of a folder, in the order of their names."""
    return [part for part in sorted(path.glob("*.parquet")) if not part.name.startswith(".")]


@contextlib.contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn whatever reading a file raises into one line."""
    try:
        yield
    except RulesError:
        raise
    except (
        pa.ArrowException,
        ArithmeticError,
        LookupError,
        MemoryError,
        OSError,
        TypeError,
        ValueError,
    ) as error:
        why = getattr(error, "strerror", None) or " ".join(str(error).split())[:160]
        raise FormatError(f"cannot read {path}: {why or type(error).__name__}") from None


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of some games, one after the other.

    `games` has the number of each decision's game in the data set, `seats` who decided, `actions`
    what was chosen and `payoffs` what the deciding seat got in the end: 1 for a victory, in equal
    parts if it is shared. `observations` has what it saw, unless that was not wanted.
    """

    games: Ints
    seats: npt.NDArray[np.int8]
    actions: Ints
    payoffs: npt.NDArray[np.float32]
    observations: npt.NDArray[np.int8]


class Dataset:
    """A data set: a folder of Parquet files, or one file. `docs/data.md` has examples."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.parts = part_files(self.path) if self.path.is_dir() else [self.path]
        except (OSError, ValueError) as error:
            raise FormatError(f"cannot read {path}: {error}") from None
        if not self.parts:
            raise FormatError(f"cannot read {path}: the folder has no Parquet file")
        if len(self.parts) > MOST_PARTS:
            raise FormatError(f"cannot read {path}: it has more than {MOST_PARTS:,} files")
        first = open_part(self.parts[0])
        self.ruleset = ruleset_in(first, self.parts[0])
        self.schema: pa.Schema = schema_of(self.ruleset)
        self.sizes = []
        for part in self.parts:
            file = open_part(part)
            check_columns(file, part, self.schema)
            self.sizes.append(file.metadata.num_rows)

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(self.sizes)

    @cached_property
    def facts(self) -> dict[str, Any] | None:
        """What `splendor dataset make` wrote about the first file; `None` if something else did."""
        text = (open_part(self.parts[0]).schema_arrow.metadata or {}).get(KEY)
        with contextlib.suppress(ValueError):
            found = json.loads(text) if text else None
            return found if isinstance(found, dict) else None
        return None

    def tables(self, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        """The rows in pieces, as tables of Arrow with these columns, or with all."""
        names = list(self.schema.names if columns is None else columns)
        schema = pa.schema([self.schema.field(name) for name in names])
        for part in self.parts:
            with readable(part):
                for batch in open_part(part).iter_batches(GAMES_AT_ONCE, columns=names):
                    table = pa.Table.from_batches([batch]).select(names)
                    yield with_draws_as_text(table).cast(schema)

    def row(self, number: int) -> dict[str, Any]:
        """One row as plain values; games are counted from 0."""
        if not 0 <= number < self.games:
            raise RulesError(f"there is no game {number}: {self.path} has {self.games}, from 0")
        first = 0
        for table in self.tables():
            if number < first + len(table):
                row: dict[str, Any] = table.slice(number - first, 1).to_pylist()[0]
                return row
            first += len(table)
        raise FormatError(f"{self.path} has fewer games than it says")

    def game(self, number: int) -> Game:
        """One game, played again move by move; `FormatError` if it cannot be."""
        row = self.row(number)
        try:
            return replayed(self.ruleset, row)
        except RulesError as error:
            raise FormatError(f"game {number} of {self.path}: {error}") from None

    def decisions(
        self, *, layout: int | None = None, observations: bool = True
    ) -> Iterator[Decisions]:
        """All decisions, some thousand games at a time, as the engine repeats them.

        `layout` is the number of an observation layout; the default is the newest. A game that
        cannot be repeated raises `FormatError`.
        """
        for again in self.replays(layout if observations else None, observations):
            if problem := next(again.problems(), None):
                raise FormatError(f"{self.path}: {problem}")
            yield again.decisions()

    def problems(self) -> Iterator[str]:
        """Everything on which the engine does not agree with the data, a line for each."""
        for again in self.replays(None, False):
            yield from again.problems()
            yield from again.other_deals()

    def replays(self, layout: int | None, observations: bool) -> "Iterator[Replay]":
        first = 0
        record = self.ruleset.layout(layout).record if observations else None
        for table in self.tables():
            with readable(self.path):
                yield Replay(self.ruleset, table, first, record)
            first += len(table)


def open_part(path: Path) -> pq.ParquetFile:
    """A file that can be read piece by piece; a row group that is too large is refused."""
    with readable(path):
        file = pq.ParquetFile(path, page_checksum_verification=True)
        groups = (file.metadata.row_group(index) for index in range(file.num_row_groups))
        if any(group.total_byte_size > MOST_GROUP_BYTES for group in groups):
            raise FormatError(f"cannot read {path}: a row group has more than 1 GB")
        return file


def ruleset_in(file: pq.ParquetFile, path: Path) -> Ruleset:
    """The game whose rules the first row names."""
    with readable(path):
        if "rules" not in file.schema_arrow.names:
            raise FormatError(f"cannot read {path}: it has no games, there is no column 'rules'")
        for batch in file.iter_batches(1, columns=["rules"]):
            return ruleset_of(batch.column(0)[0].as_py())
    raise FormatError(f"cannot read {path}: it has no rows")


def check_columns(file: pq.ParquetFile, path: Path, schema: pa.Schema) -> None:
    names = file.schema_arrow.names
    missing = [name for name in schema.names if name not in names]
    if missing:
        raise FormatError(f"cannot read {path}: it lacks the columns {', '.join(missing)}")
    for field in schema:
        found = file.schema_arrow.field(field.name).type
        if kind(found) not in (kind(field.type), FORMER_KINDS.get(field.name)):
            raise FormatError(
                f"cannot read {path}: column {field.name!r} has the type {found}, not {field.type}"
            )


def with_draws_as_text(table: pa.Table) -> pa.Table:
    """The draws of each game as one text, where a file of the first format has lists of them."""
    place = table.schema.get_field_index("draws")
    if place < 0 or kind(table.schema.field(place).type) != FORMER_KINDS["draws"]:
        return table
    lists = table.column(place).cast(pa.list_(pa.string()))
    return table.set_column(place, "draws", pc.binary_join(lists, " "))


def kind(found: pa.DataType) -> str:
    """What a type is, however wide: other tools write texts and lists with wider offsets."""
    types = pa.types
    if types.is_list(found) or types.is_large_list(found):
        return f"list of {kind(found.value_type)}"
    if types.is_dictionary(found):
        return kind(found.value_type)
    if types.is_integer(found):
        return "integer"
    text = types.is_string(found) or types.is_large_string(found) or types.is_string_view(found)
    return "text" if text else str(found)


# One game


def replayed(ruleset: Ruleset, row: Mapping[str, Any]) -> Game:
    """The game of a row, with every position."""
    require_values(row, ("rules", "players", "options", "actions", "winners", "reason"))
    game = Game._from_states(dealt(ruleset, row))
    draws = iter((row["draws"] or "").split())
    for action in row["actions"]:
        game.push_action(action)
        if row["draws"] is not None and game.drawn:
            game.pop()
            game.push_action(action, next(draws, ""))
    if row["reason"] in CONCLUSIONS:
        game.conclude(row["reason"], tuple(row["winners"]))
    return game


def require_values(row: Mapping[str, Any], names: Sequence[str]) -> None:
    missing = [name for name in names if row[name] is None]
    if missing:
        raise FormatError(f"there is no value of {', '.join(missing)}")


def dealt(ruleset: Ruleset, row: Mapping[str, Any]) -> Records:
    """The state before the first decision, from the seed or else from the deal."""
    states = blank_states(row["rules"], row["players"], row["options"])
    if states.dtype != ruleset.state:
        raise FormatError(f"{row['rules']!r} is another game than the first one")
    if row["seed"] is not None:
        states[0].chance[:] = seeded(row["seed"])
        ruleset.deal(states, 0)
        return states
    require_values(row, (*deck_columns(ruleset), *ruleset.deal_keys))
    options = ruleset.read_options(states[0])
    return ruleset.read_deal(row["rules"], options, deal_of(ruleset, row))


# Many games


class Replay:
    """Some rows of a data set, repeated by the engine. `first` is the number of the first."""

    def __init__(self, ruleset: Ruleset, table: pa.Table, first: int, record: Any) -> None:
        self.ruleset, self.table, self.first = ruleset, table.combine_chunks(), first
        self.broken: dict[int, str] = {}  # rows that cannot be repeated, and why
        self.actions, self.begins = flat(self.column("actions"))
        if (np.diff(self.begins) > MOST_ACTIONS).any():
            raise FormatError(f"a game has more than {MOST_ACTIONS:,} actions")
        self.states = self.deal()
        self.starts = self.states.copy()
        self.seats = np.zeros(len(self.actions), np.int8)
        self.wrong = np.full(len(table), -1)
        size = 0 if record is None else len(self.actions)
        self.seen = np.zeros(size, ruleset.layout().record if record is None else record)
        self.play()
        self.results = np.zeros(len(table), result_type(ruleset))
        write_results(self.states, self.results)

    def column(self, name: str) -> Any:
        column = self.table.column(name)
        return column.chunk(0) if column.num_chunks else column.combine_chunks()

    def deal(self) -> Records:
        """All games before their first decision; those with a seed at once."""
        names = ("rules", "players", "options", "seed")
        rules, players, options, seeds = (self.column(name).to_pylist() for name in names)
        blanks: dict[Any, Records] = {}
        states = np.zeros(len(self.table), self.ruleset.state)
        with_seed = []
        for row, key in enumerate(zip(rules, players, options, strict=True)):
            try:
                if seeds[row] is None:
                    states[row] = dealt(self.ruleset, self.row(row))[0]
                    continue
                if key not in blanks:
                    require_values(dict(zip(names, key, strict=False)), names[:3])
                    blanks[key] = blank_states(*key)
                states[row] = blanks[key][0]
                states[row].chance[:] = seeded(seeds[row])
                with_seed.append(row)
            except (RulesError, TypeError) as error:
                self.broken[row] = str(error)
        deal_some(states, np.array(with_seed, np.int64))
        return states

    def row(self, row: int) -> dict[str, Any]:
        found: dict[str, Any] = self.table.slice(row, 1).to_pylist()[0]
        return found

    def play(self) -> None:
        """Repeat all decisions; games that name their draws one by one."""
        view, mask = np.zeros(1, self.ruleset.state), np.zeros(self.ruleset.actions, np.int8)
        draws, seeds = self.column("draws"), self.column("seed")
        slow = np.flatnonzero(np.asarray(draws.is_valid()) & ~np.asarray(seeds.is_valid()))
        slow = np.array([row for row in slow if row not in self.broken], np.int64)
        begins = self.begins.copy()
        if len(slow) or self.broken:
            skipped = set(slow.tolist()) | set(self.broken)
            quick = np.array([row for row in range(len(self.table)) if row not in skipped])
            for row in quick.tolist():
                self.play_one(row, begins, view, mask)
        else:
            replay_some(
                self.states, begins, self.actions, self.wrong, self.seats, self.seen, view, mask
            )
        for row in slow.tolist():
            self.play_with_draws(row, view)

    def play_one(self, row: int, begins: Ints, view: Records, mask: Any) -> None:
        begin, end = int(begins[row]), int(begins[row + 1])
        part = slice(begin, end)
        wrong = self.wrong[row : row + 1]
        seen = self.seen[part] if len(self.seen) else self.seen
        places = np.array([0, end - begin])
        replay_some(
            self.states[row : row + 1], places, self.actions[part], wrong, self.seats[part],
            seen, view, mask,
        )  # fmt: skip
        if wrong[0] >= 0:
            wrong[0] += begin

    def play_with_draws(self, row: int, view: Records) -> None:
        try:
            game = replayed(self.ruleset, {**self.row(row), "reason": "", "winners": []})
        except RulesError as error:
            self.broken[row] = str(error)
            return
        positions = np.concatenate([game.at(ply).record for ply in range(game.ply + 1)])
        begin, end = int(self.begins[row]), int(self.begins[row + 1])
        self.seats[begin:end] = positions["active"][:-1]
        self.states[row] = positions[-1]
        if len(self.seen):
            seats = positions["active"][:-1].astype(np.int64)
            observe_some(positions, np.arange(end - begin), seats, self.seen[begin:end], view)

    # What came of it

    def decisions(self) -> Decisions:
        counts = np.diff(self.begins)
        rows = np.repeat(np.arange(len(counts)), counts)
        winners = self.stated_winners()
        shares = winners / np.maximum(1, winners.sum(axis=1, keepdims=True))
        payoffs = shares[rows, self.seats].astype(np.float32)
        seen = self.seen.view(np.int8).reshape(len(self.seen), self.seen.dtype.itemsize)
        return Decisions(self.first + rows, self.seats, self.actions, payoffs, seen)

    def stated_winners(self) -> npt.NDArray[np.int8]:
        """The winners by the data: 1 for each seat that won."""
        seats, begins = flat(self.column("winners"))
        winners = np.zeros((len(self.table), MOST_SEATS), np.int8)
        rows = np.repeat(np.arange(len(winners)), np.diff(begins))
        fits = (seats >= 0) & (seats < MOST_SEATS)
        winners[rows[fits], seats[fits]] = 1
        return winners

    def problems(self) -> Iterator[str]:
        """What cannot be repeated, or ends otherwise than the data says."""
        for row, why in sorted(self.broken.items()):
            yield f"game {self.first + row}: {why}"
        for row in np.flatnonzero(self.wrong >= 0).tolist():
            place = int(self.wrong[row])
            number, action = place - int(self.begins[row]), int(self.actions[place])
            yield f"game {self.first + row}: action {action} is not legal at decision {number}"
        for row in self.differing():
            if row not in self.broken and self.wrong[row] < 0:
                yield f"game {self.first + row}: the result is not what the actions lead to"

    def differing(self) -> list[int]:
        """Rows whose result is another one than the engine's."""
        outside = np.isin(np.array(self.column("reason").to_pylist(), object), CONCLUSIONS)
        reasons = np.array(self.ruleset.reasons, object)[self.results["reason"]]
        is_right = np.asarray(reasons == np.array(self.column("reason").to_pylist(), object))
        is_right &= (self.stated_winners() == self.results["winners"]).all(axis=1)
        is_right &= self.results["done"] != 0
        is_right |= outside & (self.results["done"] == 0)
        is_right &= np.asarray(self.column("rounds").fill_null(-1)) == self.results["rounds"]
        is_right &= np.asarray(self.column("decisions").fill_null(-1)) == np.diff(self.begins)
        for name in self.ruleset.scores:
            is_right &= self.are_scores(name)
        return [int(row) for row in np.flatnonzero(~is_right)]

    def are_scores(self, name: str) -> npt.NDArray[np.bool_]:
        values, begins = flat(self.column(name))
        seats = self.states["seats"].astype(np.int64)
        right: npt.NDArray[np.bool_] = np.diff(begins) == seats
        for seat in range(int(seats.max(initial=0))):
            rows = np.flatnonzero(right & (seats > seat))
            right[rows] = values[begins[rows] + seat] == self.results[name][rows, seat]
        return right

    def other_deals(self) -> Iterator[str]:
        """Games whose deal is another one than that of their seed."""
        names = [*deck_columns(self.ruleset), *self.ruleset.deal_keys]
        seeds = self.column("seed").to_pylist()
        for row, stated in enumerate(self.table.select(names).to_pylist()):
            if seeds[row] is None or row in self.broken or None in stated.values():
                continue
            if stated != deal_columns(self.ruleset, self.starts[row]):
                yield f"game {self.first + row}: the deal is not that of its seed"


def flat(column: Any) -> tuple[Ints, Ints]:
    """The values of a column of lists, and where those of each row begin; null is empty."""
    lengths = np.asarray(column.value_lengths().cast(pa.int64()).fill_null(0))
    begins = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    values = np.asarray(column.flatten().cast(pa.int64()).fill_null(-1))
    return values, begins
