"""What `render` returns: the table as text, as an SVG, or as an array of pixels.

The rasteriser of `rgb_array` is resvg (Rust, through the package resvg_py), part of the extra.
"""

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.core.errors import OptionError
from splendor.core.kernel import entry, int64, kernel
from splendor.core.refusals import shown
from splendor.svg import table
from splendor.view import Position

RENDER_MODES = ("ansi", "human", "svg", "rgb_array")
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": 2}
WIDTH = 960  # pixels


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"render modes are {', '.join(RENDER_MODES)}, not {shown(mode)}")
    return mode


def rendered(position: Position, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """The table in this mode, as everybody sees it; `human` prints the text."""
    if mode == "human":
        print(position)
        return None
    if mode == "ansi":
        return str(position)
    if mode == "svg":
        return str(table(position))
    return pixels(table(position, size=WIDTH)) if mode == "rgb_array" else None


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG as an array of rows, columns and the colours red, green and blue."""
    import resvg_py

    return decoded(bytes(resvg_py.svg_to_bytes(svg_string=svg)))


def decoded(png: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a PNG with eight bits for each of red, green, blue and opacity."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6), "not a PNG with opacity"
    data, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            data += png[place + 8 : place + 8 + length]
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 4 * width)
    found = np.zeros((height, 4 * width), np.uint8)
    unfilter(rows, found)
    return found.reshape(height, width, 4)[:, :, :3].copy()


@entry
def unfilter(rows: Any, found: Any) -> None:
    """The bytes of pixels from their differences to those around (PNG, third edition, 9.2)."""
    for row in range(len(found)):
        method = rows[row, 0]
        for place in range(found.shape[1]):
            left = int64(found[row, place - 4]) if place >= 4 else 0
            up = int64(found[row - 1, place]) if row > 0 else 0
            corner = int64(found[row - 1, place - 4]) if row > 0 and place >= 4 else 0
            guess = predicted(method, left, up, corner)
            found[row, place] = (int64(rows[row, 1 + place]) + guess) & 255


@kernel
def predicted(method: int, left: int, up: int, corner: int) -> int:
    """What a filter (none, left, up, mean, Paeth) expects of a byte."""
    if method == 1:
        return left
    if method == 2:
        return up
    if method == 3:
        return (left + up) // 2
    if method == 0:
        return 0
    guess = left + up - corner
    if abs(guess - left) <= abs(guess - up) and abs(guess - left) <= abs(guess - corner):
        return left
    return up if abs(guess - up) <= abs(guess - corner) else corner
