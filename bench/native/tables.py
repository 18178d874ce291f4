"""Writes tables.rs for the native benchmark from the package's own card data."""

import csv
import itertools
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "src" / "splendor" / "data"
COLOURS = ["white", "blue", "green", "red", "black"]


def rows(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def price(row):
    return [int(row[colour]) for colour in COLOURS]


def rust(values):
    return "[" + ",".join(rust(v) if isinstance(v, list) else str(v) for v in values) + "]"


cards = rows("base_cards.csv")
nobles = rows("base_nobles.csv")
takes = [
    [int(colour in chosen) for colour in range(5)]
    for count in (3, 2, 1)
    for chosen in itertools.combinations(range(5), count)
]
takes += [[2 if colour == pair else 0 for colour in range(5)] for pair in range(5)]
bits = [sum(1 << colour for colour in range(5) if take[colour]) for take in takes]

print(f"pub const COST:[[i8;5];90]={rust([price(card) for card in cards])};")
print(f"pub const POINTS:[i8;90]={rust([int(card['points']) for card in cards])};")
print(f"pub const COLOR:[i8;90]={rust([COLOURS.index(card['bonus']) for card in cards])};")
print(f"pub const NOBLES:[[i8;5];10]={rust([price(noble) for noble in nobles])};")
print(f"pub const TAKES:[[i8;5];30]={rust(takes)};")
print(f"pub const TAKE_BITS:[u8;30]={rust(bits)};")
