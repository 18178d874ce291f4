"""Find the levels of a ladder: settings that are each a step of 150 to 200 Elo above the last.

    python -m tools.ladder duel 2 --weights duel2-1 --above regular

Prints rows for `levels.csv`, the weakest level first, without names. They begin above a level that
the table has: even a network that chooses loosely is far stronger than a newcomer. Every probe is a
short match against the level below; `build/ladder` keeps the results, so that an interrupted run
continues. Probes choose what is near the step, so that their own steps are biased towards it.
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
from splendor.bots.levels import Level, level_of
from splendor.ruleset import GAMES

PROBES = Path(__file__).resolve().parent.parent / "build" / "ladder"
NEAR = 20  # Elo by which a step may miss this
TRIES = 6  # probes for a level
GAMES_OF_A_PROBE = 160
WIDE = 5.0  # `c_puct` of a level that chooses loosely: it looks at many moves, and not far ahead
LOOSE_SIMS = 64
HOTTEST, COLDEST = 1.0, 0.002  # temperatures
FEWEST_SIMS = 4
FIRST_WIDTH = 0.15  # of a scale, between its begin and its first level


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
    step: int  # Elo between neighbours

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


def ladder(probes: Probes, base: Level, most_sims: int, below: Level) -> Iterator[Level]:
    """The levels above one that there is, up to the most simulations."""
    for scale in (Scale(base, True, most_sims), Scale(base, False, most_sims)):
        place, width = 0.0, FIRST_WIDTH
        while found := next_place(probes, scale, (place, width), below):
            place, width = found, found - place or FIRST_WIDTH
            below = scale.at(place)
            yield below


def next_place(
    probes: Probes, scale: Scale, begin: tuple[float, float], below: Level
) -> float | None:
    """The place on the scale that is a step above the level below; none where the scale ends.

    Begins as far above the last place as that one was above its own. Many simulations take long:
    it goes up by doubling, then bisects.
    """
    low, width = begin
    high = None
    here = min(1.0, low + width)
    for _ in range(TRIES):
        elo = probes.elo(scale.at(here), below)
        if abs(elo - probes.step) <= NEAR:
            return here
        if elo > probes.step:
            high = here
        elif here == 1.0:
            return here if elo > probes.step - 2 * NEAR else None
        else:
            low, width = here, 2 * width
        here = min(1.0, low + width) if high is None else (low + high) / 2
    return here


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
    parser.add_argument("--above", required=True, help="the level below the first one")
    parser.add_argument("--step", type=int, default=175, help="Elo between neighbours")
    parser.add_argument("--most-sims", type=int, default=8_000, help="of the highest level")
    args = parser.parse_args()
    rules = GAMES[args.game].rules[0]
    probes = Probes(PROBES / f"{args.game}-{args.players}.jsonl", rules, args.players, args.step)
    base = Level(args.game, args.players, "?", args.weights, 1, None, 0.0, 1.0, None, 0, 0)
    below = level_of(args.game, args.players, args.above)
    for level in ladder(probes, base, args.most_sims, below):
        print(row(level), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
