"""A whole engine in Python: buys when it can, else takes most tokens (docs/engines.md)."""

import sys

legal: list[str] = []
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "sei":
        print("id name python-eager 1\nseiok 1", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        buys = [move for move in legal if move.startswith("b") and not move.endswith("+")]
        takes = sorted((move for move in legal if set(move) <= set("WUGRK")), key=len)
        print("bestmove", (buys[-1:] or takes[-1:] or legal)[0], flush=True)
    elif word == "quit":
        break
