"""Buttons and wheels whose contacts chatter or are stuck: said, switched off where need be, and back."""

import logging
from typing import Any

import pytest

from device.chatter import MOST
from device.contacts import MOST_REST_S, REST_S, TRIAL_S
from device.parts import HELD_S, MEND_S
from tests.device.parts.conftest import PINS, Listening, Sockets, Table, lines, push, turn

# ---- contacts that chatter ----


def test_wheel_that_chatters_is_switched_off_and_the_others_are_heard(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.storm("encoder_3")
    assert table.listening.heard == ["part"]
    assert table.pass_s(1)
    assert (table.faults, table.parts.now.encoders) == ([("encoder_3", "noisy")], "ok")
    a, b = PINS.encoders["encoder_3"]
    said = f"encoder_3 stays off: GPIO{a} and GPIO{b} chatter without end"
    assert (table.reason("encoder_3"), lines(caplog, "chatter")) == (said, [said])
    turn(table.sockets, "encoder_3")
    push(table.sockets, "button_1")
    turn(table.sockets, "encoder_1")
    assert table.listening.heard == ["part", "button_1", "button_1", "encoder_1"]


def test_wheel_that_has_come_to_rest_is_there_again_after_half_a_minute_and_a_trial(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        table.storm("encoder_1")
        table.pass_s(1)
        assert not table.pass_s(REST_S)
        turn(table.sockets, "encoder_1")
        assert table.pass_s(MEND_S + TRIAL_S)
        turn(table.sockets, "encoder_1")
    assert (table.faults, table.listening.heard) == ([], ["part", "encoder_1"])
    assert lines(caplog, "encoder_1")[1:] == ["encoder_1 is there"]


def test_wheel_that_goes_on_chattering_is_said_once_and_tells_nothing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for _ in range(50):
            for name in ("encoder_1", "button_2"):
                table.storm(name)
            table.pass_s(1)
    assert table.faults == [("button_2", "noisy"), ("encoder_1", "noisy")]
    assert len(lines(caplog, "encoder_1", "button_2")) == 2
    assert table.listening.heard.count("encoder_1") == 0


def test_wheel_that_chatters_now_and_then_rests_for_longer_each_time(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(60):
        table.storm("encoder_1")
        table.pass_s(60)
    assert len(lines(caplog, "stays off")) <= 16
    table.pass_s(MOST_REST_S + 10)
    assert table.faults == []


def test_button_that_chatters_is_told_open_in_the_end(table: Table) -> None:
    edges: list[tuple[str, bool]] = []
    table.listening.on_edge = lambda name, is_pressed: edges.append((name, is_pressed))
    pin = table.sockets.pin(PINS.buttons["button_2"])
    for _ in range(MOST):
        pin.drive_low()
        pin.drive_high()
    table.pass_s(1)
    assert table.faults == [("button_2", "noisy")]
    assert (edges[-1], len(edges)) == (("button_2", False), MOST)
    pin.drive_low()
    assert len(edges) == MOST


def test_another_line_is_opened_after_one_was_closed_since_lgpio_falls_asleep(table: Table) -> None:
    before = table.parts._buttons
    assert before is not None
    opened = before._inputs["back"]
    table.storm("encoder_3")
    table.pass_s(1)
    assert before._inputs["back"] is not opened
    table.pass_s(3)
    woken = before._inputs["back"]
    table.pass_s(3)
    assert before._inputs["back"] is woken
    push(table.sockets, "back")
    assert table.listening.heard[-2:] == ["back", "back"]


def test_button_that_is_down_is_not_the_one_opened_anew_so_its_release_is_told(table: Table) -> None:
    edges: list[tuple[str, bool]] = []
    table.listening.on_edge = lambda name, is_pressed: edges.append((name, is_pressed))
    table.sockets.pin(PINS.buttons["back"]).drive_low()
    table.storm("encoder_3")
    table.pass_s(3)
    table.sockets.pin(PINS.buttons["back"]).drive_high()
    assert edges == [("back", True), ("back", False)]


# ---- buttons that are stuck ----


def test_button_that_is_closed_for_over_a_minute_is_held_until_it_opens(table: Table) -> None:
    table.sockets.pin(PINS.buttons["button_2"]).drive_low()
    table.pass_s(HELD_S)
    assert table.faults == []
    table.pass_s(2)
    assert (table.faults, table.parts.now.buttons) == ([("button_2", "held")], "ok")
    table.sockets.pin(PINS.buttons["button_2"]).drive_high()
    table.pass_s(1)
    assert table.faults == []


def test_button_that_was_closed_as_the_table_began_is_held_too_and_who_frees_it_has_not_pushed_it(
    sockets: Sockets,
) -> None:
    class Shorted(Table):
        def make_factory(self) -> Any:
            return ShortedSockets(self.sockets)

    class ShortedSockets:
        """Pins of which one reads closed, whatever pulls it."""

        def __init__(self, sockets: Sockets) -> None:
            self._sockets = sockets

        def __getattr__(self, name: str) -> Any:
            return getattr(self._sockets, name)

        def pin(self, name: Any) -> Any:
            pin = self._sockets.pin(name)
            if name == PINS.buttons["button_2"]:
                pin._set_pull = lambda value: pin.drive_low()
            return pin

    table = Shorted(sockets, Listening())
    table.pass_s(HELD_S + 2)
    assert table.faults == [("button_2", "held")]
    pin = sockets.pin(PINS.buttons["button_2"])
    for _ in range(3):
        pin.drive_high()
        pin.drive_low()
    pin.drive_high()
    assert table.listening.heard == []
    table.parts.close()
