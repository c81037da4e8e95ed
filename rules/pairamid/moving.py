"""Moving a researcher on the board: jumps, stops at scarabs, choices of way."""

from collections.abc import Iterator
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class _Onward:
    """One counted step: the spaces that are jumped on the way to `space`, and what stops the walk there."""

    over: tuple[str, ...]
    space: str
    met: tuple[Scarab, ...]


@dataclass
class Walk:
    """One researcher's ways over the board; what lies ahead of a space is worked out once.

    `scarabs` are the spaces of the scarabs, in the order of Scarab. `known` says, for a space and so many
    pips, by which step each space that can be come to is come to first; None where one stays.
    """

    board: Board
    colour: Colour
    taken: frozenset[str]
    scarabs: tuple[str, ...]
    is_great_closed: bool
    is_reached: bool
    steps: dict[str, tuple[_Onward, ...]] = field(default_factory=dict)
    known: dict[tuple[str, int], dict[str, _Onward | None]] = field(default_factory=dict)
    made: dict[tuple[str, int], tuple[Landing, ...]] = field(default_factory=dict)

    def landings(self, space: str, pips: int) -> tuple[Landing, ...]:
        """Give what can be come to from a space where one stands, each landing once."""
        if (space, pips) not in self.made:
            goals = self._goals(space, pips)
            self.made[space, pips] = tuple(self._landing(space, pips, to) for to in goals)
        return self.made[space, pips]

    def _landing(self, space: str, pips: int, to: str) -> Landing:
        path: list[Step] = []
        met: tuple[Scarab, ...] = ()
        while not met and (onward := self._goals(space, pips)[to]) is not None:
            path += (Step(name, is_jumped=True) for name in onward.over)
            path.append(Step(onward.space))
            space, pips, met = onward.space, pips - 1, onward.met
        return Landing(to, tuple(path), met, pips)

    def _goals(self, space: str, pips: int) -> dict[str, _Onward | None]:
        if pips == 0:
            return {space: None}
        if (space, pips) not in self.known:
            found: dict[str, _Onward | None] = {}
            for onward in self._steps_from(space):
                goals = (onward.space,) if onward.met else self._goals(onward.space, pips - 1)
                for to in goals:
                    found.setdefault(to, onward)
            self.known[space, pips] = found or {space: None}
        return self.known[space, pips]

    def _steps_from(self, space: str) -> tuple[_Onward, ...]:
        if space not in self.steps:
            self.steps[space] = tuple(self._onward(space, (), set()))
        return self.steps[space]

    def _onward(self, space: str, over: tuple[str, ...], seen: set[str]) -> Iterator[_Onward]:
        """Give the steps to what follows, behind what is jumped: each space once, by its first way."""
        for name in self.board.successors(space, self.colour):
            is_taken = name in self.taken
            if name in seen or (is_taken and name == self.board.great and self.is_great_closed):
                continue
            seen.add(name)
            met = tuple(s for s, at in zip(Scarab, self.scarabs, strict=True) if at == name)
            if is_taken and not (met and self.is_reached):
                yield from self._onward(name, (*over, name), seen)
            else:
                yield _Onward(over, name, met)


_walk = lru_cache(maxsize=2 * len(Colour))(Walk)
"""One position is asked for its ways again and again: by awaits, view and legal, for each die and face."""
