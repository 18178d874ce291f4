"""Talk to a server: create a table against a bot, play a game, fetch its file and proof.

splendor serve                             # in another window; needs the extra `server`
python examples/talk_to_a_server.py [http://127.0.0.1:8000]
"""

import sys

from splendor.bots import Clock, make_bot
from splendor.client import Client
from splendor.formats.fair import verify

address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"

anna = Client(address, "Anna")
bot = make_bot("greedy", seed=1)  # chooses for Anna

with anna.create("official", seats=["me", "greedy"], options={"rounds": 40}) as table:
    print("others can watch at", f"{anna.origin}/t/{table.id}")
    table.ready()  # sends a random nonce for the deal
    while view := table.wait_for_turn():
        table.play(bot.choose(view, Clock()))
    print("result:", table.room["result"])

    proof = anna.ask("GET", f"/api/tables/{table.id}/proof")
    print("the deal was fair:", verify(proof).fair)
    print(anna.fetch("GET", f"/api/tables/{table.id}/record")[:200])
