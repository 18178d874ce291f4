"""A table as messages: what everybody is told, and what each listener alone."""

from collections.abc import Collection

from msgspec import Raw, json

from splendor.server.bodies import TableLine
from splendor.server.messages import Ask, Clock, Fairness, Fork, News, Result, Room, Seat, Yours
from splendor.server.storage.types import TableRow
from splendor.server.tables.events import OPEN, PERSON
from splendor.server.tables.state import OVER, Story
from splendor.server.tables.wire_views import show_result, show_table, show_yours

NOTHING = Raw(b"null")
encode = json.Encoder().encode


def room_of(
    story: Story,
    present: Collection[str] = (),
    absent: Collection[str] = (),
    clock: Clock | None = None,
    watching: int = 0,
    problem: str = "",
) -> Room:
    rule = story.rule
    return Room(
        status="frozen" if problem else story.status,
        rules=rule.rules,
        options=rule.options,
        seats=seats_of(story, present, absent),
        fairness=fairness_of(story),
        clock=clock,
        asked=ask_of(story),
        result=result_of(story),
        rematch=story.rematch,
        former=rule.former,
        spectators=rule.spectators,
        watching=watching,
        problem=problem,
        fork=Fork(rule.fork.table, rule.fork.ply) if rule.fork else None,
    )


def seats_of(
    story: Story, present: Collection[str] = (), absent: Collection[str] = ()
) -> list[Seat]:
    return [
        Seat(
            kind=chair.kind,
            name=chair.name,
            bot=chair.bot,
            why=chair.why,
            ready=chair.ready,
            present=chair.kind == PERSON and chair.player in present,
            absent=chair.kind == OPEN or chair.player in absent,
        )
        for chair in story.seats
    ]


def fairness_of(story: Story) -> Fairness:
    """The secret is revealed when the game is over, and never before."""
    commitment = story.rule.commitment
    if story.status != OVER:
        return Fairness(commitment)
    return Fairness(commitment, story.nonces, story.secret)


def ask_of(story: Story) -> Ask | None:
    if story.asked is None:
        return None
    seat = story.first_seat(story.asked.player)
    agreed = [seat for player in story.agreed for seat in story.seats_of(player)]
    return Ask(-1 if seat is None else seat, story.asked.what, story.asked.kept, sorted(agreed))


def result_of(story: Story) -> Result | None:
    outcome = story.game.outcome if story.game else None
    return None if outcome is None else show_result(outcome)


def line_of(row: TableRow) -> TableLine:
    """A table in a list, from what the store keeps of it."""
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


def summary_of(story: Story) -> bytes:
    return encode({"seats": seats_of(story), "result": result_of(story)})


class Writer:
    """Composes the news of one moment: what is the same for several listeners, once."""

    def __init__(self, story: Story, room: Room, shown: Raw = NOTHING) -> None:
        self.story, self.people = story, story.people
        self.room = Raw(encode(room))
        self.shown = shown
        self._frames: dict[tuple[str, bool, int], bytes] = {}

    def news(self, player: str, since: int, positions: bool = False) -> bytes:
        """The news for who sits here as this player, or just watches, since an event."""
        known = player if player in self.people or self.has_muted(player) else ""
        key = (known, positions, since)
        if key not in self._frames:
            self._frames[key] = self.compose(known, since, positions)
        return self._frames[key]

    def has_muted(self, player: str) -> bool:
        return any(reader == player for reader, _ in self.story.muted)

    def compose(self, player: str, since: int, positions: bool) -> bytes:
        story = self.story
        news = News(
            seq=story.seq,
            state=story.state,
            room=self.room,
            you=self.yours(player, positions),
            muted=muted_seats(story, player),
            events=events_for(story, player, since),
            table=self.shown,
        )
        return encode(news)

    def yours(self, player: str, positions: bool) -> list[Yours]:
        story, game = self.story, self.story.game
        if game is None:
            return [Yours(seat) for seat in story.seats_of(player)]
        return [
            show_yours(game.view(seat), positions, decides=not story.seats[seat].stand_in)
            for seat in story.seats_of(player)
        ]


def events_for(story: Story, player: str, since: int) -> list[Raw]:
    """The events after one, without what people write whom the reader has muted."""
    first = len(story.entries)
    while first and story.entries[first - 1].seq > since:
        first -= 1
    entries = story.entries[first:]
    muted = muted_by(story, player)
    return [Raw(entry.told) for entry in entries if entry.author not in muted]


def muted_seats(story: Story, player: str) -> list[int]:
    muted = muted_by(story, player)
    return [seat for seat, chair in enumerate(story.seats) if chair.player in muted]


def muted_by(story: Story, player: str) -> set[str]:
    return {author for reader, author in story.muted if reader == player}


def show(story: Story) -> Raw:
    """What lies on the table, as a spectator sees it."""
    if story.game is None:
        return NOTHING
    return Raw(encode(show_table(story.game.view(None))))
