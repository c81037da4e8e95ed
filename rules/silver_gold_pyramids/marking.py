"""The cards way: where a shape or a square may be marked, and what that covers."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.silver_gold_pyramids.events import Marked, Rule, Symbol
from rules.silver_gold_pyramids.options import Way
from rules.silver_gold_pyramids.pyramids import (
    ENTRANCE,
    SIDE,
    SQUARE_NAMES,
    TOMB,
    Pyramid,
    beside,
    has_wall,
    reached,
)
from rules.silver_gold_pyramids.shapes import Cells, Turns
from rules.silver_gold_pyramids.state import Board, Sheet, State, Tomb, card_of, moment_of, round_of


@dataclass(frozen=True)
class Spot:
    """A place for a shape or a square, as events name it, and the squares that it marks."""

    name: str
    squares: tuple[int, ...]


def spots(state: State, seat: Seat, moment: int, board: Board) -> tuple[Spot, ...]:
    """List all that is legal on one board with a card that the seat may still mark: shapes, then squares."""
    is_extra = state.sheet(seat).handled == moment
    shape = None if is_extra else state.shown[moment - 1]
    return _spots(
        state.pyramids[board.pyramid],
        frozenset(board.marked),
        () if shape is None else state.shape_turns(shape),
        is_extra or state.options.one_square,
        state.options.across_walls,
    )


@lru_cache(maxsize=256)
def _spots(
    card: Pyramid, before: frozenset[int], looks: Turns, has_singles: bool, across_walls: bool
) -> tuple[Spot, ...]:
    """List what fits on a card beside the squares marked before; each view asks again, so it is kept."""
    found = [
        Spot(f"{name}.{turn}", squares)
        for turn, cells in looks
        for name, square in SQUARE_NAMES.items()
        if (squares := _laid(cells, square)) is not None
    ]
    if has_singles:
        found += [Spot(name, (square,)) for name, square in SQUARE_NAMES.items()]
    return tuple(spot for spot in found if _misfit(card, before, spot, across_walls=across_walls) is None)


def _laid(cells: Cells, square: int) -> tuple[int, ...] | None:
    """Give the squares of a shape whose first square lies on *square*, None where it leaves the card."""
    row, column = divmod(square, SIDE)
    places = [(row + r, column + c - cells[0][1]) for r, c in cells]
    if all(0 <= r < SIDE and 0 <= c < SIDE for r, c in places):
        return tuple(SIDE * r + c for r, c in places)
    return None


def _misfit(card: Pyramid, before: frozenset[int], spot: Spot, *, across_walls: bool) -> Rule | None:
    """Say which rule keeps a spot from being marked, None where none does."""
    new = frozenset(spot.squares)
    if before & new:
        return Rule.SQUARE_MARKED
    if ENTRANCE not in before | new:
        return Rule.ENTRANCE_FIRST
    if reached(card, before | new) != before | new:
        return Rule.NOT_CONNECTED
    across = any(has_wall(card, one, other) for one in new for other in beside(one) if other in new)
    return Rule.ACROSS_A_WALL if across and not across_walls else None


_SENTENCES = {
    Rule.SQUARE_MARKED: "a square of it is marked already",
    Rule.ENTRANCE_FIRST: "the entrance is marked first",
    Rule.NOT_CONNECTED: "the marked squares would not all connect with the entrance",
    Rule.ACROSS_A_WALL: "the shape would lie across a wall",
}


def marked(state: State, event: Marked) -> State:
    """Give the state after a seat marked squares."""
    if state.options.way is not Way.CARDS:
        raise IllegalMoveError(Rule.OTHER_WAY, "this table does not follow the cards' squares")
    moment = moment_of(event.round, event.card)
    check_shown(state, moment)
    sheet = state.sheet(event.seat)
    if is_done(sheet, moment):
        raise IllegalMoveError(
            Rule.ALREADY_MARKED, f"seat {event.seat} is done with card {event.card} of round {event.round}"
        )
    board = next((b for b in sheet.boards if b.pyramid == event.pyramid), None)
    if board is None:
        raise IllegalMoveError(
            Rule.NOT_YOURS, f"pyramid {event.pyramid} does not lie before seat {event.seat}",
            {"pyramid": event.pyramid},
        )  # fmt: skip
    is_extra = moment == sheet.handled
    spot = _spot(state, event.spot, None if is_extra else state.shown[moment - 1], is_extra=is_extra)
    card, before = state.pyramids[board.pyramid], frozenset(board.marked)
    misfit = _misfit(card, before, spot, across_walls=state.options.across_walls)
    if misfit is not None:
        raise IllegalMoveError(misfit, f"{event.spot} on pyramid {event.pyramid}: {_SENTENCES[misfit]}")
    extra = sheet.extra - 1 if is_extra else 0
    after = replace(sheet, handled=moment, extra=extra)
    after = _covered(state, after, board, spot, moment, may_chain=not is_extra or state.options.red_x_chain)
    return _without_hopeless(state.with_sheet(event.seat, after), event.seat)


def is_done(sheet: Sheet, moment: int) -> bool:
    """Say whether a seat has nothing to mark any more with the *moment*th card."""
    return moment < sheet.handled or (moment == sheet.handled and sheet.extra == 0)


def to_mark(state: State, seat: Seat) -> tuple[int, ...]:
    """List the cards, counted over the game, that a seat may still mark, oldest first."""
    sheet = state.sheet(seat)
    return tuple(range(sheet.handled if sheet.extra else sheet.handled + 1, state.moment + 1))


def check_shown(state: State, moment: int) -> None:
    """Refuse what is meant for a card that was not shown yet."""
    if moment > state.moment:
        raise IllegalMoveError(
            Rule.NOT_SHOWN,
            f"card {card_of(moment)} of round {round_of(moment)} was not shown yet",
            {"round": round_of(moment), "card": card_of(moment)},
        )


def _spot(state: State, name: str, shape: str | None, *, is_extra: bool) -> Spot:
    """Read a spot's name; what a shape marks follows from the shape shown."""
    square_said, dot, turn_said = name.partition(".")
    square = SQUARE_NAMES.get(square_said)
    if square is None or (dot and turn_said not in tuple("01234567")):
        raise IllegalMoveError(Rule.NO_SUCH_SPOT, f"{name!r} names no square and turn", {"spot": name})
    if not dot:
        if not (is_extra or state.options.one_square):
            raise IllegalMoveError(Rule.NO_SINGLE, "at this table no single square stands in for a shape")
        return Spot(name, (square,))
    if is_extra or shape is None:
        raise IllegalMoveError(Rule.ONE_SQUARE_ONLY, "a red X gives one square, not a shape")
    cells = next((looks for turn, looks in state.shape_turns(shape) if turn == int(turn_said)), None)
    if cells is None:
        raise IllegalMoveError(
            Rule.TURN_NOT_ALLOWED, f"turn {turn_said} of {shape} is not allowed, or looks like another turn"
        )
    squares = _laid(cells, square)
    if squares is None:
        raise IllegalMoveError(Rule.OFF_THE_CARD, f"{shape} at {name} would leave the card")
    return Spot(name, squares)


def gain(state: State, board: Board, spot: Spot) -> Counter[str]:
    """Count what a spot covers: symbols by their names, and the tomb."""
    symbols = state.pyramids[board.pyramid].symbols
    found = Counter(str(symbol) for square in spot.squares if (symbol := symbols[square]) is not None)
    if TOMB in spot.squares:
        found["tomb"] += 1
    return found


def _covered(state: State, sheet: Sheet, board: Board, spot: Spot, moment: int, *, may_chain: bool) -> Sheet:
    gained = gain(state, board, spot)
    after = replace(board, marked=(*board.marked, *spot.squares))
    sheet = with_symbols(sheet, moment, gained)
    if may_chain:
        sheet = replace(sheet, extra=sheet.extra + gained[Symbol.RED_X])
    boards = tuple(after if b.pyramid == board.pyramid else b for b in sheet.boards)
    if not gained["tomb"]:
        return replace(sheet, boards=boards)
    return replace(
        sheet.with_tombs(Tomb(moment, state.pyramids[board.pyramid].colour)),
        boards=tuple(b for b in boards if b is not after),
        aside=(*sheet.aside, after),
        owed=(*sheet.owed, moment),
    )


def with_symbols(sheet: Sheet, moment: int, gained: Counter[str]) -> Sheet:
    """Give the sheet with what was covered with one card."""
    round_number = round_of(moment)
    is_new = gained[Symbol.TORCH] > 0 and round_number not in sheet.torches
    return replace(
        sheet.with_skulls(moment, gained[Symbol.SKULL], gained[Symbol.POTION]),
        rubies=sheet.rubies + gained[Symbol.RUBY],
        emeralds=sheet.emeralds + gained[Symbol.EMERALD],
        torches=tuple(sorted((*sheet.torches, round_number))) if is_new else sheet.torches,
    )


def _without_hopeless(state: State, seat: Seat) -> State:
    """Forget red X squares where no square can be marked: they would wait for nothing."""
    sheet = state.sheet(seat)
    if sheet.extra and not any(spots(state, seat, sheet.handled, board) for board in sheet.boards):
        return state.with_sheet(seat, replace(sheet, extra=0))
    return state
