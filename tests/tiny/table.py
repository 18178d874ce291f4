"""The table of a tiny game as values and as text."""

from splendor.core.moves import SLOT_LETTERS
from splendor.core.tables import Place, Table, fields_of, hand_of
from tests.tiny.options import OPTIONS
from tests.tiny.state import CARDS, COLOURS, LEVELS, PHASES, ROW, State, ThreeCounts

LETTERS = "".join(gem.letter for gem in COLOURS)


def turn_of(state: State) -> int:
    before = (int(state.active) - int(state.start)) % int(state.seats)
    return (int(state.round_number) - 1) * int(state.seats) + before + 1


def table_of(state: State) -> Table:
    fields = fields_of(state)
    cards = [CARDS[card] if card >= 0 else None for card in fields["market"].tolist()]
    return Table(
        round=fields["round_number"],
        turn=turn_of(state),
        start=fields["start"],
        active=fields["active"],
        phase=PHASES[fields["phase"]],
        market=tuple(tuple(cards[ROW * level :][:ROW]) for level in range(LEVELS)),
        deck_sizes=tuple(fields["deck_sizes"].tolist()),
        places=tuple(place_of(state, seat) for seat in range(fields["seats"])),
        buying=None,
        gold_for=None,
    )


def place_of(state: State, seat: int) -> Place:
    player = fields_of(state.players[seat])
    return Place(
        tokens=ThreeCounts(player["tokens"].tolist()),
        bonuses=ThreeCounts(player["bonuses"].tolist()),
        points=player["points"],
        hand=hand_of(player, CARDS),
    )


def counted(counts: tuple[int, ...]) -> str:
    return " ".join(f"{LETTERS[gem]}{count}" for gem, count in enumerate(counts))


def draw_table(state: State) -> str:
    table, supply = table_of(state), ThreeCounts(fields_of(state)["supply"].tolist())
    lines = [f"{OPTIONS.read_rules(state)}, round {table.round}, to {state.target} points"]
    for level in range(LEVELS, 0, -1):
        for slot, card in enumerate(table.row(level)):
            lines.append(f"  {level}{SLOT_LETTERS[slot]} {card if card else '-'}")
    lines.append(f"supply {counted(supply)}")
    for seat, place in enumerate(table.places):
        mark = "*" if seat == table.active else " "
        lines.append(
            f"seat {seat}{mark} {place.points} points, tokens {counted(place.tokens)}, "
            f"bonuses {counted(place.bonuses)}, {len(place.hand)} in hand"
        )
    return "\n".join(lines)
