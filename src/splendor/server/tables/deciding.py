"""Which commands are allowed: each becomes events, or is refused.

Nothing here changes a table: the events are stored first, then folded into the state.
"""

from hashlib import blake2b

from msgspec import json

from splendor.server.identity import check_name
from splendor.server.messages import (
    Admit,
    Answer,
    AskFor,
    CallBot,
    Chat,
    ComeBack,
    Fill,
    Hint,
    Leave,
    LoggedCommand,
    Mute,
    Play,
    Ready,
    Remove,
    Resign,
    Sit,
    Start,
)
from splendor.server.refusals import RequestRefused, require
from splendor.server.tables.commands import (
    Decision,
    Person,
    Presence,
    chat,
    hint,
    leave,
    mute,
    play,
    ready,
    resign,
    sit,
)
from splendor.server.tables.events import DIGEST_MARK, AnyEvent
from splendor.server.tables.host import admit, call_bot, come_back, fill, remove, start
from splendor.server.tables.questions import answer, ask
from splendor.server.tables.state import TableState

DIGEST_BYTES = 8  # of a command
MAX_OTHERS = 1_000  # events of one table that are neither decisions nor chat


def decide(
    state: TableState, who: Person, command: LoggedCommand, presence: Presence | None = None
) -> Decision:
    """The events of a command. While a clock runs, only the clock limits absence."""
    require_room(state, command)
    given = presence if presence and not state.is_clock_running else Presence()
    match command:
        case Play(_, revision, moves):
            return play(state, who, revision, moves)
        case Resign(_, seat):
            return Decision(resign(state, who, seat))
        case AskFor():
            return Decision(ask(state, who, command, given))
        case Answer():
            return Decision(answer(state, who, command, given))
        case Hint(_, revision, _, step):
            return Decision(hint(state, who, revision, step))
        case Chat(_, text):
            return Decision(chat(state, who, text))
        case Mute(_, seat, on):
            return Decision(mute(state, who, seat, on))
        case _:
            return Decision(decide_seats(state, who, command, given))


def decide_seats(
    state: TableState, who: Person, command: LoggedCommand, presence: Presence
) -> tuple[AnyEvent, ...]:
    """Who sits where, whether a bot plays for somebody, and who may watch."""
    match command:
        case Ready(_, nonce):
            return ready(state, who, nonce)
        case Sit(_, seat, name):
            return sit(state, who, seat, check_name(name) if name else who.name)
        case Leave():
            return leave(state, who)
        case CallBot():
            return call_bot(state, who, command, presence)
        case ComeBack():
            return come_back(state, who)
        case Fill(_, seat, level):
            return fill(state, who, seat, level)
        case Start():
            return start(state, who)
        case Remove(_, seat):
            return remove(state, who, seat)
        case Admit():
            return admit(state, who, command)
        case _:
            raise RequestRefused("unknown_command")


def require_room(state: TableState, command: LoggedCommand) -> None:
    """Refuse what would make a log endless; chat has its own bound. A game can always be played, or
    given up.
    """
    if not isinstance(command, (Chat, Play, Resign)):
        require_room_for_others(state)


def require_room_for_others(state: TableState) -> None:
    require(state.others < MAX_OTHERS, "log_full", most=MAX_OTHERS)


# The identity of a command


def digest_of(command: LoggedCommand) -> str:
    return blake2b(json.encode(command), digest_size=DIGEST_BYTES).hexdigest()


def stored_id(command: LoggedCommand) -> str:
    """The id of a command with a digest of it, as it is stored."""
    return f"{command.id}{DIGEST_MARK}{digest_of(command)}"
