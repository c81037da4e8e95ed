"""Parts that are missing, fail while a game is played, or come back: one clear line each; play goes on."""

import logging
from dataclasses import dataclass
from typing import Any

import pytest

from device.buttons import Buttons
from device.display import DisplayThread
from device.errors import ButtonsError, DisplayError
from device.lights import LightsThread
from device.panel.screens import Say, Screen
from device.part_thread import RETRY_S
from device.parts import FIRST_S, SILENT_S
from device.ring import Frame, Scene
from device.supply import BACK as FED
from device.supply import LOST, STEADY_S
from tests.device.parts.conftest import PINS, Listening, Sockets, Table, lines, push, turn


def test_loose_button_is_said_once_the_others_play_and_it_comes_back(
    sockets: Sockets, caplog: pytest.LogCaptureFixture
) -> None:
    sockets.loose = {PINS.buttons["button_2"]}
    with caplog.at_level(logging.INFO):
        table = Table(sockets, Listening())
        assert [table.pass_s(), table.pass_s()] == [False, False]
        assert table.faults == [("button_2", "absent")]
        push(sockets, "button_1")
        sockets.loose = set()
        assert table.pass_s()
        push(sockets, "button_2")
    assert table.listening.heard == ["button_1"] * 2 + ["button_2"] * 2
    said = lines(caplog, "button_2")
    assert [line.split(" (")[0] for line in said] == [
        f"button_2 stays off: GPIO{PINS.buttons['button_2']} can't be had",
        "button_2 is there",
    ]
    table.parts.close()


def test_loose_encoders_are_said_once_each_and_come_back(
    sockets: Sockets, caplog: pytest.LogCaptureFixture
) -> None:
    sockets.loose = {pair[1] for pair in PINS.encoders.values()}
    with caplog.at_level(logging.INFO):
        table = Table(sockets, Listening())
        assert (table.parts.now.encoders, table.parts.now.buttons) == ("absent", "ok")
        assert table.faults == [(f"encoder_{n}", "absent") for n in (1, 2, 3)]
        assert not table.pass_s()
        push(sockets, "ok")
        sockets.loose = set()
        assert table.pass_s()
        turn(sockets, "encoder_1")
    assert (table.parts.now.encoders, table.faults) == ("ok", [])
    assert table.listening.heard == ["ok", "ok", "encoder_1"]
    assert len(lines(caplog, "stays off")) == len(lines(caplog, "is there")) == 3
    table.parts.close()


def test_loose_piezo_is_said_once_and_comes_back(sockets: Sockets, caplog: pytest.LogCaptureFixture) -> None:
    assert PINS.piezo is not None
    sockets.loose = {PINS.piezo}
    with caplog.at_level(logging.INFO):
        table = Table(sockets, Listening())
        assert (table.parts.now.piezo, table.pass_s()) == ("absent", False)
        assert table.reason("piezo").startswith(f"no piezo on GPIO{PINS.piezo}")
        sockets.loose = set()
        assert table.pass_s()
    assert (table.parts.now.piezo, table.faults) == ("ok", [])
    assert [line.split(" (")[0] for line in lines(caplog, "piezo")] == [
        f"no piezo on GPIO{PINS.piezo}",
        "the piezo is there",
    ]
    table.parts.close()


def test_fault_of_who_listens_costs_that_edge_alone(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.listening.is_deaf = True
    push(table.sockets, "button_1")
    turn(table.sockets, "encoder_1")
    table.listening.is_deaf = False
    push(table.sockets, "button_1")
    turn(table.sockets, "encoder_1")
    assert table.listening.heard == ["button_1", "button_1", "encoder_1"]
    assert lines(caplog, "lost") == ["an edge of button_1 was lost"] * 2 + ["an edge of encoder_1 was lost"]


# ---- pins that are missing at the start ----


@dataclass
class LatePins(Table):
    """A table whose pins can't be had until `is_late` ends."""

    is_late: bool = True

    def make_factory(self) -> Any:
        if self.is_late:
            raise ButtonsError("no way to the pins")
        return self.sockets


def test_without_any_pins_all_that_hangs_on_them_is_absent_and_says_why(
    sockets: Sockets, caplog: pytest.LogCaptureFixture
) -> None:
    table = LatePins(sockets, Listening())
    assert not table.pass_s(30)
    assert (table.parts.now.buttons, table.parts.now.encoders, table.parts.now.piezo) == ("absent",) * 3
    assert table.faults == [("buttons", "absent"), ("encoders", "absent"), ("piezo", "absent")]
    assert {f.reason for f in table.parts.now.faults} == {"no way to the pins"}
    assert lines(caplog, "no way") == ["no way to the pins"]
    table.parts.close()
    table.parts.close()


def test_pins_that_come_later_are_found_and_all_that_hangs_on_them_works(sockets: Sockets) -> None:
    table = LatePins(sockets, Listening())
    table.parts.start()
    table.pass_s(7)
    table.is_late = False
    assert table.pass_s()
    now = table.parts.now
    assert (now.buttons, now.encoders, now.piezo, table.parts.stuck()) == ("ok", "ok", "ok", None)
    push(sockets, "button_1")
    turn(sockets, "encoder_1")
    assert [name for name in table.listening.heard if name != "part"] == ["button_1"] * 2 + ["encoder_1"]
    assert [part for part, _ in table.faults if part not in ("ring", "display")] == []
    sockets.pin(PINS.lights_power).drive_low()
    table.pass_s(1)
    assert not table.parts._supply.is_there
    table.parts.close()


# ---- the ring's supply ----


def test_ring_without_power_is_absent_frames_go_on_and_the_picture_is_sent_anew_when_it_is_back(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    leds, sense = Leds(), table.sockets.pin(PINS.lights_power)
    table.parts.lights = LightsThread(
        lambda: leds, lambda: 0, on_part=table.parts._ring_changed, monotonic_s=lambda: table.now_s
    )
    table.parts.lights.beat()
    assert (table.parts.now.ring, table.faults, len(leds.frames)) == ("ok", [], 1)
    with caplog.at_level(logging.INFO):
        sense.drive_low()
        assert table.pass_s(1)
        assert (table.parts.now.ring, table.faults) == ("absent", [("ring", "no_power")])
        assert "F1" in table.reason("ring")
        table.parts.lights.show(Scene(is_test=True))
        table.parts.lights.beat()
        assert len(leds.frames) == 2
        sense.drive_high()
        assert table.pass_s(1)
        table.parts.lights.beat()
    assert (table.parts.now.ring, table.faults) == ("ok", [])
    assert (len(leds.frames), leds.frames[2]) == (3, leds.frames[1])
    assert lines(caplog, "5 V") == [LOST, FED]


def test_plug_that_is_loose_is_told_once_until_it_is_steady(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    sense = table.sockets.pin(PINS.lights_power)
    with caplog.at_level(logging.INFO):
        for _ in range(100):
            sense.drive_low()
            table.pass_s(1)
            sense.drive_high()
            table.pass_s(2)
        assert table.faults == [("ring", "no_power")]
        assert len(lines(caplog, "5 V")) == 3
        table.pass_s(STEADY_S)
    assert (table.faults, len(lines(caplog, "5 V"))) == ([], 4)


def test_ring_that_never_had_power_is_no_loss_until_it_had(table: Table) -> None:
    def is_loss() -> list[bool]:
        return [f.is_loss for f in table.parts.now.faults]

    sense = table.sockets.pin(PINS.lights_power)
    sense.drive_low()
    table.pass_s(1)
    assert is_loss() == [False]
    sense.drive_high()
    table.pass_s(1)
    assert is_loss() == []
    sense.drive_low()
    table.pass_s(1)
    assert is_loss() == [True]


def test_ring_counts_as_there_where_no_wire_tells_of_its_supply(sockets: Sockets) -> None:
    assert PINS.lights_power is not None
    sockets.loose = {PINS.lights_power}
    table = Table(sockets, Listening())
    table.parts._tried.ring = True
    table.pass_s(20)
    assert table.parts.now.ring == "ok"
    table.parts.close()


def test_watchdog_hears_of_a_ring_that_does_nothing_and_of_a_thread_that_ended(table: Table) -> None:
    parts = table.parts
    parts.start()
    assert parts.stuck() is None
    parts.lights.last_beat_s -= SILENT_S + 1
    parts._tried.ring = None
    assert parts.stuck() is None
    parts._tried.ring = True
    assert (parts.stuck() or "").startswith("the thread of the ring has done nothing for 1")
    parts._tried.ring = None
    parts.lights.last_beat_s -= FIRST_S
    assert (parts.stuck() or "").startswith("the thread of the ring has done nothing for 7")
    parts.close()
    assert parts.stuck() == "the thread of the ring has ended"


def test_thread_of_the_buttons_that_ended_is_seen_by_page_doctor_and_watchdog(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Buttons, "is_alive", property(lambda self: False))
    now = table.parts.now
    assert (now.buttons, now.encoders, now.piezo) == ("absent", "absent", "ok")
    assert table.faults == [("buttons", "absent"), ("encoders", "absent")]
    assert table.reason("buttons") == table.parts.stuck() == "the thread of the buttons has ended"


class Leds:
    """A ring that remembers what it was sent."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def write(self, frame: Frame) -> None:
        self.frames.append(frame)

    def close(self) -> None:
        """Let go."""


class Wire:
    """A display whose bus fails while it is loose."""

    is_loose = False

    def write(self, image: Any) -> None:
        if self.is_loose:
            raise DisplayError("the display takes no pictures (OSError: Remote I/O error)")

    def dim(self, pct: int) -> None:
        """Take no notice."""

    def close(self) -> None:
        """Let go."""


def test_display_that_is_unplugged_while_playing_is_said_with_its_reason_and_comes_back(table: Table) -> None:
    wire, parts = Wire(), table.parts
    parts.display = DisplayThread(
        lambda: wire, lambda: 0, on_part=parts._display_changed, monotonic_s=lambda: table.now_s
    )
    parts.display.show(Screen(Say("one")))
    parts.display.beat()
    assert (parts.now.display, table.faults) == ("ok", [])
    wire.is_loose = True
    parts.display.show(Screen(Say("two")))
    parts.display.beat()
    assert (parts.now.display, table.faults) == ("absent", [("display", "absent")])
    assert "Remote I/O error" in table.reason("display")
    wire.is_loose = False
    table.now_s += RETRY_S
    parts.display.beat()
    assert (parts.now.display, table.faults) == ("ok", [])
    assert table.listening.heard == ["part"] * 3
    push(table.sockets, "ok")
    assert table.listening.heard[-2:] == ["ok", "ok"]


class Stubborn(Wire):
    """A display that can't be let go of, by a fault of ours."""

    def close(self) -> None:
        raise ZeroDivisionError("of the letting go")


def test_fault_in_letting_go_of_a_part_does_not_end_its_thread(caplog: pytest.LogCaptureFixture) -> None:
    wire, now_s = Stubborn(), [0.0]
    thread = DisplayThread(lambda: wire, lambda: 0, monotonic_s=lambda: now_s[0])
    thread.beat()
    wire.is_loose = True
    thread.show(Screen(Say("two")))
    thread.beat()
    assert not thread.is_there
    assert "of the letting go" in caplog.text
    wire.is_loose = False
    now_s[0] += RETRY_S
    thread.beat()
    assert thread.is_there
