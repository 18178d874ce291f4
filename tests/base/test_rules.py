"""B1 to B4: the set-up, a turn, the actions and the token limit, sentence by sentence."""

import pytest

from splendor.base.state import CARDS, DECK_SIZES
from splendor.core.decks import NONE
from tests.positions import a_deal, a_game, cards_of

ALL_COLOURS = "WUGRK"
TEN = "WWUUGGRRKK"
THREES = ["WUG", "WUR", "WUK", "WGR", "WGK", "WRK", "UGR", "UGK", "URK", "GRK"]
PAIRS = ["WW", "UU", "GG", "RR", "KK"]


# B1 Set-up


@pytest.mark.parametrize("players, gems", [(2, 4), (3, 5), (4, 7)])
def test_fewer_gems_are_used_with_fewer_players_and_always_five_gold(
    players: int, gems: int
) -> None:
    """B1.1."""
    state = a_deal("B1.1", players=players)[0]
    assert state.supply.tolist() == [gems] * 5 + [5]
    assert all(not any(player.tokens) for player in state.players)


def test_four_cards_of_each_level_lie_face_up_beside_their_deck() -> None:
    """B1.2, and B1.5: there are three decks."""
    state = a_deal("B1.2")[0]
    assert len(state.deck_sizes) == 3
    assert state.deck_sizes.tolist() == [36, 26, 16]
    assert [CARDS[card].level for card in state.market] == [1] * 4 + [2] * 4 + [3] * 4
    dealt = sorted(card for card in [*state.deck, *state.market] if card != NONE)
    assert dealt == list(range(sum(DECK_SIZES)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_noble_more_than_players_is_invited(players: int) -> None:
    """B1.3."""
    nobles = a_deal("B1.3", players=players)[0].nobles.tolist()
    invited = nobles[: players + 1]
    assert len(set(invited)) == players + 1
    assert set(invited) <= set(range(10))
    assert nobles[players + 1 :] == [NONE] * (4 - players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_is_chosen_at_random_unless_the_table_says_otherwise(
    players: int,
) -> None:
    """B1.4."""
    chosen = {int(a_deal(seed, players=players)[0].start) for seed in range(40)}
    assert chosen == set(range(players))
    for seat in range(players):
        state = a_deal("B1.4", players=players, start=seat)[0]
        assert (state.start, state.active) == (seat, seat)


def test_play_goes_clockwise_from_the_start_player() -> None:
    """B1.4."""
    game = a_game(players=3).turn_of(2, start=2)
    seats = [game.seat]
    for _ in range(3):
        game.play("WUG" if game.seat == 2 else "RR" if game.seat == 0 else "r1")
        seats.append(game.seat)
    assert seats == [2, 0, 1, 2]
    assert game.round_number == 2


# B2 A turn


def test_a_turn_is_one_action_then_tokens_then_a_noble_then_the_next_player() -> None:
    """B2.1."""
    game = a_game(target=5).invite(0, 5, 9).place(0, TEN, cards_of("WWWWUUUUGGG"))
    phases = [game.phase]
    for text in ("WUG", "-W", "-W", "-W", "n1"):
        game.play(text)
        phases.append(game.phase)
    assert phases == ["play", "return", "return", "return", "noble", "play"]
    assert game.seat == 1
    assert game.nobles(0) == [0]


def test_after_one_action_without_more_to_decide_the_next_player_is_to_play() -> None:
    """B2.1."""
    for text in ("WUG", "WW", "r1a", "r2"):
        game = a_game().play(text)
        assert (game.seat, game.phase) == (1, "play")


# B3.1 Take three


def test_three_tokens_of_different_colours_are_taken() -> None:
    """B3.1."""
    game = a_game()
    assert game.legal_takes() == [*THREES, *PAIRS]
    game.play("WGK")
    assert game.tokens(0) == "WGK"
    assert game.supply_left == "WWWUUUUGGGRRRRKKKJJJJJ"


@pytest.mark.parametrize(
    "left, takes",
    [
        ("UGRK", ["UGR", "UGK", "URK", "GRK"]),
        ("WRK", ["WRK"]),
        ("UR", ["UR"]),
        ("K", ["K"]),
        ("", []),
    ],
)
def test_with_fewer_colours_left_exactly_one_of_each_is_taken(left: str, takes: list[str]) -> None:
    """B3.1: taking fewer is never a choice."""
    game = a_game().supply(**{colour: int(colour in left) for colour in ALL_COLOURS})
    assert game.legal_takes() == takes
    if takes:
        assert game.play(takes[0]).tokens(0) == takes[0]


# B3.2 Take a pair


@pytest.mark.parametrize("pile, allowed", [(2, False), (3, False), (4, True), (5, True), (7, True)])
def test_a_pair_needs_four_in_the_pile(pile: int, allowed: bool) -> None:
    """B3.2. Traps: pair allowed from three; pair refused from four or five."""
    game = a_game(players=4).supply(R=pile)
    assert ("RR" in game.legal()) == allowed


def test_a_pair_is_two_tokens_of_one_colour() -> None:
    """B3.2."""
    game = a_game().play("GG")
    assert game.tokens(0) == "GG"
    assert game.supply_left.count("G") == 2


# B3.3 Reserve


def test_a_market_card_is_reserved_with_a_gold() -> None:
    """B3.3."""
    game = a_game().play("r2c")
    assert game.hand(0) == [42]
    assert game.tokens(0) == "J"
    assert game.supply_left.count("J") == 4


def test_the_top_card_of_a_deck_is_reserved_unseen_with_a_gold() -> None:
    """B3.3."""
    game = a_game().play("r3")
    assert game.hand(0) == [74]
    assert game.state.players[0].unseen.tolist() == [1, 0, 0]
    assert game.tokens(0) == "J"
    assert game.cards_in_row(3) == [70, 71, 72, 73]
    assert game.cards_in_deck(3)[0] == 75


@pytest.mark.parametrize("held, allowed", [(0, True), (2, True), (3, False)])
def test_three_cards_in_hand_are_the_limit(held: int, allowed: bool) -> None:
    """B3.3."""
    game = a_game().place(0, hand=[85, 86, 87][:held])
    reserves = [text for text in game.legal() if text.startswith("r")]
    assert len(reserves) == (15 if allowed else 0)


def test_without_gold_in_the_supply_a_card_is_reserved_alone() -> None:
    """B3.3."""
    game = a_game().supply(J=0).play("r1a")
    assert (game.hand(0), game.tokens(0)) == ([0], "")


def test_the_gold_is_taken_also_with_ten_tokens_in_hand() -> None:
    """B3.3, B4.1. Traps: no gold when at ten; gold not returnable."""
    game = a_game().place(0, TEN).play("r1a")
    assert game.tokens(0) == TEN + "J"
    assert game.phase == "return"
    assert game.cards_in_row(1) == [4, 1, 2, 3]  # the slot is refilled before tokens are returned
    game.play("-J")
    assert (game.tokens(0), game.seat) == (TEN, 1)


def test_an_empty_deck_cannot_be_reserved_from() -> None:
    """B3.3."""
    assert "r2" in a_game().deck(2, 44).legal()
    game = a_game().deck(2)
    assert "r2" not in game.legal()
    assert {"r1", "r3", "r2a"} <= set(game.legal())


def test_a_card_cannot_leave_the_hand_except_by_purchase() -> None:
    """B3.3: with a full hand, the only legal moves that name its cards are purchases."""
    game = a_game().place(0, "KKKKKKK", hand=[71, 75, 79])
    assert [text for text in game.legal() if "h" in text] == ["bh1"]
    game.play("WUG")
    assert game.hand(0) == [71, 75, 79]


# B3.4 Purchase


@pytest.mark.parametrize("tokens, allowed", [("UU", False), ("UUU", True), ("UUWWGGRRKK", False)])
def test_a_card_is_bought_for_its_price(tokens: str, allowed: bool) -> None:
    """B3.4: card 0 costs three blue."""
    assert ("b1a" in a_game().place(0, tokens).legal()) == allowed


def test_a_bought_card_counts_and_the_tokens_go_back_to_the_supply() -> None:
    """B3.4."""
    game = a_game().place(0, "UUUUW").play("b1a")
    assert game.bought(0) == [0]
    assert game.tokens(0) == "WU"
    assert game.supply_left == "WWWUUUGGGGRRRRKKKKJJJJJ"
    player = game.state.players[0]
    assert (player.bonuses.tolist(), player.cards, player.points) == ([1, 0, 0, 0, 0], 1, 0)


def test_a_bought_card_brings_its_points() -> None:
    """B3.4: card 71 is worth four points and costs seven black."""
    assert a_game().place(0, "KKKKKKK").play("b3b").points_of(0) == 4


def test_a_card_is_bought_from_the_own_hand_and_the_hand_closes_up() -> None:
    """B3.4."""
    game = a_game().place(0, "UUU", hand=[85, 0], unseen=[86]).place(1, hand=[5])
    assert [text for text in game.legal() if text.startswith("bh")] == ["bh2"]
    row = game.cards_in_row(1)
    game.play("bh2")
    assert game.hand(0) == [85, 86]
    assert game.state.players[0].unseen.tolist() == [0, 1, 0]
    assert game.bought(0) == [0]
    assert game.cards_in_row(1) == row


def test_nobody_buys_from_the_hand_of_another() -> None:
    """B3.4."""
    game = a_game().place(0, "UUU").place(1, hand=[0])
    assert "bh1" not in game.legal()


@pytest.mark.parametrize("bonuses, tokens", [("", "UUU"), ("U", "UU"), ("UUU", ""), ("UUUUU", "")])
def test_bonuses_come_off_the_price_but_never_below_zero(bonuses: str, tokens: str) -> None:
    """B3.4: card 0 costs three blue."""
    game = a_game().place(0, tokens + "W", cards_of(bonuses)).row(1, 0)
    assert game.play("b1a").tokens(0) == "W"
    short = a_game().place(0, tokens[1:] + "W", cards_of(bonuses)).row(1, 0)
    assert ("b1a" in short.legal()) == (tokens == "")


def test_bonuses_count_colour_by_colour() -> None:
    """B3.4: more bonuses than the price in one colour do not help in another."""
    game = a_game().row(1, 5).place(0, "UK", cards_of("GGGGG"))  # it costs U2 G2 K1
    assert "b1a" not in game.legal()


def test_a_card_does_not_help_to_pay_for_itself() -> None:
    """B3.4: card 4 is white and costs W3 U1 K1."""
    assert "b1a" not in a_game().row(1, 4).place(0, "WWUK").legal()
    assert "b1a" in a_game().row(1, 4).place(0, "WWWUK").legal()


@pytest.mark.parametrize("tokens, allowed", [("J", False), ("UJ", False), ("UUJ", True)])
def test_gold_stands_in_for_a_missing_gem(tokens: str, allowed: bool) -> None:
    """B3.4."""
    assert ("b1a" in a_game().place(0, tokens).legal()) == allowed


def test_the_default_payment_spends_gold_only_for_what_is_missing() -> None:
    """B3.4."""
    game = a_game().place(0, "UUJJJ").play("b1a")
    assert game.tokens(0) == "JJ"
    assert game.supply_left == "WWWWUUUUGGGGRRRRKKKKJJJ"


def test_the_payer_may_spend_gold_although_the_colour_is_in_hand() -> None:
    """B3.4."""
    game = a_game().place(0, "UUUJJ").play("b1a+", "J=U", "J=U", "pay")
    assert game.tokens(0) == "UU"
    assert game.bought(0) == [0]


def test_nobody_pays_more_than_the_price() -> None:
    """B3.4: with three blue to pay, at most three gold."""
    game = a_game().place(0, "UUUUJJJJJ").play("b1a+", "J=U", "J=U", "J=U")
    assert game.legal() == ["pay"]
    assert game.play("pay").tokens(0) == "UUUUJJ"


@pytest.mark.parametrize("tokens", ["UUU", "UUJ", "UJJ", "JJJ"])
def test_gold_is_a_choice_only_where_there_is_gold_to_spare_and_a_gem_to_save(tokens: str) -> None:
    """B3.4."""
    assert "b1a" in a_game().place(0, tokens).legal()
    assert "b1a+" not in a_game().place(0, tokens).legal()
    spare = a_game().place(0, tokens + "J").legal()
    assert ("b1a+" in spare) == ("U" in tokens)


def test_gold_cannot_replace_a_gem_that_bonuses_pay_for() -> None:
    """B3.4."""
    game = a_game().place(0, "UUUJJ", cards_of("UUU")).row(1, 0)
    assert "b1a" in game.legal()
    assert "b1a+" not in game.legal()


# B3.5 The market


@pytest.mark.parametrize("text", ["r1b", "b1b"])
def test_an_emptied_slot_is_refilled_at_once_from_its_own_deck(text: str) -> None:
    """B3.5: card 1 costs R2 K1."""
    game = a_game().place(0, "RRK").play(text)
    assert game.cards_in_row(1) == [0, 4, 2, 3]
    assert game.cards_in_deck(1)[0] == 5
    assert game.state.deck_sizes.tolist() == [35, 26, 16]


@pytest.mark.parametrize("text", ["r1b", "b1b"])
def test_a_slot_stays_empty_when_its_deck_is_and_the_others_do_not_move(text: str) -> None:
    """B3.5. Trap: deck empty and slot refilled with nothing shown."""
    game = a_game().place(0, "RRK").deck(1).play(text)
    assert game.cards_in_row(1) == [0, NONE, 2, 3]
    assert not {"r1b", "b1b", "b1b+", "r1"} & set(game.legal())
    assert {"r1a", "r1c", "r1d", "r2", "r3"} <= set(game.legal())


def test_nothing_is_bought_from_an_empty_slot() -> None:
    """B3.5."""
    game = a_game().empty_market().place(0, "WWUUJJJJJ", cards_of("WWWUUUGGGRRRKKK"))
    assert not [text for text in game.legal() if text[0] in "br"]


# B3.6 Gold


def test_gold_is_never_taken_like_a_gem() -> None:
    """B3.6."""
    game = a_game(players=4)
    assert not [text for text in game.legal() if "J" in text]
    full = a_game().supply(W=0, U=0, G=0, R=0, K=0, J=5)
    assert full.legal_takes() == []


# B3.7 Pass


def test_a_player_passes_if_and_only_if_no_action_is_legal() -> None:
    """B3.7. Traps: pass always legal; no move at all and the game hangs."""
    stuck = a_game().supply(W=0, U=0, G=0, R=0, K=0).place(0, hand=[85, 86, 87])
    assert stuck.legal() == ["pass"]
    assert stuck.play("pass").seat == 1
    assert "pass" not in a_game().legal()


@pytest.mark.parametrize("rescue", ["take", "reserve", "purchase"])
def test_any_single_action_forbids_the_pass(rescue: str) -> None:
    """B3.7."""
    game = a_game().supply(W=0, U=0, G=0, R=0, K=0).place(0, hand=[85, 86, 87])
    if rescue == "take":
        game.supply(R=1)
    elif rescue == "reserve":
        game.state.players[0].hand[2] = NONE
    else:
        game.place(0, "UUU")
    assert game.legal()
    assert "pass" not in game.legal()


def test_after_a_pass_a_noble_still_comes() -> None:
    """B3.7."""
    game = a_game().empty_market().invite(0, 1, 2).supply(W=0, U=0, G=0, R=0, K=0)
    game.place(0, bought=cards_of("WWWWUUUU")).play("pass")
    assert game.nobles(0) == [0]


def test_the_end_by_points_is_checked_after_a_pass_too() -> None:
    """B3.7, B6.1."""
    game = a_game().empty_market().supply(W=0, U=0, G=0, R=0, K=0)
    game.points(15, 3).turn_of(1).play("pass")
    assert (game.over, game.reason, game.winners) == (True, "points", [0])


# B4 Token limit


@pytest.mark.parametrize("held, phase", [("WWUUGGR", "play"), ("WWUUGGRR", "return")])
def test_ten_tokens_may_be_kept_and_eleven_may_not(held: str, phase: str) -> None:
    """B4.1: three more make ten, or eleven."""
    assert a_game().place(0, held).play("WUK").phase == phase


@pytest.mark.parametrize("held, phase", [("WWUUGGRR", "play"), ("WWUUGGRRJ", "return")])
def test_gold_counts_toward_the_ten(held: str, phase: str) -> None:
    """B4.1."""
    assert a_game(players=4).place(0, held).play("KK").phase == phase


def test_tokens_are_returned_until_exactly_ten_remain() -> None:
    """B4.1."""
    game = a_game().place(0, TEN)
    supply = game.supply_left
    game.play("WUG", "-G", "-R", "-R")
    assert game.tokens(0) == "WWWUUUGGKK"
    assert sorted(game.supply_left) == sorted(supply.replace("WWUU", "WU") + "RR")
    assert (game.seat, game.phase) == (1, "play")


def test_a_token_just_taken_may_be_returned() -> None:
    """B4.1. Trap: just-taken tokens not returnable."""
    game = a_game(players=3).place(0, "WWWWUUUUGG")
    game.play("GRK", "-G", "-R", "-K")
    assert game.tokens(0) == "WWWWUUUUGG"


def test_gold_may_be_returned() -> None:
    """B4.1. Trap: gold not returnable."""
    game = a_game().place(0, "WWUUGGRRJJ").play("WUG", "-W", "-J", "-J")
    assert game.tokens(0) == "WWUUUGGGRR"
    assert game.supply_left.count("J") == 5


def test_nothing_is_returned_after_a_purchase() -> None:
    """B4.1: it can only lower the number of tokens."""
    game = a_game().place(0, "UUUUUUUWWW").play("b1a")
    assert (game.phase, game.tokens(0)) == ("play", "WWWUUUU")
