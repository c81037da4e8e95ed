"""A game that the panel has never heard of: what it asks, who is on turn, seats by their buttons."""

import pytest

from device.display_draw import picture
from device.panel import Correct, PlayEvent
from device.panel.screens import Figure, Hints, Outlook, Track, Wheels
from rules.codec import Json
from rules.core import Sign
from tests.device.digging import DIGGING
from tests.device.panel_table import PanelTable, playing


def digging(*signs: str, together: bool = False, ends: bool = False) -> PanelTable:
    return playing(*signs, game=DIGGING, names=("Ada",), together=together, ends=ends)


def wheels(table: PanelTable) -> list[str | None]:
    body = table.screen.body
    assert isinstance(body, Wheels)
    return [wheel.shape if wheel.shape is not None else wheel.shown for wheel in body.wheels]


# ---- whose turn it is ----


def test_turn_is_shown_with_its_name_and_what_turning_enters() -> None:
    shown = digging().screen
    tracks = (Track(True, 1, 7), Track(False, 2, 7))
    assert shown.body == Outlook((), Sign.SUN, "Ada", (), tracks)
    assert (shown.title, shown.hints) == ("", Hints(other="other", turn="dug"))


def test_ok_goes_on_to_what_else_can_be_entered() -> None:
    table = digging().do("OK")
    assert table.screen.hints == Hints(other="other", turn="dropped")
    assert table.do("1+1, OK").asked == [PlayEvent({"type": "dropped", "tool": "spade"})]


def test_scores_are_shown_beside_tracks_once_there_are_any() -> None:
    table = digging().do("1+1, 2+1, eye, OK")
    body = table.screen.body
    assert isinstance(body, Outlook)
    assert [score.score for score in body.scores] == ["0", "−1", "0"]
    assert table.screen.icons == (Sign.EYE,)


def test_everybody_moves_at_once_and_the_shape_is_shown() -> None:
    shown = digging(together=True).screen
    assert shown.body == Outlook(cells=((0, 0), (0, 1), (0, 2), (1, 1)))
    assert (shown.title, shown.hints) == ("digging", Hints(other="other", turn="dug"))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("is_together", [False, True])
def test_every_picture_of_the_game_finds_its_room(seats: int, is_together: bool) -> None:
    table = digging(*[str(sign) for sign in list(Sign)[:seats]], together=is_together, ends=True)
    for step in ("OK", "1+1", "2+1, sun", "OK", "1+1", "2+1", "OK", "eye", "OK", "OK", "1+1, OK", "1+1, OK"):
        assert picture(table.do(step).screen, table.now_ms).faults == ()


# ---- wheels that depend on one another ----


def test_what_is_turned_to_narrows_the_wheels_after_it() -> None:
    table = digging().do("1+3, 2+1")
    assert wheels(table) == ["pick", "2-1", "button"]
    assert wheels(table.do("2+1")) == ["pick", "1-1", "button"]
    assert wheels(table.do("2+1")) == ["pick", "2-1", "button"]


def test_one_choice_that_is_left_stands_by_itself() -> None:
    table = digging().do("1+2")
    assert wheels(table) == ["brush", "1-3", Sign.SUN]
    assert table.do("OK").asked == [PlayEvent({"type": "dug", "tool": "brush", "place": "1-3", "site": 0})]


def test_later_wheel_may_be_turned_first_and_is_cleared_if_it_does_not_fit() -> None:
    table = digging().do("2+4")
    assert wheels(table) == ["", "2-1", "button"]
    assert wheels(table.do("1+1")) == ["spade", "", "button"]
    kept = digging().do("2+4, 1-1")
    assert wheels(kept) == ["pick", "2-1", "button"]


def test_ok_before_all_wheels_are_turned_says_so() -> None:
    assert digging().do("1+1, OK").words.endswith("Turn the wheels first")


def test_correction_narrows_by_the_state_before_that_entry() -> None:
    table = digging().do("1+1, 2+1, eye, OK, 1+1, OK, HOLD BACK, 1+1, OK, 1+1, OK, OK")
    assert wheels(table) == ["spade", "1-1", Sign.EYE]
    assert wheels(table.do("1+1")) == ["brush", "1-3", Sign.SUN]
    table.do("OK, OK")
    made: dict[str, Json] = {"type": "dug", "tool": "brush", "place": "1-3", "site": 0}
    assert table.asked == [Correct(1, made, ())]


# ---- seats by their buttons ----


def test_button_of_a_seat_fills_in_the_wheel_that_is_a_seat() -> None:
    table = digging().do("lotus, 1+1, 2+1")
    assert wheels(table) == ["spade", "1-1", Sign.LOTUS]
    assert wheels(table.do("eye")) == ["spade", "1-1", Sign.EYE]
    assert table.do("OK").asked == [PlayEvent({"type": "dug", "tool": "spade", "place": "1-1", "site": 1})]


def test_button_of_a_seat_fills_in_a_scrolled_field_that_is_a_seat() -> None:
    table = digging().do("OK, 1+1, OK, 1+1, OK, eye")
    assert table.screen.body == Figure(Sign.EYE, text="Eye", is_scrolled=True)
    assert table.do("OK").asked == [PlayEvent({"type": "found", "seat": 1})]


def test_button_of_a_seat_fills_in_a_correction() -> None:
    table = digging().do("1+1, 2+1, eye, OK, HOLD BACK, 1+1, OK, OK, OK, lotus")
    assert wheels(table) == ["spade", "1-1", Sign.LOTUS]


@pytest.mark.parametrize(
    ("script", "pushed"),
    [("1+2", "eye"), ("OK, 1+1", "eye"), ("1+1", "boat"), ("HOLD BACK", "eye")],
    ids=["not-legal-there", "no-seat-asked", "not-in-the-game", "menu"],
)
def test_push_that_means_nothing_gets_its_reason(script: str, pushed: str) -> None:
    table = digging().do(script)
    before = table.panel
    table.do(pushed)
    is_seated = pushed in ("sun", "eye", "lotus")
    assert (table.refusal is not None) is is_seated
    assert (table.panel, table.asked) == (before, [])


def test_while_anybody_may_press_every_push_is_the_games() -> None:
    table = playing().do("OK, HOLD BACK, 1+1, OK, OK")
    assert table.do("eye").logged == ["thrown", "claimed"]


# ---- choices that are words ----


def test_ways_are_read_from_afar_and_found_by_their_piece() -> None:
    table = digging().do("OK, 1+1, OK, 2+2")
    assert table.screen.body == Figure(Sign.EYE, big="2-6>3-6", is_scrolled=True)
    assert table.screen.corner == "R1"
    assert table.do("2-1, 3+1").screen.body == Figure(Sign.EYE, big="2-3>2-4", is_scrolled=True)


def test_yes_or_no_is_not_right_or_wrong() -> None:
    table = digging().do("OK, 1+1, OK, 1+1, OK, sun, OK")
    assert table.screen.hints == Hints("yes", "no")
    assert table.do("BACK").asked == [PlayEvent({"type": "slept", "sure": False})]
