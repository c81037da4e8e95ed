"""What Pairamid waits for, and the moves that answer it."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from rules.core import Asked, Await, Scalar, Seat
from rules.pairamid.events import ColoursTaken, Moved, PairamidEvent, Place, Reached
from rules.pairamid.moving import landings
from rules.pairamid.scoring import met_at
from rules.pairamid.state import Phase, State


def awaits(state: State) -> tuple[Await, ...]:
    """List what is awaited: colours first, as on the table; once play has begun, last."""
    has_begun = bool(state.scored or state.moves)
    return (*_play(state), *_colours(state)) if has_begun else (*_colours(state), *_play(state))


def _colours(state: State) -> Iterator[Await]:
    without = unmarked(state)
    if without:
        asked = (
            Asked("seat", without),
            Asked("first", state.colours),
            Asked("second", state.colours),
        )
        yield Await(ColoursTaken.type, asked=asked, can_wait=state.phase is Phase.PLAYING)


def _play(state: State) -> Iterator[Await]:
    if state.phase is not Phase.PLAYING:
        return
    if not state.is_board:
        yield Await(Reached.type, asked=(Asked("colour", state.colours), Asked("place", places(state))))
        return
    turn = state.turn
    assert turn is not None
    moves = tuple(_moves(state))
    fields = [
        Asked("colour", state.dice_left),
        Asked("pips", tuple(sorted({move.pips for move in moves}))),
    ]
    if any(move.to for move in moves):
        fields.append(Asked("to", tuple(dict.fromkeys(_said(state, move) for move in moves))))
    yield Await(Moved.type, (turn,), asked=tuple(fields))


def narrowed(state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
    """Give the fields with what is left beside what was chosen before them, from left to right."""
    match awaited.event:
        case ColoursTaken.type:
            first = chosen.get("first")
            others = tuple(c for c in state.colours if c != first)
            return (*awaited.asked[:2], Asked("second", others))
        case Moved.type:
            moves = [m for m in _moves(state) if chosen.get("colour") in (None, m.colour)]
            pips = tuple(sorted({m.pips for m in moves}))
            moves = [m for m in moves if chosen.get("pips") in (None, m.pips)]
            ways = Asked("to", tuple(dict.fromkeys(_said(state, m) for m in moves)))
            return (awaited.asked[0], Asked("pips", pips), ways)[: len(awaited.asked)]
        case _:
            return awaited.asked


def unmarked(state: State) -> tuple[Seat, ...]:
    """List the seats whose colours are not known, the first to play before the others."""
    order = (Seat((state.first + i) % state.seats) for i in range(state.seats))
    return tuple(seat for seat in order if state.markers[seat] is None)


def places(state: State) -> tuple[Place, ...]:
    """List what a researcher can reach to score."""
    return tuple(place for place in Place if met_at(state, place))


def legal(state: State) -> tuple[PairamidEvent, ...]:
    """List the moves, each as the event that it would be; of colours each pair once."""
    return tuple(_legal(state))


def _legal(state: State) -> Iterator[PairamidEvent]:
    for seat in unmarked(state):
        for first, second in combinations(state.colours, 2):
            yield ColoursTaken(seat, first, second)
    if state.phase is not Phase.PLAYING:
        return
    if state.is_board:
        yield from _moves(state)
        return
    for place in places(state):
        yield from (Reached(colour, place) for colour in state.colours)


def _moves(state: State) -> Iterator[Moved]:
    """Give each move of each die left; which way it went is said only where there are several."""
    for colour in state.dice_left:
        for pips in state.pips_open(colour):
            found = landings(state, colour, pips)
            for landing in found:
                yield Moved(colour, pips, landing.to if len(found) > 1 else "")


def _said(state: State, move: Moved) -> str:
    """Name where a move comes to, also where only one way leads on."""
    return move.to or landings(state, move.colour, move.pips)[0].to
