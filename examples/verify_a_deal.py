"""A fair deal: commit to a secret, mix in the players' nonces, prove it after the game.

python examples/verify_a_deal.py
"""

from dataclasses import replace

import splendor
from splendor.bots.simple import simulate
from splendor.formats import transcript
from splendor.formats.fair import FairDeal, verify

# Before the game: the server publishes the commitment, then the players send their nonces.
table = FairDeal.new()
print("commitment:", table.commitment)
table = replace(table, nonces=("anna-likes-rubies", "42"))

# The deal follows from both; neither side could choose it.
game = splendor.Game(players=2, seed=table.seed)
simulate(game, ("greedy", "greedy"), seed=1)

# After the game: the proof has the secret and the whole game. Anybody can check it.
proof = table.proof(transcript(game))
verdict = verify(proof)
for check in verdict.checks:
    print("yes" if check.passed else "NO ", check.text)
assert verdict.fair

# Whoever exchanges two cards of a deck is found out.
deck = proof["transcript"]["deal"]["decks"][0]
deck[0], deck[1] = deck[1], deck[0]
[wrong] = [check for check in verify(proof).checks if not check.passed]
print("NO ", wrong.text)
