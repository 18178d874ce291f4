"""Undo: freely against bots, with consent between people, never past a reveal."""

import pytest

from splendor.server.messages import Answer, AskFor, Leave, Resign
from splendor.server.tables.events import Answered, Asked, Undone
from tests.server.tables.table_states import (
    begun,
    do,
    fold,
    kinds,
    name_of,
    only,
    play,
    play_until,
    why_not,
)

UNDO = AskFor("i", "undo")
YES, NO = Answer("i", True, 1), Answer("i", False, 1)  # to the open question
BEN_AWAY = frozenset({"Ben"})


def test_against_bots_an_undo_also_undoes_their_moves() -> None:
    state = begun("Anna", "greedy", "greedy", start=0)
    before = state.dealt_game.position
    play(state, "UGR")
    play(state, "WUG")
    play(state, "r1")  # Anna sees no new card, but one is gone from the deck
    play(state, "r2a")
    assert only(do(state, "Anna", UNDO)) == Undone(3)
    assert only(do(state, "Anna", UNDO)) == Undone(0)
    assert state.dealt_game.position == before
    assert why_not(state, "Anna", UNDO) == "nothing"


@pytest.mark.parametrize("rules, move", [("official", "r2a"), ("landolt", "r3")])
def test_after_an_undo_the_same_cards_come_again(rules: str, move: str) -> None:
    state = begun("Anna", "greedy", rules=rules, start=0)
    play(state, move)
    after_it = state.dealt_game.position
    do(state, "Anna", UNDO)
    play(state, move)
    assert state.dealt_game.position == after_it


def test_after_an_undo_the_same_tokens_are_drawn_again() -> None:
    state = begun("Anna", "Anna", rules="duel", start=0)
    play_until(state, lambda game: "Replenish" in kinds(game))
    before = len(state.dealt_game.moves)
    move = next(str(m) for m in state.dealt_game.legal_moves if name_of(m) == "Replenish")
    play(state, move)
    drawn = state.dealt_game.drawn
    assert drawn
    fold(state, Undone(before))
    play(state, move)
    assert state.dealt_game.drawn == drawn


def test_between_people_an_undo_needs_the_consent_of_all_remaining_players() -> None:
    state = begun("Anna", "Ben", "Cleo", "Dan", start=0)
    do(state, "Dan", Resign("i"))
    play(state, "UGR")
    assert only(do(state, "Anna", UNDO)) == Asked("Anna", "undo", 0)
    do(state, "Ben", YES)
    assert state.dealt_game.moves
    do(state, "Cleo", YES)
    assert not state.dealt_game.moves
    assert state.dealt_game.active == 0


def test_an_undo_includes_later_moves_of_others_and_waits_for_the_absent() -> None:
    state = begun("Anna", "Ben", start=0)
    play(state, "UGR")
    play(state, "UGR")
    assert only(do(state, "Anna", UNDO, BEN_AWAY)) == Asked("Anna", "undo", 0)
    assert do(state, "Ben", YES) == (Answered("Ben", True), Undone(0))


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
def test_between_people_no_undo_goes_past_a_reveal(rules: str, kind: str) -> None:
    state = begun("Anna", "Ben", rules=rules)
    play_until(state, lambda game: kind in kinds(game))
    game = state.dealt_game.copy()
    seat, name = game.active, state.seats[game.active].player
    game.push(next(move for move in game.legal_moves if name_of(move) == kind))
    while game.active == seat and not game.is_over:  # to the end of the turn
        game.push(game.legal_moves[0])
    play(state, *map(str, game.moves[len(state.dealt_game.moves) :]))
    assert why_not(state, name, UNDO) == "revealed"
    play(state, str(state.dealt_game.legal_moves[0]))
    assert why_not(state, name, UNDO) == "revealed"


def test_decisions_after_a_reveal_can_be_undone() -> None:
    state = begun("Anna", "Ben", rules="duel")
    play_until(state, lambda game: "Replenish" in kinds(game))
    name = state.seats[state.dealt_game.active].player
    play(state, next(str(m) for m in state.dealt_game.legal_moves if name_of(m) == "Replenish"))
    assert why_not(state, name, UNDO) == "revealed"
    drawn = len(state.dealt_game.moves)
    play(state, str(state.dealt_game.legal_moves[0]))
    assert only(do(state, name, UNDO)) == Asked(name, "undo", drawn)


def test_hot_seats_undo_without_consent_but_not_past_a_reveal() -> None:
    state = begun("Anna", "Anna", start=0)
    play(state, "UGR")
    assert only(do(state, "Anna", UNDO)) == Undone(0)
    play(state, "r1a")
    assert why_not(state, "Anna", UNDO) == "revealed"


def test_a_player_whose_opponent_left_cannot_undo_past_a_reveal() -> None:
    state = begun("Anna", "Ben", start=0)
    play(state, "r1a")
    do(state, "Ben", Leave("i"))
    assert why_not(state, "Anna", UNDO) == "revealed"


def test_a_bot_move_that_reveals_after_the_request_is_not_undone() -> None:
    state = begun("Anna", "greedy", "Ben", start=0)
    play(state, "UGR")
    do(state, "Anna", UNDO)
    play(state, "r1a")  # the bot moved before the answer
    assert why_not(state, "Ben", YES) == "revealed"
    assert only(do(state, "Ben", NO)) == Answered("Ben", False)


def test_an_undo_does_not_revoke_a_resignation() -> None:
    state = begun("Anna", "Ben", "greedy", start=0)
    play(state, "UGR")
    do(state, "Anna", Resign("i"))
    play(state, "UGR")
    fold(state, Undone(0))
    assert state.seats[0].why == "resigned"
