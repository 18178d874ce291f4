"""The provably fair deal: a secret that is committed to, nonces of the players, and the proof.

`docs/fair.md` is the recipe, for people and for other languages. The secret of a game that goes on
is never shown: it is in no text that these objects make of themselves.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from splendor.core.errors import RecordError, RulesError
from splendor.formats.redeal import (
    RANDOM,
    RECIPES,
    TOKENS,
    Bag,
    Generator,
    Recipe,
    deal,
    space_at,
    space_name,
    whole,
)

FORMAT = "splendor-fair/1"
SECRET_BYTES = 32
HEXADECIMAL = re.compile(r"[0-9a-f]{64}")
NONCE = re.compile(r"[0-9a-zA-Z_-]{1,64}")
TOO_LARGE = 2**53  # from here on, whole numbers are not exact in every language


# Before the game


def new_secret() -> str:
    """256 bits of the system's chance, as 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def new_nonce() -> str:
    """128 bits of the system's chance, as a nonce."""
    return secrets.token_hex(SECRET_BYTES // 2)


def commitment_of(secret: str) -> str:
    """What is published of a secret before anybody sends a nonce."""
    return hashlib.sha256(secret_bytes(secret)).hexdigest()


def secret_bytes(secret: str) -> bytes:
    if not isinstance(secret, str) or not HEXADECIMAL.fullmatch(secret):
        raise RulesError("a secret is 64 hexadecimal digits, in small letters")
    return bytes.fromhex(secret)


def check_nonce(text: str) -> str:
    """The nonce of somebody who adds one."""
    if not isinstance(text, str) or not NONCE.fullmatch(text):
        raise RulesError("a nonce is 1 to 64 of the letters 0-9 a-z A-Z _ -")
    return text


def message_of(nonces: Sequence[str]) -> str:
    """The text in which the nonces enter the seed: a line for each seat, empty without a nonce."""
    lines = [f"{seat}:{check_nonce(nonce) if nonce else ''}\n" for seat, nonce in enumerate(nonces)]
    return "".join([f"{FORMAT}\n", *lines])


def seed_of(secret: str, nonces: Sequence[str]) -> str:
    """The seed of the game, `Game(…, seed=…)`; nonces are in the order of seats, or empty."""
    message = message_of(nonces).encode("ascii")
    return hmac.new(secret_bytes(secret), message, hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What a table keeps of its deal. Only the commitment may be told before the game is over."""

    commitment: str
    secret: str = field(repr=False)
    nonces: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def new(cls) -> "FairDeal":
        secret = new_secret()
        return cls(commitment_of(secret), secret)

    @property
    def seed(self) -> str:
        return seed_of(self.secret, self.nonces)

    def proof(self, transcript: Mapping[str, Any]) -> dict[str, Any]:
        """The proof of a game that is over, for `verify`."""
        return {
            "format": FORMAT,
            "commitment": self.commitment,
            "secret": self.secret,
            "nonces": list(self.nonces),
            "transcript": dict(transcript),
        }


# After the game


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and in a sentence what came of it."""

    name: str
    passed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a proof shows. The note says what only the players themselves can compare."""

    checks: tuple[Check, ...]
    note: str

    @property
    def fair(self) -> bool:
        return all(check.passed for check in self.checks)


def verify(proof: Mapping[str, Any]) -> Verdict:
    """Derive the whole deal and every draw again; `RecordError` if it is no proof at all.

    Whether the moves follow the rules is not asked here: `Game.from_transcript` knows that.
    """
    recipe, players, start = check_shape(proof)
    generator = Generator(seed_of(proof["secret"], proof["nonces"]))
    derived = deal(recipe, players, start, generator)
    told = proof["transcript"]["deal"]
    checks = [
        check_commitment(proof["commitment"], proof["secret"]),
        check_decks(told["decks"], derived["decks"]),
        check_drawn(recipe.drawn, told[recipe.drawn], derived[recipe.drawn]),
        check_start(told.get("start"), derived["start"], start == RANDOM),
    ]
    if recipe.drawn == "board":
        checks.append(check_draws(proof["transcript"]["turns"], generator))
    return Verdict(tuple(checks), note_of(proof))


def note_of(proof: Mapping[str, Any]) -> str:
    nonces = [f"seat {seat} {named(nonce)}" for seat, nonce in enumerate(proof["nonces"])]
    return (
        "Compare with what you were shown before the game: "
        f"commitment {proof['commitment']}; nonces: {', '.join(nonces)}."
    )


def named(nonce: str) -> str:
    return f'"{nonce}"' if nonce else "none"


# What a proof must look like


def require(condition: object, reason: str) -> None:
    if not condition:
        raise RecordError(f"not a proof: {reason}")


def check_shape(proof: Any) -> tuple[Recipe, int, int | str]:
    """Refuse what is no proof; the recipe, the number of players and the option `start`."""
    require(isinstance(proof, dict), "it must be a JSON object")
    require(proof.get("format") == FORMAT, f'"format" must be "{FORMAT}"')
    for key in ("commitment", "secret"):
        right = isinstance(proof.get(key), str) and HEXADECIMAL.fullmatch(proof[key])
        require(right, f'"{key}" must be 64 hexadecimal digits, in small letters')
    transcript = proof.get("transcript")
    require(isinstance(transcript, dict), '"transcript" must be an object')
    recipe, players, start = check_rules(transcript.get("rules"))
    check_nonces(proof.get("nonces"), players)
    check_deal(transcript.get("deal"), recipe.drawn)
    check_turns(transcript.get("turns"))
    return recipe, players, start


def check_rules(rules: Any) -> tuple[Recipe, int, int | str]:
    require(isinstance(rules, dict), '"rules" of the transcript must be an object')
    name = rules.get("name")
    known = isinstance(name, str) and name in RECIPES
    require(known, f'"name" of the rules must be one of {", ".join(RECIPES)}')
    recipe = RECIPES[name]
    players = whole(rules.get("players", 2))
    count = " or ".join(map(str, recipe.players))
    require(players in recipe.players, f'"players" of the rules must be {count}')
    start = rules.get("start", recipe.start)
    if start == RANDOM:
        return recipe, players or 0, RANDOM
    seat = whole(start)
    require(seat in range(players or 0), f'"start" of the rules must be a seat or "{RANDOM}"')
    return recipe, players or 0, seat or 0


def check_nonces(nonces: Any, players: int) -> None:
    right = isinstance(nonces, list) and len(nonces) == players
    right = right and all(isinstance(nonce, str) for nonce in nonces)
    right = right and all(not nonce or NONCE.fullmatch(nonce) for nonce in nonces)
    letters = "1 to 64 of 0-9 a-z A-Z _ -, or empty"
    require(right, f'"nonces" must be {players} texts, each {letters}')


def check_deal(told: Any, drawn: str) -> None:
    require(isinstance(told, dict), '"deal" of the transcript must be an object')
    decks = told.get("decks")
    right = isinstance(decks, list) and len(decks) == 3
    right = right and all(isinstance(deck, list) for deck in decks)
    require(right, '"decks" of the deal must be three lists')
    require(isinstance(told.get(drawn), list), f'"{drawn}" of the deal must be a list')


def check_turns(turns: Any) -> None:
    require(isinstance(turns, list), '"turns" of the transcript must be a list')
    for number, turn in enumerate(turns, start=1):
        steps = turn.get("steps") if isinstance(turn, dict) else None
        right = isinstance(steps, list) and all(isinstance(step, dict) for step in steps)
        require(right, f'turn {number} must have "steps", a list of objects')


# The checks


def check_commitment(commitment: str, secret: str) -> Check:
    made = commitment_of(secret)
    if made == commitment:
        return Check("commitment", True, "The secret is the one that was committed to.")
    text = f"The secret is another one: its SHA-256 is {made}, not the commitment {commitment}."
    return Check("commitment", False, text)


def check_decks(told: list[list[Any]], derived: list[list[Any]]) -> Check:
    for level, (deck, right) in enumerate(zip(told, derived, strict=True), start=1):
        if wrong := difference(map(shown, deck), map(shown, right)):
            return Check("decks", False, f"The deck of level {level} differs at card {wrong}.")
    return Check("decks", True, "The three decks lie in the order that follows from the seed.")


def check_drawn(name: str, told: list[Any], derived: list[Any]) -> Check:
    """The nobles in the order of their slots, or the board along its spiral."""
    if wrong := difference(map(shown, told), map(shown, derived)):
        where = "nobles differ at noble" if name == "nobles" else "board differs at token"
        return Check(name, False, f"The {where} {wrong}.")
    what = "nobles" if name == "nobles" else "tokens of the board"
    return Check(name, True, f"The {len(derived)} {what} follow from the seed.")


def check_start(told: Any, derived: int, drawn: bool) -> Check:
    source = "the seed" if drawn else "the option"
    if shown(told) == shown(derived):
        return Check("start", True, f"Seat {derived} starts, as follows from {source}.")
    text = f"Who starts differs: told is {shown(told)}, {source} gives {derived}."
    return Check("start", False, text)


def check_draws(turns: list[dict[str, Any]], generator: Generator) -> Check:
    """Every time that the board was filled from the bag."""
    bag, draws, tokens = Bag(), 0, 0
    for number, step in ((n, step) for n, turn in enumerate(turns, 1) for step in turn["steps"]):
        try:
            bag.follow(step)
        except RecordError:
            text = f"Turn {number} cannot be followed: a step does not tell how tokens moved."
            return Check("draws", False, text)
        if step.get("do") == "replenish":
            placed = bag.fill_board(generator)
            draws, tokens = draws + 1, tokens + len(placed)
            if wrong := difference(told_placed(step.get("placed")), map(shown_placed, placed)):
                text = f"Draw {draws} from the bag, in turn {number}, differs at token {wrong}."
                return Check("draws", False, text)
    text = f"All that was drawn from the bag follows from the seed: draws {draws}, tokens {tokens}."
    return Check("draws", True, text)


# What was told, beside what was derived


def difference(told: Iterable[str], derived: Iterable[str]) -> str:
    """Where two lists differ first, counted from 1, and how; empty if they are the same."""
    pairs = zip_longest(told, derived, fillvalue="nothing")
    for place, (left, right) in enumerate(pairs, start=1):
        if left != right:
            return f"{place}: told is {left}, the seed gives {right}"
    return ""


def shown(value: Any) -> str:
    """A value of somebody's file as it may stand in a sentence. Others look different."""
    number = whole(value)
    if number is not None and abs(number) < TOO_LARGE:
        return str(number)
    return f'"{value}"' if isinstance(value, str) and NONCE.fullmatch(value) else "something else"


def told_placed(placed: Any) -> list[str]:
    """Tokens with their cells, as a transcript tells them."""
    if not isinstance(placed, list):
        return ["something else"]
    pairs = [each if isinstance(each, list) and len(each) == 2 else (None, None) for each in placed]
    return [shown_placed((token, space_at(cell))) for token, cell in pairs]


def shown_placed(placed: tuple[Any, int | None]) -> str:
    token, space = placed
    right = isinstance(token, str) and token in TOKENS and space is not None
    return f"{token} on {space_name(space or 0)}" if right else "something else"
