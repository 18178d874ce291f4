"""The base game and its plain rules: how both are dealt, played and compared."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from splendor.base.table import BasePlace, BaseTable
from splendor.game import Game
from tests.games import base_table
from tests.plain.base import RULES, Options, PlainGame, known_to
from tests.plain.base_table import CARDS, GEMS, GEMS_BY_PLAYERS, NOBLES, TOKENS, payments
from tests.plain.base_table import Reserved as PlainReserved
from tests.plain.side_by_side import Pairing

# Two equal games


def some_options(random: Random) -> tuple[str, dict[str, Any]]:
    """A rule set and options; each option has its preset's value half of the time."""
    players = random.choice([2, 3, 4])
    choices: dict[str, list[Any]] = {
        "target": [5, 8, 15, 21],
        "tokens": ["return", "cap"],
        "nobles": ["come", "sought", "sought_free"],
        "nobles_each": [1, 2, 5],
        "hands": ["seen", "hidden"],
        "start": ["random", *range(players)],
    }
    changed = {name: random.choice(values) for name, values in choices.items()}
    kept = {name: value for name, value in changed.items() if random.random() < 0.5}
    rules = random.choice(["official", "landolt"])
    return rules, {"players": players, "rounds": random.choice([20, 60, 60]), **kept}


def dealt(random: Random) -> tuple[Game, PlainGame]:
    """A new game, and the plain one with the same deal."""
    rules, options = some_options(random)
    game = Game(rules, seed=random.getrandbits(128), **options)
    deal = game.ruleset.write_deal(game.record[0])
    plain = Options(**asdict(game.options))
    return game, PlainGame(plain, deal["decks"], deal["nobles"], deal["start"])


def laid_out(random: Random) -> tuple[Game, PlainGame]:
    """A position in which all gems are held, hands are full and nothing can be paid.

    Random play hardly ever reaches a forced pass or a stalemate.
    """
    while True:
        game, plain = dealt(random)
        if lay_out_stuck(plain, random):
            return Game.from_position(position_of(game.rules, plain)), plain


def lay_out_stuck(plain: PlainGame, random: Random) -> bool:
    """Change the plain game to a position without actions; return whether that was possible."""
    cards = list(CARDS)
    random.shuffle(cards)
    for player in plain.players:
        give_bonuses(plain, player, cards, random)
    share_out_gems(plain, random)
    if not lay_out_unaffordable_cards(plain, cards, random):
        return False
    plain.round = random.choice([1, 5, plain.options.rounds or 1])
    plain.seat = random.choice([plain.start, random.randrange(len(plain.players))])
    return True


def lay_out_unaffordable_cards(plain: PlainGame, cards: list[int], random: Random) -> bool:
    """Fill market and hands with unaffordable cards, if there are enough."""
    dear = [c for c in cards if all(not payments(player, c) for player in plain.players)]
    rows = [[card for card in dear if CARDS[card].level == level][:4] for level in range(3)]
    in_market = {card for row in rows for card in row}
    held = [card for card in dear if card not in in_market][: 3 * len(plain.players)]
    if len(in_market) < 12 or len(held) < 3 * len(plain.players):
        return False
    left = [card for card in cards if card not in in_market and card not in held]
    plain.market = [list(row) for row in rows]
    plain.decks = [[card for card in left if CARDS[card].level == level] for level in range(3)]
    for player in plain.players:
        for _ in range(3):
            unseen = plain.options.hands == "hidden" or random.random() < 0.5
            player.hand.append(PlainReserved(held.pop(), unseen))
    return True


def give_bonuses(plain: PlainGame, player: Any, cards: list[int], random: Random) -> None:
    """Give no bonuses, or exactly those that one or two nobles require."""
    wanted: Counter[str] = Counter()
    for noble in random.sample(plain.nobles, random.choice([0, 0, 1, 2])):
        assert noble is not None
        wanted |= Counter(NOBLES[noble])
    for card in cards:
        if wanted[CARDS[card].bonus] > 0 and CARDS[card].level == 0:
            wanted[CARDS[card].bonus] -= 1
            player.cards.append(card)
    for card in player.cards:
        cards.remove(card)


def share_out_gems(plain: PlainGame, random: Random) -> None:
    """Give all gems to players below the limit, unevenly."""
    for colour in GEMS:
        count = GEMS_BY_PLAYERS[len(plain.players)]
        plain.supply[colour] = 0
        while count > 0:
            open_to = [p for p in plain.players if p.token_count() < 10]
            player = random.choice(open_to)
            pile = min(count, 10 - player.token_count(), random.randint(1, 4))
            player.tokens[colour] += pile
            count -= pile


def position_of(rules: str, plain: PlainGame) -> str:
    """The text of the plain game's position, written without the engine."""
    options = asdict(plain.options)
    options["rounds"] = "none" if options["rounds"] is None else options["rounds"]
    fields = {
        "rules": ",".join([rules, *(f"{name}={value}" for name, value in options.items())]),
        "round": plain.round,
        "start": plain.start,
        "turn": plain.seat,
        "phase": "play",
        "supply": tokens_text(plain.supply),
        "market": "/".join(",".join(map(str, row)) for row in plain.market),
        "nobles": ",".join(map(str, plain.nobles)),
        "decks": "/".join(",".join(map(str, deck)) for deck in plain.decks),
    }
    for seat, player in enumerate(plain.players):
        hand = ",".join(f"{held.card}{'*' if held.unseen else ''}" for held in player.hand)
        bought = ",".join(map(str, player.cards))
        fields[f"seat{seat}"] = f"{tokens_text(player.tokens)}:{bought}:{hand}"
    return " ".join(f"{key}={value}" for key, value in fields.items())


def tokens_text(tokens: dict[str, int]) -> str:
    return "".join(f"{token}{tokens[token]}" for token in TOKENS if tokens[token])


# Players, who choose among texts


def any_move(legal: list[str], random: Random) -> str:
    return random.choice(legal)


def greedy_move(legal: list[str], random: Random) -> str:
    """Buys the highest level it can, or takes; sometimes a random move."""
    purchases = [move for move in legal if move[0] == "b"]
    if purchases and random.random() < 0.9:
        return max(purchases, key=lambda move: (move[1], random.random()))
    takes = [move for move in legal if move[0] in GEMS]
    return random.choice(takes or legal) if random.random() < 0.8 else random.choice(legal)


def hoarding_move(legal: list[str], random: Random) -> str:
    """Takes and reserves, and buys only if nothing else is legal."""
    others = [move for move in legal if move[0] != "b"]
    gems = [move for move in others if move != "-J"]
    return random.choice(gems or others or legal)


# Comparing


def play_move(game: Game, plain: PlainGame, move: str) -> None:
    game.push(move)
    plain.play(move)


def snapshot_of(game: Game) -> dict[str, Any]:
    """The engine's state in the form of the plain one."""
    known = known_from(base_table(game), game)
    for place, player in zip(game.table.places, known["players"], strict=True):
        player["hand"] = [hand_card(held) for held in place.hand]
    decks = game.position.split(" decks=")[1].split()[0].split("/")
    known["next_cards"] = [[int(card) for card in deck.split(",") if card] for deck in decks]
    return known


def known_from(table: BaseTable, game: Game) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "round": table.round,
        "seat": table.active,
        "phase": table.phase,
        "supply": list(table.supply),
        "market": [[card and card.id for card in row] for row in table.market],
        "deck_sizes": list(table.deck_sizes),
        "nobles": [noble and noble.id for noble in table.nobles],
        "players": [player_of(place) for place in table.places],
        "over": outcome is not None,
        "reason": outcome and outcome.reason,
        "winners": list(outcome.winners) if outcome else [],
    }


def player_of(place: BasePlace) -> dict[str, Any]:
    return {
        "tokens": list(place.tokens),
        "bonuses": list(place.bonuses),
        "points": place.points,
        "cards": sorted(card.id for card in place.bought),
        "hand": [hand_card(held) for held in place.hand],
        "nobles": sorted(noble.id for noble in place.nobles),
    }


def hand_card(held: Any) -> dict[str, Any]:
    if held.card is None:
        return {"card": None, "level": held.level, "unseen": True}
    return {"card": held.card.id, "unseen": held.unseen}


BASE = Pairing(
    rules=RULES,
    result=Path(__file__).parent / "long_run/base.txt",
    kinds={
        "random": (dealt, any_move),
        "greedy": (dealt, greedy_move),
        "hoarding": (dealt, hoarding_move),
        "stuck": (laid_out, any_move),
    },
    play=play_move,
    snapshot=snapshot_of,
    plain_snapshot=PlainGame.snapshot,
    known=known_from,
    known_to=known_to,
    views=0.05,
)
