"""A finished game as files: what other programs read, and what the record says beside the moves."""

from typing import Any

import pytest
from msgspec import json

from splendor.formats import read_any
from splendor.formats.fair import verify
from splendor.server.messages import AskFor, CallBot, Hint, Resign, Sit
from splendor.server.tables.commands import Refusal
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
from splendor.server.tables.files import proof_of, record_of, replay_of, transcript_of
from splendor.server.tables.state import Story
from splendor.server.tables.wire_views import show_table
from tests.server.fakes import House, eventually, in_a_loop
from tests.server.tables.stories import a_story, begun, play, play_until, tell

SEATINGS = [
    ("official", ("Anna", "Ben")),
    ("official", ("Anna", "greedy", "Ben", "easy")),
    ("landolt", ("Anna", "Ben", "Anna")),
    ("duel", ("Anna", "greedy")),
]


def finished(rules: str, seats: tuple[str, ...], seed: int = 0, **options: Any) -> Story:
    story = begun(*seats, rules=rules, **options)
    play_until(story, lambda game: game.is_over or len(game.moves) > 150, seed)
    if not story.playing.is_over:
        tell(story, Concluded("abandoned", []))
    return story


def read(text: str) -> Any:
    (game,) = read_any(text)
    return game


@pytest.mark.parametrize("rules, seats", SEATINGS)
def test_record_transcript_and_proof_are_accepted(rules: str, seats: tuple[str, ...]) -> None:
    story = finished(rules, seats, seed=1)
    game = story.playing
    text = record_of(story, 1_700_000_000_000)
    record = read(text)
    assert record.game == game
    assert record.game.moves == game.moves
    assert record.game.outcome == game.outcome
    assert record.headers["date"] == "2023-11-14"
    assert record.headers["seats"].split(",") == [
        f"human:{seat}" if seat[0].isupper() else seat for seat in seats
    ]
    told = json.encode(transcript_of(story)).decode()
    assert read(told).game == game
    verdict = verify(json.decode(json.encode(proof_of(story))))
    assert verdict.fair, verdict
    assert [story.rule.commitment in verdict.note, "nonce-Anna" in verdict.note] == [True, True]


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
    story = begun("Anna", "Ben")
    tell(story, Left(0), Sat(0, "p", name), Concluded("abandoned", []))
    record = read(record_of(story, 0))
    assert record.game == story.playing
    assert len(record.headers["seats"].split(",")) == 2


@pytest.mark.parametrize("file", [lambda story: record_of(story, 0), transcript_of, proof_of])
def test_there_is_no_file_before_the_game_is_over(file: Any) -> None:
    for story in (a_story("Anna", "Ben"), begun("Anna", "Ben")):
        with pytest.raises(Refusal, match="not over"):
            file(story)
        with pytest.raises(Refusal, match="not over"):
            replay_of(story, None, True)


def test_the_proof_holds_when_moves_were_taken_back_and_people_changed() -> None:
    story = begun("Anna", "Ben", "greedy", rules="landolt", start=0)
    play(story, "r1a")
    play(story, "r1")
    tell(story, Undone(1))
    play(story, "r1a")
    tell(story, Left(0), Sat(0, "Cleo", "Cleo"), Left(1), Replaced(1, "easy", "left"))
    play_until(story, lambda game: game.is_over)
    assert verify(json.decode(json.encode(proof_of(story)))).fair
    assert read(record_of(story, 0)).game.moves == story.playing.moves


def test_the_proof_of_a_duel_holds_when_a_draw_was_taken_back() -> None:
    story = begun("Anna", "greedy", rules="duel")
    play_until(story, lambda game: any(type(m).__name__ == "Replenish" for m in game.legal_moves))
    before = len(story.playing.moves)
    move = next(str(m) for m in story.playing.legal_moves if type(m).__name__ == "Replenish")
    play(story, move)
    tell(story, Undone(before))
    play(story, move)
    play_until(story, lambda game: game.is_over or len(game.moves) > 80, seed=2)
    tell(story, *([] if story.playing.is_over else [Concluded("abandoned", [])]))
    proof = json.decode(json.encode(proof_of(story)))
    assert verify(proof).fair
    proof["nonces"][0] = "another"
    assert not verify(proof).fair


def test_a_person_with_several_seats_has_one_nonce_in_the_proof() -> None:
    story = a_story("Anna", "Anna", "greedy")
    tell(story, Readied("Anna", "only-one"))
    assert story.nonces == ["only-one", "", ""]


def test_hints_and_bots_that_played_on_are_in_record_and_transcript() -> None:
    story = begun("Anna", "Ben", "greedy", start=0)
    play(story, "UGR")
    tell(story, Replaced(1, "easy", "resigned"))
    play(story, "WUG")
    tell(story, Hinted(0, 2), Replaced(0, "greedy", "absent"), Returned(0))
    tell(story, Concluded("abandoned", []))
    text = record_of(story, 0)
    assert "the bot easy plays on at seat 1: resigned" in text
    assert "seat 0 was given a hint" in text
    assert "a person plays again at seat 0" in text
    told = transcript_of(story)
    assert told["hints"] == [{"seat": 0, "ply": 2}]
    assert told["replaced"] == [
        {"seat": 1, "bot": "easy", "why": "resigned", "ply": 1},
        {"seat": 0, "bot": "greedy", "why": "absent", "ply": 2},
    ]
    assert told["returned"] == [{"seat": 0, "ply": 2}]
    assert told["seats"][1] == {"kind": "person", "name": "Ben", "bot": "easy", "why": "resigned"}
    assert read(text).comments  # where a reader finds them


def test_what_happened_at_a_move_taken_back_is_told_at_the_end_of_what_stayed() -> None:
    story = begun("Anna", "greedy", start=0)
    for move in ("UGR", "UGR", "WUG"):
        play(story, move)
    tell(story, Hinted(0, 3), Replaced(0, "easy", "absent"), Undone(0), Concluded("abandoned", []))
    text = record_of(story, 0)
    assert "hint" in text
    assert "easy" in text
    assert read(text).game == story.playing


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
    story = table.story
    assert story.seats[1].why == "left"
    await house.do(table, "Ben", Sit, seat=1)
    await house.do(table, "Ben", AskFor, what="abandon")
    text = record_of(table.story, 0)
    assert "plays on at seat 0: resigned" in text
    assert verify(json.decode(json.encode(proof_of(table.story)))).fair


@in_a_loop
async def test_a_bot_called_for_a_seat_that_was_left_plays_to_the_end() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", target=5, rounds=15)
    await house.leave(table, "Ben")
    await house.do(table, "Anna", CallBot, seat=1, level="greedy")
    await house.play_on(table, 300)
    await eventually(lambda: table.story.status == "over")
    assert "the bot greedy plays on at seat 1: left" in record_of(table.story, 0)
    assert verify(json.decode(json.encode(proof_of(table.story)))).fair


@in_a_loop
async def test_a_hint_that_was_taken_is_in_the_record_even_after_undo() -> None:
    house = House()
    table = await house.playing("Anna", "greedy", start=0)
    await house.play(table)
    await house.quiet(table)
    await house.do(table, "Anna", Hint, state=table.story.state)
    await house.do(table, "Anna", AskFor, what="undo")
    await house.do(table, "Anna", Resign)
    assert "seat 0 was given a hint" in record_of(table.story, 0)


# Replays


@pytest.mark.parametrize("rules, seats", SEATINGS)
def test_a_replay_shows_the_table_after_every_decision(rules: str, seats: tuple[str, ...]) -> None:
    story = finished(rules, seats, seed=2)
    game = story.playing
    replay = json.decode(json.encode(replay_of(story, None, False)))
    assert [step.get("move") for step in replay["steps"]] == [None, *map(str, game.moves)]
    assert [step.get("drawn", "") for step in replay["steps"]] == ["", *game.all_drawn]
    again, seats_of_moves = story.deal(), []
    for step in replay["steps"]:
        if "move" in step:
            seats_of_moves.append((step["seat"], again.active))
            again.push(step["move"])
        assert step["table"] == json.decode(json.encode(show_table(again.view(None))))
    assert all(told == decided for told, decided in seats_of_moves)


def test_a_replay_for_everybody_opens_the_hands_and_a_seats_only_its_own() -> None:
    story = begun("Anna", "Ben", start=0)
    play(story, "r1")
    play(story, "r2")
    tell(story, Concluded("abandoned", []))
    hands = {
        who: [place["hand"][0].get("card") for place in last["places"]]
        for who, last in (
            ("everybody", last_table(story, None, True)),
            ("spectator", last_table(story, None, False)),
            ("1", last_table(story, 1, False)),
        )
    }
    cards = [int(player.hand[0]) for player in story.playing.record[0].players[:2]]
    assert hands == {"everybody": cards, "spectator": [None, None], "1": [None, cards[1]]}


def last_table(story: Story, seat: int | None, everything: bool) -> dict[str, Any]:
    told: dict[str, Any] = json.decode(json.encode(replay_of(story, seat, everything).steps[-1]))
    table: dict[str, Any] = told["table"]
    return table


def test_a_game_that_ended_before_the_first_move_has_files_too() -> None:
    story = begun("Anna", "Ben")
    tell(story, Concluded("resignation", [1], 0))
    assert read(record_of(story, 0)).game == story.playing
    assert len(replay_of(story, None, True).steps) == 1
    assert verify(json.decode(json.encode(proof_of(story)))).fair
