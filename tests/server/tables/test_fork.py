"""Forks: a new table continues a finished game after some of its decisions."""

from dataclasses import replace
from typing import Any, cast

import pytest
from msgspec import json, structs

from splendor.base.options import BaseOptions
from splendor.formats.fair import verify
from splendor.formats.gamefile import read_game
from splendor.game import Game
from splendor.server.bodies import NewTable
from splendor.server.messages import AskFor, Fork, Ready, Rematch, Resign
from splendor.server.tables.events import Created, decode, encode
from splendor.server.tables.files import game_file_of, proof_of, replay_of, transcript_of
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.state import OVER, PLAYING, WAITING, TableState
from splendor.server.tables.table import Table, replayed
from tests.server.fakes import FakeServer, async_test, eventually, new_table, person, refused

GAMES: list[tuple[str, tuple[str, ...]]] = [
    ("official", ("Anna", "greedy")),
    ("official", ("Anna", "Ben", "greedy")),
    ("landolt", ("Anna", "Anna", "Ben", "Cleo")),
    ("duel", ("Anna", "greedy")),
    ("duel", ("Anna", "Ben")),
]


def fork_request(source: Table, ply: int, *seats: str, **more: Any) -> NewTable:
    """A request for a fork, without rules and options."""
    chosen = seats or ("me",) + ("greedy",) * (len(source.state.seats) - 1)
    return structs.replace(new_table(*chosen, **more), fork=Fork(source.id, ply))


async def finished(server: FakeServer, *seats: str, **more: Any) -> Table:
    """A finished game with some moves; the first person has resigned, if it was not over yet."""
    table = await server.playing(*seats, **more)
    await server.play_on(table, 30, seed=5)
    await server.wait_for_bots(table)
    if table.state.status != OVER:
        await server.do(table, seats[0], Resign)
    if table.state.status != OVER:  # a bot plays on: abandon the game
        name = next(name for name in seats if name[0].isupper() and name != seats[0])
        await server.do(table, name, AskFor, what="abandon")
        if table.state.status != OVER:
            await server.play_on(table, 3000)
    assert table.state.status == OVER
    return table


async def fork_event(
    server: FakeServer, source: Table, ply: int, *seats: str, name: str = "Anna"
) -> Table:
    """Create the fork, and start its game."""
    table = await server.tables.create(person(name), fork_request(source, ply, *seats))
    await server.do(table, name, Ready, nonce="of-no-effect")
    await eventually(lambda: table.state.status == PLAYING)
    return table


def at_ply(source: Table, ply: int) -> Game:
    game = source.state.dealt_game.copy()
    if game.outcome and game.outcome.reason in ("resignation", "abandoned", "time"):
        game.pop()
    while len(game.moves) > ply:
        game.pop()
    return game


# The game of a fork


@pytest.mark.parametrize("rules, seats", GAMES)
@async_test
async def test_a_fork_continues_from_any_decision(rules: str, seats: tuple[str, ...]) -> None:
    server = FakeServer()
    source = await finished(server, *seats, rules=rules)
    plies = len(source.state.dealt_game.moves)
    for ply in (0, 1, plies // 2, plies - 1):
        table = await server.tables.create(person("Anna"), fork_request(source, ply))
        begun = table.state.deal()
        assert begun == at_ply(source, ply)
        assert begun.moves == source.state.dealt_game.moves[:ply]
        assert begun.options == source.state.dealt_game.options
        assert begun.active == at_ply(source, ply).active


@pytest.mark.parametrize("rules, seats", [GAMES[0], GAMES[3]])
@async_test
async def test_the_same_moves_draw_the_same_cards_again(rules: str, seats: tuple[str, ...]) -> None:
    server = FakeServer()
    source = await finished(server, *seats, rules=rules)
    whole = source.state.dealt_game
    begun = (await server.tables.create(person("Anna"), fork_request(source, 4))).state.deal()
    for move, drawn in zip(whole.moves[4:], whole.all_drawn[4:], strict=True):
        begun.push(move)
        assert begun.drawn == drawn
    assert begun.table == whole.table


@async_test
async def test_the_files_of_a_finished_fork_have_the_whole_game() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben", rules="official", target=5)
    table = await fork_event(server, source, 6, "greedy", "me")
    await server.play_on(table, 3000)
    state = table.state
    assert state.status == OVER
    moves = state.dealt_game.moves
    assert moves[:6] == source.state.dealt_game.moves[:6]
    options = state.dealt_game.options
    assert isinstance(options, BaseOptions)
    assert options.target == 5
    assert len(replay_of(state, None, True).steps) == len(moves) + 1
    assert Game.from_transcript(transcript_of(state)).moves == moves
    assert transcript_of(state)["fork"] == {"table": source.id, "ply": 6}
    text = game_file_of(state, 0)
    assert f"the game of table {source.id}" in text
    assert read_game(text).game.moves == moves


@pytest.mark.parametrize("rules", ["official", "duel"])
@async_test
async def test_the_proof_of_a_fork_covers_the_whole_game(rules: str) -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben", rules=rules)
    table = await fork_event(server, source, 8)
    await server.play_on(table, 20)
    if table.state.status != OVER:
        await server.do(table, "Anna", Resign)
    proof = cast(dict[str, Any], json.decode(json.encode(proof_of(table.state))))
    assert verify(proof).fair
    assert proof["commitment"] == source.state.setup.commitment
    assert proof["nonces"] == ["nonce-of-Anna", "nonce-of-Ben"]  # not `of-no-effect`
    proof["transcript"]["deal"]["decks"][0].reverse()
    assert not verify(proof).fair


@async_test
async def test_a_fork_of_a_fork_may_begin_before_it() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben", rules="duel")
    first = await fork_event(server, source, 6)
    await server.wait_for_bots(first)
    await server.do(first, "Anna", Resign)
    second = await fork_event(server, first, 3)
    assert second.state.setup.fork is not None
    assert second.state.setup.fork.table == first.id
    assert second.state.deal() == at_ply(source, 3)


@async_test
async def test_moves_before_the_fork_cannot_be_undone() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    mover = at_ply(source, 6).active
    seats = ["greedy", "greedy"]
    seats[mover] = "me"
    table = await fork_event(server, source, 6, *seats)
    assert await refused(server.do(table, "Anna", AskFor, what="undo")) == "nothing"
    await server.play(table)
    await server.wait_for_bots(table)
    await server.do(table, "Anna", AskFor, what="undo")
    await server.wait_for_bots(table)
    assert len(table.state.dealt_game.moves) == 6


@async_test
async def test_a_rematch_of_a_fork_has_a_new_deal() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    table = await fork_event(server, source, 5)
    await server.wait_for_bots(table)
    await server.do(table, "Anna", Resign)
    await server.do(table, "Anna", Rematch)
    again = server.tables.live[table.state.rematch].state
    assert again.setup.fork is None
    assert again.setup.commitment != table.state.setup.commitment


# Messages


@async_test
async def test_a_fork_names_its_source_and_reveals_no_secret_before_the_end() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    table = await fork_event(server, source, 5)
    await server.wait_for_bots(table)
    actual = server.frame(table, "Anna")
    assert actual["room"]["fork"] == {"table": source.id, "ply": 5}
    assert actual["room"]["fairness"] == {"commitment": source.state.setup.commitment}
    began = next(event for event in actual["events"] if event["kind"] == "began")
    assert (began["kept"], began["table"]) == (5, source.id)
    assert "fork" not in server.frame(source)["room"]


# Refusals


@async_test
async def test_a_running_game_cannot_be_forked() -> None:
    server = FakeServer()
    waiting = await server.seated("Anna", "Ben")
    assert (
        await refused(server.tables.create(person("Anna"), fork_request(waiting, 0))) == "not_over"
    )
    playing = await server.playing("Anna", "Ben")
    await server.play_on(playing, 6)
    before = len(server.store.writes)
    for ply in (0, 3, 6):
        fork = server.tables.create(person("Anna"), fork_request(playing, ply))
        assert await refused(fork) == "not_over"
    assert len(server.store.writes) == before


@async_test
async def test_a_stranger_cannot_fork_a_private_game_and_its_forks_stay_private() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben", spectators=False)
    assert (
        await refused(server.tables.create(person("Eve"), fork_request(source, 2))) == "not_found"
    )
    table = await fork_event(server, source, 2, name="Ben")
    assert await refused(server.tables.get(table.id, "Eve")) == "not_found"


@async_test
async def test_spectators_may_fork() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    table = await fork_event(server, source, 2, name="Eve")
    assert table.state.people == {"Eve"}


@pytest.mark.parametrize(
    "ply, seats, code",
    [
        (3, ("me", "greedy", "greedy"), "fork_seats"),
        (3, ("greedy", "greedy"), "no_person"),
        (3, ("me", "nobody"), "no_bot"),
        (9999, ("me", "greedy"), "fork_ply"),
    ],
)
@async_test
async def test_an_impossible_fork_is_refused(ply: int, seats: tuple[str, ...], code: str) -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    before = len(server.store.writes)
    fork = server.tables.create(person("Anna"), fork_request(source, ply, *seats))
    assert await refused(fork) == code
    assert len(server.store.writes) == before


@async_test
async def test_a_game_played_to_its_end_cannot_be_forked_after_its_last_move() -> None:
    server = FakeServer()
    source = await server.playing("Anna", "greedy", target=5)
    await server.play_on(source, 3000)
    assert source.state.dealt_game.outcome is not None
    assert source.state.dealt_game.outcome.reason == "points"
    plies = len(source.state.dealt_game.moves)
    last = server.tables.create(person("Anna"), fork_request(source, plies))
    assert await refused(last) == "fork_ply"
    assert (
        await server.tables.create(person("Anna"), fork_request(source, plies - 1))
    ).state.seq == 1


@async_test
async def test_a_resigned_game_can_be_forked_from_its_last_position() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    plies = len(source.state.dealt_game.moves)
    table = await fork_event(server, source, plies)
    assert table.state.dealt_game.moves[:plies] == source.state.dealt_game.moves


@async_test
async def test_an_unknown_table_cannot_be_forked() -> None:
    server = FakeServer()
    nothing = structs.replace(new_table("me", "greedy"), fork=Fork("nothing", 0))
    assert await refused(server.tables.create(person("Anna"), nothing)) == "not_found"


# Restarts


@pytest.mark.parametrize("rules", ["official", "duel"])
@async_test
async def test_a_restart_replays_a_fork_even_without_its_source(rules: str) -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben", rules=rules)
    table = await fork_event(server, source, 7)
    await server.play_on(table, 6)
    before = server.frames(table, "Anna")
    moves = table.state.dealt_game.moves
    server.store.logs.pop(source.id)
    server.store.tables.pop(source.id)
    server = await server.restarted()
    again = await server.tables.get(table.id, "Anna")
    await server.wait_for_bots(again)
    assert not again.problem
    assert again.state.dealt_game.moves[: len(moves)] == moves
    if again.state.seq == table.state.seq:
        assert server.frames(again, "Anna") == before


@async_test
async def test_a_fork_that_has_not_started_survives_a_restart() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    table = await server.tables.create(person("Anna"), fork_request(source, 4, "me", "open"))
    server = await server.restarted()
    again = await server.tables.get(table.id, "Anna")
    assert (again.state.status, again.state.setup) == (WAITING, table.state.setup)


@async_test
async def test_a_log_whose_fork_was_tampered_with_is_frozen() -> None:
    server = FakeServer()
    source = await finished(server, "Anna", "Ben")
    table = await fork_event(server, source, 4)
    log = await server.store.events(table.id)
    created = decode(log[0].body)
    assert isinstance(created, Created)
    assert created.fork is not None
    wrong = structs.replace(created.fork, nonces=["other", ""])
    log[0] = replace(log[0], body=encode(structs.replace(created, fork=wrong)))
    _, _, problem = replayed(TableState(table.id, table.row.secret), LogLines(), log)
    assert problem


def test_a_log_older_than_forks_can_be_read() -> None:
    old = b'{"kind":"created","rules":"official","options":{},"chairs":[],"commitment":"00"}'
    created = decode(old)
    assert isinstance(created, Created)
    assert created.fork is None
    assert b"fork" not in encode(created)
