"""Moving a researcher on the board: jumps, stops at scarabs, choices of way."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from rules.pairamid.board import START, Board, Kind
from rules.pairamid.events import Colour, Scarab
from rules.pairamid.state import GreatTaken, Guarded, State


@dataclass(frozen=True)
class Step:
    """A space on the way: `is_jumped` if another researcher stands there, so that it is not counted."""

    space: str
    is_jumped: bool = False


@dataclass(frozen=True)
class Landing:
    """Where a move comes to, and how: `met` are the scarabs at which it stops.

    `steps_lost` counts the pips that are not used because of a scarab, an end or a closed way.
    """

    to: str
    path: tuple[Step, ...] = ()
    met: tuple[Scarab, ...] = ()
    steps_lost: int = 0


def landings(state: State, colour: Colour, pips: int) -> tuple[Landing, ...]:
    """Give each space that the researcher of *colour* can come to with so many pips, main ways first.

    There is always one: where no way leads on, the researcher stays.
    """
    board = state.board
    ends = {space.name for space in board.spaces if space.kind is Kind.END}
    others = {state.where(c) for c in state.colours if c is not colour} - ends - {START}
    walk = _walk(
        board,
        colour,
        frozenset(others),
        tuple(state.space_of(scarab) for scarab in Scarab),
        state.options.great_taken is GreatTaken.CLOSED,
        state.options.guarded is Guarded.REACHED,
    )
    return walk.landings(state.where(colour), pips)


@dataclass
class _Walk:
    """One researcher's ways over the board; what lies ahead of a space is worked out once.

    `scarabs` are the spaces of the scarabs, in the order of Scarab.
    """

    board: Board
    colour: Colour
    taken: frozenset[str]
    scarabs: tuple[str, ...]
    is_great_closed: bool
    is_reached: bool
    known: dict[tuple[str, int], tuple[Landing, ...]] = field(default_factory=dict)

    def landings(self, space: str, pips: int) -> tuple[Landing, ...]:
        """Give what can be come to from a space where one stands, each landing once."""
        if pips == 0:
            return (Landing(space),)
        if (space, pips) not in self.known:
            found: dict[str, Landing] = {}
            for path, landing in self._ahead(space, pips, frozenset()):
                if landing.to not in found:
                    found[landing.to] = replace(landing, path=(*path, *landing.path))
            self.known[space, pips] = tuple(found.values()) or (Landing(space, steps_lost=pips),)
        return self.known[space, pips]

    def _ahead(
        self, space: str, pips: int, jumped: frozenset[str]
    ) -> Iterator[tuple[tuple[Step, ...], Landing]]:
        """Give what can be come to through the successors of a space, each behind its first steps."""
        for name in self.board.successors(space, self.colour):
            is_taken = name in self.taken
            met = tuple(s for s, space in zip(Scarab, self.scarabs, strict=True) if space == name)
            if is_taken and name == self.board.great and self.is_great_closed:
                continue
            if is_taken and not (met and self.is_reached):
                if name not in jumped:
                    over = Step(name, is_jumped=True)
                    beyond = self._ahead(name, pips, jumped | {name})
                    yield from (((over, *path), landing) for path, landing in beyond)
            elif met:
                yield (Step(name),), Landing(name, (), met, pips - 1)
            else:
                step = (Step(name),)
                yield from ((step, landing) for landing in self.landings(name, pips - 1))


_walk = lru_cache(maxsize=2 * len(Colour))(_Walk)
"""One position is asked for its ways again and again: by awaits, view and legal, for each die and face."""
