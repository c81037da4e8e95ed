"""The board of Pharao: its squares, where the pieces begin, and all ways from square to square.

A square is a number from 0 to 29 inside, row by row; outside it is written row-column, as "2-6".
A set of squares is one whole number with a bit for each.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache, reduce
from itertools import pairwise
from operator import or_
from typing import Final

ROWS: Final = 3
COLUMNS: Final = 10
NAMES: Final = tuple(f"{row}-{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
SQUARES: Final = {name: square for square, name in enumerate(NAMES)}
FORTUNE: Final = SQUARES["2-6"]
SALVATION: Final = SQUARES["3-6"]
WATER: Final = SQUARES["3-7"]
PIECES: Final = 4


class Side(StrEnum):
    """Whose piece: dark is the crown of Lower Egypt, light that of Upper Egypt."""

    DARK = "dark"
    LIGHT = "light"

    @property
    def other(self) -> "Side":
        return Side.LIGHT if self is Side.DARK else Side.DARK


START: Final = {
    Side.DARK: tuple(SQUARES[name] for name in ("2-1", "3-1", "3-2", "3-3")),
    Side.LIGHT: tuple(SQUARES[name] for name in ("1-2", "1-3", "1-4", "1-5")),
}


@dataclass(frozen=True)
class Way:
    """A way of a piece: the squares after the first, the last being where it comes to.

    `over` is the set of those squares; `turns` counts how often it turns.
    """

    squares: tuple[int, ...]
    over: int
    turns: int

    @property
    def to(self) -> int:
        return self.squares[-1]


def beside(square: int) -> tuple[int, ...]:
    """List the squares that share an edge with this one, lowest first."""
    row, column = divmod(square, COLUMNS)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * COLUMNS + c for r, c in near if 0 <= r < ROWS and 0 <= c < COLUMNS)


@cache
def ways(square: int, steps: int) -> tuple[Way, ...]:
    """List the ways of so many steps on an empty board, no square twice, those that turn least first."""
    paths: list[tuple[int, ...]] = [(square,)]
    for _ in range(steps):
        paths = [(*path, to) for path in paths for to in beside(path[-1]) if to not in path]
    found = (Way(path[1:], sum(1 << s for s in path[1:]), _turns(path)) for path in paths)
    return tuple(sorted(found, key=lambda way: (way.turns, way.squares)))


def _turns(path: tuple[int, ...]) -> int:
    leaps = [after - before for before, after in pairwise(path)]
    return sum(one != other for one, other in pairwise(leaps))


def set_of(*groups: tuple[int, ...]) -> int:
    """Give squares as a set."""
    return sum(1 << square for group in groups for square in group)


def squares_in(squares: int) -> tuple[int, ...]:
    """List the squares of a set, lowest first."""
    found = []
    while squares:
        lowest = squares & -squares
        found.append(lowest.bit_length() - 1)
        squares ^= lowest
    return tuple(found)


@cache
def _around(square: int, steps: int) -> int:
    """Give the set of squares that some way of so many steps goes over."""
    return reduce(or_, (way.over for way in ways(square, steps)), 0)


def reach(square: int, steps: int, taken: int, most_turns: int = COLUMNS) -> int:
    """Give the set of squares that a piece can come to with exactly so many steps over empty squares."""
    return _reach(square, steps, taken & _around(square, steps), most_turns) if steps else 0


@lru_cache(maxsize=1 << 16)
def _reach(square: int, steps: int, taken: int, most_turns: int) -> int:
    open_ways = (way for way in ways(square, steps) if not way.over & taken and way.turns <= most_turns)
    return reduce(or_, (1 << way.to for way in open_ways), 0)


def way_to(square: int, steps: int, to: int, taken: int) -> Way:
    """Give the plainest of the open ways to a square that can be reached."""
    return next(way for way in ways(square, steps) if way.to == to and not way.over & taken)
