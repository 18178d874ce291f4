"""The table as a hundred columns of text, for a terminal. What it is given is a table, not a game.

Everything is drawn in colour; `plain` takes the colours out again. Nothing is told by colour
alone: a gem is always its letter W U G R K, gold is J or ★.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from splendor.base.moves import SLOT_LETTERS, TOKEN_LETTERS
from splendor.base.reasons import missing
from splendor.base.state import MOST_NOBLES, TOKEN_LIMIT
from splendor.base.table import Place, Table
from splendor.content import Card, Noble
from splendor.gems import COLOURS, GEMS, LETTERS

WIDTH = 100
MARGIN = 10  # the words on the left
CARD = 21
LEFT = 50  # of a player's place; the hand is on the right

# Chips: what is printed on the token's colour, in the 16 colours that every terminal has.
CHIPS = ("107;30", "44;97", "42;30", "41;97", "100;97", "43;30")
EDGES = ("97", "94", "32", "91", "90")
BOLD, DIM, GO, MISSING, LAST = "1", "2", "1;30;43", "91", "36"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Scene:
    """A table to draw, for the seat `eyes`; `fresh` cards are marked as new."""

    table: Table
    rules: str
    names: tuple[str, ...]
    last: tuple[str, ...]
    eyes: int | None = None
    fresh: frozenset[int] = frozenset()
    nobles_each: int = MOST_NOBLES

    @property
    def is_over(self) -> bool:
        return self.table.phase == "over"

    @property
    def buyer(self) -> Place | None:
        """For whom cards are tagged: nobody any more when the game is over."""
        return None if self.eyes is None or self.is_over else self.table.places[self.eyes]


# Text and its width


def paint(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if text else ""


def plain(text: str) -> str:
    return ESCAPE.sub("", text)


def width_of(text: str) -> int:
    """How many columns a text takes: some letters take two, combining marks none."""
    shown = (letter for letter in plain(text) if not unicodedata.combining(letter))
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in shown)


def pad(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def cut(text: str, width: int) -> str:
    """A text without colours, shortened where it is too long."""
    if width_of(text) <= width:
        return text
    while width_of(text) >= width:
        text = text[:-1]
    return text + "…"


def how_many(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def filled(left: str, line: str, right: str, width: int) -> str:
    """`left` and `right` with a line between them."""
    return left + line * (width - width_of(left) - width_of(right)) + right


def wrapped(label: str, words: Sequence[str], width: int = WIDTH) -> Iterator[str]:
    """A label and words beside it, on as many lines as they need."""
    line = f" {pad(label, MARGIN)}"
    for word in words:
        if width_of(line) + width_of(word) > width:
            yield line.rstrip()
            line = " " * (MARGIN + 1)
        line += word + "  "
    yield line.rstrip()


# Gems, cards, nobles


def chip(token: int, count: int | str) -> str:
    return paint(f"{TOKEN_LETTERS[token]}{count}", CHIPS[token])


def chips(counts: Sequence[int]) -> str:
    """The colours there are: `W2 G1 J1`."""
    shown = [chip(token, count) for token, count in enumerate(counts) if count]
    return " ".join(shown) or "nothing"


def columns(counts: Sequence[int]) -> str:
    """Every colour in its column, also where there is none."""
    return "  ".join(
        chip(token, count) if count else paint(f"{TOKEN_LETTERS[token]}·", DIM)
        for token, count in enumerate(counts)
    )


def points_of(thing: Card | Noble) -> str:
    return f"{thing.points} pt{'s' if thing.points > 1 else ''}" if thing.points else ""


def bonus_of(card: Card) -> int:
    return COLOURS.index(card.bonus)


def due(place: Place, card: Card) -> list[int]:
    """What is to be paid in each colour: the cost less the bonuses."""
    return [max(0, card.cost[gem] - place.bonuses[gem]) for gem in range(GEMS)]


def payment(place: Place, card: Card) -> list[int]:
    """What a purchase costs this player by default, gold last."""
    paid = [min(owed, place.tokens[gem]) for gem, owed in enumerate(due(place, card))]
    return [*paid, sum(missing(place, card))]


def shortage(place: Place, card: Card) -> int:
    """How many gems are missing after gold; 0 means the card can be bought."""
    return max(0, sum(missing(place, card)) - place.tokens[GEMS])


def tag(place: Place, card: Card) -> str:
    """`BUY`, `BUY ★1` with one gold, or `−2`: two gems short."""
    gold = sum(missing(place, card))
    if short := shortage(place, card):
        return f"−{short}"
    return paint(f"BUY ★{gold}" if gold else "BUY", GO)


def card_word(card: Card) -> str:
    """A card on one line: what it gives, its points, its price."""
    bonus = paint(f" {LETTERS[bonus_of(card)]} ", CHIPS[bonus_of(card)])
    return f"{bonus} {points_of(card):>5}  {chips(card.cost)}"


def truths(place: Place, card: Card) -> str:
    """Under each price: ✓ bonuses cover it, a number to be paid, or − what is missing."""
    owed, short = due(place, card), missing(place, card)
    marks = []
    for gem in range(GEMS):
        if card.cost[gem]:
            mark = f"−{short[gem]}" if short[gem] else str(owed[gem] or "✓")
            style = MISSING if short[gem] else DIM if owed[gem] == 0 else BOLD
            marks.append(paint(f"{mark:>2}", style))
    return "  ".join(marks)


def card_box(scene: Scene, level: int, slot: int) -> list[str]:
    card = scene.table.market[level][slot]
    if card is None:
        return [
            " " * CARD,
            pad(f"  {level + 1}{SLOT_LETTERS[slot]} is empty", CARD),
            *[" " * CARD] * 2,
        ]
    edge = EDGES[bonus_of(card)]
    place = scene.buyer
    name = paint(f"{level + 1}{SLOT_LETTERS[slot]}", BOLD)
    points = f"{paint(points_of(card), BOLD)} " if card.points else ""
    bonus = paint(f" {LETTERS[bonus_of(card)]} ", CHIPS[bonus_of(card)])
    fresh = f" {paint('new', LAST)} ──╯" if card.id in scene.fresh else "──╯"
    top = filled(f"╭─ {name} ", "─", f" {points}{bonus}─╮", CARD)
    price = "  ".join(chip(gem, count) for gem, count in enumerate(card.cost) if count)
    side = paint("│", edge)
    middle = [price, truths(place, card) if place else ""]
    bottom = filled(f"╰─ {tag(place, card)} " if place else "╰─", "─", fresh, CARD)
    inner = [f"{side} {pad(line, CARD - 3)}{side}" for line in middle]
    return [tinted(top, edge), *inner, tinted(bottom, edge)]


def tinted(line: str, style: str) -> str:
    """Give a colour to the strokes of a line, and leave its words as they are."""
    return re.sub("[─╭╮╰╯]+", lambda strokes: paint(strokes.group(), style), line)


def noble_cell(scene: Scene, slot: int, width: int) -> list[str]:
    noble = scene.table.nobles[slot]
    if noble is None:
        return [f"n{slot + 1} is gone", "", ""]
    to_go = " ".join(
        f"{seat}:{bonuses_to_go(scene, place, noble)}"
        for seat, place in enumerate(scene.table.places)
    )
    name = cut(noble.name, width - 2)
    return [f"{paint(f'n{slot + 1}', BOLD)} {chips(noble.requires)}", paint(name, DIM), to_go]


def bonuses_to_go(scene: Scene, place: Place, noble: Noble) -> str:
    """How many bonuses are missing: ✓ for none, · for who may have no more nobles."""
    if len(place.nobles) >= scene.nobles_each:
        return "·"
    lacking = sum(max(0, noble.requires[gem] - place.bonuses[gem]) for gem in range(GEMS))
    return str(lacking or "✓")


# The whole screen


def draw(scene: Scene) -> str:
    return "\n".join(line.rstrip() for line in screen(scene))


def screen(scene: Scene) -> Iterator[str]:
    yield headline(scene)
    yield from noble_lines(scene)
    for level in reversed(range(len(scene.table.market))):
        yield from market_row(scene, level)
    yield f" {pad('supply', MARGIN)}{columns(scene.table.supply)}"
    seats = range(len(scene.names))
    first = 0 if scene.eyes is None else scene.eyes + 1  # one's own place comes last
    for seat in (*seats[first:], *seats[:first]):
        yield from place_lines(scene, seat)


def headline(scene: Scene) -> str:
    table = scene.table
    words = f" Splendor · {scene.rules} · round {table.round} · goal {table.target} points "
    turn = "the game is over" if scene.is_over else f"▶ {scene.names[table.active]}"
    return paint(filled(words, "─", f" {turn} ", WIDTH), BOLD)


def noble_lines(scene: Scene) -> Iterator[str]:
    nobles = scene.table.nobles
    width = (WIDTH - MARGIN - 1) // len(nobles)
    left = next((noble for noble in nobles if noble), None)
    labels = ["nobles", points_of(left) if left else "", "to go" if left else ""]
    cells = [noble_cell(scene, slot, width) for slot in range(len(nobles))]
    for row, label in enumerate(labels[:2] if scene.is_over else labels):
        yield f" {pad(label, MARGIN)}" + "".join(pad(cell[row], width) for cell in cells)


def market_row(scene: Scene, level: int) -> Iterator[str]:
    size = scene.table.deck_sizes[level]
    deck = ["", f"level {level + 1}", f"{size} left" if size else "no deck", ""]
    boxes = [card_box(scene, level, slot) for slot in range(len(scene.table.market[level]))]
    for row, label in enumerate(deck):
        yield f" {pad(label, MARGIN)}" + " ".join(box[row] for box in boxes)


def place_lines(scene: Scene, seat: int) -> Iterator[str]:
    place = scene.table.places[seat]
    hand = hand_words(scene, seat)
    room = (LEFT - 2 if hand[-1] else WIDTH - 2) - MARGIN
    left = [
        f"{pad('bonuses', MARGIN)}{columns(place.bonuses)}",
        f"{pad('tokens', MARGIN)}{columns(place.tokens)}  {sum(place.tokens):>2}/{TOKEN_LIMIT}",
        f"{pad('last', MARGIN)}{paint(cut(scene.last[seat], room), LAST)}",
    ]
    yield place_headline(scene, seat)
    for line, card in zip(left, hand, strict=True):
        yield f" {pad(line, LEFT)}{card}"


def place_headline(scene: Scene, seat: int) -> str:
    place, table = scene.table.places[seat], scene.table
    to_move = seat == table.active and not scene.is_over
    name = f"{'▶' if to_move else '─'} {scene.names[seat]} "
    facts = [
        f"{place.points}/{table.target} points",
        how_many(len(place.bought), "card"),
        how_many(len(place.nobles), "noble"),
    ]
    line = filled(f"─{name}", "─", f" {' · '.join(facts)} ─", WIDTH)
    return paint(line, BOLD if to_move else "0")


def hand_words(scene: Scene, seat: int) -> list[str]:
    place = scene.table.places[seat]
    words = []
    for slot, held in enumerate(place.hand, 1):
        if held.card is None:
            words.append(f"h{slot}  ░ level {held.level}, face down")
            continue
        note = tag(place, held.card) if seat == scene.eyes and scene.buyer else ""
        secret = paint("secret", DIM) if held.unseen and seat == scene.eyes else ""
        words.append(f"h{slot} {pad(card_word(held.card), 24)} {pad(note, 6)} {secret}")
    empty = paint("no cards in hand", DIM) if not words else ""
    return [*words, empty, "", ""][:3]
