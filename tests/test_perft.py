"""The number of decision sequences from fixed positions, counted three ways."""

import copy
from dataclasses import asdict

import pytest

from splendor.batch import perft
from splendor.game import Game
from tests.perft import read
from tests.plain import base, duel

POSITIONS = [*read("base"), *read("duel")]
DEALS = [row for row in POSITIONS if " round=1 " in row[1]]


@pytest.mark.parametrize("counts, position", POSITIONS)
def test_the_compiled_walk_finds_the_committed_numbers(counts: list[int], position: str) -> None:
    assert perft(Game.from_position(position).record, len(counts)) == counts


@pytest.mark.parametrize("counts, position", POSITIONS[::5])
def test_pushing_and_popping_finds_the_same_numbers(counts: list[int], position: str) -> None:
    game = Game.from_position(position)
    assert [sequences(game, depth) for depth in (1, 2)] == counts[:2]
    assert game == Game.from_position(position)


def sequences(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in game.legal_moves:
        game.push(move)
        total += sequences(game, depth - 1)
        game.pop()
    return total


@pytest.mark.parametrize("counts, position", DEALS)
def test_the_plain_rules_find_the_same_numbers_from_a_deal(
    counts: list[int], position: str
) -> None:
    plain = plain_game(Game.from_position(position))
    assert [plain_sequences(plain, depth) for depth in (1, 2)] == counts[:2]


def plain_game(game: Game) -> base.PlainGame | duel.PlainGame:
    deal, options = game.deal(), asdict(game.options)
    if "board" not in deal:
        return base.PlainGame(base.Options(**options), deal["decks"], deal["nobles"], deal["start"])
    del options["players"]
    words = game.ruleset.deal_words(deal)
    letters = words["board"].replace(" ", "")
    return duel.PlainGame(duel.Options(**options), deal["decks"], letters, deal["start"])


def plain_sequences(plain: base.PlainGame | duel.PlainGame, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in plain.legal():
        following = copy.deepcopy(plain)
        following.play(move)
        total += plain_sequences(following, depth - 1)
    return total
