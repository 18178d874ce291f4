"""Bots that depend only on the rules, so they play the same in every version."""

from typing import Any

from splendor import Move, View


class FirstLegal:
    """Plays the first legal move."""

    def __init__(self, seed: Any = None) -> None:
        pass

    def choose(self, view: View, clock: Any = None) -> Move:
        return view.legal_moves[0]


class Nth:
    """Plays the legal move with this index, modulo their number."""

    def __init__(self, seed: Any = None, number: int = 0) -> None:
        self.number = number

    def choose(self, view: View, clock: Any = None) -> Move:
        moves = view.legal_moves
        return moves[self.number % len(moves)]
