"""Why a move is refused: the first rule that it breaks, in the order in which people would say so."""

from rules.errors import IllegalMoveError
from rules.pharao.board import NAMES, SQUARES, WATER, Side, reach
from rules.pharao.events import Rule
from rules.pharao.moving import own_targets
from rules.pharao.state import Options, Position


def square_named(name: str) -> int:
    """Give the square of that name.

    Raises:
        IllegalMoveError: when the board has none.
    """
    if name not in SQUARES:
        raise IllegalMoveError(
            Rule.NO_SUCH_SQUARE, f"the squares are 1-1 to 3-10, {name!r} came", {"came": name}
        )
    return SQUARES[name]


def check_piece(position: Position, side: Side, piece: int, *, is_own: bool) -> None:
    """Refuse a piece that is not there, not of *side*, or in the water."""
    name, found = NAMES[piece], position.side_at(piece)
    if found is None:
        raise IllegalMoveError(Rule.NO_PIECE, f"no piece stands on {name}", {"square": name})
    if found is not side:
        rule = Rule.NOT_OWN if is_own else Rule.NOT_ENEMY
        raise IllegalMoveError(rule, f"a {side} piece is to be moved, {name} is {found}", {"square": name})
    if piece == WATER:
        raise IllegalMoveError(Rule.DROWNED, "a piece in the water is rescued or taken off, not moved")


def check_way(
    position: Position, side: Side, piece: int, steps: int, to: int, options: Options, *, is_own: bool
) -> None:
    """Refuse a square that the piece can't come to with that throw."""
    if position.taken >> to & 1:
        raise IllegalMoveError(Rule.TAKEN, f"a piece stands on {NAMES[to]}", {"square": NAMES[to]})
    if not reach(piece, steps, position.taken, options.most_turns) >> to & 1:
        is_bent = reach(piece, steps, position.taken) >> to & 1
        raise IllegalMoveError(
            Rule.TOO_MANY_TURNS if is_bent else Rule.NO_WAY,
            f"from {NAMES[piece]} to {NAMES[to]} there is no {'plain ' if is_bent else ''}way of {steps}",
            {"piece": NAMES[piece], "to": NAMES[to], "steps": steps},
        )
    if is_own and not own_targets(position, side, steps, options).get(piece, 0) >> to & 1:
        only_water = reach(piece, steps, position.taken, options.most_turns) == 1 << WATER
        raise IllegalMoveError(
            Rule.LAST_INTO_WATER if only_water else Rule.OWN_INTO_WATER,
            f"{NAMES[piece]} may not go into the water",
            {"piece": NAMES[piece]},
        )


def no_rescue(to: int) -> IllegalMoveError:
    return IllegalMoveError(
        Rule.NO_RESCUE_THERE,
        f"a rescue goes three squares from the water, not to {NAMES[to]}",
        {"to": NAMES[to]},
    )
