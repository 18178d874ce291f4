"""The registry of games: which rule sets there are, and the kernels that fit a record.

No other code asks which game it is. What a layer above needs for a game (a bot's evaluator, a
drawing) is in a registry of that layer, with a general fallback: `by_game`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from splendor.core.chance import Chance
from splendor.core.content import Card, Noble, Royal
from splendor.core.errors import FormatError, OptionError, PositionError, RulesError
from splendor.core.games import GamesError, all_games, part_of
from splendor.core.kernel import Row, by_record, entry, int64, kernel
from splendor.core.moves import Move as Move
from splendor.core.refusals import Refusal, plain, shown
from splendor.core.ruleset import Kernels, check_ruleset
from splendor.core.ruleset import Records as Records
from splendor.core.ruleset import Ruleset as Ruleset

T = TypeVar("T")

GAMES: dict[str, Ruleset] = {}  # by the name of the game
RULESETS: dict[str, Ruleset] = {}  # by the name of a rule set


def register(ruleset: Ruleset) -> None:
    """Add a game and its rule sets, or raise if one of its names is taken."""
    check_ruleset(ruleset)
    taken = [name for name in ruleset.rules if name in RULESETS]
    if ruleset.name in GAMES or taken:
        names = ", ".join(dict.fromkeys([ruleset.name, *taken]))
        raise ValueError(f"these names are registered already: {names}")
    if any(ruleset.state == other.state for other in GAMES.values()):
        raise ValueError(f"the record of {ruleset.name} is that of another game")
    GAMES[ruleset.name] = ruleset
    RULESETS.update(dict.fromkeys(ruleset.rules, ruleset))


def register_package(package: str) -> None:
    """Register the game of a package, or raise `GamesError`."""
    ruleset: Ruleset = part_of(package, "ruleset", "RULESET")
    try:
        register(ruleset)
    except (TypeError, ValueError) as error:
        raise GamesError(package, f"cannot be registered: {error}") from error


for package in all_games():
    register_package(package)

# The largest sizes among all games: shared arrays must hold them.
MOST_SEATS = max(max(ruleset.players) for ruleset in GAMES.values())
MOST_CARDS = max(len(ruleset.cards) for ruleset in GAMES.values())
MOST_ACTIONS = max(ruleset.actions for ruleset in GAMES.values())


def ruleset_of(rules: str) -> Ruleset:
    """The game that has a rule set of this name."""
    if not isinstance(rules, str) or rules not in RULESETS:
        raise OptionError(Refusal.of("unknown_rules", name=plain(rules), known=list(RULESETS)))
    return RULESETS[rules]


def ruleset_of_record(records: Records) -> Ruleset:
    return next(ruleset for ruleset in GAMES.values() if ruleset.state == records.dtype)


def first_rules() -> tuple[str, ...]:
    """The first rule set of every game: enough to compile or load the kernels of all."""
    return tuple(ruleset.rules[0] for ruleset in GAMES.values())


def games_document() -> list[dict[str, object]]:
    """Every rule set with its options in JSON, from which a form can be built."""
    return [
        {
            "rules": rules,
            "game": ruleset.name,
            "players": list(ruleset.players),
            "options": ruleset.options.document(rules),
        }
        for rules, ruleset in RULESETS.items()
    ]


# What is in the box


def cards(rules: str = "official") -> tuple[Card, ...]:
    """Every card of a rule set; the index of a card is its id.

    >>> len(splendor.cards()), len(splendor.cards("duel"))
    (90, 67)
    """
    return ruleset_of(rules).cards


def card(name: int | str, rules: str = "official") -> Card:
    """The card with this id or code.

    >>> splendor.card(67) == splendor.card("2k2-u1g4r2")
    True
    """
    for found in cards(rules):
        if name in (found.id, found.code):
            return found
    raise RulesError(Refusal.of("no_such_card", card=shown(name), rules=rules))


def nobles(rules: str = "official") -> tuple[Noble, ...]:
    """Every noble of a rule set; the index of a noble is its id.

    They are as printed. `table.nobles` of a game or view has them as its options make them.

    >>> len(splendor.nobles())
    10
    """
    return ruleset_of(rules).nobles


def royals(rules: str = "duel") -> tuple[Royal, ...]:
    """Every royal card of a rule set; the index of a card is its id.

    >>> len(splendor.royals())
    4
    """
    return ruleset_of(rules).royals


# Kernels for the loops in batch.py and bots/: the record's type selects the game's kernel when the
# loop is compiled.


def kernel_of_game(pick: Callable[[Kernels], Callable[..., T]]) -> Callable[..., T]:
    return by_record(lambda: ((game.state, pick(game.kernels)) for game in GAMES.values()))


def by_game(
    kernels: Mapping[str, Callable[..., T]], otherwise: Callable[..., T]
) -> Callable[..., T]:
    """One function for the kernels of several games, by name, with a kernel for all others.

    A layer above can add a game to `kernels` until the first caller is compiled.
    """
    return by_record(
        lambda: ((game.state, kernels.get(name, otherwise)) for name, game in GAMES.items())
    )


deal = kernel_of_game(lambda kernels: kernels.deal)
apply = kernel_of_game(lambda kernels: kernels.apply)
legal_mask = kernel_of_game(lambda kernels: kernels.legal_mask)
default_mask = kernel_of_game(lambda kernels: kernels.default_mask)
random_action = kernel_of_game(lambda kernels: kernels.random_action)
is_over = kernel_of_game(lambda kernels: kernels.is_over)
is_winner = kernel_of_game(lambda kernels: kernels.is_winner)
turns_played = kernel_of_game(lambda kernels: kernels.turns_played)
write_scores = kernel_of_game(lambda kernels: kernels.write_scores)
view_of = kernel_of_game(lambda kernels: kernels.view)
deal_unseen = kernel_of_game(lambda kernels: kernels.deal_unseen)
cards_seen = kernel_of_game(lambda kernels: kernels.cards_seen)


@kernel
def deal_anew(states: Any, to: int, view: int, chance: Any, pool: Any) -> None:
    """`redeal` for games without one of their own."""
    states[to] = states[view]
    deal_unseen(states[to], chance, pool)


@kernel
def draws_nothing(state: Any, action: int) -> bool:
    return False


@kernel
def nothing_seen(state: Any) -> int:
    return int64(0)


redeal = kernel_of_game(lambda kernels: kernels.redeal or deal_anew)
draws = kernel_of_game(lambda kernels: kernels.draws or draws_nothing)
draw_seen = kernel_of_game(lambda kernels: kernels.draw_seen or nothing_seen)
# The observation is the first argument: its record type selects the game and the layout.
observe = by_record(
    lambda: ((layout.record, layout.observe) for game in GAMES.values() for layout in game.layouts)
)


@kernel
def look_through_view(seen: Any, to: int, states: Any, game: int, seat: int, views: Any) -> None:
    view_of(states, game, seat, views, int64(0))
    observe(seen[to], views[0], seat)


@kernel
def look_at_state(seen: Any, to: int, states: Any, game: int, seat: int, views: Any) -> None:
    observe(seen[to], states[game], seat)


# (seen, to, states, game, seat, views): write what the seat can see into seen[to]; `views` is
# working space for one view. Layouts that hide what is secret by themselves need none.
look = by_record(
    lambda: (
        (layout.record, look_at_state if layout.hides else look_through_view)
        for game in GAMES.values()
        for layout in game.layouts
    )
)


@entry
def look_in(
    states: Row[Any], game: int, seat: int, views: Row[Any], seen: Row[Any], to: int
) -> None:
    look(seen, to, states, game, seat, views)


@entry
def is_winner_in(states: Row[Any], game: int, seat: int) -> bool:
    return is_winner(states[game], seat)


@entry
def imagine_in(
    views: Row[Any], game: int, states: Row[Any], to: int, chance: Chance, pool: Row[int]
) -> None:
    """Write a deal that agrees with views[game] into states[to], each one equally likely."""
    states[to] = views[game]
    deal_unseen(states[to], chance, pool)


# Which game a text names

FORMAT = "splendor-transcript/1"
IN_POSITION = re.compile(r"(?<!\S)rules=([^\s,]*)")
# Patterns for the rule set named in a game file, a transcript or a position, before it is parsed.
IN_FILE = re.compile(r'(?:^rules[ \t]*:\s*|\brules=|"name"\s*:\s*")(\w+)', re.I | re.M)


def rules_named(text: str) -> list[str]:
    """The rule sets that a game file, a transcript or a position seems to name.

    >>> rules_named(splendor.Game("duel").position)
    ['duel']
    """
    return [rules for rules in dict.fromkeys(IN_FILE.findall(text)) if rules in RULESETS]


def split_view(text: str) -> tuple[str | None, str]:
    """The seat of a view's text (or `-`) and the rest; `None` if the text is not a view."""
    if not isinstance(text, str):
        raise PositionError(f"a position is a text, not {shown(text)}")
    whose = re.match(r"\s*view=(\d|-)\s", text)
    return (whose[1], text[whose.end() :]) if whose else (None, text)


def read_position(text: str) -> Records:
    """Read a position of whichever game its field `rules` names."""
    return ruleset_in(text).read_position(text)


def ruleset_in(text: str) -> Ruleset:
    """The game that the text of a position names."""
    named = IN_POSITION.search(text)
    if named is None:
        raise PositionError(Refusal.of("position_text", detail="field 'rules' is missing"))
    try:
        return ruleset_of(named[1])
    except OptionError as error:
        raise PositionError(str(error)) from None


READABLE = "text"  # the check that a text can be read at all


def check_position(text: str) -> dict[str, Refusal | None]:
    """Every check of a position by name, with what is wrong: `None` if it holds.

    A text that cannot be read fails the first one, and the others are left out.

    >>> text = splendor.Game(seed=1).view(0).position
    >>> set(check_position(text).values())
    {None}
    """
    try:
        states = parse_position(text)
    except PositionError as error:
        return {READABLE: error.refusal}
    ruleset = ruleset_of_record(states)
    checks = {name: found_by(check, states) for name, check in ruleset.position_checks.items()}
    return {READABLE: None, **checks}


def parse_position(text: str) -> Records:
    """The record of a position or a view, which may be no possible one."""
    body = split_view(text)[1]
    ruleset = ruleset_in(body)
    return (ruleset.parse_position or ruleset.read_position)(body)


def found_by(check: Callable[[Records], None], states: Records) -> Refusal | None:
    """What a check finds wrong. A check may rely on those before it, and fail with them."""
    try:
        check(states)
    except PositionError as error:
        return error.refusal
    return None


def read_deal(transcript: dict[str, Any]) -> Records:
    """The state before the first decision of a transcript, as an array of one record."""
    rules, deal = transcript.get("rules"), transcript.get("deal")
    if not isinstance(rules, dict) or not isinstance(rules.get("name"), str):
        raise FormatError('a transcript needs "rules" with a "name"')
    if not isinstance(deal, dict):
        raise FormatError('a transcript needs "deal", an object')
    given = {name: value for name, value in rules.items() if name != "name"}
    try:
        ruleset = ruleset_of(rules["name"])
        return ruleset.read_deal(rules["name"], ruleset.make_options(rules["name"], given), deal)
    except OptionError as error:
        raise FormatError(f"rules: {error}") from None
