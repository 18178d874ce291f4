"""Data sets: what is stored can be repeated, and what is wrong with one is said in one line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import pyarrow.compute as pc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from splendor.cli import main  # noqa: E402
from splendor.core import extras  # noqa: E402
from splendor.core.errors import FormatError, RulesError  # noqa: E402
from splendor.core.options import Value  # noqa: E402
from splendor.dataset import Dataset, making, reading  # noqa: E402
from splendor.dataset.making import GamesToStore, facts_of, games_in, numbered, store  # noqa: E402
from splendor.dataset.schema import Row  # noqa: E402
from splendor.formats import transcript  # noqa: E402
from splendor.ruleset import ruleset_of  # noqa: E402

VERSIONS = [{"version": "1", "bot_version": None}] * 2
LIMITS = {"official": {"rounds": 100}, "duel": {"idle": 60}}


def games_of(rules: str, **settings: Any) -> GamesToStore:
    options: dict[str, Value] = {"players": 2, **LIMITS[rules]}
    return GamesToStore(rules, options, ("greedy", "random"), "t", rotates=True, **settings)


def quiet(_: object) -> None:
    pass


def rows_of(games: GamesToStore, first: int, last: int) -> Iterator[Row]:
    tasks = ((number, 1) for number in range(first, last))
    return numbered((games.run(task, quiet) for task in tasks), (quiet, quiet), first)


def stored(folder: Path, games: GamesToStore, last: int) -> Path:
    """The folder with the games up to `last`, continued if there are some."""
    folder.mkdir(exist_ok=True)
    facts = facts_of(games, VERSIONS)
    there = games_in(folder, facts)
    store(folder, games.ruleset, facts, there, rows_of(games, there, last), "mit")
    return folder


@pytest.fixture(scope="module", params=["official", "duel"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("data") / request.param, games_of(request.param), 12)


def table_in(folder: Path) -> Any:
    return pa.concat_tables([pq.read_table(part) for part in sorted(folder.glob("*.parquet"))])


def changed(folder: Path, to: Path, change: Callable[[list[Row]], object]) -> Path:
    """A copy of the data in which something was changed."""
    table = table_in(folder)
    rows = table.to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, table.schema), to)
    return to


def test_the_engine_agrees_with_what_was_stored(folder: Path) -> None:
    data = Dataset(folder)
    assert data.games == 12
    assert list(data.problems()) == []
    games = games_of(folder.name)
    for number in (0, 11):
        played, _ = games.play(number)
        assert transcript(data.game(number)) == transcript(played)


def test_bots_move_on_by_a_seat_from_game_to_game(folder: Path) -> None:
    bots = [Dataset(folder).row(number)["bots"] for number in range(3)]
    assert bots == [["greedy", "random"], ["random", "greedy"], ["greedy", "random"]]


def test_decisions_are_those_of_the_game(folder: Path) -> None:
    data = Dataset(folder)
    [found] = data.decisions()
    game = data.game(5)
    mine = np.flatnonzero(found.games == 5)
    assert len(mine) == game.ply
    for ply in (0, 7, game.ply - 1):
        before, place = game.at(ply), mine[ply]
        assert found.seats[place] == before.active
        assert found.actions[place] == game.ruleset.action_of(game.moves[ply])
        assert found.observations[place].tobytes() == before.observation().tobytes()
        assert game.outcome is not None
        won = before.active in game.outcome.winners
        assert found.payoffs[place] == (1 / len(game.outcome.winners) if won else 0)


def test_observations_can_be_left_out(folder: Path) -> None:
    [found] = Dataset(folder).decisions(observations=False)
    assert found.observations.shape[0] == 0
    assert len(found.actions) == len(found.seats) == len(found.payoffs)


def test_a_folder_is_continued_in_a_part_of_its_own(folder: Path, tmp_path: Path) -> None:
    twice = stored(tmp_path / "twice", games_of(folder.name), 5)
    stored(twice, games_of(folder.name), 12)
    assert [part.name for part in sorted(twice.glob("*.parquet"))] == [
        "games-000000000.parquet",
        "games-000000005.parquet",
    ]
    assert table_in(twice).to_pylist() == table_in(folder).to_pylist()
    assert "license: mit" in (twice / "README.md").read_text(encoding="utf-8")


def test_only_the_same_command_continues_a_folder(folder: Path) -> None:
    other = GamesToStore(folder.name, games_of(folder.name).options, ("random", "random"), "x")
    with pytest.raises(RulesError, match="was made with another bots and seed"):
        games_in(folder, facts_of(other, VERSIONS))


def test_an_interruption_keeps_the_games_so_far(tmp_path: Path) -> None:
    games = games_of("official")

    def until_interrupted() -> Iterator[Row]:
        yield from rows_of(games, 0, 3)
        raise KeyboardInterrupt

    facts = facts_of(games, VERSIONS)
    with pytest.raises(KeyboardInterrupt):
        store(tmp_path, games.ruleset, facts, 0, until_interrupted(), None)
    assert Dataset(tmp_path).games == 3
    assert not list(tmp_path.glob(".*.part"))


def test_no_games_leave_no_file(tmp_path: Path) -> None:
    games = games_of("official")
    assert store(tmp_path, games.ruleset, facts_of(games, VERSIONS), 0, iter(()), None) == 0
    assert not list(tmp_path.glob("*.parquet"))


# Without a seed


def forget_seeds(rows: list[Row]) -> None:
    for row in rows:
        row["seed"] = None


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_deals_and_draws_are_enough(rules: str, tmp_path: Path) -> None:
    whole = stored(tmp_path / rules, games_of(rules, with_draws=True), 6)
    data = Dataset(changed(whole, tmp_path / "seedless.parquet", forget_seeds))
    assert list(data.problems()) == []
    [found], [seeded] = data.decisions(), Dataset(whole).decisions()
    assert found.observations.tobytes() == seeded.observations.tobytes()
    assert data.game(3).outcome == Dataset(whole).game(3).outcome


def test_files_of_the_first_format_are_read(tmp_path: Path) -> None:
    """They have the draws of a game as a list."""
    whole = stored(tmp_path / "duel", games_of("duel", with_draws=True), 6)
    table = pq.read_table(next(whole.glob("*.parquet")))
    place = table.schema.get_field_index("draws")
    lists = pc.split_pattern(table.column("draws"), " ")
    former = table.set_column(place, "draws", lists)
    seed = former.schema.get_field_index("seed")
    former = former.set_column(seed, "seed", pa.nulls(len(former), pa.string()))
    pq.write_table(former, tmp_path / "former.parquet")
    data = Dataset(tmp_path / "former.parquet")
    assert list(data.problems()) == []
    assert data.row(0)["draws"] == table.column("draws")[0].as_py() != ""
    assert data.game(3).outcome == Dataset(whole).game(3).outcome


def test_neither_seed_nor_deal_is_said(tmp_path: Path) -> None:
    seeds = stored(tmp_path / "seeds", games_of("official", with_deals=False), 2)
    assert list(Dataset(seeds).problems()) == []
    data = Dataset(changed(seeds, tmp_path / "x.parquet", forget_seeds))
    assert "game 0: there is no value of deck_1" in next(data.problems())


# What is wrong


def other_action(rows: list[Row]) -> None:
    rows[3]["actions"][4] = ruleset_of(rows[3]["rules"]).actions - 1


def other_winner(rows: list[Row]) -> None:
    rows[3]["winners"] = [1 - seat for seat in rows[3]["winners"]] or [0]


def other_points(rows: list[Row]) -> None:
    rows[3]["points"][1] += 1


def cut_short(rows: list[Row]) -> None:
    rows[3]["actions"].pop()


def other_deck(rows: list[Row]) -> None:
    rows[3]["deck_1"].reverse()


def other_seed(rows: list[Row]) -> None:
    rows[3]["seed"] = "another"


def other_options(rows: list[Row]) -> None:
    rows[3]["options"] = '{"target": 1000}'


def no_json(rows: list[Row]) -> None:
    rows[3]["options"] = "target"


def no_players(rows: list[Row]) -> None:
    rows[3]["players"] = None


def other_rules(rows: list[Row]) -> None:
    rows[3]["rules"] = "duel" if rows[3]["rules"] == "official" else "official"


def no_actions(rows: list[Row]) -> None:
    rows[3]["actions"] = None


@pytest.mark.parametrize(
    "change",
    [
        other_action, other_winner, other_points, cut_short, other_deck, other_seed, no_json,
        other_options, no_players, other_rules, no_actions,
    ],
)  # fmt: skip
def test_a_changed_game_is_found_and_no_other(
    folder: Path, tmp_path: Path, change: Callable[[list[Row]], object]
) -> None:
    data = Dataset(changed(folder, tmp_path / "changed.parquet", change))
    problems = list(data.problems())
    assert problems
    assert {problem.partition(":")[0] for problem in problems} == {"game 3"}


def test_decisions_of_a_changed_game_are_refused(folder: Path, tmp_path: Path) -> None:
    data = Dataset(changed(folder, tmp_path / "changed.parquet", other_action))
    with pytest.raises(FormatError, match="game 3: action"):
        list(data.decisions())
    with pytest.raises(FormatError, match="game 3 of"):
        data.game(3)


def test_damaged_files_are_refused_or_found_in_one_line(folder: Path, tmp_path: Path) -> None:
    [part] = folder.glob("*.parquet")
    whole, chance = part.read_bytes(), np.random.default_rng(1)
    damaged = tmp_path / "damaged.parquet"
    found = []
    for _ in range(60):
        broken = bytearray(whole)
        broken[chance.integers(len(whole))] ^= int(chance.integers(1, 256))
        damaged.write_bytes(broken)
        try:
            list(Dataset(damaged).problems())
        except RulesError as error:
            found.append(str(error))
    assert len(found) > 30  # the rest hit what nobody reads
    assert not any("\n" in line for line in found)


@pytest.mark.parametrize("size", [0, 3, 100, -1])
def test_a_truncated_file_is_refused(folder: Path, tmp_path: Path, size: int) -> None:
    [part] = folder.glob("*.parquet")
    (tmp_path / "cut.parquet").write_bytes(part.read_bytes()[:size])
    with pytest.raises(FormatError, match="cannot read"):
        Dataset(tmp_path / "cut.parquet")


def test_foreign_and_huge_files_are_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FormatError, match="no Parquet file"):
        Dataset(tmp_path)
    with pytest.raises(FormatError, match="No such file"):
        Dataset(tmp_path / "nothing")
    path = tmp_path / "foreign.parquet"
    pq.write_table(pa.table({"x": [1]}), path)
    with pytest.raises(FormatError, match="no column 'rules'"):
        Dataset(path)
    pq.write_table(pa.table({"rules": ["official"]}), path)
    with pytest.raises(FormatError, match="lacks the columns players, options"):
        Dataset(path)
    pq.write_table(pa.table({"rules": ["chess"]}), path)
    with pytest.raises(RulesError, match="chess"):
        Dataset(path)
    monkeypatch.setattr(reading, "MOST_ACTIONS", 10)
    with pytest.raises(FormatError, match="more than 10 actions"):
        list(Dataset(folder).problems())
    monkeypatch.setattr(reading, "MOST_GROUP_BYTES", 10)
    with pytest.raises(FormatError, match="row group"):
        Dataset(folder)


def test_a_column_of_another_type_is_refused(folder: Path, tmp_path: Path) -> None:
    table = table_in(folder)
    place = table.schema.get_field_index("actions")
    other = table.set_column(place, "actions", pa.array(["a"] * len(table)))
    pq.write_table(other, tmp_path / "types.parquet")
    with pytest.raises(FormatError, match="column 'actions' has the type string"):
        Dataset(tmp_path / "types.parquet")


def test_files_that_other_tools_have_written_again_are_read(folder: Path, tmp_path: Path) -> None:
    """They use wider offsets and integers, and lose our metadata."""
    wider = {"string": pa.large_string(), "int8": pa.int64(), "int32": pa.int64()}
    table = table_in(folder)
    for place, field in enumerate(table.schema):
        kind = wider.get(str(field.type))
        if pa.types.is_list(field.type):
            kind = pa.large_list(field.type.value_type)
        if kind is not None:
            table = table.set_column(place, field.name, table.column(place).cast(kind))
    pq.write_table(table.replace_schema_metadata(None), tmp_path / "again.parquet")
    data = Dataset(tmp_path / "again.parquet")
    assert data.facts is None
    assert list(data.problems()) == []


# The command


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "games")
    make = ["dataset", "make", folder, "greedy", "random", "--games", "60", "--workers", "1"]
    assert main(make) == 0
    assert "60 games" in capsys.readouterr().out
    assert main(["dataset", "info", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == {"greedy": 60, "random": 60}
    assert main(["dataset", "replay", folder]) == 0
    assert "decisions/s" in capsys.readouterr().out
    assert main(["dataset", "replay", folder, "--game", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "splendor-transcript/1"
    assert main(["dataset", "check", folder]) == 0
    assert "agrees" in capsys.readouterr().out
    assert main([*make[:3], "greedy", "greedy"]) == 2
    assert "was made with another bots" in capsys.readouterr().err


def test_refusals_of_the_commands(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = changed(folder, tmp_path / "changed.parquet", other_winner)
    assert main(["dataset", "check", str(path)]) == 1
    assert "1 problems in 12 games" in capsys.readouterr().out
    for arguments, why in (
        (["info", str(tmp_path / "nothing")], "No such file"),
        (["replay", str(folder), "--game", "12"], "there is no game 12"),
        (["make", str(tmp_path), "greedy"], "player"),
        (["make", str(tmp_path), "greedy", "greedy", "--players", "3"], "3 players need 3 bots"),
        ([], "choose make, info, replay or check"),
    ):
        assert main(["dataset", *arguments]) == 2
        error = capsys.readouterr().err
        assert why in error
        assert error.count("\n") == 1
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    assert main(["dataset", "info", str(folder)]) == 2
    assert "the extra 'data'" in capsys.readouterr().err


def test_a_bot_that_fails_loses_its_game(tmp_path: Path) -> None:
    games = GamesToStore("official", {"players": 2}, ("greedy", "a:B"), "t", rotates=True)
    [(row, failure)] = games.failed((1, 1), 1, "ended its process with status 0")
    assert (row["bots"], row["winners"], row["reason"]) == (["a:B", "greedy"], [1], "abandoned")
    assert failure == "seat 0 loses the game: it ended its process with status 0"
    store(tmp_path, games.ruleset, facts_of(games, VERSIONS), 0, iter([row]), None)
    assert list(Dataset(tmp_path).problems()) == []
    assert Dataset(tmp_path).game(0).outcome is not None


def test_large_sets_are_written_in_several_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "GROUP", 2)
    monkeypatch.setattr(making, "PART", 4)
    assert Dataset(stored(tmp_path / "parts", games_of("official"), 9)).sizes == [4, 4, 1]
