"""Reasons are true by the plain rules, hold for one turn only, and use nothing that was hidden."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from splendor import Game
from splendor.core.kernel import COMPILED
from splendor.review import Reason
from splendor.review.facts import seen_turn
from splendor.review.reasons import MOST, reasons
from splendor.review.words import TEXTS, reason_text
from tests.review.checker import CHECKS, check_many, some_turn
from tests.review.plain_turns import BASE, DUEL

ENOUGH = 250 if COMPILED else 60
DEALS = 40 if COMPILED else 5
RARE = {"wins", "reaches", "could_end", "one_short", "noble", "colour", "crowns", "royal"}
RARE |= {"threatens", "double_threat"}  # test_endings.py has positions for them


@cache
def checked(game: str) -> Counter[str]:
    return check_many(BASE if game == "base" else DUEL, ENOUGH, seed=1)


@pytest.mark.parametrize("game", ["base", "duel"])
def test_every_reason_is_true_of_one_turn_and_not_of_the_other(game: str) -> None:
    assert checked(game).total() >= ENOUGH


def test_every_kind_of_reason_was_found_and_has_a_text() -> None:
    if COMPILED:
        assert set(CHECKS) - {*checked("base"), *checked("duel")} <= RARE
    assert set(TEXTS) == set(CHECKS)


@pytest.mark.parametrize("rules", ["base", "duel"])
def test_what_is_hidden_changes_no_reason(rules: str) -> None:
    """The reasons are the same in every deal that looks the same to the player."""
    plain, random, compared = BASE if rules == "base" else DUEL, Random(2), 0
    while compared < DEALS:
        game, twin = plain.deal(random)
        while not game.is_over and compared < DEALS:
            one, other = (some_turn(plain, game, twin, random).moves[:1] for _ in range(2))
            view = game.view(game.active)
            found = reasons(game, len(game.moves), one, other)
            deals = [view.imagine(seed) for seed in range(4)]
            assert all(reasons(deal, len(deal.moves), one, other) == found for deal in deals)
            compared += 1
            plain.play(game, twin, plain.choose(sorted(twin.legal()), random))


def test_a_card_drawn_unseen_is_in_no_reason() -> None:
    turn = seen_turn(Game(seed=3, start=0), 0, ["r3"])
    assert [held.card for held in turn.after.places[0].hand] == [None]


def test_there_are_at_most_three_reasons_on_each_side() -> None:
    game = Game(seed=5, start=0)
    sides = reasons(game, 0, ["WUG"], ["r3a"])
    assert all(len(side) <= MOST for side in sides)
    assert "still_short" in [reason.code for reason in sides[1]]


def test_moves_beyond_the_turn_are_ignored() -> None:
    game = Game(seed=5, start=0)
    assert reasons(game, 0, ["WUG", "WUG", "RR"], ["r3a", "r2a"]) == reasons(
        game, 0, ["WUG"], ["r3a"]
    )


def test_reasons_name_people_and_amounts() -> None:
    reason = Reason("then_buys", {"card": "1w0-u3", "gold": 1})
    assert reason_text(reason, []) == "can buy 1w0-u3 next with 1 gold"
    assert reason_text(Reason("gives_privilege", {"seat": 1}), ["A", "Ben"]) == (
        "gives Ben a privilege"
    )
    assert reason_text(Reason("pearls", {"count": 2}), []) == "takes 2 pearls"
