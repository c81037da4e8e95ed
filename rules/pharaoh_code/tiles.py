"""The 48 treasure tiles and the pyramid they lie on (parts list of the rules, 001 in the sources)."""

from dataclasses import dataclass
from enum import StrEnum


class Colour(StrEnum):
    """A tile's colour, which is its row, from the top of the pyramid down."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


@dataclass(frozen=True)
class Tile:
    number: int
    colour: Colour
    points: int


SPACES = {Colour.BLACK: 1, Colour.RED: 2, Colour.BLUE: 3, Colour.YELLOW: 4}

_NUMBERS = {
    (Colour.YELLOW, 1): (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24),
    (Colour.YELLOW, 2): (17, 21, 30, 36, 40),
    (Colour.BLUE, 3): (19, 22, 27, 28, 32, 35, 42, 48, 56, 60, 72),
    (Colour.BLUE, 4): (25, 45),
    (Colour.RED, 5): (23, 26, 33, 50, 54, 70, 80),
    (Colour.RED, 6): (44, 63),
    (Colour.BLACK, 7): (49, 64, 84, 90),
}

TILES = {
    number: Tile(number, colour, points)
    for (colour, points), numbers in _NUMBERS.items()
    for number in sorted(numbers)
}
"""Every tile by its number: no number is printed twice."""


def tiles_of(colour: Colour) -> tuple[Tile, ...]:
    """List the tiles of one colour, lowest number first."""
    return tuple(sorted((t for t in TILES.values() if t.colour is colour), key=lambda t: t.number))
