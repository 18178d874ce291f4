"""What the server refuses: the codes, their English, and the error that carries one.

A refusal is sent as a code with values (`Refused` on the wire), which the pages put into the
reader's language. The sentences here are for logs and for programs that show the server's English.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from splendor.core.errors import RulesError
from splendor.core.refusals import Refusal, Text, Value, register_texts

LAST_MOMENT = 253_402_300_799_000  # milliseconds: the end of the year 9999, for ever


class RequestRefused(RulesError):
    """What was asked for cannot be done now. Nothing has happened."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(Refusal(code, values))


def require(condition: object, code: str, **values: Value) -> None:
    """Refuse with this code unless the condition holds."""
    if not condition:
        raise RequestRefused(code, **values)


def forget_refusal(task: asyncio.Task[Any]) -> None:
    """Nobody waits for the result any more: a refusal has no reader, other errors are reported."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, RulesError):
        context = {"message": "an abandoned command failed", "exception": error}
        task.get_loop().call_exception_handler(context)


# Texts that depend on their values


def choice(name: str, values: Sequence[str]) -> str:
    return f"`{name}` is one of {', '.join(values)}"


def not_found(what: str = "table") -> str:
    return {
        "table": "there is no such table",
        "game": "there is no such game of yours",
        "rules": "there is no such rule set",
        "address": "there is nothing at this address",
        "device": "there is no such device",
        "puzzle": "there is no such puzzle",
    }[what]


def not_over(what: str = "rematch") -> str:
    return {
        "rematch": "the game is not over yet",
        "files": "the game is not over: its files would reveal hidden cards",
        "fork": "only a finished game can be forked: a running one has hidden cards",
    }[what]


def taken(seat: int, bot: bool = False) -> str:
    return f"a bot plays on at seat {seat}" if bot else f"seat {seat} is taken"


def bot(seat: int | None = None) -> str:
    if seat is None:
        return "a bot plays for you: only people who play can ask or answer"
    return f"a bot plays at seat {seat} already"


def no_person(seat: int | None = None) -> str:
    if seat is None:
        return "at least one seat must be for a person"
    return f"no person sits at seat {seat}"


def no_bot(known: Sequence[str], name: str = "") -> str:
    if not name:
        return "the level of the bot is missing"
    return f"there is no bot {name!r}: {', '.join(known)}"


def not_admitted(host: str | None = None, origin: str | None = None) -> str:
    if host is not None:
        return (
            f"this server is not known as {host!r}: use the address that it printed "
            "when it was started, or start it with --public-url"
        )
    if origin:
        return (
            f"requests from {origin!r} are refused: use the page of this server, or "
            "allow that address with --allow-origin"
        )
    return "a request that changes something needs the header Origin"


def banned(until: int) -> str:
    day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(min(until, LAST_MOMENT) / 1000))
    return "this profile is banned" + (f" until {day} UTC" if until < LAST_MOMENT else "")


def too_often(wait: float) -> str:
    return f"too many requests: try again in {wait:.0f} s"


def too_large(most: int) -> str:
    return f"a body has at most {most:,} bytes"


STORE_REASONS = {
    "full": "the disk is full",
    "conflict": "it exists already, or what it refers to does not",
    "unreachable": "the database cannot be reached",
    "queue_full": "too many writes are waiting",
    "closed": "it is closed",
    "rejected": "the database refused it",
    "reloading": "the table is being reloaded",
}


def store(reason: str = "") -> str:
    """A failed read or write. Nothing has changed, except where the reason is `unknown`."""
    if reason == "unreadable":
        return "The store cannot be read now: try again in a moment"
    if reason == "unknown":
        return "The connection to the store was lost: whether the change was stored is not known"
    why = f" ({STORE_REASONS[reason]})" if reason else ""
    return f"The change could not be stored{why}: nothing has changed"


# Every code

REQUESTS: dict[str, Text] = {
    "cannot_listen": "cannot listen at {address}: a firewall or another program prevents it",
    "failed": "the server made a mistake: nothing has changed",
    "full": "there are too many tables: try again later",
    "malformed": "the message is malformed: {detail}",
    "not_admitted": not_admitted,
    "not_found": not_found,
    "no_network": "this computer has no address in a private network",
    "not_json": "the body must be {type}",
    "not_local": "only a page on the computer that runs `splendor play` can open or close it",
    "no_guest": "say who you are first: POST /api/guest",
    "query_choice": choice,
    "query_since": "`since` must be the number of an event",
    "query_before": "`before` must be the value of `more` on the previous page",
    "query_long": "`{name}` is too long",
    "query_moves": "`moves` has 1 to {most} moves, with spaces between them",
    "query_number": "`{name}` must be a number that fits the game",
    "store": store,
    "too_large": too_large,
    "too_often": too_often,
    "wrong_method": "{method} is not possible here",
}

PROFILES: dict[str, Text] = {
    "banned": banned,
    "no_profile": "this link or code is not valid, was used, or is too old",
    "own_profile": "this device has that profile already",
    "revoked": "this device was signed out",
    "no_push": "this server sends no push messages",
    "bad_endpoint": "this is not a subscription of Web Push: the address of a push service, by "
    "https and with its name, and the keys of a browser",
    "too_many_devices": "a profile has at most {most} devices: sign out one of them first",
    "too_many_links": "a profile has at most {most} unused links: try again later",
    "wrong_name": "that is not the name of this profile",
}

SOCKETS: dict[str, Text] = {
    "hello_first": "the first message must be hello",
    "old_page": "this page is too old for the server: reload it",
    "hello_again": "hello was sent already",
    "text_only": "only text frames are accepted",
    "too_many_pages": "you have opened this table too often: this page was closed",
    "too_many_bad": "too many malformed messages",
    "too_many_sockets": "too many sockets are open",
    "too_many_watching": "too many people are watching this table",
    "too_slow": "you did not read quickly enough: connect again",
}

WRITING: dict[str, Text] = {
    "bad_length": "a {what} has 1 to {most} characters",
    "bad_character": "a {what} cannot have the character {character}",
    "bad_accents": "a {what} has too many accents on one letter",
    "no_letter": "a {what} needs a letter that can be seen",
}

TABLES: dict[str, Text] = {
    "bad_clock": "a clock has {least} seconds or more for the game, or days for each turn",
    "begun": "the game has begun",
    "bot": bot,
    "chat_full": "this table has {most} chat messages: there is no room for more",
    "no_decision": "that game has no decision {ply}",
    "no_deal": "that game began with a position: it has no deal to write down or to check",
    "fork_ply": "that game can be forked after 0 to {last} decisions",
    "fork_seats": "that game has {seats} seats",
    "frozen": "this game cannot be continued: {problem}",
    "kept": "seat {seat} is kept for the person who left it: only a private link passes it on",
    "log_full": "too much has happened at this table: it can only be played or given up",
    "no_bot": no_bot,
    "not_a_puzzle": "no move is clearly the best here",
    "own_full": "you have saved {most} puzzles already",
    "no_draw": "{move} cannot bring these cards or tokens",
    "no_hints": "there are no hints where other people play, unless the table allows them",
    "no_training": "the coach judges moves only in games against bots",
    "no_link": "this link is not valid, was used, or is too old",
    "no_person": no_person,
    "no_seat": "there is no seat {seat}",
    "not_alone": "other people played this game: hide it instead",
    "not_asked": "no question is open",
    "not_away": "no bot plays for you, or you gave up the seat",
    "not_begun": "the game has not begun yet",
    "not_host": "only the host of the table can do that",
    "not_idle": "nobody has kept the others waiting for long enough",
    "not_over": not_over,
    "not_seated": "you do not sit at this table",
    "not_your_turn": "it is seat {seat}'s turn to decide",
    "not_yours": "seat {seat} is not yours",
    "nothing": "you have no move to take back",
    "one_name": "only people with several seats can name them",
    "other_question": "that question is no longer open: look at the present one",
    "over": "the game is over",
    "own_question": "you asked this question: only the others can agree",
    "own_seat": "that seat is your own",
    "pause_alone": "bots can only wait where no other person plays",
    "pause_clock": "a game with a clock cannot be paused",
    "present": "seat {seat} has not been away for long enough",
    "ready": "you are ready already",
    "rematched": "there is a rematch already: go there",
    "removed": "the host has removed you from this table",
    "resigned": "that seat was given up already",
    "review_long": "only a game of at most {most} decisions can be reviewed",
    "review_same": "the review would be the same",
    "reviews_running": "you have {most} reviews in the making: wait for one of them",
    "revealed": "a hidden card or token was revealed since: the move cannot be taken back",
    "seated": "a player who has played at one seat cannot take another one",
    "seen_first": "a card or token is revealed before {move}: confirm the moves before it first",
    "stale": "the table has changed since: look at it again",
    "taken": taken,
    "time": "your time is up",
    "unchanged": "that is so already",
    "undo_time": "there is not enough time on the clock to take the move back",
    "turn_over": "the turn is over before {move}",
    "unknown_command": "a table does not know this command",
    "used_id": "this id was used for another command: choose a new one",
}

WORKERS: dict[str, Text] = {
    "analysis_moves": "an analysis reports 1 to {most} moves",
    "analysis_seconds": "an analysis takes more than 0 and at most {most:g} seconds",
    "bot_failed": "The bot has failed: try again, or choose another one",
    "bot_too_slow": "The bot has thought for too long: try again",
    "bots_closed": "The bots are not available: the server is starting or stopping",
    "busy": "The bots are busy: try again in a moment",
    "nothing_to_decide": "there is nothing to decide for this seat",
}

for texts in (REQUESTS, PROFILES, SOCKETS, WRITING, TABLES, WORKERS):
    register_texts(texts)
