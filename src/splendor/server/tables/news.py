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
from splendor.server.tables.commands import Presence, allows_hints
from splendor.server.tables.events import GIVEN_UP, OPEN, PERSON
from splendor.server.tables.log_lines import EncodedLine, LogLines
from splendor.server.tables.state import OVER, TableState
from splendor.server.tables.wire_views import own_seat, wire_result, wire_table

NOTHING = Raw(b"null")
NOBODY_IS_AWAY = Presence()
encode = json.Encoder().encode


def room_of(
    state: TableState,
    present: Collection[str] = (),
    presence: Presence = NOBODY_IS_AWAY,
    clock: Clock | None = None,
    watching: int = 0,
    problem: str = "",
) -> Room:
    rule = state.setup
    return Room(
        status="frozen" if problem else state.status,
        rules=rule.rules,
        options=rule.options,
        seats=seats_of(state, present, presence),
        fairness=fairness_of(state),
        clock=clock,
        asked=ask_of(state),
        result=result_of(state),
        rematch=state.rematch,
        former=rule.former,
        spectators=state.spectators,
        spectators_chat=state.spectators_chat,
        hints=allows_hints(state),
        host=state.first_seat(state.host),
        watching=watching,
        problem=problem,
        fork=Fork(rule.fork.table, rule.fork.ply) if rule.fork else None,
        position=bool(rule.position),
    )


def seats_of(
    state: TableState, present: Collection[str] = (), presence: Presence = NOBODY_IS_AWAY
) -> list[Seat]:
    return [
        Seat(
            kind=each.kind,
            name=each.name,
            bot=each.bot,
            why=each.why,
            ready=each.ready,
            present=each.kind == PERSON and each.player in present,
            absent=each.kind == OPEN or each.player in presence.absent,
            idle=seat == presence.idle,
        )
        for seat, each in enumerate(state.seats)
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
        id=state.asked_at,
        seat=-1 if seat is None else seat,
        what=state.question.what,
        kept=state.question.kept,
        agreed=sorted(agreed),
        target=state.question.seat,
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
        self.state, self.log = state, log
        readers = {reader for reader, _ in state.muted}
        # Everybody else is sent the same.
        self.known = {*state.people, *readers, *kept_seats(state), *moved_seats(state), state.host}
        self.known -= {""}
        self.room = Raw(encode(room))
        self.table = table
        self._frames: dict[tuple[str, bool, int], bytes] = {}

    def news(self, player: str, since: int, positions: bool = False) -> bytes:
        """The news for a player or spectator, with the log lines after event `since`."""
        known = player if player in self.known else ""
        key = (known, positions, since)
        if key not in self._frames:
            self._frames[key] = self.compose(known, since, positions)
        return self._frames[key]

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
            kept=kept_seats(state).get(player, []),
            moved=moved_seats(state).get(player, []),
            hosts=bool(player) and player == state.host,
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


def kept_seats(state: TableState) -> dict[str, list[int]]:
    """The seats that people have left and may take again, by person."""
    found: dict[str, list[int]] = {}
    for seat, each in enumerate(state.seats):
        if each.kept_for and each.why not in GIVEN_UP:
            found.setdefault(each.kept_for, []).append(seat)
    return found


def moved_seats(state: TableState) -> dict[str, list[int]]:
    """The seats that people have moved to another device and may take back, by person."""
    found: dict[str, list[int]] = {}
    for seat, each in enumerate(state.seats):
        if each.moved_from and each.why not in GIVEN_UP and state.status != OVER:
            found.setdefault(each.moved_from, []).append(seat)
    return found


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
