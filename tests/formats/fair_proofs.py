"""Valid and tampered proofs, for the checks in Python and JavaScript."""

import copy
import hashlib
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from splendor.bots.simple import simulate
from splendor.core.errors import FormatError
from splendor.formats import transcript
from splendor.formats.fair import FairDeal, commitment_of, verify
from splendor.game import Game

Proof: TypeAlias = dict[str, Any]
Tampering: TypeAlias = tuple[str, str, Callable[[Proof], None], str]

VECTORS = Path(__file__).resolve().parents[2] / "docs" / "fair-vectors.json"
RISING = bytes(range(32)).hex()
OTHER = "ab" * 32

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("official", 2, {"rounds": 100}),
    ("official", 3, {"rounds": 100, "start": 1}),
    ("official", 4, {"rounds": 100}),
    ("landolt", 3, {"rounds": 100}),
    ("duel", 2, {"idle": 60}),
    ("duel", 2, {"idle": 60, "start": 0, "refill": "end_of_turn"}),
)


def vectors() -> list[dict[str, Any]]:
    recorded: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return list(recorded["vectors"])


def a_deal(players: int, secret: str = RISING) -> FairDeal:
    """A fair deal for which seats 0 and 2 have sent nonces."""
    nonces = tuple(f"nonce-{seat}" if seat % 2 == 0 else "" for seat in range(players))
    return FairDeal(commitment_of(secret), secret, nonces)


def proof_of(game: Game, deal: FairDeal) -> Proof:
    """The proof as it is read from a file."""
    proof: Proof = json.loads(json.dumps(deal.proof(transcript(game))))
    return proof


def a_proof(rules: str, players: int, secret: str, options: dict[str, Any]) -> Proof:
    """The proof of a game that bots have played to its end."""
    deal = a_deal(players, secret)
    game = Game(rules, players=players, seed=deal.seed, **options)
    simulate(game, ("greedy",) * players, f"bots {secret}")
    return proof_of(game, deal)


@cache
def cached_proof(rules: str) -> str:
    limit = "idle" if rules == "duel" else "rounds"
    return json.dumps(a_proof(rules, 2, RISING, {limit: 60}))


def fresh_proof(rules: str) -> Proof:
    """A proof that a test may change."""
    proof: Proof = json.loads(cached_proof(rules))
    return proof


def valid_proofs(count: int) -> list[Proof]:
    """Valid proofs of games with all rule sets and numbers of players."""
    return [
        a_proof(rules, players, hashlib.sha256(f"{table} {number}".encode()).hexdigest(), options)
        for table, (rules, players, options) in enumerate(TABLES)
        for number in range(count)
    ]


# Tampering


def replenishes(proof: Proof) -> list[dict[str, Any]]:
    steps = [step for turn in proof["transcript"]["turns"] for step in turn["steps"]]
    return [step for step in steps if step["do"] == "replenish"]


def swap_unlike(things: list[Any], key: Callable[[Any], Any] = lambda thing: thing) -> None:
    """Swap the last two neighbours that differ."""
    place = next(i for i in range(len(things) - 1, 0, -1) if key(things[i]) != key(things[i - 1]))
    things[place], things[place - 1] = things[place - 1], things[place]


def swap_tokens(step: dict[str, Any]) -> None:
    """Swap two tokens, and keep the order of the spaces."""
    tokens = [token for token, _ in step["placed"]]
    swap_unlike(tokens)
    step["placed"] = [
        [token, cell] for token, (_, cell) in zip(tokens, step["placed"], strict=True)
    ]


def longest_draw(proof: Proof) -> dict[str, Any]:
    return max(replenishes(proof), key=lambda step: len({token for token, _ in step["placed"]}))


def other_secret_with_its_commitment(proof: Proof) -> None:
    proof["secret"], proof["commitment"] = OTHER, commitment_of(OTHER)


def discard_more(proof: Proof) -> None:
    """Add a token to the bag before the last draw."""
    turns = proof["transcript"]["turns"]
    last = [turn for turn in turns if any(step["do"] == "replenish" for step in turn["steps"])][-1]
    last["steps"].insert(0, {"do": "discard", "tokens": ["gold"]})


def move_start(proof: Proof) -> None:
    proof["transcript"]["deal"]["start"] = 1 - proof["transcript"]["deal"]["start"]


def deal_of(proof: Proof) -> dict[str, Any]:
    deal: dict[str, Any] = proof["transcript"]["deal"]
    return deal


# Name, rule set, tampering, and the findings that it must cause.
TAMPERINGS: tuple[Tampering, ...] = (
    ("commitment", "official", lambda p: p.update(commitment=OTHER), "commitment"),
    ("secret", "official", lambda p: p.update(secret=OTHER), "commitment decks nobles"),
    ("both", "official", other_secret_with_its_commitment, "decks nobles"),
    ("nonce", "official", lambda p: p["nonces"].__setitem__(0, "mine"), "decks nobles"),
    ("nonce gone", "official", lambda p: p["nonces"].__setitem__(0, ""), "decks nobles"),
    ("nonces swapped", "official", lambda p: p["nonces"].reverse(), "decks nobles"),
    ("deck 1", "official", lambda p: swap_unlike(deal_of(p)["decks"][0]), "decks"),
    ("deck 3", "official", lambda p: swap_unlike(deal_of(p)["decks"][2]), "decks"),
    ("short deck", "official", lambda p: deal_of(p)["decks"][1].pop(), "decks"),
    ("long deck", "official", lambda p: deal_of(p)["decks"][1].append(None), "decks"),
    ("text for number", "official", lambda p: deal_of(p)["decks"].__setitem__(
        0, [str(card) for card in deal_of(p)["decks"][0]]), "decks"),
    ("nobles", "official", lambda p: swap_unlike(deal_of(p)["nobles"]), "nobles"),
    ("fewer nobles", "official", lambda p: deal_of(p)["nobles"].pop(), "nobles"),
    ("start", "official", move_start, "start"),
    ("no start", "official", lambda p: deal_of(p).pop("start"), "start"),
    ("option start", "landolt", lambda p: deal_of(p).update(start=1), "start"),
    ("landolt deck", "landolt", lambda p: swap_unlike(deal_of(p)["decks"][0]), "decks"),
    ("duel secret", "duel", other_secret_with_its_commitment, "decks board draws"),
    ("duel deck", "duel", lambda p: swap_unlike(deal_of(p)["decks"][2]), "decks"),
    ("board", "duel", lambda p: swap_unlike(deal_of(p)["board"]), "board"),
    ("duel start", "duel", move_start, "start"),
    ("first draw", "duel", lambda p: swap_tokens(replenishes(p)[0]), "draws"),
    ("last draw", "duel", lambda p: swap_tokens(replenishes(p)[-1]), "draws"),
    ("where", "duel", lambda p: swap_unlike(
        longest_draw(p)["placed"], lambda placed: placed[1]), "draws"),
    ("less drawn", "duel", lambda p: replenishes(p)[-1]["placed"].pop(), "draws"),
    ("no draw recorded", "duel", lambda p: replenishes(p)[-1].pop("placed"), "draws"),
    ("bag", "duel", discard_more, "draws"),
)  # fmt: skip


def tampered(tampering: Tampering) -> Proof:
    _, rules, change, _ = tampering
    proof = fresh_proof(rules)
    change(proof)
    return proof


# Damage

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 2.0, 0.5, 25, 2**53, 2**53 + 1, 10**30, 1e300, "", "x", "é",
    "a\n", "random", "white", "constructor", "__proto__", "L1-01", "take", "replenish", "official",
    "duel", [], {}, [1, 2], [0, 0], [True, 1], ["gold", [0, 0]], {"white": 1}, {"__proto__": 1},
)  # fmt: skip


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Every list or object at any depth, with each of its keys."""
    if not isinstance(value, (dict, list)):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    inner = [place for key in keys for place in places_in(value[key])]
    return [(value, key) for key in keys] + inner


def damaged(proof: Proof, chance: random.Random) -> Any:
    """The proof with a value replaced, removed, repeated or added."""
    result = {"it": copy.deepcopy(proof)}
    # Most places are deep in turns: choose the others more often.
    places = places_in(result)
    shallow = [place for place in places if not isinstance(place[1], int)]
    holder, key = chance.choice(chance.choice((places, shallow, shallow[:12])))
    match chance.randrange(4):
        case 0 | 1:
            holder[key] = copy.deepcopy(chance.choice(VALUES))
        case 2 if holder is not result:
            del holder[key]
        case _ if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(chance.choice((holder[key], *VALUES))))
        case _:
            holder[key] = [holder[key]]
    return result["it"]


def judged(proof: Any) -> dict[str, Any]:
    """Python's findings in the form of `tests/js/fair.mjs`."""
    try:
        verdict = verify(proof)
    except FormatError as error:
        return {"refused": error.code, "values": error.values}
    checks = [
        {"name": c.name, "passed": c.passed, "code": c.finding.code, "values": c.finding.values}
        for c in verdict.checks
    ]
    return {"fair": verdict.fair, "checks": checks}
