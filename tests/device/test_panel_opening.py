"""The way to a game, step by step: what is turned and pressed, seen, and asked of the table."""

from dataclasses import replace

import pytest

from device.network.state import NetworkState
from device.panel import (
    Arrange,
    SetLanguage,
    Start,
)
from device.panel.screens import Circle, Figure, Hints, Screen
from device.setup import Setup
from rules.core import Seat, Sign
from rules.giza import state as giza
from rules.pharaoh_code.state import Options, SandStart, Way
from rules.record import SeatInfo
from rules.registry import GAMES
from rules.silver_gold_pyramids import options as pyramids
from tests.device.panel_table import PHARAOH, PanelTable, seated

GIZA, PYRAMIDS = GAMES["giza"], GAMES["silver_gold_pyramids"]
SUN, EYE, LOTUS = SeatInfo(Sign.SUN), SeatInfo(Sign.EYE), SeatInfo(Sign.LOTUS)


ALL = tuple(GAMES.values())


def test_seat_taken_while_the_language_is_asked_skips_neither_game_nor_way() -> None:
    table = PanelTable(None, games=ALL).do("sun, OK")
    assert table.words.startswith("Game | Pharaoh Code")
    at = ALL.index(GIZA)
    assert table.do(f"1+{at}, OK").words.startswith("Way to play | Every tile")
    assert table.do("BACK").words.startswith("Game")
    assert table.do("OK, 1+2, OK").words == "Press in turn, clockwise | remove"
    assert table.setup == Setup(GIZA, GIZA.options(way=giza.Way.COUNT), (SUN,))
    assert table.do("eye, OK").words.startswith("Giza | Start")


def test_seat_taken_while_the_language_is_asked_does_not_skip_the_own_wifi() -> None:
    table = PanelTable(None, address="", network=NetworkState(is_alone=True)).do("sun, OK")
    assert table.words.startswith("No network")


def test_question_gone_to_from_where_all_is_ready_goes_back_there() -> None:
    table = seated("sun", "eye")
    table.games = ALL
    ready = table.words
    assert table.do("1+5, OK").words.startswith("Game")
    assert table.do("BACK").words == ready
    table.do("1+3, OK, 1+1, OK")
    assert table.words.startswith("Pharaoh Code | Start")
    assert table.setup.options == Options(way=Way.LAYOUT)


def test_line_of_the_way_to_play_says_which_is_set() -> None:
    assert seated("sun", "eye").words.split(" | ")[4] == "Called numbers"
    assert seated("sun", "eye", way=Way.LAYOUT).words.split(" | ")[4] == "Whole pyramid"


def test_from_switching_on_to_the_first_throw() -> None:
    table = PanelTable(None)
    assert table.words == "English | 한국어 | 正體中文 | Nederlands | Euskara"
    assert table.do("1+3, OK").asked == [SetLanguage("nl")]
    assert table.words.startswith("Speelwijze")
    assert table.do("OK").asked == [Arrange(Setup(PHARAOH, Options(way=Way.CLAIMS)))]
    assert table.words == "Druk om de beurt | terug"
    table.do("sun, eye, lotus")
    assert table.screen.body == Circle(("sun", "eye", "lotus"))
    table.do("OK, 1+1")
    assert table.setup == Setup(PHARAOH, Options(), (SUN, EYE, LOTUS), Seat(1))
    assert table.screen.body == Circle(("sun", "eye", "lotus"), first=1)
    assert table.do("OK").words.startswith("Pharaoh Code | Beginnen")
    assert table.do("OK").asked == [Start()]
    assert table.words == "R1 | gooit | gegooid | De worp"
    assert table.screen == Screen(Figure("eye", text="gooit"), "", (), "R1", Hints("gegooid", turn="De worp"))


def test_who_starts_is_said_by_pressing_that_button() -> None:
    table = seated("sun", "eye", "lotus").do("1+2, OK")
    assert table.words == "The oldest starts | done"
    table.do("lotus")
    assert table.setup.first_seat == 2
    assert table.words.startswith("Pharaoh Code | Start")


@pytest.mark.parametrize("script", ["eye", "1+1, eye", "OK, eye", "OK, OK, eye", "OK, OK, OK, eye"])
def test_seat_is_taken_by_its_button_on_every_page_before_a_game(script: str) -> None:
    assert EYE in PanelTable(None).do(script).setup.seats


def test_seat_taken_early_skips_no_question() -> None:
    table = PanelTable("en").do("sun, eye, OK")
    assert table.words == "Press in turn, clockwise | done | remove"
    assert PanelTable("en").do("sun, 1+1").words == "Way to play | Called numbers | Whole pyramid"


def test_back_takes_the_last_seat_away_and_then_goes_back() -> None:
    table = PanelTable("en").do("OK, sun, eye, BACK")
    assert table.setup.seats == (SUN,)
    assert table.do("BACK, BACK").words == "Way to play | Called numbers | Whole pyramid"


def test_too_few_seats_are_said_and_do_not_start() -> None:
    table = PanelTable("en").do("OK, sun, OK")
    assert table.words == "Press in turn, clockwise | remove | At least 2 seats"
    assert table.do("eye, OK, OK, OK").asked[-1] == Start()


def test_seat_that_has_no_room_is_told_so() -> None:
    table = seated("sun", "eye", "lotus", "feather", "boat").do("ankh")
    assert table.screen.toast is not None
    assert (table.screen.toast.text, table.screen.toast.icon) == ("Only 5 can play", "ankh")
    assert table.asked == []


def test_options_are_turned_one_by_one_and_may_be_skipped() -> None:
    table = seated("sun", "eye").do("1+4, OK")
    assert table.words == "Sand timer | 1/9 | 30 s | done"
    table.do("2+2, 3-5, 1+1")
    assert table.words == "The sand starts | 2/9 | first press | done"
    table.do("2+1, 1+1, 3+1, OK")
    assert table.setup.options == Options(sand_s=45, sand_start=SandStart.TURNED, powers=True)
    assert table.do("OK").asked == [Start()]


def test_number_of_an_option_stops_at_its_ends() -> None:
    table = seated("sun", "eye").do("1+4, OK, 2+99")
    assert table.setup.options.sand_s == 300
    assert table.do("2-99").setup.options.sand_s == 10


def test_with_several_games_the_game_is_asked_first() -> None:
    table = PanelTable("en", games=(PHARAOH, PHARAOH))
    assert table.words == "Game | Pharaoh Code | Pharaoh Code"
    assert table.do("OK").words.startswith("Way to play")


def test_next_evening_begins_where_the_last_one_ended() -> None:
    assert seated("sun", "eye").do("OK").asked == [Start()]


def names_of_options(table: PanelTable) -> list[str]:
    """Give the names of all options that can be turned to, in order."""
    assert table.screen.corner.startswith("1/")
    titles = []
    for _ in range(int(table.screen.corner[2:])):
        titles.append(table.screen.title)
        table.do("1+1")
    return titles


SHEETS = ["Shapes", "When to say", "Pair of gems", "Colour bonuses", "Bonus together", "Press when done"]
CARDS = ["Shapes", "Pair of gems", "Colour bonuses", "Bonus together"]
CARDS += ["Pyramids", "Turning", "One square", "Red X goes on", "Across walls", "Takes first"]


@pytest.mark.parametrize(("way", "names"), [(pyramids.Way.SHEET, SHEETS), (pyramids.Way.CARDS, CARDS)])
def test_only_options_are_offered_that_mean_something_in_the_way_to_play(
    way: pyramids.Way, names: list[str]
) -> None:
    table = seated("sun", "eye", game=PYRAMIDS, way=way).do("1+4, OK")
    assert names_of_options(table) == names


def test_option_goes_with_the_one_that_gave_it_meaning() -> None:
    table = seated("sun", "eye", game=PYRAMIDS, way=pyramids.Way.CARDS).do("1+4, OK, 1+2, 2+1")
    assert (table.screen.title, table.setup.options.bonuses) == ("Colour bonuses", False)
    assert table.screen.corner == "3/9"
    assert table.do("1+1").screen.title == "Pyramids"


def test_way_to_play_without_options_offers_none_even_where_they_lay_open() -> None:
    table = seated("sun", "eye", game=GIZA, way=giza.Way.FOLLOWED).do("1+4, OK")
    assert table.screen.title == "Show sums"
    table.setup = replace(table.setup, options=GIZA.options(way=giza.Way.COUNT))
    assert table.words == "Giza | Start | Seats | Only count"
