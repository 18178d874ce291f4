"""The tables of docs/observations.md: the fields of the observations of both games."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.base.features import CARD_SEEN, NOBLE_SEEN, OBSERVATION, PLAYER_SEEN, SCALES
from splendor.duel import features as duel
from splendor.duel.state import PHASES as DUEL_PHASES
from tools.docs.markdown import table


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
        "nobles": "nobles still on the table, in slots 1 to 5",
        "players": "the observing seat, then the others in turn order",
        "buying": "phase `pay`: the card being bought",
        "gold_for": "phase `pay`: gold chosen so far beyond what is missing, W U G R K",
        "lowest": "phases `pay` and `return`: colours before this one are settled",
        "received": "1: a noble was received this turn",
        "passes": "consecutive turns that were passes without a noble",
        "round_number": "the round, from 1; 127 from the 127th on",
        "rounds": "option `rounds`, 0 if there is none; 127 at most",
        "target": "option `target`",
        "cap": "option `tokens`: 1 for `cap`",
        "noble_rule": "option `nobles`, one-hot: `come`, `sought`, `sought_free`",
        "nobles_each": "option `nobles_each`",
        "noble_points": "layout 2: the points of the nobles still on the table, in slots 1 to 5",
        "hidden_hands": "layout 2: option `hands`: 1 for `hidden`",
    },
    "card": {
        "cost": "its cost, W U G R K",
        "bonus": "its bonus, one-hot",
        "level": "its level, one-hot; the only thing known of an unseen card",
        "points": "its prestige",
        "present": "1: there is a card; 0: an empty place, and all else is 0",
        "unseen": "in a hand, 1: known only to its owner",
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
        "quiet": "consecutive turns without a purchase; 127 at most",
        "round_number": "the round, from 1; 127 from the 127th on",
        "idle": "option `idle`, 0 if there is none; 127 at most",
        "refill_late": "option `refill`: 1 for `end_of_turn`",
        "royal_points": "layout 2: the points of the royal cards still on the table",
        "hidden_hands": "layout 2: option `hands`: 1 for `hidden`",
    },
    "card": {
        "cost": "its cost, W U G R K P",
        "bonus": "how many bonuses of each colour; none for a wild card",
        "wild": "1: its bonus takes the colour of an owned card",
        "ability": "one-hot: `again`, `take`, `privilege`, `steal`",
        "level": "its level, one-hot; the only thing known of an unseen card",
        "points": "its prestige",
        "crowns": "its crowns",
        "present": "1: there is a card; 0: an empty place, and all else is 0",
        "unseen": "in a hand, 1: known only to its owner",
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
