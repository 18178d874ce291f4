"""The test vectors of fair deals: `python -m tools.fair_vectors` writes docs/fair-vectors.json.

The vectors come from the engine; `splendor.formats.fair` and the browser's check must derive the
same ones without it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from splendor.core.chance import seeded
from splendor.formats import transcript
from splendor.formats.fair import FORMAT, commitment_of, message_of, seed_of
from splendor.game import Game

TARGET = Path(__file__).resolve().parent.parent / "docs" / "fair-vectors.json"
ZEROS, RISING, ONES = "00" * 32, bytes(range(32)).hex(), "ff" * 32
DRAWS = 3  # refills of the board in a vector
LONGEST = 64  # characters of a nonce

# Rule set, options, secret, nonces.
CASES: tuple[tuple[str, dict[str, Any], str, tuple[str, ...]], ...] = (
    ("official", {"players": 2}, RISING, ("anna", "bob")),
    ("official", {"players": 2}, RISING, ("bob", "anna")),
    ("official", {"players": 2}, ZEROS, ("", "")),
    ("official", {"players": 3}, ONES, ("", "0123456789_-", "")),
    ("official", {"players": 4}, RISING, ("a", "b", "c", "Z" * LONGEST)),
    ("official", {"players": 4, "start": 2}, RISING, ("a", "b", "c", "d")),
    ("landolt", {"players": 2}, ONES, ("x", "y")),
    ("landolt", {"players": 3, "start": "random"}, ONES, ("x", "y", "")),
    ("duel", {}, RISING, ("anna", "bob")),
    ("duel", {}, ZEROS, ("", "")),
    ("duel", {"start": 1, "refill": "end_of_turn"}, ONES, ("", "bob")),
)


def vector(
    rules: str, options: dict[str, Any], secret: str, nonces: tuple[str, ...]
) -> dict[str, Any]:
    seed = seed_of(secret, nonces)
    game = Game(rules, seed=seed, **options)
    facts = {
        "rules": transcript(game)["rules"],
        "secret": secret,
        "nonces": list(nonces),
        "commitment": commitment_of(secret),
        "message": message_of(nonces),
        "seed": seed,
        "words": words(seeded(seed)),
        "deal": game.deal(),
        "words_after_deal": words(game.record[0].chance),
    }
    return facts | drawn_in(game) if "board" in facts["deal"] else facts


def words(chance: Any) -> list[str]:
    return [f"{word:016x}" for word in chance.tolist()]


def drawn_in(game: Game) -> dict[str, Any]:
    """Arbitrary turns up to refill number `DRAWS` of the board."""
    bags: list[list[int]] = []
    while len(bags) < DRAWS:
        legal = game.legal_moves
        bag = game.record[0].bag.tolist()
        game.push(legal[17 * len(game.moves) % len(legal)])
        bags += [bag] if game.drawn else []
    return {"turns": game.turns(), "bags": bags, "words_after_turns": words(game.record[0].chance)}


def text() -> str:
    """All vectors as JSON, with one line for each value."""
    vectors = ",\n".join(lines_of(vector(*case)) for case in CASES)
    return f'{{\n"format": "{FORMAT}",\n"vectors": [\n{vectors}\n]\n}}\n'


def lines_of(vector: dict[str, Any]) -> str:
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in vector.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def main() -> int:
    TARGET.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
