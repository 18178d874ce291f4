"""Counts how often a game of the plain Duel has exercised each rule.

Nothing here decides anything. A refusal is counted at every call of `legal`, D7 at every call of
`known_to`, everything else when it happens.
"""

from collections import Counter

from tests.plain.duel_table import (
    CARDS,
    COLOUR_TO_WIN,
    GEMS,
    PAYABLE,
    PEARL,
    POINTS_TO_WIN,
    TOKENS,
    Gold,
    Options,
    Player,
    Turn,
    default_payment,
    direction_of,
    payments,
    price,
)

# The number of a rule, and a case of it.
RULES: tuple[str, ...] = (
    "D1.1", "D1.2", "D1.3", "D1.3 the second player's privilege",
    "D2.1", "D2.1 several in one turn", "D2.1 a pearl", "D2.1 never gold", "D2.1 nothing to take",
    "D2.2", "D2.2 after a privilege", "D2.2 spaces stay empty", "D2.2 empty bag refused",
    "D2.2 once a turn", "D2.2 no privilege after it",
    "D3.1 one token", "D3.1 two tokens", "D3.1 three tokens",
    "D3.1 row", "D3.1 column", "D3.1 falling", "D3.1 rising",
    "D3.1 not across gold", "D3.1 not across a gap",
    "D3.1 three of one colour", "D3.1 both pearls", "D3.1 both pearls and a gem",
    "D3.1 no penalty", "D3.1 no penalty for tokens by privilege",
    "D3.1 no penalty for tokens by ability", "D3.1 no penalty for tokens by theft",
    "D3.2 from the pyramid", "D3.2 top of a deck", "D3.2 gold chosen among several",
    "D3.2 no gold on the board", "D3.2 hand full", "D3.2 empty deck refused",
    "D3.3", "D3.3 from hand", "D3.3 bonuses off the price", "D3.3 double bonus off the price",
    "D3.3 wild bonus off the price", "D3.3 price never below zero", "D3.3 not its own bonus",
    "D3.3 not the bonuses in hand", "D3.3 pearls never discounted", "D3.3 L1-27 costs a pearl",
    "D3.3 gold for what is missing", "D3.3 gold for a missing pearl", "D3.3 gold by choice",
    "D3.3 gold for a pearl by choice", "D3.3 nothing to pay", "D3.3 tokens into the bag",
    "D3.4 after a reservation", "D3.4 after a purchase", "D3.4 before the ability",
    "D3.4 deck empty",
    "D3.5 forced replenish", "D3.5 forced pass", "D3.5 forced pass after replenishing",
    "D3.5 discard after a pass",
    "D4.1 from above", "D4.1 from the opponent", "D4.1 holds all three",
    "D5.1 wild", "D5.1 wild from hand", "D5.1 wild beside a wild", "D5.1 wild on a double card",
    "D5.1 wild with chosen gold", "D5.1 wild refused without a card",
    "D5.1 wild refused beside no bonus",
    "D5.2 again", "D5.2 again on a wild", "D5.2 take", "D5.2 take chosen among several",
    "D5.2 take without such a token", "D5.2 privilege", "D5.2 steal", "D5.2 steal a pearl",
    "D5.2 steal never gold", "D5.2 steal without effect",
    "D5.3 at three crowns", "D5.3 past three crowns", "D5.3 at six crowns", "D5.3 past six crowns",
    "D5.3 royal steal", "D5.3 royal again", "D5.3 royal privilege", "D5.3 royal without ability",
    "D5.3 royal steal without effect", "D5.3 fewer than four left",
    "D6.1", "D6.1 gold", "D6.1 after a purchase",
    "D6.2 points", "D6.2 crowns", "D6.2 colour", "D6.2 points by a royal", "D6.2 colour by a wild",
    "D6.2 cards without bonus are no colour", "D6.2 royals are no colour",
    "D6.2 points before crowns", "D6.2 points before colour", "D6.2 crowns before colour",
    "D6.2 after the discard", "D6.2 not in mid-turn", "D6.2 no extra turn after a win",
    "D6.3 next player", "D6.3 again",
    "D7.1", "D7.1 stays known", "D7.1 level only", "D7.1 open while paid for",
    "D7.2 deck order", "D7.2 reserved unseen", "D7.2 known to its owner",
    "D8 start", "D8 refill at the end of the turn", "D8 refill before an extra turn",
    "D8 no refill after a win", "D8 refill from an empty deck",
    "D8 idle drawn", "D8 idle starts anew with a purchase", "D8 idle counts an extra turn",
)  # fmt: skip


class Counted:
    """The state of the table and of the turn, and the counts of rules."""

    options: Options
    board: dict[str, str]  # every cell with its token, or nothing
    bag: dict[str, int]
    decks: list[list[str]]
    pyramid: list[list[str | None]]
    privileges: int  # above the board
    royals: list[str]  # beside the board
    players: list[Player]
    start: int
    seat: int
    turn: Turn
    quiet: int  # turns in a row without a purchase
    phase: str
    place: str  # in `gold`, `pay`, `colour`: where the card lies that will be taken
    matching: str  # in `match`: the colour of the card
    words: set[str]  # in `pay` and `discard`: what may be spelled out
    named: str  # in `pay` and `discard`: what has been spelled so far

    def __init__(self) -> None:
        self.exercised: Counter[str] = Counter()

    @property
    def player(self) -> Player:
        return self.players[self.seat]

    @property
    def opponent(self) -> Player:
        return self.players[1 - self.seat]

    def saw(self, *rules: str) -> None:
        for rule in rules:
            assert rule in RULES, rule
            self.exercised[rule] += 1

    def saw_if(self, condition: bool, rule: str) -> None:
        if condition:
            self.saw(rule)

    def saw_line(self, cells: list[str], tokens: str) -> None:
        self.saw(f"D3.1 {('one token', 'two tokens', 'three tokens')[len(cells) - 1]}")
        if len(cells) > 1:
            self.saw(f"D3.1 {direction_of(cells)}")
        if has_penalty(tokens):
            self.saw("D3.1 three of one colour" if PEARL not in tokens else "D3.1 both pearls")
            self.saw_if(PEARL in tokens and len(tokens) == 3, "D3.1 both pearls and a gem")
        else:
            self.saw("D3.1 no penalty")
            together = has_penalty(self.turn.gained + tokens)
            self.saw_if(together, "D3.1 no penalty for tokens by privilege")

    def saw_gain(self, source: str) -> None:
        """A token was gained without a line, so there is no penalty."""
        last = self.turn.gained[-1]
        count = self.turn.gained.count(last)
        fined = count == (2 if last == PEARL else 3)
        self.saw_if(fined, f"D3.1 no penalty for tokens by {source}")

    def saw_price(self, card: str, gold: Gold) -> None:
        """D3.3: special cases of the price and the payment."""
        due, have, cost = price(self.player, card), self.player.bonuses(), CARDS[card].cost
        standing = dict(zip(PAYABLE, gold, strict=True))
        self.saw("D3.3")
        self.saw_bonuses(card)
        self.saw_if(any(have[c] > cost[c] for c in GEMS), "D3.3 price never below zero")
        self.saw_if(due.get(CARDS[card].bonus, 0) > 0, "D3.3 not its own bonus")
        in_hand = {CARDS[held.card].bonus for held in self.player.hand if held.card != card}
        self.saw_if(any(due[c] > 0 for c in GEMS if c in in_hand), "D3.3 not the bonuses in hand")
        self.saw_if(due[PEARL] > 0 and sum(have.values()) > 0, "D3.3 pearls never discounted")
        self.saw_if(card == "L1-27", "D3.3 L1-27 costs a pearl")
        missing = {t: due[t] - self.player.tokens[t] for t in PAYABLE}
        self.saw_if(max(missing.values()) > 0, "D3.3 gold for what is missing")
        self.saw_if(missing[PEARL] > 0, "D3.3 gold for a missing pearl")
        self.saw_if(standing[PEARL] > max(0, missing[PEARL]), "D3.3 gold for a pearl by choice")
        self.saw("D3.3 tokens into the bag" if sum(due.values()) > 0 else "D3.3 nothing to pay")

    def saw_bonuses(self, card: str) -> None:
        """D3.3: which bonuses made this card cheaper."""
        cost = CARDS[card].cost
        cheaper = [c for c in GEMS if cost[c] > 0 and self.player.cards_of(c)]
        bought = [other for c in cheaper for other in self.player.cards_of(c)]
        self.saw_if(len(cheaper) > 0, "D3.3 bonuses off the price")
        double = any(CARDS[c].bonuses == 2 and cost[CARDS[c].bonus] >= 2 for c in bought)
        self.saw_if(double, "D3.3 double bonus off the price")
        for colour in cheaper:
            enough = self.player.bonuses()[colour] <= cost[colour]
            wild = any(CARDS[c].bonus == "wild" for c in self.player.cards_of(colour))
            self.saw_if(enough and wild, "D3.3 wild bonus off the price")

    def saw_wild(self, place: str, card: str, colour: str, gold: Gold) -> None:
        """D5.1: the cards of the chosen colour, on any of which it may be placed."""
        others = [CARDS[other] for other in self.player.cards_of(colour)]
        self.saw("D5.1 wild")
        self.saw_if(place[0] == "h", "D5.1 wild from hand")
        self.saw_if(any(other.bonus == "wild" for other in others), "D5.1 wild beside a wild")
        doubles = all(other.bonuses == 2 or other.bonus == "wild" for other in others)
        self.saw_if(doubles, "D5.1 wild on a double card")
        self.saw_if(
            gold != default_payment(payments(self.player, card)), "D5.1 wild with chosen gold"
        )

    def saw_refused_wild(self) -> None:
        """D5.1: it could be paid, but there is no bonus to place it on."""
        cards = len(self.player.cards)
        self.saw(f"D5.1 wild refused {'beside no bonus' if cards else 'without a card'}")

    def saw_threshold(self, threshold: int) -> None:
        words = {3: "three crowns", 6: "six crowns"}
        at = "at" if self.player.crowns() == threshold else "past"
        self.saw(f"D5.3 {at} {words[threshold]}")

    def saw_points(self) -> None:
        """D6.2: points at the end of a turn that would win if they counted for a colour."""
        best = max(self.player.colour_points().values())
        if best >= COLOUR_TO_WIN:
            return
        without = sum(CARDS[card].points for card in self.player.cards_of(""))
        enough = best + without >= COLOUR_TO_WIN
        self.saw_if(enough, "D6.2 cards without bonus are no colour")
        royals = self.player.royal_points()
        enough = royals > 0 and best + royals >= COLOUR_TO_WIN
        self.saw_if(enough, "D6.2 royals are no colour")

    def saw_victory(self, conditions: list[str]) -> None:
        named, *others = conditions
        self.saw(f"D6.2 {named}")
        for other in others:
            self.saw(f"D6.2 {named} before {other}")
        by_royal = self.player.card_points() < POINTS_TO_WIN
        self.saw_if(named == "points" and by_royal, "D6.2 points by a royal")
        self.saw_if(named == "colour" and self.won_by_wild(), "D6.2 colour by a wild")
        self.saw_if(self.turn.discarded != "", "D6.2 after the discard")
        self.saw_if(self.turn.had_won, "D6.2 not in mid-turn")
        self.saw_if(self.turn.again, "D6.2 no extra turn after a win")
        empty = any(None in row and self.decks[level] for level, row in enumerate(self.pyramid))
        self.saw_if(empty, "D8 no refill after a win")

    def won_by_wild(self) -> bool:
        """Whether no colour would have the points without its wild cards."""
        for colour in GEMS:
            cards = [CARDS[card] for card in self.player.cards_of(colour)]
            if sum(c.points for c in cards if c.bonus != "wild") >= COLOUR_TO_WIN:
                return False
        return True


def has_penalty(tokens: str) -> bool:
    """D3.1: three of one colour, or both pearls, are among these."""
    return any(tokens.count(colour) >= 3 for colour in GEMS) or tokens.count(PEARL) >= 2


def vector(tokens: dict[str, int]) -> list[int]:
    return [tokens[token] for token in TOKENS]
