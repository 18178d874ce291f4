"""The table as text: it fits, it needs no colour, and its tags agree with the rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from splendor import Game, Purchase, PurchaseHand
from splendor.core.gems import ColourCounts
from splendor.terminal.base.drawing import BaseScene, draw, options_of
from splendor.terminal.base.log_lines import last_turns
from splendor.terminal.base.prompt import choices
from splendor.terminal.drawing import WIDTH, Scene, cut, pad, plain, width_of
from splendor.terminal.log_lines import statistics
from splendor.terminal.prices import payment, shortage, tag
from splendor.terminal.prompt import what_to_buy
from tests.games import base_table

LONGEST_NAMES = tuple(f"Seat {seat} · {'M' * 16}" for seat in range(4))


def stages(players: int, games: int = 4, rules: str = "official") -> Iterator[Game]:
    """Positions of games in which purchases are likely."""
    chance = random.Random(players)
    for seed in range(games):
        game = Game(rules, players, seed, rounds=45)
        while not game.is_over:
            moves = game.legal_moves
            buying = [move for move in moves if str(move)[0] in "bJp"]
            game.push(chance.choice(buying if buying and chance.random() < 0.6 else moves))
            if chance.random() < 0.1 or game.is_over:
                yield game


def scene_of(game: Game, fresh: bool = True, seat: int | None = None) -> BaseScene:
    viewer = game.active if seat is None else seat
    names, last = LONGEST_NAMES[: game.players], last_turns(game)
    cards = frozenset(range(90)) if fresh else frozenset()
    return Scene(
        base_table(game.view(viewer)), game.rules, options_of(game), names, last, viewer, cards
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["official", "landolt"])
def test_the_drawing_fits_into_a_hundred_columns(players: int, rules: str) -> None:
    drawn = 0
    for game in stages(players, rules=rules):
        text = draw(scene_of(game)).split("\n")
        text += [*choices(game), *what_to_buy(game, None, 0, LONGEST_NAMES[0])]
        text += statistics(game, LONGEST_NAMES[: game.players]).split("\n")
        for line in text:
            assert width_of(line) <= WIDTH, line
        drawn += 1
    assert drawn > 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_on_the_table_is_drawn(players: int) -> None:
    for game in stages(players, games=1):
        text, table = plain(draw(scene_of(game))), base_table(game)
        for level, row in enumerate(table.market):
            for slot, card in enumerate(row):
                assert f" {level + 1}{'abcd'[slot]} " in text
                if card is None:
                    continue
                price = "  ".join(f"{'WUGRK'[gem]}{n}" for gem, n in enumerate(card.cost) if n)
                assert f"│ {price} " in text
        assert all(f"{name} " in text for name in LONGEST_NAMES[:players])
        for place in table.places:
            assert f"{place.points}/{table.target} points" in text
            assert f"{sum(place.tokens):>2}/10" in text


def test_a_card_is_tagged_buy_exactly_when_it_can_be_bought() -> None:
    seen = {"BUY": 0, "BUY ★": 0, "−": 0}
    for players in (2, 3, 4):
        for game in stages(players):
            if game.phase != "play":
                continue
            place = base_table(game).places[game.active]
            for move in PURCHASES:
                card = base_table(game).card_of(move)
                if card is None:
                    assert not game.is_legal(move)
                    continue
                words = plain(tag(place, card))
                assert words.startswith("BUY") == game.is_legal(move)
                assert (shortage(place, card) == 0) == game.is_legal(move)
                seen[next(kind for kind in reversed(seen) if words.startswith(kind))] += 1
    assert min(seen.values()) > 5, seen


PURCHASES: list[Purchase | PurchaseHand] = [
    *(Purchase(level, slot) for level in (1, 2, 3) for slot in range(4)),
    *map(PurchaseHand, range(3)),
]


def test_the_payment_shown_is_the_default_payment() -> None:
    bought = 0
    for game in stages(3):
        for move in game.legal_moves:
            if isinstance(move, (Purchase, PurchaseHand)):
                seat, before = game.active, base_table(game).places[game.active]
                card = base_table(game).card_of(move)
                assert card is not None
                game.push(move)
                after = game.table.places[seat].tokens
                paid = [held - left for held, left in zip(before.tokens, after, strict=True)]
                assert paid == list(payment(before, card))
                game.pop()
                bought += 1
    assert bought > 50


def test_a_card_reserved_unseen_is_drawn_only_for_its_owner() -> None:
    game = Game(seed=1, start=0)
    game.push("r3")
    own, other = scene_of(game, seat=0), scene_of(game, seat=1)
    held = game.table.places[0].hand[0].card
    assert held is not None
    price = " ".join(f"{'WUGRK'[gem]}{n}" for gem, n in enumerate(held.cost) if n)
    assert f"{held.points} pts  {price}" in plain(draw(own))
    assert "secret" in plain(draw(own))
    assert f"{held.points} pts  {price}" not in plain(draw(other))
    assert "level 3, face down" in plain(draw(other))


def test_new_cards_are_marked() -> None:
    game = Game(seed=1)
    marked, unmarked = (plain(draw(scene_of(game, fresh))) for fresh in (True, False))
    assert marked.count("new") == 12
    assert unmarked.count("new") == 0


def test_the_bonuses_missing_for_a_noble_are_drawn_by_seat() -> None:
    """Four players, five nobles; seat 1 has a noble, seat 2 the bonuses for another."""
    game = Game(seed=1, players=4)
    table = base_table(game)
    first, second = table.nobles[0], table.nobles[1]
    assert first is not None
    assert second is not None
    some, who_has_one, able, other = table.places
    places = (
        some,
        replace(who_has_one, nobles=(first,)),
        replace(able, bonuses=second.requires),
        replace(other, bonuses=ColourCounts((1, 1, 1, 1, 1))),
    )
    table = replace(table, places=places, nobles=(None, *table.nobles[1:]))
    names, needed = LONGEST_NAMES, sum(second.requires)
    colours = sum(1 for count in second.requires if count)
    for nobles_each, mark in ((1, "·"), (2, str(needed))):
        options = replace(options_of(game), nobles_each=nobles_each)
        scene = Scene(table, "official", options, names, ("",) * 4, 0)
        line = next(line for line in plain(draw(scene)).split("\n") if line.startswith(" to go"))
        assert line.split()[2:6] == [f"0:{needed}", f"1:{mark}", "2:✓", f"3:{needed - colours}"]
        assert len(line.split()) == 2 + 4 * 4  # the first noble is gone
        assert width_of(line) <= WIDTH


@pytest.mark.parametrize("points, words", [(0, "0 pts"), (1, "1 pt "), (5, "5 pts")])
def test_the_points_of_nobles_are_drawn_even_if_there_are_none(points: int, words: str) -> None:
    game = Game(seed=1)
    table = base_table(game)
    nobles = tuple(replace(noble, points=points) for noble in table.nobles if noble)
    scene = replace(scene_of(game), table=replace(table, nobles=nobles))
    assert plain(draw(scene)).split("\n")[2].startswith(f" {words}")


def test_nothing_is_tagged_after_the_end() -> None:
    for game in stages(3):
        text = plain(draw(scene_of(game)))
        assert ("−" in text) != game.is_over
        assert ("to go" in text) != game.is_over
        assert ("the game is over" in text) == game.is_over
        assert not (game.is_over and "BUY" in text)


def test_an_empty_market_place_and_deck_are_drawn() -> None:
    game = next(game for game in stages(4, games=40) if game.table.market[0].count(None))
    text = plain(draw(scene_of(game)))
    assert "is empty" in text
    assert "no deck" in text


@pytest.mark.parametrize("text", ["Anna", "Zoë", "漢字漢字", "e\u0301a", "a" * 30])
def test_texts_are_padded_and_cut_by_display_width(text: str) -> None:
    assert width_of(pad(cut(text, 7), 7)) == 7


def test_plain_removes_colours() -> None:
    assert "\x1b" in draw(scene_of(Game(seed=1)))
    assert "\x1b" not in plain(draw(scene_of(Game(seed=1))))
