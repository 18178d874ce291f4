"""The state of a table: the fold of its events.

The fold is pure: the same events give the same state, also after a restart. What is allowed is
decided in `commands.py`; running clocks and connections are in `table.py`.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import structs

from splendor.core.errors import RulesError
from splendor.formats.fair import seed_of
from splendor.game import Game
from splendor.server.tables.events import (
    BOT,
    DIGEST_MARK,
    GIVEN_UP,
    LEFT,
    OPEN,
    PERSON,
    TIME,
    Admitted,
    Answered,
    AnyEvent,
    Asked,
    Began,
    Chatted,
    Concluded,
    Created,
    Filled,
    Hinted,
    Left,
    Moved,
    Muted,
    Readied,
    Rematched,
    Removed,
    Replaced,
    Returned,
    Sat,
    SeatSetup,
    StampedEvent,
    Started,
    Undone,
    kind_of,
)
from splendor.view import View

ENGINE = "1"  # grows when the same seed or moves would give another game
WAITING, PLAYING, OVER, FROZEN = "open", "playing", "over", "frozen"  # the statuses of a table
DAY = 24 * 3600 * 1000  # milliseconds


class LogError(RulesError):
    """The log no longer replays: the table is frozen."""


@dataclass(slots=True)
class SeatState:
    """A seat. `stand_in` is the level of a bot that plays for a person, `why` the reason.
    `kept_for` is the person who left during the game and may return, `moved_from` the one who moved
    this seat to another device and may take it back.
    """

    kind: str = OPEN
    player: str = ""
    name: str = ""
    level: str = ""
    ready: bool = False
    nonce: str = field(default="", repr=False)
    stand_in: str = ""
    why: str = ""
    kept_for: str = ""
    moved_from: str = ""

    @property
    def bot(self) -> str:
        """The level of the bot that decides here; empty for a person or an open seat."""
        return self.level if self.kind == BOT else self.stand_in

    @property
    def is_played_by_a_person(self) -> bool:
        return self.kind == PERSON and not self.stand_in


@dataclass(slots=True)
class Confirm:
    """Decisions that were confirmed together: their seat, and the number of decisions before.
    `gained` are the milliseconds that they added to the clock, `due` is when they were due.
    """

    seat: int
    before: int
    gained: int = 0
    due: int = 0


class UsedId(NamedTuple):
    """The number of the event of a command, and the digest of the command, if it is known."""

    seq: int
    digest: str


@dataclass(slots=True)
class TableState:
    """The state of one table. `revision` is the number of the event that last changed the game; the
    wire calls it `state`.
    """

    id: str
    secret: str = field(repr=False)
    seq: int = 0
    revision: int = 0
    status: str = WAITING
    created: Created | None = None
    seats: list[SeatState] = field(default_factory=list)
    game: Game | None = None
    clocks: list[int] = field(default_factory=list)
    confirms: list[Confirm] = field(default_factory=list)
    question: Asked | None = None
    asked_at: int = 0  # the number of the event that asked it: the id of the question
    agreed: set[str] = field(default_factory=set)
    muted: set[tuple[str, str]] = field(default_factory=set)  # reader, author
    hints: list[Hinted] = field(default_factory=list)
    replaced: list[tuple[int, Replaced]] = field(default_factory=list)
    returned: list[tuple[int, int]] = field(default_factory=list)  # decisions before, seat
    weakened: list[tuple[int, Moved]] = field(default_factory=list)  # decisions before
    seen_hands: set[tuple[str, int]] = field(default_factory=set)  # player, seat
    departed: set[str] = field(default_factory=set)  # players who left during the game
    removed: set[str] = field(default_factory=set)  # by the host
    host: str = ""  # the person who may remove others and decide about spectators
    spectators: bool = True  # whether they may watch
    spectators_chat: bool = False  # whether they may write
    turn: tuple[int, int] | None = None  # with days for each turn: its number and its seat
    due: int = 0  # when that turn must be over, in milliseconds since 1970
    rematch: str = ""
    chats: int = 0  # chat messages
    others: int = 0  # events that are neither decisions nor chat
    ids: dict[tuple[str, str], UsedId] = field(default_factory=dict)

    # Queries

    @property
    def setup(self) -> Created:
        assert self.created is not None
        return self.created

    @property
    def dealt_game(self) -> Game:
        assert self.game is not None
        return self.game

    def seats_of(self, player: str) -> list[int]:
        return [
            seat
            for seat, each in enumerate(self.seats)
            if each.kind == PERSON and each.player == player
        ]

    def first_seat(self, player: str) -> int | None:
        return next(iter(self.seats_of(player)), None)

    @property
    def people(self) -> set[str]:
        """The people at the table, including those for whom a bot plays."""
        return {each.player for each in self.seats if each.kind == PERSON}

    @property
    def active_people(self) -> set[str]:
        """The people who play themselves, without a bot in their place."""
        return {each.player for each in self.seats if each.is_played_by_a_person}

    @property
    def deciding_person(self) -> int | None:
        """The seat that decides, unless a bot plays there."""
        if self.status != PLAYING:
            return None
        seat = self.dealt_game.active
        return None if self.seats[seat].bot else seat

    @property
    def is_clock_running(self) -> bool:
        """Whether time counts: the days of a turn from the deal on, seconds from the first move."""
        rule, fork = self.setup.clock, self.setup.fork
        if rule is None or self.status != PLAYING:
            return False
        return rule.days > 0 or self.dealt_game.ply > (fork.ply if fork else 0)

    @property
    def is_ready_to_begin(self) -> bool:
        taken = all(each.kind != OPEN for each in self.seats)
        ready = all(each.ready for each in self.seats if each.kind == PERSON)
        return self.status == WAITING and taken and ready

    @property
    def nonces(self) -> list[str]:
        """One for each seat; a person's is at their first seat. A fork has its source's."""
        fork = self.setup.fork
        return fork.nonces if fork else [each.nonce for each in self.seats]

    def deal(self) -> Game:
        """The game dealt from secret and nonces; in a fork, with the moves before it. Where it
        begins with a position, only what that hides is dealt.
        """
        rule = self.setup
        seed = seed_of(self.secret, self.nonces)
        if rule.position:
            game = View.from_position(rule.position).imagine(seed)
        else:
            game = Game(rule.rules, players=len(self.seats), seed=seed, **rule.options)
        for move in rule.fork.moves if rule.fork else ():
            game.push(move)
        return game

    def stored_deal(self, game: Game) -> dict[str, Any]:
        """What the log keeps of the deal."""
        return {"position": game.at(0).position} if self.setup.position else game.deal()

    # Events

    def after(self, events: Sequence[StampedEvent], game: Game | None = None) -> "TableState":
        """The state after these events; this one does not change.

        `game` is the game after them, if the moves were played on a copy already.
        """
        state = copy(self)
        for name in ("clocks", "confirms", "hints", "replaced", "returned", "weakened"):
            setattr(state, name, list(getattr(self, name)))
        for name in ("agreed", "muted", "seen_hands", "departed", "removed"):
            setattr(state, name, set(getattr(self, name)))
        state.seats = [copy(each) for each in self.seats]
        state.ids = dict(self.ids)
        if game is None and self.game is not None:
            state.game = self.game.copy()
        for stamped in events:
            state.fold(stamped, game)
        return state

    def fold(self, stamped: StampedEvent, game: Game | None = None) -> None:
        """Apply the next event, or raise `LogError` if it is impossible."""
        event, player, id = stamped.event, stamped.player, stamped.id
        try:
            if game is not None and isinstance(event, Moved):
                self.adopt_moved(event, game)
            else:
                self.apply(event)
        except RulesError as error:
            raise LogError(f"event {self.seq + 1} ({kind_of(event)}): {error}") from error
        self.seq += 1
        self.chats += isinstance(event, Chatted)
        self.others += not isinstance(event, (Chatted, Moved))
        if isinstance(event, (Began, Moved, Undone, Concluded)):
            self.revision = self.seq
        if id:
            chosen, _, digest = id.partition(DIGEST_MARK)
            self.ids[player, chosen] = UsedId(self.seq, digest)
        if self.setup.clock and self.setup.clock.days:
            self.renew_deadline(event, stamped.at, stamped.at + self.setup.clock.days * DAY)

    def renew_deadline(self, event: AnyEvent, at: int, due: int) -> None:
        """Every turn of a person has its time. A turn that is played again after an undo keeps its
        deadline, but it has at least a day.
        """
        seat = self.deciding_person
        turn = None if seat is None else (self.dealt_game.turn, seat)
        if turn == self.turn:
            return
        if isinstance(event, Undone):
            due = min(due, max(self.due, at + DAY))
        self.turn, self.due = turn, due if turn else 0

    def apply(self, event: AnyEvent) -> None:
        match event:
            case Created():
                self.create(event)
            case Sat() | Left() | Removed() | Readied() | Replaced() | Returned():
                self.apply_to_seats(event)
            case Filled(seat, level):
                self.seats[seat] = initial_seat(SeatSetup(BOT if level else OPEN, level=level))
            case Started(kept, options):
                self.start_with(kept, options)
            case Began() | Moved() | Undone() | Concluded():
                self.apply_to_game(event)
            case Asked():
                self.question, self.agreed, self.asked_at = event, set(), self.seq + 1
            case Answered(player, yes):
                self.answer(player, yes)
            case Hinted():
                self.hints.append(event)
            case Muted(player, seat, on):
                pair = (player, self.seats[seat].player)
                (self.muted.add if on else self.muted.discard)(pair)
            case Admitted(watch, chat):
                self.spectators, self.spectators_chat = watch, chat
            case Rematched(table):
                self.rematch = table
            case Chatted():
                pass

    def apply_to_seats(self, event: Sat | Left | Removed | Readied | Replaced | Returned) -> None:
        match event:
            case Sat():
                self.sit(event)
            case Left(seat):
                self.stand_up(seat)
            case Removed(seat):
                self.remove(seat)
            case Readied(player, nonce):
                self.ready(player, nonce)
            case Replaced(seat, level, why):
                self.seats[seat].stand_in, self.seats[seat].why = level, why
                self.replaced.append((self.dealt_game.ply, event))
                self.stop_clock(seat, why)
                self.question = None
                self.pass_on_hosting(self.seats[seat].player)
            case Returned(seat):
                self.seats[seat].stand_in = self.seats[seat].why = ""
                self.returned.append((self.dealt_game.ply, seat))

    def apply_to_game(self, event: Began | Moved | Undone | Concluded) -> None:
        match event:
            case Began():
                self.begin(event)
            case Moved():
                self.move(event)
            case Undone(kept, clocks):
                self.clocks = clocks or self.clocks
                self.revert_to(kept)
            case Concluded(reason, winners, seat):
                self.dealt_game.conclude(reason, tuple(winners))
                self.stop_clock(seat, reason)
                self.finish()

    def create(self, event: Created) -> None:
        self.created = event
        self.seats = [initial_seat(each) for each in event.seats]
        self.spectators = event.spectators
        self.host = event.owner or next(iter(self.players_in_order()), "")
        if event.clock and not event.clock.days:
            self.clocks = [1000 * event.clock.seconds] * len(self.seats)

    def sit(self, event: Sat) -> None:
        seat, player, name = event.seat, event.player, event.name
        before = self.seats[seat]
        after = SeatState(PERSON, player, name, ready=self.status != WAITING, nonce=before.nonce)
        if before.kind == PERSON:  # the seat moves to another device: keep everything else
            after.ready, after.stand_in, after.why = before.ready, before.stand_in, before.why
            moved_from = before.moved_from if player == before.player else ""
            after.moved_from = before.player if event.own else moved_from
            self.move_mutes(before.player, player)
            self.host = player if before.player == self.host else self.host
        elif before.stand_in:
            self.returned.append((self.dealt_game.ply, seat))
        self.seats[seat] = after
        if self.status != WAITING:
            self.seen_hands.add((player, seat))

    def move_mutes(self, old: str, new: str) -> None:
        """Keep mutes, by and of this person, when they move to another device."""
        self.muted |= {(new, author) for reader, author in self.muted if reader == old}
        self.muted |= {(reader, new) for reader, author in self.muted if author == old}

    def stand_up(self, seat: int) -> None:
        """Open a seat for others. A bot that plays there goes on playing."""
        before, self.question = self.seats[seat], None
        self.seats[seat] = SeatState(name=before.name, why=LEFT)
        if self.status != WAITING:  # the nonce is part of the deal
            why = before.why if before.why in GIVEN_UP else LEFT
            self.seats[seat] = SeatState(
                name=before.name, nonce=before.nonce, stand_in=before.stand_in, why=why
            )
            self.seats[seat].kept_for = before.player
            self.departed.add(before.player)
        self.pass_on_hosting(before.player)

    def remove(self, seat: int) -> None:
        """The person neither sits down at this table again nor returns to a private one."""
        player = self.seats[seat].player
        self.stand_up(seat)
        self.seats[seat].kept_for = ""
        self.removed.add(player)
        self.departed.discard(player)

    def players_in_order(self) -> list[str]:
        """The people, first those who play themselves."""
        sitting = [each for each in self.seats if each.kind == PERSON]
        return [each.player for each in sorted(sitting, key=lambda each: bool(each.stand_in))]

    def pass_on_hosting(self, player: str) -> None:
        """If this player was the host and has left or given up, somebody who plays is the next."""
        own = [self.seats[seat] for seat in self.seats_of(player)]
        stays = any(each.why not in GIVEN_UP for each in own)
        if player == self.host and not stays and self.active_people:
            self.host = self.players_in_order()[0]

    def ready(self, player: str, nonce: str) -> None:
        mine = self.seats_of(player)
        for seat in mine:
            self.seats[seat].ready = True
        self.seats[mine[0]].nonce = nonce

    def start_with(self, kept: list[int], options: dict[str, Any]) -> None:
        """Remove the open seats: those that are kept have new numbers."""
        self.seats = [self.seats[seat] for seat in kept]
        self.clocks = self.clocks[: len(kept)]
        self.created = structs.replace(self.setup, options=options)

    def begin(self, event: Began) -> None:
        if event.engine != ENGINE:
            raise LogError(f"was dealt by engine {event.engine}, this is engine {ENGINE}")
        game = self.deal()
        if self.stored_deal(game) != event.deal:
            raise LogError("the secret no longer leads to the deal that was stored")
        self.adopt(game)

    def adopt(self, game: Game) -> None:
        self.game, self.status = game, PLAYING
        sitting = enumerate(self.seats)
        self.seen_hands = {(each.player, seat) for seat, each in sitting if each.kind == PERSON}

    def move(self, event: Moved) -> None:
        game, turn = self.dealt_game, self.dealt_game.turn
        self.confirms.append(Confirm(event.seat, game.ply, due=self.due))
        drawn = event.drawn or [""] * len(event.moves)
        for move, drew in zip(event.moves, drawn, strict=True):
            if game.active != event.seat:
                raise LogError(f"{move} is not seat {event.seat}'s to play")
            game.push(move)
            if game.drawn != drew:
                raise LogError(f"{move} drew {game.drawn!r} and not {drew!r}")
        self.after_moving(event, turn)

    def after_moving(self, event: Moved, turn: int) -> None:
        if event.clocks:
            self.clocks = event.clocks
            self.confirms[-1].gained = increment_of(self.setup, turn, self.dealt_game)
        if event.weakened:
            self.weakened.append((self.confirms[-1].before, event))
        if not self.seats[event.seat].bot:  # a bot's move does not answer a question
            self.question = None
        if self.dealt_game.is_over:
            self.finish()

    def adopt_moved(self, event: Moved, game: Game) -> None:
        """Apply moves that were played on a copy of the game already."""
        before = self.dealt_game
        self.confirms.append(Confirm(event.seat, before.ply, due=self.due))
        self.game = game
        self.after_moving(event, before.turn)

    def revert_to(self, kept: int) -> None:
        while self.dealt_game.ply > kept:
            self.dealt_game.pop()
        while self.confirms and self.confirms[-1].before >= kept:
            self.due = self.confirms.pop().due
        self.question = None

    def answer(self, player: str, yes: bool) -> None:
        if not yes:
            self.question = None
        else:
            self.agreed.add(player)

    def stop_clock(self, seat: int | None, why: str) -> None:
        """Set the clock of a player whose time is up to zero."""
        if self.clocks and why == TIME and seat is not None:
            self.clocks[seat] = 0

    def finish(self) -> None:
        self.status, self.question = OVER, None


def increment_of(setup: Created, turn: int, game: Game) -> int:
    """The milliseconds that moves in this turn add to the clock: none while the turn goes on."""
    ended = game.turn != turn or game.is_over
    return 1000 * setup.clock.increment if setup.clock and ended else 0


def initial_seat(setup: SeatSetup) -> SeatState:
    ready = setup.kind == BOT
    return SeatState(setup.kind, setup.player, setup.name, setup.level, ready=ready)
