"""Tests of the plain rules of Duel, which are used to test the engine."""

import random

import pytest

from tests.plain.duel import RULES, Options, PlainGame, known_to
from tests.plain.duel_by_hand import (
    EMPTY,
    a_game,
    hold,
    lay_board,
    lay_privileges,
    lines,
    offer,
    own,
    privileges,
)
from tests.plain.duel_table import CARDS, CELLS, SPIRAL, TOKEN_COUNTS, TOKENS, Reserved

# Set-up (D1)


def test_the_set_up_is_that_of_the_rulebook() -> None:
    table = a_game().snapshot()
    assert [len(row) for row in table["pyramid"]] == [5, 4, 3]
    assert table["deck_sizes"] == [25, 20, 10]
    assert table["bag"] == [0] * 7
    assert table["privileges"] == 2
    assert [player["privileges"] for player in table["players"]] == [0, 1]
    assert table["royals"] == ["R1", "R2", "R3", "R4"]


def test_the_board_is_filled_from_the_centre_downwards_and_around() -> None:
    assert SPIRAL[:5] == ["c3", "c4", "b4", "b3", "b2"]
    assert SPIRAL[-1] == "e5"
    rows = ["WWWWU", "UUUGG", "GGRRR", "RKKKK", "PPJJJ"]
    board = "".join("".join(rows)[CELLS.index(cell)] for cell in SPIRAL)
    game = a_game(board=board)
    assert ["".join(row) for row in game.snapshot()["board"]] == rows
    assert game.board["c3"] == board[0] == "R"


# Optional actions (D2)


def test_a_privilege_takes_a_gem_or_pearl_from_anywhere_but_never_gold() -> None:
    game = a_game()
    lay_privileges(game, 1, 1, 1)
    lay_board(game, "W...P", ".....", "..J..", ".....", ".....")
    assert {move for move in game.legal() if move[0] == "p"} == {"pa1", "pe1"}
    game.play("pe1")
    assert privileges(game) == [2, 0, 1]
    assert game.player.tokens["P"] == 1
    assert (game.seat, game.phase) == (0, "play")


def test_no_privilege_after_replenishing_and_the_opponent_takes_one() -> None:
    game = a_game()
    lay_privileges(game, 2, 1, 0)
    hold(game.players[1], "WWWWUUUUJJ")
    lay_board(game, "GGGGR", "RRRKK", "KKP..", "J....", ".....")
    assert {"pa1", "fill"} <= game.legal()
    game.play("fill", "P")
    assert privileges(game) == [1, 1, 1]
    assert game.board["c4"] == "P"  # the centre is not empty, so the next space of the spiral
    assert not {move for move in game.legal() if move[0] == "p" or move == "fill"}


def test_replenishing_goes_along_the_spiral_until_the_bag_is_empty() -> None:
    game = a_game()
    hold(game.players[1], "WWWWUUUUJJ")
    hold(game.players[0], "GGGGRRRRK")
    lay_board(game, ".....", ".....", "..J..", ".....", ".....")
    game.play("fill", "KPKPK")
    filled = {cell: token for cell, token in game.board.items() if token}
    assert filled == {"c3": "J", "c4": "K", "b4": "P", "b3": "K", "b2": "P", "c2": "K"}
    assert sum(game.bag.values()) == 0


def test_an_empty_bag_cannot_replenish() -> None:
    assert "fill" not in a_game().legal()


def test_the_tokens_drawn_must_be_those_of_the_bag() -> None:
    game = a_game()
    hold(game.players[1], "WWWWUUUUJJ")
    lay_board(game, "GGGGR", "RRRKK", "KKPJ.", ".....", ".....")
    for drawn in ("", "W", "PP"):
        with pytest.raises(ValueError, match="not the tokens of the bag"):
            game.play("fill", drawn)
    with pytest.raises(ValueError, match="not the tokens of the bag"):
        game.play("a1", "P")


# Taking tokens (D3.1)


def test_a_whole_board_of_gems_has_145_lines() -> None:
    game = a_game()
    game.board = dict.fromkeys(CELLS, "W")
    assert len(lines(game)) == 145


def test_a_line_ends_before_gold_and_before_a_gap() -> None:
    game = a_game()
    lay_board(game, "WJU.G", ".....", ".....", "....R", "...K.")
    assert lines(game) == {"a1", "c1", "e1", "e4", "d5", "e4d5"}


@pytest.mark.parametrize(
    "row, move, penalty",
    [
        ("WWW..", "a1b1c1", 1),
        ("WWW..", "a1b1", 0),
        ("WWU..", "a1b1c1", 0),
        ("PP...", "a1b1", 1),
        ("PPW..", "a1b1c1", 1),
        ("PWP..", "a1b1c1", 1),
        ("PWP..", "a1b1", 0),
    ],
)
def test_three_of_a_colour_or_both_pearls_cost_one_privilege(
    row: str, move: str, penalty: int
) -> None:
    game = a_game()
    lay_privileges(game, 3, 0, 0)
    lay_board(game, row, *EMPTY[1:])
    game.play(move)
    assert privileges(game) == [3 - penalty, 0, penalty]
    assert game.seat == 1


def test_tokens_by_privilege_are_not_fined() -> None:
    game = a_game()
    lay_privileges(game, 0, 2, 1)
    lay_board(game, "PP.W.", *EMPTY[1:])
    for move in ("pa1", "pb1", "d1"):
        game.play(move)
    assert privileges(game) == [2, 0, 1]


# Reserving (D3.2) and refilling (D3.4)


def test_the_gold_is_chosen_before_the_card_and_the_refill() -> None:
    game = a_game()
    gold = game.cells_with("J")
    game.play("r2b")
    assert game.legal() == {f"J{cell}" for cell in gold}
    assert game.pyramid[1][1] == "L2-02"
    assert game.player.hand == []
    game.play(f"J{gold[1]}")
    assert game.pyramid[1] == ["L2-01", "L2-05", "L2-03", "L2-04"]
    assert game.players[0].hand == [Reserved("L2-02", unseen=False)]
    assert game.players[0].tokens["J"] == 1
    assert game.cells_with("J") == [gold[0], gold[2]]


@pytest.mark.parametrize("gold, cards, allowed", [("J", 2, True), ("J", 3, False), (".", 0, False)])
def test_reserving_needs_a_gold_and_room(gold: str, cards: int, allowed: bool) -> None:
    game = a_game()
    lay_board(game, f"W{gold}...", *EMPTY[1:])
    game.player.hand = [Reserved(card, False) for card in ("L3-11", "L3-12", "L3-13")[:cards]]
    assert any(move[0] == "r" for move in game.legal()) == allowed


def test_a_space_stays_empty_when_its_deck_is() -> None:
    game = a_game()
    game.decks[2] = []
    assert "r3" not in game.legal()
    game.play("r3b")
    game.play(min(game.legal()))
    assert game.pyramid[2] == ["L3-01", None, "L3-03"]
    assert not {"r3b", "b3b"} & game.legal()


def test_the_refill_can_wait_until_the_turn_is_over() -> None:
    game = a_game(Options(refill="end_of_turn"))
    hold(game.player, "WWWWUUUUJJ")
    game.play("r3b")
    lay_board(game, "J....", *EMPTY[1:])
    game.play("Ja1")
    assert game.phase == "discard"
    assert game.pyramid[2][1] is None
    game.play("-W")
    assert game.pyramid[2][1] == "L3-04"


# Buying (D3.3, D5.1)


def test_l1_27_costs_four_white_and_a_pearl_without_discount() -> None:
    game = a_game()
    offer(game, "L1-27", "1a")
    own(game.player, "L1-01", "L1-02", "L2-04", "L1-03")  # five white
    hold(game.player, "J")
    lay_board(game, *EMPTY)
    game.play("b1a")
    assert game.phase == "colour"
    game.play("=W")
    assert game.players[0].tokens["J"] == 0
    assert game.bag == dict(TOKEN_COUNTS)
    assert game.players[0].bonuses()["W"] == 6


def test_gold_may_stand_for_a_pearl_that_is_in_hand() -> None:
    game = a_game()
    offer(game, "L1-18", "1a")  # two white, two blue, one pearl
    hold(game.player, "WWUUPJJ")
    game.play("b1a+")
    assert game.legal() == {"J=W", "J=U", "J=P"}
    game.play("J=U")
    assert game.legal() == {"J=U", "J=P", "pay"}
    game.play("J=P")
    assert game.legal() == {"pay"}
    game.play("pay")
    assert game.player.tokens == dict.fromkeys(TOKENS, 0) | {"U": 1, "P": 1}
    assert game.bag == dict.fromkeys(TOKENS, 0) | {"W": 2, "U": 1, "J": 2}
    assert (game.seat, game.turn.extra) == (0, True)


@pytest.mark.parametrize("cards", [(), ("L1-28",), ("L1-28", "L2-24", "L3-13")])
def test_a_wild_card_needs_a_card_with_a_bonus(cards: tuple[str, ...]) -> None:
    game = a_game()
    offer(game, "L1-26", "1a")
    hold(game.player, "KKKKPJ")
    own(game.player, *cards)
    assert not {"b1a", "b1a+"} & game.legal()
    own(game.player, "L1-21")
    assert {"b1a", "b1a+"} <= game.legal()


def test_a_wild_card_on_a_double_card_gives_one_bonus() -> None:
    game = a_game()
    lay_board(game, *EMPTY)
    offer(game, "L1-26", "1a")
    hold(game.player, "KKKKP")
    own(game.player, "L2-20", "L1-28")
    game.play("b1a")
    assert game.legal() == {"=R"}
    assert game.pyramid[0][0] == "L1-26"  # nothing has moved
    game.play("=R")
    assert game.players[0].bonuses() == {"W": 0, "U": 0, "G": 0, "R": 3, "K": 0}
    assert game.players[0].colour_points()["R"] == 2


# What a purchase does (D5)


def test_the_pyramid_is_refilled_before_the_ability() -> None:
    game = a_game()
    hold(game.player, "RRKK")
    game.play("b1d")  # L1-04 takes a white
    assert game.phase == "match"
    assert game.pyramid[0][3] == "L1-06"
    assert game.legal() == {f"+{cell}" for cell in game.cells_with("W")}
    game.play(min(game.legal()))
    assert game.players[0].tokens["W"] == 1
    assert game.seat == 1


def test_a_take_without_such_a_token_has_no_effect() -> None:
    game = a_game()
    hold(game.player, "RRKK")
    lay_board(game, "UUU..", *EMPTY[1:])
    game.play("b1d")
    assert (game.seat, game.phase) == (1, "play")


@pytest.mark.parametrize(
    "loot, moves", [("WPJ", {"xW", "xP"}), ("JJJ", set()), ("", set()), ("KK", {"xK"})]
)
def test_a_steal_takes_a_gem_or_pearl_never_gold(loot: str, moves: set[str]) -> None:
    game = a_game()
    hold(game.player, "UUUURRR")
    hold(game.opponent, loot)
    game.play("b2b")  # L2-02 steals
    if not moves:
        assert game.seat == 1
        return
    assert game.legal() == moves
    game.play(min(moves))
    assert game.players[0].token_count() == 1
    assert game.players[1].token_count() == len(loot) - 1


@pytest.mark.parametrize(
    "before, after",
    [
        ((3, 0, 0), [2, 1, 0]),
        ((1, 0, 2), [0, 1, 2]),
        ((0, 1, 2), [0, 2, 1]),
        ((0, 3, 0), [0, 3, 0]),
    ],
)
def test_a_privilege_comes_from_above_or_else_from_the_opponent_or_not_at_all(
    before: tuple[int, int, int], after: list[int]
) -> None:
    game = a_game()
    lay_privileges(game, *before)
    hold(game.player, "WWWWKKP")
    game.play("b2c")  # L2-03
    assert privileges(game) == after


@pytest.mark.parametrize(
    "cards, card, cost, phase",
    [
        (["L2-22=W"], "L1-02", "UUU", "royal"),
        (["L2-22=W"], "L2-23", "UUUUUUP", "royal"),
        (["L1-07"], "L1-02", "UUU", "play"),
        (["L3-12=W", "L2-22=W"], "L1-02", "UUU", "royal"),
        (["L3-12=W", "L1-07"], "L1-02", "UUU", "play"),
        (["L3-12=W", "L2-22=W", "L1-07"], "L1-02", "UUU", "play"),
    ],
)
def test_a_royal_comes_with_the_third_and_the_sixth_crown(
    cards: list[str], card: str, cost: str, phase: str
) -> None:
    game = a_game()
    own(game.player, *cards, "L1-03")
    offer(game, card, f"{card[1]}a")
    hold(game.player, cost)
    game.play(f"b{card[1]}a")
    if game.phase == "colour":
        game.play("=W")
    assert game.phase == phase


def test_a_royal_may_give_another_turn() -> None:
    game = a_game()
    own(game.player, "L2-22=W")
    hold(game.player, "UUU")
    game.play("b1b")
    assert game.legal() == {"royal1", "royal2", "royal3", "royal4"}
    game.play("royal2")
    assert (game.seat, game.turn_number, game.round) == (0, 2, 1)
    assert game.players[0].points() == 2
    assert game.royals == ["R1", "R3", "R4"]


# The end of the turn (D3.5, D6)


def test_a_player_without_an_action_must_replenish() -> None:
    game = a_game()
    lay_privileges(game, 2, 1, 0)
    lay_board(game, *EMPTY)
    assert game.legal() == {"fill"}


def test_a_player_without_an_action_passes_and_then_discards() -> None:
    game = a_game()
    lay_privileges(game, 1, 2, 0)
    hold(game.players[0], "WWWWUUUUGG")
    hold(game.players[1], "GGRRRRKKKP")
    lay_board(game, "K.P..", "JJJ..", *EMPTY[2:])
    game.pyramid = [[None] * 5, [None] * 4, ["L3-09", "L3-07", None]]
    game.decks = [[], [], []]
    game.player.hand = [Reserved(card, False) for card in ("L3-11", "L3-12", "L3-10")]
    assert "pass" not in game.legal()
    game.play("pa1")
    game.play("pc1")
    assert game.legal() == {"pass"}
    game.play("pass")
    assert game.phase == "discard"
    game.play("-W")
    assert game.legal() == {"-W", "-U", "-G", "-K", "-P"}
    game.play("-P")
    assert game.seat == 1
    assert game.bag == dict.fromkeys(TOKENS, 0) | {"W": 1, "P": 1}


WHITE_8 = ("L3-01", "L2-01", "L2-03", "L2-02")  # points on white cards
CROWNS_9 = ("L3-12=W", "L3-09", "L2-22=W", "L2-23=W")
POINTS_19 = ("L3-13", "L2-24", "L3-02", "L3-04")


@pytest.mark.parametrize("more, phase", [("WWW", "over"), ("WWWK", "discard")])
def test_the_discard_comes_before_the_victory(more: str, phase: str) -> None:
    game = a_game()
    own(game.player, *POINTS_19)
    hold(game.player, "RRRGG" + "UUUPPJJ" + more)
    game.play("b1e")  # L1-05, one point, for three red and two green
    assert (game.phase, game.winners) == (phase, [0] if phase == "over" else [])
    if phase == "discard":
        game.play("-W")
    assert (game.phase, game.reason, game.winners) == ("over", "points", [0])
    assert game.legal() == set()


@pytest.mark.parametrize(
    "cards, bought, reason",
    [
        (WHITE_8, "L1-05", None),
        ((*WHITE_8, "L1-26=W"), "L1-05", "colour"),
        ((*WHITE_8, "L1-26=U"), "L1-05", None),
        ((*WHITE_8, "L1-28"), "L1-05", None),
        (CROWNS_9, "L1-05", None),
        (CROWNS_9, "L1-02", "crowns"),
        (POINTS_19, "L1-02", None),
        (POINTS_19, "L1-05", "points"),
    ],
)
def test_each_condition_of_victory(cards: tuple[str, ...], bought: str, reason: str | None) -> None:
    game = a_game()
    own(game.player, *cards)
    offer(game, bought, "1a")
    hold(game.player, "GGRRRUUU")
    assert game.victories() == []
    game.play("b1a")
    assert game.reason == reason


def test_points_are_named_before_crowns_and_crowns_before_colour() -> None:
    game = a_game()
    own(game.player, "L3-01", "L3-03", "L3-05", "L3-07", "L3-09", "L3-02", "L2-01", "L2-03")
    assert game.victories() == ["points", "crowns", "colour"]


def test_no_extra_turn_after_a_win() -> None:
    game = a_game()
    own(game.player, "L3-13", "L2-24", "L3-02", "L1-01", "L1-05", "L1-10")  # 17 points
    offer(game, "L3-11", "3a")
    hold(game.player, "RRRRJJJ")
    own(game.player, "L1-21")
    game.play("b3a")
    game.play("=W")
    assert (game.phase, game.winners, game.turn_number) == ("over", [0], 1)


def test_the_game_is_drawn_after_the_limit_of_turns_without_a_purchase() -> None:
    game = a_game(Options(idle=2))
    game.play(min(lines(game)))
    game.play(min(lines(game)))
    assert (game.phase, game.reason, game.winners, game.seat) == ("over", "limit", [], 1)


# What may be known (D7)


def test_a_card_reserved_unseen_is_known_only_to_its_owner() -> None:
    game = a_game()
    game.play("r3")
    game.play(min(game.legal()))
    own_hand, others, watching = (known_to(game, s)["players"][0]["hand"] for s in (0, 1, None))
    assert own_hand == [{"card": "L3-04", "unseen": True}]
    assert others == watching == [{"card": None, "level": 3, "unseen": True}]
    assert "next_cards" not in known_to(game, 0)


def test_a_card_reserved_from_the_pyramid_stays_known_unless_hands_are_hidden() -> None:
    for hands, card in (("seen", {"card": "L3-01", "unseen": False}), ("hidden", None)):
        game = a_game(Options(hands=hands))
        game.play("r3a")
        game.play(min(game.legal()))
        hidden = {"card": None, "level": 3, "unseen": True}
        assert known_to(game, 1)["players"][0]["hand"] == [card or hidden]


# Whole games


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    game = a_game()
    before = game.snapshot()
    for text in ("pass", "fill", "a1c1", "b1a", "bh1", "-W", "royal1", "pay", "pa1", "=R", ""):
        with pytest.raises(ValueError, match="is not legal in phase play"):
            game.play(text)
    assert game.snapshot() == before


@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_and_keep_every_token_card_and_privilege(seed: int) -> None:
    chance = random.Random(seed)
    game = a_game(Options(idle=60, refill=chance.choice(["at_once", "end_of_turn"])))
    while game.phase != "over":
        move = chance.choice(sorted(game.legal()))
        bag = [token for token in TOKENS for _ in range(game.bag[token])]
        chance.shuffle(bag)
        game.play(move, "".join(bag) if move == "fill" else "")
        check_nothing_is_lost(game)
    assert set(game.exercised) <= set(RULES)


def check_nothing_is_lost(game: PlainGame) -> None:
    for token, number in TOKEN_COUNTS.items():
        held = sum(player.tokens[token] for player in game.players)
        assert held + game.bag[token] + list(game.board.values()).count(token) == number
    cards = [card for row in game.pyramid for card in row if card]
    cards += [card for deck in game.decks for card in deck]
    for player in game.players:
        cards += [*player.cards, *(held.card for held in player.hand)]
    assert sorted(cards) == sorted(CARDS)
    assert sum(privileges(game)) == 3
