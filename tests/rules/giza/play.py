"""Giza at a table of tests: what happened, said in few words."""

from collections.abc import Iterable
from dataclasses import replace

from rules.core import Seat
from rules.giza import Giza
from rules.giza.events import GizaEvent, Place, Placed
from rules.giza.state import Options, Profile, State
from rules.giza.tiles import Tile

GAME = Giza()
FIRST, SECOND, THIRD, SPHINX = Place


def begun(seats: int = 2, options: Options | None = None, profile: Profile | None = None) -> State:
    """Give a table at which seat 0 is to take the first turn."""
    return GAME.start(seats, Seat(0), options or Options(), profile or Profile())


def after(state: State, events: Iterable[GizaEvent]) -> State:
    for event in events:
        state = GAME.apply(state, event)
    return state


def put(tile: Tile, place: Place = FIRST, site: int = 0) -> Placed:
    return Placed(tile, Seat(site), place)


def lying(*tiles: Tile, place: Place = FIRST, options: Options | None = None) -> State:
    """Give a table on which tiles lie on a place of seat 0, the lowest first, whoever placed them."""
    state = begun(options=options)
    site = tuple(tiles if p is place else () for p in Place)
    first, second, third, sphinx = site
    return replace(state, sites=((first, second, third, sphinx), *state.sites[1:]))
