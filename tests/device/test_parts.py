"""Parts that are missing, fail while a game is played, or come back: one clear line each; play goes on."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.buttons import Buttons
from device.display import DisplayThread
from device.errors import DisplayError
from device.panel.screens import Say, Screen
from device.part_thread import RETRY_S
from device.parts import FIRST_S, SILENT_S, TableParts
from device.pins import load_pins
from device.views import Parts

PINS = load_pins()


class Sockets(MockFactory):  # type: ignore[misc]
    """Mock pins of which some have come loose: they can't be had."""

    def __init__(self) -> None:
        super().__init__(pin_class=MockPWMPin)
        self.loose: set[int] = set()

    def pin(self, name: Any) -> Any:
        if name in self.loose:
            raise OSError(f"GPIO{name} is loose")
        return super().pin(name)


@dataclass
class Listening:
    """Hears the parts; while `is_deaf` it raises."""

    heard: list[str] = field(default_factory=list)
    is_deaf: bool = False

    def edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        self._hear(name)

    def turned(self, name: str, steps: int, stamp_us: int) -> None:
        self._hear(name)

    def part_changed(self) -> None:
        self._hear("part")

    def _hear(self, name: str) -> None:
        if self.is_deaf:
            raise RuntimeError("the loop has ended")
        self.heard.append(name)


@pytest.fixture
def sockets() -> Iterator[Sockets]:
    made = Sockets()
    yield made
    made.loose.clear()
    made.reset()


@pytest.fixture
def listening() -> Listening:
    return Listening()


def open_parts(sockets: Sockets, listening: Listening) -> TableParts:
    # Real parts but for the pins: the simulated hands would ask for every pin themselves.
    return TableParts(PINS, lambda: 0, listening, simulate=False, make_factory=lambda *, simulate: sockets)


def lines(caplog: pytest.LogCaptureFixture, *about: str) -> list[str]:
    return [r.getMessage() for r in caplog.records if any(name in r.getMessage() for name in about)]


def push(sockets: Sockets, name: str) -> None:
    pin = sockets.pin(PINS.buttons[name])
    pin.drive_low()
    pin.drive_high()


def turn(sockets: Sockets, name: str) -> None:
    a, b = (sockets.pin(number) for number in PINS.encoders[name])
    for pin in (a, b):
        pin.drive_low()
    for pin in (a, b):
        pin.drive_high()


def test_loose_button_is_said_once_the_others_play_and_it_comes_back(
    sockets: Sockets, listening: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    sockets.loose = {PINS.buttons["button_2"]}
    with caplog.at_level(logging.INFO):
        parts = open_parts(sockets, listening)
        assert [parts.mend(), parts.mend()] == [False, False]
        push(sockets, "button_1")
        sockets.loose = set()
        parts.mend()
        push(sockets, "button_2")
    assert listening.heard == ["button_1"] * 2 + ["button_2"] * 2
    said = lines(caplog, "button_2")
    assert [line.split(" (")[0] for line in said] == [
        f"button_2 stays off: GPIO{PINS.buttons['button_2']} can't be had",
        "button_2 is there",
    ]
    parts.close()


def test_loose_encoders_are_said_once_each_and_come_back(
    sockets: Sockets, listening: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    sockets.loose = {pair[1] for pair in PINS.encoders.values()}
    with caplog.at_level(logging.INFO):
        parts = open_parts(sockets, listening)
        assert (parts.now.encoders, parts.now.buttons) == ("absent", "ok")
        assert not parts.mend()
        push(sockets, "ok")
        sockets.loose = set()
        assert parts.mend()
        turn(sockets, "encoder_1")
    assert parts.now.encoders == "ok"
    assert listening.heard == ["ok", "ok", "encoder_1"]
    assert len(lines(caplog, "stays off")) == len(lines(caplog, "is there")) == 3
    parts.close()


def test_loose_piezo_is_said_once_and_comes_back(
    sockets: Sockets, listening: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    assert PINS.piezo is not None
    sockets.loose = {PINS.piezo}
    with caplog.at_level(logging.INFO):
        parts = open_parts(sockets, listening)
        assert (parts.now.piezo, parts.mend()) == ("absent", False)
        sockets.loose = set()
        assert parts.mend()
    assert parts.now.piezo == "ok"
    assert [line.split(" (")[0] for line in lines(caplog, "piezo")] == [
        f"no piezo on GPIO{PINS.piezo}",
        "the piezo is there",
    ]
    parts.close()


def test_fault_of_who_listens_costs_that_edge_alone(
    sockets: Sockets, listening: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    parts = open_parts(sockets, listening)
    listening.is_deaf = True
    push(sockets, "button_1")
    turn(sockets, "encoder_1")
    listening.is_deaf = False
    push(sockets, "button_1")
    turn(sockets, "encoder_1")
    assert listening.heard == ["button_1", "button_1", "encoder_1"]
    assert lines(caplog, "lost") == ["an edge of button_1 was lost"] * 2 + ["a turn of encoder_1 was lost"]
    parts.close()


def test_without_any_pins_all_is_absent_and_mending_does_nothing(listening: Listening) -> None:
    from device.errors import ButtonsError

    def no_factory(*, simulate: bool) -> Any:
        raise ButtonsError("no way to the pins")

    parts = TableParts(PINS, lambda: 0, listening, simulate=False, make_factory=no_factory)
    assert not parts.mend()
    assert (parts.now.buttons, parts.now.encoders, parts.now.piezo) == ("absent", "absent", "absent")
    parts.close()
    parts.close()


def test_watchdog_hears_of_a_ring_that_does_nothing_and_of_a_thread_that_ended(
    sockets: Sockets, listening: Listening
) -> None:
    parts = open_parts(sockets, listening)
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


# ---- why ----


def test_reason_is_said_for_each_part_that_is_absent_and_for_those_with_a_gap(
    sockets: Sockets, listening: Listening
) -> None:
    assert PINS.piezo is not None
    sockets.loose = {PINS.buttons["button_2"], PINS.piezo}
    parts = open_parts(sockets, listening)
    reasons = parts.reasons()
    assert reasons.buttons.startswith(f"button_2 stays off: GPIO{PINS.buttons['button_2']}")
    assert reasons.piezo.startswith(f"no piezo on GPIO{PINS.piezo}")
    assert (parts.now.buttons, reasons.encoders, reasons.ring) == ("ok", "", "")
    sockets.loose = set()
    parts.mend()
    assert parts.reasons() == Parts("", "", "", "", "")
    parts.close()


def test_machine_without_pins_says_so_for_all_that_hangs_on_them(listening: Listening) -> None:
    from device.errors import ButtonsError

    def no_factory(*, simulate: bool) -> Any:
        raise ButtonsError("no way to the pins")

    reasons = TableParts(PINS, lambda: 0, listening, simulate=False, make_factory=no_factory).reasons()
    assert (reasons.buttons, reasons.encoders, reasons.piezo) == ("no way to the pins",) * 3


def test_thread_of_the_buttons_that_ended_is_seen_by_page_doctor_and_watchdog(
    sockets: Sockets, listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = open_parts(sockets, listening)
    monkeypatch.setattr(Buttons, "is_alive", property(lambda self: False))
    assert (parts.now.buttons, parts.now.encoders, parts.now.piezo) == ("absent", "absent", "ok")
    assert parts.reasons().buttons == parts.stuck() == "the thread of the buttons has ended"
    parts.close()


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


def test_display_that_is_unplugged_while_playing_is_said_with_its_reason_and_comes_back(
    sockets: Sockets, listening: Listening
) -> None:
    parts, wire, now_s = open_parts(sockets, listening), Wire(), [0.0]
    parts.display = DisplayThread(
        lambda: wire, lambda: 0, on_part=parts._display_changed, monotonic_s=lambda: now_s[0]
    )
    parts.display.show(Screen(Say("one")))
    parts.display.beat()
    assert (parts.now.display, parts.reasons().display) == ("ok", "")
    wire.is_loose = True
    parts.display.show(Screen(Say("two")))
    parts.display.beat()
    assert parts.now.display == "absent"
    assert "Remote I/O error" in parts.reasons().display
    wire.is_loose = False
    now_s[0] += RETRY_S
    parts.display.beat()
    assert (parts.now.display, parts.reasons().display) == ("ok", "")
    assert listening.heard == ["part"] * 3
    push(sockets, "ok")
    assert listening.heard[-2:] == ["ok", "ok"]


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
