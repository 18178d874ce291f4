"""Commands: each becomes events, or is refused.

Nothing here changes a table: the events are stored first, then folded into the state.
"""

from dataclasses import dataclass

from splendor.bots.levels import ladder_of
from splendor.core.errors import IllegalMove
from splendor.core.refusals import Refusal
from splendor.formats.fair import check_nonce
from splendor.game import Game
from splendor.ruleset import ruleset_of
from splendor.server.identity import check_chat, check_name
from splendor.server.messages import (
    Answer,
    AskFor,
    CallBot,
    Chat,
    ComeBack,
    Hint,
    Leave,
    LoggedCommand,
    Mute,
    Play,
    Ready,
    Resign,
    Sit,
    Tried,
    Try,
)
from splendor.server.refusals import RequestRefused, require
from splendor.server.tables.events import (
    ABANDON,
    ABSENT,
    BOT,
    GIVEN_UP,
    LEFT,
    OPEN,
    PERSON,
    RESIGNED,
    UNDO,
    Answered,
    AnyEvent,
    Asked,
    Chatted,
    Concluded,
    Hinted,
    Left,
    Moved,
    Muted,
    Readied,
    Replaced,
    Returned,
    Sat,
    Undone,
)
from splendor.server.tables.state import OVER, PLAYING, WAITING, TableState
from splendor.server.workers.pool import OFFERED_BOTS

# In one table's log. Decisions are bounded by the settings.
MAX_CHATS = 1_000  # as many as a page keeps
MAX_OTHERS = 1_000  # events that are neither decisions nor chat


@dataclass(frozen=True, slots=True)
class Person:
    """The sender of a command, known from the cookie, never from the message.

    `address` is where the command comes from, for fair shares of what is scarce.
    """

    player: str
    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """The events of a command, and the game after them if the moves were played on a copy."""

    events: tuple[AnyEvent, ...]
    game: Game | None = None


def decide(
    state: TableState, who: Person, command: LoggedCommand, absent: frozenset[str] = frozenset()
) -> Decision:
    """The events of a command. `absent` are people who have been away for long."""
    require_room(state, command)
    if state.setup.clock is not None:  # with a clock, only the clock limits absence
        absent = frozenset()
    match command:
        case Play(_, revision, moves):
            return play(state, who, revision, moves)
        case Ready() | Sit() | Leave() | CallBot() | ComeBack():
            return Decision(decide_seats(state, who, command, absent))
        case Resign(_, seat):
            return Decision(resign(state, who, seat))
        case AskFor(_, what):
            return Decision(ask(state, who, what, absent))
        case Answer(_, yes):
            return Decision(answer(state, who, yes, absent))
        case Hint(_, revision):
            return Decision(hint(state, who, revision))
        case Chat(_, text):
            return Decision(chat(state, who, text))
        case Mute(_, seat, on):
            return Decision(mute(state, who, seat, on))
        case _:
            raise RequestRefused("unknown_command")


def decide_seats(
    state: TableState,
    who: Person,
    command: Ready | Sit | Leave | CallBot | ComeBack,
    absent: frozenset[str],
) -> tuple[AnyEvent, ...]:
    """Who sits where, and whether a bot plays for somebody."""
    match command:
        case Ready(_, nonce):
            return ready(state, who, nonce)
        case Sit(_, seat, name):
            return sit(state, who, seat, check_name(name) if name else who.name)
        case Leave():
            return leave(state, who)
        case CallBot(_, seat, level):
            return call_bot(state, who, seat, level, absent)
        case ComeBack():
            return come_back(state, who)


def require_room(state: TableState, command: LoggedCommand) -> None:
    """Refuse what would make a log endless. A game can always be played, or given up."""
    match command:
        case Chat():
            require(state.chats < MAX_CHATS, "chat_full", most=MAX_CHATS)
        case Play() | Resign():
            pass
        case _:
            require_room_for_others(state)


def require_room_for_others(state: TableState) -> None:
    require(state.others < MAX_OTHERS, "log_full", most=MAX_OTHERS)


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
    if game is None or game.is_over or len(game.moves) < most:
        return decided
    return Decision((*decided.events, Concluded("abandoned", [], limit=most)), game)


def require_turn(game: Game, seat: int, text: str) -> None:
    """All moves of one confirm must be decisions of this seat."""
    if game.active != seat or game.is_over:
        raise IllegalMove(Refusal.of("turn_over", move=text))


def require_seen(before: Game, after: Game, text: str) -> None:
    """Refuse further actions after a draw, so that no refusal reveals what would be drawn."""
    if after.phase == "play" and reveals_something(after, len(before.moves)):
        raise IllegalMove(Refusal.of("seen_first", move=text))


def attempt(state: TableState, who: Person, command: Try) -> Tried:
    """The moves that would be legal after some moves, in an imagined deal without secrets."""
    seats = own_seats(state, who)
    game = require_playing(state)
    require_revision(state, command.state)
    seat = game.active
    require(seat in seats, "not_your_turn", seat=seat)
    imagined = game.view(seat).imagine(0)
    for text in command.moves:
        require_turn(imagined, seat, text)
        imagined.push(text)
        if imagined.drawn:
            return Tried(command.id, shows=True)
    ends = imagined.is_over or imagined.active != seat or imagined.turn != game.turn
    legal = [] if ends else [str(move) for move in imagined.legal_moves]
    return Tried(command.id, legal, ends)


def hint(state: TableState, who: Person, revision: int) -> tuple[AnyEvent, ...]:
    """Hints are recorded, and given only if no other person plays."""
    seats = own_seats(state, who)
    game = require_playing(state)
    require_revision(state, revision)
    require(plays_alone(state), "no_hints")
    require(game.active in seats, "not_your_turn", seat=game.active)
    return (Hinted(game.active, len(game.moves)),)


def plays_alone(state: TableState) -> bool:
    """Whether all other seats are bots. A seat that was left counts as a person's."""
    return sum(each.kind != BOT for each in state.seats) == 1


# Sitting down and standing up


def sit(state: TableState, who: Person, seat: int, name: str) -> tuple[AnyEvent, ...]:
    require(state.status in (WAITING, PLAYING), "over")
    require(seat < len(state.seats), "no_seat", seat=seat)
    seat_state = state.seats[seat]
    renamed = seat_state.player == who.player and seat_state.name != name
    alone = not set(state.seats_of(who.player)) - {seat}
    require(name == who.name or not alone, "one_name")
    require(seat_state.kind == OPEN or renamed, "taken", seat=seat)
    require(seat_state.why not in GIVEN_UP, "taken", seat=seat, bot=True)
    held = {place for player, place in state.seen_hands if player == who.player}
    fits = not held or seat in held  # nobody may see two hands
    require(fits, "seated")
    return (Sat(seat, who.player, name),)


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


def ask(state: TableState, who: Person, what: str, absent: frozenset[str]) -> tuple[AnyEvent, ...]:
    """Ask the others; do it at once if there are none. A game can be abandoned without waiting for
    people who are absent for long, but no move is taken back without their consent.
    """
    require_say(state, who)
    asked, others = state.question, state.active_people - {who.player}
    if what == UNDO:
        kept = undo_to(state, who)
        return (Asked(who.player, UNDO, kept),) if others else (Undone(kept),)
    if asked is not None and asked.what == ABANDON and asked.player != who.player:
        return answer(state, who, True, absent)  # the other has asked for the same
    if others <= absent:
        return (Concluded("abandoned", []),)
    return (Asked(who.player, ABANDON),)


def require_say(state: TableState, who: Person) -> None:
    """People who have given up have no say, unless nobody plays any more."""
    own_seats(state, who)
    require_playing(state)
    plays = who.player in state.active_people or not state.active_people
    require(plays, "bot")


def undo_to(state: TableState, who: Person) -> int:
    """The number of decisions that remain when a person's last confirm is undone."""
    seats = state.seats_of(who.player)
    mine = [confirm for confirm in state.confirms if confirm.seat in seats]
    require(mine, "nothing")
    kept = mine[-1].before
    require_nothing_shown(state, kept)
    return kept


def require_nothing_shown(state: TableState, since: int) -> None:
    """Between people, moves that revealed something cannot be undone."""
    shown = not plays_alone(state) and reveals_something(state.dealt_game, since)
    require(not shown, "revealed")


def reveals_something(game: Game, since: int) -> bool:
    """Whether a card or a token was drawn since the decision of this number."""
    trial = game.copy()
    decks = trial.table.deck_sizes
    while len(trial.moves) > since:
        if trial.drawn:
            return True
        trial.pop()
    return bool(trial.table.deck_sizes != decks)


def answer(
    state: TableState, who: Person, yes: bool, absent: frozenset[str]
) -> tuple[AnyEvent, ...]:
    """Answer a question; the last consent that is needed carries it out."""
    require_say(state, who)
    asked = state.question
    require(asked, "not_asked")
    assert asked is not None
    if who.player == asked.player:
        require(not yes, "own_question")
        return (Answered(who.player, False),)
    reply = Answered(who.player, yes)
    missing = state.active_people - state.agreed - {asked.player, who.player}
    if asked.what == ABANDON:
        missing -= absent
    if not yes or missing:
        return (reply,)
    if asked.what == ABANDON:
        return (reply, Concluded("abandoned", []))
    require_nothing_shown(state, asked.kept)  # a bot may have moved since
    return (reply, Undone(asked.kept))


# Bots in place of people


def call_bot(
    state: TableState, who: Person, seat: int, level: str, absent: frozenset[str]
) -> tuple[AnyEvent, ...]:
    own_seats(state, who)
    require_playing(state)
    require(seat < len(state.seats), "no_seat", seat=seat)
    seat_state = state.seats[seat]
    require(not seat_state.bot, "bot", seat=seat)
    gone = seat_state.kind == OPEN or seat_state.player in absent
    require(gone, "present", seat=seat)
    chosen = check_level(level) if level else usual_level(state)
    return (Replaced(seat, chosen, LEFT if seat_state.kind == OPEN else ABSENT),)


def come_back(state: TableState, who: Person) -> tuple[AnyEvent, ...]:
    """For people who were absent; a seat lost by resignation or on time stays a bot's."""
    seats = own_seats(state, who)
    require_playing(state)
    away = [seat for seat in seats if state.seats[seat].why == ABSENT]
    require(away, "not_away")
    return tuple(Returned(seat) for seat in away)


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
    names = dict.fromkeys(state.seats[seat].name for seat in own_seats(state, who))
    return (Chatted(who.player, " & ".join(names), check_chat(text)),)


def mute(state: TableState, who: Person, seat: int, on: bool) -> tuple[AnyEvent, ...]:
    seats = own_seats(state, who)
    require(seat < len(state.seats), "no_seat", seat=seat)
    require(seat not in seats, "own_seat")
    require(state.seats[seat].kind == PERSON, "no_person", seat=seat)
    return (Muted(who.player, seat, on),)
