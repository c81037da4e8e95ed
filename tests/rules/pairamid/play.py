"""Short words for playing Pairamid in tests."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, cast

import pytest

from rules.codec import decode
from rules.core import Seat
from rules.errors import RulesError
from rules.pairamid import Pairamid
from rules.pairamid.board import Board, Kind, Space, Start
from rules.pairamid.events import Colour, ColoursTaken, DiceRead, Die, Moved, PairamidEvent, Place, Reached
from rules.pairamid.scoring import treasure
from rules.pairamid.state import Options, Profile, State
from rules.registry import GAMES

GAME = cast(Pairamid, GAMES[Pairamid.id])

TRACK = Board(
    (
        Space("a", next=("b",)),
        Space("b", Kind.WHITE, 1, next=("c",)),
        Space("c", Kind.BLACK, -1, next=("d",)),
        Space("d", next=("e", "great")),
        Space("e", Kind.WHITE, 2, next=("f",)),
        Space("f", Kind.BLACK, -2, next=("great",)),
        Space("great", Kind.GREAT, next=("a",)),
    ),
    (Start(("a",)),),
)
"""A short board: a b(+1) c(−1) d e(+2) f(−2) great, and round again; from d a shaft leads to the top."""


def new(seats: int = 3, first: int = 0, profile: Mapping[str, Any] | None = None, **options: Any) -> State:
    return GAME.start(seats, Seat(first), decode(Options, options), decode(Profile, profile or {}))


def on_track(seats: int = 2, board: Board = TRACK, **options: Any) -> State:
    """Give the start of a game that is followed on a short board."""
    made = decode(Options, {"way": "board", **options})
    return GAME.start(seats, Seat(0), made, Profile(board=board))


def fold(state: State, *events: PairamidEvent) -> State:
    for event in events:
        state = GAME.apply(state, event)
    return state


def refusal(state: State, event: PairamidEvent) -> StrEnum:
    """Give the code with which *event* is refused."""
    with pytest.raises(RulesError) as caught:
        GAME.apply(state, event)
    return caught.value.code


def took(seat: int, first: str, second: str) -> ColoursTaken:
    return ColoursTaken(Seat(seat), Colour(first), Colour(second))


def reached(said: str) -> Reached:
    """Give what "red white" says."""
    colour, place = said.split()
    return Reached(Colour(colour), Place(place))


def reach(*said: str) -> tuple[Reached, ...]:
    return tuple(map(reached, said))


def moved(said: str) -> Moved:
    """Give the move of "red 3" or "red 3 great"."""
    colour, pips, *to = said.split()
    return Moved(Colour(colour), int(pips), *to)


def moves(*said: str) -> tuple[Moved, ...]:
    return tuple(map(moved, said))


def read(**pips: int) -> DiceRead:
    return DiceRead(tuple(Die(Colour(colour), n) for colour, n in pips.items()))


def treasures(state: State) -> list[int]:
    return [treasure(state, seat) for seat in state.all_seats]


def marked(state: State) -> State:
    """Give the state after seats took red and blue, blue and green, yellow and red."""
    pairs = (("red", "blue"), ("blue", "green"), ("yellow", "red"))
    return fold(state, *(took(seat, *pairs[seat]) for seat in range(state.seats)))
