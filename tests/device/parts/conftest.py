"""A table whose parts are real but for the pins, for tests of what fails."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.chatter import MOST
from device.parts import MEND_S, TableParts
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
    on_edge: Callable[[str, bool], object] = lambda name, is_pressed: None

    def edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        self._hear(name)
        self.on_edge(name, is_pressed)

    def turned(self, name: str, steps: int, stamp_us: int) -> None:
        self._hear(name)

    def part_changed(self) -> None:
        self._hear("part")

    def _hear(self, name: str) -> None:
        if self.is_deaf:
            raise RuntimeError("the loop has ended")
        self.heard.append(name)


@dataclass
class Table:
    """Real parts but for the pins (simulated hands would ask for every pin themselves), and their time."""

    sockets: Sockets
    listening: Listening
    now_s: float = 0.0

    def __post_init__(self) -> None:
        self.parts = TableParts(
            PINS,
            lambda: 0,
            self.listening,
            simulate=False,
            make_factory=lambda *, simulate: self.make_factory(),
            monotonic_s=lambda: self.now_s,
        )

    def make_factory(self) -> Any:
        return self.sockets

    def pass_s(self, seconds: float = MEND_S) -> bool:
        """Let time pass, looking every second; say whether something came or went."""
        looks = []
        for _ in range(round(seconds)):
            self.now_s += 1
            looks.append(self.parts.look())
        return any(looks)

    @property
    def faults(self) -> list[tuple[str, str]]:
        return [(f.part, f.lack) for f in self.parts.now.faults]

    def reason(self, part: str) -> str:
        (fault,) = [f for f in self.parts.now.faults if f.part == part]
        return fault.reason

    def storm(self, name: str, *, edges: int = MOST + 10) -> None:
        """Have the (first) contact of a button or wheel chatter, which ends open."""
        pins = PINS.encoders.get(name) or (PINS.buttons[name],)
        pin = self.sockets.pin(pins[0])
        for _ in range(edges // 2):
            pin.drive_low()
            pin.drive_high()


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


@pytest.fixture
def sockets() -> Iterator[Sockets]:
    made = Sockets()
    made.pin(PINS.lights_power).drive_high()
    yield made
    made.loose.clear()
    made.reset()


@pytest.fixture
def table(sockets: Sockets) -> Iterator[Table]:
    made = Table(sockets, Listening())
    yield made
    made.parts.close()
