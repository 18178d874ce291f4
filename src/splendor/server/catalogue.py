"""What can be played here, as documents: games with their options, bots, clocks, and cards."""

from functools import cache, lru_cache
from typing import Any

from msgspec import convert, json

from splendor.bots.levels import ladder_of, level_names
from splendor.game import Game
from splendor.ruleset import games_document, ruleset_of
from splendor.server.bodies import GameDocument, GameList, Level
from splendor.server.messages import PROTOCOL
from splendor.server.workers.pool import OFFERED_BOTS

# The clocks that the form offers: seconds for the game, seconds added after each turn; or days for
# each turn.
CLOCKS = ("", "300+3", "600+5", "900+10", "1800+20", "86400+0", "1d", "3d", "7d")
CACHED_CATALOGUES = 256


@cache
def games() -> GameList:
    """Everything from which a form for a new table can be built."""
    listed = [convert(with_levels(document), GameDocument) for document in games_document()]
    return GameList(PROTOCOL, list(CLOCKS), listed)


def with_levels(document: dict[str, object]) -> dict[str, object]:
    return document | {"levels": levels_by_players(str(document["rules"]))}


def levels_by_players(rules: str) -> dict[str, list[Level]]:
    return {str(count): levels(rules, count) for count in ruleset_of(rules).players}


def levels(rules: str, players: int) -> list[Level]:
    """The levels of a game, the weakest first, then the offered bots that have no level.

    The unrated `search` of a game without a ladder is not offered: clients may not name it. The
    styles are, and where the game has no preferences for them they play like `search`.
    """
    ladder = [each for each in ladder_of(ruleset_of(rules).name, players) if is_offered(each.name)]
    rated = [Level(each.name, each.elo or None, each.interval or None) for each in ladder]
    known = {*level_names(), *(each.name for each in rated)}
    return rated + [Level(name) for name in OFFERED_BOTS if name not in known]


def is_offered(name: str) -> bool:
    return name in OFFERED_BOTS


def cards(rules: str, players: int | None = None, options: dict[str, Any] | None = None) -> bytes:
    """The cards, nobles and royal cards of a game with these options, as in transcripts."""
    least = min(ruleset_of(rules).players)
    return cards_document(rules, players or least, json.encode(options or {}, order="sorted"))


@lru_cache(CACHED_CATALOGUES)
def cards_document(rules: str, players: int, options: bytes) -> bytes:
    game = Game(rules, players, seed=0, **json.decode(options))
    ruleset = game.ruleset
    nobles = ruleset.nobles_of(game.record[0]) if ruleset.nobles_of else ruleset.nobles
    return json.encode({"cards": ruleset.cards, "nobles": nobles, "royals": ruleset.royals})
