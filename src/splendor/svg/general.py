"""The fallback for games without a drawing of their own: the table in plain text."""

from splendor.svg.markup import label
from splendor.svg.panels import INK, MARGIN, TITLE, frame
from splendor.svg.scene import Scene
from splendor.svg.sheet import Sheet

SIZE = 14
STEP = 20  # from line to line
GLYPH = 0.61  # the width of a letter of a fixed font, as a part of its size
MOST_LINES, LONGEST_LINE = 100, 160


def draw(scene: Scene) -> Sheet:
    lines = [line[:LONGEST_LINE] for line in scene.text.splitlines()[:MOST_LINES]]
    width = max(420, max(map(len, lines)) * SIZE * GLYPH + 2 * MARGIN + 8)
    sheet = Sheet(width, TITLE + STEP * len(lines) + MARGIN)
    frame(sheet, scene, scene.position.rules)
    look = {"font": "mono", "font_weight": 400, "fill": INK, "xml:space": "preserve"}
    for row, line in enumerate(lines):
        sheet.add(label(MARGIN + 4, TITLE + STEP * (row + 0.5), line, SIZE, **look))
    return sheet
