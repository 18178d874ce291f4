"""Count the sequences again."""

from tests.perft import DEPTHS, write

for name in DEPTHS:
    write(name)
