"""Finding puzzles in games between bots: which positions to solve, their kinds, and a selection."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from splendor.bots import Bot, Clock, make_bot
from splendor.bots.levels import ladder_of
from splendor.core.chance import Seed, seeded
from splendor.core.content import JewelCard
from splendor.core.errors import FormatError, RulesError
from splendor.core.moves import Move, Purchase, PurchaseHand, Reserve
from splendor.duel.state import COLOUR_TO_WIN
from splendor.duel.table import DuelPlace
from splendor.game import Game
from splendor.review.facts import can_buy, for_sale, seen_turn
from splendor.review.model import Reason
from splendor.review.proofs import choices, only_win, winning_line
from splendor.review.puzzles import (
    COLOUR,
    CROWNS,
    DEFENCE,
    FORCE,
    PRIVILEGE,
    PURCHASE,
    ROYAL,
    TRIES,
    WIN,
    Puzzle,
    is_preliminary,
    puzzle_from,
    rated,
    text_in,
)
from splendor.review.reasons import facts_for, reasons_here
from splendor.review.solving import ALREADY_WON, LOST, Effort, Lead, Solver, is_interesting
from splendor.view import View

FORMAT = "splendor-mined/1"
FIRST_LOOK, FIRST_LEAD = 200, 0.10
SECOND_LOOK, SECOND_LEAD = 1_500, 0.12
NEARLY_WON, SURELY_WON = 0.93, 0.975  # at the looks from which on a win by force is looked for
FIRST_ROUND = 4
MOST_GIVEN = 0.25  # of the chance of winning, for one move of a collector
MOST_IN_A_GAME = 3
FEW_CHOICES = 3
MANY = 10_000  # simulations of a level that tries a puzzle once


# Kinds


def kind_of(view: View, lead: Lead) -> str:
    """What a puzzle asks for that is not a proven win; empty if it is of no kind that is told."""
    game, line = view.imagine(0), list(map(str, lead.best.line))
    in_favour, against = reasons_here(game, line, [str(lead.other.move)])
    if view.ruleset.name == "duel" and (special := special_of(line, facts_for(game, line))):
        return special
    codes = {reason.code for reason in (*in_favour, *against)}
    denies = "denies" in codes and isinstance(lead.best.move, Reserve)
    if "could_end" in codes or denies or lead.other.value <= LOST:
        return DEFENCE
    return PURCHASE if isinstance(lead.best.move, (Purchase, PurchaseHand)) else ""


def won_by(view: View, game: Game, line: list[str]) -> str:
    """How this turn wins: in Duel by points, crowns or one colour."""
    turn = seen_turn(game, game.ply, line)
    if view.ruleset.name != "duel" or not turn.won:
        return WIN
    for text in turn.moves:
        game.push(text)
    reason = game.outcome.reason if game.outcome else ""
    return {"crowns": CROWNS, "colour": COLOUR}.get(reason, WIN)


def special_of(line: list[str], facts: tuple[Reason, ...]) -> str:
    """The kinds that only Duel has, the rarest first."""
    codes = {reason.code: reason.values for reason in facts}
    if "crowns" in codes:
        return CROWNS
    if "colour" in codes:
        return COLOUR
    if "royal" in codes:
        return ROYAL
    uses = line[0].startswith("p")
    return PRIVILEGE if uses or "gets_privilege" in codes else ""


# Mining


@dataclass(slots=True)
class Miner:
    """Finds the puzzles of one game, deal by deal; the same number always gives the same ones."""

    rules: str
    players: int
    solver: Solver
    seed: str = "puzzles"
    bots: tuple[str, ...] = ()  # who may play; without, the levels from the middle of the ladder on
    kinds: tuple[str, ...] = ()  # what is looked for; without, everything

    def mine(self, number: int) -> list[Puzzle]:
        """The puzzles of one game between bots of the ladder."""
        game = self.played(number)
        return list(islice(self.found_in(game, f"{self.seed}/{number}"), MOST_IN_A_GAME))

    def played(self, number: int) -> Game:
        """A game between bots chosen at random."""
        seed = f"{self.seed}/{number}"
        chance = np.random.default_rng(seeded(seed).tolist())
        game = Game(self.rules, players=self.players, seed=seed)
        specs = self.bots or level_specs(game.ruleset.name, self.players)
        chosen = [specs[int(chance.integers(len(specs)))] for _ in range(self.players)]
        bots = [make_bot(spec, f"{seed}/{seat}") for seat, spec in enumerate(chosen)]
        while not game.is_over:
            game.push(bots[game.active].choose(game.view(game.active), Clock()))
        return game

    def found_in(self, game: Game, seed: str) -> Iterator[Puzzle]:
        kinds: set[str] = set()
        for ply in range(game.ply):
            before = game.at(ply)
            if before.round < FIRST_ROUND or before.phase != "play" or len(before.legal_moves) < 4:
                continue
            puzzle = self.puzzle_at(before.view(before.active), f"{seed}/{ply}")
            if puzzle is not None and puzzle.kind not in kinds and ends_turn(puzzle):
                kinds.add(puzzle.kind)
                yield puzzle

    def puzzle_at(self, view: View, seed: str) -> Puzzle | None:
        best, other = self.solver.look(view, seed, FIRST_LOOK)
        if other is None or other.value >= ALREADY_WON:
            return None
        if best.value < NEARLY_WON and not is_interesting(best, other, FIRST_LEAD):
            return None
        best, other = self.solver.look(view, seed, SECOND_LOOK)
        if other is None or other.value >= ALREADY_WON:
            return None
        if best.value >= SURELY_WON and (turns := only_win(view, best.move)):
            return self.proven_puzzle(view, seed, best.move, turns)
        if not is_interesting(best, other, SECOND_LEAD):
            return None
        if self.kinds and kind_of(view, Lead(best, other, 0.0)) not in self.kinds:
            return None
        lead = self.solver.solve(view, seed)
        if lead is None or not (kind := kind_of(view, lead)):
            return None
        return puzzle_from_lead(view, lead, kind)

    def proven_puzzle(self, view: View, seed: str, move: Move, turns: int) -> Puzzle | None:
        """A win by force, unless another move wins nearly as surely."""
        lead = self.solver.lead_of_win(view, seed, move)
        if lead.other.value >= ALREADY_WON:
            return None
        line = list(lead.best.line) if turns == 1 else winning_line(view, move, turns)
        lead = lead._replace(best=replace(lead.best, line=tuple(line)))
        kind = won_by(view, view.imagine(0), list(map(str, line))) if turns == 1 else FORCE
        return puzzle_from_lead(view, lead, kind)


class Collector:
    """A bot for games to mine: it collects crowns (`what=crowns`), or points of the colour that it
    has most of (`what=colour`), as long as that gives away no more than `MOST_GIVEN`.
    """

    def __init__(self, seed: Seed = None, *, what: str = "crowns", sims: int = 60) -> None:
        if what not in ("crowns", "colour"):
            raise RulesError(f"a collector collects crowns or colour, not {what!r}")
        self._search = Solver(Effort(position=sims, each=0, rivals=0), "estimate")
        self._seed, self._what, self._sims = str(seed), what, sims

    def choose(self, view: View, clock: Clock | None = None) -> Move:
        search = self._search.search_of(view, f"{self._seed}/{view.turn}/{view.phase}")
        found = search.run(self._sims).candidates
        near = [each for each in found if each.value >= found[0].value - MOST_GIVEN]
        return max(near, key=lambda each: each.value + self.bonus(view, each.move)).move

    def bonus(self, view: View, move: Move) -> float:
        place, card = view.table.places[view.active], view.table.card_of(move)
        if not isinstance(place, DuelPlace) or not isinstance(card, JewelCard):
            return 0.0
        share = 1.0 if isinstance(move, (Purchase, PurchaseHand)) else 0.3
        if self._what == "crowns":
            return 0.15 * card.crowns * share
        of_colour = place.colour_points[card.gem] if card.gem is not None else 0
        return 0.08 * card.points * share * (of_colour == max(place.colour_points))


def level_specs(game: str, players: int) -> list[str]:
    """The levels from the middle of a ladder on, as far as their moves are quick to choose."""
    return [level.spec for level in ladder_of(game, players)[2:] if level.seconds is None]


def ends_turn(puzzle: Puzzle) -> bool:
    """Whether the line of a puzzle shows the whole turn."""
    game = puzzle.position.imagine(0)
    turn = game.turn
    for move in puzzle.line:
        if game.turn == turn and not game.is_over and game.is_legal(move):
            game.push(move)
    return game.turn != turn or game.is_over


def puzzle_from_lead(view: View, lead: Lead, kind: str) -> Puzzle:
    return Puzzle(
        kind=kind,
        view=view.position,
        answer=str(lead.best.move),
        line=tuple(map(str, lead.best.line)),
        other=str(lead.other.move),
        chance=round(lead.best.value, 3),
        next=round(lead.other.value, 3),
        error=round(lead.error, 4),
        proven=lead.best.proven,
    )


def alike(puzzle: Puzzle) -> tuple[str, str]:
    """What two puzzles must not have in common: the cards on the table, and the answer."""
    fields = dict(part.split("=", 1) for part in puzzle.view.split())
    return fields.get("market", fields.get("pyramid", "")), puzzle.answer


def measured(puzzle: Puzzle, names: Collection[str] = ()) -> Puzzle:
    """The puzzle with how often each level of the ladder finds its answer at once: tried again by
    the levels with these names and by those that have not tried it, by all if there are no names.
    A level with very many simulations tries once, which stands for all: it hardly ever changes its
    mind.
    """
    view = puzzle.position
    known = (puzzle.found or {}) if names else {}
    found = {}
    for level in ladder_of(view.ruleset.name, view.players):
        if level.name in known and level.name not in names:
            found[level.name] = known[level.name]
            continue
        bot = level.bot(f"{puzzle.id}/{level.name}")
        tries = TRIES if level.sims < MANY else 1
        times = sum(puzzle.is_played_in(turn_of(bot, view)) for _ in range(tries))
        found[level.name] = times * TRIES // tries
    return rated(puzzle, found)


def turn_of(bot: Bot, view: View) -> list[str]:
    """What a bot plays, up to the move by which its turn is known."""
    game, moves = view.imagine(0), [bot.choose(view, Clock())]
    while is_preliminary(moves[-1]):
        game.push(moves[-1])
        moves.append(bot.choose(game.view(game.active), Clock()))
    return list(map(str, moves))


@dataclass(slots=True)
class Mine:
    """A file of mined puzzles, which grows by one line for each game: the same run continues it."""

    file: Path
    settings: dict[str, Any]
    games: int = 0
    puzzles: list[Puzzle] = field(default_factory=list)

    def open(self) -> None:
        """Read what is there, or begin a file; a last line that was cut off is mined again."""
        if not self.file.exists():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.settings) + "\n", encoding="utf-8")
            return
        whole, _, _ = text_in(self.file).rpartition("\n")
        settings, games = read_mined(whole, self.file)
        if settings != self.settings:
            raise RulesError(f"{self.file} was begun with other settings: {settings}")
        self.file.write_text(whole + "\n", encoding="utf-8")
        self.puzzles = [puzzle for game in games for puzzle in game]
        self.games = len(games)

    def add(self, puzzles: list[Puzzle]) -> None:
        row = {"game": self.games, "puzzles": [each.to_json() for each in puzzles]}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self.games += 1
        self.puzzles += puzzles


def selected(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of each kind and number of players, no two alike and none of them dull; those
    that random moves do not find come first.
    """
    groups: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in worth_solving(puzzles):
        groups.setdefault((puzzle.kind, puzzle.position.players), []).append(puzzle)
    chosen = [each for group in groups.values() for each in sorted(group, key=dullness)[:most]]
    return sorted(chosen, key=lambda puzzle: (puzzle.kind, puzzle.rating, puzzle.id))


def worth_solving(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Those with something to find that their task describes, and no two alike."""
    return different(each for each in puzzles if not is_dull(each) and is_fitting(each))


def is_dull(puzzle: Puzzle) -> bool:
    """Whether there is nothing to find: hardly a choice, the only card that can be bought, or the
    only one with points where points win.
    """
    view = puzzle.position
    if len(choices(view)) <= FEW_CHOICES:
        return True
    assert view.seat is not None
    mine = view.table.places[view.seat]
    cards = {card for card in for_sale(view.table, view.seat) if can_buy(mine, card)}
    if not puzzle.answer.startswith("b"):
        return False
    if puzzle.kind == WIN:
        return sum(card.points > 0 for card in cards) == 1
    return puzzle.kind in (PURCHASE, DEFENCE) and len(cards) == 1


def is_fitting(puzzle: Puzzle) -> bool:
    """Whether the task says what the answer is about, and something speaks for it."""
    in_favour = {reason.code: reason.values for reason in puzzle.reasons()[0]}
    if puzzle.kind == PRIVILEGE:
        return puzzle.answer.startswith("p")
    if puzzle.kind == DEFENCE and puzzle.answer[0] not in "br":
        return False
    if puzzle.kind == COLOUR and "wins" not in in_favour:
        points = in_favour.get("colour", {}).get("points", 0)
        return isinstance(points, int) and points >= COLOUR_TO_WIN - 1
    if puzzle.kind == PURCHASE and "wins" in in_favour:
        return False
    return bool(in_favour) or puzzle.kind == FORCE


def different(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles without those that are like an earlier one."""
    kept: dict[tuple[str, str], Puzzle] = {}
    for puzzle in puzzles:
        kept.setdefault(alike(puzzle), puzzle)
    return list(kept.values())


def dullness(puzzle: Puzzle) -> tuple[bool, str]:
    """Random moves find it as often as not: there is nothing to find."""
    found = puzzle.found or {}
    return 2 * found.get("random", 0) > TRIES, puzzle.id


def mined_in(file: Path) -> list[Puzzle]:
    """All puzzles of a mined file."""
    _, games = read_mined(text_in(file).rstrip("\n"), file)
    return [puzzle for game in games for puzzle in game]


def read_mined(text: str, file: Path) -> tuple[dict[str, Any], list[list[Puzzle]]]:
    """The settings of a mined file, and the puzzles of each game."""
    first, *rest = text.split("\n")
    try:
        settings = json.loads(first)
        games = [[puzzle_from(each) for each in json.loads(line)["puzzles"]] for line in rest]
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(f"{file} is not a file of mined puzzles: {error!r}") from None
    if not isinstance(settings, dict) or settings.get("format") != FORMAT:
        raise FormatError(f"{file} is not a file of mined puzzles: it does not say {FORMAT}")
    return settings, games
