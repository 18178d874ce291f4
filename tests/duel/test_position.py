"""The text of a position of Duel: writing, reading, and refusals of invalid texts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.core.errors import PositionError
from splendor.duel.position import REQUIRED, is_whole, read_position, write_position
from splendor.duel.state import SEATS, STATE
from splendor.duel.view import SPECTATOR, view_in
from tests.duel.positions import Duel, States, a_deal, a_duel
from tests.duel.random_duels import positions_of_duels
from tests.positions import fewer_when_interpreted

LOOKED_AT = fewer_when_interpreted(900, 60)


def text_of(duel: Duel) -> str:
    """The text without the generator."""
    return write_position(duel.states[0]).split(" chance=")[0]


START = text_of(a_duel().board("WUGRK", "WUJRK", "WUGRK", "WUGRK", "PPJ..").privileges(0, 1))
RESERVING = text_of(a_duel().board("J....", "..W..").play("r2b"))
PAYING = text_of(a_duel().place(0, "UUUJJ").play("b1b+", "J=U"))
WILD = a_duel().place(0, "WWWWPJJ", "L1-06", "L1-27")
COLOUR = text_of(WILD.copy().play("bh1"))
COLOUR_CHOSEN = text_of(WILD.copy().play("bh1+", "J=W", "J=P", "pay"))
MATCHING = text_of(a_duel().board("W..W.").place(0, "RRKK").play("b1d"))
STEALING = text_of(a_duel().place(0, "UUUURRR").place(1, "GJ").play("b2b"))
ROYAL = text_of(a_duel().place(0, "GGRRKKP", "L1-07 L1-12").play("b2a"))
DISCARDING = text_of(
    a_duel().board("WUG..").place(0, "WWUUGGRRKK").privileges(1, 1).play("pa1", "b1c1", "-U")
)
AGAIN = text_of(
    a_duel()
    .board("WUG..")
    .place(0, "WWUUGRRKKJ", "L1-06 L1-10 L1-11 L1-15 L2-08")
    .privileges(2, 0)
    .play("pa1", "pb1", "b1c")
)
HELD = text_of(
    a_duel()
    .board("....J")
    .place(0, "WP", "L1-01 L1-02 L2-01 L1-27=W L3-03", "L3-10", "L2-03", "R3")
    .place(1, "J", "L1-06")
    .row(1, "L1-08 L1-09 L1-03 L1-04 L1-05")
    .row(2, "L2-05 L2-02 L2-06 L2-04")
    .row(3, "L3-01 L3-02 L3-04")
    .privileges(2, 1)
)
NEARLY = a_duel().place(0, "WWWWUKKJJ", "L3-04 L3-06 L2-24 L1-28")
WON = text_of(NEARLY.copy().play("b3b"))
DRAWN = text_of(a_duel(idle=2).board("WU...").play("a1", "b1"))
LATER = text_of(a_duel(refill="end_of_turn").board("W..W.").place(0, "RRKK").play("b1d"))


def view_text(seat: int) -> str:
    views = np.zeros(1, STATE)
    view_in(read_position(HELD), 0, seat, views, 0)
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
        "rules=duel round=1 turns=1 start=0 turn=0 phase=play "
        "board=WUGRK/WUJRK/WUGRK/WUGRK/PPJ.. bag=G1J1 privileges=2 "
        "pyramid=L1-01,L1-02,L1-03,L1-04,L1-05/L2-01,L2-02,L2-03,L2-04/L3-01,L3-02,L3-03 "
        "royals=R1,R2,R3,R4 decks=L1-06,L1-07,"
    )
    assert START.endswith(" seat0=::::0 seat1=::::1")


def test_the_text_of_tokens_and_cards() -> None:
    bought = "L1-01,L1-02,L1-27=W,L2-01,L3-03"
    assert f" seat0=W1P1:{bought}:L3-10,L2-03*:R3:2 seat1=J1:L1-06:::1" in HELD
    assert " royals=R1,R2,R4 " in HELD


@pytest.mark.parametrize(
    "text, fields",
    [
        (RESERVING, "phase=gold place=r2b"),
        (PAYING, "phase=pay place=b1b+U1 lowest=U"),
        (COLOUR, "phase=colour place=bh1"),
        (COLOUR_CHOSEN, "phase=colour place=bh1+W1P1"),
        (MATCHING, "phase=match matching=W purchased=1"),
        (STEALING, "phase=steal purchased=1"),
        (ROYAL, "phase=royal purchased=1"),
        (DISCARDING, "phase=discard lowest=U"),
        (AGAIN, "phase=discard purchased=1 again=1"),
        (WON, "phase=over reason=points"),
        (DRAWN, "phase=over quiet=2 reason=limit"),
    ],
)
def test_the_text_of_an_unfinished_turn(text: str, fields: str) -> None:
    assert f" {fields} board=" in text
    assert write_position(read_position(text)[0]).split(" chance=")[0] == text


def test_the_text_of_a_turn_in_which_the_board_was_replenished() -> None:
    text = text_of(a_duel().board("W....").place(0, "PP").play("fill"))
    assert " phase=play replenished=1 board=" in text
    assert " bag= privileges=2 " in text
    assert text.endswith(" seat0=P2::::0 seat1=::::1")


def test_in_the_text_of_a_view_unknown_cards_are_marked() -> None:
    assert " decks=?21/?18/?8 " in view_text(1)
    assert ":L3-10,?2:R3:2 " in view_text(1)
    assert ":L3-10,L2-03*:R3:2 " in view_text(0)
    assert "chance" not in view_text(0)


def positions() -> list[States]:
    return list(positions_of_duels(LOOKED_AT, every=7, seed=900))


def test_a_state_is_written_and_read_to_the_byte() -> None:
    for states in positions():
        text = write_position(states[0])
        again = read_position(text)
        assert again.tobytes() == states.tobytes(), text
        assert is_whole(again[0])
        assert write_position(again[0]) == text


def test_a_view_is_written_and_read_to_the_byte() -> None:
    for states in positions():
        for seat in range(SPECTATOR, SEATS):
            views = np.zeros(1, STATE)
            view_in(states, 0, seat, views, 0)
            text = write_position(views[0])
            assert read_position(text).tobytes() == views.tobytes(), text
            assert not is_whole(views[0])


@given(
    seed=st.integers(),
    start=st.sampled_from(["random", 0, 1]),
    idle=st.one_of(st.none(), st.integers(1, 10_000)),
)
def test_a_deal_is_written_and_read_to_the_byte(
    seed: int, start: int | str, idle: int | None
) -> None:
    states = a_deal(seed, start=start, idle=idle, hands="hidden", refill="end_of_turn")
    assert read_position(write_position(states[0])).tobytes() == states.tobytes()


def test_fields_may_be_in_any_order_and_on_several_lines() -> None:
    words = START.split()
    assert read_position("\n ".join(reversed(words)))[0].deck.tolist() == (
        read_position(START)[0].deck.tolist()
    )


def test_a_text_without_a_generator_is_seeded_from_the_text() -> None:
    one, other = read_position(START), read_position(changed(START, "privileges", "3")[:-1] + "0")
    assert one[0].chance.any()
    assert one.tobytes() == read_position(START).tobytes()
    assert one[0].chance.tolist() != other[0].chance.tolist()


def test_points_and_crowns_are_computed_from_the_cards() -> None:
    zero, one = read_position(HELD)[0].players
    assert zero.bonuses.tolist() == [4, 1, 0, 0, 0, 0]
    assert zero.colour_points.tolist() == [2, 3, 0, 0, 0]
    # Two, three and two for the royal card; a crown on each of four cards, and two on L3-03.
    assert (zero.points, zero.crowns, zero.cards, zero.royals) == (7, 5, 5, 1)
    assert (one.points, one.crowns, one.cards, one.royals) == (0, 0, 1, 0)


# Broken texts

CARDS = "L1-01,L1-02,L1-27=W,L2-01,L3-03"
PYRAMID = "L1-01,L1-02,L1-03,L1-04,L1-05/L2-01,L2-02,L2-03,L2-04/L3-01,L3-02,L3-03"
ROW_1, ROW_2, ROW_3 = PYRAMID.split("/")

BROKEN = [
    ("", "field 'rules' is missing"),
    ("hello", "'hello' is no field"),
    (START + " hello", "'hello' is no field"),
    (START + " supply=W4", "'supply=W4' is no field"),
    (START + " round=1", "field 'round' is given twice"),
    *[(without(START, key), f"field '{key}' is missing") for key in REQUIRED],
    # The rules
    (changed(START, "rules", "official,players=2"), "rules must be one of duel"),
    (changed(START, "rules", "duel,players=3"), "option players must be 2"),
    (changed(START, "rules", "duel,refill"), "'refill' is no option"),
    (changed(START, "rules", "duel,refill=never"), "option refill must be one of"),
    (changed(START, "rules", "duel,target=15"), "there is no option 'target'"),
    (changed(START, "rules", "duel,idle=1,idle=2"), "option 'idle' is given twice"),
    (changed(START, "rules", "duel,idle=0"), "option idle must be"),
    # The seats
    (without(START, "seat1"), "2 players need the fields seat0, seat1"),
    (START + " seat2=::::0", "2 players need the fields seat0, seat1"),
    # The turn
    (changed(START, "round", "0"), "round must be a number from 1"),
    (changed(START, "round", "²"), "round must be a number"),
    (changed(START, "turns", "0"), "turns must be a number from 1"),
    (changed(START, "start", "2"), "start must be a number from 0 to 1"),
    (changed(START, "rules", "duel,start=1"), "start must be 1, as the option says"),
    (changed(START, "turn", "-1"), "turn must be a number from 0 to 1"),
    (changed(START, "phase", "sleep"), "phase must be one of play, gold"),
    (changed(START, "turns", "2"), "in round 1 seat 0 has number 1 at most, not 2"),
    (changed(START, "turn", "1"), "in round 1 seat 1 has number 2 at least, not 1"),
    (changed(START, "round", "2"), "in round 2 seat 0 has number 3 at least, not 1"),
    (changed(AGAIN, "turns", "2"), "in round 1 seat 0 has number 1 at most, not 2"),
    (START + " quiet=1", "there cannot have been 1 quiet turns"),
    (START + " quiet=-", "quiet must be a number from 0"),
    (START + " quiet=99999", "quiet must be a number from 0 to 32767"),
    (
        changed(changed(START, "rules", "duel,idle=2"), "turns", "5").replace("round=1", "round=3")
        + " quiet=2",
        "the game was over after 2 quiet turns",
    ),
    (START + " lowest=X", "lowest must be one of"),
    (START + " lowest=U", "lowest cannot stand in phase play"),
    (START + " again=1", "again cannot stand in phase play"),
    (START + " again=2", "again must be a number from 0 to 1"),
    (START + " purchased=1", "purchased cannot stand in phase play"),
    (START + " replenished=1", "the bag is empty when the board has been replenished"),
    (WON + " replenished=1", "replenished cannot stand in phase over"),
    (changed(START, "phase", "discard"), "seat 0 holds 0 tokens in phase discard"),
    (changed(START, "phase", "royal purchased=1"), "seat 0 has 0 crowns and 0 royal cards"),
    (changed(START, "phase", "steal purchased=1"), "seat 0 has no card that steals"),
    (without(STEALING, "purchased"), "phase steal follows a purchase"),
    (without(AGAIN, "purchased"), "again follows a purchase"),
    (changed(STEALING, "bag", "W4U4G4R4K4P2J2").replace("seat1=G1J1", "seat1=J1"), "to decide"),
    # Tokens over ten
    (changed(DISCARDING, "lowest", "J"), "nothing to decide"),
    (changed(DISCARDING, "lowest", "P").replace("P2J3", "J3").replace("board=.", "board=P")
     .replace("/.", "/P", 1), "lowest must be a token in the bag"),
    (without(changed(DISCARDING, "phase", "steal purchased=1"), "lowest"), "no card that steals"),
    # The place
    (without(PAYING, "place"), "place stands in phase gold or pay or colour, only there"),
    (START + " place=r1a", "place stands in phase gold or pay or colour, only there"),
    (changed(PAYING, "place", "b1b"), "place must be like b2c+W1 in phase pay, not 'b1b'"),
    (changed(PAYING, "place", "b9a+U1"), "place must be like b2c+W1"),
    (changed(PAYING, "place", "r1b"), "place must be like b2c+W1"),
    (changed(PAYING, "place", "b1b+X1"), "place must be one of W, U"),
    (changed(PAYING, "place", "b1b+J1"), "place must be one of W, U"),
    (changed(PAYING, "place", "b1b+U"), "place must be a number"),
    (changed(PAYING, "place", "b1b+U3"), "J=U is not possible here"),
    (changed(PAYING, "place", "b1b+W1"), "J=W is not possible here"),
    (changed(PAYING, "place", "b1a+U1"), "b1a+ is not possible here"),
    (changed(PAYING, "place", "bh1+U1"), "bh1+ is not possible here"),
    (changed(PAYING, "lowest", "G"), "lowest must be the last kind chosen"),
    (changed(RESERVING, "place", "b2b"), "place must be like r2c or r3, not 'b2b'"),
    (changed(RESERVING, "place", "r9"), "place must be like r2c or r3"),
    (changed(RESERVING, "board", "...../..W../...../...../.....").replace("J2", "J3"),
     "r2b is not possible here"),
    (changed(COLOUR, "place", "bh1+"), "place must be like b2c+W1 in phase colour"),
    (changed(COLOUR, "place", "bh2"), "bh2 is not possible here"),
    (changed(COLOUR, "place", "bh1+W3"), "J=W is not possible here"),
    (changed(PAYING, "phase", "colour").replace(" lowest=U", ""), "no card at this place leads"),
    # Abilities
    (without(MATCHING, "matching"), "matching stands in phase match, only there"),
    (START + " matching=W", "matching stands in phase match, only there"),
    (changed(MATCHING, "matching", "P"), "matching must be one of W, U, G, R, K"),
    (changed(MATCHING, "matching", "U"), "matching must be the colour of a card"),
    # The end
    (START + " reason=points", "reason stands in phase over, only there"),
    (changed(START, "phase", "over"), "reason stands in phase over, only there"),
    (changed(START, "phase", "over reason=luck"), "reason must be one of"),
    (changed(START, "phase", "over reason=unfinished"), "reason cannot be unfinished here"),
    (changed(START, "phase", "over reason=limit"), "reason cannot be limit here"),
    (changed(WON, "reason", "crowns"), "reason cannot be crowns here"),
    (changed(WON, "reason", "limit"), "reason cannot be limit here"),
    (WON + " quiet=1", "reason cannot be points here"),
    (without(changed(WON, "phase", "play"), "reason"), "seat 0 has won before this turn"),
    (changed(DRAWN, "quiet", "1"), "reason cannot be limit here"),
    (changed(changed(changed(WON, "turn", "1"), "turns", "2"), "reason", "limit"),
     "seat 0 has won before this turn"),
    # The tokens
    (changed(START, "board", "WUGRK/WUJRK/WUGRK/WUGRK"), "board must have 5 rows of 5"),
    (changed(START, "board", "WUGRK/WUJRK/WUGRK/WUGRK/PPJ."), "board must have 5 rows of 5"),
    (changed(START, "board", "WUGRK/WUJRK/WUGRK/WUGRK/PPX.."), "board must be one of W, U, G"),
    (changed(START, "board", "WUGRK/WUGRK/WUGRK/WUGRK/PPJ.."), "there are 5 G, not 4"),
    (changed(START, "bag", ""), "there are 3 G, not 4"),
    (changed(START, "bag", "G1J2"), "there are 4 J, not 3"),
    (changed(START, "bag", "J1J1"), "bag names J twice"),
    (changed(START, "seat0", "W1::::0"), "there are 5 W, not 4"),
    # Privileges and royal cards
    (changed(START, "privileges", "4"), "privileges must be a number from 0 to 3"),
    (changed(START, "privileges", "1"), "there are 2 privileges, not 3"),
    (changed(START, "seat0", "::::3"), "there are 6 privileges, not 3"),
    (changed(START, "royals", "R1,R2,R3"), "royal card R4 is missing"),
    (changed(START, "royals", "R1,R2,R3,R4,R4"), "royal card R4 stands in two places"),
    (changed(START, "royals", "R1,R2,R3,R5"), "royals must be one of R1, R2, R3, R4"),
    (changed(START, "seat0", ":::2:0"), "seat0 must be one of R1, R2, R3, R4"),
    (changed(HELD, "royals", "R1,R2,R3,R4"), "royal card R3 stands in two places"),
    (changed(changed(HELD, "royals", "R1,R2,R3,R4"), "seat0", f"W1P1:{CARDS}:L3-10,L2-03*::2"),
     "seat 0 has 5 crowns and 0 royal cards in phase play"),
    (changed(ROYAL, "phase", "discard"), "seat 0 holds 1 tokens in phase discard"),
    # The cards
    (changed(START, "pyramid", f"{ROW_1}/{ROW_2}"), "pyramid must have 3 rows"),
    (changed(START, "pyramid", f"{ROW_1}/{ROW_1}/{ROW_3}"), "row 2 of the pyramid must have 4"),
    (START.replace("2-04/L3-01", "3-04/L3-01"), "card L3-04 is not of level 2"),
    (START.replace("2-04/L3-01", "2-25/L3-01"), "pyramid must name cards, such as L1-01"),
    (START.replace("L2-04/L3-01", "?2/L3-01"), "pyramid must name cards"),
    (START.replace("2-04/L3-01", "2-03/L3-01"), "card L2-03 stands in two places"),
    (START.replace("L2-04/L3-01", "-/L3-01"), "level 2 has 23 cards"),
    (changed(START, "decks", "L1-06/L2-05"), "there must be 3 decks"),
    (changed(START, "decks", "L1-06/L1-07/L3-04"), "card L1-07 is not of level 2"),
    (changed(START, "decks", "?31/?20/?10"), "decks must be a number from 1 to 30"),
    (changed(START, "decks", "?24/?20/?10"), "level 1 has 29 cards"),
    (changed(START, "decks", ",".join(["L1-06"] * 31) + "/?20/?10"), "deck 1 has too many cards"),
    # The players
    (changed(START, "seat0", "::::"), "seat0 must be a number from 0 to 3"),
    (changed(START, "seat0", ":::0"), "seat0 must be tokens:bought:hand:royals:privileges"),
    (changed(START, "seat0", "::L3-10::0"), "card L3-10 stands in two places"),
    (changed(HELD, "seat0", "W1P1:L1-01,L1-01:L3-10:R3:2"), "seat0 has bought a card twice"),
    (changed(HELD, "seat0", "W1P1:L1-01,67:L3-10:R3:2"), "seat0 must name cards, such as L1-01"),
    (changed(HELD, "seat0", "W1P1:L1-01=W:L3-10:R3:2"), "seat0: L1-01 is no wild card"),
    (changed(HELD, "seat0", "W1P1:L1-27:L3-10:R3:2"), "seat0: L1-27 is a wild card"),
    (changed(HELD, "seat0", "W1P1:L1-27=P:L3-10:R3:2"), "seat0 must be one of W, U, G, R, K"),
    (changed(HELD, "seat0", f"W1P1:{CARDS.replace('=W', '=G')}:L3-10,L2-03*:R3:2"),
     "seat0 owns no card on which L1-27 can lie"),
    (changed(HELD, "seat0", f"W1P1:{CARDS}:L3-10,?4:R3:2"), "seat0 must be a number from 1 to 3"),
    (changed(HELD, "seat0", f"W1P1:{CARDS}:L3-10,?2,?2,?2:R3:2"), "more than 3 cards in hand"),
    # The chance
    (START + " chance=12", "chance must be 64 hexadecimal digits"),
    (START + " chance=" + "0" * 64, "chance must be 64 hexadecimal digits"),
]  # fmt: skip


@pytest.mark.parametrize("text, reason", BROKEN, ids=[reason for _, reason in BROKEN])
def test_a_broken_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read_position(text)
    assert str(refusal.value).startswith("not a position: ")
    assert reason in str(refusal.value)


# Cards


@pytest.mark.parametrize("wild, fits", [("L1-27=U", True), ("L1-27=W", False), ("L1-27=R", False)])
def test_a_wild_card_has_a_colour_of_another_card(wild: str, fits: bool) -> None:
    """Also of one on which another wild card lies; never of a card without bonus."""
    duel = a_duel().place(0, bought=f"L2-08 L3-04 L2-21=U L1-28 {wild}")
    text = text_of(duel)
    if fits:
        assert read_position(text)[0].players[0].cards == 5
    else:
        with pytest.raises(PositionError, match="seat0 owns no card on which L1-27 can lie"):
            read_position(text)


def test_a_place_may_be_empty_beside_its_deck_only_until_the_end_of_the_turn() -> None:
    assert " pyramid=L1-01,L1-02,L1-03,-,L1-05/" in LATER
    assert read_position(LATER)[0].market[3] == -1
    at_once = changed(LATER, "rules", "duel")
    nothing_bought = without(changed(without(LATER, "matching"), "phase", "play"), "purchased")
    other = LATER.replace("L1-01,", "-,").replace("decks=", "decks=L1-01,")
    for text in (at_once, nothing_bought, other):
        with pytest.raises(PositionError, match="a place of level 1 is empty although its deck"):
            read_position(text)


def test_a_place_may_be_empty_beside_an_empty_deck() -> None:
    """Seats 0 and 1 have all the cards of level 1 that are not in the pyramid, and one that was."""
    one = "L1-06 L1-09 L1-10 L1-11 L1-14 L1-15 L1-16 L1-19 L1-20 L1-21 L1-24 L1-25 L1-28 L1-05"
    other = "L1-07 L1-12 L1-08 L1-13 L1-18 L1-23 L1-26=U L1-29=U L1-30=G"
    duel = a_duel().place(0, bought=one).place(1, bought=other, hand="L1-17 L1-22 L1-27")
    text = text_of(duel)
    assert " pyramid=L1-01,L1-02,L1-03,L1-04,-/" in text
    assert " decks=/L2-05," in text
    assert read_position(text)[0].market[4] == -1


# The turn


def test_only_privileges_bring_more_than_ten_tokens_before_the_action() -> None:
    duel = a_duel().board("WUG..").place(0, "WWUUGGRRKK").privileges(2, 1).play("pa1", "pb1")
    text = text_of(duel)
    assert read_position(text)[0].privileges == 2
    kept = changed(changed(text, "privileges", "0"), "seat0", "W3U3G2R2K2::::2")
    with pytest.raises(PositionError, match="seat 0 holds 12 tokens in phase play"):
        read_position(kept)


def test_the_other_player_never_holds_more_than_ten_tokens() -> None:
    text = text_of(a_duel().board("WUG..").place(1, "WWUUGGRRKKJ"))
    with pytest.raises(PositionError, match="seat 1 holds 11 tokens in phase play"):
        read_position(text)


def test_extra_turns_are_counted() -> None:
    duel = a_duel().place(0, "UUGGP").play("b1c")
    assert duel.seat == 0
    text = text_of(duel)
    assert text.startswith("rules=duel round=1 turns=2 start=0 turn=0 phase=play ")
    assert read_position(text)[0].turn_number == 2


@given(st.data())
def test_a_text_with_a_typo_is_read_or_refused_and_never_crashes(data: st.DataObject) -> None:
    """With one character changed, the text is a possible position or is refused with a reason."""
    texts = [START, PAYING, COLOUR_CHOSEN, RESERVING, MATCHING, STEALING, ROYAL, DISCARDING, HELD]
    text = data.draw(st.sampled_from([*texts, WON, DRAWN, LATER, view_text(1)]))
    at = data.draw(st.integers(0, len(text) - 1))
    slip = data.draw(st.sampled_from("0123456789WUGRKPJL,:/?*.+-=xé "))
    damaged = text[:at] + slip + text[at + 1 :]
    try:
        states = read_position(damaged)
    except PositionError:
        return
    assert read_position(write_position(states[0])).tobytes() == states.tobytes()
