"""The board of Pharao as a small picture: pieces, the special squares, and the move that is being chosen."""

from collections.abc import Mapping
from typing import Final

from rules.core import Await, Board, Scalar
from rules.pharao.asking import narrowed
from rules.pharao.board import COLUMNS, FORTUNE, NAMES, SALVATION, SQUARES, WATER, squares_in
from rules.pharao.events import Allowed, EnemyMoved, OwnMoved, Placed, Rescued
from rules.pharao.referee import answers
from rules.pharao.state import START_POSITION, Part, State

SPECIAL: Final = {FORTUNE: "fortune", SALVATION: "salvation", WATER: "water"}
MOVES: Final = (OwnMoved.type, EnemyMoved.type, Rescued.type, Allowed.type)


def board(state: State, awaited: Await | None, chosen: Mapping[str, Scalar]) -> Board | None:
    """Give the board at rest, or with the piece that is moved filled in, where it may go and where it goes.

    The referee's board rests with the score of games in its place until a game begins on it.
    """
    if awaited is None:
        return Board(COLUMNS, _signs(state)) if _is_played(state) else None
    if awaited.event not in (*MOVES, Placed.type):
        return None
    drowned = NAMES[WATER] if awaited.event == Rescued.type else None
    signs, piece, to = _signs(state), str(chosen.get("piece", drowned)), str(chosen.get("to"))
    if awaited.event in MOVES and piece in SQUARES:
        goals = _goals(state, awaited, chosen)
        signs = tuple(sign or ("goal" if square in goals else None) for square, sign in enumerate(signs))
    return Board(COLUMNS, signs, _squares(piece), _squares(to))


def _is_played(state: State) -> bool:
    """Say whether something happened in the game that the board shows, or it shows the first one."""
    if state.part is Part.PLAY:
        return state.now.throw is not None or state.position != START_POSITION or not state.games
    return state.part is not Part.OVER


def _goals(state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> frozenset[int]:
    """Give where that piece may go; the referee is asked about other squares, too."""
    if awaited.event != Allowed.type:
        return frozenset(SQUARES[str(name)] for name in narrowed(state, awaited, chosen)[-1].choices)
    each, die = answers(state).get(SQUARES[str(chosen["piece"])], {}), chosen.get("die")
    return frozenset(s for d, to in each.items() if die in (None, str(d)) for s in squares_in(to))


def _signs(state: State) -> tuple[str | None, ...]:
    sides = (state.position.side_at(square) for square in range(len(NAMES)))
    return tuple(SPECIAL.get(square) if side is None else str(side) for square, side in enumerate(sides))


def _squares(name: str) -> frozenset[int]:
    return frozenset({SQUARES[name]} if name in SQUARES else ())
