"""The errors of the library. Each carries a `Refusal`: a code with values and an English text."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from splendor.core.refusals import OTHER, Refusal, Value
from splendor.deprecated import old_names


class RulesError(ValueError):
    """A move, a position, an option or a file that cannot be played. Nothing has happened.

    Programs compare `code` and read `values`; `str(error)` is the English sentence. An error made
    from a plain sentence has the code "other".

    >>> error = RulesError(Refusal.of("deck_empty", level=2))
    >>> error.code, error.values["level"], str(error)
    ('deck_empty', 2, 'the deck of level 2 is empty')
    """

    kind = "refused"  # the family of the error, as the server names it on the wire

    def __init__(self, refusal: Refusal | str = "") -> None:
        if isinstance(refusal, str):
            refusal = Refusal(OTHER, {"text": refusal})
        super().__init__(refusal)
        self.refusal = refusal

    @property
    def code(self) -> str:
        """The stable name of what is wrong; `docs/refusals.md` lists them.

        >>> RulesError(Refusal.of("deck_empty", level=2)).code
        'deck_empty'
        """
        return self.refusal.code

    @property
    def values(self) -> Mapping[str, Value]:
        """The numbers and names that belong to the code.

        >>> dict(RulesError(Refusal.of("deck_empty", level=2)).values)
        {'level': 2}
        """
        return self.refusal.values


class NotationError(RulesError):
    """The text is not a move.

    >>> splendor.Game().parse("castle")
    Traceback (most recent call last):
        ...
    splendor.core.errors.NotationError: 'castle' is not a move: ...
    """

    kind = "notation"


class IllegalMove(RulesError):
    """The move is well formed, but the rules forbid it here. `move` is its notation, if known.

    >>> splendor.Game().push("pass")
    Traceback (most recent call last):
        ...
    splendor.core.errors.IllegalMove: pass is not legal now: ...
    """

    kind = "illegal"

    def __init__(self, refusal: Refusal | str = "", move: str = "") -> None:
        super().__init__(refusal)
        self.move = move

    def __str__(self) -> str:
        return f"{self.move} is not legal now: {self.refusal}" if self.move else str(self.refusal)

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[Refusal, str]]:
        return type(self), (self.refusal, self.move)


class OptionError(RulesError):
    """There is no such rule set or option, or it cannot have this value.

    >>> splendor.Game(players=5)
    Traceback (most recent call last):
        ...
    splendor.core.errors.OptionError: option players must be one of 2, 3, 4, not 5
    """

    kind = "option"


class PositionError(RulesError):
    """The text is not a position, or the position is impossible.

    >>> splendor.Game.from_position("startpos")
    Traceback (most recent call last):
        ...
    splendor.core.errors.PositionError: not a position: ...
    """

    kind = "position"


class FormatError(RulesError):
    """A game file, transcript, proof or match file that cannot be read or replayed.

    >>> splendor.Game.from_transcript({})
    Traceback (most recent call last):
        ...
    splendor.core.errors.FormatError: not a transcript: ...
    """

    kind = "record"


class SeedError(RulesError):
    """The seed is neither a whole number nor a text.

    >>> splendor.Game(seed=0.5)
    Traceback (most recent call last):
        ...
    splendor.core.errors.SeedError: a seed is a whole number or a text, not 0.5
    """

    kind = "seed"


if not TYPE_CHECKING:
    __getattr__ = old_names("splendor.core.errors")
