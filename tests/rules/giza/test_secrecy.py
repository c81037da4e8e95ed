"""Covered tiles: only whose site it is may look at them."""

import json
from typing import Any

import pytest

from rules.core import Arc, Seat, Stage, Tone
from rules.giza.events import Covered, Placed, Swapped
from rules.giza.state import Options
from rules.giza.tiles import Tile
from rules.table import Origin, Table
from tests.rules.giza.play import FIRST, GAME, after, begun, put
from tests.rules.giza.test_building import SMALL

COVERED = after(begun(3), [put(Tile.MINUS_5, site=1), put(Tile.PLUS_2, site=1)])
"""On the first pyramid of seat 1 a −5 lies under a +2."""


def place_seen(seat: Seat | None) -> Any:
    sites: Any = GAME.view(COVERED, seat)["sites"]
    return sites[1]["places"][0]


@pytest.mark.parametrize("viewer", [None, Seat(0), Seat(2)])
def test_of_the_sites_of_others_only_the_tops_are_seen(viewer: Seat | None) -> None:
    expected = {"place": "first", "top": "plus_2", "height": 2, "tiles": None, "is_peak": False}
    assert place_seen(viewer) == expected


def test_own_covered_tiles_are_seen() -> None:
    assert place_seen(Seat(1))["tiles"] == ["minus_5", "plus_2"]


@pytest.mark.parametrize(("viewer", "is_told"), [(None, False), (Seat(0), False), (Seat(1), True)])
def test_one_under_a_scarab_is_told_only_to_its_owner(viewer: Seat | None, is_told: bool) -> None:
    state = after(begun(), [put(Tile.PLUS_1, site=1), put(Tile.SCARAB, site=1)])
    sites: Any = GAME.view(state, viewer)["sites"]
    assert sites[1]["places"][0]["is_peak"] is is_told


@pytest.mark.parametrize(("viewer", "is_told"), [(None, False), (Seat(0), False), (Seat(1), True)])
def test_history_names_a_covered_tile_only_to_its_owner(viewer: Seat | None, is_told: bool) -> None:
    event = put(Tile.MINUS_5, site=1)
    assert GAME.seen(COVERED, viewer, event) == (event if is_told else Covered(Seat(1), FIRST))


def test_history_names_a_tile_that_everybody_saw_demolished() -> None:
    placing = [put(tile, site=1) for tile in (Tile.PLUS_3, Tile.PLUS_2, Tile.DEMOLITION)]
    state = after(begun(3), placing)
    assert [GAME.seen(state, None, event) for event in placing] == placing
    again = after(state, [put(Tile.PLUS_2, site=1), put(Tile.PLUS_1, site=1)])
    assert GAME.seen(again, None, placing[1]) == Covered(Seat(1), FIRST)


def test_history_does_not_name_what_a_correction_put_in_place_of_a_covered_tile() -> None:
    assert GAME.seen(COVERED, None, put(Tile.MINUS_4, site=1)) == Covered(Seat(1), FIRST)


@pytest.mark.parametrize("event", [put(Tile.PLUS_2, site=1), put(Tile.SCARAB, site=1), Swapped(2)])
def test_history_names_what_lies_open(event: Placed) -> None:
    assert GAME.seen(COVERED, None, event) == event


def test_table_holds_secrets_until_the_end() -> None:
    table = Table.opened(GAME, 2, Seat(0), Options(), SMALL)
    found = []
    for tile in (Tile.PLUS_5, Tile.PLUS_4, Tile.PLUS_3):
        table = table.append(1, Origin.PANEL, put(tile, site=1))
        found.append(table.holds_secrets)
    assert found == [False, True, False]


def test_sums_are_hidden_while_playing() -> None:
    seats: Any = GAME.view(COVERED, Seat(0))["seats"]
    assert [seat["score"] for seat in seats] == [0, None, None]
    seats = GAME.view(COVERED, None)["seats"]
    assert [(seat["score"], seat["lines"]) for seat in seats] == [(None, [])] * 3


def test_sums_are_shown_where_the_table_wants_them_but_not_what_they_are_made_of() -> None:
    state = after(begun(options=Options(totals=True)), [put(Tile.MINUS_5, site=1), put(Tile.PLUS_2, site=1)])
    seats: Any = GAME.view(state, None)["seats"]
    assert [(seat["score"], seat["lines"]) for seat in seats] == [(0, []), (-3, [])]


def test_after_the_end_everything_is_open() -> None:
    placing = [put(Tile.PLUS_5, site=1), put(Tile.PLUS_4, site=1)]
    state = after(begun(profile=SMALL), [*placing, put(Tile.PLUS_3, site=1)])
    assert GAME.seen(state, None, placing[0]) == placing[0]
    view = json.loads(json.dumps(GAME.view(state, None)))
    assert view["seats"][1]["score"] == 12
    assert [line["points"] for line in view["seats"][1]["lines"]] == [5, 4, 3]


def test_lights_tell_whose_turn_it_is_and_what_is_left() -> None:
    glance = GAME.glance(COVERED)
    assert (glance.stage, glance.turn, glance.arcs) == (Stage.TURN, 2, (Arc(Tone.LIGHT, 69, 71),))
