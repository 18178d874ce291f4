"""What a person may do at a table now: a command becomes events, or is refused with a reason.

Nothing here changes a table: the events are stored first, then folded into the story.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from splendor.bots import BOTS
from splendor.bots.levels import ladders
from splendor.core.errors import IllegalMove, NotationError, RulesError
from splendor.core.refusals import Refusal as Refused
from splendor.formats.fair import check_nonce
from splendor.game import Game
from splendor.ruleset import ruleset_of
from splendor.server.identity import Unwritable, check_chat, check_name
from splendor.server.messages import (
    Answer,
    AskFor,
    CallBot,
    CardId,
    Change,
    Chat,
    ComeBack,
    Hint,
    Leave,
    Mute,
    Play,
    Ready,
    Resign,
    Sit,
    Tried,
    Try,
)
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
from splendor.server.tables.state import OVER, PLAYING, WAITING, Story
from splendor.server.tables.wire_views import card_of, noble_of, privileges_of, taken_of

Seen = TypeVar("Seen")

SEARCHING = tuple(name for name in BOTS if name != "search")  # what can sit at a table


class Refusal(RulesError):
    """What was asked for cannot be done now. `code` is for programs."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(Refused(code, {"text": why}))

    def __str__(self) -> str:
        return str(self.values["text"])


@dataclass(frozen=True, slots=True)
class Person:
    """Who sent a command: known from the session, never from the message."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The events that a command leads to, and the game after them where it was tried already."""

    events: tuple[AnyEvent, ...]
    game: Game | None = None


def code_of(error: RulesError) -> str:
    """The word by which programs know a refusal."""
    match error:
        case Refusal() | Unwritable():
            return error.code
        case NotationError():
            return "notation"
        case IllegalMove():
            return "illegal"
        case _:
            return "refused"


def require(condition: object, code: str, why: str) -> None:
    if not condition:
        raise Refusal(code, why)


def decide(
    story: Story, who: Person, command: Change, absent: frozenset[str] = frozenset()
) -> Decided:
    """What the command leads to. `absent` are people who have been away for long."""
    if story.rule.clock is not None:  # which alone decides how long somebody may be away
        absent = frozenset()
    match command:
        case Play(_, state, moves):
            return play(story, who, state, moves)
        case CallBot(_, seat, level):
            return Decided(call_bot(story, who, seat, level, absent))
        case Ready(_, nonce):
            return Decided(ready(story, who, nonce))
        case Sit(_, seat, name):
            return Decided(sit(story, who, seat, check_name(name) if name else who.name))
        case Leave():
            return Decided(leave(story, who))
        case Resign(_, seat):
            return Decided(resign(story, who, seat))
        case AskFor(_, what):
            return Decided(ask(story, who, what, absent))
        case Answer(_, yes):
            return Decided(answer(story, who, yes, absent))
        case ComeBack():
            return Decided(come_back(story, who))
        case Chat(_, text):
            return Decided(chat(story, who, text))
        case Mute(_, seat, on):
            return Decided(mute(story, who, seat, on))
        case Hint(_, state):
            return Decided(hint(story, who, state))
        case _:
            raise Refusal("refused", "this cannot be asked of a table")


def own_seats(story: Story, who: Person) -> list[int]:
    seats = story.seats_of(who.player)
    require(seats, "not_seated", "you do not sit at this table")
    return seats


def require_playing(story: Story) -> Game:
    require(story.status != OVER, "over", "the game is over")
    require(story.status == PLAYING, "not_begun", "the game has not begun yet")
    return story.playing


def require_state(story: Story, state: int) -> None:
    require(state == story.state, "stale", "the table has changed since: look at it again")


# Playing


def play(story: Story, who: Person, state: int, moves: list[str]) -> Decided:
    """All decisions of one confirm, tried on a copy of the game."""
    seats = own_seats(story, who)
    game = require_playing(story)
    require_state(story, state)
    seat = game.active
    mine = seat in seats and not story.seats[seat].stand_in
    require(mine, "not_your_turn", f"it is seat {seat}'s turn to decide")
    event, after = moved(game, seat, moves)
    return Decided((event,), after)


class Decision(NamedTuple):
    """A move, and what everybody saw of it."""

    text: str
    drawn: str
    card: CardId | None
    taken: str
    noble: int | None
    privileges: list[int]


def moved(game: Game, seat: int, moves: list[str]) -> tuple[Moved, Game]:
    """The event of a seat's moves, and the game after them; the game itself stays."""
    after = game.copy()
    done: list[Decision] = []
    for text in moves:
        require_turn(after, seat, text)
        if done:
            require_seen(game, after, text)
        done.append(push(after, text))
    event = Moved(
        seat,
        [each.text for each in done],
        told_of([each.drawn for each in done], ""),
        told_of([each.card for each in done], None),
        taken=told_of([each.taken for each in done], ""),
        nobles=told_of([each.noble for each in done], None),
        privileges=told_of([each.privileges for each in done], []),
    )
    return event, after


def push(game: Game, text: str) -> Decision:
    rules, before, move = game.ruleset.name, game.record.copy(), game.parse(text)
    game.push(move)
    return Decision(
        str(move),
        game.drawn,
        card_of(rules, before, move),
        taken_of(rules, before, move),
        noble_of(rules, before, game.record),
        privileges_of(rules, before, game.record),
    )


def told_of(each: list[Seen], nothing: Seen) -> list[Seen]:
    """What each decision brought; nothing at all where none did."""
    return each if any(one != nothing for one in each) else []


def require_turn(game: Game, seat: int, text: str) -> None:
    """A confirm is for one seat's decisions; those of the next turn are another one."""
    same = game.active == seat and not game.is_over
    require(same, "illegal", f"the turn is over before {text[:40]}")


def require_seen(before: Game, after: Game, text: str) -> None:
    """No refusal tells what a draw would bring: it is seen first, then the next action chosen."""
    new = after.phase == "play" and shows_something(after, len(before.moves))
    require(not new, "illegal", f"something new is seen before {text[:40]}: confirm that first")


def attempt(story: Story, who: Person, command: Try) -> Tried:
    """What would be legal after some moves. An imagined deal answers: it knows no secrets."""
    seats = own_seats(story, who)
    game = require_playing(story)
    require_state(story, command.state)
    seat = game.active
    require(seat in seats, "not_your_turn", f"it is seat {seat}'s turn to decide")
    imagined = game.view(seat).imagine(0)
    for text in command.moves:
        require(
            imagined.active == seat and not imagined.is_over,
            "illegal",
            f"the turn ends before {text}",
        )
        imagined.push(text)
        if imagined.drawn:
            return Tried(command.id, shows=True)
    ends = imagined.is_over or imagined.active != seat or imagined.turn != game.turn
    legal = [] if ends else [str(move) for move in imagined.legal_moves]
    return Tried(command.id, legal, ends)


def hint(story: Story, who: Person, state: int) -> tuple[AnyEvent, ...]:
    """Only where no other person plays; and it is recorded."""
    seats = own_seats(story, who)
    game = require_playing(story)
    require_state(story, state)
    require(is_alone(story), "no_hints", "there are no hints where other people play")
    require(game.active in seats, "not_your_turn", f"it is seat {game.active}'s turn to decide")
    return (Hinted(game.active, len(game.moves)),)


def is_alone(story: Story) -> bool:
    """Whether all other seats are bots'. To one that was left, somebody may come back."""
    return sum(chair.kind != BOT for chair in story.seats) == 1


# Sitting down and standing up


def sit(story: Story, who: Person, seat: int, name: str) -> tuple[AnyEvent, ...]:
    require(story.status in (WAITING, PLAYING), "over", "the game is over")
    require(seat < len(story.seats), "no_seat", f"there is no seat {seat}")
    chair = story.seats[seat]
    renamed = chair.player == who.player and chair.name != name
    alone = not set(story.seats_of(who.player)) - {seat}
    require(name == who.name or not alone, "one_name", "you have one seat, and your own name")
    require(chair.kind == OPEN or renamed, "taken", f"seat {seat} is taken")
    require(chair.why not in GIVEN_UP, "taken", f"a bot plays on at seat {seat}")
    held = {place for player, place in story.held if player == who.player}
    fits = not held or seat in held  # nobody may look into two hands
    require(fits, "seated", "who has played at one seat cannot take another one")
    return (Sat(seat, who.player, name),)


def leave(story: Story, who: Person) -> tuple[AnyEvent, ...]:
    seats = own_seats(story, who)
    require(story.status in (WAITING, PLAYING), "over", "the game is over")
    return tuple(Left(seat) for seat in seats)


def ready(story: Story, who: Person, nonce: str) -> tuple[AnyEvent, ...]:
    seats = own_seats(story, who)
    require(story.status == WAITING, "begun", "the game has begun")
    waiting = any(not story.seats[seat].ready for seat in seats)
    require(waiting, "ready", "you are ready already")
    return (Readied(who.player, check_nonce(nonce) if nonce else ""),)


# Ending a game outside the rules


def resign(story: Story, who: Person, wish: int | None) -> tuple[AnyEvent, ...]:
    seats = own_seats(story, who)
    game = require_playing(story)
    usual = game.active if game.active in seats else seats[0]
    seat = usual if wish is None else wish
    require(seat in seats, "not_yours", f"seat {seat} is not yours")
    require(story.seats[seat].why not in GIVEN_UP, "resigned", "that seat was given up already")
    return give_up(story, seat, "resignation", RESIGNED)


def give_up(story: Story, seat: int, reason: str, why: str) -> tuple[AnyEvent, ...]:
    """With two players the other wins; with more, a bot plays on."""
    if len(story.seats) == 2:
        return (Concluded(reason, [1 - seat], seat),)
    return (Replaced(seat, usual_level(story), why),)


def ask(story: Story, who: Person, what: str, absent: frozenset[str]) -> tuple[AnyEvent, ...]:
    """Ask the others; where there are none, it is done. Who is absent for long is not waited for,
    but nothing is taken back behind their back.
    """
    require_a_say(story, who)
    asked, others = story.asked, story.deciders - {who.player}
    if what == UNDO:
        kept = undo_to(story, who)
        return (Asked(who.player, UNDO, kept),) if others else (Undone(kept),)
    if asked is not None and asked.what == ABANDON and asked.player != who.player:
        return answer(story, who, True, absent)  # both want it
    if others <= absent:
        return (Concluded("abandoned", []),)
    return (Asked(who.player, ABANDON),)


def require_a_say(story: Story, who: Person) -> None:
    """Who has given up has no say any more, unless nobody plays."""
    own_seats(story, who)
    require_playing(story)
    plays = who.player in story.deciders or not story.deciders
    require(plays, "bot", "a bot plays for you, and it has no say in this")


def undo_to(story: Story, who: Person) -> int:
    """How many decisions still stand when a person's last confirm is taken back."""
    seats = story.seats_of(who.player)
    mine = [confirm for confirm in story.confirms if confirm.seat in seats]
    require(mine, "nothing", "there is nothing of yours to take back")
    kept = mine[-1].before
    require_nothing_shown(story, kept)
    return kept


def require_nothing_shown(story: Story, since: int) -> None:
    """Between people, what was revealed since then stays revealed."""
    shown = not is_alone(story) and shows_something(story.playing, since)
    require(not shown, "revealed", "something unseen was revealed since: that cannot be taken back")


def shows_something(game: Game, since: int) -> bool:
    """Whether a card or a token was drawn after so many decisions."""
    trial = game.copy()
    decks = trial.table.deck_sizes
    while len(trial.moves) > since:
        if trial.drawn:
            return True
        trial.pop()
    return bool(trial.table.deck_sizes != decks)


def answer(story: Story, who: Person, yes: bool, absent: frozenset[str]) -> tuple[AnyEvent, ...]:
    """The last yes that is needed makes it happen."""
    require_a_say(story, who)
    asked = story.asked
    require(asked, "not_asked", "nobody asks for anything")
    assert asked is not None
    if who.player == asked.player:
        require(not yes, "own_question", "the others are asked, not you")
        return (Answered(who.player, False),)
    answered = Answered(who.player, yes)
    missing = story.deciders - story.agreed - {asked.player, who.player}
    if asked.what == ABANDON:
        missing -= absent
    if not yes or missing:
        return (answered,)
    if asked.what == ABANDON:
        return (answered, Concluded("abandoned", []))
    require_nothing_shown(story, asked.kept)  # a bot may have moved since
    return (answered, Undone(asked.kept))


# Bots that play on


def call_bot(
    story: Story, who: Person, seat: int, level: str, absent: frozenset[str]
) -> tuple[AnyEvent, ...]:
    own_seats(story, who)
    require_playing(story)
    require(seat < len(story.seats), "no_seat", f"there is no seat {seat}")
    chair = story.seats[seat]
    require(not chair.bot, "bot", f"a bot plays at seat {seat} already")
    gone = chair.kind == OPEN or chair.player in absent
    require(gone, "present", f"seat {seat} has not been away for long enough")
    chosen = check_level(level) if level else usual_level(story)
    return (Replaced(seat, chosen, LEFT if chair.kind == OPEN else ABSENT),)


def come_back(story: Story, who: Person) -> tuple[AnyEvent, ...]:
    """Only for who was absent: who has resigned or run out of time has lost the seat."""
    seats = own_seats(story, who)
    require_playing(story)
    away = [seat for seat in seats if story.seats[seat].why == ABSENT]
    require(away, "not_away", "no bot plays for you, or you gave the seat up")
    return tuple(Returned(seat) for seat in away)


def usual_level(story: Story) -> str:
    """The middle of the ladder."""
    return middle_level(ruleset_of(story.rule.rules).name, len(story.seats))


def middle_level(game: str, players: int) -> str:
    ladder = ladders()[game, players]
    return ladder[len(ladder) // 2].name


def check_level(name: str) -> str:
    known = f"there is no bot {name!r}: {', '.join(SEARCHING)}"
    require(name in SEARCHING, "no_bot", known)
    return name


# Talking


def chat(story: Story, who: Person, text: str) -> tuple[AnyEvent, ...]:
    names = dict.fromkeys(story.seats[seat].name for seat in own_seats(story, who))
    return (Chatted(who.player, " & ".join(names), check_chat(text)),)


def mute(story: Story, who: Person, seat: int, on: bool) -> tuple[AnyEvent, ...]:
    seats = own_seats(story, who)
    require(seat < len(story.seats), "no_seat", f"there is no seat {seat}")
    require(seat not in seats, "own_seat", "that seat is your own")
    require(story.seats[seat].kind == PERSON, "no_person", f"no person sits at seat {seat}")
    return (Muted(who.player, seat, on),)
