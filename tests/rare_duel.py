"""Positions of Duel that random play hardly ever reaches, as states of the plain rules.

Near a victory or a royal card, with privileges and empty decks, with a wild card that can or cannot
be placed, without a legal action: each is a complete position from which a game continues.
"""

from collections.abc import Callable
from random import Random

from tests.plain.duel import PlainGame
from tests.plain.duel_table import (
    CARDS,
    CELLS,
    GEMS,
    GOLD,
    HAND_LIMIT,
    PAYABLE,
    PRIVILEGES,
    ROYALS,
    SLOTS,
    THRESHOLDS,
    TOKEN_COUNTS,
    TOKEN_LIMIT,
    TOKENS,
    Card,
    Player,
    Reserved,
    payments,
    price,
)

Wanted = Callable[[Card], bool]


def lay_out(plain: PlainGame, random: Random) -> bool:
    """Change a new game to a rare position; return whether that succeeded."""
    cards = list(CARDS)
    random.shuffle(cards)
    for player in plain.players:
        player.privileges = 0
    plain.seat = random.randrange(2)
    often = [lay_out_late, lay_out_winning, lay_out_gaining]
    kinds = [*often, *often, lay_out_stuck]
    if not random.choice(kinds)(plain, cards, random):
        return False
    plain.round = random.randint(5, 30)
    plain.turn_number = 2 * plain.round - (plain.seat == plain.start)
    plain.turn_number += random.randint(0, extra_turns(plain))
    plain.quiet = random.randrange(min(5, plain.options.idle or 1))
    return True


def extra_turns(plain: PlainGame) -> int:
    """The possible number of extra turns: one for each such ability that was bought or taken."""
    cards = [card for player in plain.players for card in player.cards]
    royals = [royal for player in plain.players for royal in player.royals]
    agains = [CARDS[card].ability for card in cards] + [ROYALS[royal].ability for royal in royals]
    return agains.count("again")


# Late in a game


def lay_out_late(plain: PlainGame, cards: list[str], random: Random) -> bool:
    for player in plain.players:
        give_cards(player, cards, random)
    if not give_royals(plain, random):
        return False
    favourite = random.choice([None, "take", "steal", "again", "privilege", "crowns", "wild"])
    cards.sort(key=lambda card: not is_favourite(CARDS[card], favourite))
    deal_cards(plain, cards, random)
    share_privileges(plain, random)
    share_tokens(plain, random.choice(list(plain.cards_for_sale().values())), random)
    return True


def is_favourite(card: Card, favourite: str | None) -> bool:
    if favourite == "crowns":
        return card.crowns > 0
    return favourite in (card.ability, card.bonus)


def give_cards(player: Player, cards: list[str], random: Random) -> None:
    """Give cards such that a few more would win, or bring a royal card."""
    colour = random.choice(GEMS)
    most_crowns = random.choice([2, 5, 8, 9])
    kinds: list[tuple[Wanted, int]] = [
        (lambda card: False, 0),
        (lambda card: card.level == 1, random.randint(1, 15)),
        (lambda card: card.bonus in (colour, "wild"), 12),
        (lambda card: card.crowns > 0, 12),
        (lambda card: card.points > 1, 9),
        (lambda card: card.bonus == "", random.randint(1, 3)),
        (lambda card: card.bonuses == 2, random.randint(1, 2)),
        (lambda card: card.bonuses == 2 or card.bonus == "wild", 4),
    ]
    wanted, number = random.choice(kinds)
    for card in list(cards):
        if wanted(CARDS[card]) and len(player.cards) < number:
            add_card(player, card, random)
            if not is_unfinished(player) or player.crowns() > most_crowns:
                del player.cards[card]
        if card in player.cards:
            cards.remove(card)


def add_card(player: Player, card: str, random: Random) -> None:
    """Give a card in its colour; a wild card in an owned colour, if there is one."""
    owned = [colour for colour in GEMS if player.cards_of(colour)]
    if CARDS[card].bonus != "wild":
        player.cards[card] = CARDS[card].bonus
    elif owned:
        player.cards[card] = random.choice(owned)


def is_unfinished(player: Player) -> bool:
    best = max(player.colour_points().values())
    return player.points() < 20 and player.crowns() < 10 and best < 10


def give_royals(plain: PlainGame, random: Random) -> bool:
    """D5.3: give the royal cards due; return whether nobody has won by that."""
    for player in plain.players:
        number = sum(player.crowns() >= threshold for threshold in THRESHOLDS)
        player.royals = random.sample(plain.royals, number)
        plain.royals = [royal for royal in plain.royals if royal not in player.royals]
    return all(map(is_unfinished, plain.players))


def deal_cards(plain: PlainGame, cards: list[str], random: Random) -> None:
    """Deal the pyramid from the front, the hands from the back, the rest into the decks."""
    by_level = [[card for card in cards if CARDS[card].level == level] for level in (1, 2, 3)]
    plain.pyramid = [
        [deck.pop(0) if deck else None for _ in slots]
        for deck, slots in zip(by_level, SLOTS, strict=True)
    ]
    for player in plain.players:
        for _ in range(random.randint(0, HAND_LIMIT)):
            reserve(plain, player, random.choice(by_level), random)
    for deck in by_level:
        random.shuffle(deck)
    plain.decks = by_level


def reserve(plain: PlainGame, player: Player, deck: list[str], random: Random) -> None:
    if deck:
        unseen = plain.options.hands == "hidden" or random.random() < 0.5
        player.hand.append(Reserved(deck.pop(random.choice([0, -1])), unseen))


def share_privileges(plain: PlainGame, random: Random) -> None:
    plain.privileges = random.choice([0, 0, 1, 2, 3])
    for _ in range(PRIVILEGES - plain.privileges):
        random.choice(plain.players).privileges += 1
    if random.random() < 0.3:
        plain.player.privileges += plain.opponent.privileges
        plain.opponent.privileges = 0


def share_tokens(plain: PlainGame, buyable: str, random: Random) -> None:
    """Give enough for this card, then more; the opponent may have nothing, or only gold."""
    left = dict(TOKEN_COUNTS)
    give_price(plain.player, buyable, left, random)
    give_some(plain.player, random.choice([10, random.randint(0, 9)]), left, TOKENS, random)
    kind = random.choice([TOKENS, TOKENS, PAYABLE, GOLD, ""])
    give_some(plain.opponent, random.randint(2, TOKEN_LIMIT), left, kind, random)
    colour = CARDS[buyable].bonus
    rest = [token for token in TOKENS for _ in range(left[token])]
    random.shuffle(rest)
    if random.random() < 0.3:
        rest.sort(key=lambda token: token not in (colour, "P"))
    on_board = random.choice([0, 1, 3, random.randint(0, 25), 25])
    lay_tokens(plain, rest[:on_board], rest[on_board:], random)


def give_price(player: Player, card: str, left: dict[str, int], random: Random) -> None:
    """Give the price of a card, if ten tokens are enough, sometimes with gold."""
    due = price(player, card)
    if sum(due.values()) > TOKEN_LIMIT:
        return
    for token in PAYABLE:
        for _ in range(due[token]):
            gold = left[token] == 0 or random.random() < 0.15
            give(player, GOLD if gold and left[GOLD] else token, left)


def give(player: Player, token: str, left: dict[str, int]) -> None:
    if left[token] > 0:
        left[token] -= 1
        player.tokens[token] += 1


def give_some(player: Player, number: int, left: dict[str, int], kind: str, random: Random) -> None:
    rest = [token for token in kind for _ in range(left[token])]
    random.shuffle(rest)
    for token in rest:
        if player.token_count() < number:
            give(player, token, left)


def lay_tokens(plain: PlainGame, board: list[str], bag: list[str], random: Random) -> None:
    cells = random.sample(CELLS, len(board))
    plain.board = dict.fromkeys(CELLS, "") | dict(zip(cells, board, strict=True))
    plain.bag = {token: bag.count(token) for token in TOKENS}


# One purchase before two conditions of victory, or before one with many tokens


def lay_out_winning(plain: PlainGame, cards: list[str], random: Random) -> bool:
    """A card with crowns and points can be added to others of its colour and wild cards."""
    target = random.choice([card for card in cards if CARDS[card].crowns and CARDS[card].points])
    colour = CARDS[target].bonus
    cards.remove(target)
    useful = [card for card in cards if CARDS[card].bonus in (colour, "wild")]
    if random.random() < 0.6:
        useful.sort(key=lambda card: -CARDS[card].crowns)
    for card in useful[: random.randint(6, 16)]:
        give_if_unfinished(plain.player, card, colour, cards)
    others = [card for card in cards if card not in useful and CARDS[card].crowns == 0]
    helpers = [card for card in others if CARDS[card].level == 1 and CARDS[card].points == 0]
    pointed = [card for card in others if CARDS[card].points > 0]
    for card in helpers[: random.choice([0, 6, 12])] + pointed[: random.choice([0, 0, 8])]:
        give_if_unfinished(plain.player, card, CARDS[card].bonus, cards)
    has_colour = any(CARDS[card].bonus == colour for card in plain.player.cards)
    if not has_colour or not give_royals(plain, random):
        return False
    deal_cards(plain, [target, *cards], random)
    share_privileges(plain, random)
    plain.player.privileges += plain.privileges
    plain.privileges = 0
    share_tokens(plain, target, random)
    return True


def give_if_unfinished(player: Player, card: str, colour: str, cards: list[str]) -> None:
    player.cards[card] = colour
    if is_unfinished(player):
        cards.remove(card)
    else:
        del player.cards[card]


# Tokens gained without a line


def lay_out_gaining(plain: PlainGame, cards: list[str], random: Random) -> bool:
    """Privileges, and a card that takes or steals the same kind of token."""
    ability = random.choice(["take", "steal"])
    target = random.choice([card for card in cards if CARDS[card].ability == ability])
    kind = random.choice([CARDS[target].bonus, "P"]) if ability == "steal" else CARDS[target].bonus
    deal_cards(plain, [target, *(card for card in cards if card != target)], random)
    plain.player.privileges, plain.privileges = random.choice([(2, 1), (3, 0)])
    left = dict(TOKEN_COUNTS)
    give_price(plain.player, target, left, random)
    if ability == "steal":
        give_some(plain.opponent, random.randint(1, 2), left, kind, random)
    on_board = [kind] * left[kind]
    left[kind] = 0
    rest = [token for token in TOKENS for _ in range(left[token])]
    lay_tokens(plain, on_board, rest, random)
    return True


# No legal action


def lay_out_stuck(plain: PlainGame, cards: list[str], random: Random) -> bool:
    """All gems are held, hands are full of unaffordable cards, and there are a few privileges.

    When the privileges are used, the player must replenish or pass.
    """
    colours = list(PAYABLE)
    random.shuffle(colours)
    gems = [colour for colour in colours for _ in range(TOKEN_COUNTS[colour])]
    in_bag = random.choice([0, 0, 0, 2, 6])
    taken = [gems.pop(random.randrange(len(gems))) for _ in range(2 + in_bag)]
    for player, held in ((plain.player, gems[:10]), (plain.opponent, gems[10:])):
        player.tokens = {token: held.count(token) for token in TOKENS}
    gold_on_board = random.choice([3, 3, 0, 0])
    board = taken[:2] + [GOLD] * gold_on_board
    lay_tokens(plain, board, taken[2:] + [GOLD] * (3 - gold_on_board), random)
    plain.player.privileges = 2
    plain.privileges = 1
    return lay_out_unaffordable_cards(plain, cards, taken, random)


def lay_out_unaffordable_cards(
    plain: PlainGame, cards: list[str], coming: list[str], random: Random
) -> bool:
    """Fill pyramid and hands with unaffordable cards, if there are enough."""
    dear = [card for card in cards if not any(can_buy(p, card, coming) for p in plain.players)]
    rows = [[card for card in dear if CARDS[card].level == level] for level in (1, 2, 3)]
    if any(len(row) < len(slots) for row, slots in zip(rows, SLOTS, strict=True)):
        return False
    plain.pyramid = [list(row[: len(slots)]) for row, slots in zip(rows, SLOTS, strict=True)]
    in_pyramid = {card for row in plain.pyramid for card in row}
    held = [card for card in dear if card not in in_pyramid][: 2 * HAND_LIMIT]
    if len(held) < 2 * HAND_LIMIT:
        return False
    left = [card for card in cards if card not in in_pyramid and card not in held]
    plain.decks = [[card for card in left if CARDS[card].level == level] for level in (1, 2, 3)]
    for player in plain.players:
        for _ in range(HAND_LIMIT):
            reserve(plain, player, held, random)
    return True


def can_buy(player: Player, card: str, coming: list[str]) -> bool:
    """Whether a card is affordable, including tokens to come; a wild card never is."""
    more = Player({t: player.tokens[t] + coming.count(t) for t in TOKENS})
    return CARDS[card].bonus != "wild" and len(payments(more, card)) > 0
