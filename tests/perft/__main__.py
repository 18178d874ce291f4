"""Count the sequences anew."""

from tests.perft import write

write()
