"""Whose button fills something in, and whose thing is being entered: what the lights tell of the panel."""

from device.panel import chosen_seat
from device.panel.choosing import wanted
from rules.core import Sign
from rules.giza.state import Way as GizaWay
from rules.pharao.state import Way as PharaoWay
from rules.registry import GAMES
from rules.silver_gold_pyramids.options import Exploration
from rules.silver_gold_pyramids.options import Way as PyramidsWay
from tests.device.panel_table import PanelTable, playing


def seats_wanted(table: PanelTable) -> list[int]:
    assert table.play is not None
    return [*wanted(table.play.awaits)]


def chosen(table: PanelTable) -> Sign | None:
    return chosen_seat(table.panel, table.world)


def cards() -> PanelTable:
    """Give a table at which three keep pyramids and mark with cards."""
    game, dealt = GAMES["silver_gold_pyramids"], Exploration.DEALT
    return playing(game=game, way=PyramidsWay.CARDS, exploration=dealt)


def test_before_a_game_no_seat_is_wanted_by_the_panel() -> None:
    assert chosen(PanelTable()) is None


def test_all_sites_may_be_read_and_the_one_that_is_turned_to_is_chosen() -> None:
    table = playing(game=GAMES["giza"], way=GizaWay.TOPS)
    assert (seats_wanted(table), chosen(table)) == ([0, 1, 2], None)
    assert chosen(table.do("1+2")) is Sign.EYE
    assert chosen(table.do("lotus")) is Sign.LOTUS
    assert chosen(table.do("HOLD BACK")) is None


def test_sites_that_are_counted_are_wanted_no_more() -> None:
    table = playing(game=GAMES["giza"], way=GizaWay.COUNT)
    table.enter({"type": "site_finished", "seat": 1})
    assert (seats_wanted(table), chosen(table)) == ([0, 2], Sign.SUN)
    assert chosen(table.do("lotus")) is Sign.LOTUS


def test_who_won_is_chosen_from_all_and_a_draw_is_nobodys() -> None:
    table = playing("sun", "eye", game=GAMES["pharao"], way=PharaoWay.REFEREE)
    assert (seats_wanted(table), chosen(table)) == ([0, 1], None)
    assert chosen(table.do("eye")) is Sign.EYE
    assert chosen(table.do("1+1")) is None


def test_who_has_kept_or_marked_is_wanted_no_more() -> None:
    table = cards().do("eye, 1+1, 2+1")
    assert (seats_wanted(table), chosen(table)) == ([0, 1, 2], Sign.EYE)
    assert seats_wanted(table.do("OK")) == [0, 2]
    table.do("sun, 1+1, 2+1, OK, lotus, 1+1, 2+1, OK, OK")
    assert (seats_wanted(table), chosen(table)) == ([0, 1, 2], None)
    assert chosen(table.do("lotus")) is Sign.LOTUS
    assert seats_wanted(table.do("3+1, OK")) == [0, 1]


def test_sheets_that_are_unread_are_wanted_before_what_anybody_may_say() -> None:
    table = playing(game=GAMES["silver_gold_pyramids"]).do("OK, OK")
    assert seats_wanted(table) == [0, 1, 2]
    table.do("OK, OK, OK, OK, OK, 1+1, OK")
    assert (table.logged[-1], seats_wanted(table)) == ("sheet_read", [1, 2])


def test_where_a_press_is_the_games_the_panel_wants_none() -> None:
    assert seats_wanted(playing()) == []
