"""A third game, as an outsider would write it: Splendor with two levels and three colours.

`SPLENDOR_GAMES=tests.tiny` registers it. There are no gold, no nobles and no tokens to return: in
a turn a player takes up to two gems of different colours, reserves a card or buys one. Whoever has
`target` points when the round is complete wins.
"""
