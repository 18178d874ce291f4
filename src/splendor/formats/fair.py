"""The provably fair deal: the server's committed secret, the players' nonces, and the proof.

`docs/fair.md` is the recipe, for people and for other languages. The `repr` of these objects never
contains the secret.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from splendor.core.errors import FormatError, RulesError
from splendor.core.refusals import Refusal, Value
from splendor.formats.findings import UNREADABLE, Finding
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
TOO_LARGE = 2**53  # from here on, whole numbers are inexact in some languages


# Before the game


def new_secret() -> str:
    """256 bits from the system's random source, as 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """The hash of a secret, published before anyone sends a nonce."""
    return hashlib.sha256(secret_bytes(secret)).hexdigest()


def secret_bytes(secret: str) -> bytes:
    if not isinstance(secret, str) or not HEXADECIMAL.fullmatch(secret):
        raise RulesError(Refusal("bad_secret"))
    return bytes.fromhex(secret)


def check_nonce(text: str) -> str:
    """Return the nonce if it is well formed, or raise `RulesError`."""
    if not isinstance(text, str) or not NONCE.fullmatch(text):
        raise RulesError(Refusal("bad_nonce"))
    return text


def message_of(nonces: Sequence[str]) -> str:
    """The text from which the seed is derived: one line per seat, with its nonce if it has one."""
    lines = [f"{seat}:{check_nonce(nonce) if nonce else ''}\n" for seat, nonce in enumerate(nonces)]
    return "".join([f"{FORMAT}\n", *lines])


def seed_of(secret: str, nonces: Sequence[str]) -> str:
    """The seed for `Game(…, seed=…)`; `nonces` has a text for each seat, which may be empty."""
    message = message_of(nonces).encode("ascii")
    return hmac.new(secret_bytes(secret), message, hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What a table stores of its deal. Only the commitment is public before the game is over.

    >>> table = FairDeal(commitment_of(64 * "0"), secret=64 * "0", nonces=("anna", ""))
    >>> game = splendor.Game(seed=table.seed)
    >>> verify(table.proof(splendor.formats.transcript(game))).fair
    True
    """

    commitment: str
    secret: str = field(repr=False)
    nonces: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def new(cls) -> "FairDeal":
        """A deal with a new secret and without nonces, which `dataclasses.replace` adds.

        >>> table = FairDeal.new()
        >>> table.commitment == commitment_of(table.secret)
        True
        """
        secret = new_secret()
        return cls(commitment_of(secret), secret)

    @property
    def seed(self) -> str:
        """The seed of the game: `Game(seed=deal.seed)` deals it.

        >>> FairDeal(commitment_of(64 * "0"), 64 * "0").seed[:8]
        '310677f4'
        """
        return seed_of(self.secret, self.nonces)

    def proof(self, transcript: Mapping[str, Any]) -> dict[str, Any]:
        """The proof of a game that is over, for `verify`. It reveals the secret.

        >>> table = FairDeal.new()
        >>> game = splendor.Game(seed=table.seed)
        >>> sorted(table.proof(splendor.formats.transcript(game)))
        ['commitment', 'format', 'nonces', 'secret', 'transcript']
        """
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
    """One check of a proof: its name, whether it passed, and the finding as a code with values.

    >>> passed("decks", "decks_match")
    Check(name='decks', passed=True, finding=Finding(code='decks_match', values={}))
    """

    name: str
    passed: bool
    finding: Finding

    @property
    def text(self) -> str:
        """The finding in English.

        >>> passed("decks", "decks_match").text
        'The order of the three decks follows from the seed.'
        """
        return str(self.finding)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a proof shows. Only the players can compare the commitment and the nonces.

    >>> table = FairDeal(commitment_of(64 * "0"), 64 * "0", nonces=("anna", ""))
    >>> game = splendor.Game(seed=table.seed)
    >>> verdict = verify(table.proof(splendor.formats.transcript(game)))
    >>> [check.name for check in verdict.checks]
    ['commitment', 'decks', 'nobles', 'start']
    """

    checks: tuple[Check, ...]
    commitment: str
    nonces: tuple[str, ...]

    @property
    def fair(self) -> bool:
        """Whether every check passed.

        >>> Verdict((passed("decks", "decks_match"),), "", ()).fair
        True
        """
        return all(check.passed for check in self.checks)

    @property
    def note(self) -> str:
        """What the players should compare, in English.

        >>> Verdict((), commitment="66687aad", nonces=("anna", "")).note
        'Compare with ... commitment 66687aad; nonces: seat 0 "anna", seat 1 none.'
        """
        nonces = [f"seat {seat} {named(nonce)}" for seat, nonce in enumerate(self.nonces)]
        return (
            "Compare with what you were shown before the game: "
            f"commitment {self.commitment}; nonces: {', '.join(nonces)}."
        )


def verify(proof: Mapping[str, Any]) -> Verdict:
    """Derive the deal and every draw again; `FormatError` if this is not a proof at all.

    Whether the moves are legal is not checked here: `Game.from_transcript` does that.

    >>> table = FairDeal(commitment_of(64 * "0"), 64 * "0", nonces=("anna", ""))
    >>> proof = table.proof(splendor.formats.transcript(splendor.Game(seed="chosen")))
    >>> verify(proof).fair
    False
    """
    recipe, players, start = check_shape(proof)
    generator = Generator(seed_of(proof["secret"], proof["nonces"]))
    derived = deal(recipe, players, start, generator)
    stated = proof["transcript"]["deal"]
    checks = [
        check_commitment(proof["commitment"], proof["secret"]),
        check_decks(stated["decks"], derived["decks"]),
        check_drawn(recipe.drawn, stated[recipe.drawn], derived[recipe.drawn]),
        check_start(stated.get("start"), derived["start"], start == RANDOM),
    ]
    if recipe.drawn == "board":
        checks.append(check_draws(proof["transcript"]["turns"], generator))
    return Verdict(tuple(checks), proof["commitment"], tuple(proof["nonces"]))


def named(nonce: str) -> str:
    return f'"{nonce}"' if nonce else "none"


# What a proof must look like


def require(condition: object, expected: str, part: str, **values: Value) -> None:
    """Raise `FormatError` unless `part` has the form that `expected` names in `findings.py`."""
    if not condition:
        raise FormatError(Refusal.of("not_a_proof", expected=expected, part=part, **values))


def check_shape(proof: Any) -> tuple[Recipe, int, int | str]:
    """Refuse what is not a proof; return recipe, number of players and the option `start`."""
    require(isinstance(proof, dict), "json", "")
    require(proof.get("format") == FORMAT, "text", "format", allowed=[FORMAT])
    for key in ("commitment", "secret"):
        right = isinstance(proof.get(key), str) and HEXADECIMAL.fullmatch(proof[key])
        require(right, "digits", key)
    transcript = proof.get("transcript")
    require(isinstance(transcript, dict), "object", "transcript")
    recipe, players, start = check_rules(transcript.get("rules"))
    check_nonces(proof.get("nonces"), players)
    check_deal(transcript.get("deal"), recipe.drawn)
    check_turns(transcript.get("turns"))
    return recipe, players, start


def check_rules(rules: Any) -> tuple[Recipe, int, int | str]:
    require(isinstance(rules, dict), "object", "rules", of="transcript")
    name = rules.get("name")
    known = isinstance(name, str) and name in RECIPES
    require(known, "name", "name", of="rules", allowed=list(RECIPES))
    recipe = RECIPES[name]
    players = whole(rules.get("players", 2))
    right = players in recipe.players
    require(right, "count", "players", of="rules", allowed=list(recipe.players))
    start = rules.get("start", recipe.start)
    if start == RANDOM:
        return recipe, players or 0, RANDOM
    seat = whole(start)
    require(seat in range(players or 0), "seat", "start", of="rules")
    return recipe, players or 0, seat or 0


def check_nonces(nonces: Any, players: int) -> None:
    right = isinstance(nonces, list) and len(nonces) == players
    right = right and all(isinstance(nonce, str) for nonce in nonces)
    right = right and all(not nonce or NONCE.fullmatch(nonce) for nonce in nonces)
    require(right, "nonces", "nonces", count=players)


def check_deal(stated: Any, drawn: str) -> None:
    require(isinstance(stated, dict), "object", "deal", of="transcript")
    decks = stated.get("decks")
    right = isinstance(decks, list) and len(decks) == 3
    right = right and all(isinstance(deck, list) for deck in decks)
    require(right, "lists", "decks", of="deal")
    require(isinstance(stated.get(drawn), list), "list", drawn, of="deal")


def check_turns(turns: Any) -> None:
    require(isinstance(turns, list), "list", "turns", of="transcript")
    for number, turn in enumerate(turns, start=1):
        steps = turn.get("steps") if isinstance(turn, dict) else None
        right = isinstance(steps, list) and all(isinstance(step, dict) for step in steps)
        require(right, "objects", "steps", count=number)


# The checks


def passed(name: str, code: str, **values: Value) -> Check:
    return Check(name, True, Finding(code, values))


def failed(name: str, code: str, **values: Value) -> Check:
    return Check(name, False, Finding(code, values))


def check_commitment(commitment: str, secret: str) -> Check:
    made = commitment_of(secret)
    if made == commitment:
        return passed("commitment", "secret_matches")
    return failed("commitment", "secret_differs", made=made, promised=commitment)


def check_decks(stated: list[list[Any]], derived: list[list[Any]]) -> Check:
    for level, (deck, right) in enumerate(zip(stated, derived, strict=True), start=1):
        if wrong := difference(map(readable, deck), map(readable, right)):
            return failed("decks", "deck_differs", level=level, **wrong)
    return passed("decks", "decks_match")


def check_drawn(name: str, stated: list[Any], derived: list[Any]) -> Check:
    """The nobles in the order of their slots, or the board along its spiral."""
    wrong = difference(map(readable, stated), map(readable, derived))
    right, differs = DRAWN[name]
    return failed(name, differs, **wrong) if wrong else passed(name, right, count=len(derived))


DRAWN = {"nobles": ("nobles_match", "nobles_differ"), "board": ("board_matches", "board_differs")}


def check_start(stated: Any, derived: int, drawn: bool) -> Check:
    source = "seed" if drawn else "option"
    if readable(stated) == derived:
        return passed("start", "start_matches", seat=derived, source=source)
    return failed("start", "start_differs", source=source, told=readable(stated), given=derived)


def check_draws(turns: list[dict[str, Any]], generator: Generator) -> Check:
    """Check every replenishment of the board from the bag."""
    bag, draws, tokens = Bag(), 0, 0
    for number, step in ((n, step) for n, turn in enumerate(turns, 1) for step in turn["steps"]):
        try:
            bag.follow(step)
        except FormatError:
            return failed("draws", "turn_unclear", turn=number)
        if step.get("do") == "replenish":
            placed = bag.fill_board(generator)
            draws, tokens = draws + 1, tokens + len(placed)
            stated = stated_placed(step.get("placed"))
            if wrong := difference(stated, [placed_on(*each) for each in placed]):
                return failed("draws", "draw_differs", draw=draws, turn=number, **wrong)
    return passed("draws", "draws_match", draws=draws, tokens=tokens)


# Comparing the transcript with what was derived


def difference(stated: Iterable[Value], derived: Iterable[Value]) -> dict[str, Value]:
    """The first difference of two lists, counted from 1; empty if they are equal."""
    for place, (left, right) in enumerate(zip_longest(stated, derived), start=1):
        if left != right:
            return {"place": place, "told": left, "given": right}
    return {}


def readable(value: Any) -> Value:
    """A value from the file as part of a finding; anything strange becomes UNREADABLE."""
    number = whole(value)
    if number is not None and abs(number) < TOO_LARGE:
        return number
    return value if isinstance(value, str) and NONCE.fullmatch(value) else UNREADABLE


def stated_placed(placed: Any) -> list[Value]:
    """Tokens with their cells, in the form of a transcript."""
    if not isinstance(placed, list):
        return [UNREADABLE]
    pairs = [each if isinstance(each, list) and len(each) == 2 else (None, None) for each in placed]
    return [placed_on(token, space_at(cell)) for token, cell in pairs]


def placed_on(token: Any, space: int | None) -> Value:
    right = isinstance(token, str) and token in TOKENS and space is not None
    return {"token": token, "space": space_name(space or 0)} if right else UNREADABLE
