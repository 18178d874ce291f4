"""Tests of the plain rules, which are used to test the engine."""

import random
from dataclasses import replace

import pytest

from tests.plain.base import LANDOLT, OFFICIAL, RULES, Options, PlainGame, known_to
from tests.plain.base_table import CARDS, GEMS, TOKENS, Player, Reserved


def a_game(options: Options = OFFICIAL, nobles: list[int] | None = None) -> PlainGame:
    """A game with the decks in the order of their numbers; seat 0 starts."""
    decks = [[n for n, card in CARDS.items() if card.level == level] for level in range(3)]
    return PlainGame(options, decks, nobles or list(range(options.players + 1)), start=0)


def hold(player: Player, tokens: str) -> None:
    player.tokens = {token: tokens.count(token) for token in TOKENS}


def cards_of(*colours: str) -> list[int]:
    """The first cards with these bonuses and without points."""
    found: list[int] = []
    for colour in colours:
        plain = (n for n, card in CARDS.items() if card.bonus == colour and card.points == 0)
        found.append(next(number for number in plain if number not in found))
    return found


def get_stuck(game: PlainGame) -> None:
    """Lay out a position with all gems held, full hands and nothing affordable."""
    game.supply = dict.fromkeys(TOKENS, 0) | {"J": 5}
    game.market = [[None] * 4, [None] * 4, [80, 81, 82, 83]]
    for player in game.players:
        hold(player, "WWUUGGRRKK")
        player.hand = [Reserved(card, unseen=False) for card in (84, 85, 86)]


@pytest.mark.parametrize("players, gems", [(2, 4), (3, 5), (4, 7)])
def test_the_set_up_depends_on_the_number_of_players(players: int, gems: int) -> None:
    table = a_game(Options(players=players)).snapshot()
    assert table["supply"] == [gems] * 5 + [5]
    assert table["deck_sizes"] == [36, 26, 16]
    assert len(table["nobles"]) == players + 1
    assert [len(row) for row in table["market"]] == [4, 4, 4]


@pytest.mark.parametrize("pile, allowed", [(3, False), (4, True), (5, True)])
def test_a_pair_needs_four_in_the_pile(pile: int, allowed: bool) -> None:
    game = a_game()
    game.supply["R"] = pile
    assert ("RR" in game.legal()) == allowed


def test_with_two_colours_left_exactly_these_two_are_taken() -> None:
    game = a_game()
    game.supply |= {"W": 0, "G": 0, "K": 0}
    takes = {move for move in game.legal() if set(move) <= set(GEMS)}
    assert takes == {"UR", "UU", "RR"}


def test_any_token_may_be_returned_but_only_in_colour_order() -> None:
    game = a_game()
    hold(game.player, "WWUUGGRRJJ")
    game.play("WUK")
    assert game.legal() == {"-W", "-U", "-G", "-R", "-K"}  # two gold are too few for three
    game.play("-R")
    assert game.legal() == {"-R", "-K", "-J"}
    game.play("-K")
    assert game.legal() == {"-J"}
    game.play("-J")
    assert game.snapshot()["players"][0]["tokens"] == [3, 3, 2, 1, 0, 1]
    assert game.seat == 1


def test_reserving_with_ten_tokens_still_takes_the_gold() -> None:
    game = a_game()
    hold(game.player, "WWUUGGRRKK")
    game.play("r2a")
    assert game.phase == "return"
    assert "-J" in game.legal()


def test_a_card_reserved_unseen_is_known_only_to_its_owner() -> None:
    game = a_game()
    game.play("r3")
    assert game.snapshot()["players"][0]["hand"] == [{"card": 74, "unseen": True}]
    own, others, watching = (known_to(game, seat)["players"][0]["hand"] for seat in (0, 1, None))
    assert own == [{"card": 74, "unseen": True}]
    assert others == watching == [{"card": None, "level": 3, "unseen": True}]
    assert "next_cards" not in known_to(game, 0)


def test_a_card_reserved_from_the_market_stays_known_unless_hands_are_hidden() -> None:
    for hands, card in (("seen", {"card": 70, "unseen": False}), ("hidden", None)):
        game = a_game(Options(hands=hands))
        game.play("r3a")
        hidden = {"card": None, "level": 3, "unseen": True}
        assert known_to(game, 1)["players"][0]["hand"] == [card or hidden]


def test_gold_may_stand_for_a_colour_that_is_in_hand() -> None:
    game = a_game()
    hold(game.player, "UUUJJ")  # card 0 in slot 1a costs three blue
    assert {"b1a", "b1a+"} <= game.legal()
    game.play("b1a+")
    assert game.legal() == {"J=U"}
    game.play("J=U")
    assert game.legal() == {"J=U", "pay"}
    assert game.snapshot()["players"][0]["tokens"] == [0, 3, 0, 0, 0, 2]
    game.play("pay")
    assert game.snapshot()["players"][0]["tokens"] == [0, 1, 0, 0, 0, 1]
    assert game.snapshot()["players"][0]["cards"] == [0]


def test_there_is_no_choice_of_payment_if_all_gold_is_needed() -> None:
    game = a_game()
    hold(game.player, "UUJ")
    assert "b1a" in game.legal()
    assert "b1a+" not in game.legal()


def test_a_slot_stays_empty_when_its_deck_is() -> None:
    game = a_game()
    game.decks[0] = []
    game.play("r1b")
    assert game.market[0] == [0, None, 2, 3]
    assert not {"r1", "r1b", "b1b"} & game.legal()


def test_a_noble_comes_at_the_end_of_any_turn_and_one_of_several_is_chosen() -> None:
    game = a_game(nobles=[7, 8, 9])  # W3 R3 K3, U3 G3 R3, G3 R3 K3
    game.player.cards = cards_of(*"WWWGGGRRRKKK")
    game.play("WUG")
    assert game.phase == "noble"
    assert game.legal() == {"n1", "n3"}
    game.play("n3")
    game.play("WUG")
    game.play("WUG")
    assert game.players[0].nobles == [9, 7]
    assert game.nobles == [None, 8, None]


@pytest.mark.parametrize("trigger, turns", [(0, 2), (1, 1)])
def test_the_round_is_finished_when_someone_has_the_points(trigger: int, turns: int) -> None:
    game = a_game(Options(rounds=1))
    game.seat = trigger
    game.player.nobles = [4, 5, 6, 7, 8]
    for _ in range(turns):
        assert game.phase == "play"
        game.play("WUG")
    assert (game.phase, game.reason, game.winners) == ("over", "points", [trigger])
    assert game.seat == 1
    assert game.legal() == set()


def test_a_tie_goes_to_the_fewest_cards_and_is_shared_otherwise() -> None:
    game = a_game(Options(rounds=1))
    game.players[0].cards = cards_of("W", "U")
    game.players[1].cards = cards_of("R")
    assert game.best_seats() == [1]
    game.players[1].cards += cards_of("K")
    assert game.best_seats() == [0, 1]


def test_the_game_ends_when_everybody_has_to_pass() -> None:
    game = a_game(Options(rounds=1))  # the limit is reached too, but not named
    get_stuck(game)
    for _ in range(2):
        assert game.legal() == {"pass"}
        game.play("pass")
    assert (game.reason, game.winners) == ("stalemate", [0, 1])


def test_a_pass_that_brings_a_noble_is_no_stalemate() -> None:
    game = a_game(Options(nobles="sought_free"), nobles=[7, 8, 9])
    get_stuck(game)
    game.market[2] = [None] * 4
    game.players[1].cards = cards_of(*"WWWRRRKKK")
    game.players[1].hand = [Reserved(card, unseen=False) for card in (77, 78, 79)]
    hold(game.players[1], "")
    game.play("pass")
    assert game.legal() == {"n1", "pass"}
    game.play("n1")
    assert game.legal() == {"pass"}
    game.play("pass")
    assert game.phase == "play"
    assert game.round == 2


def test_with_the_cap_nobody_ever_holds_more_than_ten() -> None:
    game = a_game(LANDOLT)
    hold(game.player, "WWUUGGRRK")
    assert {move for move in game.legal() if set(move) <= set(GEMS)} == set(GEMS)
    hold(game.player, "WWUUGGRRKK")
    assert not {move for move in game.legal() if set(move) <= set(GEMS)}
    game.play("r1a")
    assert game.players[0].tokens["J"] == 0
    assert game.seat == 1


def test_seeking_a_noble_is_an_action_and_succeeds_once() -> None:
    game = a_game(LANDOLT, nobles=[7, 8, 9])
    game.player.cards = cards_of(*"WWWGGGRRRKKK")
    game.play("n1")
    assert game.seat == 1
    game.play("WUG")
    assert not {"n1", "n2", "n3"} & game.legal()


def test_a_free_noble_may_be_declined_after_the_action() -> None:
    game = a_game(replace(LANDOLT, nobles="sought_free"), nobles=[7, 8, 9])
    game.player.cards = cards_of(*"WWWRRRKKK")
    assert "n1" in game.legal()
    game.play("WUG")
    assert game.legal() == {"n1", "n-"}
    game.play("n-")
    assert game.seat == 1
    assert game.players[0].nobles == []


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    game = a_game()
    before = game.snapshot()
    for text in ("pass", "JJ", "WU", "b1a", "bh1", "-W", "n1", "pay", ""):
        with pytest.raises(ValueError, match="is not legal in phase play"):
            game.play(text)
    assert game.snapshot() == before


def test_random_games_end_and_count_the_rules_they_exercise() -> None:
    chance = random.Random(1)
    for options in (replace(OFFICIAL, rounds=100), replace(LANDOLT, rounds=100)):
        game = a_game(options)
        while game.phase != "over":
            game.play(chance.choice(sorted(game.legal())))
        assert game.winners
        assert set(game.exercised) <= set(RULES)
