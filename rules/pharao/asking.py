"""What Pharao waits for, and the moves that answer it."""

from collections.abc import Iterator, Mapping

from rules.core import Asked, Await, By, Scalar
from rules.pharao.board import NAMES, WATER, squares_in
from rules.pharao.events import (
    Allowed,
    Die,
    DrawAgreed,
    EnemyMoved,
    GameWon,
    OwnMoved,
    Passed,
    PharaoEvent,
    Placed,
    RescueChosen,
    Rescued,
    SeriesEnded,
    Thrown,
)
from rules.pharao.referee import answers, can_be_placed, places_for
from rules.pharao.state import OWN_FACES, Part, State
from rules.pharao.turns import targets


def awaits(state: State) -> tuple[Await, ...]:
    """List what is awaited, what holds the game up first."""
    if state.part is Part.PLAY:
        return tuple(_played(state))
    return () if state.part is Part.OVER else tuple(_followed(state))


def _followed(state: State) -> Iterator[Await]:
    mover = (state.seat,)
    match state.part:
        case Part.THROW:
            yield Await(Thrown.type, mover, asked=_dice(state))
            yield Await(DrawAgreed.type, by=By.OK_AND_BACK, can_wait=True)
        case Part.WATER:
            yield Await(RescueChosen.type, mover, asked=(Asked("rescue", (True, False)),))
        case Part.RESCUE:
            yield Await(Rescued.type, mover, asked=(Asked("to", _names(*targets(state).values())),))
        case _:
            found = targets(state)
            asked = (Asked("piece", _names(*(1 << p for p in found))), Asked("to", _names(*found.values())))
            yield Await(EnemyMoved.type if state.part is Part.ENEMY else OwnMoved.type, mover, asked=asked)
            if _may_pass(state):
                yield Await(Passed.type, mover, By.OK_AND_BACK, can_wait=True)


def _played(state: State) -> Iterator[Await]:
    yield Await(Thrown.type, asked=_dice(state))
    if state.now.throw is not None and state.position.taken:
        yield Await(Allowed.type, asked=_question(state, None), can_wait=True, is_question=True)
    places = Asked("to", places_for(state.position, NAMES[0]))
    yield Await(Placed.type, asked=(Asked("piece", can_be_placed(state.position)), places), can_wait=True)
    yield Await(GameWon.type, asked=(Asked("seat", state.all_seats),), can_wait=True)
    yield Await(DrawAgreed.type, can_wait=True, beside=GameWon.type)
    if state.games:
        yield Await(SeriesEnded.type, can_wait=True)


def _question(state: State, piece: Scalar | None) -> tuple[Asked, ...]:
    """Give what may be asked: any piece to any other square; out of the water by a rescue, else by a die."""
    taken = state.position.taken
    found = {
        NAMES[square]: (Die.RESCUE,) if square == WATER else (Die.OWN, Die.ENEMY)
        for square in squares_in(taken)
    }
    dice = tuple(
        str(d) for d in Die if any(d in each for name, each in found.items() if piece in (None, name))
    )
    return (
        Asked("piece", tuple(found)),
        Asked("die", dice),
        Asked("to", tuple(n for n in NAMES if n != piece)),
    )


def _dice(state: State) -> tuple[Asked, ...]:
    enemy = state.options.enemy_die.faces
    return Asked("own", tuple(sorted({*OWN_FACES}))), Asked("enemy", tuple(sorted({*enemy})))


def _may_pass(state: State) -> bool:
    return state.part in (Part.OWN, Part.ENEMY) and not state.options.must_move


def _names(*sets: int) -> tuple[str, ...]:
    """Name the squares of some sets, each once, lowest first."""
    found = 0
    for squares in sets:
        found |= squares
    return tuple(NAMES[square] for square in squares_in(found))


def narrowed(state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
    """Give the fields with what is left beside what was chosen before them, from left to right."""
    piece = chosen.get("piece")
    if awaited.event in (OwnMoved.type, EnemyMoved.type):
        found = targets(state)
        left = [to for square, to in found.items() if piece in (None, NAMES[square])]
        return awaited.asked[0], Asked("to", _names(*left))
    if awaited.event == Placed.type and piece is not None:
        return awaited.asked[0], Asked("to", places_for(state.position, str(piece)))
    if awaited.event == Allowed.type:
        return _question(state, piece)
    return awaited.asked


def legal(state: State) -> tuple[PharaoEvent, ...]:
    """List the moves, each as the event that it would be; what both must agree on is no move."""
    return tuple(_legal(state))


def _legal(state: State) -> Iterator[PharaoEvent]:
    match state.part:
        case Part.OVER:
            return
        case Part.PLAY:
            yield from _legal_played(state)
            return
        case Part.THROW:
            yield from _throws(state)
        case Part.WATER:
            yield from (RescueChosen(True), RescueChosen(False))
        case Part.RESCUE:
            yield from (Rescued(to) for to in _names(*targets(state).values()))
        case _:
            made = EnemyMoved if state.part is Part.ENEMY else OwnMoved
            for piece, found in targets(state).items():
                yield from (made(NAMES[piece], to) for to in _names(found))
            if _may_pass(state):
                yield Passed()


def _throws(state: State) -> Iterator[Thrown]:
    own, enemy = _dice(state)
    for pips in own.choices:
        yield from (Thrown(int(pips), int(other)) for other in enemy.choices)


def _legal_played(state: State) -> Iterator[PharaoEvent]:
    yield from _throws(state)
    for piece, each in answers(state).items():
        for die, found in each.items():
            yield from (Allowed(NAMES[piece], die, to) for to in _names(found))
    for name in can_be_placed(state.position):
        yield from (Placed(name, to) for to in places_for(state.position, name))
    yield from (GameWon(seat) for seat in state.all_seats)
