"""A table as messages: the part that is sent to everybody, and the part of each listener."""

from collections.abc import Collection

from msgspec import Raw, json

from splendor.server.bodies import TableLine
from splendor.server.messages import (
    PROTOCOL,
    Clock,
    Fairness,
    Fork,
    News,
    OwnSeat,
    Question,
    Result,
    Room,
    Seat,
)
from splendor.server.storage.types import TableRow
from splendor.server.tables.events import OPEN, PERSON
from splendor.server.tables.log_lines import EncodedLine, LogLines
from splendor.server.tables.state import OVER, TableState
from splendor.server.tables.wire_views import own_seat, wire_result, wire_table

NOTHING = Raw(b"null")
encode = json.Encoder().encode


def room_of(
    state: TableState,
    present: Collection[str] = (),
    absent: Collection[str] = (),
    clock: Clock | None = None,
    watching: int = 0,
    problem: str = "",
) -> Room:
    rule = state.setup
    return Room(
        status="frozen" if problem else state.status,
        rules=rule.rules,
        options=rule.options,
        seats=seats_of(state, present, absent),
        fairness=fairness_of(state),
        clock=clock,
        asked=ask_of(state),
        result=result_of(state),
        rematch=state.rematch,
        former=rule.former,
        spectators=rule.spectators,
        watching=watching,
        problem=problem,
        fork=Fork(rule.fork.table, rule.fork.ply) if rule.fork else None,
    )


def seats_of(
    state: TableState, present: Collection[str] = (), absent: Collection[str] = ()
) -> list[Seat]:
    return [
        Seat(
            kind=each.kind,
            name=each.name,
            bot=each.bot,
            why=each.why,
            ready=each.ready,
            present=each.kind == PERSON and each.player in present,
            absent=each.kind == OPEN or each.player in absent,
        )
        for each in state.seats
    ]


def fairness_of(state: TableState) -> Fairness:
    """The secret is revealed only when the game is over."""
    commitment = state.setup.commitment
    if state.status != OVER:
        return Fairness(commitment)
    return Fairness(commitment, state.nonces, state.secret)


def ask_of(state: TableState) -> Question | None:
    if state.question is None:
        return None
    seat = state.first_seat(state.question.player)
    agreed = [seat for player in state.agreed for seat in state.seats_of(player)]
    return Question(
        -1 if seat is None else seat, state.question.what, state.question.kept, sorted(agreed)
    )


def result_of(state: TableState) -> Result | None:
    outcome = state.game.outcome if state.game else None
    return None if outcome is None else wire_result(outcome)


def line_of(row: TableRow) -> TableLine:
    """A table in a list, from its row in the store."""
    kept = json.decode(row.summary)
    return TableLine(
        table=row.id,
        status=row.status,
        rules=row.rules,
        created=row.created,
        changed=row.changed,
        seats=[Seat(**seat) for seat in kept["seats"]],
        result=Result(**kept["result"]) if kept.get("result") else None,
    )


def summary_of(state: TableState) -> bytes:
    return encode({"seats": seats_of(state), "result": result_of(state)})


class NewsComposer:
    """Composes the news of one moment; parts that listeners share are encoded once."""

    def __init__(self, state: TableState, log: LogLines, room: Room, table: Raw = NOTHING) -> None:
        self.state, self.log, self.people = state, log, state.people
        self.room = Raw(encode(room))
        self.table = table
        self._frames: dict[tuple[str, bool, int], bytes] = {}

    def news(self, player: str, since: int, positions: bool = False) -> bytes:
        """The news for a player or spectator, with the log lines after event `since`."""
        known = player if player in self.people or self.has_muted(player) else ""
        key = (known, positions, since)
        if key not in self._frames:
            self._frames[key] = self.compose(known, since, positions)
        return self._frames[key]

    def has_muted(self, player: str) -> bool:
        return any(reader == player for reader, _ in self.state.muted)

    def last_sent(self, since: int) -> int:
        """The number of the last event that the news after `since` contain."""
        return self.log.page(since)[1]

    def compose(self, player: str, since: int, positions: bool) -> bytes:
        state = self.state
        lines, last = self.log.page(since)
        news = News(
            seq=last,
            state=state.revision,
            room=self.room,
            protocol=PROTOCOL,
            you=self.own_seats(player, positions),
            muted=muted_seats(state, player),
            events=self.without_muted(lines, player),
            table=self.table,
            more=last < state.seq,
        )
        return encode(news)

    def without_muted(self, lines: list[EncodedLine], player: str) -> list[Raw]:
        """These lines without the chat of people whom the reader has muted."""
        muted = muted_by(self.state, player)
        return [Raw(each.line) for each in lines if each.author not in muted]

    def own_seats(self, player: str, positions: bool) -> list[OwnSeat]:
        state, game = self.state, self.state.game
        if game is None:
            return [OwnSeat(seat) for seat in state.seats_of(player)]
        return [
            own_seat(game.view(seat), positions, decides=not state.seats[seat].stand_in)
            for seat in state.seats_of(player)
        ]


def muted_seats(state: TableState, player: str) -> list[int]:
    muted = muted_by(state, player)
    return [seat for seat, each in enumerate(state.seats) if each.player in muted]


def muted_by(state: TableState, player: str) -> set[str]:
    return {author for reader, author in state.muted if reader == player}


def encode_table(state: TableState) -> Raw:
    """The table as a spectator sees it."""
    if state.game is None:
        return NOTHING
    return Raw(encode(wire_table(state.game.view(None))))
