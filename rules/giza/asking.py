"""What Giza waits for, and the moves that answer it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.core import Asked, Await, By, Scalar, Seat
from rules.giza.building import scarabs, swap_limits, targets, tops_for
from rules.giza.events import (
    BuildingEnded,
    Counted,
    GizaEvent,
    KindCounted,
    Place,
    Placed,
    ScarabRemoved,
    SiteFinished,
    Swapped,
    TopCleared,
    TopRead,
)
from rules.giza.scoring import VALUED, countable, least_of, most_of
from rules.giza.state import Phase, State
from rules.giza.tiles import Tile

Move = tuple[Scalar, ...]
"""The values of an await's fields, in their order."""


def awaits(state: State) -> tuple[Await, ...]:
    """List what is awaited, what holds the game up first."""
    return tuple(_awaits(state))


def _awaits(state: State) -> Iterator[Await]:
    match state.phase:
        case Phase.BUILDING if state.is_followed:
            yield from _turn(state)
        case Phase.BUILDING:
            yield from _tops(state)
        case Phase.COUNTING:
            yield from _counts(state)
        case _:
            return


def _turn(state: State) -> Iterator[Await]:
    turn = state.turn
    assert turn is not None
    placing = _fields(("tile", "site", "place"), _placings(state))
    low, high = swap_limits(state)
    if placing:
        yield Await(Placed.type, (turn,), asked=placing)
    yield Await(
        Swapped.type, (turn,), asked=(Asked("count", tuple(range(low, high + 1))),), can_wait=bool(placing)
    )
    removing = _fields(("site", "place"), _removals(state))
    if removing:
        yield Await(ScarabRemoved.type, (turn,), asked=removing, can_wait=bool(placing))


def _tops(state: State) -> Iterator[Await]:
    yield Await(TopRead.type, asked=_fields(("site", "place", "tile"), _readings(state)))
    cleared = _fields(("site", "place"), _known(state))
    if cleared:
        yield Await(TopCleared.type, asked=cleared, can_wait=True)
    yield Await(BuildingEnded.type, by=By.OK_AND_BACK, can_wait=True)


def _counts(state: State) -> Iterator[Await]:
    for seat in state.all_seats:
        if seat in state.finished:
            continue
        given = (("seat", seat),)
        following = next_kind(state, seat)
        finishing = Await(SiteFinished.type, (seat,), given=given, can_wait=following is not None)
        if following is None:
            yield finishing
        kinds = tuple(_kinds(state, seat))
        if kinds:
            tile, count = _fields(("tile", "count"), iter(kinds))
            shown = (replace(tile, usual=following), replace(count, choices=tuple(sorted(count.choices))))
            yield Await(KindCounted.type, (seat,), given=given, asked=shown, can_wait=following is None)
        if following is not None:
            yield finishing


def next_kind(state: State, seat: Seat) -> Tile | None:
    """Give the kind that is to be counted next on a site, None when the last one was."""
    reached = state.reached[seat]
    after = VALUED if reached is None else VALUED[VALUED.index(reached) + 1 :]
    return next((tile for tile in after if most_of(state, seat, tile) > 0), None)


def narrowed(state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
    """Give the fields with what is left beside what was chosen before them, from left to right."""
    moves: tuple[Move, ...]
    match awaited.event:
        case Placed.type:
            moves = tuple(_placings(state))
        case ScarabRemoved.type:
            moves = tuple(_removals(state))
        case TopRead.type:
            moves = tuple(_readings(state))
        case TopCleared.type:
            moves = tuple(_known(state))
        case KindCounted.type:
            return _with_usual(state, awaited, chosen)
        case _:
            return awaited.asked
    return _left(awaited, chosen, moves)


def _left(awaited: Await, chosen: Mapping[str, Scalar], moves: tuple[Move, ...]) -> tuple[Asked, ...]:
    found: list[Asked] = []
    for at, asked in enumerate(awaited.asked):
        found.append(Asked(asked.field, tuple(dict.fromkeys(move[at] for move in moves))))
        if asked.field in chosen:
            moves = tuple(move for move in moves if move[at] == chosen[asked.field])
    return tuple(found)


def _with_usual(state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
    """Give kind and count, the count as it was said before, or else as many as were seen on top."""
    seat = awaited.seats[0]
    tile, count = _left(awaited, chosen, tuple(_kinds(state, seat)))
    kind = chosen.get("tile")
    known = None if kind is None else _count_known(state, seat, Tile(str(kind)))
    return replace(tile, usual=awaited.asked[0].usual), replace(count, usual=known)


def _count_known(state: State, seat: Seat, kind: Tile) -> int:
    """Give how many of a kind were counted there; before it is that kind's turn, those that lie on top."""
    reached, counted = state.reached[seat], state.counted[seat].count(kind)
    is_counted = reached is not None and VALUED.index(kind) <= VALUED.index(reached)
    if is_counted or counted:
        return counted
    on_top = sum(state.top(seat, place) is kind for place in Place)
    return max(least_of(state, seat, kind), min(on_top, most_of(state, seat, kind)))


def _kinds(state: State, seat: Seat) -> Iterator[tuple[Tile, int]]:
    for tile in VALUED:
        most = most_of(state, seat, tile)
        if most > 0:
            yield from ((tile, count) for count in range(least_of(state, seat, tile), most + 1))


def _fields(names: tuple[str, ...], moves: Iterator[Move]) -> tuple[Asked, ...]:
    """Give the fields with all values that a move has there; none where there is no move."""
    columns = tuple(zip(*moves, strict=True))
    return tuple(
        Asked(name, tuple(dict.fromkeys(column))) for name, column in zip(names, columns, strict=False)
    )


def _placings(state: State) -> Iterator[Move]:
    yield from ((tile, *target) for tile in Tile for target in targets(state, tile))


def _removals(state: State) -> Iterator[Move]:
    yield from scarabs(state)


def _readings(state: State) -> Iterator[Move]:
    for site in state.all_seats:
        for place in Place:
            yield from ((site, place, tile) for tile in tops_for(place))


def _known(state: State) -> Iterator[Move]:
    for site in state.all_seats:
        yield from ((site, place) for place in Place if state.top(site, place) is not None)


def legal(state: State) -> tuple[GizaEvent, ...]:
    """List the moves, each as the event that it would be; tiles are counted one by one."""
    return tuple(_legal(state))


def _legal(state: State) -> Iterator[GizaEvent]:
    match state.phase:
        case Phase.BUILDING if state.is_followed:
            for tile in Tile:
                yield from (Placed(tile, *target) for target in targets(state, tile))
            yield from (ScarabRemoved(*scarab) for scarab in scarabs(state))
            low, high = swap_limits(state)
            yield from (Swapped(count) for count in range(low, high + 1))
        case Phase.BUILDING:
            for site in state.all_seats:
                for place in Place:
                    yield from (TopRead(site, place, tile) for tile in tops_for(place))
                    if state.top(site, place) is not None:
                        yield TopCleared(site, place)
            yield BuildingEnded()
        case Phase.COUNTING:
            for seat in state.all_seats:
                if seat not in state.finished:
                    yield from (Counted(seat, (tile,)) for tile in countable(state, seat))
                    yield from (KindCounted(seat, tile, count) for tile, count in _kinds(state, seat))
                    yield SiteFinished(seat)
        case _:
            return
