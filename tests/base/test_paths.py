"""Small decisions: every result is reachable, by exactly one path.

The reachable results are compared with brute force that does not use the engine's arithmetic.
"""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from splendor.base.state import CARDS
from tests.positions import Position, a_game, cards_of, counted, ways_through

BUYERS = [
    ("WUGRKJJJ", "", 5),  # U2 G2 K1
    ("WUUGGKKJJJJJ", "", 5),
    ("UUJJJ", "UK", 5),
    ("WUGRKJJJJ", "", 3),  # U1 G1 R1 K1
    ("WWWUUUGGGJ", "", 86),  # W3 U3 G5 R3
    ("WWUUGGGRRJJJJJ", "WUGG", 86),
    ("RRRRRRRJJJJJ", "", 87),  # R7
    ("RRJJJJJ", "", 87),
    ("RRRRJJJ", "RRRRR", 87),
    ("JJJJJ", "", 0),
    ("UUUJ", "", 0),
    ("UUU", "", 0),
    ("GGGGJJ", "G", 54),
]


def payments(tokens: str, bonuses: str, card: int) -> set[tuple[int, ...]]:
    """All payments by brute force: gems up to the price, and gold for the rest."""
    have, off = counted(tokens), counted(bonuses)
    prices = [max(0, cost - off[gem]) for gem, cost in enumerate(CARDS[card].cost)]
    spendable = [range(min(price, have[gem]) + 1) for gem, price in enumerate(prices)]
    all_ways = ((*spent, sum(prices) - sum(spent)) for spent in product(*spendable))
    return {spent for spent in all_ways if spent[-1] <= have[-1]}


def buyer(tokens: str, bonuses: str, card: int, *, from_hand: bool) -> tuple[Position, str]:
    """A player about to buy this card, and the move that does it by default."""
    game = a_game(players=4).place(0, tokens, cards_of(bonuses, besides=[card]))
    if from_hand:
        return game.place(0, tokens, hand=[card]), "bh1"
    level = CARDS[card].level
    return game.row(level, card), f"b{level}a"


def spent_in(before: Position, after: Position) -> tuple[int, ...]:
    spent = before.state.players[0].tokens - after.state.players[0].tokens
    gained = after.state.supply - before.state.supply
    assert gained.tolist() == spent.tolist()
    return tuple(spent.tolist())


@pytest.mark.parametrize("from_hand", [False, True])
@pytest.mark.parametrize("tokens, bonuses, card", BUYERS)
def test_each_payment_is_reachable_by_exactly_one_path(
    tokens: str, bonuses: str, card: int, from_hand: bool
) -> None:
    game, buy = buyer(tokens, bonuses, card, from_hand=from_hand)
    firsts = [text for text in (buy, f"{buy}+") if text in game.legal()]
    ways = [way for first in firsts for way in ways_through(game, first)]
    reached = Counter(spent_in(game, after) for _, after in ways)
    assert reached == Counter(payments(tokens, bonuses, card))
    assert all(after.bought(0) == sorted([*game.bought(0), card]) for _, after in ways)


def test_the_default_payment_is_the_one_with_the_least_gold() -> None:
    for tokens, bonuses, card in BUYERS:
        game, buy = buyer(tokens, bonuses, card, from_hand=False)
        least = min(payments(tokens, bonuses, card), key=lambda spent: spent[-1], default=None)
        assert (buy in game.legal()) == (least is not None)
        if least is not None:
            assert spent_in(game, game.copy().play(buy)) == least


HOLDERS = [
    ("WWUUGGRRKK", "WUG"),
    ("WWUUGGRRJJ", "WUK"),
    ("WUGRKJJJJJ", "WUG"),
    ("WWWWUUUUGG", "GRK"),
    ("WWWWUUUUG", "RR"),
    ("JJJJJWWWWW", "KK"),
    ("WWUUGGRRKK", "r1a"),
    ("WWWWWWRRRR", "r3"),
]


@pytest.mark.parametrize("held, action", HOLDERS)
def test_each_choice_of_tokens_to_return_is_reachable_by_exactly_one_path(
    held: str, action: str
) -> None:
    game = a_game(players=4).place(0, held)
    holding = held + ("J" if action.startswith("r") else action)
    after_action = game.copy().play(action)
    assert after_action.tokens(0) == "".join(sorted(holding, key="WUGRKJ".index))
    everything = combinations_with_replacement("WUGRKJ", len(holding) - 10)
    possible = [
        chosen
        for chosen in everything
        if all(chosen.count(token) <= holding.count(token) for token in chosen)
    ]
    paths = [tuple(text[1] for text in path[1:]) for path, _ in ways_through(game, action)]
    assert sorted(paths) == sorted(possible)
    for path, after in ways_through(game, action):
        returned = Counter(text[1] for text in path[1:])
        assert Counter(after.tokens(0)) == Counter(holding) - returned
        assert len(after.tokens(0)) == 10


@pytest.mark.parametrize(
    "rule, ways",
    [
        ("come", [["WUG", "n1"], ["WUG", "n3"]]),
        ("sought_free", [["WUG", "n1"], ["WUG", "n3"], ["WUG", "n-"]]),
    ],
)
def test_each_choice_of_a_noble_is_reachable_by_exactly_one_path(
    rule: str, ways: list[list[str]]
) -> None:
    game = a_game(nobles=rule).invite(0, 3, 5).place(0, bought=cards_of("WWWWUUUUGGG"))
    assert [path for path, _ in ways_through(game, "WUG")] == ways


@pytest.mark.parametrize("rule", ["come", "sought", "sought_free"])
def test_a_legal_move_never_leads_into_a_dead_end(rule: str) -> None:
    """Every path leads to the end of the turn, in a position with many choices."""
    game = a_game(nobles=rule).invite(0, 3, 5).row(1, 5, 0, 3, 38)
    game.place(0, "WUGGRRKJJJ", cards_of("WWWWUUUUGGG", besides=[5, 0, 3, 38]), hand=[86, 87])
    arrived = 0
    for path, after in ways_through(game):
        assert after.seat == 1
        assert after.legal(), path
        assert len(after.tokens(0)) <= 10
        arrived += 1
    assert arrived > 100


def test_one_action_leads_to_each_position_by_one_path() -> None:
    """(Two actions may have the same result: take W and return it, take U and return it.)"""
    game = a_game(players=4).row(1, 5, 0, 3, 38).place(0, "UUGGRKKJJJ", hand=[19])
    results = Counter(
        (path[0].removesuffix("+"), after.states.tobytes()) for path, after in ways_through(game)
    )
    assert len(results) > 100
    assert max(results.values()) == 1


def test_nothing_moves_before_the_payment_is_done() -> None:
    """Tokens, card, slot and decks stay unchanged, so nobody knows the next card when paying."""
    game = a_game().place(0, "UUUJJ", hand=[86])
    before = game.copy()
    for text in ("b1a+", "J=U", "J=U"):
        game.play(text)
        assert (game.seat, game.phase) == (0, "pay")
        for field in ("supply", "market", "deck", "deck_sizes", "players", "nobles", "chance"):
            assert game.state[field].tobytes() == before.state[field].tobytes()
    assert game.play("pay").cards_in_row(1) == [4, 1, 2, 3]


def test_the_payment_is_a_decision_even_if_only_one_is_left() -> None:
    game = a_game().place(0, "UUUJ").play("b1a+")
    assert game.legal() == ["J=U"]
    assert game.play("J=U").legal() == ["pay"]


def test_gold_is_assigned_in_colour_order() -> None:
    game = a_game().row(1, 3).place(0, "UGRKJJJ").play("b1a+", "J=G")  # U1 G1 R1 K1
    assert game.legal() == ["J=R", "J=K", "pay"]
    assert game.play("J=K").legal() == ["pay"]


def test_tokens_are_returned_in_colour_order_and_never_run_out() -> None:
    game = a_game().place(0, "WWUUGGRRJJ").play("WUK")
    assert game.legal() == ["-W", "-U", "-G", "-R", "-K"]  # two gold are too few for three
    assert game.play("-R").legal() == ["-R", "-K", "-J"]
    assert game.play("-K").legal() == ["-J"]


def test_what_was_chosen_is_forgotten_when_the_turn_is_over() -> None:
    """The next payment and the next return start with white again."""
    game = a_game().place(0, "UUUUJJ").place(1, "WWUUGGRRKK")
    game.play("b1a+", "J=U", "pay", "WUG", "-R", "-K", "-K")
    state = game.state
    assert (state.lowest, state.chosen, state.passed, state.received) == (0, -1, 0, 0)
    assert not state.gold_for.any()
