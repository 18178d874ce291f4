"""1,024 games at once as NumPy arrays: how long are random games, and who wins them?

python examples/many_games.py
"""

import numpy as np

import splendor

GAMES = 1024

batch = splendor.Batch(GAMES, players=2, seed=1, start=0)
rounds = np.zeros(GAMES, int)  # 0 while the first game in a place goes on
payoffs = np.zeros((GAMES, 2))
decisions = 0

while not rounds.all():
    batch.step(batch.random_actions())  # one compiled loop for all games
    decisions += GAMES
    # A finished game is dealt again at once. Counting only the first game in each place keeps the
    # sample fair: otherwise short games would be counted more often.
    ended = (batch.done == 1) & (rounds == 0)
    rounds[ended] = batch.results["rounds"][ended]
    payoffs[ended] = batch.payoffs[ended, :2]

wins, error = payoffs[:, 0].mean(), payoffs[:, 0].std() / np.sqrt(GAMES)
print(f"{GAMES:,} games, {decisions:,} decisions")
print(f"rounds: mean {rounds.mean():.1f}, median {np.median(rounds):.0f}, ", end="")
print(f"from {rounds.min()} to {rounds.max()}")
print(f"the seat that starts wins {wins:.1%} ± {error:.1%}")

# The inputs of a network: what the deciding seat of each game sees, by name or as rows.
print("observations:", batch.observations.shape, batch.observations.dtype)
print("mean tokens held:", batch.blocks["players"]["tokens"][:, 0].sum(axis=1).mean().round(2))
