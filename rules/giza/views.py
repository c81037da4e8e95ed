"""What people see of Giza: of the sites of others the tops, until the end."""

from collections.abc import Iterable

from rules.codec import Json
from rules.core import Arc, Glance, Seat, Stage, Tone
from rules.giza.building import scarabs, swap_limits, targets, why_nowhere
from rules.giza.events import HAND, Covered, GizaEvent, Place, Placed
from rules.giza.scoring import VALUED, left_for, lines, score
from rules.giza.state import Phase, State
from rules.giza.tiles import Family, Tile, family


def view(state: State, viewer: Seat | None) -> dict[str, Json]:
    """Give the table as *viewer* may see it; docs/games/giza.md describes each field."""
    is_turn = state.turn is not None
    low, high = swap_limits(state) if is_turn else (0, 0)
    goals = {tile: _targets(state, tile) for tile in Tile} if is_turn else {}
    return {
        "way": str(state.options.way),
        "phase": str(state.phase),
        "turn": state.turn,
        "turns": state.turns,
        "supply": state.supply if state.is_followed else None,
        "sites": [_site(state, seat, viewer) for seat in state.all_seats],
        "seats": [_seat(state, seat, viewer) for seat in state.all_seats],
        "targets": {str(tile): found for tile, found in goals.items()},
        "nowhere": _nowhere(state, [tile for tile, found in goals.items() if not found]),
        "scarabs": [{"site": site, "place": str(place)} for site, place in scarabs(state)] if is_turn else [],
        "swap": {"low": low, "high": high} if is_turn else None,
    }


def glance(state: State) -> Glance:
    """Give what lights and sounds tell: whose turn it is, and how much of the supply is left."""
    stage = Stage.OVER if state.phase is Phase.OVER else Stage.TURN
    at_first = state.tiles - HAND * state.seats
    arcs = (Arc(Tone.LIGHT, state.supply, at_first),) if state.turn is not None else ()
    return Glance(stage, state.turn, arcs=arcs)


def seen(state: State, viewer: Seat | None, event: GizaEvent) -> GizaEvent:
    """Give what *viewer* may see of an event: not which tile was placed where it is covered now.

    Everybody saw what a demolition took away. A kind lies no more than once on a place, so that one which
    was taken away there and lies there is a later one.
    """
    if not isinstance(event, Placed) or family(event.tile) in (Family.SCARAB, Family.DEMOLITION):
        return event
    stack = state.stack(event.site, event.place)
    is_gone = event in state.gone and event.tile not in stack
    if is_gone or _is_open(state, event.site, viewer) or stack[-1:] == (event.tile,):
        return event
    return Covered(event.site, event.place)


def _is_open(state: State, site: Seat, viewer: Seat | None) -> bool:
    """Say whether *viewer* may see what lies under the top tiles of a site."""
    return state.phase is Phase.OVER or site == viewer


def _targets(state: State, tile: Tile) -> Json:
    return [{"site": site, "place": str(place)} for site, place in targets(state, tile)]


def _nowhere(state: State, tiles: Iterable[Tile]) -> Json:
    faults = {tile: why_nowhere(state, tile) for tile in tiles}
    # without the sentence: it may name what is covered
    return {
        str(tile): {"code": str(fault.code), "params": dict(fault.params)}
        for tile, fault in faults.items()
        if fault is not None
    }


def _site(state: State, site: Seat, viewer: Seat | None) -> Json:
    return {"seat": site, "places": [_place(state, site, place, viewer) for place in Place]}


def _place(state: State, site: Seat, place: Place, viewer: Seat | None) -> Json:
    top, stack = state.top(site, place), state.stack(site, place)
    is_open = _is_open(state, site, viewer)
    # That a 1 lies under a scarab is not told to those who may not look there.
    is_peak = state.is_peak(site, place) and (is_open or top is not Tile.SCARAB)
    return {
        "place": str(place),
        "top": None if top is None else str(top),
        "height": len(stack),
        "tiles": [str(tile) for tile in stack] if is_open else None,
        "is_peak": place is not Place.SPHINX and is_peak,
    }


def _seat(state: State, seat: Seat, viewer: Seat | None) -> Json:
    is_built = state.phase is not Phase.BUILDING
    is_open = is_built or (state.is_followed and _is_open(state, seat, viewer))
    is_told = is_open or (state.is_followed and state.options.totals)
    shown = [*lines(state, seat)] if is_open else []
    told: list[Json] = [
        {
            "tile": str(line.tile),
            "count": line.count,
            "place": None if line.place is None else str(line.place),
            "points": line.points,
        }
        for line in shown
    ]
    may_count = state.phase is Phase.COUNTING and seat not in state.finished
    return {
        "seat": seat,
        "score": score(state, seat) if is_told else None,
        "lines": told,
        "is_finished": seat in state.finished,
        "left": {str(tile): left_for(state, seat, tile) for tile in VALUED} if may_count else {},
    }
