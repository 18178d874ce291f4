"""The wire's table compared with the table of the view."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from msgspec import json

from splendor.base.state import CARDS, NOBLES
from splendor.core.moves import Move
from splendor.game import Game
from splendor.server.tables.commands import moved
from splendor.server.tables.move_facts import facts_of, general_facts
from splendor.server.tables.wire_views import own_seat, wire_result, wire_table
from splendor.server.wire_types import CardId
from splendor.view import View
from tests.duel.games import random_games as random_duels
from tests.games import duel_table, random_games

LETTERS = "WUGRKPJ"
GAMES = {"base": random_games, "duel": random_duels}


def positions(name: str, number: int) -> Iterator[Game]:
    """Positions of `number` random games, with all kinds of options."""
    for game in GAMES[name](number, seed=100):
        again = game.copy()
        while True:
            yield again
            if not again.moves:
                break
            for _ in range(min(len(again.moves), 5)):
                again.pop()


def observers(game: Game) -> list[View]:
    return [game.view(seat) for seat in (None, *range(game.players))]


# The view's table in the form of the messages


def expected_base(view: View) -> dict[str, Any]:
    table: Any = view.table
    return {
        "game": "base",
        "round": table.round,
        "turn": view.turn,
        "start": table.start,
        "active": table.active,
        "phase": table.phase,
        "target": table.target,
        "supply": list(table.supply),
        "market": [[number(card) for card in row] for row in table.market],
        "decks": list(table.deck_sizes),
        "nobles": [None if noble is None else NOBLES.index(noble) for noble in table.nobles],
        "places": [
            {
                "tokens": list(place.tokens),
                "bonuses": list(place.bonuses),
                "points": place.points,
                "bought": [number(card) for card in place.bought],
                "hand": [hand_card(held, number(held.card)) for held in place.hand],
                "nobles": [NOBLES.index(noble) for noble in place.nobles],
            }
            for place in table.places
        ],
    }


def number(card: Any) -> int | None:
    return None if card is None else CARDS.index(card)


def hand_card(held: Any, card: int | str | None) -> dict[str, Any]:
    actual: dict[str, Any] = {"level": held.level}
    if card is not None:
        actual["card"] = card
    return actual | ({"unseen": True} if held.unseen else {})


def expected_duel(view: View) -> dict[str, Any]:
    table: Any = view.table
    return {
        "game": "duel",
        "round": table.round,
        "turn": table.turn,
        "start": table.start,
        "active": table.active,
        "phase": table.phase,
        "board": "".join("." if t is None else LETTERS[t] for row in table.board for t in row),
        "bag": list(table.bag),
        "pyramid": [[name(card) for card in row] for row in table.pyramid],
        "decks": list(table.deck_sizes),
        "privileges": table.privileges,
        "royals": [name(royal) for royal in table.royals],
        "places": [duel_place(place) for place in table.places],
        "replenished": table.replenished,
        "again": table.again,
    }


def name(card: Any) -> str | None:
    return None if card is None else str(card.name)


def duel_place(place: Any) -> dict[str, Any]:
    return {
        "tokens": list(place.tokens),
        "bonuses": list(place.bonuses),
        "points": place.points,
        "colour_points": list(place.colour_points),
        "crowns": place.crowns,
        "privileges": place.privileges,
        "bought": [name(owned.card) for owned in place.bought],
        "colours": [owned.colour for owned in place.bought],
        "hand": [hand_card(held, name(held.card)) for held in place.hand],
        "royals": [name(royal) for royal in place.royals],
    }


EXPECTED = {"base": expected_base, "duel": expected_duel}
DURING = ("buying", "reserving", "gold_for")  # only in some phases


@pytest.mark.parametrize("game", ["base", "duel"])
def test_the_message_has_the_facts_of_the_views_table(game: str) -> None:
    compared = 0
    for position in positions(game, 24):
        for view in observers(position):
            shown = json.decode(json.encode(wire_table(view)))
            phases = {key: shown.pop(key, None) for key in DURING}
            assert shown == EXPECTED[game](view)
            if position.phase in ("play", "over"):
                assert not any(phases.values())
            compared += 1
    assert compared > 500


@pytest.mark.parametrize("game", ["base", "duel"])
def test_the_card_that_is_being_paid_for_is_the_card_that_is_bought(game: str) -> None:
    paid = 0
    for position in positions(game, 60):
        shown = wire_table(position.view(None))
        if position.phase not in ("pay", "colour"):
            assert shown["buying"] is None
            continue
        before = set(shown["places"][position.active]["bought"])
        trial = position.copy()
        while trial.phase in ("pay", "colour"):
            trial.push(trial.legal_moves[-1])
        after = wire_table(trial.view(None))["places"][position.active]["bought"]
        assert set(after) - before == {shown["buying"]}
        assert shown["gold_for"] is not None
        paid += 1
    assert paid > 5


def test_the_card_for_which_a_gold_is_chosen_comes_into_the_hand() -> None:
    game = Game("duel", seed=1)
    game.push("r2b")
    shown = wire_table(game.view(None))
    seat, card = game.active, shown["reserving"]
    assert card == name(duel_table(Game("duel", seed=1)).pyramid[1][1])
    game.push(game.legal_moves[0])
    after = wire_table(game.view(None))
    assert (after["places"][seat]["hand"][0].card, after["reserving"]) == (card, None)


@pytest.mark.parametrize("game", ["base", "duel"])
def test_hidden_cards_change_no_byte_of_the_public_part(game: str) -> None:
    hidden = 0
    for position in positions(game, 24):
        if position.is_over:
            continue
        spectator = position.view(None)
        public = json.encode(wire_table(spectator))
        for seed in range(2):
            assert json.encode(wire_table(spectator.imagine(seed).view(None))) == public
        for seat in range(position.players):
            own = json.encode(own_seat(position.view(seat), True))
            again = position.view(seat).imagine(1)
            assert json.encode(own_seat(again.view(seat), True)) == own
        for place in wire_table(spectator)["places"]:
            hidden += sum(held.unseen and held.card is None for held in place["hand"])
    assert hidden > 20


@pytest.mark.parametrize("game", ["base", "duel"])
def test_a_seat_gets_its_whole_hand_and_its_moves(game: str) -> None:
    for position in positions(game, 12):
        for seat in range(position.players):
            view = position.view(seat)
            yours = own_seat(view)
            assert yours.hand == list(wire_table(view)["places"][seat]["hand"])
            assert all(held.card is not None for held in yours.hand)
            decides = seat == position.active and not position.is_over
            assert yours.legal == ([str(m) for m in position.legal_moves] if decides else [])


def expected_card(game: Game, move: Move) -> CardId | None:
    after = game.copy()
    after.push(move)
    facts = facts_of(game.ruleset.name, move, game.record, after.record)
    assert general_facts(move, game.record, after.record).card == facts.card
    return facts.card


@pytest.mark.parametrize("game", ["base", "duel"])
def test_a_move_names_the_card_that_leaves_its_place(game: str) -> None:
    actual = 0
    for position in positions(game, 30):
        for move in position.legal_moves:
            card = expected_card(position, move)
            kind = type(move).__name__
            if kind not in ("Reserve", "Purchase", "PurchaseHand"):
                assert card is None or kind.startswith("ChooseGold")
                continue
            _, after = moved(position, position.active, [str(move)])
            owner = wire_table(after.view(position.active))["places"][position.active]
            owned = [*owner["bought"], *(held.card for held in owner["hand"])]
            shown = wire_table(after.view(None))
            assert card in (*owned, shown["buying"], shown.get("reserving"))
            actual += 1
    assert actual > 100


def test_a_result_has_all_facts_of_the_outcome() -> None:
    for game in (*random_games(6), *random_duels(6)):
        if game.outcome is None:
            continue
        shown, outcome = wire_result(game.outcome), asdict(game.outcome)
        for field, value in json.decode(json.encode(shown)).items():
            actual = outcome[field]
            assert value == (actual if isinstance(actual, str) else list(actual))
