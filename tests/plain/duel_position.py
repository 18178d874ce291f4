"""The text of a plain Duel's position, written without the engine."""

from dataclasses import asdict

from tests.plain.duel import OFFICIAL, PlainGame
from tests.plain.duel_table import CARDS, CELLS, ROWS, TOKENS, Player


def position_of(plain: PlainGame) -> str:
    """The whole state, without the generator, which the plain rules do not have."""
    fields = {
        "rules": rules_text(plain),
        "round": plain.round,
        "turns": plain.turn_number,
        "start": plain.start,
        "turn": plain.seat,
        "phase": plain.phase,
        **turn_fields(plain),
        "board": "/".join(board_row(plain, row) for row in ROWS),
        "bag": tokens_text(plain.bag),
        "privileges": plain.privileges,
        "pyramid": "/".join(",".join(card or "-" for card in row) for row in plain.pyramid),
        "royals": ",".join(plain.royals),
        "decks": "/".join(",".join(deck) for deck in plain.decks),
        "seat0": player_text(plain.players[0]),
        "seat1": player_text(plain.players[1]),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items())


def rules_text(plain: PlainGame) -> str:
    """The options that differ from the official ones."""
    official = asdict(OFFICIAL)
    changed = {k: v for k, v in asdict(plain.options).items() if v != official[k]}
    return ",".join(["duel", *(f"{name}={value}" for name, value in changed.items())])


def turn_fields(plain: PlainGame) -> dict[str, str]:
    """The earlier decisions of this turn, if any."""
    going_on = plain.phase != "over"
    spelling = plain.phase in ("pay", "discard") and plain.named[-1:] not in ("", TOKENS[0])
    fields = {
        "place": place_text(plain) if plain.phase in ("gold", "pay", "colour") else "",
        "matching": plain.matching if plain.phase == "match" else "",
        "lowest": plain.named[-1:] if spelling else "",
        "replenished": "1" if plain.turn.replenished and going_on else "",
        "purchased": "1" if plain.turn.bought and going_on else "",
        "again": "1" if plain.turn.again and going_on else "",
        "quiet": str(plain.quiet) if plain.quiet else "",
        "reason": plain.reason or "",
    }
    return {key: value for key, value in fields.items() if value}


def place_text(plain: PlainGame) -> str:
    """The card that is being reserved or bought, with the gold chosen for it: `b2c+W1`."""
    if plain.phase == "gold":
        return f"r{plain.place}"
    chosen = tokens_text({token: plain.named.count(token) for token in TOKENS})
    return f"b{plain.place}{'+' if plain.phase == 'pay' or chosen else ''}{chosen}"


def board_row(plain: PlainGame, row: str) -> str:
    return "".join(plain.board[cell] or "." for cell in CELLS if cell[1] == row)


def player_text(player: Player) -> str:
    bought = [
        f"{card}={colour}" if CARDS[card].bonus == "wild" else card
        for card, colour in sorted(player.cards.items())
    ]
    hand = [f"{held.card}{'*' if held.unseen else ''}" for held in player.hand]
    lists = [",".join(words) for words in (bought, hand, sorted(player.royals))]
    return ":".join([tokens_text(player.tokens), *lists, str(player.privileges)])


def tokens_text(tokens: dict[str, int]) -> str:
    return "".join(f"{token}{tokens[token]}" for token in TOKENS if tokens[token])
