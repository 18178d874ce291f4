"""The table of Splendor Duel as text: it fits, needs no colour, and agrees with the rules."""

import random
from collections.abc import Iterator

import pytest

from splendor import Game
from splendor.core.content import JewelCard
from splendor.core.tables import HandCard
from splendor.duel.board import SPIRAL, space_name
from splendor.duel.moves import Purchase, PurchaseHand
from splendor.duel.state import PHASES
from splendor.duel.table import DuelPlace, DuelTable
from splendor.terminal.drawing import WIDTH, Scene, plain, width_of
from splendor.terminal.duel.drawing import (
    DuelScene,
    board_lines,
    card_word,
    draw,
    filling_order,
    mark,
    options_of,
    royal_lines,
    table_of,
    token_at,
)
from splendor.terminal.duel.log_lines import last_turns
from splendor.terminal.duel.prompt import choices
from splendor.terminal.log_lines import statistics
from splendor.terminal.prices import payment
from splendor.terminal.prompt import question, what_to_buy
from tests.duel.positions import Duel, a_duel
from tests.games import duel_table

NAMES = ("Seat 0 · " + "M" * 16, "Seat 1 · " + "W" * 16)


def stages(games: int = 6) -> Iterator[Game]:
    """Positions of games in which purchases are likely."""
    chance = random.Random(games)
    for seed in range(games):
        game = Game("duel", seed=seed, idle=60)
        while not game.is_over:
            moves = game.legal_moves
            buying = [move for move in moves if str(move)[0] in "bJp="]
            game.push(chance.choice(buying if buying and chance.random() < 0.6 else moves))
            if game.phase not in ("play", "discard") or chance.random() < 0.1:
                yield game


def scene_of(game: Game, fresh: bool = True, seat: int | None = None) -> DuelScene:
    viewer = game.active if seat is None else seat
    table, options = duel_table(game.view(viewer)), options_of(game)
    cards = frozenset(range(67)) if fresh else frozenset()
    return Scene(table, game.rules, options, NAMES, last_turns(game), viewer, cards)


def game_at(position: Duel) -> Game:
    return Game._from_states(position.states.copy())


def test_the_drawing_fits_into_a_hundred_columns() -> None:
    drawn: dict[str, int] = {}
    for game in stages(7):
        text = draw(scene_of(game)).split("\n")
        text += [*choices(game), *what_to_buy(game, None, 0, NAMES[0])] if not game.is_over else []
        text += statistics(game, NAMES).split("\n") if game.is_over else []
        text += [question(game, NAMES, several=True)]
        for line in text:
            assert width_of(line) <= WIDTH, line
        drawn[game.phase] = drawn.get(game.phase, 0) + 1
    assert min(drawn.values()) > 2
    assert set(drawn) == set(PHASES)


def test_everything_on_the_table_is_drawn() -> None:
    for game in stages(3):
        text, table = plain(draw(scene_of(game))), table_of(game)
        for level, row in enumerate(table.pyramid):
            for slot, card in enumerate(row):
                name = f"{level + 1}{'abcde'[slot]}"
                assert f"╭{name}─" in text if card else f"  {name} " in text
                if card is not None:
                    assert f"│{card.price:<11}│" in text
        for seat, place in enumerate(table.places):
            assert f"{NAMES[seat]} " in text
            assert f"{place.points}/20 points · {place.crowns}/10 crowns" in text
            assert f" {max(place.colour_points)}/10 in " in text
            assert f"{sum(place.tokens):>2}/10" in text
        assert f"bag: {sum(table.bag)} token" in text
        assert f"{table.privileges} privilege" in text


BOARD = """
   a   b   c   d   e
1  W ─ U ─ G ─ R ─ K
   │               │
2  W   · ─ · ─ ·   P
   │   │       │   │
3  J   4   1   ·   W
   │   │   │   │   │
4  U   3 ─ 2   G   J
   │           │   │
5  R ─ K ─ G ─ U   P
"""


def test_the_board_is_drawn_with_its_spiral_and_the_order_of_filling() -> None:
    position = a_duel().board("WUGRK", "W...P", "J...W", "U..GJ", "RKGUP")
    position.place(0, "WG").place(1, "RR")
    drawn = [plain(line).rstrip() for line in board_lines(table_of(game_at(position)))]
    assert drawn == BOARD.strip("\n").split("\n")
    text = plain(draw(scene_of(game_at(position), seat=0)))
    assert all(line in text for line in drawn)
    assert "bag: 4 tokens" in text
    assert "U1 K2 J1" in text


def test_the_drawn_strokes_follow_the_spiral() -> None:
    lines = [f"{line:<21}" for line in plain("\n".join(board_lines(a_duel_table()))).split("\n")]
    joined = set()
    for space in range(25):
        down, right = 1 + 2 * (space // 5), 3 + 4 * (space % 5)
        if lines[down][right + 2 : right + 3] == "─":
            joined.add((space, space + 1))
        if down + 1 < len(lines) and lines[down + 1][right] == "│":
            joined.add((space, space + 5))
    steps = zip(SPIRAL.tolist(), SPIRAL.tolist()[1:], strict=False)
    assert joined == {(min(step), max(step)) for step in steps}


def a_duel_table() -> DuelTable:
    return table_of(game_at(a_duel()))


def test_the_numbers_are_the_order_of_filling() -> None:
    filled = 0
    for game in stages(8):
        if not game.is_over and game.is_legal("fill"):
            before, order = table_of(game), filling_order(table_of(game))
            game.push("fill")
            after, drawn = table_of(game), game.drawn
            game.pop()
            came = [s for s in range(25) if token_at(before, s) != token_at(after, s)]
            assert sorted(order) == came
            for space, number in order.items():
                assert "WUGRKPJ"[token_at(after, space) or 0] == drawn[number - 1]
            filled += 1
    assert filled > 20


def test_a_card_is_tagged_buy_exactly_when_it_can_be_bought() -> None:
    seen = {"BUY": 0, "BUY ★": 0, "−": 0, "no bonus": 0}
    for game in stages(10):
        if game.phase != "play":
            continue
        table, place = table_of(game), table_of(game).places[game.active]
        for move, card in cards_before(table, place):
            words = plain(mark(place, card))
            assert words.startswith("BUY") == game.is_legal(move), (str(move), words)
            seen[next(kind for kind in reversed(seen) if words.startswith(kind))] += 1
    barred = a_duel().place(0, "KKKKP").row(1, "L1-26 L1-01 L1-02 L1-03 L1-04")
    table = table_of(game_at(barred))
    assert next(mark(table.places[0], card) for card in table.pyramid[0] if card) == "no bonus"
    assert not game_at(barred).is_legal("b1a")
    del seen["no bonus"]
    assert min(seen.values()) > 5, seen


def cards_before(table: DuelTable, place: DuelPlace) -> Iterator[tuple[str, JewelCard]]:
    for slot, held in enumerate(place.hand, 1):
        if held.card:
            yield f"bh{slot}", held.card
    for level, row in enumerate(table.pyramid, 1):
        for letter, card in zip("abcde", row, strict=False):
            if card:
                yield f"b{level}{letter}", card


def test_the_payment_shown_is_the_default_payment() -> None:
    bought = 0
    for game in stages(6):
        for move in game.legal_moves:
            if isinstance(move, (Purchase, PurchaseHand)):
                seat, table = game.active, table_of(game)
                before = table.places[seat]
                card = table.card_of(move)
                assert card is not None
                game.push(move)
                after = table_of(game).places[seat].tokens
                wild = game.phase == "colour"
                game.pop()
                paid = [held - left for held, left in zip(before.tokens, after, strict=True)]
                assert paid == ([0] * 7 if wild else list(payment(before, card)))
                bought += not wild
    assert bought > 50


def test_a_card_reserved_unseen_is_drawn_only_for_its_owner() -> None:
    position = a_duel().board("J....").place(0, unseen="L3-09", hand="L1-30").place(1, "W")
    game = game_at(position)
    own, other = (plain(draw(scene_of(game, seat=seat))) for seat in (0, 1))
    secret, known = (plain(card_word(held.card)) for held in hand_of(game, 0)[::-1] if held.card)
    assert secret in own
    assert "secret" in own
    assert secret not in other
    assert "level 3, face down" in other
    assert known in own
    assert known in other


def hand_of(game: Game, seat: int) -> tuple[HandCard[JewelCard], ...]:
    return table_of(game).places[seat].hand


def test_new_cards_are_marked() -> None:
    game = Game("duel", seed=1)
    marked, unmarked = (plain(draw(scene_of(game, fresh))) for fresh in (True, False))
    assert marked.count("new╯") == 12
    assert unmarked.count("new") == 0


def test_a_royal_card_is_drawn_with_its_owner() -> None:
    table = table_of(game_at(a_duel().place(1, royals="R2")))
    recorded = [" ".join(plain(line).split()) for line in royal_lines(table)]
    assert recorded == [
        "royals at 3 and 6 crowns",
        "royal1 2 pts steal",
        "seat 1: 2 pts again",
        "royal3 2 pts privilege",
        "royal4 3 pts",
    ]


@pytest.mark.parametrize(
    "name, words",
    [
        ("L1-04", "W take R2 K2"),
        ("L1-26", "? 1 pt K4 P1"),
        ("L3-13", "- 6 pts W8"),
    ],
)
def test_a_card_fits_on_a_line(name: str, words: str) -> None:
    card = next(card for card in Game("duel").ruleset.cards if card.code == name)
    assert isinstance(card, JewelCard)
    assert " ".join(plain(card_word(card)).split()) == words


def test_nothing_is_tagged_after_the_end() -> None:
    ended = 0
    for game in stages(4):
        text = plain(draw(scene_of(game)))
        assert ("−" in text) != game.is_over
        assert ("the game is over" in text) == game.is_over
        assert not (game.is_over and ("BUY" in text or "▶" in text))
        ended += game.is_over
    assert ended == 4


def test_an_empty_place_and_an_empty_deck_are_drawn() -> None:
    position = a_duel().row(3, "- L3-02 L3-03").deck(3)
    text = plain(draw(scene_of(game_at(position))))
    assert "3a" in text
    assert "is empty" in text
    assert "no deck" in text


def test_the_most_useful_lines_are_shown_first() -> None:
    """White is missing for a card; three red would give a privilege."""
    position = a_duel().board("RRR..", "GKG..", "WU...", ".....", "P.P.J").no_cards()
    position.row(1, "L1-06 - - - -").place(0, "GRK")  # L1-06 costs W1 G1 R1 K1
    words = " ".join(plain(" ".join(choices(game_at(position)))).split())
    best = "a1a2a3 W1 G1 R1 then b1a c1b2a3 W1 R1 K1 then b1a"
    assert f"lines, such as {best}" in words
    assert "a1b1c1" not in words


def test_a_line_without_a_privilege_for_the_opponent_comes_first() -> None:
    position = a_duel().board("RRR..", "GKU..").no_cards()
    words = " ".join(plain(" ".join(choices(game_at(position)))).split())
    assert "lines, such as a2b2c2 U1 G1 K1 a1b1c1 R3" in words


@pytest.mark.parametrize("bought, promised", [("", False), ("L1-01", True)])
def test_no_line_promises_a_wild_card_that_cannot_be_placed(bought: str, promised: bool) -> None:
    position = a_duel().board("K....").no_cards().place(0, "KKKP", bought=bought)
    text = "\n".join(choices(game_at(position.row(1, "L1-26 - - - -"))))
    assert ("then b1a" in plain(text)) == promised


def test_a_line_that_gives_a_privilege_says_so() -> None:
    position = a_duel().board("RRR..").no_cards()
    words = plain("\n".join(choices(game_at(position))))
    assert "a1b1c1 R3 (gives a privilege)" in words
    assert "6 lines, such as" in words


@pytest.mark.parametrize("space", range(25))
def test_rows_and_columns_are_named_at_the_edges(space: int) -> None:
    name = space_name(space)
    lines = plain("\n".join(board_lines(a_duel_table()))).split("\n")
    assert lines[0][3 + 4 * (space % 5)] == name[0]
    assert lines[1 + 2 * (space // 5)][0] == name[1]
