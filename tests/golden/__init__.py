"""Whole games as text: every state, every view and the legal moves in their order.

`make golden` writes the files again. A change in them is a change of behaviour: the commit message
says which rule changed and why.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from splendor.game import Game

FOLDER = Path(__file__).parent
# The rule set and options of each file; short games that cover everything.
GAMES = {
    "official-2": "official players=2 target=8",
    "official-3": "official players=3 target=6",
    "official-4": "official players=4 target=5",
    "landolt-2": "landolt players=2 target=8",
    "landolt-3-free-hidden": "landolt players=3 target=6 nobles=sought_free hands=hidden",
    "duel": "duel idle=60",
    "duel-late-hidden": "duel start=1 refill=end_of_turn hands=hidden idle=10",
    "official-2-limit": "official players=2 start=1 rounds=8 hands=hidden",
}


def deal(name: str) -> Game:
    rules, *options = GAMES[name].split()
    ruleset = Game(rules).ruleset
    given = dict(option.split("=") for option in options)
    values = {key: ruleset.parse_option(key, value) for key, value in given.items()}
    return Game(rules, seed=f"golden/{name}", **values)  # type: ignore[arg-type]


def tell(name: str, moves: list[str]) -> Iterator[str]:
    """The lines of a game with these moves."""
    game = deal(name)
    yield GAMES[name]
    for move in [*moves, ""]:
        yield f"state {game.position}"
        for seat in (None, *range(game.players)):
            yield f"view {'-' if seat is None else seat} {game.view(seat).position}"
        yield f"legal {' '.join(map(str, game.legal_moves))}".rstrip()
        if move:
            yield f"move {move}: {game.describe(move)}"
            game.push(move)
    yield f"outcome {game.outcome}"


def play(name: str) -> list[str]:
    """Random moves to the end, with more purchases than in uniform play."""
    random, game = Random(f"golden/{name}"), deal(name)
    while not game.is_over:
        texts = [str(move) for move in game.legal_moves]
        purchases = [text for text in texts if text[0] == "b"]
        game.push(random.choice(purchases or texts if random.random() < 0.8 else texts))
    return [str(move) for move in game.moves]


def moves_in(text: str) -> list[str]:
    lines = text.splitlines()
    return [line.split()[1].removesuffix(":") for line in lines if line.startswith("move ")]
