"""Everything that the compatibility tests read from the present version.

The fixtures never change. If a later version renames a field of the wire protocol or a public
function, change this file; the tests and the fixtures stay as they are.
"""

import json
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from splendor import Game, RulesError, View
from splendor.client import Client, Table
from splendor.formats import GameFile, read_any, transcript

FOLDER = Path(__file__).parent / "v0_1_0"
TIMEOUT = 180.0  # seconds for an answer, generous for a busy machine
GLANCE = 0.02  # seconds to wait for one seat before checking the next
MOST_DECISIONS = 400  # of one table, at most

Facts = dict[str, Any]


def expected() -> Facts:
    """The facts that version 0.1.0 has recorded about its files."""
    facts: Facts = json.loads((FOLDER / "expected.json").read_text("utf-8"))
    return facts


# A table at the server


def open_facts(table: Table) -> Facts:
    """The facts of a table that everybody is sent, before or after its end."""
    room = table.room
    clock = room.get("clock")
    asked = room.get("asked")
    return {
        "status": room["status"],
        "problem": room.get("problem", ""),
        "rules": room["rules"],
        "options": room["options"],
        "events": table.news["seq"],
        "seats": [seat_facts(seat) for seat in room["seats"]],
        "chat": [
            [event["name"], event["text"]] for event in table.events if event["kind"] == "chatted"
        ],
        "clock": clock and [clock["seconds"], clock["increment"]],
        "asked": asked and [asked["seat"], asked["what"]],
        "former": room.get("former", ""),
        "rematch": room.get("rematch", ""),
        "fork": room.get("fork"),
        "spectators": room.get("spectators", True),
        "commitment": room["fairness"]["commitment"],
        "muted": table.news.get("muted", []),
    }


def seat_facts(seat: Facts) -> list[str]:
    return [seat["kind"], *(seat.get(key, "") for key in ("name", "bot", "why"))]


def own_positions(table: Table) -> dict[str, str]:
    """The positions that one's own seats see, as texts; empty before the deal."""
    return {str(you["seat"]): you.get("position", "") for you in table.news.get("you", [])}


# Files of a finished table


def file_facts(client: Client, table: str) -> Facts:
    """The facts of a finished table, from its files."""
    base = f"/api/tables/{table}"
    (record,) = read_any(client.fetch("GET", f"{base}/record"))
    (recorded,) = read_any(client.fetch("GET", f"{base}/transcript"))
    assert recorded.game == record.game
    assert recorded.game.moves == record.game.moves
    more = client.ask("GET", f"{base}/transcript")
    replay = client.ask("GET", f"{base}/replay")
    return {
        **game_facts(record),
        "replayed": [step.get("move", "") for step in replay["steps"][1:]],
        "replay_seats": [seat_facts(seat) for seat in replay["seats"]],
        "hints": [[hint["seat"], hint["ply"]] for hint in more["hints"]],
        "replaced": [[each["seat"], each["why"], each["ply"]] for each in more["replaced"]],
        "returned": [[each["seat"], each["ply"]] for each in more["returned"]],
    }


def proof_text(client: Client, table: str) -> str:
    return client.fetch("GET", f"/api/tables/{table}/proof")


# Games


def game_facts(record: GameFile) -> Facts:
    """The facts of a game file: players, moves, result, last position."""
    game = record.game
    result = transcript(game)["result"] if has_deal(game) else result_of(game)
    return {
        "headers": record.headers,
        "comments": sorted(record.comments),
        "rules": game.rules,
        "moves": " ".join(map(str, game.moves)),
        "drawn": {str(ply): drawn for ply, drawn in enumerate(game.all_drawn) if drawn},
        "position": without_chance(game.position),
        "phase": game.phase,
        "result": result,
    }


def has_deal(game: Game) -> bool:
    with suppress(RulesError):
        return bool(game.deal())
    return False


def result_of(game: Game) -> Facts | None:
    """The result of a game that started from a position, and so has no transcript."""
    if game.outcome is None:
        return None
    outcome = game.outcome
    return {
        "winners": list(outcome.winners),
        "points": list(outcome.points),
        "cards": list(outcome.cards),
        "reason": outcome.reason,
    }


def position_after(game: Game, moves: int) -> str:
    """The position of a game after its first moves."""
    again = game.copy()
    while len(again.moves) > moves:
        again.pop()
    return without_chance(again.position)


def without_chance(position: str) -> str:
    """The position without the generator, whose state game files do not have."""
    return position.partition(" chance=")[0]


# Playing


def join(people: Sequence[Client], table: str, stack: ExitStack) -> list[Table]:
    return [stack.enter_context(person.table(table)) for person in people]


def begin(tables: Sequence[Table]) -> None:
    """Everybody gets ready; then the cards are dealt."""
    for table in tables:
        mine = table.seats
        if not all(table.room["seats"][seat].get("ready", False) for seat in mine):
            table.ready("later")
    for table in tables:
        table.wait_until(lambda each: bool(each.room["status"] != "open"), TIMEOUT)


def play_on(tables: Sequence[Table], decisions: int = MOST_DECISIONS) -> int:
    """Play first legal moves, to the end or for `decisions` decisions.

    It stops at the beginning of a person's turn, because a transcript cannot have half a decision.
    """
    played = 0
    until = time.monotonic() + TIMEOUT
    while not any(table.is_over for table in tables):
        assert time.monotonic() < until, "nobody has had a turn for long"
        for table in tables:
            if (view := look(table)) is None:
                continue
            if played >= decisions and view.phase == "play":
                return played
            table.play(view.legal_moves[0])
            played, until = played + 1, time.monotonic() + TIMEOUT
    wait_for_the_end(tables)
    return played


def look(table: Table) -> View | None:
    """The view of a person who has to decide; only their own move can change it."""
    with suppress(RulesError):  # not yet
        return table.wait_for_turn(GLANCE)
    return None


def wait_for_the_end(tables: Sequence[Table]) -> None:
    for table in tables:
        table.wait_until(lambda each: each.is_over, TIMEOUT)


def abandon(tables: Sequence[Table]) -> None:
    """Everybody asks to abandon the game, until it is abandoned."""
    for table in tables:
        if not all(each.is_over for each in tables):
            wait_for(tables, table.do("ask", what="abandon"))


def agree(table: Table) -> None:
    """Answer the request of another player with yes."""
    table.do("answer", yes=True)


def wait_for(tables: Sequence[Table], seq: int) -> None:
    for table in tables:
        table.wait_until(lambda each: bool(each.news["seq"] >= seq), TIMEOUT)
