"""Analyse a position: what a search from a seat's view thinks of every move.

python examples/analyse_a_position.py
"""

import splendor
from splendor.bots import Clock, make_bot

# Some way into a game.
game = splendor.Game(players=2, seed="analysis", start=0)
bots = [make_bot("greedy", seed=1), make_bot("greedy", seed=2)]
while game.round < 10 or game.phase != "play":
    game.push(bots[game.active].choose(game.view(game.active), Clock()))

# The search gets the view: it samples the cards that this seat cannot know.
view = game.view(game.active)
found = splendor.analyse(view, simulations=3000, seed=1)

print(view)
print(f"\nThe chance of seat {game.active} to win, as the search sees it: {found.value:.0%}")
for candidate in found.candidates[:5]:
    line = " ".join(map(str, candidate.line[:4]))
    chance = f"{candidate.value:6.1%} ± {candidate.error:.1%}"
    print(f"{candidate.move!s:>5}  {chance}  {candidate.visits:>5} simulations  {line}")

# A position is one line of text, to store, to send, or to look at later.
text = game.position
assert splendor.Game.from_position(text).legal_moves == game.legal_moves
print("\n" + text)
