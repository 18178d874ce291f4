"""Taking moves back: against bots freely, between people with consent, never past a reveal."""

import pytest

from splendor.server.messages import Answer, AskFor, Leave, Resign
from splendor.server.tables.events import Answered, Asked, Undone
from tests.server.tables.stories import (
    begun,
    do,
    kinds,
    name_of,
    only,
    play,
    play_until,
    tell,
    why_not,
)

UNDO = AskFor("i", "undo")
YES, NO = Answer("i", True), Answer("i", False)
BEN_AWAY = frozenset({"Ben"})


def test_against_bots_a_move_is_taken_back_at_once_with_theirs_after_it() -> None:
    story = begun("Anna", "greedy", "greedy", start=0)
    before = story.playing.position
    play(story, "UGR")
    play(story, "WUG")
    play(story, "r1")  # a bot reveals nothing to Anna, but a card is gone from the deck
    play(story, "r2a")
    assert only(do(story, "Anna", UNDO)) == Undone(3)
    assert only(do(story, "Anna", UNDO)) == Undone(0)
    assert story.playing.position == before
    assert why_not(story, "Anna", UNDO) == "nothing"


@pytest.mark.parametrize("rules, move", [("official", "r2a"), ("landolt", "r3")])
def test_after_an_undo_the_same_cards_come_again(rules: str, move: str) -> None:
    story = begun("Anna", "greedy", rules=rules, start=0)
    play(story, move)
    after_it = story.playing.position
    do(story, "Anna", UNDO)
    play(story, move)
    assert story.playing.position == after_it


def test_after_an_undo_the_same_tokens_are_drawn_again() -> None:
    story = begun("Anna", "Anna", rules="duel", start=0)
    play_until(story, lambda game: "Replenish" in kinds(game))
    before = len(story.playing.moves)
    move = next(str(m) for m in story.playing.legal_moves if name_of(m) == "Replenish")
    play(story, move)
    drawn = story.playing.drawn
    assert drawn
    tell(story, Undone(before))
    play(story, move)
    assert story.playing.drawn == drawn


def test_between_people_an_undo_needs_the_consent_of_all_who_still_play() -> None:
    story = begun("Anna", "Ben", "Cleo", "Dan", start=0)
    do(story, "Dan", Resign("i"))
    play(story, "UGR")
    assert only(do(story, "Anna", UNDO)) == Asked("Anna", "undo", 0)
    do(story, "Ben", YES)
    assert story.playing.moves
    do(story, "Cleo", YES)
    assert not story.playing.moves
    assert story.playing.active == 0


def test_an_undo_also_takes_back_what_others_did_since_and_waits_for_the_absent() -> None:
    story = begun("Anna", "Ben", start=0)
    play(story, "UGR")
    play(story, "UGR")
    assert only(do(story, "Anna", UNDO, BEN_AWAY)) == Asked("Anna", "undo", 0)
    assert do(story, "Ben", YES) == (Answered("Ben", True), Undone(0))


@pytest.mark.parametrize(
    "rules, kind",
    [
        ("official", "Reserve"),
        ("official", "ReserveTop"),
        ("official", "Purchase"),
        ("duel", "Reserve"),
        ("duel", "ReserveTop"),
        ("duel", "Purchase"),
    ],
)
def test_between_people_nothing_is_taken_back_past_a_reveal(rules: str, kind: str) -> None:
    story = begun("Anna", "Ben", rules=rules)
    play_until(story, lambda game: kind in kinds(game))
    game = story.playing.copy()
    seat, name = game.active, story.seats[game.active].player
    game.push(next(move for move in game.legal_moves if name_of(move) == kind))
    while game.active == seat and not game.is_over:  # to the end of the turn
        game.push(game.legal_moves[0])
    play(story, *map(str, game.moves[len(story.playing.moves) :]))
    assert why_not(story, name, UNDO) == "revealed"
    play(story, str(story.playing.legal_moves[0]))
    assert why_not(story, name, UNDO) == "revealed"


def test_what_was_decided_after_a_reveal_can_be_taken_back() -> None:
    story = begun("Anna", "Ben", rules="duel")
    play_until(story, lambda game: "Replenish" in kinds(game))
    name = story.seats[story.playing.active].player
    play(story, next(str(m) for m in story.playing.legal_moves if name_of(m) == "Replenish"))
    assert why_not(story, name, UNDO) == "revealed"
    drawn = len(story.playing.moves)
    play(story, str(story.playing.legal_moves[0]))
    assert only(do(story, name, UNDO)) == Asked(name, "undo", drawn)


def test_hot_seats_take_back_without_asking_but_not_past_a_reveal() -> None:
    story = begun("Anna", "Anna", start=0)
    play(story, "UGR")
    assert only(do(story, "Anna", UNDO)) == Undone(0)
    play(story, "r1a")
    assert why_not(story, "Anna", UNDO) == "revealed"


def test_who_is_left_alone_for_a_moment_cannot_look_under_the_cards() -> None:
    story = begun("Anna", "Ben", start=0)
    play(story, "r1a")
    do(story, "Ben", Leave("i"))
    assert why_not(story, "Anna", UNDO) == "revealed"


def test_what_a_bot_reveals_after_the_question_is_not_taken_back_either() -> None:
    story = begun("Anna", "greedy", "Ben", start=0)
    play(story, "UGR")
    do(story, "Anna", UNDO)
    play(story, "r1a")  # the bot did not wait for the answer
    assert why_not(story, "Ben", YES) == "revealed"
    assert only(do(story, "Ben", NO)) == Answered("Ben", False)


def test_a_resignation_is_not_taken_back_with_a_move() -> None:
    story = begun("Anna", "Ben", "greedy", start=0)
    play(story, "UGR")
    do(story, "Anna", Resign("i"))
    play(story, "UGR")
    tell(story, Undone(0))
    assert story.seats[0].why == "resigned"
