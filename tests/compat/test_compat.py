"""Files that version 0.1.0 has written open, replay and finish in this version (see README.md).

A failure means that people would lose games. Never fix it by writing new fixtures: fix the code
that reads them or, if a public name has changed, `facts.py`.
"""

import gzip
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from splendor import Game, View
from splendor import client as client_module
from splendor.bots import Clock, make_bot
from splendor.cli import main
from splendor.client import Client, Table
from splendor.formats import read_any, transcript_line, write_game
from tests.compat.facts import (
    FOLDER,
    TIMEOUT,
    Facts,
    abandon,
    agree,
    begin,
    expected,
    file_facts,
    game_facts,
    join,
    open_facts,
    own_positions,
    play_on,
    position_after,
    proof_text,
    without_chance,
)
from tests.server.serving import Server, a_server

EXPECTED = expected()
TABLES: dict[str, Facts] = EXPECTED["tables"]
FINISHED = [name for name, facts in TABLES.items() if "files" in facts]
RUNNING = [name for name, facts in TABLES.items() if "running" in facts]
LOBBY = [name for name in TABLES if name not in FINISHED + RUNNING]
MATCHES: dict[str, Facts] = EXPECTED["matches"]
OWN_BOTS = Path(__file__).parent  # `first_legal.py` is imported from the current folder
A_FEW = 6  # decisions before a game without a limit is abandoned


# The server


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "PATIENCE", TIMEOUT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a copy of the old data, which the tests then change."""
    folder = tmp_path_factory.mktemp("compat")
    data = folder / "server"
    data.mkdir()
    packed = (FOLDER / "server.sqlite.gz").read_bytes()
    (data / "splendor.db").write_bytes(gzip.decompress(packed))
    shutil.copy(FOLDER / "server.key", data / "key")
    with a_server(folder) as server:
        yield server


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def guest(server: Server, person: str) -> Client:
    """A guest with the cookie of that time."""
    return Client(server.url, cookie=EXPECTED["people"][person]["cookie"])


def people_at(server: Server, name: str) -> list[Client]:
    return [guest(server, person) for person in TABLES[name]["people"]]


def owner_of(server: Server, name: str) -> Client:
    return people_at(server, name)[0]


@pytest.mark.parametrize("person", EXPECTED["people"])
def test_an_old_cookie_is_valid(server: Server, person: str) -> None:
    assert (
        guest(server, person).ask("GET", "/api/guest")["name"]
        == (EXPECTED["people"][person]["name"])
    )


def test_the_list_of_tables_has_all_of_them(server: Server) -> None:
    anna = guest(server, "anna")
    found, before = [], ""
    while True:
        page = anna.ask("GET", f"/api/tables?before={before}")
        found += [line["table"] for line in page["tables"]]
        before = page.get("more", "")
        if not before:
            break
    assert {facts["id"] for facts in TABLES.values() if "anna" in facts["people"]} <= set(found)


def check_as_it_was_left(server: Server, name: str) -> None:
    """Check that everybody at the table finds it unchanged."""
    facts = TABLES[name]
    for person, seen in facts["people"].items():
        with guest(server, person).table(facts["id"]) as table:
            recorded = open_facts(table)
            assert recorded.pop("chat") == seen["chat"]
            assert recorded.pop("muted") == seen["muted"]
            assert own_positions(table) == seen["positions"]
        assert recorded == facts["open"]


@pytest.mark.parametrize("person", EXPECTED["people"])
def test_finished_games_are_among_my_games(server: Server, person: str) -> None:
    mine = {facts["id"] for name, facts in TABLES.items() if person in facts["people"]}
    wanted = mine & {TABLES[name]["id"] for name in FINISHED}
    until = time.monotonic() + TIMEOUT
    while not guest(server, person).ask("GET", "/api/me/statistics")["recorded"]:
        assert time.monotonic() < until, "the results of earlier games are not recorded"
        time.sleep(0.2)
    found, before = dict[str, str](), ""
    while not found or before:
        page = guest(server, person).ask("GET", f"/api/me/games?before={before}")
        found |= {game["table"]: game["outcome"] for game in page["games"]}
        before = page.get("more", "")
        if not page["games"]:
            break
    assert wanted <= found.keys()
    assert "unreadable" not in [found[table] for table in wanted]


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_table_can_be_opened(
    server: Server, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check_as_it_was_left(server, name)
    owner, facts = owner_of(server, name), TABLES[name]
    assert file_facts(owner, facts["id"]) == facts["files"]
    check_proof(owner, facts["id"], tmp_path)
    assert facts["open"]["commitment"] in capsys.readouterr().out


def check_proof(owner: Client, table: str, folder: Path) -> None:
    """Check the proof with `splendor verify`."""
    file = folder / "proof.json"
    file.write_text(proof_text(owner, table), "utf-8")
    assert main(["verify", str(file)]) == 0


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_table_continues_and_ends(
    server: Server, name: str, stack: ExitStack, tmp_path: Path
) -> None:
    check_as_it_was_left(server, name)
    tables = join(people_at(server, name), TABLES[name]["id"], stack)
    before = TABLES[name]["running"]
    (deciding,) = [table for table in tables if table.view is not None]
    assert deciding.view is not None
    assert deciding.view.phase == before["phase"]
    assert [str(move) for move in deciding.view.legal_moves] == before["legal"]
    if before["ends"] == "answer":
        agree(tables[0])
    else:
        bring_to_an_end(tables, before["ends"])
    check_end(server, name, tmp_path)


def bring_to_an_end(tables: list[Table], how: str) -> None:
    """End games by their limit if it comes soon; otherwise all agree to abandon them."""
    if how == "play":
        assert play_on(tables) > 0
    else:
        assert play_on(tables, A_FEW) >= A_FEW
        abandon(tables)
    assert all(table.is_over for table in tables)


def check_end(server: Server, name: str, folder: Path) -> None:
    """Check that the game file begins with the earlier moves and leads to the same position."""
    owner, id = owner_of(server, name), TABLES[name]["id"]
    (record,) = read_any(owner.fetch("GET", f"/api/tables/{id}/record"))
    assert record.game.is_over
    if before := TABLES[name].get("running"):
        count = len(before["moves"].split())
        assert " ".join(str(move) for move in record.game.moves[:count]) == before["moves"]
        assert position_after(record.game, count) == without_chance(before["position"])
    assert file_facts(owner, id)["position"] == without_chance(record.game.position)
    check_proof(owner, id, folder)


@pytest.mark.parametrize("name", LOBBY)
def test_a_table_in_the_lobby_begins_and_ends(
    server: Server, name: str, stack: ExitStack, tmp_path: Path
) -> None:
    check_as_it_was_left(server, name)
    facts = TABLES[name]
    people = people_at(server, name)
    tables = join(people, facts["id"], stack)
    kinds = [kind for kind, *_ in facts["open"]["seats"]]
    if "open" in kinds:  # at most one
        tables += join([guest(server, "zoe")], facts["id"], stack)
        tables[-1].sit(kinds.index("open"))
    begin(tables)
    bring_to_an_end(tables, facts["lobby"]["ends"])
    check_end(server, name, tmp_path)


def test_a_private_link_to_a_seat_is_still_valid(server: Server) -> None:
    """The last test at the server, because the link moves the seat."""
    link = EXPECTED["seat_link"]
    claimed = Client(server.url, "Elsa").ask("POST", "/api/claims", {"token": link["token"]})
    assert claimed == {"table": TABLES[link["table"]]["id"], "seat": link["seat"]}


# Game files, transcripts, positions, proofs


@pytest.mark.parametrize("name", EXPECTED["games"])
def test_a_game_file_replays_to_the_same_position(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = FOLDER / "games" / f"{name}.txt"
    text = file.read_text("utf-8")
    (record,) = read_any(text)
    assert game_facts(record) == EXPECTED["games"][name]
    again = write_game(record.game, record.headers, record.comments)
    (read_again,) = read_any(again)
    assert read_again == record
    assert main(["replay", "--check", str(file)]) == 0
    assert main(["replay", "--all", "--color", "never", str(file)]) == 0
    assert capsys.readouterr().out


def test_transcripts_replay_to_the_same_position() -> None:
    text = (FOLDER / "transcripts.jsonl").read_text("utf-8")
    records = list(read_any(text))
    for name, record in zip(EXPECTED["transcripts"], records, strict=True):
        recorded = EXPECTED["games"][name]
        assert {
            **game_facts(record),
            "headers": recorded["headers"],
            "comments": recorded["comments"],
        } == (recorded)
        (again,) = read_any(transcript_line(record.game))
        assert again.game == record.game


@pytest.mark.parametrize("name", [name for name in EXPECTED["games"] if "unfinished" in name])
def test_an_unfinished_game_can_be_played_to_its_end(name: str) -> None:
    (record,) = read_any((FOLDER / "games" / f"{name}.txt").read_text("utf-8"))
    game = record.game
    assert not game.is_over
    for _ in range(A_FEW):
        game.push(game.legal_moves[0])
    game.conclude("abandoned")
    (again,) = read_any(write_game(game))
    assert again.game == game


@pytest.mark.parametrize(
    "facts", EXPECTED["positions"], ids=lambda facts: facts["position"].split()[0] + facts["phase"]
)
def test_a_position_is_the_same(facts: Facts) -> None:
    game = Game.from_position(facts["position"])
    assert (game.position, game.phase, game.active) == (
        facts["position"],
        facts["phase"],
        facts["seat"],
    )
    assert [str(move) for move in game.legal_moves] == facts["legal"]
    for seat, text in enumerate(facts["views"]):
        assert game.view(seat).position == text
        view = View.from_position(text)
        assert view.position == text
        if seat == facts["seat"]:
            assert [str(move) for move in view.legal_moves] == facts["legal"]


@pytest.mark.parametrize("file", sorted((FOLDER / "proofs").iterdir()), ids=lambda file: file.stem)
def test_a_proof_is_accepted(file: Path) -> None:
    assert main(["verify", str(file)]) == 0


# Matches


def scores_in(file: Path) -> list[list[float]]:
    """The scores of each complete deal in a match file."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    return [json.loads(line)["score"] for line in lines[1:] if line.endswith("\n")]


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_file_can_be_rated(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "matches" / f"{name}.jsonl"
    scores = MATCHES[name]["scores"][: MATCHES[name]["kept"]]
    assert scores_in(file) == scores
    assert main(["ratings", str(file)]) == 0
    said = capsys.readouterr().out
    for score in map(sum, zip(*scores, strict=True)):
        share = 100 * score / (len(scores) * len(scores[0]))
        assert f"{share:.1f} %" in said


@pytest.mark.parametrize("name", [name for name in MATCHES if "interrupted" in name])
def test_an_interrupted_match_continues_and_ends(name: str, tmp_path: Path) -> None:
    facts, file = MATCHES[name], tmp_path / "match.jsonl"
    text = (FOLDER / "matches" / f"{name}.jsonl").read_text("utf-8")
    file.write_text(text, "utf-8")
    command = [sys.executable, "-m", "splendor", "match", *facts["command"], "--workers", "1"]
    done = subprocess.run(
        [*command, "--out", str(file), "--other-version"],
        cwd=OWN_BOTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    whole = text[: text.rindex("\n") + 1]
    assert file.read_text("utf-8").startswith(whole)
    kept = (
        facts["kept"] if "greedy" in facts["command"] else None
    )  # bots may change, but rules may not
    found = scores_in(file)
    assert len(found) == len(facts["scores"])
    assert found[:kept] == facts["scores"][:kept]


@pytest.mark.parametrize(
    "spec", ["greedy", "random", "search,sims=8,temperature=0.1", "casual", "regular"]
)
@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_bot_of_a_match_or_a_table_still_plays(spec: str, rules: str) -> None:
    view = Game(rules, seed=1).view(Game(rules, seed=1).active)
    assert make_bot(spec, seed=1).choose(view, Clock(simulations=4)) in view.legal_moves
