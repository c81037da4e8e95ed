"""Where pieces can go: by their owner, by the enemy, and out of the water."""

from rules.pharao.board import SALVATION, WATER, Side, reach, squares_in
from rules.pharao.state import Options, Position

RESCUE_STEPS = 3
Targets = dict[int, int]
"""For each piece that can move the set of squares that it can come to."""


def own_targets(position: Position, side: Side, steps: int, options: Options) -> Targets:
    """Give where the owner can move each piece: into the water only what can go nowhere else."""
    dry, water = position.dry(side), 1 << WATER
    is_last = position.count(side) == 1
    found: Targets = {}
    for piece in squares_in(dry):
        to = reach(piece, steps, position.taken, options.most_turns)
        if to != water:
            to &= ~water
        elif is_last and not options.last_into_water:
            to = 0
        if to:
            found[piece] = to
    return found


def enemy_targets(position: Position, side: Side, steps: int, options: Options) -> Targets:
    """Give where the pieces of *side* can be moved by the enemy: nobody has to spare the water."""
    dry, taken = position.dry(side), position.taken
    found = {piece: reach(piece, steps, taken, options.most_turns) for piece in squares_in(dry)}
    return {piece: to for piece, to in found.items() if to}


def rescue_steps(position: Position, options: Options) -> int:
    """Give by how many squares the drowned piece can leave the water, 0 where it can't."""
    possible = range(RESCUE_STEPS, 0, -1) if options.short_rescue else (RESCUE_STEPS,)
    return next((n for n in possible if reach(WATER, n, position.taken, options.most_turns)), 0)


def rescue_targets(position: Position, options: Options) -> int:
    """Give the set of squares that the drowned piece can come to, whoever stands on salvation."""
    return reach(WATER, rescue_steps(position, options), position.taken, options.most_turns)


def stands_on_salvation(position: Position, side: Side) -> bool:
    """Say whether a piece of that side stands on salvation."""
    return position.side_at(SALVATION) is side


def saviours(position: Position, side: Side, steps: int, options: Options) -> Targets:
    """Give the pieces that the owner can bring onto salvation so that the drowned one can leave the water."""
    salvation = 1 << SALVATION
    return {
        piece: salvation
        for piece, to in own_targets(position, side, steps, options).items()
        if to & salvation and rescue_targets(position.flipped(side, 1 << piece | salvation), options)
    }


def can_rescue(position: Position, side: Side, steps: int, options: Options) -> bool:
    """Say whether a drowned piece of that side can be rescued with that throw of the own die."""
    if not position.is_drowned(side):
        return False
    if stands_on_salvation(position, side):
        return bool(rescue_targets(position, options))
    return bool(saviours(position, side, steps, options))
