"""Measure how the styles differ from the plain search, in games against it.

    python -m tools.styles --games 100 --sims 500

writes `docs/strength/styles.json`, the source of a table in `docs/strength.md`.
"""

import argparse
import json
from collections import Counter
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from splendor.bots import Clock, make_bot
from splendor.bots.styles import STYLES, is_purchase
from splendor.core.moves import Move
from splendor.core.payment import missing
from splendor.game import Game
from splendor.ruleset import ruleset_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "strength" / "styles.json"
PLAIN = "search"
GAMES = ("official", "duel")


def play(rules: str, style: str, sims: int, number: int) -> Counter[str]:
    """Counts of the style's actions in one game; it has seat 0 in even games, else seat 1."""
    game = Game(rules, seed=f"styles/{number // 2}", players=2, start=0, **ruleset_of(rules).limits)
    seat, counts = number % 2, Counter[str]()
    names = [PLAIN, PLAIN]
    names[seat] = style
    bots = [make_bot(f"{name},sims={sims}", f"{number}/{name}") for name in names]
    while not game.is_over:
        move = bots[game.active].choose(game.view(game.active), Clock())
        if game.active == seat:
            counts.update(categories(game, move))
        game.push(move)
    assert game.outcome is not None
    place = game.table.places[seat]
    counts["won"] += seat in game.outcome.winners
    counts["nobles or royal cards"] += len(getattr(place, "nobles", getattr(place, "royals", ())))
    counts["crowns"] += getattr(place, "crowns", 0)
    counts["rounds"] += game.round
    return counts


def categories(game: Game, move: Move) -> list[str]:
    """The categories in which a move is counted."""
    table = game.view(game.active).table
    card, bought = table.card_of(move), is_purchase(move)
    found = ["reserved unseen"] if str(move) in ("r1", "r2", "r3") else []
    if card is not None:
        found.append(f"bought level {card.level}" if bought else "reserved")
        other = table.places[1 - game.active]
        held = [hand.card for hand in table.places[game.active].hand]
        if (
            card not in held
            and sum(missing(card.cost, other.bonuses, other.tokens)) <= (other.tokens[-1])
        ):
            found.append("card the opponent could buy taken")
    return found


def measure(rules: str, style: str, games: int, sims: int, workers: int) -> dict[str, float]:
    with get_context("spawn").Pool(workers) as pool:
        results = pool.map(partial(play, rules, style, sims), range(games), chunksize=4)
    total = sum(results, Counter[str]())
    return {name: round(count / games, 3) for name, count in sorted(total.items())}


def table() -> str:
    """The average counts of each style, as Markdown."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    parts = [
        f"Averages over {data['games']} games each, with {data['sims']} simulations per decision."
    ]
    for rules, found in data["styles"].items():
        names = sorted({name for counts in found.values() for name in counts})
        lines = [f"| {rules} | {' | '.join(found)} |", "|---" * (len(found) + 1) + "|"]
        for name in names:
            cells = (f"{counts.get(name, 0.0):.2f}" for counts in found.values())
            lines.append(f"| {name} | {' | '.join(cells)} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how differently the styles play.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sims", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    found = {
        rules: {
            style: measure(rules, style, args.games, args.sims, args.workers)
            for style in (PLAIN, *STYLES)
        }
        for rules in GAMES
    }
    settings = {"games": args.games, "sims": args.sims}
    FILE.write_text(json.dumps({**settings, "styles": found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
