"""The rules of Splendor Duel a second time: slow, obvious, and sharing no code with `src/`.

Written from the numbered rules alone (`D3.2` is rule 2 of section D3). Where the engine computes,
this file enumerates: it walks over the board for lines, and lists all payments and all ways to
discard.
"""

from typing import Any

from tests.plain.duel_cases import RULES, has_penalty, vector
from tests.plain.duel_legal import Legal
from tests.plain.duel_table import (
    CARDS,
    CELLS,
    COLOUR_TO_WIN,
    CROWNS_TO_WIN,
    GOLD,
    OFFICIAL,
    PAYABLE,
    PEARL,
    POINTS_TO_WIN,
    PRIVILEGES,
    ROWS,
    ROYALS,
    SLOTS,
    SPIRAL,
    THRESHOLDS,
    TOKEN_LIMIT,
    TOKENS,
    Gold,
    Options,
    Player,
    Reserved,
    Turn,
    check_deal,
    check_tokens,
    default_payment,
    payments,
    payments_by_extra_gold,
    price,
    split_cells,
    ways_to_discard,
)

__all__ = ["OFFICIAL", "RULES", "Options", "PlainGame", "known_to"]


class PlainGame(Legal):
    """A game. Tests may read and set all its attributes."""

    def __init__(self, options: Options, decks: list[list[str]], board: str, start: int) -> None:
        """D1; the caller gives the shuffled decks and other random choices."""
        super().__init__()
        check_deal(options, decks, board, start)
        self.options = options
        self.decks = [list(deck) for deck in decks]
        self.pyramid = [
            [deck.pop(0) for _ in slots] for deck, slots in zip(self.decks, SLOTS, strict=True)
        ]
        self.bag = dict.fromkeys(TOKENS, 0)
        self.board = dict.fromkeys(CELLS, "")
        self.board |= dict(zip(SPIRAL, board, strict=True))
        self.privileges = PRIVILEGES - 1
        self.royals = list(ROYALS)
        self.players = [Player(), Player()]
        self.players[1 - start].privileges = 1
        self.start = start
        self.seat = start
        self.round = 1
        self.turn_number = 1
        self.turn = Turn()
        self.quiet = 0
        self.phase = "play"
        self.place = ""
        self.payment: Gold = ()  # in `colour`: what will be paid
        self.matching = ""
        self.words = set()
        self.named = ""
        self.reason: str | None = None
        self.winners: list[int] = []
        self.saw("D1.1", "D1.2", "D1.3", "D1.3 the second player's privilege")
        self.saw_if(options.start != "random", "D8 start")

    # Effects of decisions

    def play(self, text: str, drawn: str = "") -> None:
        """Make one legal decision, or raise `ValueError` and change nothing.

        `drawn` are the tokens that a `fill` brings, in the order of placing them.
        """
        if text not in self.legal():
            raise ValueError(f"{text} is not legal in phase {self.phase}")
        check_tokens(drawn, self.bag if text == "fill" else dict.fromkeys(TOKENS, 0))
        match self.phase:
            case "play":
                self.act(text, drawn)
            case "gold":
                self.reserve(text[1:])
            case "pay":
                self.choose_gold(text)
            case "colour":
                self.purchase(self.place, self.payment, text[1])
            case "match":
                self.take_matching(text[1:])
            case "steal":
                self.steal(text[1])
            case "royal":
                self.take_royal(f"R{text[-1]}")
            case "discard":
                self.discard(text[1])

    def act(self, text: str, drawn: str) -> None:
        """D2 or D3: an optional action, a mandatory action, or the first decision of one."""
        if text == "fill":
            self.replenish(drawn)
        elif text == "pass":
            self.forced_pass()
        elif text[0] == "p":
            self.use_privilege(text[1:])
        elif text[0] == "r":
            self.phase, self.place = "gold", text[1:]
        elif text[0] == "b" and (len(text) == 3 or text[-1] == "+"):  # `b1` is a cell
            self.buy(text[1:])
        else:
            self.take_line(split_cells(text))

    def take_from_board(self, cell: str) -> str:
        token = self.board[cell]
        self.board[cell] = ""
        self.player.tokens[token] += 1
        return token

    def put_into_bag(self, token: str, number: int) -> None:
        self.player.tokens[token] -= number
        self.bag[token] += number

    def use_privilege(self, cell: str) -> None:
        """D2.1: it goes back above the board."""
        self.player.privileges -= 1
        self.privileges += 1
        token = self.take_from_board(cell)
        self.turn.gained += token
        self.turn.used += 1
        self.saw("D2.1")
        self.saw_if(self.turn.used == 2, "D2.1 several in one turn")
        self.saw_if(token == PEARL, "D2.1 a pearl")
        self.saw_gain("privilege")

    def replenish(self, drawn: str) -> None:
        """D2.2: along the spiral into the empty spaces; then the opponent takes a privilege."""
        self.saw_if(not self.actions(), "D3.5 forced replenish")
        empty = [cell for cell in SPIRAL if not self.board[cell]]
        for cell, token in zip(empty, drawn, strict=False):
            self.board[cell] = token
            self.bag[token] -= 1
        self.turn.replenished = True
        self.give_privilege(1 - self.seat)
        self.saw("D2.2")
        self.saw_if(len(empty) > len(drawn), "D2.2 spaces stay empty")
        self.saw_if(self.turn.used > 0, "D2.2 after a privilege")

    def give_privilege(self, seat: int) -> None:
        """D4.1: from above the board, else from the other player, else nothing."""
        player, other = self.players[seat], self.players[1 - seat]
        if self.privileges > 0:
            self.privileges -= 1
            player.privileges += 1
            self.saw("D4.1 from above")
        elif other.privileges > 0:
            other.privileges -= 1
            player.privileges += 1
            self.saw("D4.1 from the opponent")
        else:
            self.saw("D4.1 holds all three")

    def forced_pass(self) -> None:
        """D3.5: nothing is possible and the bag is empty."""
        self.turn.passed = True
        self.saw("D3.5 forced pass")
        self.saw_if(self.turn.replenished, "D3.5 forced pass after replenishing")
        self.check_token_limit()

    def take_line(self, cells: list[str]) -> None:
        """D3.1: three of one colour or both pearls give the opponent one privilege."""
        tokens = "".join(self.take_from_board(cell) for cell in cells)
        self.saw_line(cells, tokens)
        if has_penalty(tokens):
            self.give_privilege(1 - self.seat)
        self.check_token_limit()

    def reserve(self, cell: str) -> None:
        """D3.2: the gold of this cell and the card chosen before; D7: who knows it now."""
        self.saw_if(len(self.cells_with(GOLD)) > 1, "D3.2 gold chosen among several")
        self.take_from_board(cell)
        top = len(self.place) == 1
        if top:
            card = self.decks[int(self.place) - 1].pop(0)
        else:
            card = self.take_from_pyramid(self.place, "D3.4 after a reservation")
        self.player.hand.append(Reserved(card, top or self.options.hands == "hidden"))
        self.saw("D3.2 top of a deck" if top else "D3.2 from the pyramid")
        self.check_token_limit()

    def take_from_pyramid(self, place: str, rule: str) -> str:
        """D3.4: the space is refilled at once, unless that is left to the end of the turn."""
        card = self.cards_in_pyramid()[place]
        level, slot = int(place[0]), SLOTS[int(place[0]) - 1].index(place[1])
        self.pyramid[level - 1][slot] = None
        self.turn.emptied = level
        if self.options.refill == "at_once":
            self.saw(rule if self.decks[level - 1] else "D3.4 deck empty")
            self.refill()
        return card

    def refill(self) -> None:
        for row, deck in zip(self.pyramid, self.decks, strict=True):
            for slot, card in enumerate(row):
                if card is None and deck:
                    row[slot] = deck.pop(0)

    # A purchase

    def buy(self, place: str) -> None:
        """D3.3: the default payment, or with `+` a choice of gold. Nothing moves yet."""
        self.place, self.named = place.removesuffix("+"), ""
        card = self.cards_for_sale()[self.place]
        if place[-1] == "+":
            self.phase = "pay"
            self.words = set(payments_by_extra_gold(self.player, card))
        else:
            self.declare(card, default_payment(payments(self.player, card)))

    def choose_gold(self, text: str) -> None:
        if text != "pay":
            self.named += text[-1]
            return
        card = self.cards_for_sale()[self.place]
        self.saw("D3.3 gold by choice")
        self.declare(card, payments_by_extra_gold(self.player, card)[self.named])

    def declare(self, card: str, gold: Gold) -> None:
        """D5.1: the colour of a wild card is declared before anything is paid."""
        if CARDS[card].bonus == "wild":
            self.phase, self.payment = "colour", gold
        else:
            self.purchase(self.place, gold, CARDS[card].bonus)

    def is_buying(self, held: Reserved) -> bool:
        """Whether a card of the hand is being paid for, and so is visible."""
        buying = self.phase in ("pay", "colour")
        return buying and self.cards_for_sale()[self.place] == held.card

    def purchase(self, place: str, gold: Gold, colour: str) -> None:
        """D5: pay, place the card, and resolve its ability."""
        card = self.cards_for_sale()[place]
        self.saw_price(card, gold)
        if CARDS[card].bonus == "wild":
            self.saw_wild(place, card, colour, gold)
        due = price(self.player, card)
        for token, joker in zip(PAYABLE, gold, strict=True):
            self.put_into_bag(token, due[token] - joker)
            self.put_into_bag(GOLD, joker)
        if place[0] == "h":
            del self.player.hand[int(place[1]) - 1]
            self.saw("D3.3 from hand")
        else:
            self.take_from_pyramid(place, "D3.4 after a purchase")
            refilled = place in self.cards_in_pyramid()
            self.saw_if(refilled and CARDS[card].ability is not None, "D3.4 before the ability")
        self.turn.crowns_before = self.player.crowns()
        self.turn.bought = card
        self.player.cards[card] = colour
        self.use_ability(CARDS[card].ability, colour)

    def use_ability(self, ability: str | None, colour: str) -> None:
        """D5.2: compulsory if it is possible."""
        kind = "D5.3 royal" if self.turn.royal else "D5.2"
        if ability == "again":
            self.turn.again = True
            self.saw(f"{kind} again")
            self.saw_if(self.turn.bought == "L3-11", "D5.2 again on a wild")
        elif ability == "privilege":
            self.saw(f"{kind} privilege")
            self.give_privilege(self.seat)
        elif ability == "take":
            self.matching = colour
            self.wait_in("match", self.cells_with(colour), "D5.2 take without such a token")
        elif ability == "steal":
            self.saw_if(self.opponent.tokens[GOLD] > 0, "D5.2 steal never gold")
            self.wait_in("steal", self.loot(), f"{kind} steal without effect")
        if self.phase not in ("match", "steal"):
            self.meet_royals()

    def wait_in(self, phase: str, choices: list[str], rule: str) -> None:
        """Wait for a decision, if there is a choice."""
        self.saw_if(not choices, rule)
        if choices:
            self.interrupt(phase)

    def interrupt(self, phase: str) -> None:
        """D6.2: nobody has won before the turn is over."""
        self.phase = phase
        self.turn.had_won = self.turn.had_won or self.victories() != []

    def take_matching(self, cell: str) -> None:
        self.saw("D5.2 take")
        self.saw_if(len(self.cells_with(self.matching)) > 1, "D5.2 take chosen among several")
        self.turn.gained += self.take_from_board(cell)
        self.saw_gain("ability")
        self.phase = "play"
        self.meet_royals()

    def steal(self, token: str) -> None:
        self.saw("D5.3 royal steal" if self.turn.royal else "D5.2 steal")
        self.saw_if(token == PEARL, "D5.2 steal a pearl")
        self.opponent.tokens[token] -= 1
        self.player.tokens[token] += 1
        self.turn.gained += token
        self.saw_gain("theft")
        self.phase = "play"
        self.meet_royals()

    def meet_royals(self) -> None:
        """D5.3: one royal card when three crowns are reached or passed, and one at six."""
        before, now = self.turn.crowns_before, self.player.crowns()
        reached = [threshold for threshold in THRESHOLDS if before < threshold <= now]
        if not reached or self.turn.royal:
            self.check_token_limit()
            return
        self.interrupt("royal")
        self.saw_threshold(*reached)
        self.saw_if(len(self.royals) < len(ROYALS), "D5.3 fewer than four left")

    def take_royal(self, royal: str) -> None:
        self.royals.remove(royal)
        self.player.royals.append(royal)
        self.turn.royal = royal
        self.phase = "play"
        self.saw_if(ROYALS[royal].ability is None, "D5.3 royal without ability")
        self.use_ability(ROYALS[royal].ability, "")

    # The end of the turn and of the game

    def check_token_limit(self) -> None:
        """D6.1: tokens over ten must be discarded before anything else."""
        if self.player.token_count() <= TOKEN_LIMIT:
            self.end_turn()
            return
        self.interrupt("discard")
        self.words = ways_to_discard(self.player)
        self.named = ""
        self.saw("D6.1")
        self.saw_if(self.turn.passed, "D3.5 discard after a pass")
        self.saw_if(self.turn.bought != "", "D6.1 after a purchase")

    def discard(self, token: str) -> None:
        """D6.1: any token, also gold, into the bag until exactly ten remain."""
        self.put_into_bag(token, 1)
        self.named += token
        self.turn.discarded += token
        self.saw_if(token == GOLD, "D6.1 gold")
        if self.named in self.words:
            self.end_turn()

    def victories(self) -> list[str]:
        """D6.2: the conditions that hold, in the order of naming."""
        conditions = {
            "points": self.player.points() >= POINTS_TO_WIN,
            "crowns": self.player.crowns() >= CROWNS_TO_WIN,
            "colour": max(self.player.colour_points().values()) >= COLOUR_TO_WIN,
        }
        return [name for name, holds in conditions.items() if holds]

    def end_turn(self) -> None:
        """D6.2, D6.3, D8: victory, the draw, the late refill, the next turn."""
        self.saw_points()
        self.count_quiet_turns()
        victories = self.victories()
        if victories:
            self.saw_victory(victories)
            self.finish(victories[0], [self.seat])
            return
        if self.options.idle is not None and self.quiet >= self.options.idle:
            self.saw("D8 idle drawn")
            self.finish("limit", [])
            return
        if self.options.refill == "end_of_turn":
            self.refill_late()
        self.next_turn()

    def count_quiet_turns(self) -> None:
        counted = self.options.idle is not None
        if self.turn.bought:
            self.saw_if(counted and self.quiet > 0, "D8 idle starts anew with a purchase")
            self.quiet = 0
        else:
            self.saw_if(counted and self.turn.extra, "D8 idle counts an extra turn")
            self.quiet += 1

    def refill_late(self) -> None:
        if self.turn.emptied:
            there = len(self.decks[self.turn.emptied - 1]) > 0
            self.saw(f"D8 refill {'at the end of the turn' if there else 'from an empty deck'}")
            self.saw_if(there and self.turn.again, "D8 refill before an extra turn")
        self.refill()

    def finish(self, reason: str, winners: list[int]) -> None:
        self.phase = "over"
        self.reason = reason
        self.winners = winners

    def next_turn(self) -> None:
        """D6.3: the next player, or the same one again. A round begins with the start player."""
        extra = self.turn.again
        self.saw("D6.3 again" if extra else "D6.3 next player")
        if not extra:
            self.seat = 1 - self.seat
            self.round += self.seat == self.start
        self.turn_number += 1
        self.turn = Turn(extra=extra)
        self.phase = "play"

    # Snapshots and views

    def snapshot(self) -> dict[str, Any]:
        """The entire state, ready for JSON. After the end `seat` is the one that moved last."""
        return {
            "round": self.round,
            "turn": self.turn_number,
            "seat": self.seat,
            "phase": self.phase,
            "board": [[self.board[cell] for cell in CELLS if cell[1] == row] for row in ROWS],
            "bag": vector(self.bag),
            "pyramid": [list(row) for row in self.pyramid],
            "deck_sizes": [len(deck) for deck in self.decks],
            "next_cards": [list(deck) for deck in self.decks],
            "privileges": self.privileges,
            "royals": list(self.royals),
            "players": [snapshot_of(player) for player in self.players],
            "replenished": self.turn.replenished and self.phase != "over",
            "again": self.turn.again and self.phase != "over",
            "over": self.phase == "over",
            "reason": self.reason,
            "winners": list(self.winners),
        }


def snapshot_of(player: Player) -> dict[str, Any]:
    return {
        "tokens": vector(player.tokens),
        "bonuses": list(player.bonuses().values()),
        "points": player.points(),
        "crowns": player.crowns(),
        "colour_points": list(player.colour_points().values()),
        "cards": dict(sorted(player.cards.items())),
        "hand": [{"card": held.card, "unseen": held.unseen} for held in player.hand],
        "royals": sorted(player.royals),
        "privileges": player.privileges,
    }


def known_to(game: PlainGame, seat: int | None) -> dict[str, Any]:
    """D7: the snapshot as a seat may know it; `None` is a spectator."""
    known = game.snapshot()
    del known["next_cards"]
    game.saw("D7.1", "D7.2 deck order")
    for owner, player in enumerate(game.players):
        known["players"][owner]["hand"] = [
            known_card(game, held, own=owner == seat) for held in player.hand
        ]
    return known


def known_card(game: PlainGame, held: Reserved, own: bool) -> dict[str, Any]:
    """D7: a card known to its owner alone shows the others only its level."""
    known = {"card": held.card, "unseen": held.unseen}
    if not held.unseen:
        game.saw("D7.1 stays known")
        return known
    if own or game.is_buying(held):
        game.saw("D7.2 known to its owner" if own else "D7.1 open while paid for")
        return known
    hidden = game.options.hands == "hidden"
    game.saw("D7.1 level only" if hidden else "D7.2 reserved unseen")
    return {"card": None, "level": CARDS[held.card].level, "unseen": True}
