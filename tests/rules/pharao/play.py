"""Pharao for tests: positions written as in slow.py, events in short, and what became of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.core import NoProfile, Seat
from rules.errors import IllegalMoveError
from rules.pharao import Pharao
from rules.pharao.board import NAMES, SQUARES, Side, squares_in
from rules.pharao.events import (
    DrawAgreed,
    EnemyMoved,
    OwnMoved,
    Passed,
    PharaoEvent,
    RescueChosen,
    Rescued,
    Thrown,
)
from rules.pharao.state import START_POSITION, Options, Position, State

GAME = Pharao()
SIDES = {"d": Side.DARK, "l": Side.LIGHT}


def position(text: str) -> Position:
    """Read a position: "d 2-1 3-1 l 1-2"."""
    found, side = Position(0, 0), Side.DARK
    for word in text.split():
        if word in SIDES:
            side = SIDES[word]
        else:
            found = found.flipped(side, 1 << SQUARES[word])
    return found


def shown(state: State) -> str:
    """Write the position of a state as `position` reads it."""
    sides = (("d", state.position.dark), ("l", state.position.light))
    return " ".join(f"{name} {' '.join(NAMES[s] for s in squares_in(squares))}" for name, squares in sides)


def event(text: str) -> PharaoEvent:
    """Read an event: "3/1" is a throw, "o 2-1>1-1" own, "e …" enemy, "s 2-9" saved, "rescue", "give up"."""
    match text.replace(">", " ").split():
        case ["rescue"]:
            return RescueChosen(True)
        case ["give", "up"]:
            return RescueChosen(False)
        case ["pass"]:
            return Passed()
        case ["draw"]:
            return DrawAgreed()
        case ["o", piece, to]:
            return OwnMoved(piece, to)
        case ["e", piece, to]:
            return EnemyMoved(piece, to)
        case ["s", to]:
            return Rescued(to)
        case [pips]:
            own, enemy = pips.split("/")
            return Thrown(int(own), int(enemy))
    raise ValueError(text)


def start(**options: Any) -> State:
    return GAME.start(2, Seat(0), Options(**options), NoProfile())


def at(text: str, side: str = "d", **options: Any) -> State:
    """Give a state in which that side is to throw."""
    begun = start(**options)
    number = 1 if side == "d" else 2
    return replace(begun, position=position(text), now=replace(begun.now, number=number))


def play(state: State, *events: str) -> State:
    for text in events:
        state = GAME.apply(state, event(text))
    return state


def refused(state: State, what: str | PharaoEvent) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply(state, event(what) if isinstance(what, str) else what)
    return caught.value


def goals(state: State, piece: str) -> Sequence[str]:
    """List where a piece can go now, by what is legal."""
    moves = (m for m in GAME.legal(state) if isinstance(m, OwnMoved | EnemyMoved))
    return [m.to for m in moves if m.piece == piece]


__all__ = ["GAME", "START_POSITION", "at", "event", "goals", "play", "position", "refused", "shown", "start"]
