"""The players of a game: parsing, the header of a game file, and displayed names."""

from collections.abc import Sequence
from dataclasses import dataclass

from splendor.bots import BOT_NAMES
from splendor.bots.levels import ladder_of
from splendor.bots.simple import KINDS
from splendor.core.errors import RulesError
from splendor.formats import GameFile
from splendor.terminal.drawing import width_of

HUMAN = "human"
HEADER = "seats"
YOU = "You"
LONGEST_NAME = 16


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a seat: a human with a name, or a bot."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def parse_seats(text: str) -> tuple[Seat, ...]:
    """Seats from `human:Anna,expert`."""
    return tuple(parse_seat(word.strip()) for word in text.split(","))


def parse_seat(text: str) -> Seat:
    kind, _, name = text.partition(":")
    if kind not in (HUMAN, *BOT_NAMES):
        raise RulesError(f"nobody can play as {kind!r}: {', '.join((HUMAN, *BOT_NAMES))}")
    if not name.isprintable() or width_of(name) > LONGEST_NAME:
        raise RulesError(f"a name has at most {LONGEST_NAME} printable letters, not {name!r}")
    return Seat(kind, name)


def usual_seats(game: str, players: int) -> tuple[Seat, ...]:
    """One human against bots in the middle of the ladder."""
    ladder = ladder_of(game, players)
    middle = ladder[len(ladder) // 2]
    return (Seat(HUMAN, ""), *[Seat(middle.name, "")] * (players - 1))


def with_level(seats: Sequence[Seat], level: str) -> tuple[Seat, ...]:
    """The same humans, against bots of this level."""
    return tuple(seat if seat.kind == HUMAN else Seat(level, "") for seat in seats)


def is_searching(seat: Seat) -> bool:
    return seat.kind not in (HUMAN, *KINDS)


def rungs_text(seats: Sequence[Seat], game: str) -> str:
    """The bots' positions on the ladder, such as `regular is level 6 of 10`."""
    ladder = [level.name for level in ladder_of(game, len(seats))]
    kinds = dict.fromkeys(seat.kind for seat in seats if seat.kind in ladder)
    return ", ".join(f"{kind} is level {ladder.index(kind) + 1} of {len(ladder)}" for kind in kinds)


def check_number(seats: Sequence[Seat], players: int) -> None:
    if len(seats) != players:
        raise RulesError(f"the game is for {players} players, but {len(seats)} sit at the table")


# In a file


def header_of(seats: Sequence[Seat]) -> dict[str, str]:
    return {HEADER: ",".join(map(str, seats))}


def seats_of(file: GameFile) -> tuple[Seat, ...] | None:
    """The seats in the header of a recorded game, if any; the key is case-insensitive."""
    text = next((text for key, text in file.headers.items() if key.lower() == HEADER), None)
    if text is None:
        return None
    try:
        seats = parse_seats(text)
        check_number(seats, file.game.players)
    except RulesError as error:
        raise RulesError(f"the header {HEADER!r} cannot be used: {error}") from None
    return seats


# Names


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """`Seat 0 · Anna`: the name, else the kind of player; an only, nameless human is `You`."""
    humans = [seat for seat in seats if seat.kind == HUMAN]
    alone = YOU if len(humans) == 1 else HUMAN
    return tuple(
        f"Seat {index} · {seat.name or (alone if seat.kind == HUMAN else seat.kind)}"
        for index, seat in enumerate(seats)
    )


def is_you(name: str) -> bool:
    """Whether this is the displayed name of an only, nameless human."""
    return name.endswith(f" · {YOU}")


def recorded_names(file: GameFile) -> tuple[str, ...]:
    """The names in a recorded game; a header that is not a list of seats is ignored."""
    try:
        seats = seats_of(file)
    except RulesError:
        seats = None
    if seats is None:
        return tuple(f"Seat {index}" for index in range(file.game.players))
    return tuple(f"Seat {index} · {seat.name or seat.kind}" for index, seat in enumerate(seats))
