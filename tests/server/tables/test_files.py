"""A finished game as files: game file, transcript, proof, replay."""

from typing import Any

import pytest
from msgspec import json

from splendor.formats import read_any
from splendor.formats.fair import verify
from splendor.server.messages import AskFor, CallBot, Hint, Resign, Sit
from splendor.server.refusals import RequestRefused
from splendor.server.tables.events import (
    Concluded,
    Hinted,
    Left,
    Readied,
    Replaced,
    Returned,
    Sat,
    Undone,
)
from splendor.server.tables.files import game_file_of, proof_of, replay_of, transcript_of
from splendor.server.tables.state import TableState
from splendor.server.tables.wire_views import wire_table
from tests.server.fakes import FakeServer, async_test, eventually
from tests.server.tables.table_states import begun, fold, play, play_until, waiting_state

SEATINGS = [
    ("official", ("Anna", "Ben")),
    ("official", ("Anna", "greedy", "Ben", "easy")),
    ("landolt", ("Anna", "Ben", "Anna")),
    ("duel", ("Anna", "greedy")),
]


def finished(rules: str, seats: tuple[str, ...], seed: int = 0, **options: Any) -> TableState:
    state = begun(*seats, rules=rules, **options)
    play_until(state, lambda game: game.is_over or len(game.moves) > 150, seed)
    if not state.dealt_game.is_over:
        fold(state, Concluded("abandoned", []))
    return state


def read(text: str) -> Any:
    (game,) = read_any(text)
    return game


@pytest.mark.parametrize("rules, seats", SEATINGS)
def test_game_file_transcript_and_proof_are_valid(rules: str, seats: tuple[str, ...]) -> None:
    state = finished(rules, seats, seed=1)
    game = state.dealt_game
    text = game_file_of(state, 1_700_000_000_000)
    file = read(text)
    assert file.game == game
    assert file.game.moves == game.moves
    assert file.game.outcome == game.outcome
    assert file.headers["date"] == "2023-11-14"
    assert file.headers["seats"].split(",") == [
        f"human:{seat}" if seat[0].isupper() else seat for seat in seats
    ]
    actual = json.encode(transcript_of(state)).decode()
    assert read(actual).game == game
    verdict = verify(json.decode(json.encode(proof_of(state))))
    assert verdict.fair, verdict
    assert [state.setup.commitment in verdict.note, "nonce-Anna" in verdict.note] == [True, True]


@pytest.mark.parametrize(
    "name",
    [
        "a,b",
        "a:b",
        "#1",
        "{x}",
        '"q"',
        "back\\slash",
        "ä ö",
        "漢字",
        "a  b",
        ":",
        ",,",
        ";",
        "1. UGR",
    ],
)
def test_a_game_file_can_contain_any_name(name: str) -> None:
    state = begun("Anna", "Ben")
    fold(state, Left(0), Sat(0, "p", name), Concluded("abandoned", []))
    file = read(game_file_of(state, 0))
    assert file.game == state.dealt_game
    assert len(file.headers["seats"].split(",")) == 2


@pytest.mark.parametrize("file", [lambda state: game_file_of(state, 0), transcript_of, proof_of])
def test_there_are_no_files_before_the_game_is_over(file: Any) -> None:
    for state in (waiting_state("Anna", "Ben"), begun("Anna", "Ben")):
        with pytest.raises(RequestRefused, match="not over"):
            file(state)
        with pytest.raises(RequestRefused, match="not over"):
            replay_of(state, None, True)


def test_the_proof_is_valid_after_undos_and_changes_of_players() -> None:
    state = begun("Anna", "Ben", "greedy", rules="landolt", start=0)
    play(state, "r1a")
    play(state, "r1")
    fold(state, Undone(1))
    play(state, "r1a")
    fold(state, Left(0), Sat(0, "Cleo", "Cleo"), Left(1), Replaced(1, "easy", "left"))
    play_until(state, lambda game: game.is_over)
    assert verify(json.decode(json.encode(proof_of(state)))).fair
    assert read(game_file_of(state, 0)).game.moves == state.dealt_game.moves


def test_the_proof_of_a_duel_is_valid_after_a_draw_was_undone() -> None:
    state = begun("Anna", "greedy", rules="duel")
    play_until(state, lambda game: any(type(m).__name__ == "Replenish" for m in game.legal_moves))
    before = len(state.dealt_game.moves)
    move = next(str(m) for m in state.dealt_game.legal_moves if type(m).__name__ == "Replenish")
    play(state, move)
    fold(state, Undone(before))
    play(state, move)
    play_until(state, lambda game: game.is_over or len(game.moves) > 80, seed=2)
    fold(state, *([] if state.dealt_game.is_over else [Concluded("abandoned", [])]))
    proof = json.decode(json.encode(proof_of(state)))
    assert verify(proof).fair
    proof["nonces"][0] = "another"
    assert not verify(proof).fair


def test_a_person_with_several_seats_has_one_nonce_in_the_proof() -> None:
    state = waiting_state("Anna", "Anna", "greedy")
    fold(state, Readied("Anna", "only-one"))
    assert state.nonces == ["only-one", "", ""]


def test_hints_and_replaced_players_are_in_game_file_and_transcript() -> None:
    state = begun("Anna", "Ben", "greedy", start=0)
    play(state, "UGR")
    fold(state, Replaced(1, "easy", "resigned"))
    play(state, "WUG")
    fold(state, Hinted(0, 2), Replaced(0, "greedy", "absent"), Returned(0))
    fold(state, Concluded("abandoned", []))
    text = game_file_of(state, 0)
    assert "the bot easy plays on at seat 1: resigned" in text
    assert "seat 0 was given a hint" in text
    assert "a person plays again at seat 0" in text
    actual = transcript_of(state)
    assert actual["hints"] == [{"seat": 0, "ply": 2}]
    assert actual["replaced"] == [
        {"seat": 1, "bot": "easy", "why": "resigned", "ply": 1},
        {"seat": 0, "bot": "greedy", "why": "absent", "ply": 2},
    ]
    assert actual["returned"] == [{"seat": 0, "ply": 2}]
    assert actual["seats"][1] == {"kind": "person", "name": "Ben", "bot": "easy", "why": "resigned"}
    assert read(text).comments  # as comments


def test_comments_on_undone_moves_are_placed_after_the_last_move() -> None:
    state = begun("Anna", "greedy", start=0)
    for move in ("UGR", "UGR", "WUG"):
        play(state, move)
    fold(state, Hinted(0, 3), Replaced(0, "easy", "absent"), Undone(0), Concluded("abandoned", []))
    text = game_file_of(state, 0)
    assert "hint" in text
    assert "easy" in text
    assert read(text).game == state.dealt_game


@async_test
async def test_a_resignation_among_three_is_in_the_game_file() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "greedy", target=5)
    await server.do(table, "Anna", Resign)
    await server.leave(table, "Ben")
    await server.pass_on(table, "Ben", "Cleo", 1)
    await server.leave(table, "Cleo")
    await server.do(table, "Cleo", Sit, seat=1)
    await server.leave(table, "Cleo")
    state = table.state
    assert state.seats[1].why == "left"
    await server.pass_on(table, "Cleo", "Ben", 1)
    await server.do(table, "Ben", AskFor, what="abandon")
    text = game_file_of(table.state, 0)
    assert "plays on at seat 0: resigned" in text
    assert verify(json.decode(json.encode(proof_of(table.state)))).fair


@async_test
async def test_a_bot_that_replaces_a_player_who_left_plays_to_the_end() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", target=5, rounds=15)
    await server.leave(table, "Ben")
    await server.do(table, "Anna", CallBot, seat=1, level="greedy")
    await server.play_on(table, 300)
    await eventually(lambda: table.state.status == "over")
    assert "the bot greedy plays on at seat 1: left" in game_file_of(table.state, 0)
    assert verify(json.decode(json.encode(proof_of(table.state)))).fair


@async_test
async def test_a_hint_is_in_the_game_file_even_after_an_undo() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "greedy", start=0)
    await server.play(table)
    await server.wait_for_bots(table)
    await server.do(table, "Anna", Hint, state=table.state.revision)
    await server.do(table, "Anna", AskFor, what="undo")
    await server.do(table, "Anna", Resign)
    assert "seat 0 was given a hint" in game_file_of(table.state, 0)


# Replays


@pytest.mark.parametrize("rules, seats", SEATINGS)
def test_a_replay_shows_the_table_after_every_decision(rules: str, seats: tuple[str, ...]) -> None:
    state = finished(rules, seats, seed=2)
    game = state.dealt_game
    replay = json.decode(json.encode(replay_of(state, None, False)))
    assert [step.get("move") for step in replay["steps"]] == [None, *map(str, game.moves)]
    assert [step.get("drawn", "") for step in replay["steps"]] == ["", *game.all_drawn]
    again, seats_of_moves = state.deal(), []
    for step in replay["steps"]:
        if "move" in step:
            seats_of_moves.append((step["seat"], again.active))
            again.push(step["move"])
        assert step["table"] == json.decode(json.encode(wire_table(again.view(None))))
    assert all(actual == decided for actual, decided in seats_of_moves)


def test_a_replay_shows_all_hands_or_only_that_of_a_seat() -> None:
    state = begun("Anna", "Ben", start=0)
    play(state, "r1")
    play(state, "r2")
    fold(state, Concluded("abandoned", []))
    hands = {
        who: [place["hand"][0].get("card") for place in last["places"]]
        for who, last in (
            ("everybody", last_table(state, None, True)),
            ("spectator", last_table(state, None, False)),
            ("1", last_table(state, 1, False)),
        )
    }
    cards = [int(player.hand[0]) for player in state.dealt_game.record[0].players[:2]]
    assert hands == {"everybody": cards, "spectator": [None, None], "1": [None, cards[1]]}


def last_table(state: TableState, seat: int | None, everything: bool) -> dict[str, Any]:
    actual: dict[str, Any] = json.decode(json.encode(replay_of(state, seat, everything).steps[-1]))
    table: dict[str, Any] = actual["table"]
    return table


def test_a_game_that_ended_before_the_first_move_has_files_too() -> None:
    state = begun("Anna", "Ben")
    fold(state, Concluded("resignation", [1], 0))
    assert read(game_file_of(state, 0)).game == state.dealt_game
    assert len(replay_of(state, None, True).steps) == 1
    assert verify(json.decode(json.encode(proof_of(state)))).fair
