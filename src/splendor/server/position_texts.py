"""Positions that people send as texts.

The games say in English what they cannot read. What goes wrong most often when somebody types a
text, pastes it or copies a part of it is found here first, as codes with values.
"""

from collections.abc import Mapping
from functools import cache

from splendor.core.errors import PositionError
from splendor.core.position_parts import split_rules
from splendor.core.refusals import Refusal
from splendor.game import Game
from splendor.ruleset import RULESETS, split_view
from splendor.view import View

MOST_SHOWN = 40  # characters of a word in a refusal


def read_view(text: str) -> View:
    """The view of a text; of a whole game, what the player to move knows."""
    require_form(text)
    if split_view(text)[0] is not None:
        return View.from_position(text)
    game = Game.from_position(text)
    return game.view(game.active)


def read_game(text: str, seed: str = "") -> Game:
    """The position of a text; what a view does not show is dealt."""
    require_form(text)
    if split_view(text)[0] is None:
        return Game.from_position(text)
    return View.from_position(text).imagine(seed or text)


def require_form(text: str) -> None:
    if wrong := wrong_form(text):
        raise PositionError(wrong)


def wrong_form(text: str) -> Refusal | None:
    """What is wrong with the fields of a text, apart from what stands in them."""
    fields: dict[str, str] = {}
    for word in split_view(text)[1].split():
        key, equals, value = word.partition("=")
        if not equals:
            return Refusal.of("position_word", word=word[:MOST_SHOWN])
        if key in fields:
            return Refusal.of("position_field_twice", field=key[:MOST_SHOWN])
        fields[key] = value
    return wrong_rules(fields) or missing_field(fields)


def wrong_rules(fields: Mapping[str, str]) -> Refusal | None:
    if "rules" not in fields:
        return Refusal.of("position_field_missing", field="rules")
    name, *_ = split_rules(fields["rules"])
    return None if name in RULESETS else Refusal.of("position_rules", rules=name[:MOST_SHOWN])


def missing_field(fields: Mapping[str, str]) -> Refusal | None:
    rules, options, _ = split_rules(fields["rules"])
    possible = {str(count): count for count in RULESETS[rules].options.players}
    players = possible.get(options.get("players", ""), min(possible.values()))
    expected = usual_fields(rules, players)
    missing = next((key for key in expected if key not in fields), None)
    return Refusal.of("position_field_missing", field=missing) if missing else None


@cache
def usual_fields(rules: str, players: int) -> tuple[str, ...]:
    """The fields that every position of these rules has: those of a view before the first move."""
    words = Game(rules, players).view(None).position.split()
    return tuple(word.partition("=")[0] for word in words[1:])
