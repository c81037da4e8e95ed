"""The board of Pharao as a small picture: pieces, the special squares, and the move that is being chosen."""

from collections.abc import Mapping
from typing import Final

from rules.core import Await, Board, Scalar
from rules.pharao.asking import narrowed
from rules.pharao.board import COLUMNS, FORTUNE, NAMES, SALVATION, SQUARES, WATER
from rules.pharao.events import Allowed, EnemyMoved, OwnMoved, Placed, Rescued
from rules.pharao.state import Part, State

SPECIAL: Final = {FORTUNE: "fortune", SALVATION: "salvation", WATER: "water"}
MOVES: Final = (OwnMoved.type, EnemyMoved.type, Rescued.type, Allowed.type)


def board(state: State, awaited: Await | None, chosen: Mapping[str, Scalar]) -> Board | None:
    """Give the board at rest, or with the piece that is moved filled in, where it may go and where it goes.

    The referee's board is shown where it is asked about or set up; at rest the score of games stands there.
    """
    if awaited is None:
        return None if state.part in (Part.PLAY, Part.OVER) else Board(COLUMNS, _signs(state))
    if awaited.event not in (*MOVES, Placed.type):
        return None
    drowned = NAMES[WATER] if awaited.event == Rescued.type else None
    signs, piece, to = _signs(state), str(chosen.get("piece", drowned)), str(chosen.get("to"))
    if awaited.event in MOVES and piece in SQUARES:
        goals = {SQUARES[str(name)] for name in narrowed(state, awaited, chosen)[-1].choices}
        signs = tuple(sign or ("goal" if square in goals else None) for square, sign in enumerate(signs))
    return Board(COLUMNS, signs, _squares(piece), _squares(to))


def _signs(state: State) -> tuple[str | None, ...]:
    sides = (state.position.side_at(square) for square in range(len(NAMES)))
    return tuple(SPECIAL.get(square) if side is None else str(side) for square, side in enumerate(sides))


def _squares(name: str) -> frozenset[int]:
    return frozenset({SQUARES[name]} if name in SQUARES else ())
