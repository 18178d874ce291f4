"""An engine that fails in the way its argument names, for tests of the hosting side."""

import os
import subprocess
import sys
import time

WAY = sys.argv[1]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def go(legal: list[str]) -> None:
    if WAY == "crash":
        os._exit(3)
    elif WAY == "hang":
        time.sleep(1000)
    elif WAY == "illegal":
        say("bestmove b9z")
    elif WAY == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe\x00 what\n" * 1000 + b"bestmove\n")
        sys.stdout.flush()
    elif WAY == "huge":
        sys.stdout.write("x" * (3 << 20))
        sys.stdout.flush()
        time.sleep(1000)
    elif WAY == "flood":
        while True:
            say("info string " + "y" * 60_000)
    elif WAY == "children":
        sleeper = [sys.executable, "-c", "import time; time.sleep(1000)"]
        for apart in (False, True):
            child = subprocess.Popen(sleeper, start_new_session=apart)
            with open(sys.argv[2], "a", encoding="ascii") as file:
                file.write(f"{child.pid}\n")
        os._exit(0)
    else:
        say(f"bestmove {legal[0]}")


def main() -> None:
    legal: list[str] = []
    if WAY == "mute":
        time.sleep(1000)
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "sei":
            say("id name badly 1\noption name Depth type spin default 1\nseiok 1")
        elif word == "isready":
            say("readyok")
        elif word == "legal":
            legal = rest
        elif word == "go":
            go(legal)
        elif word == "quit" and WAY != "stay":
            return
    if WAY == "stay":
        time.sleep(1000)


main()
