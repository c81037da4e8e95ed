"""Giza on the panel alone: turns, tops and counting, as hands enter them."""

import pytest

from device.display_draw import picture
from device.panel.screens import Wheels
from rules.core import Sign
from rules.giza import Giza
from rules.giza.events import Place
from rules.giza.state import Phase, Way
from rules.giza.tiles import Tile
from rules.registry import GAMES
from tests.device.panel_table import PanelTable, playing

GIZA = GAMES[Giza.id]


def table(*signs: str, way: Way = Way.FOLLOWED) -> PanelTable:
    return playing(*(signs or ("sun", "eye", "lotus")), game=GIZA, names=("Ada",), way=way)


def wheels(panel: PanelTable) -> list[str | None]:
    body = panel.screen.body
    assert isinstance(body, Wheels)
    return [wheel.shape if wheel.shape is not None else wheel.shown for wheel in body.wheels]


def test_tile_is_placed_with_three_encoders() -> None:
    panel = table()
    assert "Ada" in panel.words
    panel.do("1+1, 2+2, 3+1")
    assert wheels(panel) == ["+1", Sign.EYE, "1st"]
    state = panel.do("OK").table.state
    assert state.top(1, Place.FIRST) is Tile.PLUS_1
    assert state.turn == 1


def test_wheels_offer_only_places_where_the_tile_may_lie() -> None:
    panel = table()
    panel.enter({"type": "placed", "tile": "plus_3", "site": 2, "place": "second"})
    panel.enter({"type": "placed", "tile": "base", "site": 0, "place": "sphinx"})
    panel.pass_ms(5_000)
    panel.do("1+11")
    assert wheels(panel) == ["gold 3", Sign.LOTUS, "2nd"]
    assert panel.do("OK").table.state.top(2, Place.SECOND) is Tile.TREASURE_3


def test_swapping_is_the_other_thing_to_do() -> None:
    panel = table().do("OK, 1+2, OK")
    assert panel.logged == ["swapped"]
    assert panel.table.state.supply == 69


def test_scarab_is_taken_off() -> None:
    panel = table()
    for tile in ("plus_5", "scarab"):
        panel.enter({"type": "placed", "tile": tile, "site": 0, "place": "first"})
    panel.do("OK, OK, 1+1, OK")
    assert panel.logged == ["placed", "placed", "scarab_removed"]
    assert panel.table.state.top(0, Place.FIRST) is Tile.PLUS_5


def test_ok_goes_round_all_that_may_be_done_and_enters_nothing_that_was_not_turned_to() -> None:
    panel = table()
    for tile in ("plus_5", "scarab"):
        panel.enter({"type": "placed", "tile": tile, "site": 0, "place": "first"})
    for asked in ("Swap how many?", "Scarab off?", "Which tile?", "Swap how many?"):
        assert asked in panel.do("OK").words
    assert "Which tile?" in panel.do("BACK").words
    assert panel.logged == ["placed", "placed"]


def test_next_turn_begins_with_a_tile_again() -> None:
    panel = table().do("OK, 1+2, OK")
    assert "Which tile?" in panel.words


def test_turn_is_taken_back_and_brought_back() -> None:
    panel = table().do("1+1, 2+1, 3+1, OK")
    assert "+1" in panel.do("BACK").words
    assert panel.table.state.turn == 0
    assert panel.do("OK").table.state.turn == 1


def test_tops_are_read_and_cleared_until_the_supply_is_out() -> None:
    panel = table(way=Way.TOPS).do("1+1, 2+2, 3+1")
    assert wheels(panel)[0] == Sign.SUN
    panel.do("OK, OK, 1+1, OK, BOTH")
    assert panel.logged == ["top_read", "top_cleared", "building_ended"]
    assert panel.table.state.phase is Phase.COUNTING


def test_sites_are_counted_one_after_the_other() -> None:
    panel = table(way=Way.COUNT)
    panel.do("1+1, OK, 1-1, OK")
    assert panel.logged == ["counted", "site_finished"]
    assert [seat for seat, counted in enumerate(panel.table.state.counted) if counted] == [0]
    panel.do("1-1, OK, 1-1, OK")
    assert panel.play is not None
    assert panel.play.outcome is not None
    assert [(s.seat, s.score) for s in panel.play.outcome.standings] == [(0, 1), (1, 0), (2, 0)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_picture_finds_its_room(seats: int) -> None:
    signs = [str(sign) for sign in list(Sign)[:seats]]
    for way in Way:
        panel = table(*signs, way=way)
        for script in ("1+14", "2+1", "3+1", "OK", "OK", "1+1", "OK", "BACK", "OK", "OK", "BOTH", "1+3"):
            assert picture(panel.do(script).screen, panel.now_ms).faults == ()


def test_what_was_turned_to_for_a_turn_that_somebody_else_entered_is_not_entered_for_the_next() -> None:
    panel = table().do("OK, 1+2")
    panel.enter({"type": "swapped", "count": 2})
    panel.pass_ms(5_000)
    panel.do("OK")
    assert panel.logged == ["swapped"]
