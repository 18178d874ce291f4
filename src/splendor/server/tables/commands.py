"""What players do at their seats: each command becomes events, or is refused.

Nothing here changes a table: the events are stored first, then folded into the state.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from splendor.bots.levels import ladder_of
from splendor.core.errors import IllegalMove
from splendor.core.refusals import Refusal
from splendor.formats.fair import check_nonce
from splendor.game import Game
from splendor.ruleset import ruleset_of
from splendor.server.identity import check_chat
from splendor.server.messages import (
    Tried,
    Try,
)
from splendor.server.refusals import require
from splendor.server.tables.events import (
    BOT,
    GIVEN_UP,
    OPEN,
    PERSON,
    RESIGNED,
    STEPS,
    AnyEvent,
    Chatted,
    Concluded,
    Hinted,
    Left,
    Moved,
    Muted,
    Readied,
    Replaced,
    Sat,
)
from splendor.server.tables.state import OVER, PLAYING, WAITING, TableState
from splendor.server.workers.pool import OFFERED_BOTS

MAX_CHATS = 1_000  # in one table's log, as many as a page keeps


@dataclass(frozen=True, slots=True)
class Person:
    """The sender of a command, known from the cookie, never from the message.

    `address` is where the command comes from, for fair shares of what is scarce.
    """

    player: str
    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """The people who have been away for long, and the seat that has not decided for long."""

    absent: frozenset[str] = frozenset()
    idle: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The events of a command, and the game after them if the moves were played on a copy."""

    events: tuple[AnyEvent, ...]
    game: Game | None = None


def own_seats(state: TableState, who: Person) -> list[int]:
    seats = state.seats_of(who.player)
    require(seats, "not_seated")
    return seats


def require_playing(state: TableState) -> Game:
    require(state.status != OVER, "over")
    require(state.status == PLAYING, "not_begun")
    return state.dealt_game


def require_revision(state: TableState, revision: int) -> None:
    require(revision == state.revision, "stale")


# Playing


def play(state: TableState, who: Person, revision: int, moves: list[str]) -> Decision:
    """Play all moves of one confirm on a copy of the game."""
    seats = own_seats(state, who)
    game = require_playing(state)
    require_revision(state, revision)
    seat = game.active
    mine = seat in seats and not state.seats[seat].stand_in
    require(mine, "not_your_turn", seat=seat)
    event, after = moved(game, seat, moves)
    return Decision((event,), after)


def moved(game: Game, seat: int, moves: list[str]) -> tuple[Moved, Game]:
    """The event of a seat's moves, and the game after them; `game` itself does not change."""
    after = game.copy()
    texts: list[str] = []
    drawn: list[str] = []
    for text in moves:
        require_turn(after, seat, text)
        if texts:
            require_seen(game, after, text)
        move = after.parse(text)
        after.push(move)
        texts.append(str(move))
        drawn.append(after.drawn)
    return Moved(seat, texts, drawn if any(drawn) else []), after


def ended_if_too_long(decided: Decision, most: int) -> Decision:
    """The same, with the end of the game if it has so many decisions and is not over."""
    game = decided.game
    if game is None or game.is_over or game.ply < most:
        return decided
    return Decision((*decided.events, Concluded("abandoned", [], limit=most)), game)


def require_turn(game: Game, seat: int, text: str) -> None:
    """All moves of one confirm must be decisions of this seat."""
    if game.active != seat or game.is_over:
        raise IllegalMove(Refusal.of("turn_over", move=text))


def require_seen(before: Game, after: Game, text: str) -> None:
    """Refuse further actions after a draw, so that no refusal reveals what would be drawn."""
    if after.phase == "play" and reveals_something(after, before.ply):
        raise IllegalMove(Refusal.of("seen_first", move=text))


def reveals_something(game: Game, since: int) -> bool:
    """Whether a card or a token was drawn since the decision of this number."""
    trial = game.copy()
    decks = trial.table.deck_sizes
    while trial.ply > since:
        if trial.drawn:
            return True
        trial.pop()
    return bool(trial.table.deck_sizes != decks)


def attempt(state: TableState, who: Person, command: Try) -> Tried:
    """The moves that would be legal after some moves, in an imagined deal without secrets."""
    seats = own_seats(state, who)
    game = require_playing(state)
    require_revision(state, command.state)
    seat = game.active
    require(seat in seats, "not_your_turn", seat=seat)
    return Tried(command.id, *legal_after(game, seat, command.moves))


def legal_after(game: Game, seat: int, moves: Sequence[str]) -> tuple[list[str], bool, bool]:
    """The moves that are legal after these, whether the turn is over, and whether something is
    revealed first.
    """
    imagined = game.view(seat).imagine(0)
    for text in moves:
        require_turn(imagined, seat, text)
        imagined.push(text)
        if imagined.drawn:
            return [], False, True
    ends = imagined.is_over or imagined.active != seat or imagined.turn != game.turn
    return [] if ends else [str(move) for move in imagined.legal_moves], ends, False


def hint(state: TableState, who: Person, revision: int, step: int) -> tuple[AnyEvent, ...]:
    """Hints are recorded. Where several people play, the table must allow them."""
    seats = own_seats(state, who)
    game = require_playing(state)
    require_revision(state, revision)
    require(allows_hints(state), "no_hints")
    require(game.active in seats, "not_your_turn", seat=game.active)
    return (Hinted(game.active, game.ply, STEPS[step]),)


def allows_hints(state: TableState) -> bool:
    return state.setup.hints or plays_alone(state)


def plays_alone(state: TableState) -> bool:
    """Whether all other seats are bots. A seat that was left counts as a person's."""
    return sum(each.kind != BOT for each in state.seats) == 1


# Sitting down and standing up


def sit(state: TableState, who: Person, seat: int, name: str) -> tuple[AnyEvent, ...]:
    require(state.status in (WAITING, PLAYING), "over")
    require(seat < len(state.seats), "no_seat", seat=seat)
    seat_state = state.seats[seat]
    if seat_state.moved_from == who.player:
        return take_back(state, who, seat)
    renamed = seat_state.player == who.player and seat_state.name != name
    alone = not set(state.seats_of(who.player)) - {seat}
    require(name == who.name or not alone, "one_name")
    require(seat_state.kind == OPEN or renamed, "taken", seat=seat)
    require(seat_state.why not in GIVEN_UP, "taken", seat=seat, bot=True)
    require(who.player not in state.removed, "removed")
    is_kept = seat_state.kept_for not in ("", who.player)  # nobody else sees that hand
    require(not is_kept, "kept", seat=seat)
    held = {place for player, place in state.seen_hands if player == who.player}
    fits = not held or seat in held  # nobody may see two hands
    require(fits, "seated")
    return (Sat(seat, who.player, name),)


def take_back(state: TableState, who: Person, seat: int) -> tuple[AnyEvent, ...]:
    """Take a seat back from the device to which its player moved it; it keeps its name."""
    seat_state = state.seats[seat]
    require(seat_state.why not in GIVEN_UP, "taken", seat=seat, bot=True)
    require(who.player not in state.removed, "removed")
    return (Sat(seat, who.player, seat_state.name, own=True),)


def leave(state: TableState, who: Person) -> tuple[AnyEvent, ...]:
    seats = own_seats(state, who)
    require(state.status in (WAITING, PLAYING), "over")
    return tuple(Left(seat) for seat in seats)


def ready(state: TableState, who: Person, nonce: str) -> tuple[AnyEvent, ...]:
    seats = own_seats(state, who)
    require(state.status == WAITING, "begun")
    waiting = any(not state.seats[seat].ready for seat in seats)
    require(waiting, "ready")
    return (Readied(who.player, check_nonce(nonce) if nonce else ""),)


# Ending a game outside the rules


def resign(state: TableState, who: Person, requested: int | None) -> tuple[AnyEvent, ...]:
    seats = own_seats(state, who)
    game = require_playing(state)
    usual = game.active if game.active in seats else seats[0]
    seat = usual if requested is None else requested
    require(seat in seats, "not_yours", seat=seat)
    require(state.seats[seat].why not in GIVEN_UP, "resigned")
    return give_up(state, seat, "resignation", RESIGNED)


def give_up(state: TableState, seat: int, reason: str, why: str) -> tuple[AnyEvent, ...]:
    """With two players the other wins; with more, a bot plays on."""
    if len(state.seats) == 2:
        return (Concluded(reason, [1 - seat], seat),)
    return (Replaced(seat, usual_level(state), why),)


# Bots in place of people


def usual_level(state: TableState) -> str:
    """The level in the middle of the ladder."""
    return middle_level(ruleset_of(state.setup.rules).name, len(state.seats))


def middle_level(game: str, players: int) -> str:
    ladder = ladder_of(game, players)
    return ladder[len(ladder) // 2].name


def check_level(name: str) -> str:
    require(name in OFFERED_BOTS, "no_bot", name=name, known=OFFERED_BOTS)
    return name


# Chat


def chat(state: TableState, who: Person, text: str) -> tuple[AnyEvent, ...]:
    """Spectators may write if the host lets them, and leave room for those who play."""
    seats = state.seats_of(who.player)
    if not seats:
        require(state.spectators_chat and who.player not in state.removed, "not_seated")
    require(state.chats < (MAX_CHATS if seats else MAX_CHATS // 2), "chat_full", most=MAX_CHATS)
    names = dict.fromkeys(state.seats[seat].name for seat in seats) or [who.name]
    return (Chatted(who.player, " & ".join(names), check_chat(text)),)


def mute(state: TableState, who: Person, seat: int, on: bool) -> tuple[AnyEvent, ...]:
    seats = own_seats(state, who)
    require(seat < len(state.seats), "no_seat", seat=seat)
    require(seat not in seats, "own_seat")
    require(state.seats[seat].kind == PERSON, "no_person", seat=seat)
    return (Muted(who.player, seat, on),)
