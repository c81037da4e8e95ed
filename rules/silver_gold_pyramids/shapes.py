"""The shapes of the exploration cards, and how they may lie.

A shape is a tuple of squares (row, column) that begins at row 0 and column 0, in reading order.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

Cells = tuple[tuple[int, int], ...]
Turns = tuple[tuple[int, Cells], ...]
"""Ways in which a shape may lie: the number of the turn, and what it looks like."""

TURNS: Final = 8
"""0 to 3 are quarter turns clockwise, 4 to 7 the same of the mirrored shape."""
QUARTERS: Final = 4


@dataclass(frozen=True)
class Shape:
    """An exploration card's shape and what it is called among the others."""

    id: str
    cells: Cells


def placed(cells: Iterable[tuple[int, int]]) -> Cells:
    """Push squares up and to the left, and put them in reading order."""
    found = sorted(set(cells))
    top, left = min(r for r, _ in found), min(c for _, c in found)
    return tuple((r - top, c - left) for r, c in found)


@cache
def turned(cells: Cells, turn: int) -> Cells:
    """Give the shape mirrored, where *turn* is 4 or more, and turned by quarters clockwise."""
    now = placed((r, -c) for r, c in cells) if turn >= QUARTERS else placed(cells)
    for _ in range(turn % QUARTERS):
        now = placed((c, -r) for r, c in now)
    return now


@cache
def turns(cells: Cells, allowed: tuple[int, ...]) -> Turns:
    """Give the turns that look different, each by its first number of those *allowed*."""
    found: dict[Cells, int] = {}
    for turn in allowed:
        found.setdefault(turned(cells, turn), turn)
    return tuple((turn, looks) for looks, turn in found.items())


def is_whole(cells: Cells) -> bool:
    """Say whether all squares of a shape hang together by their sides."""
    reached, left = {cells[0]}, [cells[0]]
    while left:
        r, c = left.pop()
        for near in {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & set(cells) - reached:
            reached.add(near)
            left.append(near)
    return reached == set(cells)


def _drawn(name: str, picture: str) -> Shape:
    rows = picture.split("/")
    return Shape(
        name, placed((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#")
    )


HOUSE_SHAPES: Final = (
    _drawn("i2", "##"),
    _drawn("i3", "###"),
    _drawn("v3", "##/#."),
    _drawn("i4", "####"),
    _drawn("l4", "###/#.."),
    _drawn("o4", "##/##"),
    _drawn("s4", ".##/##."),
    _drawn("t4", "###/.#."),
)
"""The eight different shapes that two to four squares can make, turned and mirrored ones counted once."""


def named(all_cells: Iterable[Cells]) -> tuple[Shape, ...]:
    """Call shapes read off a copy as the house calls those that look alike, others x1, x2 and so on."""
    found: list[Shape] = []
    for cells in all_cells:
        looks = {turned(cells, turn) for turn in range(TURNS)}
        names = [s.id for s in HOUSE_SHAPES if s.cells in looks and s.id not in {f.id for f in found}]
        found.append(Shape(names[0] if names else f"x{len(found) + 1}", placed(cells)))
    return tuple(found)
