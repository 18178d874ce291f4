"""Fork a game at a move, and compare what might have happened instead.

python examples/fork_a_game.py
"""

import splendor
from splendor.bots import Clock, make_bot
from splendor.bots.simple import simulate

game = splendor.Game(players=2, seed="fork", start=0)
simulate(game, ("greedy", "greedy"), seed=4)
print(f"played: seat {game.outcome.winners[0]} wins, points {game.outcome.points}")

# Back to the first decision of round 8, as an independent game.
ply = next(ply for ply in range(len(game.moves)) if game.at(ply).round == 8)
here = game.at(ply)
seat = here.active
found = splendor.analyse(here.view(seat), simulations=2000, seed=1)
print(f"decision {ply}: seat {seat} played {game.moves[ply]}, the search likes {found.best.move}")


def continued(move, seed):
    """The share of the victory of the seat, if it plays this move and bots play on.

    The hidden cards are dealt anew each time: knowing the real ones would be hindsight.
    """
    other = here.view(seat).imagine(seed)
    other.push(move)
    bots = [make_bot("greedy", seed), make_bot("greedy", seed)]
    while not other.is_over:
        other.push(bots[other.active].choose(other.view(other.active), Clock()))
    winners = other.outcome.winners
    return winners.count(seat) / max(1, len(winners))


for move in (game.moves[ply], found.best.move):
    wins = sum(continued(move, seed) for seed in range(50))
    print(f"{move!s:>5}: greedy bots win {wins / 50:.0%} of 50 continuations")
