"""Whether this process may run interpreted as long as kernels are missing from the cache.

The compiler is switched on or off for a whole process, when the first kernel is defined. A program
that wants to answer at once calls `interpret_while_cold` before it imports the engine.
"""

EVERYTHING = "everything"  # the mark of a cache that has the kernels of all games
_wanted = False


def interpret_while_cold() -> None:
    global _wanted  # one choice for the process, like the compiler's own
    _wanted = True


def is_wanted() -> bool:
    return _wanted
