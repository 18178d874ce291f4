"""Who sits at the table: read from text, kept in a file's header, and named."""

from collections.abc import Sequence
from dataclasses import dataclass

from splendor.bots import BOT_NAMES
from splendor.errors import RulesError
from splendor.record import GameRecord
from splendor.terminal.drawing import width_of

HUMAN = "human"
HEADER = "seats"
YOU = "You"
LONGEST_NAME = 16


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays: a human with a name, or a bot."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def parse_seats(text: str) -> tuple[Seat, ...]:
    """Seats from `human:Anna,greedy`."""
    return tuple(parse_seat(word.strip()) for word in text.split(","))


def parse_seat(text: str) -> Seat:
    kind, _, name = text.partition(":")
    if kind not in (HUMAN, *BOT_NAMES):
        raise RulesError(f"nobody can play as {kind!r}: {', '.join((HUMAN, *BOT_NAMES))}")
    if not name.isprintable() or width_of(name) > LONGEST_NAME:
        raise RulesError(f"a name has at most {LONGEST_NAME} printable letters, not {name!r}")
    return Seat(kind, name)


def usual_seats(players: int) -> tuple[Seat, ...]:
    return (Seat(HUMAN, ""), *[Seat("greedy", "")] * (players - 1))


def check_number(seats: Sequence[Seat], players: int) -> None:
    if len(seats) != players:
        raise RulesError(f"the game is for {players} players, but {len(seats)} sit at the table")


# In a file


def header_of(seats: Sequence[Seat]) -> dict[str, str]:
    return {HEADER: ",".join(map(str, seats))}


def seats_of(record: GameRecord) -> tuple[Seat, ...] | None:
    """Who plays a recorded game, if its header says so; the key may be in capitals."""
    text = next((text for key, text in record.headers.items() if key.lower() == HEADER), None)
    if text is None:
        return None
    try:
        seats = parse_seats(text)
        check_number(seats, record.game.players)
    except RulesError as error:
        raise RulesError(f"the header {HEADER!r} cannot be used: {error}") from None
    return seats


# Names


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """`Seat 0 · Anna`: a name, or what the seat is; the only human without a name is you."""
    humans = [seat for seat in seats if seat.kind == HUMAN]
    alone = YOU if len(humans) == 1 else HUMAN
    return tuple(
        f"Seat {index} · {seat.name or (alone if seat.kind == HUMAN else seat.kind)}"
        for index, seat in enumerate(seats)
    )


def is_you(name: str) -> bool:
    """Whether this is how the only human is called."""
    return name.endswith(f" · {YOU}")


def recorded_names(record: GameRecord) -> tuple[str, ...]:
    """The names in a recorded game. A header that does not name its seats is free text."""
    try:
        seats = seats_of(record)
    except RulesError:
        seats = None
    if seats is None:
        return tuple(f"Seat {index}" for index in range(record.game.players))
    return tuple(f"Seat {index} · {seat.name or seat.kind}" for index, seat in enumerate(seats))
