"""A finished game as files: what other programs read, and what the record says beside the moves."""

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
from tests.server.fakes import House, eventually, in_a_loop
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
def test_record_transcript_and_proof_are_accepted(rules: str, seats: tuple[str, ...]) -> None:
    state = finished(rules, seats, seed=1)
    game = state.dealt_game
    text = game_file_of(state, 1_700_000_000_000)
    record = read(text)
    assert record.game == game
    assert record.game.moves == game.moves
    assert record.game.outcome == game.outcome
    assert record.headers["date"] == "2023-11-14"
    assert record.headers["seats"].split(",") == [
        f"human:{seat}" if seat[0].isupper() else seat for seat in seats
    ]
    told = json.encode(transcript_of(state)).decode()
    assert read(told).game == game
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
def test_any_name_can_stand_in_a_record(name: str) -> None:
    state = begun("Anna", "Ben")
    fold(state, Left(0), Sat(0, "p", name), Concluded("abandoned", []))
    record = read(game_file_of(state, 0))
    assert record.game == state.dealt_game
    assert len(record.headers["seats"].split(",")) == 2


@pytest.mark.parametrize("file", [lambda state: game_file_of(state, 0), transcript_of, proof_of])
def test_there_is_no_file_before_the_game_is_over(file: Any) -> None:
    for state in (waiting_state("Anna", "Ben"), begun("Anna", "Ben")):
        with pytest.raises(RequestRefused, match="not over"):
            file(state)
        with pytest.raises(RequestRefused, match="not over"):
            replay_of(state, None, True)


def test_the_proof_holds_when_moves_were_taken_back_and_people_changed() -> None:
    state = begun("Anna", "Ben", "greedy", rules="landolt", start=0)
    play(state, "r1a")
    play(state, "r1")
    fold(state, Undone(1))
    play(state, "r1a")
    fold(state, Left(0), Sat(0, "Cleo", "Cleo"), Left(1), Replaced(1, "easy", "left"))
    play_until(state, lambda game: game.is_over)
    assert verify(json.decode(json.encode(proof_of(state)))).fair
    assert read(game_file_of(state, 0)).game.moves == state.dealt_game.moves


def test_the_proof_of_a_duel_holds_when_a_draw_was_taken_back() -> None:
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


def test_hints_and_bots_that_played_on_are_in_record_and_transcript() -> None:
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
    told = transcript_of(state)
    assert told["hints"] == [{"seat": 0, "ply": 2}]
    assert told["replaced"] == [
        {"seat": 1, "bot": "easy", "why": "resigned", "ply": 1},
        {"seat": 0, "bot": "greedy", "why": "absent", "ply": 2},
    ]
    assert told["returned"] == [{"seat": 0, "ply": 2}]
    assert told["seats"][1] == {"kind": "person", "name": "Ben", "bot": "easy", "why": "resigned"}
    assert read(text).comments  # where a reader finds them


def test_what_happened_at_a_move_taken_back_is_told_at_the_end_of_what_stayed() -> None:
    state = begun("Anna", "greedy", start=0)
    for move in ("UGR", "UGR", "WUG"):
        play(state, move)
    fold(state, Hinted(0, 3), Replaced(0, "easy", "absent"), Undone(0), Concluded("abandoned", []))
    text = game_file_of(state, 0)
    assert "hint" in text
    assert "easy" in text
    assert read(text).game == state.dealt_game


@in_a_loop
async def test_resigning_among_three_is_in_the_record_of_the_finished_game() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "greedy", target=5)
    await house.do(table, "Anna", Resign)
    await house.leave(table, "Ben")
    await house.do(table, "Cleo", Sit, seat=1)
    await house.leave(table, "Cleo")
    await house.do(table, "Cleo", Sit, seat=1)
    await house.leave(table, "Cleo")
    state = table.state
    assert state.seats[1].why == "left"
    await house.do(table, "Ben", Sit, seat=1)
    await house.do(table, "Ben", AskFor, what="abandon")
    text = game_file_of(table.state, 0)
    assert "plays on at seat 0: resigned" in text
    assert verify(json.decode(json.encode(proof_of(table.state)))).fair


@in_a_loop
async def test_a_bot_called_for_a_seat_that_was_left_plays_to_the_end() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", target=5, rounds=15)
    await house.leave(table, "Ben")
    await house.do(table, "Anna", CallBot, seat=1, level="greedy")
    await house.play_on(table, 300)
    await eventually(lambda: table.state.status == "over")
    assert "the bot greedy plays on at seat 1: left" in game_file_of(table.state, 0)
    assert verify(json.decode(json.encode(proof_of(table.state)))).fair


@in_a_loop
async def test_a_hint_that_was_taken_is_in_the_record_even_after_undo() -> None:
    house = House()
    table = await house.playing("Anna", "greedy", start=0)
    await house.play(table)
    await house.quiet(table)
    await house.do(table, "Anna", Hint, state=table.state.revision)
    await house.do(table, "Anna", AskFor, what="undo")
    await house.do(table, "Anna", Resign)
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
    assert all(told == decided for told, decided in seats_of_moves)


def test_a_replay_for_everybody_opens_the_hands_and_a_seats_only_its_own() -> None:
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
    told: dict[str, Any] = json.decode(json.encode(replay_of(state, seat, everything).steps[-1]))
    table: dict[str, Any] = told["table"]
    return table


def test_a_game_that_ended_before_the_first_move_has_files_too() -> None:
    state = begun("Anna", "Ben")
    fold(state, Concluded("resignation", [1], 0))
    assert read(game_file_of(state, 0)).game == state.dealt_game
    assert len(replay_of(state, None, True).steps) == 1
    assert verify(json.decode(json.encode(proof_of(state)))).fair
