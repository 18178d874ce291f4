"""The endpoints of puzzles: the daily one, the stream, tries, nudges and solutions."""

from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Any

from msgspec import Raw, convert, structs

from splendor.core.errors import RulesError
from splendor.review.coach import look_at
from splendor.review.model import SURE
from splendor.review.model import Reason as Fact
from splendor.review.puzzles import AS_GOOD, KINDS, TRIES, Puzzle, by_id, daily, read_puzzle
from splendor.review.reasons import reasons_here
from splendor.review.trial import by_default
from splendor.server.analysis.thinking import asker, while_there
from splendor.server.http import Call, Endpoint
from splendor.server.messages import Clue, Reason
from splendor.server.my_games import interval_of
from splendor.server.position_texts import read_game
from splendor.server.practice import LegalMoves, TriedTurn, clue_fields, judge
from splendor.server.puzzle_bodies import (
    DayMark,
    FoundBy,
    KindSolved,
    NextPuzzle,
    Progress,
    PuzzleMoves,
    PuzzleShown,
    SavedPuzzle,
    SavePosition,
    ShownSolution,
    Solution,
    TriedPuzzle,
)
from splendor.server.puzzle_progress import (
    NUDGE,
    RIGHT,
    SOLUTION,
    WRONG,
    change_by,
    day_of,
    days_running,
    last_days,
    next_for,
    result_at,
    saved_row,
    solved_by_kind,
    strength_of,
)
from splendor.server.refusals import RequestRefused, require
from splendor.server.reviews.lines import shown_line
from splendor.server.storage import puzzles as queries
from splendor.server.storage.puzzles import Solver
from splendor.server.storage.types import Conflict, SaveOwnPuzzle, SavePuzzle
from splendor.server.tables.commands import legal_after
from splendor.server.tables.files import finished
from splendor.server.tables.news import encode
from splendor.server.tables.wire_views import own_seat, wire_table
from splendor.server.workers.bot_worker import Explore
from splendor.view import View

ATTEMPTS = 3  # at storing something while other requests of the same guest do
COST_OF_PUZZLE = 3  # of the requests that may be read
NOBODY = Solver({}, None, {})
MOST_OWN = 200  # puzzles that somebody has saved
OWN = "own"  # the kind of those
SIMULATIONS, SECONDS, SEED = 20_000, 3.0, "own"  # of the search for the best move of one
MOST_KINDS = 80  # characters of the query


# Showing puzzles


async def show_daily(call: Call) -> PuzzleShown:
    require(by_id(), "not_found", what="puzzle")
    known = await solver_of(call)
    return shown(call, daily(day_of(call.context.tables.now)), known)


async def show_next(call: Call) -> NextPuzzle:
    game, skip = call.query("game"), call.query("skip")
    require(game in ("", *KINDS), "query_choice", name="game", values=list(KINDS))
    kinds = tuple(call.query("kind", MOST_KINDS).split())
    every = list(dict.fromkeys(kind for each in KINDS.values() for kind in each))
    require(set(kinds) <= set(every), "query_choice", name="kind", values=every)
    known, now = await solver_of(call), call.context.tables.now
    found = next_for(known, [game] if game else list(KINDS), kinds, skip, now)
    puzzle = shown(call, found, known) if found else None
    return NextPuzzle(progress_of(known, now), puzzle)


async def show_progress(call: Call) -> Progress:
    return progress_of(await solver_of(call), call.context.tables.now)


async def show_puzzle(call: Call) -> PuzzleShown:
    return shown(call, await puzzle_of(call), await solver_of(call))


async def puzzle_of(call: Call) -> Puzzle:
    """A puzzle of the package, or one that the reader has saved."""
    id = call.path("puzzle")
    if id in by_id():
        return by_id()[id]
    own = await call.context.store.read(queries.own_puzzle, call.player, id)
    if own is None:
        raise RequestRefused("not_found", what="puzzle")
    return read_puzzle(own)


async def solver_of(call: Call) -> Solver:
    if not call.player:
        return NOBODY
    return await call.context.store.read(queries.solver, call.player)


def shown(call: Call, puzzle: Puzzle, known: Solver) -> PuzzleShown:
    view, now = puzzle.position, call.context.tables.now
    row, today = result_at(known, call.player, puzzle), day_of(now)
    return PuzzleShown(
        id=puzzle.id,
        game=view.ruleset.name,
        kind=puzzle.kind,
        rules=view.rules,
        options=view.ruleset.changed_options(view.rules, view.options),
        players=view.players,
        table=Raw(encode(wire_table(view))),
        you=own_seat(view),
        progress=progress_of(known, now),
        day=today.isoformat() if daily(today).id == puzzle.id else "",
        counted=bool(row.at),
        solved=bool(row.solved),
        nudged=bool(row.nudged and not row.at),
        back=0 < row.due <= now,
    )


def progress_of(known: Solver, now: int) -> Progress:
    rating, kinds, today = known.rating, solved_by_kind(known), day_of(now)
    return Progress(
        rating=round(rating.rating) if rating else None,
        interval=interval_of(rating.deviation) if rating else None,
        days=days_running(known.marks, today),
        week=[DayMark(*each) for each in last_days(known.marks, today)],
        solved=sum(solved for _, _, solved, _ in kinds),
        count=sum(count for _, _, _, count in kinds),
        kinds=[KindSolved(*each) for each in kinds],
        due=sum(0 < row.due <= now for id, row in known.results.items() if is_known(known, id)),
    )


def is_known(known: Solver, id: str) -> bool:
    return id in by_id() or id in known.own


# Saving one's own


async def save_position(call: Call) -> SavedPuzzle:
    """Save a position with its best move; it comes back like a puzzle that was not found."""
    view, known = await position_of(call), await solver_of(call)
    require(len(known.own) < MOST_OWN, "own_full", most=MOST_OWN)
    request = Explore(view, SEED, SIMULATIONS, SECONDS)
    work = call.context.pool.explore(request, asker(call))
    puzzle = own_puzzle(view, await while_there(call, work))
    row = saved_row(call.player, puzzle, call.context.tables.now)
    if puzzle.id in known.results:
        return SavedPuzzle(puzzle.id, known.results[puzzle.id].due)
    await call.context.store.write(SaveOwnPuzzle(row, puzzle.line_of_file()))
    return SavedPuzzle(puzzle.id, row.due)


async def position_of(call: Call) -> View:
    if call.body.text:
        game = read_game(call.body.text)
    else:
        table = await call.context.tables.get(call.body.table, call.player)
        game = finished(table.state)
        require(call.body.ply < game.ply, "no_decision", ply=call.body.ply)
        game = game.at(call.body.ply)
    view = game.view(game.active)
    require(not view.is_over and len(view.legal_moves) > 1, "nothing_to_decide")
    return view


def own_puzzle(view: View, found: dict[str, Any]) -> Puzzle:
    """The puzzle of a position, or a refusal if no move is clearly the best."""
    best, other = found["moves"][:2]
    error = hypot(best["error"], other["error"])
    lead = best["chance"] - other["chance"]
    require(best["proven"] or lead > max(AS_GOOD, SURE * error), "not_a_puzzle")
    return Puzzle(
        kind=OWN,
        view=view.position,
        answer=best["move"],
        line=tuple(each["move"] for each in best["line"]),
        other=other["move"],
        chance=best["chance"],
        next=other["chance"],
        error=error,
        proven=best["proven"],
    )


# Solving them


async def list_legal(call: Call) -> LegalMoves:
    view = (await puzzle_of(call)).position
    legal, ends, shows = legal_after(view.imagine(0), view.active, call.body.moves)
    return LegalMoves(view.active, legal, ends, shows)


@dataclass(frozen=True, slots=True)
class Stored:
    """What a request has changed."""

    progress: Progress
    counted: bool
    change: int


async def store(call: Call, puzzle: Puzzle, did: str) -> Stored:
    """Store what somebody did; two requests at once are stored one after the other."""
    for _ in range(ATTEMPTS):
        known, now = await solver_of(call), call.context.tables.now
        change = change_by(known, call.player, puzzle, did, now)
        try:
            await call.context.store.write(change)
        except Conflict:
            continue
        return stored(known, change, now)
    raise RequestRefused("busy")


def stored(known: Solver, change: SavePuzzle, now: int) -> Stored:
    marks = {change.day: change.mark, **known.marks} if change.day else known.marks
    results = {**known.results, change.row.puzzle: change.row}
    after = Solver(results, change.rating or known.rating, marks)
    counted = change.rating is not None
    moved = round(after.rating.rating) - rounded(known) if counted and after.rating else 0
    return Stored(progress_of(after, now), counted, moved)


def rounded(known: Solver) -> int:
    """The rating that was shown before; somebody new begins with that of `START`."""
    return round(strength_of(known.rating).rating)


async def try_puzzle(call: Call) -> TriedPuzzle:
    puzzle, moves = await puzzle_of(call), call.body.moves
    require(moves, "nothing_to_decide")
    view = puzzle.position
    legal_after(view.imagine(0), view.active, moves)  # or a refusal
    if not puzzle.is_played_in(moves):
        return await refuted(call, puzzle, moves, await store(call, puzzle, WRONG))
    trial = None if is_line(puzzle, moves) else await trial_of(call, puzzle, moves)
    if trial and trial.chance - trial.after > AS_GOOD:  # the right move, but another turn
        return against(puzzle, moves, await store(call, puzzle, WRONG), trial)
    kept = await store(call, puzzle, RIGHT)
    found = await solution_of(call, puzzle)
    return TriedPuzzle(True, kept.progress, kept.counted, kept.change, found)


def is_line(puzzle: Puzzle, moves: list[str]) -> bool:
    """Whether the turn goes as the solution does; how cards are paid does not matter."""
    parse = puzzle.position.ruleset.parse_move
    turn = [by_default(parse(text)) for text in moves]
    line = [by_default(parse(text)) for text in puzzle.line]
    return turn == line[: len(turn)]


async def refuted(call: Call, puzzle: Puzzle, moves: list[str], kept: Stored) -> TriedPuzzle:
    return against(puzzle, moves, kept, await trial_of(call, puzzle, moves))


async def trial_of(call: Call, puzzle: Puzzle, moves: list[str]) -> TriedTurn | None:
    """The turn, judged; None if the bots' processes have no time for it."""
    try:
        return await judge(call, puzzle.position, moves)
    except RulesError:
        return None


def against(puzzle: Puzzle, moves: list[str], kept: Stored, trial: TriedTurn | None) -> TriedPuzzle:
    """A wrong try: what it is worth and what may follow, and nothing of the best move."""
    told = TriedPuzzle(False, kept.progress, kept.counted, kept.change)
    if trial is None:
        return structs.replace(told, against=wire_reasons(facts_against(puzzle, moves)))
    return structs.replace(
        told,
        chance=max(puzzle.as_shown().chance, trial.after),
        after=trial.after,
        error=trial.error,
        proven=trial.proven and puzzle.proven,
        against=wire_reasons(facts_against(puzzle, moves)) or trial.against,
        answer=trial.answer,
    )


def facts_against(puzzle: Puzzle, moves: list[str]) -> tuple[Fact, ...]:
    return reasons_here(puzzle.position.imagine(0), puzzle.line, moves)[1]


async def nudge(call: Call) -> Clue:
    """Where to look: the first step of the coach. After it, the first try counts half."""
    puzzle = await puzzle_of(call)
    view = puzzle.position
    told = reasons_here(view.imagine(0), puzzle.line, [])[0]
    clue = look_at(view, view.parse(puzzle.answer), told)
    await store(call, puzzle, NUDGE)
    return convert(clue_fields(clue), Clue)


async def show_solution(call: Call) -> ShownSolution:
    puzzle = await puzzle_of(call)
    kept = await store(call, puzzle, SOLUTION)
    found = await solution_of(call, puzzle)
    return ShownSolution(found, kept.progress, kept.counted, kept.change)


async def solution_of(call: Call, puzzle: Puzzle) -> Solution:
    return await call.context.files.run(partial(make_solution, puzzle))


def make_solution(puzzle: Puzzle) -> Solution:
    game = puzzle.position.imagine(0)
    in_favour, spoken_against = puzzle.reasons()
    shown = puzzle.as_shown()
    return Solution(
        answer=puzzle.answer,
        position=puzzle.position.position,
        line=shown_line(game, game.ply, puzzle.line).steps,
        chance=shown.chance,
        other=puzzle.other,
        next=shown.next,
        error=puzzle.error,
        proven=puzzle.proven,
        in_favour=wire_reasons(in_favour),
        against=wire_reasons(spoken_against),
        found=[FoundBy(name, times / TRIES) for name, times in (puzzle.found or {}).items()],
        rating=puzzle.rating,
    )


def wire_reasons(reasons: Any) -> list[Reason]:
    return [Reason(each.code, each.values) for each in reasons]


PUZZLE = "/api/puzzles/{puzzle}"
PUZZLE_ENDPOINTS = (
    Endpoint(
        "GET", "/api/puzzles/daily", show_daily, "The puzzle of the day, the same for everybody",
        PuzzleShown, cost=COST_OF_PUZZLE, refuses=(404,),
    ),
    Endpoint(
        "GET", "/api/puzzles/next", show_next, "The next puzzle for me", NextPuzzle,
        query={
            "game": f"one of {', '.join(KINDS)}; all of them without it",
            "kind": "kinds, with spaces; all of them without it",
            "skip": "a puzzle that is not wanted now",
        },
        cost=COST_OF_PUZZLE, refuses=(400,),
    ),
    Endpoint(
        "POST", "/api/puzzles", save_position, "Save a position as a puzzle of my own", SavedPuzzle,
        SavePosition, needs_guest=True, rate="judge", refuses=(400, 404, 409, 503),
    ),
    Endpoint("GET", "/api/puzzles/progress", show_progress, "My progress at puzzles", Progress),
    Endpoint(
        "GET", PUZZLE, show_puzzle, "A puzzle", PuzzleShown, cost=COST_OF_PUZZLE, refuses=(404,),
    ),
    Endpoint(
        "POST", f"{PUZZLE}/moves", list_legal, "What is legal after some moves", LegalMoves,
        PuzzleMoves, needs_guest=True, rate="command", refuses=(400, 404, 409),
    ),
    Endpoint(
        "POST", f"{PUZZLE}/tries", try_puzzle, "Try to solve it; the first try counts",
        TriedPuzzle, PuzzleMoves, needs_guest=True, rate="judge", refuses=(400, 404, 409, 503),
    ),
    Endpoint(
        "POST", f"{PUZZLE}/nudge", nudge, "Where to look; the first try then counts half", Clue,
        needs_guest=True, rate="command", refuses=(404, 503),
    ),
    Endpoint(
        "POST", f"{PUZZLE}/solution", show_solution,
        "The solution; before the first try it counts as a wrong one", ShownSolution,
        needs_guest=True, rate="command", refuses=(404, 503),
    ),
)  # fmt: skip
