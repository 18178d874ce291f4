"""The text of a position: writing, reading, and refusals of invalid texts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.base.position import REQUIRED, is_whole, read_position, write_position
from splendor.base.state import STATE
from splendor.base.view import SPECTATOR, view_in
from splendor.core.errors import PositionError
from tests.positions import States, a_deal, a_game, cards_of, fewer_when_interpreted
from tests.random_games import positions_of_games

LOOKED_AT = fewer_when_interpreted(600, 60)

START = write_position(a_game().states[0])
PAYING = write_position(a_game().place(0, "UUUJJ").play("b1a+", "J=U").states[0])
RETURNING = write_position(a_game().place(0, "WWUUGGRRKK").play("WUG", "-U").states[0])
HELD = write_position(a_game().place(0, "WJ", [0, 50], [85], [44]).place(1, bought=[9]).states[0])


def view_text(seat: int) -> str:
    views = np.zeros(1, STATE)
    view_in(a_game().place(0, hand=[85], unseen=[44]).states, 0, seat, views, 0)
    return write_position(views[0])


def changed(text: str, key: str, value: str) -> str:
    """The text with another value in one field."""
    words = [word for word in text.split() if word.startswith(f"{key}=")]
    assert len(words) == 1, f"{key} is not in {text}"
    return text.replace(words[0], f"{key}={value}")


def without(text: str, key: str) -> str:
    return " ".join(word for word in text.split() if not word.startswith(f"{key}="))


# Writing and reading


def test_the_text_of_a_new_game() -> None:
    assert START.startswith(
        "rules=official,players=2 round=1 start=0 turn=0 phase=play supply=W4U4G4R4K4J5 "
        "market=0,1,2,3/40,41,42,43/70,71,72,73 nobles=0,1,2 decks=4,5,6,7,"
    )
    assert START.endswith(" seat0=:: seat1=::")


def test_the_text_of_what_players_have() -> None:
    assert " seat0=W1J1:0,50:85,44* seat1=:9: " in f"{HELD} "


def test_the_text_of_a_payment_and_of_a_return() -> None:
    assert " phase=pay paying=b1a+U1 lowest=U " in PAYING
    assert " phase=return lowest=U " in RETURNING


def test_in_the_text_of_a_view_unknown_cards_are_marked() -> None:
    assert " decks=?36/?25/?15 seat0=::85,?2 " in view_text(1)
    assert " seat0=::85,44* " in view_text(0)
    assert "chance" not in view_text(0)


def positions() -> list[States]:
    return list(positions_of_games(LOOKED_AT, every=11, seed=900))


def test_a_state_is_written_and_read_to_the_byte() -> None:
    for states in positions():
        text = write_position(states[0])
        again = read_position(text)
        assert again.tobytes() == states.tobytes(), text
        assert is_whole(again[0])
        assert write_position(again[0]) == text


def test_a_view_is_written_and_read_to_the_byte() -> None:
    for states in positions():
        for seat in range(SPECTATOR, states[0].seats):
            views = np.zeros(1, STATE)
            view_in(states, 0, seat, views, 0)
            text = write_position(views[0])
            assert read_position(text).tobytes() == views.tobytes(), text
            assert not is_whole(views[0]) or not views[0].deck_sizes.any()


@given(seed=st.integers(), players=st.sampled_from([2, 3, 4]), rounds=st.integers(1, 10_000))
def test_a_deal_is_written_and_read_to_the_byte(seed: int, players: int, rounds: int) -> None:
    states = a_deal(seed, "landolt", players, rounds=rounds)
    assert read_position(write_position(states[0])).tobytes() == states.tobytes()


def test_fields_may_be_in_any_order_and_on_several_lines() -> None:
    words = START.split()
    assert read_position("\n ".join(reversed(words)))[0].deck.tolist() == (
        read_position(START)[0].deck.tolist()
    )


def test_a_text_without_a_generator_is_seeded_from_the_text() -> None:
    one, other = read_position(START), read_position(changed(START, "round", "2"))
    assert one[0].chance.any()
    assert one.tobytes() == read_position(START).tobytes()
    assert one[0].chance.tolist() != other[0].chance.tolist()


def test_the_cards_of_a_deck_are_in_drawing_order() -> None:
    assert " decks=4,5,6," in START
    states = read_position(START)
    assert states.dtype == STATE
    assert write_position(states[0]).split(" chance=")[0] == START


# Broken texts

BROKEN = [
    ("", "field 'rules' is missing"),
    ("hello", "'hello' is no field"),
    (START + " hello", "'hello' is no field"),
    (START + " colour=red", "'colour=red' is no field"),
    (START + " round=1", "field 'round' is given twice"),
    *[(without(START, key), f"field '{key}' is missing") for key in REQUIRED],
    # The rules
    (changed(START, "rules", "chess,players=2"), "rules must be one of official, landolt"),
    (changed(START, "rules", "official,players=5"), "option players must be one of 2, 3, 4"),
    (changed(START, "rules", "official,players"), "'players' is no option"),
    (changed(START, "rules", "official,colour=1"), "there is no option 'colour'"),
    (changed(START, "rules", "official,target=31"), "option target must be"),
    (changed(START, "rules", "official,rounds=0"), "option rounds must be"),
    # The seats
    (changed(START, "rules", "official,players=3"), "3 players need the fields seat0, seat1"),
    (without(START, "seat1"), "2 players need the fields seat0, seat1"),
    (START + " seat2=::", "2 players need the fields seat0, seat1"),
    (START + " seatx=::", "2 players need the fields"),
    # The turn
    (changed(START, "round", "0"), "round must be a number from 1"),
    (changed(START, "round", "one"), "round must be a number"),
    (changed(START, "round", "²"), "round must be a number"),
    (changed(START, "round", "9" * 5000), "round must be a number"),
    (changed(START, "start", "2"), "start must be a number from 0 to 1"),
    (changed(START, "turn", "-1"), "turn must be a number from 0 to 1"),
    (changed(START, "phase", "sleep"), "phase must be one of play, pay"),
    (START + " passes=3", "passes must be a number from 0 to 2"),
    (START + " passed=2", "passed must be a number from 0 to 1"),
    (START + " received=x", "received must be a number from 0 to 1"),
    (START + " lowest=X", "lowest must be one of"),
    (START + " lowest=U", "lowest is for pay"),
    (START + " passed=1", "a pass ends the choice"),
    (changed(START, "phase", "over"), "reason must be one of"),
    (changed(START, "phase", "over reason=luck"), "reason must be one of"),
    (changed(START, "phase", "over reason=unfinished"), "a finished game needs its reason"),
    (changed(START, "phase", "noble"), "nothing to decide"),
    (changed(START, "phase", "return"), "seat 0 holds 0 tokens in phase return"),
    (changed(RETURNING, "phase", "play"), "seat 0 holds 12 tokens in phase play"),
    (changed(RETURNING, "turn", "1"), "tokens in phase return"),
    (changed(RETURNING, "lowest", "J"), "nothing to decide"),
    # The payment
    (without(PAYING, "paying"), "paying must be like b2c"),
    (changed(PAYING, "paying", "b1a"), "paying must be like b2c"),
    (changed(PAYING, "paying", "b9a+U1"), "paying must be like b2c"),
    (changed(PAYING, "paying", "r1a+U1"), "paying must be like b2c"),
    (changed(PAYING, "paying", "b1a+X1"), "paying must be one of W, U"),
    (changed(PAYING, "paying", "b1a+U"), "paying must be a number"),
    (changed(PAYING, "paying", "b1a+U3"), "J=U is not possible in this payment"),
    (changed(PAYING, "paying", "b1a+W1"), "J=W is not possible in this payment"),
    (changed(PAYING, "paying", "b1b+U1"), "is not possible in this payment"),
    (changed(PAYING, "paying", "bh1+U1"), "no known card lies where paying says"),
    (changed(PAYING, "lowest", "G"), "lowest must be the last colour chosen"),
    # The tokens
    (changed(START, "supply", "W4U4G4R4K4J4"), "there are 4 J, not 5"),
    (changed(START, "supply", "W5U4G4R4K4J5"), "there are 5 W, not 4"),
    (changed(START, "supply", "U4G4R4K4J5"), "there are 0 W, not 4"),
    (changed(START, "supply", "W4W4"), "supply names W twice"),
    (changed(START, "supply", "X4"), "supply must be one of W, U, G"),
    (changed(START, "supply", "W0"), "supply must be a number from 1 to 9"),
    (changed(START, "supply", "W"), "supply must be a number"),
    (changed(START, "seat0", "W1::"), "there are 5 W, not 4"),
    # The cards
    (changed(START, "market", "0,1,2,3/40,41,42,43"), "market must have 3 rows"),
    (changed(START, "market", "0,1,2/40,41,42,43/70,71,72,73"), "row 1 of the market must have 4"),
    (changed(START, "market", "0,1,2,40/3,41,42,43/70,71,72,73"), "card 40 is not of level 1"),
    (changed(START, "market", "0,1,2,90/40,41,42,43/70,71,72,73"), "market must be a number"),
    (changed(START, "market", "0,1,2,?1/40,41,42,43/70,71,72,73"), "market must be a number"),
    (changed(START, "market", "0,1,2,2/40,41,42,43/70,71,72,73"), "card 2 stands in two places"),
    (changed(START, "market", "0,1,2,-/40,41,42,43/70,71,72,73"), "level 1 has 39 cards"),
    (changed(START, "decks", "4/5"), "there must be 3 decks"),
    (changed(START, "decks", "4/5/6/7"), "there must be 3 decks"),
    (changed(START, "decks", "4/5/6"), "card 5 is not of level 2"),
    (changed(START, "decks", "4/44/74"), "level 1 has 5 cards"),
    (changed(START, "decks", "?41/?26/?16"), "decks must be a number from 1 to 40"),
    (changed(START, "decks", "?35/?26/?16"), "level 1 has 39 cards"),
    (changed(START, "decks", ",".join(["4"] * 41) + "/44/74"), "deck 1 has too many cards"),
    # The nobles
    (changed(START, "nobles", "0,1"), "one noble more than players"),
    (changed(START, "nobles", "0,1,1"), "a noble is listed twice"),
    (changed(START, "nobles", "0,1,10"), "nobles must be a number from 0 to 9"),
    (changed(START, "nobles", "0,1,2@2"), "nobles must be a number from 0 to 1"),
    (changed(START, "nobles", "0,1,-"), "nobles must be a number"),
    # The players
    (changed(START, "seat0", ""), "seat0 must be tokens:bought:hand"),
    (changed(START, "seat0", ":::"), "seat0 must be tokens:bought:hand"),
    (changed(START, "seat0", "::85"), "card 85 stands in two places"),
    (changed(HELD, "seat0", "W1J1:0,0:85,44*"), "seat0 has bought a card twice"),
    (changed(HELD, "seat0", "W1J1:0,50:"), "level 2 has 29 cards"),
    (changed(HELD, "seat0", "W1J1:0,90:85,44"), "seat0 must be a number from 0 to 89"),
    (changed(HELD, "seat0", "W1J1:0,50:85,44,x"), "seat0 must be a number"),
    (changed(HELD, "seat0", "W1J1:0,50:85,?4"), "seat0 must be a number from 1 to 3"),
    (changed(HELD, "seat0", "W1J1:0:85,44,50,1"), "seat0 has more than 3 cards in hand"),
    # The chance
    (START + " chance=12", "chance must be 64 hexadecimal digits"),
    (START + " chance=" + "X" * 64, "chance must be 64 hexadecimal digits"),
]


@pytest.mark.parametrize("text, reason", BROKEN, ids=[reason for _, reason in BROKEN])
def test_a_broken_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read_position(text)
    assert str(refusal.value).startswith("not a position: ")
    assert reason in str(refusal.value)


def test_a_slot_may_be_empty_only_beside_an_empty_deck() -> None:
    game = a_game().deck(1).row(1, None, 0, 1, 2)
    game.place(1, bought=range(3, 40))
    text = write_position(game.states[0])
    assert read_position(text)[0].market[0] == -1
    moved = text.replace("decks=/", "decks=39/").replace(",39:", ":")
    with pytest.raises(PositionError, match="a place of level 1 is empty although its deck"):
        read_position(moved)


def test_nobody_may_hold_more_than_ten_tokens_while_another_returns() -> None:
    text = write_position(a_game(players=4).place(1, "WWUUGGRRKKJ").states[0])
    with pytest.raises(PositionError, match="seat 1 holds 11 tokens in phase play"):
        read_position(text)


@given(st.data())
def test_a_text_with_a_typo_is_read_or_refused_and_never_crashes(data: st.DataObject) -> None:
    """With one character changed, the text is a possible position or is refused with a reason."""
    text = data.draw(st.sampled_from([START, PAYING, RETURNING, HELD, view_text(1)]))
    at = data.draw(st.integers(0, len(text) - 1))
    slip = data.draw(st.sampled_from("0123456789WUGRKJ,:/?*@+-=xé "))
    damaged = text[:at] + slip + text[at + 1 :]
    try:
        states = read_position(damaged)
    except PositionError:
        return
    assert read_position(write_position(states[0])).tobytes() == states.tobytes()


def test_a_noble_that_was_received_counts() -> None:
    game = a_game().invite(0, 5, 9).give_noble(2, 1).place(1, bought=cards_of("WWWUUUGGG"))
    text = write_position(game.states[0])
    assert " nobles=0,5@1,9 " in text
    player = read_position(text)[0].players[1]
    assert (player.nobles, player.points) == (1, 3)
