"""Treasure: what scarabs bring and cost, and the end."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from rules.core import Outcome, Seat, ranked
from rules.pairamid.events import Colour, Place, Scarab
from rules.pairamid.state import BothScarabs, Move, Phase, Scored, State

SHARED = "shared"
GREAT_WHITE = "great_white"
GREAT_BLACK = "great_black"
GREAT_BOTH = "great_both"
ALL_ARRIVED = "all_arrived"
REASONS = (GREAT_WHITE, GREAT_BLACK, GREAT_BOTH, ALL_ARRIVED)
TIE_BREAKS = (SHARED,)


@dataclass(frozen=True)
class Line:
    """One line of a seat's treasure; `turn` is the turn or scoring in which it came, from 1."""

    turn: int
    colour: Colour
    scarab: Scarab
    points: int


def lines(state: State, seat: Seat) -> Iterator[Line]:
    """Give what a seat's treasure is made of, oldest first; nothing while its colours are not known.

    Where treasure can't go below zero, a seat loses no more than it has.
    """
    markers = state.markers[seat] or ()
    met = dict.fromkeys(Scarab, 0)
    total = 0
    for scored in state.scored:
        value = state.row(scored.scarab)[met[scored.scarab]]
        met[scored.scarab] += 1
        if scored.colour in markers:
            points = value if state.options.below_zero else max(value, -total)
            total += points
            yield Line(scored.turn, scored.colour, scored.scarab, points)


def treasure(state: State, seat: Seat) -> int:
    """Sum a seat's lines."""
    return sum(line.points for line in lines(state, seat))


def value_at(state: State, scarab: Scarab) -> int:
    """Give what meeting a scarab brings or costs now."""
    return state.row(scarab)[state.at(scarab)]


def counting(state: State, met: tuple[Scarab, ...]) -> tuple[Scarab, ...]:
    """Give those of the scarabs met that count: of two in the Great Chamber an option says which.

    Where both count, the gain comes first: then they make 0 also where treasure can't go below zero.
    """
    if len(met) < 2:
        return met
    match state.options.both_scarabs:
        case BothScarabs.BOTH:
            return (Scarab.WHITE, Scarab.BLACK)
        case BothScarabs.FIRST:
            return state.great_scarabs[:1]
        case BothScarabs.WHITE:
            return (Scarab.WHITE,)
        case BothScarabs.BLACK:
            return (Scarab.BLACK,)
        case _:
            assert_never(state.options.both_scarabs)


def met_at(state: State, place: Place) -> tuple[Scarab, ...]:
    """Give the scarabs at a place that people say was reached; none where they are elsewhere."""
    if place is Place.GREAT:
        return state.great_scarabs
    scarab = Scarab(place)
    return () if state.is_in_great(scarab) else (scarab,)


def with_scarabs_met(state: State, colour: Colour, met: tuple[Scarab, ...], turn: int) -> State:
    """Give the state after a researcher met scarabs: those that count score and go on."""
    scored = tuple(Scored(turn, colour, scarab) for scarab in counting(state, met))
    return replace(state, scored=(*state.scored, *scored))


def with_arrivals(state: State, turn: int) -> State:
    """Let scarabs score that arrived where a researcher stands, and go on, as long as there are such."""
    while state.phase is Phase.PLAYING:
        standing = {state.where(colour): colour for colour in state.colours}
        arrived = next(
            (s for s in Scarab if _has_moved(state, s, turn) and state.space_of(s) in standing), None
        )
        if arrived is None:
            break
        space = state.space_of(arrived)
        met = state.great_scarabs if space == state.board.great else (arrived,)
        state = with_scarabs_met(state, standing[space], met, turn)
    return state


def _has_moved(state: State, scarab: Scarab, turn: int) -> bool:
    return any(s.turn == turn and s.scarab is scarab for s in state.scored)


def moved(state: State, move: Move, met: tuple[Scarab, ...]) -> State:
    """Give the state after a researcher came to a space, and what it met there counted."""
    turn = state.number
    after = replace(state, moves=(*state.moves, move))
    after = with_scarabs_met(after, move.colour, met, turn)
    return with_arrivals(after, turn) if state.options.arrival_scores else after


def outcome(state: State) -> Outcome | None:
    """Rank by treasure; equal treasure shares the place. None until each seat has said its colours."""
    if state.phase is not Phase.OVER:
        return None
    treasures = {seat: treasure(state, seat) for seat in state.all_seats}
    return Outcome(_reason(state), ranked(treasures, SHARED))


def _reason(state: State) -> str:
    match state.ended_by:
        case (Scarab.WHITE,):
            return GREAT_WHITE
        case (Scarab.BLACK,):
            return GREAT_BLACK
        case ():
            return ALL_ARRIVED
        case _:
            return GREAT_BOTH
