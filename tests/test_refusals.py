"""Every refusal has a registered code, with the values of its text."""

import ast
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import splendor
from splendor import Game
from splendor.core.errors import IllegalMove, NotationError, RulesError
from splendor.core.refusals import TEXTS, Refusal, values_of
from tests.games import random_games
from tests.positions import fewer_when_interpreted

GAMES = fewer_when_interpreted(60, 6)
LOOKED_AT = 5  # positions of each game
SOURCES = Path(splendor.__file__).parent


def assert_known(refusal: Refusal) -> None:
    """The code is registered, its values are those of its text, and both survive JSON."""
    values = values_of(TEXTS[refusal.code])
    assert set(refusal.values) <= set(values), refusal
    assert {name for name, needed in values.items() if needed} <= set(refusal.values), refusal
    assert json.loads(json.dumps(refusal.values)) == refusal.values
    assert not str(refusal).startswith(refusal.code), "shown as data"


def random_duels(number: int) -> list[Game]:
    games = [Game("duel", seed=seed, idle=40) for seed in range(number)]
    for seed, game in enumerate(games):
        chance = random.Random(seed)
        while not game.is_over:
            game.push(chance.choice(game.legal_moves))
    return games


@pytest.mark.parametrize("rules", ["base", "duel"])
def test_every_illegal_move_is_refused_with_a_known_code(rules: str) -> None:
    for game in random_games(GAMES) if rules == "base" else random_duels(GAMES):
        for _ in range(LOOKED_AT):
            legal = set(game.legal_moves)
            for move in game.ruleset.moves:
                refusal = game.refusal(move)
                assert (refusal is None) == (move in legal)
                if refusal:
                    assert_known(refusal)
                    assert game.why_not(move) == str(refusal)
            for _ in range(min(7, len(game.moves))):
                game.pop()


def test_an_illegal_move_carries_the_code_of_the_rule() -> None:
    with pytest.raises(IllegalMove) as caught:
        Game(seed=1).push("bh1")
    assert (caught.value.code, caught.value.values) == ("no_card", {"place": "h1"})
    assert str(caught.value) == "bh1 is not legal now: there is no card at h1"


def test_a_concluded_game_refuses_every_move() -> None:
    game = Game(seed=1)
    game.conclude("resignation", (1,))
    assert game.refusal("WUG") == Refusal("game_over")


ANY: Any = Game  # a value of a wrong type
BATCH: Any = splendor.Batch


@pytest.mark.parametrize(
    "code, wrong",
    [
        ("not_a_move", lambda game: game.push("r9z")),
        ("not_a_text", lambda game: game.parse(7)),
        ("not_of_this_game", lambda game: game.push(7)),
        ("not_legal_for_seat", lambda game: game.view(0).describe("pass")),
        ("unknown_rules", lambda game: Game("chess")),
        ("not_a_seed", lambda game: ANY(seed=1.5)),
        ("long_seed", lambda game: Game(seed=10**5000)),
        ("no_such_seat", lambda game: game.view(7)),
        ("no_such_card", lambda game: splendor.card("X")),
        ("nothing_to_undo", lambda game: game.pop()),
        ("conclusion_reason", lambda game: game.conclude("boredom")),
        ("illegal_action", lambda game: BATCH(2, seed=1).step([-1, -1])),
        ("action_count", lambda game: BATCH(2, seed=1).step([0])),
        ("not_actions", lambda game: BATCH(2, seed=1).step(["a", "b"])),
        ("batch_size", lambda game: splendor.Batch(0)),
    ],
)
def test_wrong_arguments_are_refused_with_a_code(
    code: str, wrong: Callable[[Game], object]
) -> None:
    with pytest.raises(RulesError) as caught:
        wrong(Game(seed=1))
    assert caught.value.code == code
    assert_known(caught.value.refusal)


LONG: dict[str, Any] = {
    "text": "x" * 10**6,
    "number": 10**6000,
    "negative": -(10**6000),
    "lists": [[1] * 1000] * 1000,
    "zeros": "\0" * 1000,
}
LONGEST_REFUSAL = 1000  # characters


@pytest.mark.parametrize("given", LONG.values(), ids=LONG)
def test_a_refusal_repeats_only_the_beginning_of_a_long_argument(given: Any) -> None:
    wrong: list[Callable[[], object]] = [
        lambda: Game(given),
        lambda: Game(target=given),
        lambda: Game(tokens=given),
        lambda: Game(start=given),
        lambda: Game().push(given),
        lambda: Game("duel").parse(given),
        lambda: Game().view(given),
        lambda: Game().at(given),
        lambda: Game().conclude(given),
        lambda: splendor.card(given),
        lambda: splendor.Batch(given),
    ]
    for each in wrong:
        with pytest.raises(RulesError) as caught:
            each()
        assert len(json.dumps(dict(caught.value.values))) < LONGEST_REFUSAL
        assert len(str(caught.value)) < LONGEST_REFUSAL


def test_a_refusal_repeats_only_the_beginning_of_a_long_name_of_an_option() -> None:
    with pytest.raises(RulesError) as caught:
        ANY(**{"x" * 10**6: 1})
    assert caught.value.code == "unknown_option"
    assert len(str(caught.value)) < LONGEST_REFUSAL


def test_the_refusal_of_a_wrong_text_explains_the_notation() -> None:
    with pytest.raises(NotationError) as caught:
        Game(seed=1).push("castling")
    assert caught.value.values["text"] == "castling"
    assert "WUG" in str(caught.value.values["help"])


def used_texts() -> set[str]:
    """Every string in the sources that is not the key of a dictionary."""
    used: set[str] = set()
    for path in SOURCES.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        keys = {
            id(key) for each in ast.walk(tree) if isinstance(each, ast.Dict) for key in each.keys
        }
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and id(node) not in keys:
                used.add(value)
    return used


def test_every_code_is_used() -> None:
    assert set(TEXTS) - used_texts() == set()
