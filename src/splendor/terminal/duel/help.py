"""The help page of Splendor Duel."""

from splendor.duel.options import DuelOptions
from splendor.duel.state import COLOUR_TO_WIN, CROWNS_TO_WIN, POINTS_TO_WIN
from splendor.terminal.face import COMMANDS, table_of_moves

MOVES = (
    ("c3d3e3", "take the tokens of a line: one, two or three neighbours, straight; also c3-e3"),
    ("b2c, bh1", "buy the card at 2c, or the first card of your hand"),
    ("", "(b1 alone is a space of the board and takes its token; b1a is a card)"),
    ("b2c+", "buy it, choosing what gold (J) stands for: then J=W …, and pay"),
    ("r2c, r3", "reserve the card at 2c, or the unseen top card of level 3; and then"),
    ("Jc3", "the gold at c3, which comes with it"),
    ("pc3", "before your action: return a privilege and take the gem or pearl at c3"),
    ("fill", "before your action: fill the board; your opponent takes a privilege"),
    ("=R", "the wild card you buy counts as red    +c3  take the matching token at c3"),
    ("xR", "take a red token from your opponent    royal2  take that royal card"),
    ("-K, -WWJ", "discard tokens when you hold more than ten: all on one line, in any order"),
)
BOARD = """\
 Board     the strokes are the spiral; a number in an empty space says in which order the bag fills
           Three of one colour or both pearls in a line give your opponent a privilege."""
A_CARD = """\
 A card    ╭2c─2 pts WW╮   where it lies, its points, its bonuses (? any colour you own, - none)
           │2 crowns   │   its crowns, or what it does: again, take, privilege, steal
           │U1 G4 P1   │   its price; and below, what that means for you:
           │ ✓  2 −1   │   ✓ your bonuses cover it, 2 you pay two tokens, −1 one is missing
           ╰BUY ★1─────╯   BUY you can buy it, ★1 with one gold; −2 two tokens are missing;
                           no bonus: a wild card copies a bonus that you own, and you own none
 Abilities again: another turn; take: a token of its colour from the board; privilege: one for you;
           steal: a gem or pearl from your opponent. Royal cards: at 3 and 6 crowns."""
GOALS = (
    f" Goals     {POINTS_TO_WIN} points, or {CROWNS_TO_WIN} crowns, or "
    f"{COLOUR_TO_WIN} points on cards of one colour, at the end of your turn"
)


def help_text(options: DuelOptions) -> str:
    moves = table_of_moves(MOVES, "buy 2c, take c3 d3", "pa1 b2c =R -K")
    return "\n".join([*moves, COMMANDS, BOARD, A_CARD, GOALS, *limits(options)])


def limits(options: DuelOptions) -> list[str]:
    """Lines about options that differ from the default."""
    lines = []
    if options.refill == "end_of_turn":
        lines.append(" Pyramid   an empty place is filled at the end of the turn")
    if options.idle is not None:
        lines.append(f" Draw      after {options.idle} turns running without a purchase")
    return lines
