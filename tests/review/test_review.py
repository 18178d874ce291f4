"""Reviews: judged by what was known, adding up, the same for the same seed, readable again."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import splendor
from splendor import FormatError, Game, RulesError
from splendor.bots import Clock, make_bot
from splendor.core.kernel import COMPILED
from splendor.formats import transcript
from splendor.review import Budget, Review, Reviewing, review
from splendor.review.account import LOSS_ERROR, TOO_FAR, Steps, fit
from splendor.review.hindsight import OTHERS, in_hindsight
from splendor.review.judge import Judge
from splendor.review.model import DecisionReview, Option, label_of
from splendor.review.reviewing import TIMES, in_order, next_doubt

SMALL = Budget(24, 12, draw=2, draws=3, close=6) if COMPILED else Budget(2, 1, 1, 1, 1)
KINDS = [("official", 2), ("official", 3), ("official", 4), ("landolt", 2), ("duel", 2)]


@cache
def finished(rules: str, players: int) -> Game:
    """A game of greedy players, ended by a limit."""
    limit = {"idle": 6} if rules == "duel" else {"rounds": 4}
    game = Game(rules, players=players, seed=f"review/{rules}", **limit)
    bots = [make_bot("greedy", seed) for seed in range(players)]
    while not game.is_over and len(game.moves) < 24:
        game.push(bots[game.active].choose(game.view(game.active), Clock()))
    if not game.is_over:
        game.conclude("resignation", winners=(game.active,))
    return game


@cache
def reviewed(rules: str, players: int) -> Review:
    return review(finished(rules, players), seed=1, budget=SMALL)


@pytest.mark.parametrize("rules, players", KINDS)
def test_the_account_of_every_seat_adds_up_to_its_result(rules: str, players: int) -> None:
    found = reviewed(rules, players)
    for seat in found.seats:
        given = seat.account
        parts = (given.even, given.deal, given.luck, given.slips, given.others, given.remainder)
        assert sum(parts) == pytest.approx(given.result)
    assert sum(seat.account.result for seat in found.seats) == pytest.approx(1)


@pytest.mark.parametrize("rules, players", KINDS)
def test_every_change_is_luck_a_loss_or_the_remainder(rules: str, players: int) -> None:
    found = reviewed(rules, players)
    for turn in found.turns:
        change = np.array(turn.after) - turn.before - turn.luck - turn.eyes - turn.remainder
        assert change[turn.seat] == pytest.approx(-turn.loss)
        assert change.sum() == pytest.approx(0)
        assert sum(turn.before) == pytest.approx(1)


@pytest.mark.parametrize("rules, players", KINDS)
def test_the_decisions_of_a_turn_are_judged_together(rules: str, players: int) -> None:
    game, found = finished(rules, players), reviewed(rules, players)
    moves = [move for turn in found.turns for move in turn.moves]
    assert moves == [str(move) for move in game.moves]
    assert len({turn.number for turn in found.turns}) == len(found.turns)
    for turn in found.turns:
        measured = sum(each.loss for each in turn.decisions)
        assert abs(turn.loss - measured) <= TOO_FAR * max(turn.loss_error, LOSS_ERROR)


@pytest.mark.parametrize("rules, players", KINDS)
def test_a_decision_after_which_chance_decides_nothing_has_no_luck(
    rules: str, players: int
) -> None:
    game, found = finished(rules, players), reviewed(rules, players)
    for turn in found.turns:
        for each in turn.decisions:
            at = game.at(each.ply)
            chances = at.view(at.active).chances(each.move)
            assert (each.luck is None) == (chances.count == 1)
            if each.luck is not None:
                assert sum(each.luck) == pytest.approx(0)


@pytest.mark.parametrize("rules, players", [("official", 2), ("duel", 2)])
def test_the_same_seed_and_budget_give_the_same_review(rules: str, players: int) -> None:
    again = review(finished(rules, players), seed=1, budget=SMALL)
    assert again == reviewed(rules, players)


@pytest.mark.parametrize("rules, players", [("official", 2), ("duel", 2)])
def test_the_order_of_judging_and_interruptions_change_nothing(rules: str, players: int) -> None:
    game = finished(rules, players)
    first = Reviewing(game, seed=1, budget=SMALL)
    for ply in reversed(range(len(game.moves) // 2)):
        first.judge(ply)
    then = Reviewing(game, seed=1, budget=SMALL, judged=first.judged.values())
    left = list(range(len(game.moves) // 2, len(game.moves)))
    assert sorted(each.ply for each in then) == left
    then.settle()
    assert then.review() == reviewed(rules, players)


def test_the_worst_suspects_are_judged_first_then_the_others_in_order() -> None:
    looks = {0: 0.0, 1: 0.1, 2: 0.01, 3: 0.3, 4: 0.1, 5: 0.0}
    assert in_order(looks, [1, 2, 3, 4, 5, 6]) == [3, 1, 4, 0, 2, 5]
    assert in_order(looks, [1, 1, 2, 3, 4, 4]) == [3, 0, 1, 4, 5, 2]
    making = Reviewing(finished("official", 2), seed=1, budget=SMALL)
    assert sorted(making.order()) == list(range(len(making.game.moves)))


@pytest.mark.parametrize("rules, players", [("official", 3), ("duel", 2)])
def test_a_review_in_the_making_tells_whole_turns_and_adds_up(rules: str, players: int) -> None:
    game, whole = finished(rules, players), reviewed(rules, players)
    judged = [each for turn in whole.turns for each in turn.decisions]
    for kept in (judged[:7], judged[5:9], judged[::2], []):
        found = Reviewing(game, seed=1, budget=SMALL, judged=kept).review()
        assert found.missing == len(judged) - len(kept)
        for turn in found.turns:
            same = next(each for each in whole.turns if each.number == turn.number)
            assert turn.decisions == same.decisions
            assert turn.loss == pytest.approx(sum(each.loss for each in turn.decisions))
        for seat in found.seats:
            given = seat.account
            parts = (given.even, given.deal, given.luck, given.slips, given.others)
            assert sum(parts) + given.remainder == pytest.approx(given.result)
        assert Review.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_a_turn_with_a_hint_is_marked_and_has_no_accuracy() -> None:
    game = finished("official", 2)
    judged = [each for turn in reviewed("official", 2).turns for each in turn.decisions]
    found = Reviewing(game, seed=1, budget=SMALL, judged=judged, hinted=[0]).review()
    assert [turn.hinted for turn in found.turns[:2]] == [True, False]
    assert found.turns[0].accuracy is None
    assert found.turns[0].loss == reviewed("official", 2).turns[0].loss


def with_other_unseen_cards(game: Game) -> Game:
    """The same game, with the cards that nobody ever saw in another order."""
    text: dict[str, Any] = transcript(game)
    left = game.record[0].deck_sizes.tolist()
    for deck, size in zip(text["deal"]["decks"], left, strict=True):
        deck[len(deck) - size :] = reversed(deck[len(deck) - size :])
    return Game.from_transcript(text)


def test_cards_that_nobody_saw_change_no_number() -> None:
    game = finished("official", 2)
    other = with_other_unseen_cards(game)
    assert other.position != game.position
    assert review(other, seed=1, budget=SMALL) == reviewed("official", 2)


@pytest.mark.parametrize("rules, players", KINDS)
def test_a_review_is_read_again_from_its_json(rules: str, players: int) -> None:
    found = reviewed(rules, players)
    assert Review.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize(
    "damage", [{}, {"format": "splendor-review/9"}, {"turns": 3}, {"budget": 3}, {"seats": [1]}]
)
def test_what_is_not_a_review_is_refused(damage: dict[str, Any]) -> None:
    found = {**reviewed("official", 2).to_json(), **damage} if damage else {}
    with pytest.raises(FormatError, match="not a review"):
        Review.from_json(found)


def test_an_unfinished_game_is_refused() -> None:
    with pytest.raises(RulesError, match="finished"):
        splendor.review(Game())


def test_whoever_resigns_gives_away_the_chance_that_was_left() -> None:
    game = finished("official", 2).at(6)
    game.conclude("resignation", winners=(1,))
    found = review(game, budget=SMALL)
    left = found.turns[-1].after
    assert found.seats[0].account.slips <= -left[0] + 1e-9
    assert found.seats[1].account.others >= left[0] - 1e-9


def test_a_chosen_payment_is_judged_by_what_follows_it() -> None:
    game = Game(seed="gold", start=0)
    bots = [make_bot("greedy", seed) for seed in range(2)]
    while not (paid := [x for x in game.legal_moves if str(x).endswith("+")]):
        blind = [x for x in game.legal_moves if str(x) == "r1"]
        game.push(blind[0] if blind else bots[game.active].choose(game.view(game.active), Clock()))
    game.push(paid[0])
    while game.phase == "pay":
        game.push(game.legal_moves[0])
    if not game.is_over:
        game.conclude("abandoned")
    turn = review(game, budget=SMALL).turns[-1]
    assert turn.moves[0] == str(paid[0])
    assert turn.decisions[0].options[1].move == str(paid[0])


@pytest.mark.parametrize(
    "loss, error, label",
    [
        (0.049, 0.01, ""),
        (0.05, 0.01, "inaccuracy"),
        (0.099, 0.01, "inaccuracy"),
        (0.10, 0.01, "mistake"),
        (0.199, 0.01, "mistake"),
        (0.20, 0.01, "blunder"),
        (0.20, 0.10, ""),
        (0.2001, 0.10, "blunder"),
    ],
)
def test_a_slip_has_a_label_unless_it_is_within_two_standard_errors(
    loss: float, error: float, label: str
) -> None:
    assert label_of(loss, error) == label


WON = np.array([1.0, 0.0])


def steps(chances: list[float], lucks: list[float]) -> Steps:
    """Measurements of two seats without losses; a luck of 0 means that nothing was drawn."""
    one = np.array(chances)
    luck = np.array(lucks)
    count = len(chances)
    return Steps(
        chances=np.stack([one, 1 - one], axis=1),
        losses=np.zeros((count, 2)),
        lucks=np.stack([luck, -luck], axis=1),
        eyes=np.zeros((count, 2)),
        chance_errors=np.full(count, 0.02),
        loss_errors=np.zeros(count),
        luck_errors=np.where(luck != 0, 0.01, 0.0),
        has_luck=luck != 0,
    )


def test_measurements_that_agree_leave_no_remainder() -> None:
    path = fit(steps([0.5, 0.6, 0.6], [0.1, 0.0, 0.4]), WON)
    assert path.chances[:, 0] == pytest.approx([0.5, 0.6, 0.6, 1.0])
    assert path.remainders == pytest.approx(0)


def test_luck_is_adjusted_within_its_error() -> None:
    path = fit(steps([0.5, 0.61, 0.61], [0.1, 0.0, 0.4]), WON)
    assert path.lucks.sum(axis=0)[0] == pytest.approx(0.5, abs=0.02)
    assert abs(path.remainders).max() < 0.005


def test_where_the_search_changed_its_mind_is_the_remainder() -> None:
    path = fit(steps([0.5, 0.6, 0.9], [0.1, 0.0, 0.1]), WON)
    assert path.remainders[1, 0] == pytest.approx(0.3, abs=0.02)
    assert path.remainders.sum(axis=0) == pytest.approx([0.3, -0.3], abs=0.02)


def test_luck_whose_searches_contradict_the_chances_is_their_difference() -> None:
    path = fit(steps([0.5, 0.9, 0.9], [0.1, 0.0, 0.1]), WON)
    assert path.lucks[0, 0] == pytest.approx(0.4, abs=0.02)
    assert path.remainders == pytest.approx(0, abs=0.005)


@pytest.mark.parametrize("after, lost", [(0.43, 0.07), (0.45, 0.05), (0.46, 0.04), (0.51, 0.0)])
def test_a_loss_is_adjusted_within_its_error_and_stays_a_loss(after: float, lost: float) -> None:
    told = 0.05 if after < 0.5 else 0.01
    one = steps([0.5, after, after], [0.0, 0.0, 1 - after])
    losses = np.array([[-told, told], [0.0, 0.0], [0.0, 0.0]])
    path = fit(replace(one, losses=losses, loss_errors=np.array([0.03, 0.0, 0.0])), WON)
    assert path.losses[0, 0] == pytest.approx(-lost, abs=0.015)
    assert path.losses[0, 0] <= 0.0
    assert abs(path.remainders).max() < 0.02


def decision(ply: int, chance: float, times: int = 1) -> DecisionReview:
    """A decision of seat 0 without loss or luck."""
    seats = (chance, 1 - chance)
    options = (Option("WUG", chance, 0.005, 100, False, ("WUG",)),)
    return DecisionReview(ply, 0, "WUG", seats, 0.005, options, 0.0, 0.0, None, 0.0, None, times)


def test_what_does_not_go_with_the_next_decision_is_judged_again_with_more_simulations() -> None:
    end = np.array([0.9, 0.1])
    judged = {ply: decision(ply, chance) for ply, chance in enumerate([0.5, 0.5, 0.9, 0.9])}
    assert next_doubt({0: judged[0]}, 4, end) is None  # the others are not judged yet
    assert next_doubt(judged, 4, end) == (1, TIMES[0])
    judged[1] = decision(1, 0.9, TIMES[0])
    assert next_doubt(judged, 4, end) == (0, None)  # as much was spent as may be
    judged[0] = replace(judged[0], hindsight=True)
    assert next_doubt(judged, 4, end) is None
    calm = {ply: decision(ply, 0.9) for ply in range(4)}
    assert next_doubt(calm, 4, end) is None


@pytest.mark.parametrize("rules, players", [("official", 2), ("official", 4), ("duel", 2)])
def test_the_next_decision_tells_what_a_move_without_a_draw_was_worth(
    rules: str, players: int
) -> None:
    game = finished(rules, players)
    judge = Judge(SMALL, "0")
    ply = next(at for at in range(game.ply) if game.at(at).chances(game.moves[at]).count == 1)
    found, following = judge.judge(game, ply), judge.judge(game, ply + 1)
    seats = [0.1 / (players - 1)] * players
    seats[found.seat] = 0.9
    good = in_hindsight(judge, game, found, replace(following, seats=tuple(seats)))
    assert good.hindsight
    assert good.loss == good.loss_error == 0.0
    assert good.options[0].move == found.move
    assert good.seats == pytest.approx(seats)
    bad = in_hindsight(judge, game, found, replace(following, seats=tuple(np.roll(seats, 1))))
    best, played = bad.options[0], next(each for each in bad.options if each.move == found.move)
    assert played.chance == pytest.approx(0.1 / (players - 1))
    assert bad.loss == pytest.approx(best.chance - played.chance)
    assert bad.loss > 0.0
    assert sum(bad.seats) == pytest.approx(1)
    assert bad.seats[found.seat] == best.chance
    assert sorted(each.move for each in bad.options) == sorted(each.move for each in found.options)
    changed = {each.move for each in bad.options} - {
        each.move for each in bad.options if each in found.options
    }
    assert found.move in changed
    assert len(changed) <= OTHERS + 1


def test_what_only_the_next_player_knows_is_neither_a_slip_nor_a_remainder() -> None:
    game = Game("official", seed=3, start=0)
    game.push("r3")
    game.push("WUG")
    game.conclude("abandoned")
    found = Judge(SMALL, "0")
    assert found.judge(game, 0).eyes is not None
    open_game = Game("official", seed=3, start=0)
    open_game.push("r3a")
    open_game.push("WUG")
    open_game.conclude("abandoned")
    assert found.judge(open_game, 0).eyes is None


# Seat 0 holds a card that seat 1 has not seen. Some of those that it may be would win at once.
UNSEEN_CARD = (
    "rules=duel round=48 turns=98 start=0 turn=0 phase=play "
    "board=...../...../J.J../..J../..... bag=U1R1P2 privileges=0 "
    "pyramid=L1-29,L1-30,-,L1-13,L1-27/L2-16,L2-17,L2-02,L2-08/L3-09,L3-07,L3-03 royals=R1,R2 "
    "decks=/L2-18,L2-05,L2-01,L2-22,L2-14,L2-03,L2-13,L2-21,L2-11,L2-24/"
    "L3-06,L3-13,L3-12,L3-11,L3-08,L3-10,L3-01 "
    "seat0=U2G4R3K1:L1-01,L1-05,L1-09,L1-10,L1-12,L1-16,L1-20,L1-21,L1-22,L1-25,L1-28,L2-09,"
    "L2-12,L2-15,L2-20:L3-05*,L3-02,L1-08:R4:0 "
    "seat1=W4U1K3:L1-02,L1-03,L1-04,L1-06,L1-07,L1-11,L1-14,L1-15,L1-17,L1-18,L1-19,L1-23,L1-24,"
    "L1-26=U,L2-04,L2-06,L2-07,L2-10,L2-19,L3-04:L2-23:R3:3"
)


def test_chances_of_a_seat_with_an_unseen_card_are_a_mean_over_all_that_it_may_be() -> None:
    game = Game.from_position(UNSEEN_CARD)
    judge = Judge(SMALL, "0", evaluator="estimate")
    guessed, known = (judge.value(game, seat, "0", 400)[0][0] for seat in (1, 0))
    assert guessed > known + 0.2


@pytest.mark.parametrize("rules, players", KINDS)
def test_a_review_as_json_follows_the_published_schema(rules: str, players: int) -> None:
    path = Path(__file__).parents[2] / "docs" / "review.schema.json"
    validator = Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
    written = json.loads(json.dumps(reviewed(rules, players).to_json()))
    assert list(validator.iter_errors(written)) == []
    assert list(validator.iter_errors({**written, "players": "two"}))
    assert list(validator.iter_errors({**written, "more": 1}))
