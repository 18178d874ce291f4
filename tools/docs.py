"""Keep the generated tables in docs/ current: `python -m tools.docs` writes them.

`--check` writes nothing, names the files that are stale and exits with 1. A generated block
stands between `<!-- generated:NAME -->` and `<!-- end -->`, and NAME is a generator below.
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import splendor
from splendor import client
from splendor.base import refusals as base_refusals
from splendor.base.features import CARD_SEEN, NOBLE_SEEN, OBSERVATION, PLAYER_SEEN, SCALES
from splendor.base.moves import (
    MOVES,
    SLOT_LETTERS,
    BaseMove,
    ChooseGold,
    ChooseGoldHand,
    DeclineNoble,
    GoldFor,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    ReceiveNoble,
    Reserve,
    ReserveTop,
    ReturnToken,
    Take,
    TakePair,
)
from splendor.base.options import OPTIONS as BASE_OPTIONS
from splendor.core import refusals as core_refusals
from splendor.core.words import listed
from splendor.duel import features as duel
from splendor.duel import refusals as duel_refusals
from splendor.duel.moves import MOVES as DUEL_MOVES
from splendor.duel.options import OPTIONS as DUEL_OPTIONS
from splendor.duel.state import PHASES as DUEL_PHASES
from splendor.formats import findings
from splendor.server import refusals as server_refusals
from tools import option_tables, strength, styles, wire
from tools.faults import pages as faults_pages
from tools.hostile import pages as hostile_pages

SOURCE = Path(__file__).resolve().parent.parent
ROOT = SOURCE  # where the pages are
BLOCK = re.compile(r"<!-- generated:(\S+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
OPENING = "<!-- generated:"


class BlockError(ValueError):
    """A page has a generated block that cannot be renewed."""


def table(head: list[str], rows: Iterator[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# docs/architecture.md


def layers_list() -> str:
    """The layers of the import contract, top first, with the parts that exist."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["id"] == "layers"]
    lines = ["  ".join(filter(is_built, map(short_name, layer.split("|")))) for layer in layers]
    return "".join(["```text\n", *(f"{line}\n" for line in lines if line), "```\n"])


def short_name(module: str) -> str:
    return module.strip(" ()").removeprefix("splendor.")


def is_built(name: str) -> bool:
    package = SOURCE / "src" / "splendor"
    return (package / f"{name}.py").exists() or (package / name).is_dir()


# docs/actions.md


def actions_table() -> str:
    rows = (
        [str(action), f"`{move}`", meaning(move), phases(move)] for action, move in enumerate(MOVES)
    )
    return table(["number", "text", "meaning", "phase"], rows)


def meaning(move: BaseMove) -> str:
    match move:
        case Take(gems):
            return f"take {listed([str(gem) for gem in gems])}"
        case TakePair(gem):
            return f"take two {gem}"
        case Reserve(level, slot):
            return f"reserve {place_text(level, slot)}"
        case ReserveTop(level):
            return f"reserve the unseen top card of level {level}"
        case Purchase(level, slot):
            return f"buy {place_text(level, slot)}, default payment"
        case PurchaseHand(slot):
            return f"buy card {slot + 1} of the hand, default payment"
        case ChooseGold(level, slot):
            return f"buy {place_text(level, slot)}, choosing gold"
        case ChooseGoldHand(slot):
            return f"buy card {slot + 1} of the hand, choosing gold"
        case _:
            return meaning_of_a_small_decision(move)


def meaning_of_a_small_decision(move: BaseMove) -> str:
    match move:
        case GoldFor(gem):
            return f"one more gold stands for {gem}"
        case PayNow():
            return "pay as chosen"
        case ReturnToken(token):
            return f"return one {token}"
        case ReceiveNoble(slot):
            return f"receive or seek the noble in slot {slot + 1}"
        case DeclineNoble():
            return "decline the nobles that could be sought"
        case Pass():
            return "pass, as no action is legal"
        case _:
            raise BlockError(f"tools/docs.py has no meaning for {move!r}")


def place_text(level: int, slot: int) -> str:
    return f"the market card of level {level}, slot {SLOT_LETTERS[slot]}"


def phases(move: BaseMove) -> str:
    match move:
        case GoldFor() | PayNow():
            return "`pay`"
        case ReturnToken():
            return "`return`"
        case ReceiveNoble():
            return "`play`, `noble`"
        case DeclineNoble():
            return "`noble`"
        case _:
            return "`play`"


# Where each kind of move of Duel is legal, if not in phase `play`.
DUEL_PHASE = {"GoldFor": "pay", "PayNow": "pay", "TakeGold": "gold", "AsColour": "colour"}
DUEL_PHASE |= {"TakeMatching": "match", "Steal": "steal", "TakeRoyal": "royal"}
DUEL_PHASE |= {"Discard": "discard"}
TEXTS_A_LINE = 12


def duel_actions_table() -> str:
    """Each kind of move with its numbers; the kinds say in their docstrings what they do."""
    kinds = groupby(range(len(DUEL_MOVES)), lambda action: type(DUEL_MOVES[action]))
    rows = (duel_kind_row(kind, list(actions)) for kind, actions in kinds)
    return table(["numbers", "texts", "meaning", "phase"], rows)


def duel_kind_row(kind: type, actions: list[int]) -> list[str]:
    first, last = actions[0], actions[-1]
    numbers = str(first) if first == last else f"{first} to {last}"
    texts = f"`{DUEL_MOVES[first]}`" + ("" if first == last else f" … `{DUEL_MOVES[last]}`")
    meaning = (kind.__doc__ or "").partition("\n")[0].rstrip(".")
    return [numbers, texts, meaning, f"`{DUEL_PHASE.get(kind.__name__, 'play')}`"]


def duel_texts() -> str:
    """The text of every action, in their order; a line begins with the number of its first."""
    lines = []
    for first in range(0, len(DUEL_MOVES), TEXTS_A_LINE):
        texts = " ".join(map(str, DUEL_MOVES[first : first + TEXTS_A_LINE]))
        lines.append(f"{first:>3}: {texts}\n")
    return "".join(["```text\n", *lines, "```\n"])


# docs/observations.md


@dataclass(frozen=True)
class Layout:
    """The records of a game's observation, and what their fields mean."""

    observation: np.dtype[np.record]
    scales: npt.NDArray[np.float32]
    rows: dict[np.dtype[np.record], str]  # the names of the records inside
    meanings: dict[str, dict[str, str]]  # of the fields of each

    def table(self, kind: str, dtype: np.dtype[np.record], origin: int = 0) -> str:
        """The fields of a record; an example of it begins at `origin` of an observation."""
        names = dtype.names or ()
        rows = (self.row(self.meanings[kind][name], name, dtype, origin) for name in names)
        return table(["block", "offset", "length", "divided by", "meaning"], rows)

    def row(self, meaning: str, name: str, dtype: np.dtype[np.record], origin: int) -> list[str]:
        field, offset = field_of(dtype, name)
        inner = self.rows.get(field.base)
        if inner:
            count = field.itemsize // field.base.itemsize
            length = f"{count} × {field.base.itemsize} = {field.itemsize}"
            scale = f"see {inner}"
        else:
            length = " × ".join(map(str, field.shape)) if len(field.shape) > 1 else ""
            length = f"{length} = {field.itemsize}" if length else str(field.itemsize)
            scales = self.scales[origin + offset : origin + offset + field.itemsize]
            [divisor] = set(np.rint(1 / scales).astype(int).tolist())
            scale = str(divisor)
        return [f"`{name}`", str(offset), length, scale, meaning]

    def whole(self) -> str:
        size = f"One observation is {self.observation.itemsize} numbers.\n\n"
        return size + self.table("observation", self.observation)

    def inner(self, kind: str, block: str) -> str:
        """The fields of a record that the observation has in this block."""
        field, offset = field_of(self.observation, block)
        return self.table(kind, field.base, offset)


def field_of(dtype: np.dtype[np.record], name: str) -> tuple[np.dtype[Any], int]:
    """The type of a field, and where it begins."""
    assert dtype.fields is not None
    field, offset, *_ = dtype.fields[name]
    return field, offset


MEANINGS = {
    "observation": {
        "phase": "one-hot: `play`, `pay`, `return`, `noble`, `over`",
        "supply": "tokens in the supply, W U G R K J",
        "market": "cards 1a to 1d, 2a to 2d, 3a to 3d",
        "deck_sizes": "cards left in the decks of level 1, 2, 3",
        "nobles": "nobles that still lie in slots 1 to 5",
        "players": "the observing seat, then the others in the order of turns",
        "buying": "phase `pay`: the card being bought",
        "gold_for": "phase `pay`: gold chosen so far beyond what is missing, W U G R K",
        "lowest": "phases `pay` and `return`: colours before this one are settled",
        "received": "1: a noble was received this turn",
        "passes": "how many turns running were passes that brought no noble",
        "round_number": "the round, from 1; 127 from the 127th on",
        "rounds": "option `rounds`, 0 if there is none; 127 at most",
        "target": "option `target`",
        "cap": "option `tokens`: 1 for `cap`",
        "noble_rule": "option `nobles`, one-hot: `come`, `sought`, `sought_free`",
        "nobles_each": "option `nobles_each`",
        "noble_points": "layout 2: the points of the nobles that still lie in slots 1 to 5",
        "hidden_hands": "layout 2: option `hands`: 1 for `hidden`",
    },
    "card": {
        "cost": "its cost, W U G R K",
        "bonus": "its bonus, one-hot",
        "level": "its level, one-hot; all that is known of a card one cannot see",
        "points": "its prestige",
        "present": "1: there is a card; 0: an empty place, and all else is 0",
        "unseen": "in a hand, 1: known to the owner alone",
    },
    "noble": {
        "requires": "the bonuses it requires, W U G R K",
        "present": "1: there is a noble; 0: it has left or there never was one",
    },
    "player": {
        "present": "1: somebody sits there; 0: the game has fewer players, and all else is 0",
        "starts": "1: this seat has the first turn of a round",
        "tokens": "tokens held, W U G R K J",
        "bonuses": "bonuses of the purchased cards, W U G R K",
        "points": "points, 127 at most",
        "cards": "how many cards were purchased",
        "nobles": "how many nobles were received",
        "hand": "the reserved cards, in order",
    },
}
DUEL_MEANINGS = {
    "observation": {
        "phase": "one-hot: " + ", ".join(f"`{phase}`" for phase in DUEL_PHASES),
        "board": "for each of W U G R K P J the 25 spaces, row by row: 1 where it lies",
        "bag": "tokens in the bag, W U G R K P J",
        "pyramid": "cards 1a to 1e, 2a to 2d, 3a to 3c",
        "deck_sizes": "cards left in the decks of level 1, 2, 3",
        "royals": "R1 to R4: 1 while it lies beside the board",
        "privileges": "privileges above the board",
        "players": "the observing seat, then the other",
        "chosen": "phases `gold`, `pay`, `colour`: the card being reserved or bought",
        "gold_for": "phases `pay`, `colour`: gold chosen beyond what is missing, W U G R K P",
        "matching": "phase `match`, one-hot: the colour of the token to take",
        "lowest": "phases `pay` and `discard`: kinds before this one are settled",
        "replenished": "1: the board was filled in this turn",
        "purchased": "1: a card was bought in this turn",
        "again": "1: another turn of this seat follows",
        "quiet": "how many turns running were without a purchase; 127 at most",
        "round_number": "the round, from 1; 127 from the 127th on",
        "idle": "option `idle`, 0 if there is none; 127 at most",
        "refill_late": "option `refill`: 1 for `end_of_turn`",
        "royal_points": "layout 2: the points of the royal cards that still lie there",
        "hidden_hands": "layout 2: option `hands`: 1 for `hidden`",
    },
    "card": {
        "cost": "its cost, W U G R K P",
        "bonus": "how many bonuses of each colour; none for a wild card",
        "wild": "1: its bonus takes the colour of an owned card",
        "ability": "one-hot: `again`, `take`, `privilege`, `steal`",
        "level": "its level, one-hot; all that is known of a card one cannot see",
        "points": "its prestige",
        "crowns": "its crowns",
        "present": "1: there is a card; 0: an empty place, and all else is 0",
        "unseen": "in a hand, 1: known to the owner alone",
    },
    "player": {
        "starts": "1: this seat has the first turn of a round",
        "tokens": "tokens held, W U G R K P J",
        "bonuses": "bonuses of the purchased cards, W U G R K",
        "colour_points": "points on cards of each colour, W U G R K",
        "points": "points, 127 at most",
        "crowns": "crowns",
        "cards": "how many cards were purchased",
        "privileges": "privileges held",
        "royals": "how many royal cards were taken",
        "hand": "the reserved cards, in order",
    },
}
BASE_ROWS = {CARD_SEEN: "card", NOBLE_SEEN: "noble", PLAYER_SEEN: "player"}
BASE = Layout(OBSERVATION, SCALES, BASE_ROWS, MEANINGS)
DUEL_ROWS = {duel.CARD_SEEN: "card", duel.PLAYER_SEEN: "player"}
DUEL = Layout(duel.OBSERVATION, duel.SCALES, DUEL_ROWS, DUEL_MEANINGS)


# docs/decisions/0002-chance.md

SEEDS: tuple[int | str, ...] = (0, 7, "friday", "émeraude")
LIMITS = (2, 10, 40, 90, 1_500_000_000)  # of the last, a good part is drawn again
DRAWS = 8


# Run interpreted, where Python can call the inner kernels.
INTERPRETED = """
from splendor.core.chance import next_word, random_below, seeded
for seed in {seeds!r}:
    chance = seeded(seed)
    state = [*map(int, chance)]
    print(*state, *(int(next_word(chance)) for _ in range(3)))
for limit in {limits!r}:
    chance = seeded(7)
    print(*(int(random_below(chance, limit)) for _ in range({draws})))
"""


@cache
def vectors() -> list[list[int]]:
    """A line for each of SEEDS, four words of state and three more; then one for each limit."""
    script = INTERPRETED.format(seeds=SEEDS, limits=LIMITS, draws=DRAWS)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


def word_vectors() -> str:
    rows = zip(SEEDS, vectors(), strict=False)
    head = ["seed", "words of the state", "next three words"]
    return table(head, ([f"`{seed}`", hexadecimal(w[:4]), hexadecimal(w[4:])] for seed, w in rows))


def hexadecimal(words: list[int]) -> str:
    return " ".join(f"`{word:016x}`" for word in words)


def below_vectors() -> str:
    rows = zip(LIMITS, vectors()[len(SEEDS) :], strict=True)
    head = ["limit", f"first {DRAWS} numbers below it, seed `7` each time"]
    return table(head, ([str(limit), " ".join(map(str, drawn))] for limit, drawn in rows))


def deal_vectors() -> str:
    head = ["players, seed", "market", "next four cards of each deck", "nobles", "start"]
    return table(head, (deal_row(players, 7) for players in (2, 3, 4)))


def deal_row(players: int, seed: int) -> list[str]:
    game = splendor.Game(players=players, seed=seed)
    rows = [[card.id if card else None for card in row] for row in game.table.market]
    fields = dict(field.split("=", 1) for field in game.position.split())
    tops = [deck.split(",")[:4] for deck in fields["decks"].split("/")]
    market = " / ".join(" ".join(map(str, row)) for row in rows)
    decks = " / ".join(" ".join(deck) for deck in tops)
    nobles = " ".join(fields["nobles"].split(","))
    return [f"{players}, `{seed}`", market, decks, nobles, fields["start"]]


GENERATORS: dict[str, Callable[[], str]] = {
    "layers": layers_list,
    "actions": actions_table,
    "observation": BASE.whole,
    "card": lambda: BASE.inner("card", "market"),
    "noble": lambda: BASE.inner("noble", "nobles"),
    "player": lambda: BASE.inner("player", "players"),
    "duel-actions": duel_actions_table,
    "duel-texts": duel_texts,
    "duel-observation": DUEL.whole,
    "duel-card": lambda: DUEL.inner("card", "pyramid"),
    "duel-player": lambda: DUEL.inner("player", "players"),
    "options-base": lambda: option_tables.table(BASE_OPTIONS),
    "options-duel": lambda: option_tables.table(DUEL_OPTIONS),
    "words": word_vectors,
    "below": below_vectors,
    "deals": deal_vectors,
    "strength-claims": strength.claims_table,
    "strength-base-2": lambda: strength.level_table("base", 2),
    "strength-base-3": lambda: strength.level_table("base", 3),
    "strength-base-4": lambda: strength.level_table("base", 4),
    "strength-duel-2": lambda: strength.level_table("duel", 2),
    "styles": styles.table,
    "faults-kills": faults_pages.kills_table,
    "faults-scenes": faults_pages.scenes_table,
    "hostile-secrecy": hostile_pages.secrecy_table,
    "hostile-attacks": hostile_pages.attacks_table,
    "hostile-readers": hostile_pages.readers_table,
    "hostile-api": hostile_pages.api_table,
    "endpoints": wire.endpoints_table,
    "refusals": wire.refusals_table,
    "codes-rules": lambda: wire.codes_table(core_refusals.RULES_TEXTS),
    "codes-base": lambda: wire.codes_table(base_refusals.TEXTS),
    "codes-duel": lambda: wire.codes_table(duel_refusals.TEXTS),
    "codes-general": lambda: wire.codes_table(core_refusals.GENERAL_TEXTS),
    "codes-library": lambda: wire.codes_table(core_refusals.LIBRARY_TEXTS),
    "codes-requests": lambda: wire.codes_table(server_refusals.REQUESTS),
    "codes-tables": lambda: wire.codes_table(server_refusals.TABLES),
    "codes-writing": lambda: wire.codes_table(server_refusals.WRITING),
    "codes-workers": lambda: wire.codes_table(server_refusals.WORKERS),
    "codes-sockets": lambda: wire.codes_table(server_refusals.SOCKETS),
    "codes-client": lambda: wire.codes_table(client.TEXTS),
    "codes-fair": lambda: wire.codes_table(findings.REFUSALS),
    "codes-findings": lambda: wire.codes_table(findings.TEXTS),
    "sent": wire.sent_messages,
    "received": wire.received_messages,
    "parts": wire.parts_of_messages,
    "bodies": wire.http_bodies,
}


# The pages


def renewed(text: str) -> str:
    """The page with every generated block written anew."""
    if text.count(OPENING) != len(BLOCK.findall(text)):
        raise BlockError("a generated block has no <!-- end -->")
    return BLOCK.sub(lambda found: renewed_block(found[1]), text)


def renewed_block(name: str) -> str:
    if name not in GENERATORS:
        raise BlockError(f"there is no generator {name!r}: {', '.join(GENERATORS)}")
    return f"<!-- generated:{name} -->\n\n{GENERATORS[name]()}\n<!-- end -->\n"


def pages() -> list[Path]:
    return sorted((ROOT / "docs").rglob("*.md"))


def stale_pages() -> dict[Path, str]:
    """The pages that are not current, and what they should be."""
    stale = {}
    for page in pages():
        text = page.read_text(encoding="utf-8")
        try:
            current = renewed(text)
        except BlockError as error:
            raise BlockError(f"{page.relative_to(ROOT)}: {error}") from None
        if current != text:
            stale[page] = current
    return stale


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Renew the generated tables in docs/.")
    parser.add_argument("--check", action="store_true", help="write nothing, name stale pages")
    check = parser.parse_args(arguments).check
    try:
        stale = stale_pages()
    except BlockError as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    for page, text in stale.items():
        name = page.relative_to(ROOT)
        if check:
            print(f"docs: {name} is stale; renew it with python -m tools.docs", file=sys.stderr)
        else:
            page.write_text(text, encoding="utf-8")
            print(f"docs: {name} renewed")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
