"""The help page of the base game, which depends on the options of the game."""

from collections.abc import Iterator

from splendor.base.options import BaseOptions
from splendor.terminal.face import COMMANDS, table_of_moves

MOVES = (
    ("WUG", "take three gems: W white, U blue, G green, R red, K black"),
    ("WW", "take two of one colour (four must lie in the supply)"),
    ("b2c, bh1", "buy the card at 2c, or the first card of your hand"),
    ("b2c+", "buy it, choosing which gems gold (J) stands for: then J=W …, and pay"),
    ("r2c, r3", "reserve the card at 2c, or the unseen top card of level 3"),
)
TOKEN_MOVES = {
    "return": (
        ("-K, -WWJ", "return tokens when you hold more than ten: all on one line, in any order"),
    ),
    "cap": (
        ("WU, W", "take fewer where no more fit: nobody holds more than ten tokens;"),
        ("", "nothing is returned, and with ten a reserved card brings no gold"),
    ),
}
NOBLE_MOVES = {
    "come": (("n1", "receive the noble n1, where you have the choice"),),
    "sought": (("n1", "seek the patronage of the noble n1: this is your action of the turn"),),
    "sought_free": (
        ("n1", "seek the patronage of the noble n1: free, before or after your action"),
        ("n-", "decline: seek no noble after your action"),
    ),
}
TURNS = {"return": "WUG -K", "cap": "b2c+ J=W pay"}
A_CARD = """\
 A card    ╭─ 2c ── 2 pts  K ─╮   where it lies, its points, the bonus that it gives
           │ U1  G4  R2       │   its price; and below, what that means for you:
           │  ✓   2  −1       │   ✓ your bonuses cover it, 2 you pay two tokens, −1 one is missing
           ╰─ BUY ★1 ─────────╯   BUY you can buy it, ★1 with one gold; −2 two gems are missing"""
NOBLES = {
    "come": "visit a player who has the bonuses, one a turn",
    "sought": "do not come: a player with the bonuses seeks one, as an action",
    "sought_free": "do not come: a player with the bonuses may seek one a turn",
}
TO_GO = """\
 To go     0:2 seat 0 lacks two bonuses for that noble, 0:✓ none, 0:· it may have no more nobles"""


def help_text(options: BaseOptions) -> str:
    return "\n".join([*move_lines(options), COMMANDS, A_CARD, noble_line(options), TO_GO])


def move_lines(options: BaseOptions) -> Iterator[str]:
    moves = (*MOVES, *TOKEN_MOVES[options.tokens], *NOBLE_MOVES[options.nobles])
    yield from table_of_moves(moves, "buy 2c, take W U G", TURNS[options.tokens])


def noble_line(options: BaseOptions) -> str:
    limited = options.nobles_each < options.players + 1  # B1: so many lie on the table
    most = f"at most {options.nobles_each}" if limited else "any number"
    return f" {'Nobles':<10}{NOBLES[options.nobles]}; {most} each"
