"""Match files: appended to, continued, and never mixed up."""

import json
from pathlib import Path

import pytest

from splendor.arena.match import AgentVersion, DealResult, Match, deal_result, failed_game, header
from splendor.arena.matchfile import MatchFile, read_match
from splendor.arena.ratings import Source, other_versions
from splendor.core.errors import FormatError, RulesError

MATCH = Match("official", ("greedy", "random"), "m")
VERSIONS: list[AgentVersion] = [{"version": "1", "bot_version": None}] * 2


def deal(number: int) -> DealResult:
    games = [failed_game(MATCH, rotation, 1, "x") for rotation in range(2)]
    return deal_result(MATCH, number, games)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a header and two deals."""
    path = tmp_path / "match.jsonl"
    with MatchFile(str(path)) as file:
        file.begin(header(MATCH, VERSIONS))
        file.append(deal(0))
        file.append(deal(1))
    return path


def test_appended_lines_are_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(str(path)) as file:
        file.begin(header(MATCH, VERSIONS))
        file.append(deal(0))
        assert len(path.read_text().splitlines()) == 2
        assert file.deals == [deal(0)]


def test_a_match_file_reads_back(path: Path) -> None:
    match, deals = read_match(str(path))
    assert match == header(MATCH, VERSIONS)["match"]
    assert deals == [deal(0), deal(1)]


def test_a_match_continues_after_its_file(path: Path) -> None:
    with MatchFile(str(path)) as file:
        file.begin(header(MATCH, VERSIONS))
        assert file.deals == [deal(0), deal(1)]
        file.append(deal(2))
    assert len(read_match(str(path))[1]) == 3


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_torn_last_line_is_cut_off(path: Path, cut: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert len(read_match(str(path))[1]) == 1
    with MatchFile(str(path)) as file:
        file.begin(header(MATCH, VERSIONS))
        assert file.deals == [deal(0)]
        file.append(deal(1))
    assert path.read_bytes() == whole


def test_a_torn_header_is_written_again(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])
    with MatchFile(str(path)) as file:
        file.begin(header(MATCH, VERSIONS))
        assert file.deals == []
    assert read_match(str(path))[1] == []


@pytest.mark.parametrize(
    "match, why",
    [
        (Match("official", ("greedy", "greedy"), "m"), "the agents was"),
        (Match("landolt", ("greedy", "random"), "m"), '--rules was "official", not "landolt"'),
        (Match("official", ("greedy", "random"), "n"), '--seed was "m", not "n"'),
        (Match("official", ("greedy", "random"), "m", 400), "--sims or --time was"),
        (Match("official", ("greedy", "random"), "m", sprt=(0, 5)), "--sprt was null"),
    ],
)
def test_another_match_is_refused_and_the_file_stays(path: Path, match: Match, why: str) -> None:
    before = path.read_bytes()
    with MatchFile(str(path)) as file, pytest.raises(RulesError, match="holds another") as caught:
        file.begin(header(match, VERSIONS))
    assert why in str(caught.value)
    assert path.read_bytes() == before


def test_another_version_continues_a_match_only_when_asked(path: Path) -> None:
    newer: list[AgentVersion] = [{"version": "2", "bot_version": None}] * 2
    with MatchFile(str(path)) as file, pytest.raises(RulesError, match="--other-version") as caught:
        file.begin(header(MATCH, newer))
    assert "(1, 1, now 2, 2)" in str(caught.value)
    with MatchFile(str(path), other_version=True) as file:
        file.begin(header(MATCH, newer))
        file.append(deal(2))
        file.append(deal(3))
    match, deals = read_match(str(path))
    assert [row.get("versions") for row in deals] == [None, None, newer, None]
    assert other_versions([Source("match", match, deals)]) == ["greedy", "random"]
    with MatchFile(str(path)) as file:  # the version that played last
        file.begin(header(MATCH, newer))
        assert len(file.deals) == 4


@pytest.mark.parametrize("content", ["a letter to Anna\nand more", "no line", '{"match": 3}\n'])
def test_other_files_are_refused_and_unchanged(tmp_path: Path, content: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(content)
    with MatchFile(str(path)) as file, pytest.raises(FormatError, match="is not a match file"):
        file.begin(header(MATCH, VERSIONS))
    assert path.read_text() == content
    with pytest.raises(FormatError, match="is not a match file"):
        read_match(str(path))


def test_a_match_file_has_one_writer(path: Path) -> None:
    with MatchFile(str(path)), pytest.raises(RulesError, match="written by another match"):
        MatchFile(str(path))
    MatchFile(str(path)).file.close()


def test_a_file_without_deals_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(str(path)):
        assert path.exists()
    assert not path.exists()


def test_an_unwritable_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot write"):
        MatchFile(str(tmp_path))
    with pytest.raises(FormatError, match="cannot read"):
        read_match(str(tmp_path / "none.jsonl"))


def spoiled(row: DealResult, **changes: object) -> str:
    return json.dumps({**row, **changes}) + "\n"


@pytest.mark.parametrize(
    "line",
    [
        spoiled(deal(2)),  # one is missing
        spoiled(deal(1), games=[]),
        spoiled(deal(1), games=[{"payoffs": [1, 1]}] * 2),
        "{\n",
        "[]\n",
    ],
)
def test_an_invalid_line_is_named(path: Path, line: str) -> None:
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:2], line]))
    with pytest.raises(FormatError, match=r"line 3: this is not deal 1"):
        read_match(str(path))


def test_a_newer_format_is_refused(path: Path) -> None:
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(FormatError, match="has format 2; this version reads 1"):
        read_match(str(path))


def test_a_match_of_an_earlier_version_continues_with_renamed_settings(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.jsonl"
    old = Match("official", ("search,judge=rollout,curiosity=2", "random"), "m", 40)
    with MatchFile(str(path)) as file:
        file.begin(header(old, VERSIONS))
        file.append(deal(0))
    new = Match("official", ("search,evaluator=rollout,c_puct=2", "random"), "m", 40)
    with MatchFile(str(path)) as file:
        file.begin(header(new, VERSIONS))
        assert file.deals == [deal(0)]
    names = [agent["name"] for agent in read_match(str(path))[0]["agents"]]
    assert names == ["search,evaluator=rollout,c_puct=2@40", "random"]
