"""What can be wrong with what somebody gave us. Each message says what to do about it."""


class RulesError(ValueError):
    """A move, a position, an option or a file that cannot be played. Nothing has happened."""


class NotationError(RulesError):
    """The text is not a move."""


class IllegalMove(RulesError):
    """The move is well formed, but the rules forbid it here."""


class OptionError(RulesError):
    """There is no such rule set or option, or it cannot have this value."""


class PositionError(RulesError):
    """The text is not a position, or the position cannot be."""


class RecordError(RulesError):
    """The text or transcript is not a game that can be replayed."""


class SeedError(RulesError):
    """The seed is neither a whole number nor a text."""
