"""Splendor Duel and its plain rules: how both are dealt, played and compared."""

from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from splendor.core.content import JewelCard
from splendor.core.tables import HandCard
from splendor.duel.table import DuelPlace, DuelTable, OwnedCard
from splendor.game import Game
from tests.plain.duel import RULES, Options, PlainGame, known_to
from tests.plain.duel_position import position_of
from tests.plain.duel_table import CELLS, NAMES, SPIRAL, TOKENS
from tests.plain.side_by_side import Pairing
from tests.rare_duel import lay_out

# Two equal games


def some_options(random: Random, idle: list[int]) -> dict[str, Any]:
    """Options, each official half of the time, and a limit of idle turns."""
    choices: dict[str, list[Any]] = {
        "hands": ["seen", "hidden"],
        "refill": ["at_once", "end_of_turn"],
        "start": ["random", 0, 1],
    }
    changed = {name: random.choice(values) for name, values in choices.items()}
    kept = {name: value for name, value in changed.items() if random.random() < 0.5}
    return {"idle": random.choice(idle), **kept}


def dealt(random: Random) -> tuple[Game, PlainGame]:
    return dealt_until(random, [2, 8, 60, 60])


def dealt_for_hoarders(random: Random) -> tuple[Game, PlainGame]:
    """With a low limit of idle turns, because a game without purchases would not end."""
    return dealt_until(random, [8, 12, 20])


def dealt_until(random: Random, idle: list[int]) -> tuple[Game, PlainGame]:
    """A new game, and the plain one with the same deal."""
    game = Game("duel", seed=random.getrandbits(128), **some_options(random, idle))
    deal = game.deal()
    board = "".join(NAMES[token] for token in deal["board"])
    return game, PlainGame(plain_options(game), deal["decks"], board, deal["start"])


def plain_options(game: Game) -> Options:
    options = asdict(game.options)
    assert options.pop("players") == 2
    return Options(**options)


def laid_out(random: Random) -> tuple[Game, PlainGame]:
    """A rare position; the engine reads its text."""
    while True:
        _, plain = dealt(random)
        if lay_out(plain, random):
            return Game.from_position(position_of(plain)), plain


# Players, who choose among texts


def any_move(legal: list[str], random: Random) -> str:
    return random.choice(legal)


def purchases(legal: list[str]) -> list[str]:
    """`b1a` and `b1a+`; `b1` and `b1c1` are cells."""
    return [move for move in legal if move[0] == "b" and (len(move) == 3 or move[-1] == "+")]


def greedy_move(legal: list[str], random: Random) -> str:
    """Buys the highest level it can, or takes long lines; sometimes a random move."""
    buys = purchases(legal)
    if buys and random.random() < 0.9:
        return max(buys, key=lambda move: (move[1], random.random()))
    if random.random() < 0.3:
        return random.choice(legal)
    lines = [move for move in legal if move[0] in "abcde" and move not in buys]
    if not lines:
        return random.choice(legal)
    return max(lines, key=lambda move: (len(move), random.random()))


def hoarding_move(legal: list[str], random: Random) -> str:
    """Takes and reserves, keeps its gold, and hardly ever buys."""
    buys = purchases(legal)
    if buys and random.random() < 0.05:
        return random.choice(buys)
    others = [move for move in legal if move not in buys and move != "-J"]
    return random.choice(others or legal)


def rare_move(legal: list[str], random: Random) -> str:
    """Uses privileges and buys if it can; otherwise a random move."""
    privileges = [move for move in legal if move[0] == "p" and move[-1] in "12345"]
    for moves in (privileges, purchases(legal)):
        if moves and random.random() < 0.7:
            return random.choice(moves)
    return random.choice(legal)


# Comparing


def play_move(game: Game, plain: PlainGame, move: str) -> None:
    """Play a move in both games; the draws of a `fill` are read from the engine's board."""
    if move != "fill":
        game.push(move)
        plain.play(move)
        return
    before = tokens_on(table_of(game))
    game.push(move)
    after = tokens_on(table_of(game))
    came = [after[cell] for cell in SPIRAL if after[cell] and not before[cell]]
    plain.play(move, "".join(came))


def table_of(game: Game) -> DuelTable:
    table = game.table
    assert isinstance(table, DuelTable)
    return table


def tokens_on(table: DuelTable) -> dict[str, str]:
    tokens = [token for row in table.board for token in row]
    letters = ["" if token is None else TOKENS[token] for token in tokens]
    return dict(zip(CELLS, letters, strict=True))


def snapshot_of(game: Game) -> dict[str, Any]:
    """The engine's state in the form of the plain one, and its text without the generator."""
    position = game.position.partition(" chance=")[0]
    decks = position.split(" decks=")[1].split()[0].split("/")
    next_cards = [[card for card in deck.split(",") if card] for deck in decks]
    known = known_from(table_of(game), game)
    return {**known, "next_cards": next_cards, "position": position}


def plain_snapshot(plain: PlainGame) -> dict[str, Any]:
    return {**plain.snapshot(), "position": position_of(plain)}


def known_from(table: DuelTable, game: Game) -> dict[str, Any]:
    outcome = game.outcome
    tokens = list(tokens_on(table).values())
    return {
        "round": table.round,
        "turn": table.turn,
        "seat": table.active,
        "phase": table.phase,
        "board": [tokens[start : start + 5] for start in range(0, 25, 5)],
        "bag": list(table.bag),
        "pyramid": [[card and card.name for card in row] for row in table.pyramid],
        "deck_sizes": list(table.deck_sizes),
        "privileges": table.privileges,
        "royals": [royal.name for royal in table.royals if royal],
        "players": [player_of(place) for place in table.places],
        "replenished": table.replenished,
        "again": table.again,
        "over": outcome is not None,
        "reason": outcome and outcome.reason,
        "winners": list(outcome.winners) if outcome else [],
    }


def player_of(place: DuelPlace) -> dict[str, Any]:
    return {
        "tokens": list(place.tokens),
        "bonuses": list(place.bonuses),
        "points": place.points,
        "crowns": place.crowns,
        "colour_points": list(place.colour_points),
        "cards": dict(map(owned_card, place.bought)),
        "hand": list(map(hand_card, place.hand)),
        "royals": sorted(royal.name for royal in place.royals),
        "privileges": place.privileges,
    }


def owned_card(owned: OwnedCard) -> tuple[str, str]:
    return owned.card.name, NAMES[owned.colour or "none"]


def hand_card(held: HandCard[JewelCard]) -> dict[str, Any]:
    if held.card is None:
        return {"card": None, "level": held.level, "unseen": True}
    return {"card": held.card.name, "unseen": held.unseen}


DUEL = Pairing(
    rules=RULES,
    result=Path(__file__).parent / "long_run/duel.txt",
    kinds={
        "random": (dealt, any_move),
        "greedy": (dealt, greedy_move),
        "hoarding": (dealt_for_hoarders, hoarding_move),
        "rare": (laid_out, rare_move),
    },
    play=play_move,
    snapshot=snapshot_of,
    plain_snapshot=plain_snapshot,
    known=known_from,
    known_to=known_to,
    views=1.0,
)
