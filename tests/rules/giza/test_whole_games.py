"""Whole games of chance, and what holds in each of their states."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.giza.building import targets, why_nowhere
from rules.giza.events import HAND, GizaEvent, Place
from rules.giza.scoring import lines, score
from rules.giza.state import Options, Profile, State, Way
from rules.giza.tiles import SPHINX_ORDER, Family, Tile, family, value
from tests.rules.giza.play import GAME
from tests.rules.made_events import near, options_of

MOST_EVENTS = 600


def check(state: State) -> None:
    lying = Counter(tile for site in state.sites for stack in site for tile in stack)
    for tile in Tile:
        assert lying[tile] + [event.tile for event in state.gone].count(tile) <= state.box(tile)
    if state.is_followed:
        drawn = lying.total() + len(state.gone) + state.swapped
        assert state.supply == max(0, 83 - HAND * state.seats - drawn)
        for tile in Tile:
            assert (why_nowhere(state, tile) is None) == any(targets(state, tile))
        for seat in state.all_seats:
            for place in Place:
                check_stack(state.stack(seat, place), place)
            assert score(state, seat) == sum(line.points for line in lines(state, seat))
    if GAME.outcome(state) is None:
        check_secrets(state)


def check_stack(stack: tuple[Tile, ...], place: Place) -> None:
    """Check that each tile may lie on the one below it."""
    built = stack[:-1] if stack and stack[-1] is Tile.SCARAB else stack
    if place is Place.SPHINX:
        assert built == SPHINX_ORDER[: len(built)]
    else:
        for below, above in pairwise(built):
            smaller = abs(value(above)) < abs(value(below))
            on_its_stone = family(above) is Family.TREASURE and abs(value(below)) == value(above)
            assert on_its_stone or (family(above) is Family.STONE and smaller)
        assert all(family(tile) in (Family.STONE, Family.TREASURE) for tile in built)


def check_secrets(state: State) -> None:
    for viewer in (None, *state.all_seats):
        told: Any = json.loads(json.dumps(GAME.view(state, viewer)))
        for site in told["sites"]:
            if site["seat"] != viewer or not state.is_followed:
                assert [p["tiles"] for p in site["places"]] == [None] * 4 or site["seat"] == viewer
        if state.is_followed and not state.options.totals:
            assert {s["seat"] for s in told["seats"] if s["score"] is not None} <= {viewer}


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whole_game_of_chance_ends_with_every_seat_in_its_outcome(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(GAME.seat_counts))
    chance = data.draw(st.randoms(use_true_random=False))
    options = data.draw(options_of(GAME))
    start = state = GAME.start(seats, Seat(chance.randrange(seats)), options, Profile())
    played: list[GizaEvent] = []
    while GAME.outcome(state) is None:
        assert len(played) < MOST_EVENTS
        moves = GAME.legal(state)
        ends = [m for m in moves if m.type in ("swapped", "building_ended", "site_finished")]
        event = chance.choice(ends if ends and chance.random() < 0.2 else moves)
        state = GAME.apply(state, event)
        played.append(event)
        if len(played) % 8 == 0:
            check(state)
    check(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert sorted(s.seat for s in outcome.standings) == list(state.all_seats)
    again = start
    for event in played:
        again = GAME.apply(again, event)
    assert again == state


@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(events=st.lists(near(GAME), max_size=12), way=st.sampled_from(Way))
def test_refused_event_changes_nothing(events: list[GizaEvent], way: Way) -> None:
    state = GAME.start(3, Seat(1), Options(way=way), Profile())
    for event in events:
        before = repr(state)
        try:
            state = GAME.apply(state, event)
        except IllegalMoveError:
            assert repr(state) == before
        check(state)
