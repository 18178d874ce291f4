"""Reasons judged by the plain rules: every one of them must be true.

    python -m tests.review.checker --reasons 10000

plays games by the engine and by the plain rules side by side, compares turns that might be played
in a position, and looks up in the plain game whether each reason holds for the one turn and not
for the other.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import splendor
from splendor.game import Game
from splendor.review.facts import seen_turn
from splendor.review.model import Reason
from splendor.review.reasons import reasons
from tests.plain.base_table import NOBLES, bonuses, qualifies
from tests.review.plain_turns import (
    BASE,
    DUEL,
    LETTERS,
    Plain,
    Played,
    after_purchase,
    bonuses_of,
    buyable,
    colour_points,
    held,
    is_how,
    known_cards,
    lacking,
    least_gold,
    lying,
    plays_on,
    threats,
    threats_before_and_after,
)

# A check for each code


def holds(rules: Plain, reason: Reason, turn: Played) -> bool:
    """Whether a reason is true of a turn."""
    check = CHECKS[reason.code]
    return bool(check(rules, turn, dict(reason.values)))


def wins(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    after, player = turn.after, turn.mine[1]
    if after.reason is None or turn.seat not in after.winners:
        return False
    if hasattr(after, "pyramid"):
        return is_how(after, turn.seat, v)
    others = [each for seat, each in enumerate(after.players) if seat != turn.seat]
    tied = [len(each.cards) for each in others if each.points() == player.points()]
    how = "points" if not tied else "shared" if len(after.winners) > 1 else "cards"
    return (
        (v["how"], v["number"], v["target"]) == (how, player.points(), after.options.target)
        and v.get("cards") == (len(player.cards) if tied else None)
        and v.get("others") == (min(tied) if how == "cards" else None)
    )


def could_end(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    seat = v["seat"]
    return seat != turn.seat and plays_on(turn, seat) and ends_so(rules, turn, seat, v)


def ends_so(rules: Plain, turn: Played, seat: int, v: dict[str, Any]) -> bool:
    """Whether a player can buy the card after a turn, and ends the game with it as it is said."""
    if v["card"] not in set(buyable(rules, turn.after, seat)) & known_cards(rules, turn, seat):
        return False
    later = after_purchase(rules, turn.after, seat, v["card"])
    return any(is_how(each, seat, v) for each in later)


def threatens(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    before, now = threats_before_and_after(rules, turn)
    return (
        plays_on(turn, turn.seat)
        and v["card"] in now - before
        and v["gold"] == least_gold(rules, turn.mine[1], v["card"])
        and ends_so(rules, turn, turn.seat, v)
    )


def threatens_twice(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    before, now = threats_before_and_after(rules, turn)
    return (
        plays_on(turn, turn.seat)
        and {v["card"], v["other"]} <= now
        and v["card"] != v["other"]
        and v["count"] == len(now) > len(before)
    )


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


def stole(rules: Plain, turn: Played, v: dict[str, Any]) -> bool:
    letter, other = LETTERS[v["gem"]], v["seat"]
    return f"x{letter}" in turn.moves and other == 1 - turn.seat


def gained_privilege(turn: Played, seat: int) -> bool:
    return bool(turn.after.players[seat].privileges > turn.before.players[seat].privileges)


Check = Callable[[Plain, Played, dict[str, Any]], Any]
CHECKS: dict[str, Check] = {
    "wins": wins,
    "threatens": threatens,
    "double_threat": threatens_twice,
    "scores": lambda r, t, v: (
        v["points"] == t.mine[1].points() - t.mine[0].points() > 0
        and v["all"] == t.mine[1].points()
    ),
    "no_points": lambda r, t, v: t.mine[1].points() == t.mine[0].points(),
    "then_buys": lambda r, t, v: (
        plays_on(t, t.seat)
        and v["card"] in buyable(r, t.after, t.seat)
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
    "keeps": lambda r, t, v: (
        v["seat"] != t.seat
        and lacking(r, t.before.players[v["seat"]], v["card"]) == v["missing"] > 0
        and v["card"] in {r.code(c) for c in lying(t.before) - lying(t.after)}
    ),
    "first_bonus": lambda r, t, v: (
        bonuses_of(t.mine[0])[LETTERS[v["gem"]]] == 0 < bonuses_of(t.mine[1])[LETTERS[v["gem"]]]
    ),
    "nearly_buys": is_short,
    "still_short": is_short,
    "could_end": could_end,
    "opponent_buys": lambda r, t, v: (
        v["seat"] != t.seat
        and plays_on(t, v["seat"])
        and v["card"] in buyable(r, t.after, v["seat"])
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
    check_threats(rules, game, one)
    in_favour, against = reasons(game, len(game.moves), one.moves, other.moves)
    for reason, turn, rival in (
        *((each, one, other) for each in in_favour),
        *((each, other, one) for each in against),
    ):
        where = (game.position, reason, turn.moves, rival.moves)
        assert holds(rules, reason, turn), ("not true", *where)
        assert not holds(rules, reason, rival), ("true of both", *where)
        assert matters(reason, turn), ("does not matter", *where)
        found[reason.code] += 1
    return found


def matters(reason: Reason, turn: Played) -> bool:
    """After a turn that wins, only how it wins."""
    won = turn.after.reason is not None and turn.seat in turn.after.winners
    return not won or reason.code in ("wins", "scores", "noble", "royal", "crowns", "colour")


def check_threats(rules: Plain, game: Game, turn: Played) -> None:
    """No card is missed with which somebody could end the game."""
    if turn.after.reason is not None:
        return
    seen = seen_turn(game, len(game.moves), turn.moves)
    for seat in range(len(turn.after.players)):
        found = {card.code for card in rules.end.threats(seen, seen.after, seat)}
        real = threats(rules, turn.after, seat, known_cards(rules, turn, seat))
        assert found == real, ("other threats", game.position, turn.moves, seat, found, real)


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
