"""A turn by the plain rules: what players could buy after it, and whether that ends the game."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import splendor
from splendor.game import Game
from splendor.review.base_facts import END as BASE_END
from splendor.review.duel_facts import END as DUEL_END
from splendor.review.facts import GameEnd
from tests.plain import against_plain_base, against_plain_duel
from tests.plain.base_table import CARDS as BASE_CARDS
from tests.plain.base_table import Turn as BaseTurn
from tests.plain.base_table import bonuses
from tests.plain.base_table import payments as base_payments
from tests.plain.base_table import price as base_price
from tests.plain.duel_table import CARDS as DUEL_CARDS
from tests.plain.duel_table import Turn as DuelTurn
from tests.plain.duel_table import payments as duel_payments
from tests.plain.duel_table import price as duel_price

LETTERS = {"white": "W", "blue": "U", "green": "G", "red": "R", "black": "K", "pearl": "P"}
LETTERS["gold"] = "J"


class Played(NamedTuple):
    """A turn of the plain game: before and after it, who played it, and its moves."""

    before: Any
    after: Any
    seat: int
    moves: Sequence[str]

    @property
    def mine(self) -> tuple[Any, Any]:
        return self.before.players[self.seat], self.after.players[self.seat]


class Plain(NamedTuple):
    """What the checks need to know of the plain rules of a game."""

    deal: Callable[[Random], tuple[Game, Any]]
    play: Callable[[Game, Any, str], None]
    choose: Callable[[list[str], Random], str]
    code: Callable[[Any], str]
    cards: dict[Any, Any]
    payments: Callable[[Any, Any], list[Any]]
    price: Callable[[Any, Any], dict[str, int]]
    turn: Callable[[], Any]
    end: GameEnd  # what is checked


def near_the_end(random: Random) -> tuple[Game, Any]:
    """A new game of Duel, or a rare position: many of those are one purchase before a victory."""
    is_new = random.random() < 0.75
    return (against_plain_duel.dealt if is_new else against_plain_duel.laid_out)(random)


BASE = Plain(
    against_plain_base.dealt,
    against_plain_base.play_move,
    against_plain_base.greedy_move,
    lambda card: splendor.card(card).code,
    BASE_CARDS,
    base_payments,
    base_price,
    BaseTurn,
    BASE_END,
)
DUEL = Plain(
    near_the_end,
    against_plain_duel.play_move,
    against_plain_duel.greedy_move,
    str,
    DUEL_CARDS,
    duel_payments,
    duel_price,
    DuelTurn,
    DUEL_END,
)


# What the plain rules say


def buyable(rules: Plain, plain: Any, seat: int) -> dict[str, str]:
    """The cards that a player could buy if it were their turn, with the moves that buy them."""
    game = as_if_on_turn(rules, plain, seat)
    moves = game.purchases()
    return {
        rules.code(card): f"b{place}"
        for place, card in game.cards_for_sale().items()
        if f"b{place}" in moves
    }


def as_if_on_turn(rules: Plain, plain: Any, seat: int) -> Any:
    game = deepcopy(plain)
    game.seat, game.phase, game.turn = seat, "play", rules.turn()
    return game


def card_named(rules: Plain, code: str) -> Any:
    return next(card for card in rules.cards if rules.code(card) == code)


def lacking(rules: Plain, player: Any, code: str) -> int:
    """How many tokens a player lacks for a card."""
    due = rules.price(player, card_named(rules, code))
    missing: int = sum(max(0, count - player.tokens[colour]) for colour, count in due.items())
    return max(0, missing - int(player.tokens["J"]))


def least_gold(rules: Plain, player: Any, code: str) -> int:
    return min(int(sum(gold)) for gold in rules.payments(player, card_named(rules, code)))


def lying(plain: Any) -> set[Any]:
    rows = plain.market if hasattr(plain, "market") else plain.pyramid
    return {card for row in rows for card in row if card not in (None, "")}


def held(rules: Plain, player: Any) -> set[str]:
    return {rules.code(reserved.card) for reserved in player.hand}


def bonuses_of(player: Any) -> dict[str, int]:
    found: dict[str, int] = (
        player.bonuses() if hasattr(player, "bonuses") else bonuses(player.cards)
    )
    return found


# The end of the game, by the plain rules


def plays_on(turn: Played, seat: int) -> bool:
    """Whether a player has another turn: in the last round only whoever comes later in it."""
    after, before = turn.after, turn.before
    if after.reason is not None or hasattr(after, "pyramid"):
        return after.reason is None
    last = any(player.points() >= after.options.target for player in after.players)
    if not last and before.round != after.options.rounds:
        return True
    count = len(after.players)
    order = [(after.start + later) % count for later in range(count)]
    return order.index(seat) > order.index(turn.seat)


def after_purchase(rules: Plain, plain: Any, seat: int, code: str) -> list[Any]:
    """The plain game after a player has bought a card, with every noble or royal card and every
    colour of a wild card that may be chosen.
    """
    game = as_if_on_turn(rules, plain, seat)
    game.play(buyable(rules, plain, seat)[code])
    waiting, done = [game], []
    while waiting:
        game = waiting.pop()
        if game.seat != seat or game.phase in ("play", "over"):
            done.append(game)
            continue
        choices = sorted(game.legal())
        matters = game.phase in ("noble", "royal", "colour")
        for move in choices if matters else choices[:1]:
            waiting.append(deepcopy(game))
            waiting[-1].play(move)
    return done


def has_ended(plain: Any, seat: int) -> bool:
    """Whether a player has won Duel, or has reached the target of the base game."""
    if hasattr(plain, "pyramid"):
        return plain.reason is not None and seat in plain.winners
    return bool(plain.players[seat].points() >= plain.options.target)


def is_how(plain: Any, seat: int, v: dict[str, Any]) -> bool:
    """Whether the game has ended as the values of a reason say."""
    player = plain.players[seat]
    if hasattr(plain, "pyramid"):
        return (
            (plain.reason, seat in plain.winners) == (v["how"], True)
            and (v["number"], v["target"]) == reached_in_duel(player, v)
            and ("royal" not in v or v["royal"] in player.royals)
        )
    names = {noble.id: noble.name for noble in splendor.nobles()}
    return (
        (v["how"], v["target"]) == ("points", plain.options.target)
        and v["number"] == player.points() >= plain.options.target
        and ("noble" not in v or v["noble"] in [names[noble] for noble in player.nobles])
    )


def reached_in_duel(player: Any, v: dict[str, Any]) -> tuple[int, int]:
    match v["how"]:
        case "points":
            return player.points(), 20
        case "crowns":
            return player.crowns(), 10
        case _:
            return colour_points(player, LETTERS[v["gem"]]), 10


def colour_points(player: Any, colour: str) -> int:
    return sum(DUEL_CARDS[card].points for card, as_ in player.cards.items() if as_ == colour)


def known_cards(rules: Plain, turn: Played, seat: int) -> set[str]:
    """The cards for a player to buy that the player of the turn knows after it."""
    market = {rules.code(card) for card in lying(turn.before) & lying(turn.after)}
    hand = turn.after.players[seat].hand
    if seat != turn.seat:
        return market | {rules.code(each.card) for each in hand if not each.unseen}
    seen = {rules.code(card) for card in lying(turn.before)} | held(rules, turn.mine[0])
    return market | (held(rules, turn.mine[1]) & seen)


def threats(rules: Plain, plain: Any, seat: int, known: set[str]) -> set[str]:
    """The known cards with which a player could end the game if it were their turn."""
    return {
        code
        for code in buyable(rules, plain, seat)
        if code in known
        and any(has_ended(later, seat) for later in after_purchase(rules, plain, seat, code))
    }


def threats_before_and_after(rules: Plain, turn: Played) -> tuple[set[str], set[str]]:
    """Those of the player of the turn."""
    seat = turn.seat
    at_first = {rules.code(card) for card in lying(turn.before)} | held(rules, turn.mine[0])
    return (
        threats(rules, turn.before, seat, at_first),
        threats(rules, turn.after, seat, known_cards(rules, turn, seat)),
    )
