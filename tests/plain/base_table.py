"""The material of the plain base game, and payments of a player.

Turns are in `base.py`.
"""

import json
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from pathlib import Path

GEMS = "WUGRK"
GOLD = "J"
TOKENS = GEMS + GOLD  # the order of every vector, and of giving tokens back
SLOTS = "abcd"

TOKEN_LIMIT = 10  # B4.1
HAND_LIMIT = 3  # B3.3
PILE_FOR_A_PAIR = 4  # B3.2
NOBLE_POINTS = 3  # B5.1
GEMS_BY_PLAYERS = {2: 4, 3: 5, 4: 7}  # B1.1
GOLD_TOKENS = 5  # B1.1

# The keys of `PlainGame.exercised`: the number of a rule and a case of it. A refusal is counted at
# every call of `legal`, B7 at every call of `known_to`.
RULES: tuple[str, ...] = (
    "B1.1", "B1.2", "B1.3", "B1.4", "B1.5",
    "B2.1",
    "B3.1", "B3.1 fewer than three colours", "B3.1 no gems left",
    "B3.2", "B3.2 allowed from four", "B3.2 refused from three",
    "B3.3", "B3.3 blind", "B3.3 gold", "B3.3 no gold left", "B3.3 gold at ten",
    "B3.3 hand full", "B3.3 empty deck refused",
    "B3.4", "B3.4 from hand", "B3.4 bonuses off the price", "B3.4 price never below zero",
    "B3.4 gold for what is missing", "B3.4 gold by choice", "B3.4 nothing to pay",
    "B3.5", "B3.5 deck empty",
    "B3.6",
    "B3.7 forced pass", "B3.7 noble beside a pass", "B3.7 stalemate", "B3.7 mid-round",
    "B4.1", "B4.1 gold returned", "B4.1 just-taken token returned",
    "B5.1", "B5.1 after no purchase", "B5.1 choice",
    "B6.1", "B6.1 round completed after the trigger", "B6.1 last player triggers",
    "B6.2", "B6.2 fewest cards", "B6.2 shared",
    "B6.3 points before limit", "B6.3 stalemate before limit",
    "B7.1", "B7.2 stays known", "B7.2 level only", "B7.2 blind", "B7.2 known to its owner", "B7.3",
    "B8.1 fewer for want of room", "B8.1 no room", "B8.1 no room for a pair",
    "B8.1 no gold at ten",
    "B8.2 sought", "B8.2 one noble only", "B8.2 free before", "B8.2 free after",
    "B8.2 card just bought counts", "B8.2 declined",
    "B8.3", "B8.4 hand limit kept",
    "B9 target", "B9 nobles_each", "B9 rounds limit",
)  # fmt: skip


Gold = tuple[int, ...]  # how much gold stands for W, U, G, R and K in one payment


@dataclass(frozen=True)
class Card:
    level: int  # 0 to 2
    bonus: str
    points: int
    cost: dict[str, int]


def read_facts() -> tuple[dict[int, Card], dict[int, dict[str, int]]]:
    """The ninety cards, and what each of the ten nobles requires, by their numbers."""
    letters = dict(zip(("white", "blue", "green", "red", "black"), GEMS, strict=True))
    facts = json.loads(Path(__file__).with_name("splendor.json").read_text("utf-8"))

    def by_letter(amounts: dict[str, int]) -> dict[str, int]:
        return {letters[name]: amount for name, amount in amounts.items()}

    cards = {
        c["id"]: Card(c["level"] - 1, letters[c["bonus"]], c["points"], by_letter(c["cost"]))
        for c in facts["cards"]
    }
    return cards, {noble["id"]: by_letter(noble["requires"]) for noble in facts["nobles"]}


CARDS, NOBLES = read_facts()


@dataclass(frozen=True)
class Options:
    """B9: one field per option; the defaults are the official game."""

    players: int = 2
    target: int = 15
    tokens: str = "return"
    nobles: str = "come"
    nobles_each: int = 5
    hands: str = "seen"
    start: str | int = "random"
    rounds: int | None = None

    def __post_init__(self) -> None:
        allowed = {
            "players": self.players in (2, 3, 4),
            "target": self.target in range(5, 31),
            "tokens": self.tokens in ("return", "cap"),
            "nobles": self.nobles in ("come", "sought", "sought_free"),
            "nobles_each": self.nobles_each in range(1, 6),
            "hands": self.hands in ("seen", "hidden"),
            "start": self.start == "random" or self.start in range(self.players),
            "rounds": self.rounds is None or self.rounds >= 1,
        }
        wrong = [name for name, fine in allowed.items() if not fine]
        if wrong:
            raise ValueError(f"no such value of {', '.join(wrong)}: {self}")


OFFICIAL = Options()
LANDOLT = Options(tokens="cap", nobles="sought", nobles_each=1, start=0)


@dataclass
class Reserved:
    card: int
    unseen: bool  # known to its owner alone (B7.2)


@dataclass
class Turn:
    """The state of a turn, kept until the player's next turn is over."""

    taken: str = ""
    bought: bool = False
    noble: bool = False
    passed: bool = False


@dataclass
class Player:
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    cards: list[int] = field(default_factory=list)
    hand: list[Reserved] = field(default_factory=list)
    nobles: list[int] = field(default_factory=list)
    latest_turn: Turn | None = None

    def token_count(self) -> int:
        return sum(self.tokens.values())

    def points(self) -> int:
        """B6.1: cards and nobles."""
        return sum(CARDS[card].points for card in self.cards) + NOBLE_POINTS * len(self.nobles)


def bonuses(cards: list[int]) -> dict[str, int]:
    return {colour: sum(CARDS[card].bonus == colour for card in cards) for colour in GEMS}


def qualifies(cards: list[int], noble: int) -> bool:
    """B5.1: bonuses of cards only, never tokens."""
    have = bonuses(cards)
    return all(have[colour] >= need for colour, need in NOBLES[noble].items())


def price(player: Player, card: int) -> dict[str, int]:
    """B3.4: cost minus bonuses, colour by colour, never below zero."""
    have = bonuses(player.cards)
    return {colour: max(0, CARDS[card].cost[colour] - have[colour]) for colour in GEMS}


def payments(player: Player, card: int) -> list[Gold]:
    """B3.4: every legal payment; what gold does not stand for is paid in its colour."""
    due = price(player, card)
    gold_held = player.tokens[GOLD]
    choices = product(*(range(min(due[colour], gold_held) + 1) for colour in GEMS))
    return [
        gold
        for gold in choices
        if sum(gold) <= gold_held
        and all(due[c] - g <= player.tokens[c] for c, g in zip(GEMS, gold, strict=True))
    ]


def default_payment(ways: list[Gold]) -> Gold:
    """B3.4: colours first, gold only for what is missing; so the one with the least gold."""
    return min(ways, key=sum)


def payments_by_extra_gold(player: Player, card: int) -> dict[str, Gold]:
    """B3.4: each payment under the colours of its gold beyond the default, such as `WWK`."""
    ways = payments(player, card)
    least = default_payment(ways)
    return {
        "".join(c * (g - d) for c, g, d in zip(GEMS, gold, least, strict=True)): gold
        for gold in ways
    }


def ways_to_return(player: Player) -> set[str]:
    """B4.1: every choice of tokens that leaves exactly ten, in colour order, such as `UUJ`."""
    excess = player.token_count() - TOKEN_LIMIT
    choices = ("".join(letters) for letters in combinations_with_replacement(TOKENS, excess))
    return {w for w in choices if all(w.count(token) <= player.tokens[token] for token in TOKENS)}


def check_deal(options: Options, decks: list[list[int]], nobles: list[int], start: int) -> None:
    """B1.2 to B1.4: check that the given deal is possible."""
    for level in range(3):
        whole = [number for number, card in CARDS.items() if card.level == level]
        if sorted(decks[level]) != whole:
            raise ValueError(f"deck {level + 1} is not the {len(whole)} cards of its level")
    if len(nobles) != options.players + 1 or not set(nobles) <= set(NOBLES):
        raise ValueError(f"{options.players} players need {options.players + 1} nobles")
    if start not in range(options.players) or options.start not in ("random", start):
        raise ValueError(f"seat {start} cannot start")
