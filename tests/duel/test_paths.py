"""Small decisions: every result is reachable, by exactly one path.

The reachable results are compared with brute force that does not use the engine's arithmetic.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from splendor.duel.legal import legal_list
from splendor.duel.moves import MOVES
from splendor.duel.rules import apply_in
from splendor.duel.state import CARDS
from tests.duel.positions import NUMBER, Duel, a_duel

TOKENS = "WUGRKPJ"
PLAIN_BUYERS = [
    ("UGRKJJJ", "", "L1-05"),  # G2 R3
    ("UGRKJJJ", "", "L1-02"),  # U3
    ("UUUUJJJ", "", "L1-02"),
    ("GGRRPJJJ", "L1-11", "L1-05"),
    ("GGGGRRRR", "", "L1-05"),
    ("RRRRPPJJJ", "", "L1-28"),  # R4 P1
    ("RRRRJJJ", "", "L1-28"),
    ("RRRPPJ", "", "L1-28"),
    ("RRRR", "", "L1-28"),
    ("PJJ", "L1-21 L1-22 L1-23 L1-24", "L1-28"),  # bonuses pay all but the pearl
    ("J", "L1-21 L1-22 L1-23 L1-24", "L1-28"),
    ("PP", "L1-21 L1-22 L1-23 L1-24", "L1-28"),
    ("GGRRKKPJJJ", "", "L2-01"),  # G2 R2 K2 P1
    ("GRKPJJJ", "L1-11", "L2-01"),
    ("UUUUPJJ", "L1-06", "L2-24"),  # U6 P1
    ("UUUUPJJ", "L2-08", "L2-24"),  # the same with a double bonus
    ("WWWWJJJ", "L2-04", "L3-13"),  # W8
    ("JJJ", "L2-04 L1-01 L1-02 L1-03", "L3-13"),
    ("UURRRKKJJJ", "L1-06 L1-21 L1-23 L1-16", "L3-01"),  # U3 R5 K3 P1
]
WILD_BUYERS = [
    ("WWWWPJJJ", "L1-01 L1-06", "L1-27"),  # W4 P1
    ("WWWWPJJJ", "L1-16", "L1-27"),
    ("WWWWPPJJJ", "L1-28", "L1-27"),  # a card without bonus is no place for a wild one
    ("WWWWPPJJJ", "", "L1-27"),
    ("UURRKPJJ", "L1-11 L1-27=G", "L1-29"),  # U2 R2 K1 P1
    ("UURRKPJJ", "L2-16 L1-06 L1-11 L1-01 L1-21", "L1-29"),
    ("JJJ", "L1-16 L1-17 L1-18 L1-19 L1-20", "L1-26"),  # K4 P1
    ("GGGGPJJ", "L1-11", "L2-21"),  # G6 P1
]


def ways_through(game: Duel, *first: str) -> Iterator[tuple[list[str], Duel]]:
    """Every sequence of decisions to the end of the turn that begins with these moves."""
    turn = int(game.state.turn_number)
    yield from ways_on(game.copy().play(*first), turn, list(first))


def ways_on(reached: Duel, turn: int, path: list[str]) -> Iterator[tuple[list[str], Duel]]:
    if reached.over or reached.state.turn_number != turn:
        yield path, reached
        return
    for action in legal_list(reached.states, 0):
        after = reached.copy()
        apply_in(after.states, 0, action)
        yield from ways_on(after, turn, [*path, str(MOVES[action])])


def prices(bought: str, name: str) -> list[int]:
    """The price in each kind of token, from the printed cards."""
    left = list(CARDS[NUMBER[name]].cost)
    for owned in bought.split():
        card, _, colour = owned.partition("=")
        bonus = colour or letter_of(CARDS[NUMBER[card]].bonus)
        if bonus:
            gem = "WUGRK".index(bonus)
            left[gem] = max(0, left[gem] - CARDS[NUMBER[card]].bonus_count)
    return left


def letter_of(bonus: str) -> str:
    return {"white": "W", "blue": "U", "green": "G", "red": "R", "black": "K"}.get(bonus, "")


def payments(tokens: str, bought: str, name: str) -> set[tuple[int, ...]]:
    """All payments by brute force: tokens up to the price, and gold for the rest."""
    due = prices(bought, name)
    spendable = [range(min(n, tokens.count(t)) + 1) for t, n in zip("WUGRKP", due, strict=True)]
    all_ways = ((*spent, sum(due) - sum(spent)) for spent in product(*spendable))
    return {spent for spent in all_ways if spent[-1] <= tokens.count("J")}


def colours_owned(bought: str) -> set[str]:
    owned = (name.partition("=") for name in bought.split())
    return {colour or letter_of(CARDS[NUMBER[card]].bonus) for card, _, colour in owned} - {""}


def buyer(tokens: str, bought: str, name: str, *, from_hand: bool) -> tuple[Duel, str]:
    """A player about to buy this card, and the move that does it by default."""
    game = a_duel().place(0, tokens, bought)
    if from_hand:
        return game.place(0, hand=name), "bh1"
    level = CARDS[NUMBER[name]].level
    return game.row(level, name), f"b{level}a"


def spent_in(before: Duel, after: Duel) -> tuple[int, ...]:
    spent = before.state.players[0].tokens - after.state.players[0].tokens
    gained = after.state.bag - before.state.bag
    assert gained.tolist() == spent.tolist()  # D3.3: into the bag
    return tuple(spent.tolist())


def has_bought(game: Duel, name: str) -> bool:
    card = NUMBER[name]
    return bool(int(game.state.players[0].bought[card >> 5]) >> (card & 31) & 1)


def purchases(game: Duel, buy: str) -> list[tuple[list[str], Duel]]:
    firsts = [text for text in (buy, f"{buy}+") if text in game.legal()]
    return [way for first in firsts for way in ways_through(game, first)]


# Payments


@pytest.mark.parametrize("from_hand", [False, True])
@pytest.mark.parametrize("tokens, bought, name", PLAIN_BUYERS)
def test_each_payment_is_reachable_by_exactly_one_path(
    tokens: str, bought: str, name: str, from_hand: bool
) -> None:
    """D3.3: pearls too, for which there are no bonuses."""
    game, buy = buyer(tokens, bought, name, from_hand=from_hand)
    ways = purchases(game, buy)
    reached = Counter(spent_in(game, after) for _, after in ways)
    assert reached == Counter(payments(tokens, bought, name))
    assert all(has_bought(after, name) for _, after in ways)


def test_the_cases_are_of_every_kind() -> None:
    """Some cards cannot be paid, some in one way, some in many."""
    counts = {len(payments(*case)) for case in PLAIN_BUYERS}
    assert {0, 1} <= counts
    assert max(counts) > 10


@pytest.mark.parametrize("from_hand", [False, True])
@pytest.mark.parametrize("tokens, bought, name", WILD_BUYERS)
def test_each_payment_in_each_colour_is_reachable_by_exactly_one_path(
    tokens: str, bought: str, name: str, from_hand: bool
) -> None:
    """D5.1: among the colours that are owned; without any the card cannot be bought."""
    game, buy = buyer(tokens, bought, name, from_hand=from_hand)
    reached: Counter[tuple[tuple[int, ...], str]] = Counter()
    for path, after in purchases(game, buy):
        gained = after.state.players[0].bonuses - game.state.players[0].bonuses
        assert sorted(gained.tolist()) == [0, 0, 0, 0, 0, 1]
        colour = "WUGRK"[gained.tolist().index(1)]
        reached[spent_in(game, after), colour] += 1
        assert path[-1] == f"={colour}"
    expected = product(payments(tokens, bought, name), colours_owned(bought))
    assert reached == Counter(expected)


def test_the_default_payment_is_the_one_with_the_least_gold() -> None:
    for tokens, bought, name in PLAIN_BUYERS:
        game, buy = buyer(tokens, bought, name, from_hand=False)
        least = min(payments(tokens, bought, name), key=lambda spent: spent[-1], default=None)
        assert (buy in game.legal()) == (least is not None)
        if least is not None:
            assert spent_in(game, game.copy().play(buy)) == least


def test_gold_is_assigned_in_order_pearls_last() -> None:
    game = a_duel().place(0, "UUGGPJJJ").play("b1c+", "J=G")  # L1-03: U2 G2 P1
    assert game.legal() == ["J=G", "J=P", "pay"]
    assert game.play("J=P").legal() == ["pay"]


def test_the_payment_is_a_decision_even_if_only_one_is_left() -> None:
    game = a_duel().place(0, "UUUJ").play("b1b+")  # L1-02: U3
    assert game.legal() == ["J=U"]
    assert game.play("J=U").legal() == ["pay"]


# Nothing moves before all is chosen


UNTOUCHED = ("board", "bag", "market", "deck", "deck_sizes", "players", "royal_owner", "wild_as",
             "privileges", "chance")  # fmt: skip


@pytest.mark.parametrize(
    "moves, phase",
    [
        (["b1c+"], "pay"),
        (["b1c+", "J=U", "J=P"], "pay"),
        (["bh1"], "colour"),
        (["bh1+", "J=W"], "pay"),
        (["bh1+", "J=W", "pay"], "colour"),
        (["r2b"], "gold"),
        (["r2"], "gold"),
    ],
)
def test_nothing_moves_before_all_is_chosen(moves: list[str], phase: str) -> None:
    """So nobody knows the next card when paying, choosing a colour or taking gold."""
    game = a_duel().board("J....").place(0, "WWWUUGGPJJ", "L1-01", "L1-27")
    before = game.copy()
    game.play(*moves)
    assert (game.seat, game.phase) == (0, phase)
    for field in UNTOUCHED:
        assert game.state[field].tobytes() == before.state[field].tobytes(), field


# Gold, abilities and royal cards


@pytest.mark.parametrize("card", ["r1a", "r3c", "r2"])
def test_each_gold_of_the_board_is_reachable_by_exactly_one_path(card: str) -> None:
    """D3.2: its place matters."""
    game = a_duel().board("J.W..", "..J..", "....J")
    ways = list(ways_through(game, card))
    assert [path for path, _ in ways] == [[card, "Ja1"], [card, "Jc2"], [card, "Je3"]]
    assert len({tuple(after.rows()) for _, after in ways}) == 3
    for _, after in ways:
        assert "".join(after.rows()).count("J") == 2
        assert after.tokens(0) == "J"


def test_each_matching_token_is_reachable_by_exactly_one_path() -> None:
    """D5.2: L1-04 is white."""
    game = a_duel().board("W.U..", ".....", "J...W", "W....").place(0, "RRKK")
    ways = list(ways_through(game, "b1d"))
    assert [path for path, _ in ways] == [["b1d", "+a1"], ["b1d", "+e3"], ["b1d", "+a4"]]
    assert all(after.tokens(0) == "W" for _, after in ways)


def test_each_theft_is_reachable_by_exactly_one_path() -> None:
    """D5.2: L2-02 steals a gem or pearl."""
    game = a_duel().place(0, "UUUURRR").place(1, "WWGPJ")
    ways = list(ways_through(game, "b2b"))
    assert [path for path, _ in ways] == [["b2b", "xW"], ["b2b", "xG"], ["b2b", "xP"]]
    assert [after.tokens(0) + after.tokens(1) for _, after in ways] == [
        "WWGPJ",
        "GWWPJ",
        "PWWGJ",
    ]


def test_each_royal_card_left_is_reachable_by_exactly_one_path() -> None:
    """D5.3, and its ability: R1 steals."""
    game = a_duel().place(0, "UUU", "L1-07 L1-12").place(1, "WP", royals="R3")
    paths = [path for path, _ in ways_through(game, "b1b")]
    assert paths == [
        ["b1b", "royal1", "xW"],
        ["b1b", "royal1", "xP"],
        ["b1b", "royal2"],
        ["b1b", "royal4"],
    ]


# Discarding


DISCARDERS = [
    ("WWWUUUGGGR", ["RKP..", "....."], "a1b1c1"),
    ("WWWUUUGGPJ", ["RR...", "....."], "a1b1"),
    ("WUGRKPPJJJ", ["WWW..", "....."], "a1b1c1"),
    ("WWWWUUUUPP", ["GRK..", "....."], "a1b1c1"),
    ("WWWWUUUUGJ", ["....J", "....."], "r1a"),
    ("WWWWUUUGJJ", ["....J", "....."], "r2"),
]


@pytest.mark.parametrize("held, board, action", DISCARDERS)
def test_each_choice_of_tokens_to_discard_is_reachable_by_exactly_one_path(
    held: str, board: list[str], action: str
) -> None:
    """D6.1."""
    game = a_duel().board(*board).place(0, held)
    letters = "J" if action.startswith("r") else board[0].replace(".", "")
    holding = held + letters
    first = [action, "Je1"] if action.startswith("r") else [action]
    everything = combinations_with_replacement(TOKENS, len(holding) - 10)
    possible = [
        chosen
        for chosen in everything
        if all(chosen.count(token) <= holding.count(token) for token in chosen)
    ]
    ways = list(ways_through(game, *first))
    assert sorted(tuple(text[1] for text in path[len(first) :]) for path, _ in ways) == sorted(
        possible
    )
    for path, after in ways:
        discarded = Counter(text[1] for text in path[len(first) :])
        assert Counter(after.tokens(0)) == Counter(holding) - discarded
        assert len(after.tokens(0)) == 10


def test_tokens_are_discarded_in_order_and_never_run_out() -> None:
    game = a_duel().board("KKP..").place(0, "WWUUGGRRJJ").play("a1b1c1")
    assert game.legal() == ["-W", "-U", "-G", "-R", "-K", "-P"]  # two gold are too few for three
    assert game.play("-R").legal() == ["-R", "-K", "-P", "-J"]
    assert game.play("-P").legal() == ["-J"]


# Whole games


def rich() -> Duel:
    """A position with many choices: cheap cards with abilities, a wild card, gold, many tokens."""
    game = a_duel().board("W..J.", "UGR..", "K..J.").row(1, "L1-01 L1-04 L1-02 L1-26 L1-28")
    game.place(0, "UUURRKKKPJ", "L1-07 L1-12 L1-06", "L1-05")
    return game.place(1, "WWP", hand="L3-01")


def rich_ways() -> Iterator[tuple[list[str], Duel]]:
    """Every path through such a turn without replenishing, which is random."""
    for first in rich().legal():
        if first != "fill":
            yield from ways_through(rich(), first)


def test_a_legal_move_never_leads_into_a_dead_end() -> None:
    arrived = 0
    for path, after in rich_ways():
        assert after.over or after.legal(), path
        assert len(after.tokens(0)) <= 10
        arrived += 1
    assert arrived > 100


def test_one_action_leads_to_each_position_by_one_path() -> None:
    """(Two actions may have the same result, such as paying one token and discarding another.)"""
    results = Counter(
        (path[0].removesuffix("+"), after.states.tobytes()) for path, after in rich_ways()
    )
    assert len(results) > 100
    assert max(results.values()) == 1


def test_what_was_chosen_is_forgotten_when_the_turn_is_over() -> None:
    """The next payment and the next discard start with white again."""
    game = a_duel().board("WUG..").place(0, "KKKKPJJ", "L1-16", "L1-26")
    game.place(1, "WWWUUUGGGR").play("bh1+", "J=K", "J=P", "pay", "=K", "a1b1c1", "-G", "-G", "-R")
    state = game.state
    assert (state.lowest, state.chosen, state.matching) == (0, -1, -1)
    assert (state.replenished, state.purchased, state.again) == (0, 0, 0)
    assert not state.gold_for.any()
