"""The kinds of token: their order in every vector, their names and their letters."""

WHITE, BLUE, GREEN, RED, BLACK = range(5)
GEMS = 5  # the colours that cards give as a bonus

COLOURS = ("white", "blue", "green", "red", "black")
LETTERS = "WUGRK"
STONES = ("diamond", "sapphire", "emerald", "ruby", "onyx")

GOLD_NAME = "gold"
GOLD_LETTER = "J"  # the joker

# Splendor Duel has pearls too: they stand before gold, and no card gives them as a bonus.
PEARL_NAME = "pearl"
PEARL_LETTER = "P"
