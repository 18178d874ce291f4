"""B7 to B9: what a player may know, the rule set `landolt`, and the options."""

from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from splendor.base.options import OPTIONS, BaseOptions
from splendor.base.state import STATE
from splendor.base.view import SPECTATOR, view_in
from splendor.core.decks import UNSEEN
from splendor.core.errors import OptionError
from tests.positions import Position, a_deal, a_game, cards_of

TEN = "WWUUGGRRKK"
NO_GEMS = {"W": 0, "U": 0, "G": 0, "R": 0, "K": 0}


def seen_by(game: Position, seat: int) -> Position:
    views = np.zeros(1, STATE)
    view_in(game.states, 0, seat, views, 0)
    return Position(views)


def nobles_of(game: Position) -> list[str]:
    return [text for text in game.legal() if text.startswith("n")]


# B7 What a player may know


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_what_lies_on_the_table_is_public(seat: int) -> None:
    """B7.1."""
    game = a_game().place(0, "WWJ", [0, 50], [85]).place(1, "K", [9], unseen=[44, 74])
    game.give_noble(2, 1)
    view, state = seen_by(game, seat).state, game.state
    for field in ("supply", "market", "nobles", "noble_owner", "deck_sizes"):
        assert view[field].tolist() == state[field].tolist()
    for field in ("tokens", "bought", "bonuses", "points", "cards", "nobles", "unseen"):
        assert view.players[field].tolist() == state.players[field].tolist()


def test_the_others_know_only_the_level_of_a_card_reserved_unseen() -> None:
    """B7.1, B7.2. Traps: blind reserve shown to all, or hidden from its owner."""
    game = a_game().play("r1", "r3")
    assert seen_by(game, 0).hand(0) == [4]
    assert seen_by(game, 1).hand(1) == [74]
    for stranger in (1, SPECTATOR):
        assert seen_by(game, stranger).hand(0) == [UNSEEN]
    for stranger in (0, SPECTATOR):
        assert seen_by(game, stranger).hand(1) == [UNSEEN - 2]


def test_a_card_reserved_unseen_is_known_when_it_is_bought() -> None:
    """B7.2."""
    game = a_game().place(0, "WWWUK", unseen=[4]).play("bh1")
    assert seen_by(game, 1).bought(0) == [4]
    assert seen_by(game, 1).hand(0) == []


def test_a_card_reserved_from_the_market_stays_known() -> None:
    """B7.2."""
    game = a_game().play("r2b")
    assert seen_by(game, 1).hand(0) == seen_by(game, SPECTATOR).hand(0) == [41]


def test_a_table_may_choose_to_show_only_the_level_of_every_reserved_card() -> None:
    """B7.2, B9 `hands`."""
    game = a_game(hands="hidden").play("r2b")
    assert seen_by(game, 1).hand(0) == seen_by(game, SPECTATOR).hand(0) == [UNSEEN - 1]
    assert seen_by(game, 0).hand(0) == [41]


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_the_order_of_the_decks_and_the_chance_are_secret_from_everybody(seat: int) -> None:
    """B7.3."""
    game = Position(a_deal("secret"))
    view = seen_by(game, seat)
    assert view.cards_in_deck(1) == [UNSEEN] * 36
    assert view.cards_in_deck(2) == [UNSEEN - 1] * 26
    assert view.cards_in_deck(3) == [UNSEEN - 2] * 16
    assert not view.state.chance.any()


# B8.1 Nobody ever holds more than ten


@pytest.mark.parametrize(
    "held, size", [("WUG", 3), ("WWUUGGR", 3), ("WWUUGGRR", 2), ("WWUUGGRRJ", 1), ("WWUUGGRRJJ", 0)]
)
def test_with_the_cap_exactly_as_many_are_taken_as_there_is_room_for(held: str, size: int) -> None:
    """B8.1: the player's choice which."""
    game = a_game(tokens="cap").place(0, held)
    different = [text for text in game.legal_takes() if len(set(text)) == len(text)]
    choices = ["".join(chosen) for chosen in combinations("WUGRK", size) if chosen]
    assert different == choices


@pytest.mark.parametrize("left, takes", [("UR", ["UR"]), ("G", ["G"])])
def test_with_the_cap_as_many_colours_are_taken_as_there_are(left: str, takes: list[str]) -> None:
    """B8.1."""
    game = a_game(tokens="cap").supply(**NO_GEMS).supply(**dict.fromkeys(left, 1))
    assert game.legal_takes() == takes


@pytest.mark.parametrize("held, allowed", [("WWUUGGRR", True), ("WWUUGGRRJ", False)])
def test_with_the_cap_a_pair_needs_room_for_two(held: str, allowed: bool) -> None:
    """B8.1, and four in the supply."""
    game = a_game(tokens="cap").place(0, held)
    assert ("KK" in game.legal()) == allowed
    assert "KK" not in game.supply(K=3).legal()


@pytest.mark.parametrize("held, gold", [("WWUUGGRRK", 1), (TEN, 0)])
def test_with_the_cap_reserving_with_ten_tokens_gives_no_gold(held: str, gold: int) -> None:
    """B8.1: and nothing is returned."""
    game = a_game(tokens="cap").place(0, held).play("r1a")
    assert game.hand(0) == [0]
    assert game.tokens(0) == held + "J" * gold
    assert (game.seat, game.phase) == (1, "play")


def test_with_the_cap_ten_tokens_and_a_full_hand_mean_a_pass() -> None:
    """B8.1, B3.7."""
    game = a_game(tokens="cap").place(0, "WWWWRRRRKK", hand=[74, 78, 80]).row(1, 0, 5, 11, 16)
    assert game.legal() == ["pass"]


# B8.2 Seeking patronage


def test_sought_nobles_do_not_come_by_themselves() -> None:
    """B8.2."""
    game = a_game(nobles="sought").invite(0, 3, 4).place(0, bought=cards_of("WWWWUUUU"))
    game.play("WUG")
    assert (game.nobles(0), game.seat) == ([], 1)


def test_seeking_patronage_is_an_action_like_the_others() -> None:
    """B8.2: the turn is over with it."""
    game = a_game(nobles="sought").invite(0, 3, 5).place(0, bought=cards_of("WWWWUUUUGGG"))
    assert nobles_of(game) == ["n1", "n3"]
    game.play("n3")
    assert (game.nobles(0), game.points_of(0)) == ([5], 3)
    assert (game.seat, game.phase) == (1, "play")


def test_an_unqualified_noble_cannot_be_sought() -> None:
    """B8.2."""
    game = a_game(nobles="sought").invite(0, 3, 4).place(0, bought=cards_of("WWWWUUUG"))
    assert nobles_of(game) == []


def test_a_player_who_can_seek_a_noble_cannot_pass() -> None:
    """B8.2, B3.7."""
    game = a_game(nobles="sought").empty_market().supply(**NO_GEMS).invite(0, 3, 4)
    game.place(0, bought=cards_of("WWWWUUUU"))
    assert game.legal() == ["n1"]


def test_in_landolt_a_player_has_only_one_noble_in_the_whole_game() -> None:
    """B8.2."""
    game = a_game("landolt").invite(0, 3, 5).place(0, bought=cards_of("WWWWUUUUGGG"))
    game.play("n1", "WUG")
    assert nobles_of(game) == []


def test_the_end_is_checked_after_seeking() -> None:
    """B8.2, B6.1."""
    game = a_game("landolt").invite(0, 3, 4).place(1, bought=cards_of("WWWWUUUU"))
    game.points(0, 12).turn_of(1).play("n1")
    assert (game.over, game.reason, game.winners) == (True, "points", [1])


def free(**options: Any) -> Position:
    """A game where patronage is free, and seat 0 qualifies for two nobles."""
    game = a_game(nobles="sought_free", **options).invite(0, 3, 5)
    return game.place(0, bought=cards_of("WWWWUUUUGGG"))


def test_a_free_noble_may_be_claimed_before_the_action() -> None:
    """B8.2."""
    game = free().play("n1")
    assert (game.nobles(0), game.seat, game.phase) == ([0], 0, "play")
    assert nobles_of(game) == []  # at most one in a turn
    game.play("WUG")
    assert (game.seat, game.phase) == (1, "play")


def test_a_free_noble_may_be_claimed_after_the_action() -> None:
    """B8.2."""
    game = free().play("WUG")
    assert (game.phase, game.legal()) == ("noble", ["n1", "n3", "n-"])
    game.play("n3")
    assert (game.nobles(0), game.seat) == ([5], 1)


def test_a_free_noble_may_be_declined_even_if_it_is_the_only_one() -> None:
    """B8.2."""
    game = a_game(nobles="sought_free").invite(0, 3, 4).place(0, bought=cards_of("WWWWUUUU"))
    game.play("WUG")
    assert game.legal() == ["n1", "n-"]
    game.play("n-")
    assert (game.nobles(0), game.seat) == ([], 1)
    assert nobles_of(game.play("WUG")) == ["n1"]  # it can be claimed in a later turn


def test_after_the_action_a_card_just_bought_counts() -> None:
    """B8.2: card 0 is white and costs three blue."""
    bought = cards_of("WWWUUUU", besides=[0])
    game = a_game(nobles="sought_free").invite(0, 3, 4).place(0, bought=bought).row(1, 0)
    assert nobles_of(game) == []
    assert game.play("b1a").legal() == ["n1", "n-"]


def test_a_free_noble_waits_for_the_return_of_tokens() -> None:
    """B8.2: after the action and any return."""
    game = free().place(0, TEN).play("WUG")
    assert game.phase == "return"
    assert game.play("-W", "-W", "-W").phase == "noble"


def test_a_claim_before_the_action_leaves_none_for_after_it() -> None:
    """B8.2: at most one in a turn, also when tokens are returned in between."""
    game = free().place(0, TEN).play("n1", "WUG", "-W", "-W", "-W")
    assert (game.nobles(0), game.seat, game.phase) == ([0], 1, "play")


def test_a_free_claim_may_accompany_a_pass() -> None:
    """B8.2, B3.7: claiming is not an action, so the player may also pass."""
    game = free().empty_market().supply(**NO_GEMS)
    assert game.legal() == ["n1", "n3", "pass"]
    after = game.copy().play("pass")
    assert after.legal() == ["n1", "n3", "n-"]
    before = game.copy().play("n1")
    assert before.legal() == ["pass"]
    assert before.play("pass").seat == 1


@pytest.mark.parametrize(
    "turn, over", [(["pass", "n-"], True), (["pass", "n1"], False), (["n1", "pass"], False)]
)
def test_a_pass_with_a_claim_is_no_stalemate_and_one_without_is(
    turn: list[str], over: bool
) -> None:
    """B3.7, B8.2: before or after the pass, a noble changes the position."""
    game = free().empty_market().supply(**NO_GEMS).turn_of(1).play("pass")
    assert game.play(*turn).over == over


@pytest.mark.parametrize("rule", ["come", "sought", "sought_free"])
@pytest.mark.parametrize("each, had, more", [(1, 0, True), (1, 1, False), (2, 1, True)])
def test_nobody_has_more_nobles_than_the_option_allows(
    rule: str, each: int, had: int, more: bool
) -> None:
    """B8.2, B9 `nobles_each`."""
    game = a_game(nobles=rule, nobles_each=each).invite(0, 1, 2)
    game.place(0, bought=cards_of("WWWWUUUU"))
    for slot in range(had):
        game.give_noble(2 + slot, 0)
    offered = nobles_of(game)
    assert bool(offered) == (more and rule != "come")
    game.play("WUG")
    assert (game.phase == "noble") == (more and rule == "sought_free")
    assert (game.nobles(0) == [0, *[1] * had]) == (more and rule == "come")


# B8.3, B8.4


def test_in_landolt_the_player_at_the_bottom_starts() -> None:
    """B8.3: seat 0, then the others in their order."""
    assert {int(a_deal(seed, "landolt", players=4)[0].start) for seed in range(20)} == {0}


def test_in_landolt_the_hand_limit_is_kept_and_a_further_tie_is_shared() -> None:
    """B8.4. (B8.5 concerns the user interface and is not tested here.)"""
    game = a_game("landolt").place(0, hand=[84, 85, 86])
    assert not [text for text in game.legal() if text.startswith("r")]
    assert a_game("landolt").points(15, 15).turn_of(1).play("WUG").winners == [0, 1]


# B9 BaseOptions


def test_the_presets_are_those_of_the_table() -> None:
    """B9."""
    official = {
        "players": 2,
        "target": 15,
        "tokens": "return",
        "nobles": "come",
        "nobles_each": 5,
        "hands": "seen",
        "start": "random",
        "rounds": None,
    }
    assert asdict(OPTIONS.presets["official"]) == official
    landolt = official | {"tokens": "cap", "nobles": "sought", "nobles_each": 1, "start": 0}
    assert asdict(OPTIONS.presets["landolt"]) == landolt


@pytest.mark.parametrize("target, points, over", [(5, 4, False), (5, 5, True), (30, 29, False)])
def test_the_target_is_the_points_that_end_the_game(target: int, points: int, over: bool) -> None:
    """B9 `target`."""
    assert a_game(target=target).points(points, 0).play("WUG", "WUG").over == over
    assert a_game(target=30).points(30, 0).play("WUG", "WUG").over


@pytest.mark.parametrize("start", [0, 1])
def test_the_game_ends_when_the_last_round_is_complete(start: int) -> None:
    """B9 `rounds`."""
    game = a_game(rounds=2).turn_of(start, start=start).points(3, 2)
    game.play("WUG", "WUG", "r1")
    assert not game.over
    game.play("r1")
    assert (game.over, game.reason, game.winners) == (True, "limit", [0])
    assert game.round_number == 2
    assert game.legal() == []


def test_without_a_limit_rounds_continue() -> None:
    """B9 `rounds`."""
    game = a_game().turn_of(1, round_number=100_000).play("WUG")
    assert (game.over, game.round_number) == (False, 100_001)


@pytest.mark.parametrize(
    "name, low, high", [("target", 5, 30), ("nobles_each", 1, 5), ("rounds", 1, 10_000)]
)
def test_a_number_out_of_range_is_refused_by_name(name: str, low: int, high: int) -> None:
    """B9: both ends are allowed, and what lies beyond them is not."""
    for value in (low, high):
        assert getattr(OPTIONS.make("official", {name: value}), name) == value
    wrongs: list[object] = [low - 1, high + 1, -1, str(low), float(low), True]
    for wrong in wrongs:
        with pytest.raises(OptionError, match=name):
            OPTIONS.make("official", {name: wrong})


@pytest.mark.parametrize(
    "name, values",
    [
        ("players", [2, 3, 4]),
        ("tokens", ["return", "cap"]),
        ("nobles", ["come", "sought", "sought_free"]),
        ("hands", ["seen", "hidden"]),
    ],
)
def test_an_unknown_value_is_refused_by_name(name: str, values: list[object]) -> None:
    """B9."""
    for value in values:
        assert getattr(OPTIONS.make("landolt", {name: value}), name) == value
    for wrong in (1, 5, "", "Cap", None, 2.0, True):
        with pytest.raises(OptionError, match=name):
            OPTIONS.make("landolt", {name: wrong})


def test_the_start_is_a_seat_of_the_game_or_random() -> None:
    """B9 `start`."""
    for start in (0, 1, "random"):
        assert OPTIONS.make("official", {"start": start}).start == start
    assert OPTIONS.make("official", {"start": 3, "players": 4}).start == 3
    for wrong in (2, -1, "0", "youngest", None, True):
        with pytest.raises(OptionError, match="start"):
            OPTIONS.make("official", {"start": wrong})


def test_an_unknown_option_is_refused_by_name() -> None:
    """B9."""
    with pytest.raises(OptionError, match="there is no option 'colour' in landolt"):
        OPTIONS.make("landolt", {"colour": 1})


@pytest.mark.parametrize("rules", ["official", "landolt"])
def test_every_option_has_a_field_in_the_record(rules: str) -> None:
    """B9: one field each, whatever the rule set."""
    states = np.zeros(1, STATE)
    changes: list[dict[str, object]] = [
        {"players": 4, "start": 3},
        {"target": 21, "tokens": "cap"},
        {"nobles": "sought_free", "nobles_each": 2},
        {"hands": "hidden", "start": "random", "rounds": 10_000},
    ]
    for given in changes:
        options = OPTIONS.make(rules, given)
        OPTIONS.write(states[0], rules, options)
        assert OPTIONS.read(states[0]) == options
    assert OPTIONS.read(states[0]) != BaseOptions()
