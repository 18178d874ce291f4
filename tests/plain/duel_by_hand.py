"""Helpers that lay out positions of the plain Duel."""

from tests.plain.duel import OFFICIAL, Options, PlainGame
from tests.plain.duel_table import CARDS, CELLS, TOKEN_COUNTS, TOKENS, Player

ALL_TOKENS = "".join(token * number for token, number in TOKEN_COUNTS.items())


def a_game(options: Options = OFFICIAL, board: str = ALL_TOKENS) -> PlainGame:
    """A game with the decks in the order of their numbers; seat 0 starts."""
    decks = [[card for card in CARDS if CARDS[card].level == level] for level in (1, 2, 3)]
    return PlainGame(options, decks, board, start=0)


def hold(player: Player, tokens: str) -> None:
    player.tokens = {token: tokens.count(token) for token in TOKENS}


def lay_board(game: PlainGame, *rows: str) -> None:
    """Set the board as five rows with a dot for each empty space; other tokens go into the bag."""
    assert [len(row) for row in rows] == [5] * 5
    game.board = dict(zip(CELLS, "".join(rows).replace(".", " "), strict=True))
    game.board = {cell: token.strip() for cell, token in game.board.items()}
    for token, number in TOKEN_COUNTS.items():
        elsewhere = sum(player.tokens[token] for player in game.players)
        game.bag[token] = number - elsewhere - list(game.board.values()).count(token)
        assert game.bag[token] >= 0


EMPTY = ("." * 5,) * 5


def lay_privileges(game: PlainGame, above: int, first: int, second: int) -> None:
    game.privileges = above
    game.players[0].privileges, game.players[1].privileges = first, second


def privileges(game: PlainGame) -> list[int]:
    return [game.privileges, *(player.privileges for player in game.players)]


def own(player: Player, *cards: str) -> None:
    """Give a player bought cards, a wild one with its colour: `L1-27=R`."""
    for text in cards:
        card, _, colour = text.partition("=")
        player.cards[card] = colour or CARDS[card].bonus


def offer(game: PlainGame, card: str, place: str) -> None:
    game.pyramid[int(place[0]) - 1]["abcde".index(place[1])] = card


def lines(game: PlainGame) -> set[str]:
    moves = {move for move in game.legal() if len(move) % 2 == 0}
    return {move for move in moves if move[0] in "abcde" and move[-1] in "12345"}
