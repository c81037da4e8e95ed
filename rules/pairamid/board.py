"""The board as data: spaces, what follows what, and our own house board.

What the printed board looks like is in no public text. So a board is part of the copy's profile; where
it was not read off the copy, the house board stands in, and says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Final

from rules.codec import Bounds, Checked, Length
from rules.pairamid.events import Colour, Scarab, SpaceName

START: Final = "start"
"""Where a researcher is that was not moved yet; no space may be called so."""

GREAT_VALUE: Final = 7
Percent = Annotated[int, Bounds(0, 100)]
Successors = Annotated[tuple[SpaceName, ...], Length(0, 4)]


class Kind(StrEnum):
    """What a space is."""

    PLAIN = "plain"
    WHITE = "white"
    BLACK = "black"
    GREAT = "great"
    END = "end"
    """Where a way ends: any number of researchers stay there."""


@dataclass(frozen=True)
class Space(Checked):
    """A space of the board.

    `value` is what its chamber has printed, with its sign; 0 where it is no white or black chamber. `x` and
    `y` are its middle, in percent of the picture from its upper left. `next` lists what follows, the main
    way first; with several a player chooses. `closed_to` are the colours for which it has no door.
    """

    name: SpaceName
    kind: Kind = Kind.PLAIN
    value: Annotated[int, Bounds(-20, 20)] = 0
    x: Percent = 50
    y: Percent = 50
    next: Successors = ()
    closed_to: Annotated[tuple[Colour, ...], Length(0, 6)] = ()


@dataclass(frozen=True)
class Start(Checked):
    """Where researchers begin: the first step leads onto one of `next`. No colour means all others."""

    next: Successors
    colour: Colour | None = None


@dataclass(frozen=True)
class Board(Checked):
    """A board; `rules.pairamid.board_check` says whether it can be played on.

    `height` is that of its picture, in percent of the width: a tall board is drawn tall.
    """

    spaces: Annotated[tuple[Space, ...], Length(1, 100)]
    starts: Annotated[tuple[Start, ...], Length(1, 6)]
    height: Annotated[int, Bounds(25, 400)] = 100

    def space(self, name: str) -> Space:
        return next(space for space in self.spaces if space.name == name)

    def successors(self, name: str, colour: Colour) -> tuple[str, ...]:
        """List what follows a space, or the start of a colour; what has no door for it is left out."""
        if name == START:
            own = next((s for s in self.starts if s.colour is colour), None)
            start = own or next(s for s in self.starts if s.colour is None)
            names = start.next
        else:
            names = self.space(name).next
        return tuple(n for n in names if colour not in self.space(n).closed_to)

    @cached_property
    def great(self) -> str:
        """The name of the Great Chamber."""
        return next(space.name for space in self.spaces if space.kind is Kind.GREAT)

    def chambers(self, scarab: Scarab) -> tuple[Space, ...]:
        """List a scarab's chambers in the order in which it goes through them, the Great Chamber left out."""
        return self._chambers[Kind.WHITE if scarab is Scarab.WHITE else Kind.BLACK]

    @cached_property
    def _chambers(self) -> Mapping[Kind, tuple[Space, ...]]:
        def of(kind: Kind) -> tuple[Space, ...]:
            return tuple(sorted((s for s in self.spaces if s.kind is kind), key=lambda s: abs(s.value)))

        return {kind: of(kind) for kind in (Kind.WHITE, Kind.BLACK)}


_COURSES: Final = (9, 7, 5, 3)
_VALUES: Final = {3: 1, 5: -1, 7: 2, 9: -2, 11: 3, 12: -3, 14: 4, 16: -4, 18: 5, 20: -5, 22: 6, 24: -6}
_SHAFT: Final = 13
"""The middle of the second course, from which a shaft leads up to the Great Chamber."""


def _house_board() -> Board:
    """Make 24 spaces that climb four courses, and a Great Chamber from which one slides down to the first."""
    spaces: list[Space] = []
    last = sum(_COURSES)
    for course, count in enumerate(_COURSES):
        for i in range(count):
            number = len(spaces) + 1
            place = i if course % 2 == 0 else count - 1 - i
            value = _VALUES.get(number, 0)
            kind = Kind.WHITE if value > 0 else Kind.BLACK if value < 0 else Kind.PLAIN
            following: tuple[str, ...] = (str(number + 1) if number < last else "1",)
            if number in (_SHAFT, last):
                following = (*following, "great")
            x = 50 + round((place - (count - 1) / 2) * 10.5)
            spaces.append(Space(str(number), kind, value, x, 90 - 20 * course, following))
    spaces.append(Space("great", Kind.GREAT, 0, 50, 10, ("1",)))
    return Board(tuple(spaces), (Start(("1",)),), height=80)


HOUSE_BOARD: Final = _house_board()
