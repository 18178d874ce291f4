"""Write games as files for people and for programs, and read them again.

python examples/game_files.py
"""

import json
import tempfile
from pathlib import Path

import splendor
from splendor import formats
from splendor.bots.simple import simulate

game = splendor.Game("duel", seed="files", start=0, idle=60)
simulate(game, ("greedy", "greedy"), seed=1)  # two bots play it to its end

# The game file: headers, the deal, one line for each round, comments.
headers = {"Event": "An example", "Player0": "Anna", "Player1": "Ben"}
text = formats.write_game(game, headers, comments={0: "A quiet beginning."})
print("\n".join(line[:100] for line in text.splitlines()[:16]), "\n…")

# The transcript: JSON with every card and token, so that a reader needs few rules.
line = formats.transcript_line(game)
print(json.dumps(json.loads(line)["turns"][0]))

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "game.txt"
    file.write_text(text, encoding="utf-8")
    again = formats.read_game(file.read_text(encoding="utf-8"))
    assert again.game == game
    assert again.headers["Player0"] == "Anna"

# `read_any` takes either, and files of many transcripts.
games = [each.game for each in formats.read_any(line + "\n" + line)]
assert games == [game, game]
print(f"read again: {games[0].outcome}")
