"""The referee on demand: it holds the dice and the score of games, and says whether a move is legal.

The board that it looks at is made like the one on the table; an allowed move is made on it as well.
"""

from dataclasses import replace

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.pharao.board import NAMES, PIECES, WATER, Side, squares_in
from rules.pharao.checking import check_piece, check_way, no_rescue, square_named
from rules.pharao.events import OFF, Allowed, Die, Placed, Rule
from rules.pharao.moving import enemy_targets, own_targets, rescue_targets, stands_on_salvation
from rules.pharao.state import START_POSITION, Position, Reason, State, Turn
from rules.pharao.turns import ended

SIDES = tuple(str(side) for side in Side)


def answers(state: State) -> dict[int, dict[Die, int]]:
    """Give, for each piece and each die, the set of squares that it may be moved to."""
    throw, position, options = state.now.throw, state.position, state.options
    if throw is None:
        return {}
    found: dict[int, dict[Die, int]] = {}
    for side in Side:
        by_own = own_targets(position, side, throw.own, options)
        by_enemy = enemy_targets(position, side, throw.enemy, options)
        for piece in squares_in(position.dry(side)):
            each = {Die.OWN: by_own.get(piece, 0), Die.ENEMY: by_enemy.get(piece, 0)}
            found[piece] = {die: to for die, to in each.items() if to}
        if position.is_drowned(side) and stands_on_salvation(position, side):
            found[WATER] = {Die.RESCUE: rescue_targets(position, options)}
    return {piece: dice for piece, dice in sorted(found.items()) if any(dice.values())}


def allowed(state: State, event: Allowed) -> State:
    """Move the piece as was asked.

    Raises:
        IllegalMoveError: the referee's no, with its reason.
    """
    throw, position = state.now.throw, state.position
    if throw is None:
        raise IllegalMoveError(Rule.THROW_FIRST, "the referee needs the dice: enter them first")
    piece, to = square_named(event.piece), square_named(event.to)
    side = position.side_at(piece)
    if side is None:
        raise IllegalMoveError(Rule.NO_PIECE, f"no piece stands on {event.piece}", {"square": event.piece})
    if event.die is Die.RESCUE:
        _check_rescue(state, side, piece, to)
    else:
        is_own = event.die is Die.OWN
        check_piece(position, side, piece, is_own=is_own)
        steps = throw.own if is_own else throw.enemy
        check_way(position, side, piece, steps, to, state.options, is_own=is_own)
    return replace(state, position=position.flipped(side, 1 << piece | 1 << to))


def _check_rescue(state: State, side: Side, piece: int, to: int) -> None:
    if piece != WATER:
        raise IllegalMoveError(Rule.NOBODY_DROWNED, f"{NAMES[piece]} is not the water")
    if not stands_on_salvation(state.position, side):
        raise IllegalMoveError(Rule.NO_SAVIOUR, f"no {side} piece stands on salvation")
    if not rescue_targets(state.position, state.options) >> to & 1:
        raise no_rescue(to)


def placed(state: State, event: Placed) -> State:
    position = state.position
    if event.piece in SIDES:
        side = Side(event.piece)
        if position.count(side) >= PIECES:
            raise IllegalMoveError(
                Rule.SIDE_FULL, f"all {PIECES} {side} pieces are on the board", {"side": side}
            )
    else:
        piece = square_named(event.piece)
        found = position.side_at(piece)
        if found is None:
            raise IllegalMoveError(
                Rule.NO_PIECE, f"no piece stands on {event.piece}", {"square": event.piece}
            )
        side = found
        position = position.flipped(side, 1 << piece)
        if event.to == OFF:
            return replace(state, position=position)
    to = square_named(event.to)
    if state.position.taken >> to & 1:
        raise IllegalMoveError(Rule.TAKEN, f"a piece stands on {event.to}", {"square": event.to})
    return replace(state, position=position.flipped(side, 1 << to))


def can_be_placed(position: Position) -> tuple[str, ...]:
    """List what can be placed: pieces by their squares, then sides that have not all theirs on the board."""
    sides = (side for side in Side if position.count(side) < PIECES)
    return (*(NAMES[square] for square in squares_in(position.taken)), *map(str, sides))


def places_for(position: Position, piece: str) -> tuple[str, ...]:
    """List where that can be placed; only what is on the board can go off it."""
    empty = tuple(name for square, name in enumerate(NAMES) if not position.taken >> square & 1)
    return empty if piece in SIDES else (*empty, OFF)


def game_ended(state: State, winner: Seat | None) -> State:
    """Count a game, and set the board up for the next one, with sides changed."""
    wins = tuple(won + (seat == winner) for seat, won in enumerate(state.wins))
    after = replace(state, wins=wins, games=state.games + 1, position=START_POSITION, now=Turn(1))
    needed = state.options.wins_needed
    return ended(after, Reason.WINS, None) if needed and max(wins) >= needed else after


def series_ended(state: State) -> State:
    if not state.games:
        raise IllegalMoveError(Rule.NO_GAME_YET, "no game was played to its end yet")
    return ended(state, Reason.STOPPED, None)
