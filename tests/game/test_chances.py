"""`chances`: what chance would decide after a move, and moves played with it given."""

from math import factorial, prod

import pytest

from splendor import Chances, Draw, Game, RulesError
from tests.bots.midgames import midgames

KINDS = [("official", 2), ("official", 4), ("landolt", 3), ("duel", 2)]


def draw_of(before: Game, move: object) -> Draw:
    """What a move really draws."""
    after = before.copy()
    after.push(str(move))
    sizes = [game.record[0].deck_sizes.tolist() for game in (before, after)]
    drawn = [level for level in range(3) if sizes[1][level] < sizes[0][level]]
    tops = [before.ruleset.deck_starts[level] + sizes[0][level] - 1 for level in drawn]
    cards = tuple(int(before.record[0].deck[top]) for top in tops)
    return Draw(cards, after.drawn)


@pytest.mark.parametrize("rules, players", KINDS)
def test_what_a_move_draws_is_among_its_chances(rules: str, players: int) -> None:
    for game in midgames(rules, 6, players=players):
        for move in game.legal_moves:
            draw = draw_of(game, move)
            assert draw in game.chances(move)
            assert draw in game.view(game.active).chances(move)


@pytest.mark.parametrize("rules, players", KINDS)
def test_a_move_can_be_played_with_every_card_that_may_come(rules: str, players: int) -> None:
    for game in midgames(rules, 2, players=players):
        for move in game.legal_moves[-4:]:
            chances = game.chances(move)
            if chances.bag:
                continue
            assert len(set(chances)) == chances.count
            for draw in chances:
                trial = game.copy()
                trial.push(move, draw)
                assert draw_of(trial.at(len(game.moves)), move) == draw


def test_a_seat_that_sees_less_finds_more_cards_possible() -> None:
    game = Game(seed=1, start=0)
    game.push("r3")
    own, other = game.chances("r3"), game.view(1).chances("r3")
    hidden = game.view(0).table.places[0].hand[0].card
    assert hidden is not None
    assert set(other.decks[0]) == {*own.decks[0], hidden.id}


def test_the_chances_of_a_view_do_not_change_with_the_unseen_cards() -> None:
    game = Game(seed=1, start=0)
    game.push("r3")
    view = game.view(1)
    for seed in range(5):
        elsewhere = view.imagine(seed).view(1)
        assert all(elsewhere.chances(x) == view.chances(x) for x in view.legal_moves)


def test_a_refilled_board_may_come_in_every_order_of_the_bag() -> None:
    games = [game for game in midgames("duel", 12) if game.is_legal("fill")]
    assert games
    for game in games:
        chances = game.chances("fill")
        bag = game.record[0].bag.tolist()
        assert len(chances.bag) == sum(bag)
        assert chances.count == factorial(sum(bag)) // prod(map(factorial, bag))
        draw = chances.sample(seed=3)
        game.push("fill", draw)
        assert game.drawn == draw.tokens


def test_all_draws_are_equally_likely_and_a_sample_is_one_of_them() -> None:
    chances = Chances(((1, 2, 3), (7, 8)), "wwk")
    draws = list(chances)
    assert len(draws) == len(set(draws)) == chances.count == 18
    assert chances.probability == pytest.approx(1 / 18)
    assert {chances.sample(seed) for seed in range(300)} == set(draws)


@pytest.mark.parametrize(
    "draw",
    [Draw(), Draw((3,)), Draw((40, 41)), Draw((999,)), Draw((40,), "w"), Draw(("x",))],  # type: ignore[arg-type]
)
def test_a_draw_that_cannot_come_is_refused_and_changes_nothing(draw: Draw) -> None:
    game = Game(seed=1, start=0)
    before = game.position
    with pytest.raises(RulesError, match="cannot bring"):
        game.push("r2c", draw)
    assert (game.position, game.moves) == (before, ())
