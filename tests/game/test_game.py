"""`Game`: playing, undoing, ending, and looking at earlier positions."""

from typing import Any

import pytest

import splendor
from splendor import (
    BLUE,
    GREEN,
    WHITE,
    Game,
    IllegalMove,
    NotationError,
    OptionError,
    Outcome,
    Pass,
    Reserve,
    RulesError,
    SeedError,
    Take,
)
from tests.games import finished, game_of, played
from tests.positions import Position, a_game

# A new game


def test_a_new_game_is_official_for_two() -> None:
    game = Game(seed=1)
    assert (game.rules, game.players, game.round, game.phase) == ("official", 2, 1, "play")
    assert game.options == splendor.BaseOptions()
    assert game.moves == ()
    assert (game.is_over, game.outcome) == (False, None)
    assert game.active in (0, 1)


def test_options_are_given_by_name() -> None:
    game = Game("landolt", players=3, seed="friday", target=21, start=2)
    assert game.rules == "landolt"
    assert game.options == splendor.BaseOptions(
        players=3, target=21, tokens="cap", nobles="sought", nobles_each=1, start=2
    )
    assert game.active == 2


def test_the_same_seed_gives_the_same_game_and_no_seed_a_new_one() -> None:
    assert Game(seed=7) == Game(seed="7")
    assert Game(seed=7) != Game(seed=8)
    assert Game() != Game()


@pytest.mark.parametrize(
    "wrong, error, reason",
    [
        ({"rules": "chess"}, OptionError, "there is no rule set 'chess'"),
        ({"players": 5}, OptionError, "option players"),
        ({"players": 1}, OptionError, "option players"),
        ({"target": 3}, OptionError, "option target"),
        ({"colour": "red"}, OptionError, "there is no option 'colour'"),
        ({"seed": 1.5}, SeedError, "a seed is"),
    ],
)
def test_wrong_arguments_of_a_new_game_are_refused(
    wrong: dict[str, object], error: type[RulesError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        Game(**wrong)  # type: ignore[arg-type]


# Playing


def test_a_move_is_pushed_as_a_value_or_as_its_text() -> None:
    one, other = Game(seed=1), Game(seed=1)
    one.push(Take((WHITE, BLUE, GREEN)))
    other.push("take g w u")
    assert one == other
    assert one.moves == (Take((WHITE, BLUE, GREEN)),)
    assert one.active != Game(seed=1).active


def test_legal_moves_are_all_that_can_be_pushed() -> None:
    game = played(3, 25)
    for move in game.ruleset.moves:
        assert game.is_legal(move) == (move in game.legal_moves)
        other = game.copy()
        if move in game.legal_moves:
            other.push(move)
            assert other.moves == (*game.moves, move)
        else:
            with pytest.raises(IllegalMove):
                other.push(move)
            assert other == game


@pytest.mark.parametrize(
    "wrong, error, reason",
    [
        ("xyz", NotationError, "'xyz' is not a move"),
        ("", NotationError, "is not a move"),
        (
            "pass",
            IllegalMove,
            r"pass is not legal now: you may pass only when nothing else is possible",
        ),
        ("bh1", IllegalMove, "bh1 is not legal now"),
        (Pass(), IllegalMove, "pass is not legal now"),
    ],
)
def test_a_wrong_move_is_refused_and_changes_nothing(
    wrong: object, error: type[RulesError], reason: str
) -> None:
    game = Game(seed=1)
    before = game.copy()
    with pytest.raises(error, match=reason):
        game.push(wrong)  # type: ignore[arg-type]
    assert game == before
    assert game.moves == ()


@pytest.mark.parametrize("wrong", [Reserve(7, 7), Take((BLUE, BLUE, WHITE)), Take(()), 5, None])
def test_other_values_are_not_moves(wrong: object) -> None:
    game = Game(seed=1)
    with pytest.raises(RulesError):
        game.push(wrong)  # type: ignore[arg-type]
    assert game == Game(seed=1)


def test_after_the_end_every_move_is_refused() -> None:
    game = finished()
    assert game.legal_moves == ()
    with pytest.raises(IllegalMove, match="the game is over"):
        game.push("WUG")


def test_popping_goes_back_move_by_move_to_the_deal() -> None:
    game = finished(2)
    moves, positions = list(game.moves), []
    while game.moves:
        positions.append(game.position)
        assert game.pop() == moves.pop()
    assert game == Game(seed=2, rounds=30)
    with pytest.raises(RulesError, match="there is no move to take back"):
        game.pop()
    for move in finished(2).moves:
        game.push(move)
        assert game.position == positions.pop()


def test_after_popping_another_line_can_be_played() -> None:
    game = Game(seed=1)
    game.push("WUG")
    game.push("WUG")
    game.pop()
    game.push("r1")
    assert [str(move) for move in game.moves] == ["WUG", "r1"]
    again = Game(seed=1)
    again.push("WUG")
    again.push("r1")
    assert game == again


def test_turns_are_counted_through_the_rounds() -> None:
    game = Game(seed=1, players=3, start=2)
    assert (game.turn, game.view(0).turn) == (1, 1)
    for turn in (2, 3, 4):
        game.push(game.legal_moves[0])
        assert (game.turn, game.round) == (turn, 1 + turn // 4)
    finished_one = finished(1, start=0)
    assert finished_one.turn == 2 * (finished_one.round - 1) + finished_one.active + 1


@pytest.mark.parametrize(
    "drawn, reason",
    [("W", "draws no tokens"), (b"W", "a string of letters"), (None, "a string of letters")],
)
def test_draws_cannot_be_given_for_a_move_that_draws_nothing(drawn: Any, reason: str) -> None:
    game = Game(seed=1)
    game.push("WUG")
    before = game.copy()
    with pytest.raises(RulesError, match=reason):
        game.push("WUG", drawn)
    assert (game, game.moves, game.all_drawn) == (before, before.moves, ("",))


# The end


def test_the_outcome_names_winners_points_cards_and_reason() -> None:
    position = a_game(rounds=1).place(0, bought=[7, 8]).place(1, bought=[15]).turn_of(1)
    game = game_of(position)
    assert game.outcome is None
    game.push("WUG")
    assert game.is_over
    assert game.phase == "over"
    assert game.outcome == Outcome(winners=(1,), points=(1, 1), cards=(2, 1), reason="limit")


def test_several_winners_share_the_victory() -> None:
    game = game_of(a_game(rounds=1).turn_of(1))
    game.push("WUG")
    assert game.outcome == Outcome((0, 1), (0, 0), (0, 0), "limit")


@pytest.mark.parametrize("reason", ["resignation", "time", "abandoned"])
def test_a_game_can_be_concluded_outside_the_rules(reason: str) -> None:
    game = played(1, 20)
    before = game.copy()
    game.conclude(reason, (1, 1))
    assert (game.is_over, game.phase, game.legal_moves) == (True, "over", ())
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((1,), reason)
    assert game != before
    with pytest.raises(IllegalMove, match="the game is over"):
        game.push(before.legal_moves[0])
    with pytest.raises(RulesError, match="the game is over already"):
        game.conclude(reason)
    assert game.pop() is None
    assert game == before
    game.push(before.legal_moves[0])


def test_after_a_stop_there_may_be_no_winner() -> None:
    game = Game(seed=1)
    game.conclude("abandoned")
    assert game.outcome == Outcome((), (0, 0), (0, 0), "abandoned")


@pytest.mark.parametrize(
    "reason, winners, recorded",
    [
        ("points", (0,), "a game is concluded by"),
        ("", (), "a game is concluded by"),
        ("time", (2,), "there is no seat 2 in a game for 2"),
        ("time", (-1,), "there is no seat -1 in a game for 2"),
    ],
)
def test_a_wrong_conclusion_is_refused(
    reason: str, winners: tuple[int, ...], recorded: str
) -> None:
    game = Game(seed=1)
    with pytest.raises(RulesError, match=recorded):
        game.conclude(reason, winners)
    assert not game.is_over


def test_a_game_that_is_over_cannot_be_concluded() -> None:
    with pytest.raises(RulesError, match="the game is over already"):
        finished().conclude("time", (0,))


# The next card


def test_the_next_card_can_be_set_and_the_deal_stays_consistent() -> None:
    game = played(11, 20)
    deck = Position(game.record).cards_in_deck(2)
    chosen = deck[-1]
    before = list(game.moves)
    game.set_next_card(2, chosen)
    assert Position(game.record).cards_in_deck(2)[0] == chosen
    assert game.view(0) == played(11, 20).view(0)
    again = game.copy()
    while again.moves:
        again.pop()
    deal = Game.from_position(again.position)
    for move in before:
        deal.push(move)
    assert deal == game


def test_a_card_that_is_not_in_the_deck_cannot_be_next() -> None:
    game = Game(seed=1)
    lying = int(game.record[0].market[0])
    for level, card in ((1, lying), (2, 3), (4, 80)):
        with pytest.raises(RulesError):
            game.set_next_card(level, card)
    assert game == Game(seed=1)


# Earlier positions


def test_a_game_can_be_seen_as_it_was_after_any_decision() -> None:
    game = finished()
    for ply in range(len(game.moves) + 1):
        then = game.at(ply)
        assert then.moves == game.moves[:ply]
        assert then.peek() == (game.moves[ply - 1] if ply else None)
    again = game.at(0)
    for move in game.moves:
        again.push(move)
    assert again == game


def test_a_conclusion_is_not_part_of_the_last_decision() -> None:
    game = played(1, 5)
    game.conclude("time", (0,))
    assert not game.at(5).is_over
    game.at(5).push(game.at(5).legal_moves[0])
    assert (game.is_over, len(game.moves)) == (True, 5)


@pytest.mark.parametrize("wrong", [-1, 6, 1.0, "1", None, True])
def test_other_plies_are_refused(wrong: Any) -> None:
    with pytest.raises(RulesError, match="there is no ply") as error:
        played(1, 5).at(wrong)
    assert error.value.code == "no_such_ply"


def test_nothing_was_played_before_the_first_move() -> None:
    assert Game().peek() is None
