"""Giza (Nikki Lim; Fun Factory): the rules of the building sites.

Source: 002_bd120855ac722788.txt of the source documents, restated with what other pages add in
docs/games/giza.md. Tiles, hands and supply are real and hidden: the game only hears what is placed.

    BUILDING ──a hand can't be refilled, or three peaks──▶ OVER, where each tile was followed
        └──────or the table says so─────────────────────▶ COUNTING ──all sites counted──▶ OVER

Three ways to play: *followed* hears each tile, *tops only* what lies on top, *count only* begins with the
counting. Left out: who begins (the table says who starts).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from rules.codec import Json
from rules.core import Asked, Await, Game, Glance, Outcome, Scalar, Seat
from rules.errors import IllegalMoveError
from rules.giza import asking, building, scoring, views
from rules.giza.events import (
    EVENTS,
    HAND,
    BuildingEnded,
    Counted,
    Covered,
    GizaEvent,
    KindCounted,
    Placed,
    Rule,
    ScarabRemoved,
    SiteFinished,
    Swapped,
    TopCleared,
    TopRead,
)
from rules.giza.state import EMPTY_SITE, Options, Phase, Profile, State, Way
from rules.refusals import check_seats, game_over


class Giza(Game[Options, Profile, State, GizaEvent]):
    """Build pyramids and a sphinx on one's own site, and spoil those of the others."""

    id = "giza"
    rules_version = 1
    seat_counts = range(2, 7)
    options = Options
    profile = Profile
    events: Mapping[str, type[GizaEvent]] = EVENTS

    def start(self, seats: int, first: Seat, options: Options, profile: Profile) -> State:
        check_seats(self.seat_counts, seats, first)
        sites, nothing, none = (EMPTY_SITE,) * seats, ((),) * seats, (None,) * seats
        state = State(seats, first, options, profile, sites, counted=nothing, reached=none)
        if state.tiles < HAND * seats:
            raise IllegalMoveError(
                Rule.TOO_FEW_TILES,
                f"this copy's profile has {state.tiles} tiles, {seats} hands take {HAND * seats}",
                {"tiles": state.tiles, "needed": HAND * seats},
            )
        return state

    def apply(self, state: State, event: GizaEvent) -> State:
        if state.phase is Phase.OVER:
            raise game_over()
        match event:
            case Placed():
                return building.placed(_building(state), event)
            case Swapped():
                return building.swapped(_building(state), event)
            case ScarabRemoved():
                return building.scarab_removed(_building(state), event)
            case TopRead():
                return building.top_read(_building(state), event)
            case TopCleared():
                return building.top_cleared(_building(state), event)
            case BuildingEnded():
                return _ended(_building(state))
            case Counted():
                return scoring.counted(state, event)
            case KindCounted():
                return scoring.kind_counted(state, event)
            case SiteFinished():
                return scoring.site_finished(state, event)
            case Covered():
                raise IllegalMoveError(Rule.NOTHING_THERE, "which tile was placed is not said")
            case _:
                assert_never(event)

    def legal(self, state: State) -> tuple[GizaEvent, ...]:
        """List the moves open now: of hands, which are hidden, each tile that may still be in one."""
        return asking.legal(state)

    def awaits(self, state: State) -> tuple[Await, ...]:
        return asking.awaits(state)

    def narrowed(self, state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        return asking.narrowed(state, awaited, chosen)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        """Of the sites of others only the tops are seen, until the end; hands nobody told the table."""
        return views.view(state, seat)

    def seen(self, state: State, seat: Seat | None, event: GizaEvent) -> GizaEvent:
        return views.seen(state, seat, event)

    def glance(self, state: State) -> Glance:
        return views.glance(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def round_number(self, state: State) -> int:
        """Give the number of the turn; where turns are not followed it is always the first."""
        return state.turns + 1

    def has_start_seat(self, options: Options) -> bool:
        """Whose turn it is matters only where turns are followed."""
        return options.way is Way.FOLLOWED

    def has_option(self, options: Options, name: str) -> bool:
        """All but the way is about what only a table knows that follows each tile."""
        return name == "way" or options.way is Way.FOLLOWED

    def whose(self, state: State, event: GizaEvent) -> Seat | None:
        match event:
            case Placed() | Swapped() | ScarabRemoved():
                return state.turn
            case Counted(seat=seat) | KindCounted(seat=seat) | SiteFinished(seat=seat):
                return seat
            case _:
                return None

    def is_open_to(self, state: State, seat: Seat, event: GizaEvent) -> bool:
        """A seat takes its own turn and counts its own site; tops lie open, so anyone enters them."""
        match event:
            case Placed() | Swapped() | ScarabRemoved():
                return state.turn == seat
            case Counted(seat=counted) | KindCounted(seat=counted) | SiteFinished(seat=counted):
                return counted == seat
            case TopRead() | TopCleared():
                return True
            case _:
                return False


def _building(state: State) -> State:
    """Give the state back if it is built on."""
    if state.phase is not Phase.BUILDING:
        raise IllegalMoveError(Rule.ONLY_COUNTING, "nothing is built any more: the sites are counted")
    return state


def _ended(state: State) -> State:
    if state.options.way is not Way.TOPS:
        raise IllegalMoveError(Rule.FOLLOWED, "where each tile is followed, the end is seen by itself")
    return replace(state, is_ended=True)
