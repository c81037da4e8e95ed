"""A turn: throw, what becomes of a drowned piece, own piece, enemy piece; and what ends the game.

    THROW ──nobody drowned, or no rescue possible: taken off──────────────────────┐
      └──rescue possible──▶ WATER ──given up: taken off───────────────────────────┤
                              ├──piece on salvation──▶ RESCUE ────────────────────┤
                              └──▶ SAVE ──own piece onto salvation──▶ RESCUE ──┐  ▼
                                                                               │ OWN
                                                                               ▼  │
                                             THROW of the other ◀────────── ENEMY ◀┘

A part in which nothing can be moved is left out.
"""

from dataclasses import replace

from rules.core import Seat
from rules.pharao.board import FORTUNE, WATER, Side
from rules.pharao.events import Thrown
from rules.pharao.moving import (
    Targets,
    can_rescue,
    enemy_targets,
    own_targets,
    rescue_targets,
    saviours,
    stands_on_salvation,
)
from rules.pharao.state import OWN_FACES, Options, Part, Position, Reason, ShutIn, State, Step, Turn


def targets(state: State) -> Targets:
    """Give where each piece can go in a part of the turn in which one is moved."""
    throw = state.now.throw
    assert throw is not None
    position, side, options = state.position, state.side, state.options
    match state.part:
        case Part.SAVE:
            return saviours(position, side, throw.own, options)
        case Part.RESCUE:
            return {WATER: rescue_targets(position, options)}
        case Part.OWN:
            return own_targets(position, side, throw.own, options)
        case _:
            return enemy_targets(position, side.other, throw.enemy, options)


def thrown(state: State, throw: Thrown) -> State:
    after = state.with_turn(Part.WATER, throw=throw)
    if can_rescue(state.position, state.side, throw.own, state.options):
        return after
    return given_up(after) if state.position.is_drowned(state.side) else _own(after)


def given_up(state: State) -> State:
    """Take the drowned piece off the board; then the own die counts."""
    position = state.position.flipped(state.side, 1 << WATER)
    return _own(replace(state.with_turn(state.part, taken_off=True), position=position))


def rescue_begun(state: State) -> State:
    is_there = stands_on_salvation(state.position, state.side)
    return replace(state, part=Part.RESCUE if is_there else Part.SAVE)


def own_moved(state: State, step: Step) -> State:
    side = state.side
    after = replace(state.with_turn(state.part, own=step), position=_stepped(state.position, side, step))
    if state.part is Part.SAVE:
        return replace(after, part=Part.RESCUE)
    if not after.position.dry(side):
        return _ended(after, Reason.DROWNED, side.other)
    if step.to == FORTUNE and after.position.count(side) == 1:
        return _ended(after, Reason.FORTUNE, side)
    return _enemy(after)


def rescued(state: State, to: int) -> State:
    step = Step(WATER, to)
    position = _stepped(state.position, state.side, step)
    after = replace(state.with_turn(state.part, rescued=step), position=position)
    return _own(after) if after.now.own is None and state.options.move_after_rescue else _enemy(after)


def enemy_moved(state: State, step: Step) -> State:
    enemy = state.side.other
    after = replace(state.with_turn(state.part, enemy=step), position=_stepped(state.position, enemy, step))
    if not after.position.dry(enemy):
        return _ended(after, Reason.DROWNED, state.side)
    if state.options.pushed_onto_fortune and step.to == FORTUNE and after.position.count(enemy) == 1:
        return _ended(after, Reason.FORTUNE, enemy)
    return _next_turn(after)


def passed(state: State) -> State:
    return _enemy(state) if state.part is Part.OWN else _next_turn(state)


def ended(state: State, reason: Reason, winner: Seat | None) -> State:
    return replace(state, part=Part.OVER, reason=reason, winner=winner)


def is_shut_in(position: Position, side: Side, options: Options) -> bool:
    """Say whether the player whose turn begins can move nothing, whatever the dice show.

    A drowned piece is thought off the board. Could it be rescued by one on salvation, that one can go through
    the water as well.
    """
    base = position.flipped(side, position.of(side) & 1 << WATER)
    if any(own_targets(base, side, pips, options) for pips in {*OWN_FACES}):
        return False
    if options.shut_in is ShutIn.NO_OWN_PIECE:
        return True
    return not any(enemy_targets(base, side.other, pips, options) for pips in {*options.enemy_die.faces})


def _stepped(position: Position, side: Side, step: Step) -> Position:
    return position.flipped(side, 1 << step.piece | 1 << step.to)


def _own(state: State) -> State:
    after = replace(state, part=Part.OWN)
    return after if targets(after) else _enemy(after)


def _enemy(state: State) -> State:
    after = replace(state, part=Part.ENEMY)
    return after if targets(after) else _next_turn(after)


def _next_turn(state: State) -> State:
    after = replace(state, part=Part.THROW, last=state.now, now=Turn(state.now.number + 1))
    if is_shut_in(after.position, after.side, state.options):
        return _ended(after, Reason.SHUT_IN, after.side.other)
    return after


def _ended(state: State, reason: Reason, winner: Side) -> State:
    return ended(state, reason, state.seat_of(winner))
