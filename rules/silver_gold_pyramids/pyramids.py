"""A pyramid card: its walls, its symbols, and which squares hang together.

Squares are numbered 0 to 24, row by row from the top left: the entrance is 0, the tomb 24.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.silver_gold_pyramids.events import Colour, Symbol

SIDE: Final = 5
SQUARES: Final = SIDE * SIDE
ENTRANCE: Final = 0
TOMB: Final = SQUARES - 1
PICTURE: Final = 2 * SIDE - 1
"""Lines of a card's picture, and signs in each: squares at the even places, walls between them."""

LETTERS: Final = {
    "R": Symbol.RUBY,
    "E": Symbol.EMERALD,
    "T": Symbol.TORCH,
    "S": Symbol.SKULL,
    "P": Symbol.POTION,
    "X": Symbol.RED_X,
}
SIGNS: Final = frozenset({*LETTERS, "."})


@dataclass(frozen=True)
class Pyramid:
    """One card; `walls` are pairs of neighbouring squares that do not connect, the lower number first."""

    colour: Colour
    symbols: tuple[Symbol | None, ...]
    walls: frozenset[tuple[int, int]]


def faults(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Name what is wrong with a picture of a card; nothing is, where it is empty."""
    if len(lines) != PICTURE or any(len(line) != PICTURE for line in lines):
        return ("size",)
    found = []
    squares = {lines[r][c] for r in range(0, PICTURE, 2) for c in range(0, PICTURE, 2)}
    upright = {lines[r][c] for r in range(0, PICTURE, 2) for c in range(1, PICTURE, 2)}
    level = {lines[r][c] for r in range(1, PICTURE, 2) for c in range(0, PICTURE, 2)}
    corners = {lines[r][c] for r in range(1, PICTURE, 2) for c in range(1, PICTURE, 2)}
    if not (squares <= SIGNS and upright <= {" ", "|"} and level <= {" ", "-"} and corners <= {" "}):
        return ("sign",)
    if lines[0][0] != "." or lines[-1][-1] != ".":
        found.append("entrance_or_tomb")
    card = read(Colour.GREEN, lines)
    if TOMB not in reached(card, range(SQUARES)):
        found.append("tomb_walled_in")
    return tuple(found)


def read(colour: Colour, lines: tuple[str, ...]) -> Pyramid:
    """Make a card of its picture, in which `faults` finds nothing malformed."""
    walls = set()
    for square in range(SQUARES):
        r, c = divmod(square, SIDE)
        if c < SIDE - 1 and lines[2 * r][2 * c + 1] == "|":
            walls.add((square, square + 1))
        if r < SIDE - 1 and lines[2 * r + 1][2 * c] == "-":
            walls.add((square, square + SIDE))
    symbols = tuple(LETTERS.get(lines[2 * (i // SIDE)][2 * (i % SIDE)]) for i in range(SQUARES))
    return Pyramid(colour, symbols, frozenset(walls))


@cache
def beside(square: int) -> tuple[int, ...]:
    """List the squares that share a side with *square*, walls or none."""
    r, c = divmod(square, SIDE)
    near = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return tuple(SIDE * row + column for row, column in near if 0 <= row < SIDE and 0 <= column < SIDE)


def has_wall(card: Pyramid, one: int, other: int) -> bool:
    """Say whether there is a wall between two squares that share a side."""
    return (min(one, other), max(one, other)) in card.walls


def reached(card: Pyramid, squares: Iterable[int], start: int = ENTRANCE) -> set[int]:
    """Give those of *squares* that connect with *start*; none, where it is not one of them."""
    among = set(squares)
    found, left = {start} & among, [start]
    while left:
        at = left.pop()
        for near in beside(at):
            if near in among and near not in found and not has_wall(card, at, near):
                found.add(near)
                left.append(near)
    return found & among if start in among else set()


def square_name(square: int) -> str:
    """Name a square by its column and row: the entrance is a1, the tomb e5."""
    return f"{'abcde'[square % SIDE]}{square // SIDE + 1}"


SQUARE_NAMES: Final = {square_name(square): square for square in range(SQUARES)}
