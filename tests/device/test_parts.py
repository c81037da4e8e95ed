"""Parts that are missing, fail while a game is played, or come back: one clear line each; play goes on."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.parts import TableParts
from device.pins import load_pins

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
