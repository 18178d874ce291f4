"""Cards, card backs, nobles, royal cards and tokens: each a drawing at its own origin."""

from typing import Final

from splendor.core.content import NO_ABILITY, WILD, Card, JewelCard, Noble, Royal
from splendor.core.gems import Counts, Gem
from splendor.core.tables import HandCard
from splendor.svg.markup import (
    CAPITALS,
    box,
    circle,
    element,
    joined,
    label,
    number,
    stamp,
    titled,
    use,
)
from splendor.svg.shapes import MADE

WIDTH, HEIGHT = 132, 150  # of a card
BAND = 70  # the height of its band
PLATE = 28  # the size of an ability's sign
DECK_WIDTH = 72
HELD_WIDTH = 62  # of a card in a hand where there is little room
NOBLE_WIDTH, NOBLE_HEIGHT = 150, 84
ROYAL_WIDTH, ROYAL_HEIGHT = 80, 78

CARD_INK, CARD_INK_2, IVORY = "var(--card-ink)", "var(--card-ink-2)", "#fbeecb"
ROMAN: Final = {1: "I", 2: "II", 3: "III"}
ICONS: Final = {"again": "again", "take": "take", "privilege": "scroll", "steal": "steal"}
CRESTS = 10  # a noble's coat of arms is that of its id
ROYAL_CRESTS: Final = (3, 0, 2, 8)  # by the id of the royal card


def letter_of(gem: Gem) -> str:
    """The name of a gem's shape."""
    return gem.letter.lower()


def on_band(letter: str) -> str:
    """The name of a gem's shape on a band; white and pearl are the same everywhere."""
    return letter if letter in "wpx" else f"band-{letter}"


def tint_of(card: Card) -> str:
    """The letter of a card's band: that of its gem, `x` for a wild bonus, `n` for none."""
    if card.gem is not None:
        return letter_of(card.gem)
    return "x" if card.bonus == WILD else "n"


def shadow(width: float, height: float, radius: float = 7) -> str:
    return box(1, 2.5, width, height, rx=radius, fill="#000", opacity=0.38)


# A card


def face(card: Card, slot: str = "") -> str:
    """A card, with the name of its place in a corner of the band."""
    words, tint = (f"{slot}: {card}" if slot else str(card)), tint_of(card)
    ink = f"var(--band-{tint}-ink)"
    return titled(
        words,
        stamp(f"card-{tint}"),
        use(art_of(card), 4, 4, (WIDTH - 8, BAND), color=ink, opacity=0.4),
        label(11, 23, card.points, 33, fill=ink) if card.points else "",
        *gifts(card),
        label(10, BAND - 5, slot, 12, fill=ink) if slot else "",
        chips(card.cost),
    )


def blank(tint: str) -> str:
    """The definition of a card without anything but its band."""
    look = {"fill": f"url(#fill-band{tint})", "stroke": "#000", "stroke_opacity": 0.2}
    band = box(4, 4, WIDTH - 8, BAND, rx=4, **look)
    return element("g", stamp(sheet_name(WIDTH, HEIGHT)), band, id=f"card-{tint}")


def sheet_name(width: float, height: float) -> str:
    return f"sheet-{number(width)}x{number(height)}"


def sheet(size: str) -> str:
    """The definition of a sheet of parchment of this size."""
    width, height = map(float, size.split("x"))
    radius = 7 if width >= WIDTH else 5
    ground = box(0, 0, width, height, rx=radius, fill="url(#fill-parchment)")
    return element("g", shadow(width, height, radius), ground, id=f"sheet-{size}")


def art_of(card: Card) -> str:
    """The engraving: that of the colour and the level, or the general one of the level."""
    level = min(card.level, 3)
    return f"a-{tint_of(card)}{level}" if card.gem is not None else f"art{level}"


def gifts(card: Card) -> list[str]:
    """The bonus at the right of the band; to the left of it an ability or crowns."""
    count = card.bonus_count if isinstance(card, JewelCard) else 1
    parts = [stamp(f"bonus-{tint_of(card)}{count}")] if count else []
    if not isinstance(card, JewelCard):
        return parts
    right = WIDTH - 32 - 20 * count if count else WIDTH - 8
    if card.ability != NO_ABILITY:
        parts.append(stamp(f"plate-{card.ability}", right - PLATE - 1, 14))
    return [*parts, *crowns(card, right)]


def medallion(name: str) -> str:
    """The definition of a bonus in a ring of brass; two gems are side by side in an oval."""
    shape, count = name[0], int(name[1:])
    width = 20 + 20 * count
    x = WIDTH - 8 - width
    look = {"fill": "url(#fill-ivory)", "stroke": "#d9b25f", "stroke_width": 1.6}
    if shape == "o":
        return box(x, 8, width, 40, rx=20, id=f"bonus-{name}", **look)
    size, step = (27, 27) if count == 1 else (23, 24)
    first = x + (width - size - step * (count - 1)) / 2
    gems = (use(shape, first + step * at, 28 - size / 2, size) for at in range(count))
    return element("g", stamp(f"bonus-o{count}"), *gems, id=f"bonus-{name}")


def plate(ability: str) -> str:
    """The definition of an ability's sign."""
    look = {"fill": IVORY, "stroke": "#2a1d12", "stroke_width": 1.5}
    sign = use(ICONS[ability], 5, 5, PLATE - 10, color="#2a1d12")
    return element("g", box(0, 0, PLATE, PLATE, rx=7, **look), sign, id=f"plate-{ability}")


def crowns(card: JewelCard, right: float) -> list[str]:
    colour = "#8a5a00" if tint_of(card) == "w" else "#ffd766"
    size, step = 20, 17 if card.crowns < 3 else 14
    first = right - size - step * (card.crowns - 1)
    return [use("crown", first + step * at, 18, size, color=colour) for at in range(card.crowns)]


def chips(cost: Counts) -> str:
    """What a card costs: two columns at its lower edge."""
    priced = [(gem, count) for gem, count in cost.items() if count]
    rows, parts = (len(priced) + 1) // 2, []
    for index, (gem, count) in enumerate(priced):
        row, column = divmod(index, 2)
        x, y = 6 + 61.5 * column, HEIGHT - 34 - 30 * (rows - 1 - row)
        parts.append(stamp(f"chip-{letter_of(gem)}", x, y))
        parts.append(element("text", str(count), x=x + 25, y=y + 14 + CAPITALS * 18))
    return element("g", *parts, font_size=18, fill=CARD_INK)


def chip(letter: str) -> str:
    """The definition of a gem in a cost, without its number."""
    look = {"fill": "#fff", "fill_opacity": 0.55, "stroke": "var(--card-line)"}
    if letter == "blank":
        return box(0, 0, 58.5, 28, rx=5, id="chip-blank", **look)
    return element(
        "g",
        stamp("chip-blank"),
        use(letter, 4.5, 5.5, 17),
        label(53.5, 14, letter.upper(), 10, text_anchor="end", fill=CARD_INK_2),
        id=f"chip-{letter}",
    )


MADE.update({"card": blank, "sheet": sheet, "bonus": medallion, "plate": plate, "chip": chip})


# Backs and decks


def back(level: int, width: float, height: float) -> str:
    """The back of a card of a level, as it lies in a hand."""
    return titled(
        f"an unseen card of level {level}",
        shadow(width, height, 5),
        box(0, 0, width, height, rx=5, fill=f"url(#fill-deck{min(level, 3)})"),
        box(3, 3, width - 6, height - 6, rx=3, fill="none", stroke=IVORY, stroke_opacity=0.55),
        use("lock", width / 2 - 8, height / 2 - 22, 16, color=IVORY),
        numeral(level, width / 2, height / 2 + 12, 20),
    )


def numeral(level: int, x: float, y: float, size: float, ink: str = IVORY) -> str:
    roman = ROMAN.get(level, str(level))
    return label(x, y, roman, size, font="serif", text_anchor="middle", fill=ink)


def deck(level: int, count: int) -> str:
    """A deck with the number of its cards; an outline where it is empty."""
    words = f"deck of level {level}: {count} cards"
    if not count:
        empty = numeral(level, DECK_WIDTH / 2, 26, 20, "var(--ink-2)")
        return titled(words, hollow(DECK_WIDTH, HEIGHT), empty)
    middle = DECK_WIDTH / 2, HEIGHT / 2
    return titled(
        words,
        *(box(at, at, DECK_WIDTH, HEIGHT, rx=7, fill="#e8d9b8", stroke="#6b5636") for at in (4, 2)),
        box(0, 0, DECK_WIDTH, HEIGHT, rx=7, fill=f"url(#fill-deck{min(level, 3)})"),
        use(f"back{min(level, 3)}", 0, 0, (DECK_WIDTH, HEIGHT), color=IVORY, opacity=0.5),
        numeral(level, DECK_WIDTH / 2, 26, 20),
        circle(*middle, 22, fill="#1a110b", stroke="#d9b25f", stroke_width=1.6),
        label(*middle, count, 20, text_anchor="middle", fill=IVORY),
    )


def hollow(width: float, height: float) -> str:
    """The place of something that is not there."""
    return box(0.5, 0.5, width - 1, height - 1, rx=6, fill="none", stroke="var(--line)")


# Cards in a hand


def held(card: HandCard[Card], width: float, height: float) -> str:
    """A reserved card where there is little room: its band and its cost."""
    if card.card is None:
        return back(card.level, width, height)
    return titled(
        str(card.card),
        stamp(sheet_name(width, height)),
        small_band(card.card, width),
        own_eyes(card.card, width / 2 - 7, 9.5) if card.unseen else "",
        small_costs(card.card.cost, height),
    )


def small_band(card: Card, width: float) -> str:
    tint = tint_of(card)
    parts = [box(2, 2, width - 4, 28, rx=3, fill=f"url(#fill-band{tint})")]
    if card.points:
        ink = f"var(--band-{tint}-ink)"
        parts.append(label(8, 16, card.points, 18, fill=ink))
    if tint != "n":
        parts.append(use(on_band(tint), width - 24, 7.5, 17))
    return joined(parts)


def own_eyes(card: Card, x: float, y: float) -> str:
    """The sign on a card that only its owner has seen."""
    return use("eye", x, y, 14, color=f"var(--band-{tint_of(card)}-ink)", opacity=0.8)


def small_costs(cost: Counts, height: float) -> str:
    """The cost below a small band: in one column where there is room, otherwise in two."""
    priced = [(gem, count) for gem, count in cost.items() if count]
    columns = 1 if height >= 32 + 24 * len(priced) else 2
    rows, parts = -(-len(priced) // columns), []
    step = min(26, (height - 36) / max(rows, 1))
    first = 31 + (height - 31) / 2 - step * (rows - 1) / 2
    for index, (gem, count) in enumerate(priced):
        row, column = divmod(index, columns)
        x, y = 16 if columns == 1 else 5 + 28 * column, first + step * row
        parts.append(use(letter_of(gem), x, y - 7, 14))
        parts.append(element("text", str(count), x=x + 16, y=y + CAPITALS * 14))
    return element("g", *parts, font_size=14, fill=CARD_INK)


# Nobles and royal cards


def tile(width: float, height: float) -> str:
    return shadow(width, height) + box(
        0, 0, width, height, rx=7, fill="url(#fill-parchment)", stroke="var(--brass-dim)"
    )


def noble_tile(noble: Noble, slot: str = "") -> str:
    words = f"{slot}: {noble}" if slot else str(noble)
    needs = [(gem, count) for gem, count in noble.requires.items() if count]
    return titled(
        words,
        tile(NOBLE_WIDTH, NOBLE_HEIGHT),
        use(f"crest-{noble.id % CRESTS}", 9, 8, (36, 43)),
        label(27, 68, noble.points, 24, text_anchor="middle", fill=CARD_INK),
        label(53, 18, short_name(noble.name), 13, font="serif", fits=88, fill=CARD_INK),
        *(need(*pair, 53 + 32.5 * at) for at, pair in enumerate(needs)),
        label(142, 72, slot, 11, text_anchor="end", fill=CARD_INK_2) if slot else "",
    )


def need(gem: Gem, count: int, x: float) -> str:
    letter = label(x + 8, 58, gem.letter, 10.5, text_anchor="middle", fill=CARD_INK_2)
    return use(letter_of(gem), x, 33, 16) + label(x + 18, 41, count, 15, fill=CARD_INK) + letter


def short_name(name: str) -> str:
    """A noble's name without titles: `Isabella I`, `Suleiman`, `Machiavelli`."""
    first = name.partition(" of ")[0].partition(" the ")[0]
    return first if len(first) <= 12 else first.rpartition(" ")[2]


def royal_card(royal: Royal, slot: str = "") -> str:
    parts = [
        tile(ROYAL_WIDTH, ROYAL_HEIGHT),
        use(f"crest-{royal_crest(royal)}", 8, 8, (32, 38)),
        label(59, 22, royal.points, 25, text_anchor="middle", fill=CARD_INK),
        label(24, 63, slot or royal.name, 12, text_anchor="middle", fill=CARD_INK_2),
    ]
    if royal.ability != NO_ABILITY:
        parts.append(stamp(f"plate-{royal.ability}", 46, 41))
    return titled(str(royal), *parts)


def royal_crest(royal: Royal) -> int:
    return ROYAL_CRESTS[royal.id % len(ROYAL_CRESTS)]


# Tokens


def disc(gem: Gem, x: float, y: float, size: float, **more: object) -> str:
    """A token with its centre at a point."""
    return use(f"token-{letter_of(gem)}", x - size / 2, y - size / 2, size, **more)
