"""Find the levels of a ladder: settings that are each a step of 150 to 200 Elo above the last.

    python -m tools.ladder duel 2 --weights duel2-1

Prints rows for `levels.csv`, the weakest level first, without names. Every probe is a short match
against the level below; `build/ladder` keeps their results, so that an interrupted run continues.
The matches that count are those of `python -m tools.strength play`.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from splendor.arena.match import Match, deal_result, play_game
from splendor.arena.scores import deal_scores, elo_of, score_of
from splendor.bots.levels import Level
from splendor.ruleset import GAMES

PROBES = Path(__file__).resolve().parent.parent / "build" / "ladder"
STEP = 170  # Elo between neighbours
NEAR = 20  # Elo by which a step may miss this
TRIES = 6  # probes for a level
GAMES_OF_A_PROBE = 160
WIDE = 5.0  # `c_puct` of a level that chooses loosely: it looks at many moves, and not far ahead
LOOSE_SIMS = 64
HOTTEST, COLDEST = 1.0, 0.002  # temperatures
FEWEST_SIMS = 4


@dataclass(frozen=True, slots=True)
class Scale:
    """Settings from weak to strong, for a number from 0 to 1."""

    base: Level
    is_loose: bool
    most_sims: int

    def at(self, share: float) -> Level:
        if self.is_loose:
            temperature = two_digits(HOTTEST * (COLDEST / HOTTEST) ** share)
            most_lost = round(0.8 - 0.5 * share, 1)
            loose = replace(self.base, sims=LOOSE_SIMS, c_puct=WIDE)
            return replace(loose, temperature=temperature, most_lost=most_lost)
        sims = FEWEST_SIMS * (self.most_sims / FEWEST_SIMS) ** share
        return replace(self.base, sims=int(two_digits(sims)))


def two_digits(value: float) -> float:
    return float(f"{value:.2g}")


@dataclass(slots=True)
class Probes:
    """The results of short matches, kept in a file."""

    file: Path
    rules: str
    players: int

    def elo(self, upper: Level, lower: Level) -> float:
        """The Elo of a level over the one below it, which has all other seats."""
        pair = [upper.spec, lower.spec]
        if self.file.exists():
            for line in self.file.read_text(encoding="utf-8").splitlines():
                found = json.loads(line)
                if found["pair"] == pair:
                    return float(found["elo"])
        elo = self.play(pair)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"pair": pair, "elo": round(elo, 1)}) + "\n")
        print(f"{pair[0]} over {pair[1]}: {elo:+.0f}", file=sys.stderr, flush=True)
        return elo

    def play(self, pair: list[str]) -> float:
        others = self.players - 1
        match = Match(self.rules, (pair[0], *[pair[1]] * others), "ladder")
        deals = []
        for deal in range(GAMES_OF_A_PROBE // self.players):
            games = [play_game(match, deal, rotation) for rotation in range(self.players)]
            deals.append(deal_result(match, deal, games))
        share = min(0.99, max(0.01, score_of(deal_scores(deals, 0)).mean))
        return elo_of(share * others / (share * others + 1 - share))


def ladder(probes: Probes, base: Level, most_sims: int) -> Iterator[Level]:
    """The levels from random moves to the most simulations."""
    below = replace(base, name="random", weights="", sims=0)
    yield below
    for scale in (Scale(base, True, most_sims), Scale(base, False, most_sims)):
        low = 0.0
        while probes.elo(scale.at(1.0), below) > STEP - 2 * NEAR:
            low, below = next_level(probes, scale, low, below)
            yield below


def next_level(probes: Probes, scale: Scale, low: float, below: Level) -> tuple[float, Level]:
    """The place on the scale that is a step above the level below, by bisection."""
    high, middle = 1.0, 1.0
    for _ in range(TRIES):
        elo = probes.elo(scale.at(middle), below)
        if abs(elo - STEP) <= NEAR:
            break
        low, high = (middle, high) if elo < STEP else (low, middle)
        middle = (low + high) / 2
    return middle, scale.at(middle)


def row(level: Level) -> str:
    shown = "" if level.c_puct is None else f"{level.c_puct:g}"
    return (
        f"{level.game},{level.players},{level.name},{level.weights},{level.sims},{shown},"
        f"{level.temperature:g},{level.most_lost:g},,0,0"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Find the levels of a ladder.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("players", type=int)
    parser.add_argument("--weights", required=True, help="a release, or a file")
    parser.add_argument("--most-sims", type=int, default=12_000, help="of the highest level")
    args = parser.parse_args()
    rules = GAMES[args.game].rules[0]
    probes = Probes(PROBES / f"{args.game}-{args.players}.jsonl", rules, args.players)
    base = Level(args.game, args.players, "?", args.weights, 1, None, 0.0, 1.0, None, 0, 0)
    for level in ladder(probes, base, args.most_sims):
        print(row(level), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
