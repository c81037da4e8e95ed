"""Placing tiles, taking scarabs off and swapping: what may be done to a site."""

from collections.abc import Iterator
from dataclasses import replace

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.giza.events import HAND, PYRAMIDS, Place, Placed, Rule, ScarabRemoved, Swapped, TopCleared, TopRead
from rules.giza.state import Removal, Site, Stack, State, Way
from rules.giza.tiles import SPHINX_ORDER, Family, Tile, family, value
from rules.refusals import check_seat


def placed(state: State, event: Placed) -> State:
    """Give the state after a tile was placed and the hand refilled.

    Raises:
        IllegalMoveError: when it may not lie there, or none of its kind can be left.
    """
    _check_followed(state)
    if state.left(event.tile) < 1:
        raise _none_left(state, event.tile)
    check_fits(state, event.tile, event.site, event.place)
    stack = state.stack(event.site, event.place)
    if event.tile is Tile.DEMOLITION:
        after = _with_stack(state, event.site, event.place, stack[:-1])
        gone = replace(event, tile=stack[-1])
        return _next_turn(replace(after, gone=(*state.gone, gone, event)))
    return _next_turn(_with_stack(state, event.site, event.place, (*stack, event.tile)))


def swapped(state: State, event: Swapped) -> State:
    """Give the state after hand tiles were swapped; swapping none is passing.

    Raises:
        IllegalMoveError: when so many can't be swapped.
    """
    _check_followed(state)
    low, high = swap_limits(state)
    params = {"came": event.count, "low": low, "high": high}
    if event.count < low:
        raise IllegalMoveError(Rule.SWAP_NONE, f"{event.count} tiles came, at least {low} must go", params)
    if event.count > high:
        raise IllegalMoveError(
            Rule.SWAP_TOO_MANY, f"{event.count} tiles came, only {high} are left to draw", params
        )
    passes = state.passes + 1 if event.count == 0 else 0
    return replace(state, swapped=state.swapped + event.count, turns=state.turns + 1, passes=passes)


def swap_limits(state: State) -> tuple[int, int]:
    """Give how many hand tiles may be swapped; none when none is left, so that play goes on."""
    high = HAND if state.options.swap_beyond else min(HAND, state.supply)
    return 0 if state.options.swap_none or high == 0 else 1, high


def scarab_removed(state: State, event: ScarabRemoved) -> State:
    """Give the state after a scarab left the game.

    Raises:
        IllegalMoveError: when none lies there, or it is not for this seat to take it.
    """
    _check_followed(state)
    check_seat(event.site, state.seats)
    if state.top(event.site, event.place) is not Tile.SCARAB:
        raise IllegalMoveError(Rule.NO_SCARAB, f"no scarab lies on {event.site} {event.place}")
    if state.options.scarab_removal is Removal.OWNER and event.site != state.turn:
        raise IllegalMoveError(
            Rule.NOT_YOUR_SITE, f"seat {state.turn} came to the site of {event.site}: only its owner may"
        )
    stack = state.stack(event.site, event.place)[:-1]
    after = _with_stack(state, event.site, event.place, stack)
    gone = Placed(Tile.SCARAB, event.site, event.place)
    return _next_turn(replace(after, gone=(*state.gone, gone)))


def top_read(state: State, event: TopRead) -> State:
    """Give the state after somebody entered what lies on top of a place.

    Raises:
        IllegalMoveError: when such a tile can't lie there.
    """
    _check_tops(state)
    check_seat(event.site, state.seats)
    if event.tile is Tile.DEMOLITION:
        raise IllegalMoveError(Rule.NEVER_LIES, "a demolition never lies on a site")
    _check_kind_of_place(event.tile, event.place)
    return _with_stack(state, event.site, event.place, (event.tile,))


def top_cleared(state: State, event: TopCleared) -> State:
    """Give the state after somebody entered that nothing lies on a place.

    Raises:
        IllegalMoveError: when nothing was known to lie there.
    """
    _check_tops(state)
    check_seat(event.site, state.seats)
    if state.top(event.site, event.place) is None:
        raise IllegalMoveError(Rule.NOTHING_THERE, f"nothing lies on {event.site} {event.place}")
    return _with_stack(state, event.site, event.place, ())


def check_fits(state: State, tile: Tile, site: int, place: Place) -> None:
    """Check that a tile may be placed there.

    Raises:
        IllegalMoveError: when a rule forbids it.
    """
    check_seat(site, state.seats)
    _check_kind_of_place(tile, place)
    top = state.top(site, place)
    if top is Tile.SCARAB:
        raise IllegalMoveError(
            Rule.SCARAB_ON_TOP, f"a scarab lies on {site} {place}: it must be taken off first"
        )
    match family(tile):
        case Family.STONE:
            _check_smaller(tile, top)
        case Family.TREASURE:
            _check_treasure(tile, top)
        case Family.SPHINX:
            _check_sphinx(tile, state.stack(site, place))
        case kind:
            may_be_empty = kind is Family.SCARAB and state.options.scarab_on_empty
            if top is None and not may_be_empty:
                raise IllegalMoveError(Rule.NOTHING_THERE, f"nothing lies on {site} {place}")


def _check_smaller(tile: Tile, top: Tile | None) -> None:
    if top is not None and abs(value(tile)) >= abs(value(top)):
        raise IllegalMoveError(
            Rule.NOT_SMALLER,
            f"{tile} came onto {top}: its value must be smaller, signs left aside",
            {"tile": tile, "top": top},
        )


def _check_treasure(tile: Tile, top: Tile | None) -> None:
    if top is None or family(top) is not Family.STONE or abs(value(top)) != value(tile):
        raise IllegalMoveError(
            Rule.TREASURE_STONE,
            f"{tile} came onto {top}: it goes onto a stone of {value(tile)}, plus or minus",
            {"value": value(tile)},
        )


def _check_sphinx(tile: Tile, stack: Stack) -> None:
    if stack != SPHINX_ORDER[: SPHINX_ORDER.index(tile)]:
        raise IllegalMoveError(
            Rule.SPHINX_ORDER,
            f"{tile} came onto {', '.join(stack) or 'nothing'}: base, body, head is the order",
        )


def _check_kind_of_place(tile: Tile, place: Place) -> None:
    if place in places_for(tile):
        return
    if place is Place.SPHINX:
        raise IllegalMoveError(Rule.PYRAMID_ONLY, f"{tile} belongs to a pyramid, not to the sphinx")
    raise IllegalMoveError(Rule.SPHINX_ONLY, f"{tile} belongs to the sphinx, {place} is a pyramid")


def _check_followed(state: State) -> None:
    if not state.is_followed:
        raise IllegalMoveError(Rule.NOT_FOLLOWED, "this table does not follow each tile")


def _check_tops(state: State) -> None:
    if state.options.way is not Way.TOPS:
        raise IllegalMoveError(Rule.FOLLOWED, "only a table that follows tops has them entered")


def _next_turn(state: State) -> State:
    return replace(state, turns=state.turns + 1, passes=0)


def _with_stack(state: State, site: int, place: Place, stack: Stack) -> State:
    at = list(Place).index(place)
    first, second, third, sphinx = (stack if i == at else other for i, other in enumerate(state.sites[site]))
    changed: Site = (first, second, third, sphinx)
    return replace(state, sites=(*state.sites[:site], changed, *state.sites[site + 1 :]))


def places_for(tile: Tile) -> tuple[Place, ...]:
    """List the places of a site to which a tile belongs."""
    match family(tile):
        case Family.STONE | Family.TREASURE:
            return PYRAMIDS
        case Family.SPHINX:
            return (Place.SPHINX,)
        case _:
            return tuple(Place)


def targets(state: State, tile: Tile) -> Iterator[tuple[Seat, Place]]:
    """Give where a tile may be placed now."""
    if state.left(tile) > 0:
        yield from ((site, place) for site, place, fault in _tries(state, tile) if fault is None)


def why_nowhere(state: State, tile: Tile) -> IllegalMoveError | None:
    """Give why a tile may be placed nowhere now; None where it may."""
    if state.left(tile) < 1:
        return _none_left(state, tile)
    faults = [fault for *_, fault in _tries(state, tile)]
    if None in faults:
        return None
    # a scarab on one place says nothing of the others
    return max(faults, key=lambda fault: fault is not None and fault.code is not Rule.SCARAB_ON_TOP)


def _tries(state: State, tile: Tile) -> Iterator[tuple[Seat, Place, IllegalMoveError | None]]:
    for site in state.all_seats:
        for place in places_for(tile):
            try:
                check_fits(state, tile, site, place)
            except IllegalMoveError as fault:
                yield site, place, fault
            else:
                yield site, place, None


def _none_left(state: State, tile: Tile) -> IllegalMoveError:
    count = state.box(tile)
    return IllegalMoveError(
        Rule.NONE_LEFT, f"all {count} tiles {tile} were seen before", {"tile": tile, "count": count}
    )


def scarabs(state: State) -> Iterator[tuple[Seat, Place]]:
    """Give the scarabs that may be taken off now."""
    for site in state.all_seats:
        if state.options.scarab_removal is Removal.OWNER and site != state.turn:
            continue
        for place in Place:
            if state.top(site, place) is Tile.SCARAB:
                yield site, place


def tops_for(place: Place) -> tuple[Tile, ...]:
    """List the tiles that can lie on top of a place."""
    if place in PYRAMIDS:
        return tuple(t for t in Tile if family(t) in (Family.STONE, Family.TREASURE, Family.SCARAB))
    return (*SPHINX_ORDER, Tile.SCARAB)
