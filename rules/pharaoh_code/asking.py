"""What Pharaoh Code waits for, and the moves that answer it."""

from collections.abc import Iterator

from rules.core import Asked, Await, By, Group
from rules.pharaoh_code.events import (
    Claimed,
    DiceRead,
    Explained,
    Judged,
    LaidOut,
    NobodyFound,
    NumberCalled,
    PharaohCodeEvent,
    SandRanOut,
    Struck,
    Thrown,
    TimerTurned,
    Voted,
)
from rules.pharaoh_code.judging import voting_place
from rules.pharaoh_code.state import Claim, Disputes, Phase, Round, State, Way
from rules.pharaoh_code.tiles import Colour, tiles_of

DICE = (
    Asked("d8", tuple(range(1, 9))),
    Asked("d10", tuple(range(1, 11))),
    Asked("d12", tuple(range(1, 13))),
)


def awaits(state: State) -> tuple[Await, ...]:
    """List what is awaited, what holds the game up first."""
    return () if state.now is None else tuple(_awaits(state, state.now))


def _awaits(state: State, now: Round) -> Iterator[Await]:
    phase = state.phase
    if phase is Phase.READY:
        yield Await(Thrown.type, (now.roller,), By.OK)
    if phase is Phase.JUDGING:
        yield from _verdicts(state, now)
    if state.may_claim:
        yield Await(Claimed.type, state.may_claim, By.PRESS, can_wait=phase is not Phase.RACE)
    if state.can_turn:
        yield Await(TimerTurned.type, (now.claims[0].seat,), By.PRESS, can_wait=True)
    if state.deadline_ms is not None and phase is Phase.SAND:
        yield Await(SandRanOut.type, by=By.CLOCK, at_ms=state.deadline_ms)
    if phase is Phase.SAND:
        for claim in now.claims:
            if claim.number is None:
                yield _number(state, claim, can_wait=True)
                yield Await(Struck.type, given=(("claim", claim.index),), can_wait=True)
    gaps = gap_numbers(state) if state.options.way is Way.LAYOUT else ()
    asked = Asked("numbers", gaps, _gap_groups(state) if gaps else (), whole=sum(map(state.spaces, Colour)))
    to_lay = [Await(LaidOut.type, asked=(asked,), can_wait=True)] if gaps else []
    to_read = [Await(DiceRead.type, asked=DICE, can_wait=True)] if now.dice is None else []
    # On the table the gaps are filled before the dice are thrown, and so they are asked for.
    yield from (*to_lay, *to_read) if phase is Phase.READY else (*to_read, *to_lay)
    if phase in (Phase.READY, Phase.RACE):
        yield Await(NobodyFound.type, by=By.OK_AND_BACK, can_wait=True)


def _verdicts(state: State, now: Round) -> Iterator[Await]:
    for claim in now.claims:
        if claim.right is not None:
            continue
        given = (("claim", claim.index),)
        if claim.number is None:
            yield _number(state, claim, can_wait=False)
            yield Await(Struck.type, given=given)
        else:
            yield Await(Judged.type, given=given, asked=(Asked("right", (True, False)),))
            if now.dice is not None:
                yield Await(
                    Explained.type, (claim.seat,), given=given, asked=(Asked("formula", ()),), can_wait=True
                )


def _number(state: State, claim: Claim, *, can_wait: bool) -> Await:
    asked = (Asked("number", state.callable_numbers(claim.index)),)
    return Await(
        NumberCalled.type, (claim.seat,), given=(("claim", claim.index),), asked=asked, can_wait=can_wait
    )


def gap_numbers(state: State) -> tuple[int, ...]:
    """List the numbers that may lie on spaces whose tile is not known yet, lowest first."""
    return tuple(sorted(number for colour in Colour for number in _gaps(state, colour)))


def _gaps(state: State, colour: Colour) -> tuple[int, ...]:
    known = state.face_up(colour)
    if len(known) >= state.spaces(colour):
        return ()
    gone = state.taken | set(known)
    return tuple(t.number for t in tiles_of(colour) if t.number not in gone)


def _gap_groups(state: State) -> tuple[Group, ...]:
    found = ((colour, _gaps(state, colour)) for colour in Colour)
    return tuple(
        Group(str(colour), gaps, state.spaces(colour) - len(state.face_up(colour)))
        for colour, gaps in found
        if gaps
    )


def legal(state: State) -> tuple[PharaohCodeEvent, ...]:
    """List the moves, each as the event that it would be."""
    return () if state.now is None else tuple(_legal(state, state.now))


def _legal(state: State, now: Round) -> Iterator[PharaohCodeEvent]:
    phase = state.phase
    if phase is Phase.READY:
        yield Thrown()
    if phase in (Phase.READY, Phase.RACE):
        yield NobodyFound()
    latest_ms = max((c.pressed_ms for c in now.claims), default=0)
    yield from (Claimed(seat, latest_ms) for seat in state.may_claim)
    if state.can_turn:
        yield TimerTurned(now.claims[0].seat, state.turn_from_ms)
    if state.deadline_ms is not None and phase is Phase.SAND:
        yield SandRanOut(state.deadline_ms)
    for claim in now.claims:
        if claim.right is None:
            yield Struck(claim.index)
            yield from (NumberCalled(claim.index, number) for number in state.callable_numbers(claim.index))
            if phase is Phase.JUDGING and claim.number is not None:
                yield from (Judged(claim.index, right) for right in (True, False))
    if state.options.way is Way.LAYOUT:
        yield from (LaidOut((number,)) for number in gap_numbers(state))
    if state.options.disputes is not Disputes.HOST:
        yield from _votes(state, now)


def _votes(state: State, now: Round) -> Iterator[Voted]:
    place = voting_place(state)
    for claim in (now if place is None else state.rounds[place]).claims:
        if claim.right is not None and claim.formula is None:
            for seat in state.all_seats:
                if seat != claim.seat:
                    yield from (Voted(claim.index, seat, right) for right in (True, False))
