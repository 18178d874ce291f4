"""Tables that begin with a position instead of a deal."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import json, structs

from splendor.core.errors import PositionError
from splendor.formats.gamefile import read_game
from splendor.game import Game
from splendor.server.bodies import NewTable
from splendor.server.messages import Fork, Ready, Rematch, Resign, Start
from splendor.server.refusals import RequestRefused
from splendor.server.tables.events import Began, Created, decode, encode
from splendor.server.tables.files import game_file_of, proof_of, replay_of, transcript_of
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.results import finished_of, recorded
from splendor.server.tables.state import OVER, PLAYING, WAITING, TableState
from splendor.server.tables.table import Table, replayed
from tests.server.fakes import FakeServer, async_test, eventually, new_table, person, refused

GAMES = [("official", 2), ("official", 3), ("landolt", 4), ("duel", 2)]


def midgame(rules: str = "official", players: int = 2, plies: int = 14) -> Game:
    """A game after some moves, among them a card that was reserved face down."""
    options = {} if rules == "landolt" else {"start": 0}
    game = Game(rules, players, seed=3, **options)
    for _ in range(plies):
        hidden = [move for move in game.legal_moves if str(move) in ("r3", "r2")]
        game.push(hidden[0] if hidden and game.ply < 2 else game.legal_moves[0])
    return game


def request_for(text: str, *seats: str, **more: Any) -> NewTable:
    return structs.replace(new_table(*seats, **more), position=text)


async def begun(server: FakeServer, game: Game, *seats: str) -> Table:
    chosen = seats or ("me",) + ("greedy",) * (game.players - 1)
    table = await server.tables.create(person("Anna"), request_for(game.position, *chosen))
    await server.do(table, "Anna", Ready, nonce="hers")
    await eventually(lambda: table.state.status == PLAYING)
    return table


# The game


@pytest.mark.parametrize("rules, players", GAMES)
@async_test
async def test_it_begins_as_the_player_to_move_sees_it(rules: str, players: int) -> None:
    server, game = FakeServer(), midgame(rules, players)
    table = await begun(server, game, *["me"] * players)
    begins = table.state.dealt_game
    assert begins.view(game.active) == game.view(game.active)
    assert (begins.rules, begins.players, begins.ply) == (rules, players, 0)
    assert begins.position != game.position  # the sender does not know the decks
    assert table.state.setup.rules == rules


@async_test
async def test_what_a_view_hides_is_dealt_by_secret_and_nonce() -> None:
    server, game = FakeServer(), midgame()
    view = game.view(game.active)
    request = request_for(view.position, "me", "greedy")
    state = (await server.tables.create(person("Anna"), request)).state
    dealt = state.deal()
    assert (state.setup.position, dealt.view(game.active)) == (view.position, view)
    assert state.deal() == dealt
    state.seats[0].nonce = "another"
    assert state.deal() != dealt


@async_test
async def test_bots_and_people_play_it_to_the_end_and_its_game_file_can_be_read() -> None:
    server, game = FakeServer(), midgame("duel")
    table = await begun(server, game)
    await server.play_on(table, 400)
    await server.wait_for_bots(table)
    assert table.state.status == OVER
    played = table.state.dealt_game
    again = read_game(game_file_of(table.state, 0)).game
    assert (again.moves, again.outcome) == (played.moves, played.outcome)
    assert again.view(game.active) == played.view(game.active)
    assert len(replay_of(table.state, None, True).steps) == played.ply + 1
    for make in (transcript_of, proof_of):  # both begin with a deal
        with pytest.raises(RequestRefused) as refusal:
            make(table.state)
        assert refusal.value.code == "no_deal"


@async_test
async def test_it_does_not_count() -> None:
    server = FakeServer()
    table = await begun(server, midgame(), "me", "regular")
    await server.wait_for_bots(table)
    await server.do(table, "Anna", Resign)
    found = finished_of(table.state, await server.store.events(table.id))
    [row] = recorded(found, ()).results
    assert (row.help, row.rating) == ("position", None)


@async_test
async def test_a_rematch_has_a_deal_and_a_fork_goes_on_from_the_position() -> None:
    server, game = FakeServer(), midgame()
    table = await begun(server, game)
    await server.play_on(table, 5)
    await server.wait_for_bots(table)
    if table.state.status != OVER:
        await server.do(table, "Anna", Resign)
    fork = structs.replace(new_table("me", "greedy"), fork=Fork(table.id, 2))
    forked = await server.tables.create(person("Anna"), fork)
    assert forked.state.deal() == table.state.dealt_game.at(2)
    await server.do(forked, "Anna", Ready, nonce="")
    await eventually(lambda: forked.state.status == PLAYING)
    await server.do(table, "Anna", Rematch)
    rematch = (await server.tables.get(table.state.rematch, "Anna")).state
    assert (rematch.setup.position, rematch.setup.rules) == ("", "official")


# What others see of it


@async_test
async def test_nobody_is_sent_the_position_or_what_it_hides() -> None:
    server, game = FakeServer(), midgame()
    table = await begun(server, game)
    frame = server.frame(table, "Anna")
    assert frame["room"]["position"] is True
    assert "secret" not in frame["room"]["fairness"]
    began = next(event for event in frame["events"] if event["kind"] == "began")
    assert began["why"] == "position"
    for name in ("Anna", "Eve"):
        sent = json.encode(server.frame(table, name)).decode()
        assert "view=" not in sent
        assert "decks=" not in sent


# Refusals


@pytest.mark.parametrize(
    "seats, code",
    [
        (("me", "greedy", "greedy"), "fork_seats"),
        (("greedy", "greedy"), "no_person"),
        (("me", "nobody"), "no_bot"),
    ],
)
@async_test
async def test_impossible_seats_are_refused(seats: tuple[str, ...], code: str) -> None:
    server = FakeServer()
    table = server.tables.create(person("Anna"), request_for(midgame().position, *seats))
    assert await refused(table) == code


@async_test
async def test_only_positions_in_which_somebody_decides_begin_a_table() -> None:
    server, text = FakeServer(), midgame().position
    over = Game(seed=1, start=0)
    while not over.is_over:
        over.push(over.legal_moves[-1])
    for wrong in ("castle", text.replace("round=", "raund="), text[: len(text) // 2]):
        with pytest.raises(PositionError):
            await server.tables.create(person("Anna"), request_for(wrong, "me", "greedy"))
    ended = server.tables.create(person("Anna"), request_for(over.position, "me", "greedy"))
    assert await refused(ended) in ("nothing_to_decide", "position_end")
    both = structs.replace(request_for(text, "me", "greedy"), fork=Fork("x", 0))
    assert await refused(server.tables.create(person("Anna"), both)) == "malformed"
    assert not server.store.tables


@async_test
async def test_it_keeps_its_seats() -> None:
    server = FakeServer()
    request = request_for(midgame("official", 3).position, "me", "greedy", "open")
    table = await server.tables.create(person("Anna"), request)
    assert await refused(server.do(table, "Anna", Start)) == "fork_seats"


# Restarts


@pytest.mark.parametrize("rules, players", GAMES)
@async_test
async def test_a_restart_gives_the_same_frames(rules: str, players: int) -> None:
    server = FakeServer()
    table = await begun(server, midgame(rules, players), *["me"] * players)
    await server.play_on(table, 6)
    before, position = server.frames(table, "Anna"), table.state.dealt_game.position
    server = await server.restarted()
    again = await server.tables.get(table.id, "Anna")
    assert not again.problem
    assert again.state.dealt_game.position == position
    assert server.frames(again, "Anna") == before


@async_test
async def test_one_that_has_not_begun_survives_a_restart() -> None:
    server = FakeServer()
    request = request_for(midgame().position, "me", "open")
    table = await server.tables.create(person("Anna"), request)
    server = await server.restarted()
    again = await server.tables.get(table.id, "Anna")
    assert (again.state.status, again.state.setup) == (WAITING, table.state.setup)


@async_test
async def test_a_log_whose_position_was_tampered_with_is_frozen() -> None:
    server = FakeServer()
    table = await begun(server, midgame())
    log = await server.store.events(table.id)
    created, other = decode(log[0].body), midgame(plies=12)
    assert isinstance(created, Created)
    wrong = structs.replace(created, position=other.view(other.active).position)
    log[0] = replace(log[0], body=encode(wrong))
    _, _, problem = replayed(TableState(table.id, table.row.secret), LogLines(), log)
    assert problem


def test_the_log_of_a_table_that_was_dealt_does_not_change() -> None:
    old = b'{"kind":"created","rules":"official","options":{},"chairs":[],"commitment":"00"}'
    created = decode(old)
    assert isinstance(created, Created)
    assert created.position == ""
    assert encode(created) == old
    assert isinstance(decode(b'{"kind":"began","deal":{},"engine":"1"}'), Began)
