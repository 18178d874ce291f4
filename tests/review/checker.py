"""Reasons judged by the plain rules: every one of them must be true.

    python -m tests.review.checker --reasons 10000

plays games by the engine and by the plain rules side by side, compares turns that might be played
in a position, and looks up in the plain game whether each reason holds for the one turn and not
for the other.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

import splendor
from splendor.game import Game
from splendor.review.model import Reason
from splendor.review.reasons import reasons
from tests.plain import against_plain_base, against_plain_duel
from tests.plain.base_table import CARDS as BASE_CARDS
from tests.plain.base_table import NOBLES, bonuses, qualifies
from tests.plain.base_table import Turn as BaseTurn
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


BASE = Plain(
    against_plain_base.dealt,
    against_plain_base.play_move,
    against_plain_base.greedy_move,
    lambda card: splendor.card(card).code,
    BASE_CARDS,
    base_payments,
    base_price,
    BaseTurn,
)
DUEL = Plain(
    against_plain_duel.dealt,
    against_plain_duel.play_move,
    against_plain_duel.greedy_move,
    str,
    DUEL_CARDS,
    duel_payments,
    duel_price,
    DuelTurn,
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


def points_if_bought(rules: Plain, turn: Played, seat: int, code: str) -> Any:
    """The plain game after a player has bought a card, with the first choice in what follows."""
    game = as_if_on_turn(rules, turn.after, seat)
    game.play(buyable(rules, turn.after, seat)[code])
    while game.seat == seat and game.phase not in ("play", "over") and game.reason is None:
        game.play(sorted(game.legal())[-1])
    return game


# A check for each code


def holds(rules: Plain, reason: Reason, turn: Played) -> bool:
    """Whether a reason is true of a turn."""
    check = CHECKS[reason.code]
    return bool(check(rules, turn, dict(reason.values)))


def can_end(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    if v["card"] not in buyable(rules, turn.after, v["seat"]):
        return False
    later = points_if_bought(rules, turn, v["seat"], v["card"])
    if hasattr(later, "pyramid"):
        return bool(later.reason is not None and v["seat"] in later.winners)
    return bool(later.players[v["seat"]].points() >= later.options.target)


def is_short(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    before, after = turn.mine
    new = held(rules, after) - held(rules, before)
    return v["card"] in new and lacking(rules, after, v["card"]) == v["missing"] > 0


def near_noble(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    """One bonus is missing, of this colour; before, at least two were."""
    names = {noble.name: noble.id for noble in splendor.nobles()}
    needs, distance = NOBLES[names[v["noble"]]], []
    for player in turn.mine:
        have = bonuses(player.cards)
        distance.append({c: n - have[c] for c, n in needs.items() if n > have[c]})
    still_there = names[v["noble"]] in turn.after.nobles
    return still_there and distance[1] == {LETTERS[v["gem"]]: 1} and sum(distance[0].values()) > 1


def noble_came(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    before, after = turn.mine
    names = {noble.name: noble.id for noble in splendor.nobles()}
    came = set(after.nobles) - set(before.nobles)
    return (
        came == {names[v["noble"]]}
        and after.points() == v["points"]
        and qualifies(after.cards, names[v["noble"]])
    )


def colour_points(player: Any, colour: str) -> int:
    return sum(DUEL_CARDS[card].points for card, as_ in player.cards.items() if as_ == colour)


def stole(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    letter, other = LETTERS[v["gem"]], v["seat"]
    return f"x{letter}" in turn.moves and other == 1 - turn.seat


def gained_privilege(turn: Played, seat: int) -> bool:
    return bool(turn.after.players[seat].privileges > turn.before.players[seat].privileges)


Check = Callable[[Plain, Played, dict[str, Any]], Any]
CHECKS: dict[str, Check] = {
    "wins": lambda r, t, v: t.after.reason is not None and t.seat in t.after.winners,
    "scores": lambda r, t, v: (
        v["points"] == t.mine[1].points() - t.mine[0].points() > 0
        and v["all"] == t.mine[1].points()
    ),
    "no_points": lambda r, t, v: t.mine[1].points() == t.mine[0].points(),
    "then_buys": lambda r, t, v: (
        v["card"] in buyable(r, t.after, t.seat)
        and v["card"] not in {r.code(c) for c in lying(t.after) - lying(t.before)}
        and v["card"] not in buyable(r, t.before, t.seat)
        and v["gold"] == least_gold(r, t.mine[1], v["card"])
    ),
    "denies": lambda r, t, v: (
        v["seat"] != t.seat
        and v["card"] in buyable(r, t.before, v["seat"])
        and v["card"] in {r.code(c) for c in lying(t.before)}
        and v["card"] not in {r.code(c) for c in lying(t.after)}
    ),
    "first_bonus": lambda r, t, v: (
        bonuses_of(t.mine[0])[LETTERS[v["gem"]]] == 0 < bonuses_of(t.mine[1])[LETTERS[v["gem"]]]
    ),
    "nearly_buys": is_short,
    "still_short": is_short,
    "could_end": can_end,
    "opponent_buys": lambda r, t, v: (
        v["seat"] != t.seat and v["card"] in buyable(r, t.after, v["seat"])
    ),
    "many_tokens": lambda r, t, v: (
        v["tokens"] == t.mine[1].token_count() >= t.mine[0].token_count()
    ),
    # The base game
    "reaches": lambda r, t, v: (
        t.mine[0].points() < t.after.options.target <= t.mine[1].points() == v["points"]
    ),
    "noble": noble_came,
    "near_noble": near_noble,
    "takes_last": lambda r, t, v: (
        t.after.supply[LETTERS[v["gem"]]] == 0 < t.before.supply[LETTERS[v["gem"]]]
    ),
    "returns": lambda r, t, v: (
        v["tokens"] == 10 + v["count"]
        and sum(move[0] == "-" for move in t.moves) == v["count"] > 0
        and t.mine[1].token_count() == 10
    ),
    "one_short": lambda r, t, v: t.mine[1].points() + 1 == t.after.options.target == v["target"],
    # Splendor Duel
    "royal": lambda r, t, v: (
        v["royal"] in set(t.mine[1].royals) - set(t.mine[0].royals)
        and t.mine[1].crowns() == v["crowns"]
    ),
    "crowns": lambda r, t, v: t.mine[0].crowns() < t.mine[1].crowns() == v["crowns"],
    "colour": lambda r, t, v: (
        colour_points(t.mine[0], LETTERS[v["gem"]])
        < colour_points(t.mine[1], LETTERS[v["gem"]])
        == v["points"]
    ),
    "gets_privilege": lambda r, t, v: gained_privilege(t, t.seat),
    "steals": stole,
    "steals_last": lambda r, t, v: (
        stole(r, t, v) and t.after.players[v["seat"]].tokens[LETTERS[v["gem"]]] == 0
    ),
    "again": lambda r, t, v: t.after.seat == t.seat and t.after.reason is None,
    "pearls": lambda r, t, v: t.mine[1].tokens["P"] - t.mine[0].tokens["P"] == v["count"] > 0,
    "gives_privilege": lambda r, t, v: (
        gained_privilege(t, v["seat"]) and v["seat"] != t.seat and "fill" not in t.moves
    ),
    "refill_gives_privilege": lambda r, t, v: (
        gained_privilege(t, v["seat"]) and v["seat"] != t.seat and "fill" in t.moves
    ),
}


# Games and turns to compare


def some_turn(rules: Plain, game: Game, plain: Any, random: Random) -> Played:
    """A turn that might be played, in copies of both games."""
    there, here = game.at(len(game.moves)), deepcopy(plain)
    seat, turn, moves = there.active, there.turn, []
    while there.outcome is None and there.turn == turn:
        legal = sorted(here.legal())
        move = rules.choose(legal, random) if random.random() < 0.5 else random.choice(legal)
        rules.play(there, here, move)
        moves.append(move)
    return Played(plain, here, seat, moves)


def check_position(rules: Plain, game: Game, plain: Any, random: Random) -> Counter[str]:
    """Compare two turns. Counts the reasons by code; raises if one is wrong."""
    one, other = (some_turn(rules, game, plain, random) for _ in range(2))
    found: Counter[str] = Counter()
    if one.moves == other.moves:
        return found
    in_favour, against = reasons(game, len(game.moves), one.moves, other.moves)
    for reason, turn, rival in (
        *((each, one, other) for each in in_favour),
        *((each, other, one) for each in against),
    ):
        where = (game.position, reason, turn.moves, rival.moves)
        assert holds(rules, reason, turn), ("not true", *where)
        assert not holds(rules, reason, rival), ("true of both", *where)
        found[reason.code] += 1
    return found


def check_many(rules: Plain, count: int, seed: int) -> Counter[str]:
    """Check at least this many reasons, along as many games as that takes."""
    random, found = Random(seed), Counter[str]()
    while found.total() < count:
        game, plain = rules.deal(random)
        while game.outcome is None and found.total() < count:
            found += check_position(rules, game, plain, random)
            rules.play(game, plain, rules.choose(sorted(plain.legal()), random))
            while game.outcome is None and plain.phase != "play":
                rules.play(game, plain, random.choice(sorted(plain.legal())))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.review.checker", description=__doc__)
    parser.add_argument("--reasons", type=int, default=10_000, help="of each game (10,000)")
    args = parser.parse_args()
    for name, rules in (("base", BASE), ("duel", DUEL)):
        found = check_many(rules, args.reasons, seed=1)
        print(f"{name}: {found.total():,} reasons are true", flush=True)
        print("\n".join(f"  {code}: {number:,}" for code, number in found.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
