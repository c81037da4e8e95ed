"""The display in words, for who does not see it."""

import pytest

from device.panel.reading import read_aloud
from device.panel.screens import Gauge, Screen
from device.panel.words import Words
from device.texts import LANGUAGES
from tests.device.digging import DIGGING
from tests.device.panel_gallery import shots
from tests.device.panel_table import PanelTable, playing


def said(table: PanelTable) -> str:
    return read_aloud(table.screen, Words(table.language))


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("OK, 1+2", "The dice. R1. 2. ? ? BACK: back."),
        ("OK", "The dice. R1. ? ? ? OK + BACK: nobody."),
        ("eye", "R1. Eye Eye first."),
        ("OK, BACK", "Sun Taken back: has thrown. R1. Sun throws. OK: redo. BACK: one more."),
        ("OK, HOLD BACK, 1+1, OK", "Which entry is wrong? ▶ Sun has thrown."),
    ],
)
def test_display_is_read_in_the_order_of_reading(script: str, expected: str) -> None:
    assert said(playing().do(script)) == expected


def test_turn_of_another_game_is_read_with_scores_and_tracks() -> None:
    table = playing(game=DIGGING).do("1+1, 2+1, eye, OK")
    table.pass_ms(5_000)
    assert said(table) == "Eye Eye. R1. Sun 0. Eye −1. Flower 0. 2/7. 3/7. ↻ walked."


def test_gauge_is_read_as_a_share() -> None:
    assert read_aloud(Screen(Gauge(40)), Words("en")) == "40 %."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_can_be_read(language: str) -> None:
    for name, (screen, _) in shots(language).items():
        text = read_aloud(screen, Words(language))
        assert all(word in text for word in screen.words), name
