"""The doctor at the panel: what he found, and buttons and wheels tried by hand."""

import pytest

from device.doctor.findings import Check, Finding, Level
from device.panel import Examine, takes_seat
from device.panel.screens import Row, Rows
from device.part_states import Lack
from device.texts import LANGUAGES, catalogue
from rules.core import Sign
from tests.device.panel_table import PanelTable, playing, seated

TO_CHECK = "HOLD BACK, 1+7, OK"
"""The menu's line before *Leave game* in a game that has no entry yet."""


def checking() -> PanelTable:
    return playing().do(TO_CHECK)


def test_opening_the_page_has_the_doctor_look() -> None:
    table = checking()
    assert table.asked == [Examine()]
    assert table.words == "Check parts | Try buttons | Looking…"


def test_what_is_not_as_it_should_be_is_listed_the_gravest_first() -> None:
    table = checking()
    table.findings = (
        Finding(Check.BOARD, "ok"),
        Finding(Check.WIFI, "sleeps", Level.WARNING),
        Finding(Check.WEAR, "unknown", Level.UNKNOWN),
        Finding(Check.SPI, "off", Level.FAULT),
    )
    assert table.words == "Check parts | Try buttons | SPI (ring) | !! | Wi-Fi | !"
    assert "khepri doctor" in table.do("1+1, OK").words


def test_what_a_part_lacks_is_said_in_a_few_words() -> None:
    table = checking()
    table.findings = (Finding(Check.RING, "no_power", Level.WARNING),)
    assert table.do("1+1, OK").words == "Ring | No power: look at its plug. | done"


def test_each_button_and_wheel_that_fails_has_a_line_with_its_sign_or_name() -> None:
    table = checking()
    table.findings = (
        Finding(Check.BUTTONS, "held", Level.WARNING, {"names": "button_2, ok"}),
        Finding(Check.ENCODERS, "noisy", Level.WARNING, {"names": "encoder_3"}),
    )
    assert table.words == "Check parts | Try buttons | Buttons | ! | Buttons OK | ! | Wheels 3 | !"
    assert table.screen.body == Rows(
        (
            Row("Try buttons"),
            Row("Buttons", Sign.EYE, "!"),
            Row("Buttons OK", None, "!"),
            Row("Wheels 3", None, "!"),
        )
    )
    assert table.do("1+1, OK").words.startswith("Buttons | Stays pressed")
    assert table.screen.icons == (Sign.EYE,)
    assert table.do("BACK, 1+1, OK").words.startswith("Buttons OK | Stays pressed")
    assert table.do("BACK, 1+1, OK").words.startswith("Wheels 3 | Chatters")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_in_which_a_running_tables_part_can_fail_has_its_words(language: str) -> None:
    said = {code.value for code in Lack} | {"partly", "late"}
    assert {f"panel.lacks.{code}" for code in said} <= catalogue(language).keys()


def test_doctor_who_could_not_look_is_said() -> None:
    table = checking()
    table.has_look_failed = True
    assert table.words == "Check parts | Try buttons | Could not look"


def test_machine_on_which_all_is_well_is_told_so() -> None:
    table = checking()
    table.findings = ()
    assert table.words.endswith("Try buttons | All is well")


def test_buttons_say_their_bounce_and_wheels_how_far_they_went() -> None:
    table = checking()
    table.probe.turned("encoder_1", 9)
    table.do("OK")
    assert "Push and turn all" in table.words
    table.probe.edge("button_2", 1_000_000, True)
    table.probe.edge("button_2", 1_004_000, False)
    table.probe.edge("button_2", 1_012_000, True)
    assert table.do("eye").words == "Try buttons | ×3 | 12 ms | hold: done"
    table.probe.turned("encoder_1", -2)
    assert table.do("1-2").words == "Try buttons | -2 | 0 | 0 | hold: done"
    table.probe.edge("ok", 9_000_000, True)
    assert table.do("OK").words == "OK | ×1 | 0 ms | hold: done"


def test_ok_and_back_are_tried_too_and_only_back_held_leaves() -> None:
    table = checking().do("OK, OK, BACK")
    assert len(table.panel.pages) == 3
    assert table.do("HOLD BACK").panel.pages == ()


def test_seat_button_that_is_tried_plays_nothing_and_seats_nobody() -> None:
    table = checking().do("OK, eye")
    assert table.logged == []
    before = seated("sun")
    before.do("HOLD BACK, 1+99, 1-1, OK, OK, eye")
    assert [s.sign for s in before.setup.seats] == [Sign.SUN]


def test_claim_is_never_taken_for_a_trial() -> None:
    table = playing().do("OK, 1+2, 2+5, 3+11, OK, HOLD BACK, 1+99, 1-2, OK, OK")
    assert not takes_seat(table.panel, Sign.EYE, table.world)
    table.do("eye")
    assert table.logged[-1] == "claimed"
    # The sand runs now, in which others may still claim.
    assert table.panel.pages
    assert not takes_seat(table.panel, Sign.SUN, table.world)
    table.do("sun")
    assert table.logged[-2:] == ["claimed", "claimed"]
