"""An attack on the analysis board, by one guest."""

import json
import time
from typing import TYPE_CHECKING

from splendor.server.bodies import MAX_POSITION
from tools.hostile.intruders import Intruder

if TYPE_CHECKING:
    from tools.hostile.availability import Target

BOARD = "/api/analysis"
NONSENSE = ("x=1 " * 700, "x" * MAX_POSITION, " " * (MAX_POSITION - 1) + "x")
TURNS = 10  # that are tried at each board


def analyse_without_end(target: "Target", guest: Intruder, number: int) -> None:
    """Open boards and leave them, send nonsense, and play the same turn in many ways."""
    while target.is_on:
        number += 1
        rules = ("official", "duel")[number % 2]
        status, text = guest.ask("POST", f"{BOARD}/deal", {"rules": rules, "seed": str(number)})
        if status != 200:
            time.sleep(0.5)  # do not spend the rate on refusals
            continue
        opened = json.loads(text)
        at = {"position": opened["position"]}
        guest.leave("POST", f"{BOARD}/thoughts", {**at, "simulations": 100_000})
        guest.ask("POST", f"{BOARD}/check", {"text": opened["view"]})
        guest.ask("POST", f"{BOARD}/check", {"text": NONSENSE[number % len(NONSENSE)]})
        for move in opened["you"]["legal"][:TURNS]:
            guest.ask("POST", f"{BOARD}/turns", {**at, "moves": [move], "anew": True})
