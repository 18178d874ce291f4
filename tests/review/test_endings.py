"""Reasons at the end of a game: how a turn wins, and which cards would end the game next."""

import re
from importlib.resources import files
from typing import Any

import pytest

import splendor
from splendor import Game
from splendor.review import Reason
from splendor.review.facts import seen_turn
from splendor.review.reasons import FACTS, holding, reasons
from splendor.review.words import BY_HOW, OF_ONE, TEXTS, reason_text
from tests.plain import base, duel, duel_position
from tests.plain.against_plain_base import position_of as base_position
from tests.plain.base_table import CARDS, GEMS
from tests.plain.duel_table import CARDS as JEWELS
from tests.plain.duel_table import CELLS, ROYALS, TOKEN_COUNTS, TOKENS

Values = dict[str, Any]

# Positions


def base_game(
    bought: list[list[str]], tokens: list[str], market: str, *, seat: int = 0, **options: Any
) -> Game:
    """What each seat has bought and holds, as codes and letters; these cards are in the market."""
    nobles = options.pop("nobles_there", [0, 1, 2, 3])[: len(bought) + 1]
    decks = [[card for card in CARDS if CARDS[card].level == level] for level in range(3)]
    plain = base.PlainGame(base.Options(players=len(bought), **options), decks, nobles, 0)
    for player, codes, letters in zip(plain.players, bought, tokens, strict=True):
        player.cards = [splendor.card(code).id for code in codes]
        for letter in letters:
            player.tokens[letter] += 1
            plain.supply[letter] -= 1
    wanted = [splendor.card(code).id for code in market.split()]
    for level in range(3):
        owned = {card for player in plain.players for card in player.cards}
        left = [card for card in decks[level] if card not in owned]
        left.sort(key=lambda card: card not in wanted)
        plain.market[level], plain.decks[level] = [*left[:4]], left[4:]
    plain.seat, plain.round = seat, 20
    return Game.from_position(base_position("official", plain))


def duel_game(bought: list[str], tokens: list[str], market: str, royals: list[str]) -> Game:
    """The same for Duel, where seat 0 has the turn; `L1-26=K` is a wild card as black."""
    decks = [[card for card in JEWELS if JEWELS[card].level == level] for level in (1, 2, 3)]
    everything = [token for token in TOKENS for _ in range(TOKEN_COUNTS[token])]
    plain = duel.PlainGame(duel.OFFICIAL, decks, "".join(everything), 0)
    for player, cards, letters, named in zip(plain.players, bought, tokens, royals, strict=True):
        parts = [card.split("=") for card in cards.split()]
        player.cards = {card: (as_ or [JEWELS[card].bonus])[0] for card, *as_ in parts}
        player.royals = named.split()
        for letter in letters:
            player.tokens[letter] += 1
            everything.remove(letter)
    owned = {card for player in plain.players for card in player.cards}
    plain.royals = [royal for royal in ROYALS if royal not in " ".join(royals)]
    plain.board = dict(zip(CELLS, everything + [""] * 25, strict=False))
    for level, size in enumerate((5, 4, 3)):
        left = [card for card in decks[level] if card not in owned]
        left.sort(key=lambda card: card not in market.split())
        plain.pyramid[level], plain.decks[level] = [*left[:size]], left[size:]
    plain.round, plain.turn_number = 20, 39
    return Game.from_position(duel_position.position_of(plain))


def holds(game: Game, moves: list[str], code: str, side: int = 0) -> list[Values]:
    """The values with which a code holds for a turn; `side` is 1 for reasons against it."""
    facts = holding(FACTS[game.ruleset.name][side], seen_turn(game, game.ply, moves))
    return [each.reason.values for each in facts if each.reason.code == code]


def space_of(game: Game, letter: str) -> str:
    """The first space of the board with such a token: also the move that takes it."""
    board = [token for row in duel_tokens(game) for token in row]
    return CELLS[board.index(letter)]


def duel_tokens(game: Game) -> list[list[str]]:
    table: Any = game.table
    return [[token.letter if token is not None else "" for token in row] for row in table.board]


def slot_of(game: Game, code: str) -> str:
    for level, row in enumerate(game.table.market, 1):
        for slot, card in enumerate(row):
            if card is not None and card.code == code:
                return f"{level}{'abcde'[slot]}"
    raise AssertionError(code)


# The base game: fourteen points, and a card with one point that needs three white tokens

FOURTEEN = ["3w5-w3k7", "3u5-w7u3", "3g4-u7"]
THIRTEEN = ["3w5-w3k7", "3u5-w7u3", "3g3-w5u3r3k3"]
FIFTEEN = ["3r5-g7r3", "3k5-r7k3", "3r4-g7", "1k1-u4"]
POINT = "1r1-w4"


@pytest.mark.parametrize(
    "others, values",
    [
        ([], {"how": "points"}),
        (FIFTEEN[:3], {"how": "points"}),
        ([*FIFTEEN, "1w0-u3"], {"how": "cards", "cards": 4, "others": 5}),
        (FIFTEEN, {"how": "shared", "cards": 4}),
        ([*FIFTEEN, "2w2-r5"], None),
    ],
)
def test_a_win_says_how(others: list[str], values: Values | None) -> None:
    """B6.2: most points, then fewest cards, then shared."""
    game = base_game([others, FOURTEEN], ["", "WWW"], POINT, seat=1)
    found = holds(game, [f"b{slot_of(game, POINT)}"], "wins")
    assert found == ([{"number": 15, "target": 15, **values}] if values else [])
    assert holds(game, ["UGR"], "wins") == []


@pytest.mark.parametrize(
    "tokens, found",
    [("GGG", None), ("GGGG", 3), ("GGGGJ", 2), ("GGGGJJJ", None)],
)
def test_a_card_that_somebody_can_soon_pay_is_kept_from_them(
    tokens: str, found: int | None
) -> None:
    game = base_game([[], []], ["", tokens], "3r4-g7")
    expected = {"seat": 1, "card": "3r4-g7", "missing": found}
    turn = [f"r{slot_of(game, '3r4-g7')}"]
    assert holds(game, turn, "keeps") == ([expected] if found else [])
    assert bool(holds(game, turn, "denies")) == (tokens == "GGGGJJJ")
    assert holds(game, ["WUR"], "keeps") == []


def test_of_a_turn_that_wins_only_how_it_wins_is_told() -> None:
    """It also denies a card and brings the first red bonus."""
    game = base_game([["3k4-r7"], FOURTEEN], ["JJJJ", "WWWUUU"], f"{POINT} 1k1-u4", seat=1)
    turn = [f"b{slot_of(game, POINT)}"]
    assert {"denies", "first_bonus"} <= {code for code in TEXTS if holds(game, turn, code)}
    in_favour, against = reasons(game, 0, turn, ["GRK"])
    assert [reason.code for reason in in_favour] == ["wins", "scores"]
    assert "one_short" in [reason.code for reason in against]
    assert reasons(game, 0, ["GRK"], turn)[1] == ()  # nothing speaks against a win


def test_that_both_turns_win_is_no_difference() -> None:
    game = base_game([[], FOURTEEN], ["", "WWWUUUU"], f"{POINT} 1k1-u4", seat=1)
    one, other = (f"b{slot_of(game, code)}" for code in (POINT, "1k1-u4"))
    assert "wins" not in [reason.code for reason in reasons(game, 0, [one], [other])[0]]


def test_a_victory_alone_is_better_than_a_shared_one() -> None:
    game = base_game([FIFTEEN, FOURTEEN], ["", "WWWRRRR"], f"{POINT} 3k4-r7", seat=1)
    turns = [[f"b{slot_of(game, POINT)}"], ["UGK"]]
    assert reasons(game, 0, *turns)[0][0].values["how"] == "shared"
    game = base_game([FIFTEEN, FOURTEEN], ["", "WWWRRRRJ"], f"{POINT} 2w2-r5", seat=1)
    alone, shared = ([f"b{slot_of(game, code)}"] for code in ("2w2-r5", POINT))
    assert reasons(game, 0, alone, shared)[0][0].values["how"] == "points"


@pytest.mark.parametrize("bought, tokens, held", [(FOURTEEN, "WW", True), (THIRTEEN, "WW", False)])
def test_a_card_that_reaches_the_target_is_a_threat(
    bought: list[str], tokens: str, held: bool
) -> None:
    game = base_game([bought, []], [tokens, ""], POINT)
    threat = {"card": POINT, "gold": 0, "how": "points", "number": 15, "target": 15}
    assert holds(game, ["WUG"], "threatens") == ([threat] if held else [])
    assert holds(game, ["UGR"], "threatens") == []
    then = [values["card"] for values in holds(game, ["WUG"], "then_buys")]
    assert (POINT in then) is not held  # the threat says it


def test_what_was_a_threat_before_is_no_new_one() -> None:
    game = base_game([FOURTEEN, []], ["WWW", ""], POINT)
    assert holds(game, ["UGR"], "threatens") == []


@pytest.mark.parametrize("nobles, held", [([8, 1, 2], True), ([0, 1, 2], False)])
def test_a_threat_counts_the_noble_that_comes(nobles: list[int], held: bool) -> None:
    """Eleven points, one for the card, and three for the noble that wants another red bonus."""
    cheap = {gem: [card for card in CARDS if CARDS[card].level == 0 and CARDS[card].bonus == gem]
             for gem in GEMS}  # fmt: skip
    plenty = [splendor.card(card).code for card in cheap["U"][:3] + cheap["G"][:3] + cheap["R"][:2]]
    mine = ["3w5-w3k7", "3w4-k7", "2w2-r5", *plenty]
    game = base_game([mine, []], ["", ""], POINT, nobles_there=nobles)
    found = holds(game, ["WUG"], "threatens")
    assert [values["noble"] for values in found] == ["Catherine de' Medici"] * held
    assert all(values["number"] == 15 for values in found)


@pytest.mark.parametrize("tokens, new", [("WWGG", 2), ("WWWGG", 1), ("WW", 0)])
def test_two_such_cards_are_a_double_threat(tokens: str, new: int) -> None:
    game = base_game([FOURTEEN, []], [tokens, ""], f"{POINT} 1w1-g4")
    found = holds(game, ["WUG" if len(tokens) < 5 else "UGR"], "double_threat")
    assert [values["count"] for values in found] == [2] * bool(new)
    assert all({values["card"], values["other"]} == {POINT, "1w1-g4"} for values in found)
    assert all(values["card"] == "1w1-g4" for values in found if new == 1)  # the new one first


def test_a_double_threat_says_the_threats_too() -> None:
    game = base_game([FOURTEEN, []], ["WWGG", ""], f"{POINT} 1w1-g4")
    codes = [reason.code for reason in reasons(game, 0, ["WUG"], ["URK"])[0]]
    assert codes[0] == "double_threat"
    assert "threatens" not in codes


def test_in_the_last_round_only_those_who_come_later_have_another_turn() -> None:
    """Seat 0 has reached the target, seat 1 takes tokens, and seat 2 has a turn left."""
    sixteen = ["3r5-g7r3", "3k5-r7k3", "3r4-g7", "2k2-w5"]
    mine, theirs = FOURTEEN, ["3w4-w3r3k6", "3u4-w6u3k3", "3g4-w3u6g3", "2w2-r5"]
    game = base_game([sixteen, mine, theirs], ["GGG", "WW", "JJ"], f"{POINT} 1w1-g4", seat=1)
    assert holds(game, ["WUG"], "threatens") == holds(game, ["WUG"], "then_buys") == []
    assert {values["seat"] for values in holds(game, ["WUG"], "could_end", side=1)} == {2}
    assert 0 not in {values["seat"] for values in holds(game, ["WUG"], "opponent_buys", side=1)}


# Duel

# 17 points and two crowns; nine crowns; nine points of white cards
SEVENTEEN = "L3-02 L3-04 L3-06 L2-24 L1-07 L1-12"
NINE_CROWNS = "L3-12=K L2-22=K L2-23=K L1-17 L1-22"
NINE_WHITE = "L3-01 L3-02 L2-03"
CROWN = "L1-02"  # white, a crown, for three blue


@pytest.mark.parametrize(
    "bought, tokens, royals, card, values",
    [
        (SEVENTEEN, "U", "", CROWN, {"how": "points", "number": 20, "target": 20}),
        (NINE_CROWNS, "UUU", "R1 R2", CROWN, {"how": "crowns", "number": 10, "target": 10}),
        (NINE_WHITE, "GGRRR", "", "L1-05",
         {"how": "colour", "gem": "white", "number": 10, "target": 10}),
        (NINE_WHITE, "KKKKP", "", "L1-26",
         {"how": "colour", "gem": "white", "number": 10, "target": 10}),
        ("L1-07", "UUU", "", CROWN, None),
    ],
)  # fmt: skip
def test_a_win_of_duel_says_how(
    bought: str, tokens: str, royals: str, card: str, values: Values | None
) -> None:
    """D6.2; the third crown brings the royal card R4, the wild card counts as white."""
    game = duel_game([bought, ""], [tokens, ""], card, [royals, ""])
    turn = [f"b{slot_of(game, card)}", *{CROWN: ["royal4"], "L1-26": ["=W"]}.get(card, [])]
    legal = turn if bought != NINE_CROWNS else turn[:1]
    assert holds(game, legal, "wins") == ([values] if values else [])
    told = [reason.code for reason in reasons(game, 0, legal, [space_of(game, "R")])[0]]
    explained = {"wins", "scores", "royal"} if bought == SEVENTEEN else {"wins"}
    assert values is None or set(told) == explained


@pytest.mark.parametrize(
    "bought, tokens, royals, card, take, values",
    [
        (SEVENTEEN, "", "", CROWN, "U", {"how": "points", "number": 20, "royal": "R4"}),
        (NINE_CROWNS, "UU", "R1 R2", CROWN, "U", {"how": "crowns", "number": 10}),
        (NINE_WHITE, "GGRR", "", "L1-05", "R", {"how": "colour", "number": 10, "gem": "white"}),
        (NINE_WHITE, "KKKP", "", "L1-26", "K", {"how": "colour", "number": 10, "gem": "white"}),
        ("L1-07", "U", "", CROWN, "U", None),
    ],
)
def test_a_card_that_would_win_duel_is_a_threat(
    bought: str, tokens: str, royals: str, card: str, take: str, values: Values | None
) -> None:
    game = duel_game([bought, ""], [tokens, ""], card, [royals, ""])
    found = [each for each in holds(game, [space_of(game, take)], "threatens")
             if each["card"] == card]  # fmt: skip
    reached = {"card": card, "gold": 0, "target": 20 if values and "royal" in values else 10}
    assert found == ([{**reached, **values}] if values else [])
    assert holds(game, [space_of(game, "G")], "threatens") == []


@pytest.mark.parametrize(
    "bought, own, royals, number",
    [
        (SEVENTEEN, "", "", 20),  # R4 has three points
        (SEVENTEEN, "L3-12=K L1-17", "R4", None),  # and is gone: the others have two
        (f"{SEVENTEEN} L1-20", "L3-12=K L1-17", "R4", 20),
        (SEVENTEEN.replace("L1-12", "L1-11"), "", "", None),  # only the second crown
    ],
)
def test_an_opponent_may_end_the_game_with_a_royal_card(
    bought: str, own: str, royals: str, number: int | None
) -> None:
    """D5.3: the best royal card that is left comes with the third crown."""
    game = duel_game([own, bought], ["", "UU"], CROWN, [royals, ""])
    found = [each for each in holds(game, [space_of(game, "R")], "could_end", side=1)
             if each["card"] == CROWN]  # fmt: skip
    assert [each["number"] for each in found] == [number] * (number is not None)
    assert all("royal" in each and each["seat"] == 1 for each in found)


# Words


def test_a_win_is_told_with_its_numbers_and_also_without() -> None:
    """Reviews that were stored by older versions have `wins` without values."""
    assert reason_text(Reason("wins", {}), []) == "wins the game"
    points = {"how": "points", "number": 16, "target": 15}
    assert reason_text(Reason("wins", points), []) == "wins with 16 points"
    cards = {**points, "how": "cards", "cards": 12, "others": 14}
    assert reason_text(Reason("wins", cards), []) == (
        "wins with 16 points and fewer cards: 12 to 14"
    )
    one = {**points, "number": 1}
    assert reason_text(Reason("wins", one), []) == "wins with one point"
    colour = {"how": "colour", "gem": "red", "number": 10, "target": 10}
    assert reason_text(Reason("wins", colour), []) == "wins with 10 points in red"


def test_a_threat_is_told_with_what_comes_with_the_card() -> None:
    values = {"how": "points", "number": 20, "target": 20, "card": "L1-02", "royal": "R4"}
    assert reason_text(Reason("threatens", {**values, "gold": 1}), []) == (
        "can end the game next: 20 points by buying L1-02 with 1 gold, and a royal card comes"
    )
    assert reason_text(Reason("could_end", {**values, "seat": 1}), ["A", "Ben"]) == (
        "Ben can end the game with L1-02, and a royal card comes"
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_browser_has_a_text_for_every_code(language: str) -> None:
    file = files("splendor.server") / "static" / "texts" / language / "review.js"
    keys = set(re.findall(r"'because\.([\w.]+)':", file.read_text("utf-8")))
    assert keys - {"withGold", "withNoble", "withRoyal"} == {*TEXTS, *BY_HOW} - {"threatens"}
    assert set(OF_ONE) <= {*TEXTS, *BY_HOW}
