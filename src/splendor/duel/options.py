"""The options of Splendor Duel (D8), each declared once. The compiler is not imported here."""

from dataclasses import dataclass

from splendor.core.options import HAND_RULES, Options, OptionSet, choice, limit, seat

SEATS = 2

# The record holds the index of a word.
REFILL_RULES = ("at_once", "end_of_turn")
AT_ONCE, END_OF_TURN = range(len(REFILL_RULES))


@dataclass(frozen=True, slots=True)
class DuelOptions(Options):
    """The options of a game of Splendor Duel; each is independent of the others.

    >>> DuelOptions(idle=60)
    DuelOptions(players=2, start='random', hands='seen', refill='at_once', idle=60)
    """

    players: int = choice((SEATS,), SEATS, help="Two people play.", rule="D1.1", field="seats")
    start: int | str = seat(
        "random", help="The seat that has the first turn.", rule="D1.3", field="start_rule"
    )
    hands: str = choice(
        HAND_RULES,
        "seen",
        help="seen: cards reserved from the pyramid stay known; hidden: only their level does.",
        rule="D7.1",
        field="hand_rule",
    )
    refill: str = choice(
        REFILL_RULES,
        "at_once",
        help="at_once: the pyramid is refilled as soon as a card leaves it; end_of_turn: after "
        "the check for victory and before an extra turn.",
        rule="D3.4",
        field="refill_rule",
    )
    idle: int | None = limit(
        1,
        10_000,
        suggested=60,
        programs=60,
        help="The game is drawn, for the reason limit, after this many turns without a purchase; "
        "turns of both players and extra turns count.",
        rule="D6.2",
    )


OPTIONS = OptionSet(DuelOptions, ("duel",))
