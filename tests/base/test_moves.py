"""Moves, their numbers and their texts. Both are public: this file freezes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.base.moves import (
    ACTIONS,
    MOVES,
    BaseMove,
    ChooseGold,
    ChooseGoldHand,
    DeclineNoble,
    GoldFor,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    ReceiveNoble,
    Reserve,
    ReserveTop,
    ReturnToken,
    Take,
    TakePair,
    action_of,
    parse_move,
)
from splendor.core.errors import NotationError
from splendor.core.gems import BLACK, BLUE, GOLD, GREEN, RED, WHITE

ROWS = (
    "WUG WUR WUK WGR WGK WRK UGR UGK URK GRK",
    "WU WG WR WK UG UR UK GR GK RK",
    "W U G R K",
    "WW UU GG RR KK",
    "r1a r1b r1c r1d r2a r2b r2c r2d r3a r3b r3c r3d",
    "r1 r2 r3",
    "b1a b1b b1c b1d b2a b2b b2c b2d b3a b3b b3c b3d",
    "bh1 bh2 bh3",
    "b1a+ b1b+ b1c+ b1d+ b2a+ b2b+ b2c+ b2d+ b3a+ b3b+ b3c+ b3d+",
    "bh1+ bh2+ bh3+",
    "J=W J=U J=G J=R J=K",
    "pay",
    "-W -U -G -R -K -J",
    "n1 n2 n3 n4 n5",
    "n-",
    "pass",
)
TEXTS = [text for row in ROWS for text in row.split()]


def test_the_numbers_of_actions_never_change() -> None:
    assert [str(move) for move in MOVES] == TEXTS
    assert len(TEXTS) == len(set(TEXTS)) == ACTIONS == 94


@pytest.mark.parametrize("action", range(94))
def test_move_action_and_text_are_three_names_of_one_thing(action: int) -> None:
    move = MOVES[action]
    assert action_of(move) == action
    assert parse_move(str(move)) == move
    assert parse_move(TEXTS[action]) is MOVES[action]


@pytest.mark.parametrize(
    "text, move",
    [
        ("WUK", Take((WHITE, BLUE, BLACK))),
        ("G", Take((GREEN,))),
        ("RR", TakePair(RED)),
        ("r2c", Reserve(2, 2)),
        ("r3", ReserveTop(3)),
        ("b1d", Purchase(1, 3)),
        ("bh2", PurchaseHand(1)),
        ("b3a+", ChooseGold(3, 0)),
        ("bh3+", ChooseGoldHand(2)),
        ("J=K", GoldFor(BLACK)),
        ("pay", PayNow()),
        ("-J", ReturnToken(GOLD)),
        ("n5", ReceiveNoble(4)),
        ("n-", DeclineNoble()),
        ("pass", Pass()),
    ],
)
def test_a_text_is_read_as_the_move_it_names(text: str, move: BaseMove) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("wug", "WUG"),
        ("KUW", "WUK"),
        (" g r k ", "GRK"),
        ("take W U G", "WUG"),
        ("ww", "WW"),
        ("R2C", "r2c"),
        ("reserve 2c", "r2c"),
        ("reserve 3", "r3"),
        ("Buy 1A", "b1a"),
        ("buy hand 2", "bh2"),
        ("b1a +", "b1a+"),
        ("buy h1+", "bh1+"),
        ("j=w", "J=W"),
        ("J = K", "J=K"),
        ("PAY", "pay"),
        ("-k", "-K"),
        ("return J", "-J"),
        ("N3", "n3"),
        ("noble 3", "n3"),
        ("N-", "n-"),
        ("Pass\n", "pass"),
    ],
)
def test_words_spaces_case_and_the_order_of_gems_are_free(typed: str, meant: str) -> None:
    assert str(parse_move(typed)) == meant


@pytest.mark.parametrize(
    "junk",
    [
        "",
        " ",
        "WUGR",
        "WWU",
        "WWW",
        "J",
        "JJ",
        "WJ",
        "X",
        "h1",
        "r0",
        "r4",
        "r1e",
        "r4a",
        "rh1",
        "b",
        "b1",
        "b4a",
        "bh",
        "bh0",
        "bh4",
        "b1a++",
        "+",
        "J=J",
        "J=",
        "=W",
        "W=J",
        "-",
        "--",
        "-X",
        "-WW",
        "n",
        "n0",
        "n6",
        "n1-",
        "passed",
        "pay now",
        "b1a b1b",
        "ｗｕｇ",
        "W\0",
    ],
)
def test_anything_else_is_refused_with_help(junk: str) -> None:
    with pytest.raises(NotationError, match="is not a move: moves look like WUG"):
        parse_move(junk)


@pytest.mark.parametrize("text", ["reserve", "reserve w", "reserve reserve"])
def test_a_reservation_without_a_card_is_not_read_as_taking_red(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


@given(st.text(max_size=8))
def test_no_text_is_read_by_accident(text: str) -> None:
    """A text is refused or read as a move, whose text is read as the same move."""
    try:
        move = parse_move(text)
    except NotationError:
        return
    assert parse_move(str(move)) == move
    assert str(move) in TEXTS
