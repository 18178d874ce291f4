"""Games as text, both ways: game files for people and JSON transcripts for programs.

`docs/notation.md` describes the game file, `docs/transcript.md` the transcript. Everything here
is given text and gives text. A record holds the whole deal: it is for the referee, or for a
game that is over.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from splendor.errors import PositionError, RecordError, RulesError
from splendor.game import Game
from splendor.outcome import CONCLUSIONS, Outcome
from splendor.reading import FORMAT
from splendor.ruleset import Move, ruleset_of

FIRST_LINE = "splendor-game 1"
DEAL = ("deck1", "deck2", "deck3", "nobles", "start")
RESERVED = ("rules", *DEAL, "position", "result")
UNFINISHED = "*"
NOBODY = "-"
LONGEST_REASON = 400  # characters of an error's text

KEY = re.compile(r"[\w-]+")
# Control characters other than tab and line feed, and halves of characters: not a text.
JUNK = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
BLANK = re.compile(r"[ \t\r\n]*")
# Where a line begins another game: one that is cut off must not be blamed on it.
NEXT_TRANSCRIPT = re.compile(r'\n[ \t]*\{[ \t]*"format"')
RESULT = re.compile(r"(?P<winners>-|[0-9](?:\+[0-9])*) by (?P<reason>[a-z]+),.*")
WORD = re.compile(
    r"""(?P<space>\s+)
    | \{ (?P<comment> (?: \\[\\}] | [^}] )*+ ) \}
    | ;  (?P<remark> [^\n]* )
    | (?P<round> [0-9]+ ) \.
    | (?P<earlier> \.\.\. )
    | (?P<bar> \| )
    | (?P<move> [^\s{}|;]+ )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class GameRecord:
    """A game with what people wrote beside it.

    `comments` are keyed by the number of moves played before them.
    """

    game: Game
    headers: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)


def read_any(text: str) -> Iterator[GameRecord]:
    """The games of a game file, of a JSON transcript, or of JSON lines, one after the other."""
    require(isinstance(text, str), "a record is read from text, not from bytes or anything else")
    text = text.removeprefix("\ufeff")
    begin = text.lstrip()
    if not begin:
        raise at(1, "the file is empty")
    if begin.startswith("splendor-game"):
        yield read_game(text)
    elif begin[0] in "{[":
        yield from read_transcripts(text)
    else:
        raise at(1, f"neither a game file, which begins with {FIRST_LINE!r}, nor JSON")


def at(line: int, reason: object) -> RecordError:
    """An error that fits in one line, whatever stands in the file."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(reason))
    short = text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}…"
    return RecordError(f"line {line}: {short}")


# Transcripts


def transcript(game: Game) -> dict[str, Any]:
    """The whole game for programs. `RecordError` if it did not begin with a deal."""
    changed = game.ruleset.changed_options(game.rules, game.options)
    return {
        "format": FORMAT,
        "rules": {"name": game.rules, **changed},
        "deal": game.deal(),
        "turns": game.turns(),
        "result": None if game.outcome is None else result_of(game.outcome),
    }


def result_of(outcome: Outcome) -> dict[str, Any]:
    return {
        "winners": list(outcome.winners),
        "points": list(outcome.points),
        "cards": list(outcome.cards),
        "reason": outcome.reason,
    }


def transcript_line(game: Game) -> str:
    """The transcript as one line of a file of many games, without the line's end."""
    return json.dumps(transcript(game), separators=(",", ":"))


def read_transcripts(text: str) -> Iterator[GameRecord]:
    """The games of JSON objects that stand one after the other, usually one in a line."""
    line, end = 1, 0
    while (begin := skip_blank(text, end)) < len(text):
        line += text.count("\n", end, begin)
        given, end = decode(text, begin, line)
        try:
            game = Game.from_transcript(given)
        except RulesError as error:
            raise at(line, error) from None
        except RecursionError:
            raise at(line, "the JSON is nested too deeply") from None
        yield GameRecord(game)
        line += text.count("\n", begin, end)


def skip_blank(text: str, begin: int) -> int:
    blank = BLANK.match(text, begin)
    return blank.end() if blank else begin


def decode(text: str, begin: int, line: int) -> tuple[Any, int]:
    """The JSON value that begins here, in this line, and where it ends."""
    following = NEXT_TRANSCRIPT.search(text, begin)
    own = text[begin : following.start() if following else len(text)]
    try:
        given, size = json.JSONDecoder().raw_decode(own)
        return given, begin + size
    except json.JSONDecodeError as error:
        wrong = f"not JSON: {error.msg}, column {error.colno}"
        raise at(line + error.lineno - 1, wrong) from None
    except RecursionError:
        raise at(line, "the JSON is nested too deeply") from None
    except ValueError:
        raise at(line, "not JSON that can be read: a number has too many digits") from None


# Writing a game file


def write_game(
    game: Game, headers: Mapping[str, str] | None = None, comments: Mapping[int, str] | None = None
) -> str:
    """The game as a file for people, with headers such as a date and names, and comments.

    A comment's key is the number of moves played before it.
    """
    check_headers(headers or {})
    check_comments(comments or {}, len(game.moves))
    lines = [f"{key}: {value}".rstrip() for key, value in all_headers(game, headers or {})]
    moves = "".join(f"{line}\n" for line in move_lines(game, comments or {}))
    return "\n".join([FIRST_LINE, *lines, "", moves])


def check_headers(headers: Mapping[str, str]) -> None:
    for key, value in headers.items():
        require(isinstance(key, str) and KEY.fullmatch(key), f"{key!r} cannot be a header's key")
        require(key.lower() not in RESERVED, f"the header {key!r} is written from the game")
        fits = isinstance(value, str) and value == value.strip() and "\n" not in value
        require(fits and not JUNK.search(value), f"header {key!r} must be one line of text")


def check_comments(comments: Mapping[int, str], moves: int) -> None:
    for number, comment in comments.items():
        placed = type(number) is int and 0 <= number <= moves
        require(placed, f"no comment can stand after {number!r} of {moves} moves")
        fits = isinstance(comment, str) and not JUNK.search(comment)
        require(fits, f"the comment after {number} moves must be text")


def require(condition: object, reason: str) -> None:
    if not condition:
        raise RecordError(reason)


def all_headers(game: Game, headers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield from headers.items()
    try:
        deal = game.deal()
    except RecordError:
        yield "position", before_the_moves(game)[0].position
    else:
        yield "rules", rules_text(game)
        yield from deal_headers(deal)
    yield "result", result_text(game.outcome)


def rules_text(game: Game) -> str:
    changed = game.ruleset.changed_options(game.rules, game.options)
    options = (f"{name}={'none' if v is None else v}" for name, v in changed.items())
    return ",".join([game.rules, *options])


def deal_headers(deal: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for number, deck in enumerate(deal["decks"], start=1):
        yield f"deck{number}", " ".join(map(str, deck))
    yield "nobles", " ".join(map(str, deal["nobles"]))
    yield "start", str(deal["start"])


def result_text(outcome: Outcome | None) -> str:
    """`0+1 by points, points 15-15, cards 9-9`; or `*` while the game goes on."""
    if outcome is None:
        return UNFINISHED
    winners = "+".join(map(str, outcome.winners)) or NOBODY
    points, cards = ("-".join(map(str, counts)) for counts in (outcome.points, outcome.cards))
    return f"{winners} by {outcome.reason}, points {points}, cards {cards}"


def before_the_moves(game: Game) -> tuple[Game, list[tuple[int, int, Move]]]:
    """The game as it began, and each move with its round and its seat."""
    again, count = game.copy(), len(game.moves)
    told: list[tuple[int, int, Move]] = []
    while len(told) < count:
        move = again.pop()
        if move is not None:
            told.append((again.round, again.seat, move))
    return again, told[::-1]


def move_lines(game: Game, comments: Mapping[int, str]) -> Iterator[str]:
    """A line for each round, with a bar between turns, and comments where they belong."""
    if 0 in comments:
        yield braced(comments[0])
    begun, told = before_the_moves(game)
    words = ["... |"] * turns_before(begun)
    round_, seat = begun.round, begun.seat
    for number, (its_round, its_seat, move) in enumerate(told, start=1):
        if its_round != round_:
            yield " ".join([f"{round_}.", *words])
            words = []
        elif its_seat != seat:
            words.append("|")
        round_, seat = its_round, its_seat
        words.append(str(move))
        if number in comments:
            words.append(braced(comments[number]))
    if told:
        yield " ".join([f"{round_}.", *words])


def turns_before(game: Game) -> int:
    """How many turns of this round were played before the present one."""
    return (game.seat - game.table.start) % game.players


def braced(comment: str) -> str:
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}")
    return f"{{{escaped}}}"


# Reading a game file


@dataclass(frozen=True)
class Header:
    value: str
    line: int


def read_game(text: str) -> GameRecord:
    """The game that a file tells; `RecordError` says in which line it is wrong, and why."""
    require(isinstance(text, str), "a record is read from text, not from bytes or anything else")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    require_text(lines)
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[first].strip() != FIRST_LINE:
        raise at(first + 1, f"a game file begins with the line {FIRST_LINE!r}")
    end = next((n for n in range(first, len(lines)) if not lines[n].strip()), len(lines))
    headers = read_headers(lines[:end], first + 1)
    reader = MoveReader(begin_game(headers, first + 1))
    reader.read("\n".join(lines[end:]), end + 1)
    end_game(reader.game, headers["result"])
    free = {key: header.value for key, header in headers.items() if key not in RESERVED}
    return GameRecord(reader.game, free, reader.comments)


def require_text(lines: list[str]) -> None:
    for number, line in enumerate(lines, start=1):
        if junk := JUNK.search(line):
            raise at(number, f"this is no text: it has the character {junk[0]!r}")


def read_headers(lines: list[str], first: int) -> dict[str, Header]:
    """The headers by key, the reserved ones in lower case. They begin at lines[first]."""
    headers: dict[str, Header] = {}
    for number, line in enumerate(lines[first:], start=first + 1):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not KEY.fullmatch(key):
            raise at(number, "a header looks like 'date: 24 May', and a blank line ends them")
        key = key.lower() if key.lower() in RESERVED else key
        if key in headers:
            raise at(number, f"the header {key!r} stands twice")
        headers[key] = Header(value, number)
    return headers


def begin_game(headers: dict[str, Header], first: int) -> Game:
    """The game before its first move."""
    needed = ("position", "result") if "position" in headers else ("rules", *DEAL, "result")
    for key in needed:
        if key not in headers:
            raise at(first, f"the header {key!r} is missing")
    for key, header in headers.items():
        if key in RESERVED and key not in needed:
            raise at(header.line, f"{key!r} cannot stand beside 'position'")
    if "position" in headers:
        return from_position(headers["position"])
    given = {"name": headers["rules"].value.split(",")[0]} | read_options(headers["rules"])
    deal = read_deal(headers)
    try:
        return Game.from_transcript(
            {"format": FORMAT, "rules": given, "deal": deal, "turns": [], "result": None}
        )
    except RulesError as error:
        raise at(headers[blamed(str(error))].line, error) from None


def from_position(header: Header) -> Game:
    try:
        return Game.from_position(header.value)
    except PositionError as error:
        raise at(header.line, error) from None


def read_options(header: Header) -> dict[str, object]:
    """The options after the name of the rule set: `official,players=2,target=21`."""
    rules, *given = header.value.split(",")
    options: dict[str, object] = {}
    try:
        ruleset = ruleset_of(rules)
    except RulesError as error:
        raise at(header.line, error) from None
    for option in given:
        name, equals, value = option.partition("=")
        if not equals or name in options or name == "name":
            raise at(header.line, f"{option!r} is no option, or stands twice")
        options[name] = ruleset.parse_option(name, value)
    return options


def read_deal(headers: dict[str, Header]) -> dict[str, Any]:
    told = {key: [number_or_word(word) for word in headers[key].value.split()] for key in DEAL}
    start = told["start"]
    return {
        "decks": [told["deck1"], told["deck2"], told["deck3"]],
        "nobles": told["nobles"],
        "start": start[0] if len(start) == 1 else start,
    }


def number_or_word(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word


def blamed(reason: str) -> str:
    """The header that a reason names first."""
    words: list[str] = re.findall(r"\w+", reason)
    return next((word for word in words if word in RESERVED), "rules")


def end_game(game: Game, header: Header) -> None:
    """Conclude the game as the header says, if it did not end by its moves."""
    told = " ".join(header.value.split())
    result = RESULT.fullmatch(told)
    if result and result["reason"] in CONCLUSIONS and not game.is_over:
        winners = result["winners"].replace(NOBODY, "")
        try:
            game.conclude(result["reason"], tuple(map(int, filter(None, winners.split("+")))))
        except RulesError as error:
            raise at(header.line, error) from None
    right = result_text(game.outcome)
    if told != right:
        raise at(header.line, f"the moves lead to the result {right!r}, not {told!r}")


class MoveReader:
    """Plays the moves of a file, and checks that they stand in their rounds and turns."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.comments: dict[int, str] = {}
        self.start = game.table.start
        self.round = 0  # as the file counts, like the turn
        self.turn = 0

    def read(self, text: str, line: int) -> None:
        """Read the moves of a text that begins in this line of the file."""
        begin = 0
        while begin < len(text):
            word = WORD.match(text, begin)
            if word is None:
                brace = "a comment has no end" if text[begin] == "{" else "a '}' without '{'"
                raise at(line, brace)
            try:
                self.take_in(word)
            except RulesError as error:
                raise at(line, error) from None
            line += text.count("\n", begin, word.end())
            begin = word.end()

    def take_in(self, word: re.Match[str]) -> None:
        match word.lastgroup:
            case "comment":
                self.comment(re.sub(r"\\([\\}])", r"\1", word["comment"]))
            case "remark":
                self.comment(word["remark"].strip())
            case "round":
                self.begin_round(word["round"])
            case "earlier":
                early = not self.game.moves and self.turn < self.due
                self.check(early, "'...' stands for a turn before the position")
            case "bar":
                self.check(self.round > 0, "no round has begun")
                self.check(self.turn + 1 < self.game.players, "no further turn is in this round")
                self.turn += 1
            case "move":
                self.play(word["move"])

    def comment(self, text: str) -> None:
        played = len(self.game.moves)
        before = f"{self.comments[played]}\n" if played in self.comments else ""
        self.comments[played] = before + text

    def begin_round(self, number: str) -> None:
        due = self.game.round
        self.check(not self.game.is_over, f"the game is over before round {number}")
        self.check(
            number == str(due), f"round {number} cannot begin: it is round {due}, {self.whose}"
        )
        self.check(due != self.round, f"round {number} begins twice")
        self.round, self.turn = due, 0

    def play(self, text: str) -> None:
        self.check_turn(text)
        try:
            self.game.push(text)
        except RulesError as error:
            raise RecordError(f"{self.where}: {error}") from None

    def check_turn(self, text: str) -> None:
        """The move must belong to the turn that is due."""
        game = self.game
        self.check(not game.is_over, f"the game is over before {text!r}")
        self.check(game.round == self.round, f"'{game.round}.' must stand before {text!r}")
        self.check(self.turn <= self.due, f"{text!r} is too early: {self.whose}")
        self.check(self.turn >= self.due, f"the turn is over before {text!r}: a '|' is missing")

    def check(self, condition: bool, reason: str) -> None:
        if not condition:
            raise RecordError(f"{self.where}: {reason}")

    @property
    def due(self) -> int:
        """Which turn of its round the game has come to."""
        return (self.game.seat - self.start) % self.game.players

    @property
    def where(self) -> str:
        return f"round {self.round}, turn {self.turn + 1}" if self.round else "before the moves"

    @property
    def whose(self) -> str:
        return f"seat {self.game.seat} is to {self.game.phase}"
