"""Giza on the panel alone: turns, tops and counting, as hands enter them."""

import pytest

from device.display_draw import picture
from device.panel.screens import Hints, Row, Rows, Wheels
from device.panel.words import Words
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
    assert wheels(panel) == ["treas. +3", Sign.LOTUS, "2nd"]
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
    for asked in ("swap", "Scarab off?", "tile", "swap"):
        assert asked in panel.do("OK").words
    assert "tile" in panel.do("BACK").words.split(" | ")
    assert panel.logged == ["placed", "placed"]


def test_next_turn_begins_with_a_tile_again() -> None:
    panel = table().do("OK, 1+2, OK")
    assert "tile" in panel.words.split(" | ")


def test_turn_is_taken_back_and_brought_back() -> None:
    panel = table().do("1+1, 2+1, 3+1, OK")
    assert "+1" in panel.do("BACK").words
    assert panel.table.state.turn == 0
    assert panel.do("OK").table.state.turn == 1


def test_tops_are_read_and_cleared_until_the_supply_is_out() -> None:
    panel = table(way=Way.TOPS).do("1+1, 2+2, 3+1")
    assert wheels(panel)[0] == Sign.SUN
    panel.do("OK, OK, 1+1, OK, BOTH, OK")
    assert panel.logged == ["top_read", "top_cleared", "building_ended"]
    assert panel.table.state.phase is Phase.COUNTING


def test_display_says_how_building_ends_and_what_turning_enters() -> None:
    panel = table(way=Way.TOPS)
    assert (panel.screen.title, panel.screen.hints) == ("What is on top?", Hints(both="Supply is out"))


def test_building_is_not_ended_by_one_slip() -> None:
    panel = table(way=Way.TOPS).do("BOTH")
    assert panel.words == "Supply out? Then the sites are counted. | yes | back"
    assert panel.do("1+1, BACK").logged == []
    assert panel.screen.hints == Hints(both="Supply is out")


def test_question_whether_building_is_over_goes_once_somebody_else_has_answered_it() -> None:
    panel = table(way=Way.TOPS).do("BOTH")
    panel.enter({"type": "building_ended"})
    panel.pass_ms(5_000)
    assert wheels(panel) == ["+1", "0"]
    assert panel.do("OK").logged == ["building_ended", "kind_counted"]


def test_what_was_placed_where_is_said_for_a_moment() -> None:
    panel = table().do("1+1, 2+2, 3+1, OK")
    toast = panel.screen.toast
    assert toast is not None
    assert (toast.icon, toast.text) == (Sign.EYE, "1st: +1")
    panel.pass_ms(5_000)
    assert panel.screen.toast is None


def test_history_says_on_whose_site() -> None:
    panel = table().do("1+1, 2+2, 3+1, OK, 1+2, sun, 3+2, OK, HOLD BACK, 1+1, OK")
    body = panel.screen.body
    assert isinstance(body, Rows)
    assert body.rows == (Row("2nd: +2", Sign.EYE, second=Sign.SUN), Row("1st: +1", Sign.SUN, second=Sign.EYE))


def test_title_says_in_full_what_the_wheel_has_no_room_for() -> None:
    panel = table()
    panel.enter({"type": "placed", "tile": "plus_3", "site": 2, "place": "second"})
    panel.pass_ms(5_000)
    assert "Demolition" in panel.do("1-1").words


def standings(panel: PanelTable) -> list[tuple[int, int]]:
    assert panel.play is not None
    assert panel.play.outcome is not None
    return [(s.seat, s.score) for s in panel.play.outcome.standings]


def test_kinds_of_a_site_are_counted_one_after_the_other() -> None:
    panel = table(way=Way.COUNT).do("2+3, OK, OK, 2+1")
    assert wheels(panel) == ["+3", "1"]
    panel.do("OK")
    assert panel.table.state.counted[0] == (*[Tile.PLUS_1] * 3, Tile.PLUS_3)
    assert "6" in panel.screen.words


def test_encoder_goes_to_a_kind_and_what_it_counts_is_seen() -> None:
    panel = table(way=Way.COUNT).do("2+3, OK, 1-1")
    assert wheels(panel) == ["+1", "3"]
    assert panel.do("2-1, OK").table.state.counted[0] == (Tile.PLUS_1,) * 2


def test_after_the_last_kind_ok_says_that_all_is_counted() -> None:
    panel = table(way=Way.COUNT).do("1-1, 2+1, OK, OK")
    assert "All counted?" in panel.words
    assert panel.do("OK").logged == ["kind_counted", "kind_counted", "site_finished"]
    assert wheels(panel) == ["+1", "0"]


def test_back_takes_the_last_kind_back() -> None:
    panel = table(way=Way.COUNT).do("2+1, OK, 2+1, OK, BACK")
    assert panel.table.state.counted[0] == (Tile.PLUS_1,)
    panel.do("BACK")
    assert panel.table.state.counted[0] == ()


def test_seat_button_chooses_whose_site_is_counted() -> None:
    panel = table(way=Way.COUNT).do("lotus, 2+2, OK")
    assert panel.refusal is None
    assert panel.table.state.counted[2] == (Tile.PLUS_1,) * 2
    panel.do("eye, 2+1, OK, lotus, 2+1, OK")
    assert [len(counted) for counted in panel.table.state.counted] == [0, 1, 3]


def test_button_of_a_seat_that_is_counted_is_answered() -> None:
    panel = table(way=Way.COUNT)
    panel.enter({"type": "site_finished", "seat": 2})
    assert panel.do("lotus").refusal is not None


def test_refusal_names_the_tile() -> None:
    text = Words("en").refusal("giza.too_many", {"tile": "body", "came": 1, "most": 0})
    assert text == "Sphinx body +10: so many can’t lie there, 0 at most."


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


def test_site_of_the_next_seat_is_finished_as_the_first_one_was() -> None:
    panel = table("sun", "eye", way=Way.COUNT).do("eye, 1-1, 2+1, OK, OK, OK, 1-1, 2+1, OK, OK")
    assert "All counted?" in panel.words
    assert standings(panel.do("OK")) == [(0, -5), (1, -5)]


@pytest.mark.parametrize(
    ("way", "script"),
    [
        pytest.param(Way.FOLLOWED, "eye", id="every-tile"),
        pytest.param(Way.FOLLOWED, "1+1, eye, 3+1", id="every-tile-turned-to"),
        pytest.param(Way.TOPS, "eye", id="tops"),
        pytest.param(Way.TOPS, "eye, 2+1, 3+1", id="tops-turned-to"),
        pytest.param(Way.COUNT, "eye, 2+1", id="count"),
    ],
)
def test_button_of_the_seat_that_is_chosen_changes_nothing_and_is_not_answered(way: Way, script: str) -> None:
    panel = table(way=way).do(script)
    before = panel.screen
    assert panel.do("eye").screen == before
    assert panel.refusal is None


def test_missing_wheel_is_named_as_the_form_names_it() -> None:
    panel = table(way=Way.TOPS).do("eye, 3+1, OK")
    assert panel.words.split(" | ")[-1] == "Turn first: place"
    assert panel.do("BACK, eye, OK").words.split(" | ")[-1] == "Turn the wheels first"
