"""Playing on from a finished game: another table, the same deal, the first so many decisions."""

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
from splendor.server.tables.state import OVER, PLAYING, WAITING
from splendor.server.tables.table import Table, replayed
from tests.server.fakes import House, eventually, in_a_loop, person, refused, wish

GAMES: list[tuple[str, tuple[str, ...]]] = [
    ("official", ("Anna", "greedy")),
    ("official", ("Anna", "Ben", "greedy")),
    ("landolt", ("Anna", "Anna", "Ben", "Cleo")),
    ("duel", ("Anna", "greedy")),
    ("duel", ("Anna", "Ben")),
]


def fork_wish(source: Table, ply: int, *seats: str, **more: Any) -> NewTable:
    """The wish of somebody who wants to play on, without a word about rules and options."""
    chosen = seats or ("me",) + ("greedy",) * (len(source.state.seats) - 1)
    return structs.replace(wish(*chosen, **more), fork=Fork(source.id, ply))


async def finished(house: House, *seats: str, **more: Any) -> Table:
    """A game in which something has happened; the first person has given up, unless somebody has
    won by then.
    """
    table = await house.playing(*seats, **more)
    await house.play_on(table, 30, seed=5)
    await house.quiet(table)
    if table.state.status != OVER:
        await house.do(table, seats[0], Resign)
    if table.state.status != OVER:  # a bot plays on for who has resigned: abandon it
        name = next(name for name in seats if name[0].isupper() and name != seats[0])
        await house.do(table, name, AskFor, what="abandon")
        if table.state.status != OVER:
            await house.play_on(table, 3000)
    assert table.state.status == OVER
    return table


async def fork_event(
    house: House, source: Table, ply: int, *seats: str, name: str = "Anna"
) -> Table:
    """Play on, with the cards on the table."""
    table = await house.tables.create(person(name), fork_wish(source, ply, *seats))
    await house.do(table, name, Ready, nonce="of-no-effect")
    await eventually(lambda: table.state.status == PLAYING)
    return table


def at_ply(source: Table, ply: int) -> Game:
    game = source.state.dealt_game.copy()
    if game.outcome and game.outcome.reason in ("resignation", "abandoned", "time"):
        game.pop()
    while len(game.moves) > ply:
        game.pop()
    return game


# What is played on


@pytest.mark.parametrize("rules, seats", GAMES)
@in_a_loop
async def test_a_fork_goes_on_from_any_decision(rules: str, seats: tuple[str, ...]) -> None:
    house = House()
    source = await finished(house, *seats, rules=rules)
    plies = len(source.state.dealt_game.moves)
    for ply in (0, 1, plies // 2, plies - 1):
        table = await house.tables.create(person("Anna"), fork_wish(source, ply))
        begun = table.state.deal()
        assert begun == at_ply(source, ply)
        assert begun.moves == source.state.dealt_game.moves[:ply]
        assert begun.options == source.state.dealt_game.options
        assert begun.active == at_ply(source, ply).active


@pytest.mark.parametrize("rules, seats", [GAMES[0], GAMES[3]])
@in_a_loop
async def test_the_same_moves_draw_the_same_again(rules: str, seats: tuple[str, ...]) -> None:
    house = House()
    source = await finished(house, *seats, rules=rules)
    whole = source.state.dealt_game
    begun = (await house.tables.create(person("Anna"), fork_wish(source, 4))).state.deal()
    for move, drawn in zip(whole.moves[4:], whole.all_drawn[4:], strict=True):
        begun.push(move)
        assert begun.drawn == drawn
    assert begun.table == whole.table


@in_a_loop
async def test_a_fork_is_played_to_its_end_and_its_files_tell_the_whole_game() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben", rules="official", target=5)
    table = await fork_event(house, source, 6, "greedy", "me")
    await house.play_on(table, 3000)
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
@in_a_loop
async def test_the_proof_of_a_fork_covers_the_whole_game(rules: str) -> None:
    house = House()
    source = await finished(house, "Anna", "Ben", rules=rules)
    table = await fork_event(house, source, 8)
    await house.play_on(table, 20)
    if table.state.status != OVER:
        await house.do(table, "Anna", Resign)
    proof = cast(dict[str, Any], json.decode(json.encode(proof_of(table.state))))
    assert verify(proof).fair
    assert proof["commitment"] == source.state.setup.commitment
    assert proof["nonces"] == ["nonce-of-Anna", "nonce-of-Ben"]  # and not `of-no-effect`
    proof["transcript"]["deal"]["decks"][0].reverse()
    assert not verify(proof).fair


@in_a_loop
async def test_a_fork_of_a_fork_may_begin_before_it() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben", rules="duel")
    first = await fork_event(house, source, 6)
    await house.quiet(first)
    await house.do(first, "Anna", Resign)
    second = await fork_event(house, first, 3)
    assert second.state.setup.fork is not None
    assert second.state.setup.fork.table == first.id
    assert second.state.deal() == at_ply(source, 3)


@in_a_loop
async def test_nobody_takes_back_what_was_played_before_the_fork() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    mover = at_ply(source, 6).active
    seats = ["greedy", "greedy"]
    seats[mover] = "me"
    table = await fork_event(house, source, 6, *seats)
    assert await refused(house.do(table, "Anna", AskFor, what="undo")) == "nothing"
    await house.play(table)
    await house.quiet(table)
    await house.do(table, "Anna", AskFor, what="undo")
    await house.quiet(table)
    assert len(table.state.dealt_game.moves) == 6


@in_a_loop
async def test_a_rematch_of_a_fork_is_dealt_anew() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    table = await fork_event(house, source, 5)
    await house.quiet(table)
    await house.do(table, "Anna", Resign)
    await house.do(table, "Anna", Rematch)
    again = house.tables.live[table.state.rematch].state
    assert again.setup.fork is None
    assert again.setup.commitment != table.state.setup.commitment


# What people are told


@in_a_loop
async def test_people_are_told_what_it_goes_on_from_and_no_secret_before_the_end() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    table = await fork_event(house, source, 5)
    await house.quiet(table)
    told = house.frame(table, "Anna")
    assert told["room"]["fork"] == {"table": source.id, "ply": 5}
    assert told["room"]["fairness"] == {"commitment": source.state.setup.commitment}
    began = next(event for event in told["events"] if event["kind"] == "began")
    assert (began["kept"], began["table"]) == (5, source.id)
    assert "fork" not in house.frame(source)["room"]


# What is refused


@in_a_loop
async def test_a_running_game_cannot_be_forked() -> None:
    house = House()
    waiting = await house.seated("Anna", "Ben")
    assert await refused(house.tables.create(person("Anna"), fork_wish(waiting, 0))) == "not_over"
    playing = await house.playing("Anna", "Ben")
    await house.play_on(playing, 6)
    before = len(house.store.writes)
    for ply in (0, 3, 6):
        fork = house.tables.create(person("Anna"), fork_wish(playing, ply))
        assert await refused(fork) == "not_over"
    assert len(house.store.writes) == before


@in_a_loop
async def test_a_stranger_cannot_fork_a_private_game_and_its_forks_stay_private() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben", spectators=False)
    assert await refused(house.tables.create(person("Eve"), fork_wish(source, 2))) == "not_found"
    table = await fork_event(house, source, 2, name="Ben")
    assert await refused(house.tables.get(table.id, "Eve")) == "not_found"


@in_a_loop
async def test_who_may_watch_may_fork() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    table = await fork_event(house, source, 2, name="Eve")
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
@in_a_loop
async def test_a_fork_that_cannot_be_is_refused(
    ply: int, seats: tuple[str, ...], code: str
) -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    before = len(house.store.writes)
    fork = house.tables.create(person("Anna"), fork_wish(source, ply, *seats))
    assert await refused(fork) == code
    assert len(house.store.writes) == before


@in_a_loop
async def test_there_is_nothing_to_play_after_the_last_move_of_a_game_that_was_played_out() -> None:
    house = House()
    source = await house.playing("Anna", "greedy", target=5)
    await house.play_on(source, 3000)
    assert source.state.dealt_game.outcome is not None
    assert source.state.dealt_game.outcome.reason == "points"
    plies = len(source.state.dealt_game.moves)
    last = house.tables.create(person("Anna"), fork_wish(source, plies))
    assert await refused(last) == "fork_ply"
    assert (await house.tables.create(person("Anna"), fork_wish(source, plies - 1))).state.seq == 1


@in_a_loop
async def test_a_game_that_was_given_up_can_be_played_on_from_its_last_position() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    plies = len(source.state.dealt_game.moves)
    table = await fork_event(house, source, plies)
    assert table.state.dealt_game.moves[:plies] == source.state.dealt_game.moves


@in_a_loop
async def test_a_table_that_is_not_there_cannot_be_forked() -> None:
    house = House()
    nothing = structs.replace(wish("me", "greedy"), fork=Fork("nothing", 0))
    assert await refused(house.tables.create(person("Anna"), nothing)) == "not_found"


# Restarts


@pytest.mark.parametrize("rules", ["official", "duel"])
@in_a_loop
async def test_a_restart_replays_a_fork_even_without_its_source(rules: str) -> None:
    house = House()
    source = await finished(house, "Anna", "Ben", rules=rules)
    table = await fork_event(house, source, 7)
    await house.play_on(table, 6)
    before = house.frames(table, "Anna")
    moves = table.state.dealt_game.moves
    house.store.logs.pop(source.id)
    house.store.tables.pop(source.id)
    house = await house.restarted()
    again = await house.tables.get(table.id, "Anna")
    await house.quiet(again)
    assert not again.problem
    assert again.state.dealt_game.moves[: len(moves)] == moves
    if again.state.seq == table.state.seq:
        assert house.frames(again, "Anna") == before


@in_a_loop
async def test_a_fork_that_waits_survives_a_restart() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    table = await house.tables.create(person("Anna"), fork_wish(source, 4, "me", "open"))
    house = await house.restarted()
    again = await house.tables.get(table.id, "Anna")
    assert (again.state.status, again.state.setup) == (WAITING, table.state.setup)


@in_a_loop
async def test_a_log_whose_fork_was_tampered_with_is_frozen() -> None:
    house = House()
    source = await finished(house, "Anna", "Ben")
    table = await fork_event(house, source, 4)
    log = await house.store.events(table.id)
    created = decode(log[0].body)
    assert isinstance(created, Created)
    assert created.fork is not None
    wrong = structs.replace(created.fork, nonces=["other", ""])
    log[0] = replace(log[0], body=encode(structs.replace(created, fork=wrong)))
    _, _, problem = replayed(table.id, table.row.secret, log)
    assert problem


def test_a_log_from_before_there_were_forks_is_read() -> None:
    old = b'{"kind":"created","rules":"official","options":{},"chairs":[],"commitment":"00"}'
    created = decode(old)
    assert isinstance(created, Created)
    assert created.fork is None
    assert b"fork" not in encode(created)
