"""Moves of Duel, their numbers and their texts. `test_frozen.py` has the whole list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.core.errors import NotationError
from splendor.core.gems import BLACK, GOLD, PEARL, RED, WHITE
from splendor.duel.moves import (
    ACTIONS,
    AS_COLOUR,
    CHOOSE_GOLD,
    CHOOSE_GOLD_HAND,
    DISCARD_TOKEN,
    GOLD_FOR,
    MOVES,
    PASS,
    PAY_NOW,
    PURCHASE,
    PURCHASE_HAND,
    REPLENISH,
    RESERVE,
    RESERVE_TOP,
    STEAL_TOKEN,
    TAKE_GOLD,
    TAKE_LINE,
    TAKE_MATCHING,
    TAKE_ROYAL,
    USE_PRIVILEGE,
    AsColour,
    ChooseGold,
    ChooseGoldHand,
    Discard,
    DuelMove,
    GoldFor,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    Replenish,
    Reserve,
    ReserveTop,
    Steal,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
    action_of,
    parse_move,
)

SPACES = [f"{column}{row}" for row in "12345" for column in "abcde"]
PLACES = ["1a", "1b", "1c", "1d", "1e", "2a", "2b", "2c", "2d", "3a", "3b", "3c"]
HAND = ["h1", "h2", "h3"]
# The actions after the lines, which `test_board.py` tests.
AFTER_THE_LINES = [
    *(f"r{place}" for place in (*PLACES, 1, 2, 3)),
    *(f"b{place}" for place in (*PLACES, *HAND)),
    *(f"b{place}+" for place in (*PLACES, *HAND)),
    *(f"J={token}" for token in "WUGRKP"),
    "pay",
    *(f"p{space}" for space in SPACES),
    "fill",
    *(f"J{space}" for space in SPACES),
    *(f"={colour}" for colour in "WUGRK"),
    *(f"+{space}" for space in SPACES),
    *(f"x{token}" for token in "WUGRKP"),
    *(f"royal{royal}" for royal in (1, 2, 3, 4)),
    *(f"-{token}" for token in "WUGRKPJ"),
    "pass",
]
TEXTS = [str(move) for move in MOVES]


def test_there_are_296_actions() -> None:
    assert len(TEXTS) == len(set(TEXTS)) == len(MOVES) == ACTIONS == 296
    assert TEXTS[:25] == SPACES
    assert TEXTS[145:] == AFTER_THE_LINES


@pytest.mark.parametrize(
    "first, text",
    [
        (TAKE_LINE, "a1"),
        (TAKE_LINE + 25, "a1b1"),
        (TAKE_LINE + 97, "a1b1c1"),
        (RESERVE, "r1a"),
        (RESERVE_TOP, "r1"),
        (PURCHASE, "b1a"),
        (PURCHASE_HAND, "bh1"),
        (CHOOSE_GOLD, "b1a+"),
        (CHOOSE_GOLD_HAND, "bh1+"),
        (GOLD_FOR, "J=W"),
        (PAY_NOW, "pay"),
        (USE_PRIVILEGE, "pa1"),
        (REPLENISH, "fill"),
        (TAKE_GOLD, "Ja1"),
        (AS_COLOUR, "=W"),
        (TAKE_MATCHING, "+a1"),
        (STEAL_TOKEN, "xW"),
        (TAKE_ROYAL, "royal1"),
        (DISCARD_TOKEN, "-W"),
        (PASS, "pass"),
    ],
)
def test_each_kind_of_action_begins_where_its_name_says(first: int, text: str) -> None:
    assert TEXTS[first] == text


@pytest.mark.parametrize("action", range(296))
def test_move_action_and_text_are_three_names_of_one_thing(action: int) -> None:
    move = MOVES[action]
    assert action_of(move) == action
    assert parse_move(TEXTS[action]) is move
    assert parse_move(TEXTS[action].upper()) is move
    assert parse_move(TEXTS[action].lower()) is move


@pytest.mark.parametrize(
    "text, move",
    [
        ("c3", TakeLine((12,))),
        ("a1b1", TakeLine((0, 1))),
        ("a1b2c3", TakeLine((0, 6, 12))),
        ("c1b2a3", TakeLine((2, 6, 10))),
        ("r2c", Reserve(2, 2)),
        ("r1e", Reserve(1, 4)),
        ("r3", ReserveTop(3)),
        ("b1e", Purchase(1, 4)),
        ("b3c", Purchase(3, 2)),
        ("bh2", PurchaseHand(1)),
        ("b2d+", ChooseGold(2, 3)),
        ("bh3+", ChooseGoldHand(2)),
        ("J=W", GoldFor(WHITE)),
        ("J=P", GoldFor(PEARL)),
        ("pay", PayNow()),
        ("pc3", UsePrivilege(12)),
        ("fill", Replenish()),
        ("Je5", TakeGold(24)),
        ("=K", AsColour(BLACK)),
        ("+a5", TakeMatching(20)),
        ("xR", Steal(RED)),
        ("xP", Steal(PEARL)),
        ("royal4", TakeRoyal(3)),
        ("-P", Discard(PEARL)),
        ("-J", Discard(GOLD)),
        ("pass", Pass()),
    ],
)
def test_a_text_is_read_as_the_move_it_names(text: str, move: DuelMove) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("C3", "c3"),
        (" c3 ", "c3"),
        ("d3c3", "c3d3"),
        ("e3 c3 d3", "c3d3e3"),
        ("a3, b2, c1", "c1b2a3"),
        ("a1,b1", "a1b1"),
        ("take c3", "c3"),
        ("take d3 and c3", "c3d3"),
        ("Take a1, b2 and c3.", "a1b2c3"),
        ("R2C", "r2c"),
        ("reserve 2c", "r2c"),
        ("reserve 3", "r3"),
        ("Buy 1A", "b1a"),
        ("buy hand 2", "bh2"),
        ("buy h2", "bh2"),
        ("b1a +", "b1a+"),
        ("buy hand 1 +", "bh1+"),
        ("j = w", "J=W"),
        ("J=p", "J=P"),
        ("gold = pearl", "J=P"),
        ("PAY", "pay"),
        ("privilege c3", "pc3"),
        ("P C3", "pc3"),
        ("replenish", "fill"),
        ("FILL", "fill"),
        ("gold c3", "Jc3"),
        ("j c3", "Jc3"),
        ("as red", "=R"),
        ("as r", "=R"),
        ("= black", "=K"),
        ("match c3", "+c3"),
        ("steal red", "xR"),
        ("steal pearl", "xP"),
        ("x blue", "xU"),
        ("royal 2", "royal2"),
        ("Royal2", "royal2"),
        ("discard red", "-R"),
        ("return red", "-R"),
        ("discard gold", "-J"),
        ("- k", "-K"),
        ("Pass\n", "pass"),
    ],
)
def test_words_spaces_case_and_the_order_of_spaces_are_free(typed: str, meant: str) -> None:
    assert str(parse_move(typed)) == meant


@pytest.mark.parametrize(
    "junk",
    [
        "", " ", "and", ".", "c", "3", "c0", "c6", "f1", "3c", "c3c3", "a1c1", "a1b1c2",
        "a1b1c1d1", "a1e5", "W", "WUG", "take", "take r2c", "take red", "r", "r0", "r4", "r1f",
        "r2e", "r3d", "rh1", "reserve", "reserve h1", "b", "b1f", "b2e", "b3d", "b4a", "bh",
        "bh0", "bh4", "b1a++", "b1a b1b", "buy", "buy r2c", "J", "J=", "J=J", "W=J", "Jf1", "gold",
        "pay now", "p", "pf1", "pa6", "privilege", "privilege red", "fill fill", "refill", "=",
        "=P", "=J", "as", "as pearl", "as gold", "+", "+f1", "match red", "x", "xJ", "xX",
        "steal gold", "steal c3", "royal", "royal0", "royal5", "-", "--", "-X", "-WW", "discard",
        "discard c3", "passed", "n1", "\uff433", "c3\0",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_help(junk: str) -> None:
    with pytest.raises(NotationError, match="is not a move: moves look like c3, c3d3e3, r2c"):
        parse_move(junk)


@pytest.mark.parametrize("text", ["buy 1", "buy 1c1", "buy 2 c2 d2", "reserve b1", "buy"])
def test_a_purchase_without_a_card_is_not_read_as_taking_tokens(text: str) -> None:
    """`b1` alone is the space; `b1a` a purchase."""
    assert parse_move("b1") == TakeLine((1,))
    with pytest.raises(NotationError):
        parse_move(text)


def test_a_refusal_shortens_a_long_text() -> None:
    with pytest.raises(NotationError) as refused:
        parse_move("c3" * 1000)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("nothing", [None, 12, b"c3", ["c3"]])
def test_values_that_are_not_texts_are_refused(nothing: object) -> None:
    with pytest.raises(NotationError, match="is not the text of a move"):
        parse_move(nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "nothing",
    [
        TakeLine(()),
        TakeLine((25,)),
        TakeLine((0, 2)),
        TakeLine((0, 1, 2, 3)),
        Reserve(1, 5),
        Reserve(2, 4),
        Reserve(3, 3),
        ReserveTop(4),
        PurchaseHand(3),
        GoldFor(GOLD),
        AsColour(PEARL),
        Steal(GOLD),
        TakeRoyal(4),
        UsePrivilege(-1),
        "c3",
        12,
        None,
        [],
    ],
)
def test_a_move_that_does_not_exist_has_no_number(nothing: object) -> None:
    with pytest.raises(NotationError, match="is not a move of this game"):
        action_of(nothing)  # type: ignore[arg-type]


def test_the_order_of_the_spaces_of_a_line_does_not_matter() -> None:
    assert TakeLine((12, 6, 0)) == TakeLine((0, 6, 12))
    assert action_of(TakeLine((12, 6, 0))) == action_of(TakeLine((0, 6, 12)))


@given(st.text(max_size=8) | st.text(alphabet="abcde123 rhbpjx=+-wk", max_size=6))
def test_no_text_is_read_by_accident(text: str) -> None:
    """A text is refused or read as a move, whose text is read as the same move."""
    try:
        move = parse_move(text)
    except NotationError:
        return
    assert parse_move(str(move)) == move
    assert str(move) in TEXTS
