"""Undoing what was a slip: a press is never taken out of its round, since what follows counts the presses.

A claim is struck, where its verdict stood or now; was it the only one of a finished round, nobody found
anything in that round.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from rules.core import Happened, NeverWas, Scalar
from rules.pharaoh_code.events import (
    Claimed,
    Explained,
    Judged,
    NobodyFound,
    NumberCalled,
    PharaohCodeEvent,
    Struck,
    TimerTurned,
)
from rules.pharaoh_code.state import State
from rules.pharaoh_code.tiles import SPACES, TILES, Colour, tiles_of

Way = NeverWas[PharaohCodeEvent]


def never_was(state: State, happened: Sequence[Happened[PharaohCodeEvent]], entry: int) -> Iterator[Way]:
    """Give the ways to undo an entry; `rules.slips` leaves out what would reach into other rounds."""
    slip = next(each for each in happened if each.entry == entry)
    played = [each for each in happened if each.round == slip.round]
    is_finished = slip.round <= len(state.rounds)
    match slip.event:
        case Claimed():
            pressed = [each.entry for each in played if isinstance(each.event, Claimed)]
            yield from _claim_undone(played, pressed.index(entry), is_finished)
        case NumberCalled(claim=claim):
            yield Way(entry, None)
            if is_finished:
                yield from _claim_undone(played, claim, is_finished)
        case _:
            yield Way(entry, None)


def _claim_undone(
    played: Sequence[Happened[PharaohCodeEvent]], claim: int, is_finished: bool
) -> Iterator[Way]:
    struck = {each.event.claim for each in played if isinstance(each.event, Struck)}
    pressed = sum(isinstance(each.event, Claimed) for each in played)
    if claim in struck:
        return
    if is_finished and set(range(pressed)) - struck == {claim}:
        yield Way(_opening(played), NobodyFound())
        return
    verdict = next(
        (e.entry for e in played if isinstance(e.event, Judged | Explained) and e.event.claim == claim), None
    )
    yield Way(verdict, Struck(claim))


def _opening(played: Sequence[Happened[PharaohCodeEvent]]) -> int:
    """Give the last press that came while no claim stood."""
    standing, opening = 0, 0
    for each in played:
        if isinstance(each.event, Claimed):
            opening = opening if standing else each.entry
            standing += 1
        elif isinstance(each.event, Struck):
            standing -= 1
    return opening


def upsetting(
    state: State, happened: Sequence[Happened[PharaohCodeEvent]], entry: int
) -> Mapping[str, Collection[Scalar]]:
    """Give the seats, numbers or claims with which a press, a verdict or a round of others would not fit."""
    slip = next(each for each in happened if each.entry == entry)
    others = [each.event for each in happened if each.round == slip.round and each.entry != entry]
    match slip.event:
        case Claimed(seat=seat):
            if any(isinstance(other, TimerTurned) and other.seat == seat for other in others):
                return {"seat": [s for s in state.all_seats if s != seat]}
            pressed = {other.seat for other in others if isinstance(other, Claimed)}
            return {} if state.options.professional else {"seat": sorted(pressed - {seat})}
        case NumberCalled(claim=claim):
            called = {
                each.event.number
                for each in happened
                if isinstance(each.event, NumberCalled) and each.round != slip.round
            }
            return {"number": sorted(called | _judged_or_full(state, slip.round, claim))}
        case Struck(claim=claim) if slip.round <= len(state.rounds):
            pressed_there = sum(isinstance(other, Claimed) for other in others)
            return {"claim": [c for c in range(pressed_there) if c != claim]}
        case _:
            return {}


def _judged_or_full(state: State, number: int, claim: int) -> set[int]:
    """Give the numbers that others were judged on, and those of rows that others emptied in that round."""
    judged = {
        (place, c.index): c.number
        for place, played in enumerate(state.all_rounds, 1)
        for c in played.claims
        if c.right is not None and c.number is not None and (place, c.index) != (number, claim)
    }
    found = set(judged.values())
    gone = {n for (place, _), n in judged.items() if place < number}
    taken = [TILES[n].colour for (place, _), n in judged.items() if place == number]
    for colour in Colour:
        row = {tile.number for tile in tiles_of(colour)}
        if taken.count(colour) >= min(SPACES[colour], len(row - gone)):
            found |= row
    return found
