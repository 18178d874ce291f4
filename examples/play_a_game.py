"""Play a game in ten lines: two bots, and who won.

python examples/play_a_game.py
"""

import splendor
from splendor.bots import Clock, make_bot

game = splendor.Game(players=2, seed="friday")
bots = [make_bot("greedy", seed=1), make_bot("random", seed=2)]

while not game.is_over:
    view = game.view(game.active)  # what the deciding seat may know
    move = bots[game.active].choose(view, Clock())
    game.push(move)

print(f"{len(game.moves)} decisions in {game.round} rounds")
print("points:", game.outcome.points, "cards:", game.outcome.cards)
print("winners:", game.outcome.winners)
