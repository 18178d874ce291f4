"""A finished game as files: game file, transcript, proof of the fair deal, and replay.

They contain every secret of the game, so they are refused before it is over.
"""

import re
import time
from datetime import UTC, datetime
from typing import Any

from msgspec import Raw

from splendor.formats import transcript, write_game
from splendor.formats.fair import FairDeal
from splendor.game import Game
from splendor.server.bodies import Replay, ReplayStep
from splendor.server.refusals import RequestRefused, require
from splendor.server.tables.events import ASKED, BOT, JUDGED, KIND, LOOK, MOVE, Hinted
from splendor.server.tables.news import encode, result_of, seats_of
from splendor.server.tables.state import OVER, SeatState, TableState
from splendor.server.tables.wire_views import wire_table

UNNAMED_PERSON = "human"
# Seconds between two positions of a replay. It is made in a thread, and whoever stores a move takes
# the interpreter many times: without a pause each time would cost a switch interval.
GIVE_WAY = 0.0005
NOT_IN_SEATS_HEADER = re.compile(r"[,:\s]+")  # separators in the header `seats`


def finished(state: TableState) -> Game:
    if state.status != OVER:
        raise RequestRefused("not_over", what="files")
    return state.dealt_game


def dealt(state: TableState) -> Game:
    """A finished game that began with a deal."""
    game = finished(state)
    require(not state.setup.position, "no_deal")
    return game


def game_file_of(state: TableState, created: int) -> str:
    """The game file, with the players in a header and events as comments."""
    day = datetime.fromtimestamp(created / 1000, UTC).strftime("%Y-%m-%d")
    headers = {"date": day, "seats": ",".join(map(header_name, state.seats))}
    return write_game(finished(state), headers, comments_of(state))


def header_name(seat: SeatState) -> str:
    """A seat as the header `seats` names it."""
    if seat.kind == BOT:
        return seat.level
    name = NOT_IN_SEATS_HEADER.sub(" ", seat.name).strip()
    return f"{UNNAMED_PERSON}:{name}" if name else UNNAMED_PERSON


def comments_of(state: TableState) -> dict[int, str]:
    """Hints and replaced players as comments, by decision; moves may have been undone since."""
    notes = [(hint.ply, hint_text(hint)) for hint in state.hints]
    notes += [
        (ply, f"the bot {event.level} plays on at seat {event.seat}: {event.why}")
        for ply, event in state.replaced
    ]
    notes += [(ply, f"a person plays again at seat {seat}") for ply, seat in state.returned]
    notes += [
        (ply, f"the bot {event.weakened} chose for seat {event.seat}: the bots were busy")
        for ply, event in state.weakened
    ]
    if fork := state.setup.fork:
        notes.insert(0, (fork.ply, f"up to here this is the game of table {fork.table}"))
    comments: dict[int, str] = {}
    for ply, text in notes:
        place = min(ply, state.dealt_game.ply)
        comments[place] = f"{comments[place]}\n{text}" if place in comments else text
    return comments


HINT_TEXTS = {
    LOOK: "seat {seat} was shown where to look",
    KIND: "seat {seat} was shown what kind of move to make",
    MOVE: "seat {seat} was given a hint",
    JUDGED: "the coach judges the moves of seat {seat} before they are played",
    ASKED: "the coach asked seat {seat} whether to play {moves}",
}


def hint_text(hint: Hinted) -> str:
    text = HINT_TEXTS.get(hint.what, HINT_TEXTS[MOVE])
    return text.format(seat=hint.seat, moves=" ".join(hint.moves))


def hint_fields(hint: Hinted) -> dict[str, Any]:
    what = {"what": hint.what} if hint.what else {}
    return {"seat": hint.seat, "ply": hint.ply, **what}


def transcript_of(state: TableState) -> dict[str, Any]:
    """The JSON transcript, with further keys for what the format does not define."""
    return {
        **transcript(dealt(state)),
        "seats": [
            {"kind": each.kind, "name": each.name, "bot": each.bot, "why": each.why}
            for each in state.seats
        ],
        "hints": [hint_fields(hint) for hint in state.hints],
        "replaced": [
            {"seat": event.seat, "bot": event.level, "why": event.why, "ply": ply}
            for ply, event in state.replaced
        ],
        "returned": [{"seat": seat, "ply": ply} for ply, seat in state.returned],
        **weakened_of(state),
        **({"fork": {"table": fork.table, "ply": fork.ply}} if (fork := state.setup.fork) else {}),
    }


def weakened_of(state: TableState) -> dict[str, Any]:
    """The moves that a weaker bot chose, if there are any."""
    found = [
        {"seat": event.seat, "bot": event.weakened, "ply": ply} for ply, event in state.weakened
    ]
    return {"weakened": found} if found else {}


def proof_of(state: TableState) -> dict[str, Any]:
    """The proof that `splendor verify` and browsers check. That of a fork covers the whole game
    from the deal on, with the secret, nonces and commitment of the game that it continues.
    """
    deal = FairDeal(state.setup.commitment, state.secret, tuple(state.nonces))
    return deal.proof(transcript(dealt(state)))


def replay_of(state: TableState, seat: int | None, everything: bool) -> Replay:
    """The table after every decision: as a seat saw it, as spectators did, or with all hands."""
    game = finished(state)
    again = game.copy()
    steps: list[ReplayStep] = []
    while again.ply:
        time.sleep(GIVE_WAY)
        table, drawn = shown(again, seat, everything), again.drawn
        move = again.pop()
        if move is not None:  # and not the conclusion
            steps.append(ReplayStep(table, again.active, str(move), drawn))
    steps.append(ReplayStep(shown(again, seat, everything)))
    steps.reverse()
    rule = state.setup
    return Replay(rule.rules, rule.options, seats_of(state), steps, result_of(state))


def shown(game: Game, seat: int | None, everything: bool) -> Raw:
    """The table as a seat sees it. `everything`: with every hand as its owner sees it."""
    table = wire_table(game.view(seat))
    if everything:
        seats = range(game.players)
        table["places"] = [wire_table(game.view(each))["places"][each] for each in seats]
    return Raw(encode(table))
