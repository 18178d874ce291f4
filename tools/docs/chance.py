"""The test vectors in docs/decisions/0002-chance.md."""

import os
import subprocess
import sys
from functools import cache

import splendor
from tools.docs.markdown import table

SEEDS: tuple[int | str, ...] = (0, 7, "friday", "émeraude")
LIMITS = (2, 10, 40, 90, 1_500_000_000)  # of the last, a good part is drawn again
DRAWS = 8


# Run interpreted, where Python can call the inner kernels.
INTERPRETED = """
from splendor.core.chance import next_word, random_below, seeded
for seed in {seeds!r}:
    chance = seeded(seed)
    state = [*map(int, chance)]
    print(*state, *(int(next_word(chance)) for _ in range(3)))
for limit in {limits!r}:
    chance = seeded(7)
    print(*(int(random_below(chance, limit)) for _ in range({draws})))
"""


@cache
def vectors() -> list[list[int]]:
    """A line for each of SEEDS, four words of state and three more; then one for each limit."""
    script = INTERPRETED.format(seeds=SEEDS, limits=LIMITS, draws=DRAWS)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


def word_vectors() -> str:
    rows = zip(SEEDS, vectors(), strict=False)
    head = ["seed", "words of the state", "next three words"]
    return table(head, ([f"`{seed}`", hexadecimal(w[:4]), hexadecimal(w[4:])] for seed, w in rows))


def hexadecimal(words: list[int]) -> str:
    return " ".join(f"`{word:016x}`" for word in words)


def below_vectors() -> str:
    rows = zip(LIMITS, vectors()[len(SEEDS) :], strict=True)
    head = ["limit", f"first {DRAWS} numbers below it, seed `7` each time"]
    return table(head, ([str(limit), " ".join(map(str, drawn))] for limit, drawn in rows))


def deal_vectors() -> str:
    head = ["players, seed", "market", "next four cards of each deck", "nobles", "start"]
    return table(head, (deal_row(players, 7) for players in (2, 3, 4)))


def deal_row(players: int, seed: int) -> list[str]:
    game = splendor.Game(players=players, seed=seed)
    rows = [[card.id if card else None for card in row] for row in game.table.market]
    fields = dict(field.split("=", 1) for field in game.position.split())
    tops = [deck.split(",")[:4] for deck in fields["decks"].split("/")]
    market = " / ".join(" ".join(map(str, row)) for row in rows)
    decks = " / ".join(" ".join(deck) for deck in tops)
    nobles = " ".join(fields["nobles"].split(","))
    return [f"{players}, `{seed}`", market, decks, nobles, fields["start"]]
