"""Write a bot, and measure it against `greedy` on paired deals.

python examples/write_a_bot.py
splendor match write_a_bot:Saver greedy --games 200 --out saver.jsonl      # in this folder
"""

import random
from itertools import product

import splendor
from splendor.bots import Clock, make_bot


class Saver:
    """Buys the card with the most prestige that it can afford, and otherwise collects tokens."""

    def __init__(self, seed=None):
        self.chance = random.Random(seed)

    def choose(self, view, clock):
        moves = list(view.legal_moves)
        self.chance.shuffle(moves)
        return max(moves, key=lambda move: self.worth(view, move))

    def worth(self, view, move):
        card = view.table.card_of(move)
        if isinstance(move, splendor.Purchase | splendor.PurchaseHand):
            return 10 + card.points
        if isinstance(move, splendor.Take):
            return len(move.gems)
        return 0


def play(seed, seats):
    """The share of the victory of the first bot in `seats`."""
    game = splendor.Game(seed=seed, start=0, rounds=100)
    while not game.is_over:
        game.push(seats[game.active].choose(game.view(game.active), Clock()))
    winners = [seats[seat] for seat in game.outcome.winners]
    return winners.count(seats[0]) / max(1, len(winners))


def match(deals):
    """The mean score of a Saver; it plays every deal once from each seat."""
    score = 0.0
    for deal, first in product(range(deals), (True, False)):
        saver, greedy = Saver(deal), make_bot("greedy", seed=deal)
        seats = [saver, greedy] if first else [greedy, saver]
        share = play(f"deal {deal}", seats)
        score += share if first else 1 - share
    return score / (2 * deals)


if __name__ == "__main__":
    print(f"Saver against greedy: {match(20):.0%} of 40 games")
