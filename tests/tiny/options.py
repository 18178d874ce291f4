"""The options of the tiny game, each declared once."""

from dataclasses import dataclass

from splendor.core.options import Options, OptionSet, choice, integer, limit, seat

PLAYERS = (2, 3)


@dataclass(frozen=True, slots=True)
class TinyOptions(Options):
    players: int = choice(PLAYERS, 2, help="How many people play.", field="seats")
    target: int = integer(
        1, 12, {"tiny": 5, "tiny_long": 9}, help="Points that end the game with the round."
    )
    start: int | str = seat("random", help="The seat that begins.", field="start_rule")
    rounds: int | None = limit(
        1, 500, suggested=20, programs=50, help="The game ends after this round."
    )


OPTIONS = OptionSet(TinyOptions, ("tiny", "tiny_long"))
