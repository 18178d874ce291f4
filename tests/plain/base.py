"""The rules of the base game a second time: slow, obvious, and sharing no code with `src/`.

Written from the numbered rules alone (`B3.2` is rule 2 of section B3), so that the same mistake is
unlikely in both. Where the engine computes, this file enumerates: all payments, all ways to return
tokens.
"""

from collections import Counter
from itertools import combinations
from typing import Any

from tests.plain.base_table import (
    CARDS,
    GEMS,
    GEMS_BY_PLAYERS,
    GOLD,
    GOLD_TOKENS,
    HAND_LIMIT,
    LANDOLT,
    OFFICIAL,
    PILE_FOR_A_PAIR,
    RULES,
    SLOTS,
    TOKEN_LIMIT,
    TOKENS,
    Gold,
    Options,
    Player,
    Reserved,
    Turn,
    bonuses,
    check_deal,
    default_payment,
    payments,
    payments_by_extra_gold,
    price,
    qualifies,
    ways_to_return,
)

__all__ = ["LANDOLT", "OFFICIAL", "RULES", "Options", "PlainGame", "known_to"]


def next_letters(words: set[str], named: str) -> set[str]:
    """The next letters of the words that begin with `named`."""
    return {word[len(named)] for word in words if word.startswith(named) and word != named}


class PlainGame:
    """A game. Tests may read and set all its attributes."""

    def __init__(
        self, options: Options, decks: list[list[int]], nobles: list[int], start: int
    ) -> None:
        """B1; the caller gives the shuffled decks and other random choices."""
        check_deal(options, decks, nobles, start)
        self.options = options
        self.exercised: Counter[str] = Counter()
        self.supply = dict.fromkeys(GEMS, GEMS_BY_PLAYERS[options.players]) | {GOLD: GOLD_TOKENS}
        self.decks = [list(deck) for deck in decks]
        self.market: list[list[int | None]] = [[deck.pop(0) for _ in SLOTS] for deck in self.decks]
        self.nobles: list[int | None] = list(nobles)
        self.players = [Player() for _ in range(options.players)]
        self.start = start
        self.seat = start
        self.round = 1
        self.turn = Turn()
        self.phase = "play"
        self.buying = ""  # in phase `pay`: where the card to buy lies
        self.words: set[str] = set()  # in `pay` and `return`: what may be spelled out
        self.named = ""  # in `pay` and `return`: what has been spelled so far
        self.reason: str | None = None
        self.winners: list[int] = []
        self.saw("B1.1", "B1.2", "B1.3", "B1.4", "B1.5")
        self.saw_if(options.start != "random", "B8.3")

    def saw(self, *rules: str) -> None:
        for rule in rules:
            assert rule in RULES, rule
            self.exercised[rule] += 1

    def saw_if(self, condition: bool, rule: str) -> None:
        if condition:
            self.saw(rule)

    @property
    def player(self) -> Player:
        return self.players[self.seat]

    # Legal moves

    def legal(self) -> set[str]:
        """The legal moves of the active seat; none after the end."""
        match self.phase:
            case "play":
                return self.legal_in_play()
            case "pay":
                # The default payment has its own move, so the player must choose some gold first.
                done = {"pay"} if self.named and self.named in self.words else set()
                return done | {f"J={colour}" for colour in next_letters(self.words, self.named)}
            case "return":
                return {f"-{token}" for token in next_letters(self.words, self.named)}
            case "noble":
                return self.willing_nobles() | ({"n-"} if self.nobles_are_free() else set())
        return set()

    def legal_in_play(self) -> set[str]:
        """B2.1, B3.7: one action, or a pass if there is none; claims are not actions."""
        actions = self.takes() | self.pairs() | self.reserves() | self.purchases()
        if self.options.nobles == "sought":
            actions |= self.willing_nobles()
        claims = self.willing_nobles() if self.nobles_are_free() else set()
        return (actions or {"pass"}) | claims

    def room(self) -> int:
        """B8.1: how many tokens may be taken; B4.1 sets no limit until the action is over."""
        if self.options.tokens == "return":
            return 3  # no action takes more
        return TOKEN_LIMIT - self.player.token_count()

    def takes(self) -> set[str]:
        """B3.1, B8.1: as many different colours as there are and have room, at most three."""
        colours = [colour for colour in GEMS if self.supply[colour] > 0]
        number = min(3, len(colours), self.room())
        self.saw_if(not colours, "B3.1 no gems left")
        self.saw_if(self.room() == 0 and len(colours) > 0, "B8.1 no room")
        return {"".join(choice) for choice in combinations(colours, number)} - {""}

    def pairs(self) -> set[str]:
        """B3.2: from four or more; B8.1: with room for two."""
        for colour in GEMS:
            self.saw_if(self.supply[colour] == PILE_FOR_A_PAIR - 1, "B3.2 refused from three")
        piles = [colour for colour in GEMS if self.supply[colour] >= PILE_FOR_A_PAIR]
        if self.room() < 2:
            self.saw_if(self.options.tokens == "cap" and len(piles) > 0, "B8.1 no room for a pair")
            return set()
        return {colour * 2 for colour in piles}

    def reserves(self) -> set[str]:
        """B3.3: any market card or the top of any deck that is not empty."""
        if len(self.player.hand) >= HAND_LIMIT:
            self.saw("B3.3 hand full")
            self.saw_if(self.options.tokens == "cap", "B8.4 hand limit kept")
            return set()
        self.saw_if([] in self.decks, "B3.3 empty deck refused")
        blind = {str(level) for level, deck in enumerate(self.decks, start=1) if deck}
        return {f"r{place}" for place in blind | set(self.cards_in_market())}

    def purchases(self) -> set[str]:
        """B3.4: what can be paid; with a `+` what can be paid in more than one way."""
        moves = set()
        for place, card in self.cards_for_sale().items():
            ways = payments(self.player, card)
            if len(ways) >= 1:
                moves.add(f"b{place}")
            if len(ways) >= 2:
                moves.add(f"b{place}+")
        return moves

    def cards_in_market(self) -> dict[str, int]:
        return {
            f"{level}{slot}": card
            for level, row in enumerate(self.market, start=1)
            for slot, card in zip(SLOTS, row, strict=True)
            if card is not None
        }

    def cards_for_sale(self) -> dict[str, int]:
        """B3.4: the market and one's own hand."""
        hand = {f"h{n}": held.card for n, held in enumerate(self.player.hand, start=1)}
        return self.cards_in_market() | hand

    def nobles_are_free(self) -> bool:
        return self.options.nobles == "sought_free"

    def willing_nobles(self) -> set[str]:
        """B5.1, B8.2: nobles the player qualifies for; one in a turn, and a limit in a game."""
        willing = {
            f"n{number}"
            for number, noble in enumerate(self.nobles, start=1)
            if noble is not None and qualifies(self.player.cards, noble)
        }
        if self.turn.noble:
            return set()
        if len(self.player.nobles) >= self.options.nobles_each:
            only_one = self.options.nobles != "come" and self.options.nobles_each == 1
            self.saw_if(len(willing) > 0, "B8.2 one noble only" if only_one else "B9 nobles_each")
            return set()
        return willing

    # Effects of decisions

    def play(self, text: str) -> None:
        """Make one legal decision, or raise `ValueError` and change nothing."""
        if text not in self.legal():
            raise ValueError(f"{text} is not legal in phase {self.phase}")
        match self.phase:
            case "play":
                self.act(text)
            case "pay":
                self.choose_gold(text)
            case "return":
                self.give_back(text[1])
            case "noble":
                self.answer_nobles(text)

    def act(self, text: str) -> None:
        """B3: the action, unless it is a free claim, or a payment has to be chosen first."""
        if text == "pass":
            self.turn.passed = True
            self.saw("B3.7 forced pass")
        elif text[0] == "n":
            self.receive_noble(int(text[1]))
            self.saw("B8.2 free before" if self.nobles_are_free() else "B8.2 sought")
            if self.nobles_are_free():
                return
        elif text[0] == "r":
            self.reserve(text[1:])
        elif text[0] == "b" and text[-1] == "+":
            self.choose_payment(text[1:-1])
            return
        elif text[0] == "b":
            card = self.cards_for_sale()[text[1:]]
            self.purchase(text[1:], default_payment(payments(self.player, card)))
        else:
            self.take(text)
        self.check_token_limit()

    def take(self, gems: str) -> None:
        """B3.1, B3.2; B3.6: the letters of these moves are gems, so gold is never taken."""
        if gems == gems[0] * 2:
            self.saw("B3.2")
            self.saw_if(self.supply[gems[0]] == PILE_FOR_A_PAIR, "B3.2 allowed from four")
        else:
            colours = sum(self.supply[colour] > 0 for colour in GEMS)
            self.saw("B3.1")
            self.saw_if(colours < 3, "B3.1 fewer than three colours")
            self.saw_if(len(gems) < min(3, colours), "B8.1 fewer for want of room")
        self.saw_if(self.supply[GOLD] > 0, "B3.6")
        for colour in gems:
            self.take_token(colour)

    def take_token(self, token: str) -> None:
        self.supply[token] -= 1
        self.player.tokens[token] += 1
        self.turn.taken += token

    def pay_token(self, token: str, number: int) -> None:
        self.player.tokens[token] -= number
        self.supply[token] += number

    def reserve(self, place: str) -> None:
        """B3.3; B7.2: who knows the card from now on."""
        blind = len(place) == 1
        card = self.decks[int(place) - 1].pop(0) if blind else self.take_from_market(place)
        self.player.hand.append(Reserved(card, blind or self.options.hands == "hidden"))
        self.saw("B3.3")
        self.saw_if(blind, "B3.3 blind")
        self.take_gold()

    def take_gold(self) -> None:
        """B3.3: compulsory, if any is left; B8.1: not with ten tokens."""
        at_ten = self.player.token_count() == TOKEN_LIMIT
        if self.supply[GOLD] == 0:
            self.saw("B3.3 no gold left")
        elif at_ten and self.options.tokens == "cap":
            self.saw("B8.1 no gold at ten")
        else:
            self.take_token(GOLD)
            self.saw("B3.3 gold")
            self.saw_if(at_ten, "B3.3 gold at ten")

    def take_from_market(self, place: str) -> int:
        """B3.5: the slot is refilled at once from the same deck, or stays empty."""
        level, slot = int(place[0]) - 1, SLOTS.index(place[1])
        card = self.cards_in_market()[place]
        deck = self.decks[level]
        self.market[level][slot] = deck.pop(0) if deck else None
        self.saw("B3.5" if self.market[level][slot] is not None else "B3.5 deck empty")
        return card

    def choose_payment(self, place: str) -> None:
        """B3.4: the payer may spend gold although the colour is in hand. Nothing moves yet."""
        self.phase = "pay"
        self.buying = place
        self.words = set(payments_by_extra_gold(self.player, self.cards_for_sale()[place]))
        self.named = ""

    def is_buying(self, held: Reserved) -> bool:
        """Whether a card of the hand is being paid for, and so is visible."""
        return self.phase == "pay" and self.cards_for_sale()[self.buying] == held.card

    def choose_gold(self, text: str) -> None:
        if text != "pay":
            self.named += text[-1]
            return
        card = self.cards_for_sale()[self.buying]
        self.purchase(self.buying, payments_by_extra_gold(self.player, card)[self.named])
        self.saw("B3.4 gold by choice")
        self.check_token_limit()

    def purchase(self, place: str, gold: Gold) -> None:
        """B3.4: tokens spent go back to the supply, and the card lies before the player."""
        card = self.cards_for_sale()[place]
        self.saw_price(card)
        due = price(self.player, card)
        for colour, joker in zip(GEMS, gold, strict=True):
            self.pay_token(colour, due[colour] - joker)
            self.pay_token(GOLD, joker)
        if place[0] == "h":
            del self.player.hand[int(place[1]) - 1]
            self.saw("B3.4 from hand")
        else:
            self.take_from_market(place)
        self.player.cards.append(card)
        self.turn.bought = True

    def saw_price(self, card: int) -> None:
        cost, due, have = CARDS[card].cost, price(self.player, card), bonuses(self.player.cards)
        missing = any(due[colour] > self.player.tokens[colour] for colour in GEMS)
        self.saw("B3.4")
        self.saw_if(due != cost, "B3.4 bonuses off the price")
        self.saw_if(any(have[c] > cost[c] for c in GEMS), "B3.4 price never below zero")
        self.saw_if(missing, "B3.4 gold for what is missing")
        self.saw_if(sum(due.values()) == 0, "B3.4 nothing to pay")

    # After the action

    def check_token_limit(self) -> None:
        """B4.1: tokens over ten must be returned before anything else."""
        if self.player.token_count() <= TOKEN_LIMIT:
            self.meet_nobles()
            return
        self.phase = "return"
        self.words = ways_to_return(self.player)
        self.named = ""
        self.saw("B4.1")

    def give_back(self, token: str) -> None:
        """B4.1: any token, also gold, also one just taken, until exactly ten remain."""
        self.pay_token(token, 1)
        self.named += token
        self.saw_if(token == GOLD, "B4.1 gold returned")
        self.saw_if(token in self.turn.taken, "B4.1 just-taken token returned")
        if self.named in self.words:
            self.meet_nobles()

    def meet_nobles(self) -> None:
        """B5.1: at the end of every turn. The player chooses only among several."""
        willing = set() if self.options.nobles == "sought" else self.willing_nobles()
        if len(willing) > 1 or (willing and self.nobles_are_free()):
            self.phase = "noble"
            return
        for name in willing:
            self.receive_noble(int(name[1]))
        self.end_turn()

    def answer_nobles(self, text: str) -> None:
        """B5.1: the player chooses one of several; B8.2: or declines, where nobles are free."""
        if text == "n-":
            self.saw("B8.2 declined")
        else:
            self.saw("B8.2 free after" if self.nobles_are_free() else "B5.1 choice")
            self.receive_noble(int(text[1]))
        self.end_turn()

    def receive_noble(self, number: int) -> None:
        """B5.1: the noble goes to the player; the others keep their slots."""
        noble = self.nobles[number - 1]
        assert noble is not None
        self.nobles[number - 1] = None
        self.player.nobles.append(noble)
        self.turn.noble = True
        self.saw_noble(noble)

    def saw_noble(self, noble: int) -> None:
        come, bought = self.options.nobles == "come", self.turn.bought
        needed_it = bought and not qualifies(self.player.cards[:-1], noble)
        self.saw_if(come, "B5.1")
        self.saw_if(come and not bought, "B5.1 after no purchase")
        self.saw_if(self.nobles_are_free() and needed_it, "B8.2 card just bought counts")

    # The end of the turn, the round and the game

    def end_turn(self) -> None:
        """B2.1: the end check, then the next player."""
        self.saw("B2.1")
        self.saw_if(self.turn.passed and self.turn.noble, "B3.7 noble beside a pass")
        self.saw_trigger()
        self.player.latest_turn = self.turn
        ends = self.ends()
        if ends:
            self.finish(ends)
            return
        if self.round_is_complete():
            self.round += 1
        self.seat = self.next_seat()
        self.turn = Turn()
        self.phase = "play"

    def next_seat(self) -> int:
        """B1.4: clockwise, which is upwards."""
        return (self.seat + 1) % self.options.players

    def round_is_complete(self) -> bool:
        return self.next_seat() == self.start

    def ends(self) -> list[str]:
        """B6.3: all reasons to end the game here, in the order of naming."""
        complete = self.round_is_complete()
        reached = any(player.points() >= self.options.target for player in self.players)
        turns = [player.latest_turn for player in self.players]
        stuck = all(turn and turn.passed and not turn.noble for turn in turns)
        reasons = {
            "points": complete and reached,  # B6.1
            "stalemate": stuck,  # B3.7, even in mid-round
            "limit": complete and self.round == self.options.rounds,  # B9
        }
        return [reason for reason, applies in reasons.items() if applies]

    def saw_trigger(self) -> None:
        at_target = [player for player in self.players if player.points() >= self.options.target]
        if at_target == [self.player]:
            last = self.round_is_complete()
            self.saw_if(last, "B6.1 last player triggers")
            self.saw_if(not last, "B6.1 round completed after the trigger")

    def finish(self, ends: list[str]) -> None:
        self.phase = "over"
        self.reason = ends[0]
        self.winners = self.best_seats()
        rule = {"points": "B6.1", "stalemate": "B3.7 stalemate", "limit": "B9 rounds limit"}
        self.saw(rule[self.reason])
        self.saw_if(ends == ["points", "limit"], "B6.3 points before limit")
        self.saw_if(ends == ["stalemate", "limit"], "B6.3 stalemate before limit")
        self.saw_if(not self.round_is_complete(), "B3.7 mid-round")
        self.saw_if(self.reason == "points" and self.options.target != 15, "B9 target")

    def best_seats(self) -> list[int]:
        """B6.2: most points, then fewest purchased cards, then shared."""
        most = max(player.points() for player in self.players)
        leaders = [s for s, player in enumerate(self.players) if player.points() == most]
        fewest = min(len(self.players[seat].cards) for seat in leaders)
        best = [seat for seat in leaders if len(self.players[seat].cards) == fewest]
        self.saw("B6.2")
        self.saw_if(len(best) < len(leaders), "B6.2 fewest cards")
        self.saw_if(len(best) > 1, "B6.2 shared")
        return best

    # Snapshots and views

    def snapshot(self) -> dict[str, Any]:
        """The entire state, ready for JSON. After the end `seat` is the one that moved last."""
        return {
            "round": self.round,
            "seat": self.seat,
            "phase": self.phase,
            "supply": [self.supply[token] for token in TOKENS],
            "market": [list(row) for row in self.market],
            "deck_sizes": [len(deck) for deck in self.decks],
            "next_cards": [list(deck) for deck in self.decks],
            "nobles": list(self.nobles),
            "players": [snapshot_of(player) for player in self.players],
            "over": self.phase == "over",
            "reason": self.reason,
            "winners": list(self.winners),
        }


def snapshot_of(player: Player) -> dict[str, Any]:
    return {
        "tokens": [player.tokens[token] for token in TOKENS],
        "bonuses": list(bonuses(player.cards).values()),
        "points": player.points(),
        "cards": sorted(player.cards),
        "hand": [{"card": held.card, "unseen": held.unseen} for held in player.hand],
        "nobles": sorted(player.nobles),
    }


def known_to(game: PlainGame, seat: int | None) -> dict[str, Any]:
    """B7: the snapshot as a seat may know it; `None` is a spectator."""
    known = game.snapshot()
    del known["next_cards"]
    game.saw("B7.1", "B7.3")
    for owner, player in enumerate(game.players):
        hand = [
            known_card(game, held, owner == seat or game.is_buying(held)) for held in player.hand
        ]
        known["players"][owner]["hand"] = hand
    return known


def known_card(game: PlainGame, held: Reserved, own: bool) -> dict[str, Any]:
    """B7.2: a card known to its owner alone shows the others only its level."""
    if own or not held.unseen:
        game.saw("B7.2 known to its owner" if held.unseen else "B7.2 stays known")
        return {"card": held.card, "unseen": held.unseen}
    game.saw("B7.2 level only" if game.options.hands == "hidden" else "B7.2 blind")
    return {"card": None, "level": CARDS[held.card].level + 1, "unseen": True}
