"""A pyramid card as a small picture, with what is marked on it and what is being chosen."""

from collections.abc import Mapping
from typing import Final

from rules.core import Await, Board, Scalar, Seat
from rules.silver_gold_pyramids.events import CardTurned, Colour, Marked, PyramidsKept, PyramidTaken
from rules.silver_gold_pyramids.marking import gain, spots
from rules.silver_gold_pyramids.pyramids import ENTRANCE, SIDE, TOMB
from rules.silver_gold_pyramids.shapes import Cells
from rules.silver_gold_pyramids.state import Board as Laid
from rules.silver_gold_pyramids.state import State

COLOUR_SIGNS: Final = {Colour.GREEN: "▲", Colour.PURPLE: "●", Colour.ORANGE: "■"}


def board(state: State, awaited: Await | None, chosen: Mapping[str, Scalar]) -> Board | None:
    """Give the card that a seat marks, keeps or takes, or the shape shown; None until it is known which."""
    match None if awaited is None else awaited.event:
        case CardTurned.type if "shape" in chosen:
            return _shape(state.shapes[str(chosen["shape"])].cells)
        case Marked.type if "seat" in chosen and "pyramid" in chosen:
            return _marked(state, Seat(int(chosen["seat"])), chosen)
        case PyramidsKept.type | PyramidTaken.type:
            numbers = [int(chosen[field]) for field in ("first", "second", "pyramid") if chosen.get(field)]
            return _card(state, Laid(numbers[-1]), numbers) if numbers else None
        case _:
            return None


def _shape(cells: Cells) -> Board:
    """Give a shape alone, in the middle of a board that is wide enough to lie under its name."""
    rows, across = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    columns = max(2 * rows, across)
    start = (columns - across) // 2
    full = frozenset(row * columns + start + column for row, column in cells)
    return Board(columns, (None,) * rows * columns, full)


def _marked(state: State, seat: Seat, chosen: Mapping[str, Scalar]) -> Board:
    laid = next(b for b in state.sheet(seat).boards if b.pyramid == chosen["pyramid"])
    found = (s for s in spots(state, seat, state.moment, laid) if s.name == chosen.get("spot"))
    spot = next(found, None)
    if spot is None:
        return _card(state, laid, [laid.pyramid])
    brings = tuple(gain(state, laid, spot).items())
    return _card(state, laid, [laid.pyramid], frozenset(spot.squares), brings)


def _card(
    state: State,
    laid: Laid,
    numbers: list[int],
    aimed: frozenset[int] = frozenset(),
    brings: tuple[tuple[str, int], ...] = (),
) -> Board:
    card = state.pyramids[laid.pyramid]
    signs = [None if symbol is None else str(symbol) for symbol in card.symbols]
    signs[ENTRANCE], signs[TOMB] = "entrance", "tomb"
    label = "".join(f"{COLOUR_SIGNS[state.pyramids[n].colour]}{n}" for n in numbers)
    return Board(SIDE, tuple(signs), frozenset(laid.marked), aimed, card.walls, label, brings)
