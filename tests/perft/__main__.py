"""Count the sequences anew."""

from tests.perft import DEPTHS, write

for name in DEPTHS:
    write(name)
