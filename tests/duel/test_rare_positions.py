"""Positions that random play hardly reaches, read from text and played on."""

from typing import Any

import pytest

from splendor.duel.state import CARDS
from splendor.game import Game
from tests.games import duel_table

LETTERS = {"W": 4, "U": 4, "G": 4, "R": 4, "K": 4, "P": 2, "J": 3}
EMPTY = "/".join(["....."] * 5)
NOTHING = ":::"
SEVENTEEN = "L1-05,L1-10,L1-15,L1-28,L2-24,L3-13"  # points, without a crown
WITHOUT_L3_01 = "L1-01,L1-02,L1-03,L1-04,L1-05/L2-01,L2-02,L2-03,L2-04/L3-04,L3-02,L3-03"
WITHOUT_L1_05 = "L1-01,L1-02,L1-03,L1-04,L1-06/L2-01,L2-02,L2-03,L2-04/L3-01,L3-02,L3-03"
WHITE = "L1-02,L1-03,L1-04,L1-06,L1-07/L2-01,L2-03,L2-05,L2-06/L3-01,L3-03,L3-04"
LATE = "L1-01,L1-02,L1-03,L1-04,L1-05/L2-01,L2-02,L2-03,L2-04/L3-02,L3-04,L3-06"


def position(
    board: str = EMPTY,
    seat0: str = NOTHING,
    seat1: str = NOTHING,
    privileges: tuple[int, int] = (0, 0),
    pyramid: str = "L1-01,L1-02,L1-03,L1-04,L1-05/L2-01,L2-02,L2-03,L2-04/L3-01,L3-02,L3-03",
    bag: str | None = None,
    **fields: Any,
) -> Game:
    """A game from a text. Cards that are not named are in the decks, tokens in the bag.

    A seat is its tokens, bought cards, hand and royal cards.
    """
    named = f"{pyramid} {seat0} {seat1}"
    decks = "/".join(
        ",".join(c.name for c in CARDS if c.level == level and c.name not in named)
        for level in (1, 2, 3)
    )
    held = [seat.split(":")[0] for seat in (seat0, seat1)]
    taken = seat0.split(":")[3] + seat1.split(":")[3]
    royals = ",".join(royal for royal in ("R1", "R2", "R3", "R4") if royal not in taken)
    recorded = {
        "rules": "duel,start=0", "round": 9, "turns": 17, "start": 0, "turn": 0, "phase": "play",
        "board": board, "bag": rest(board, held) if bag is None else bag,
        "privileges": 3 - sum(privileges), "pyramid": pyramid, "royals": royals, "decks": decks,
        "seat0": f"{seat0}:{privileges[0]}", "seat1": f"{seat1}:{privileges[1]}", **fields
    }  # fmt: skip
    return Game.from_position(" ".join(f"{key}={value}" for key, value in recorded.items()))


def rest(board: str, held: list[str]) -> str:
    """The tokens that are neither on the board nor held: `W2K1`."""
    counts = {letter: number - board.count(letter) for letter, number in LETTERS.items()}
    for tokens in held:
        for letter, number in zip(tokens[::2], tokens[1::2], strict=True):
            counts[letter] -= int(number)
    return "".join(f"{letter}{number}" for letter, number in counts.items() if number)


def texts(game: Game) -> list[str]:
    return [str(move) for move in game.legal_moves]


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.push(move)
    return game


def test_forced_replenish() -> None:
    """D3.5: no gem on the board, three cards in hand, nothing that could be bought."""
    game = position("J..../...../...../...../.....", "::L3-11,L3-12,L3-13:")
    assert texts(game) == ["fill"]
    game.push("fill", drawn="WWWWUUUUGGGGRRRRKKKKPPJJ")
    assert (game.active, duel_table(game).places[1].privileges) == (0, 1)
    assert "c3" in texts(game)
    assert "fill" not in texts(game)


def test_forced_pass() -> None:
    """D3.5: two privileges take the last gems, the bag is empty, nothing can be paid."""
    game = position(
        "WU.../JJJ../...../...../.....",
        "W3U3G4::L3-11,L3-12,L3-13:",
        "R4K4P2:::",
        (2, 1),
        pyramid="L1-01,L1-04,L1-05,L1-06,L1-10/L2-01,L2-02,L2-03,L2-05/L3-01,L3-03,L3-05",
    )
    play(game, "pa1")
    assert "pass" not in texts(game)
    play(game, "pb1")
    assert texts(game) == ["pass"]
    play(game, "pass", "-W", "-U")  # D6: two of twelve tokens are discarded
    assert game.active == 1


def test_third_crown() -> None:
    """D5.3."""
    game = play(position(seat0="U3:L3-01::", pyramid=WITHOUT_L3_01), "b1b")
    assert duel_table(game).places[0].crowns == 3
    assert texts(game) == ["royal1", "royal2", "royal3", "royal4"]
    assert play(game, "royal4").table.places[0].points == 6


def test_sixth_crown() -> None:
    """D5.3: from the royal cards left."""
    game = position(seat0="U3:L1-07,L3-01,L3-03::R4", seat1=":L3-05,L1-12::R1", pyramid=LATE)
    play(game, "b1b")
    assert duel_table(game).places[0].crowns == 6
    assert texts(game) == ["royal2", "royal3"]


def test_a_win_by_points() -> None:
    """D6.2."""
    game = position(seat0=f"G2R2K2P1:{SEVENTEEN},L1-20::", pyramid=WITHOUT_L1_05)
    game = play(game, "b2a")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((0,), "points")


def test_a_win_by_crowns() -> None:
    """D6.2."""
    game = position(seat0="U3:L1-07,L3-01,L3-03,L3-05,L3-07::R1,R3", pyramid=LATE)
    play(game, "b1b")
    assert game.outcome is not None
    assert (game.outcome.crowns, game.outcome.reason) == ((10, 0), "crowns")


def test_a_win_by_the_points_of_one_colour() -> None:
    """D6.2: eight on white cards, and two more."""
    game = position(seat0="G2R2K2P1:L1-05,L3-02,L1-01,L1-26=W,L2-02,L2-04::", pyramid=WHITE)
    play(game, "b2a")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((0,), "colour")


def test_an_extra_turn_after_a_royal_card() -> None:
    """D5.3, D6.3."""
    game = play(position(seat0="U3:L3-01::", pyramid=WITHOUT_L3_01), "b1b", "royal2")
    assert (game.active, game.turn, game.round, game.phase) == (0, 18, 9, "play")


def test_empty_decks() -> None:
    """D3.4: the places stay empty, and nothing is reserved unseen."""
    game = no_third_deck()
    assert duel_table(game).deck_sizes[2] == 0
    assert "r3" not in texts(game)
    play(game, "r3a", "Ja1")
    assert duel_table(game).pyramid[2][0] is None


def no_third_deck() -> Game:
    """All cards of level 3 are in the pyramid, bought or in hand."""
    return position(
        "J..../...../...../...../.....",
        "U4:L1-16,L3-04,L3-06,L3-11=K,L3-13::",
        "W1:L1-17,L3-08,L3-10,L3-12=K:L3-05,L3-07,L3-09:R4",
    )


@pytest.mark.parametrize("before, after", [((3, 0), (2, 1)), ((1, 2), (0, 3)), ((0, 3), (0, 3))])
def test_a_privilege_taken_from_the_opponent(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    """D4.1: for both pearls; a player with all three gets none."""
    game = position("PP.../...../...../...../.....", privileges=before)
    places = duel_table(play(game, "a1b1")).places
    assert (places[0].privileges, places[1].privileges) == after
    assert duel_table(game).privileges == 0
