"""Pairamid on the panel alone: colours, scarabs, and moves on the board, as hands enter them."""

import pytest

from device.display_draw import picture
from device.panel.screens import Outlook, Track, Wheels
from rules.core import Sign
from rules.pairamid import Pairamid
from rules.pairamid.state import Way
from rules.registry import GAMES
from tests.device.panel_table import PanelTable, playing, seated

PAIRAMID = GAMES[Pairamid.id]


def table(*signs: str, way: Way = Way.SCARABS) -> PanelTable:
    return playing(*(signs or ("sun", "eye", "lotus")), game=PAIRAMID, names=("Ada",), way=way)


def test_who_starts_is_asked_only_where_turns_are_followed() -> None:
    board = seated("sun", "eye", game=PAIRAMID, way=Way.BOARD)
    assert "Who starts" in board.words
    assert "Who starts?" in board.do("1+1, OK, OK").words
    scarabs = seated("sun", "eye", game=PAIRAMID, way=Way.SCARABS)
    assert "Who starts" not in scarabs.words
    assert "Start" in scarabs.do("1+1, OK, OK").words
    assert scarabs.do("BACK").words == "Press in turn, clockwise | done | remove"


def coloured(way: Way = Way.SCARABS) -> PanelTable:
    """Give a table of three: sun has red and blue, eye blue and green, lotus yellow and red."""
    return table(way=way).do("sun, 2+1, 3+2, OK, eye, 2+3, 3+3, OK, lotus, 2+2, 3+1, OK")


def wheels(panel: PanelTable) -> list[str | None]:
    body = panel.screen.body
    assert isinstance(body, Wheels)
    return [wheel.shape if wheel.shape is not None else wheel.shown for wheel in body.wheels]


def scores(panel: PanelTable) -> list[str]:
    body = panel.screen.body
    assert isinstance(body, Outlook)
    return [score.score for score in body.scores]


def test_colours_are_said_with_a_seats_button_and_two_encoders() -> None:
    panel = table().do("sun, 2+1, 3+2")
    assert wheels(panel) == [Sign.SUN, "red", "blue"]
    panel.do("OK")
    assert panel.table.state.markers == (("red", "blue"), None, None)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("2+1, 3+2, OK", "Push a seat’s button first"),
        ("2+1, OK", "Push a seat’s button first"),
        ("sun, 2+1, OK", "Turn first: colour"),
        ("sun, 3+1, OK", "Turn first: colour"),
        ("sun, OK", "Turn the wheels first"),
    ],
)
def test_ok_says_what_is_missing(script: str, said: str) -> None:
    panel = table().do(script)
    assert panel.logged == []
    assert panel.words.split(" | ")[-1] == said


def test_correction_begins_with_what_was_entered_and_whose() -> None:
    panel = table().do("sun, 2+1, 3+1, OK, HOLD BACK, 1+1, OK, OK, OK")
    assert wheels(panel) == [Sign.SUN, "red", "yellow"]
    panel.do("3+1")
    assert wheels(panel) == [Sign.SUN, "red", "blue"]
    panel.do("OK, OK")
    assert panel.table.state.markers[0] == ("red", "blue")


def test_word_about_what_is_missing_goes_with_the_next_turn_of_a_correction() -> None:
    panel = table().do("sun, 2+1, 3+1, OK, HOLD BACK, 1+1, OK, OK, OK")
    panel.panel = panel.panel.noted("Turn the wheels first", panel.now_ms + 1000)
    assert panel.screen.toast is not None
    assert panel.do("3+1").screen.toast is None


def test_second_colour_is_another_one() -> None:
    assert wheels(table().do("sun, 2+1, 3+1")) == [Sign.SUN, "red", "yellow"]


def test_colours_can_wait() -> None:
    panel = table().do("OK, 1+1, 2+1, OK")
    assert panel.logged == ["reached"]
    assert scores(panel) == ["0", "0", "0"]


def test_whole_game_is_said_scarab_by_scarab() -> None:
    panel = coloured()
    assert panel.table.state.markers == (("red", "blue"), ("blue", "green"), ("yellow", "red"))
    said = (
        ("1+1, 2+1, OK", ["1", "0", "1"]),  # red, +1
        ("1+4, 2+2, OK", ["1", "−1", "1"]),  # green, −1
        ("1+3, 2+1, OK", ["3", "1", "1"]),  # blue, +2
        ("1+2, 2+1, OK", ["3", "1", "4"]),  # yellow, +3
        ("1+5, 2+2, OK", ["3", "1", "4"]),  # pink, −2, for nobody
        ("1+1, 2+1, OK", ["7", "1", "8"]),  # red, +4
        ("1+4, 2+1, OK", ["7", "6", "8"]),  # green, +5
        ("1+6, 2+1, OK", ["7", "6", "8"]),  # white, +6: the white scarab goes to the top
    )
    for script, expected in said:
        assert scores(panel.do(script)) == expected
    body = panel.screen.body
    assert isinstance(body, Outlook)
    assert body.tracks == (Track(True, 7, 7), Track(False, 3, 7))
    assert wheels(panel.do("1+3, 2+2")) == ["blue", "Great"]
    panel.do("OK")
    assert panel.play is not None
    assert panel.play.outcome is not None
    assert [(s.seat, s.score) for s in panel.play.outcome.standings] == [(0, 14), (1, 13), (2, 8)]
    assert panel.refusal is None


def test_scarab_is_taken_back_and_brought_back() -> None:
    panel = coloured().do("1+1, 2+1, OK")
    assert "red" in panel.do("BACK").words
    assert panel.table.state.scored == ()
    assert len(panel.do("OK").table.state.scored) == 1


def test_moves_are_a_die_its_pips_and_a_way_where_there_are_several() -> None:
    panel = coloured(Way.BOARD)
    assert "Ada" in panel.words
    for script in ("1+1, 2+3, OK", "1+2, 2+3, OK", "1+3, 2+3, OK", "1+2, 2+1, OK"):
        panel.do(script)
    # Red 3 to the white scarab; blue 3 over red; pink 3 over both to the black scarab; green 1.
    assert panel.refusal is None
    assert [(m.colour, m.to) for m in panel.table.state.moves] == [
        ("red", "3"), ("blue", "4"), ("pink", "5"), ("green", "1"),
    ]  # fmt: skip
    assert scores(panel) == ["1", "0", "1"]


def test_way_is_chosen_with_the_third_encoder() -> None:
    panel = coloured(Way.BOARD)
    for event in (
        ("red", 3), ("green", 5), ("yellow", 6), ("pink", 6), ("white", 2), ("blue", 1),
        ("red", 4), ("green", 4), ("yellow", 5),
    ):  # fmt: skip
        panel.enter({"type": "moved", "colour": event[0], "pips": event[1]})
    panel.pass_ms(5_000)
    # Pink, of blue, pink and white; three: on to 14 or through the Great Chamber to 3.
    panel.do("1+2, 2+3")
    assert wheels(panel) == ["pink", "3", ""]
    assert wheels(panel.do("3+1")) == ["pink", "3", "14"]
    assert panel.do("OK").table.state.moves[-1].to == "14"


def test_press_that_fills_in_nothing_is_answered() -> None:
    panel = coloured().do("sun")
    assert panel.refusal is not None
    assert panel.refusal.code == "game.no_race"


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_picture_finds_its_room(seats: int) -> None:
    signs = [str(sign) for sign in list(Sign)[:seats]]
    for way in Way:
        panel = table(*signs, way=way)
        for script in ("sun", "2+1", "3+2", "OK", "OK", "1+1", "2+1", "OK", "1+2, 2-1", "OK"):
            assert picture(panel.do(script).screen, panel.now_ms).faults == ()
