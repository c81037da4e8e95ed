"""Trying the parts: what is shown, what is said of each push and turn, and what comes of the answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from device.buttons import SimulatedButtons
from device.chatter import MOST
from device.doctor.findings import PARTS, Check, Finding, Level
from device.doctor.live import Openers, Trial, trial_picture
from device.doctor.report import Style, sentence
from device.encoders import SimulatedEncoders
from device.errors import ButtonsError, DisplayError, RingError
from device.pins import load_pins
from device.ring import Frame
from tests.device.conftest import Time

PINS = load_pins()
STYLE = Style()


@dataclass
class Parts:
    """Parts that note what they are shown; those in `absent` can't be opened."""

    time: Time = field(default_factory=Time)
    absent: set[str] = field(default_factory=set)
    frames: list[Frame] = field(default_factory=list)
    pictures: list[Image.Image] = field(default_factory=list)
    tones: list[int | None] = field(default_factory=list)
    closed: int = 0

    def __post_init__(self) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)

    def write(self, shown: Any) -> None:
        if isinstance(shown, Image.Image):
            self.pictures.append(shown)
        else:
            self.frames.append(shown)

    def dim(self, pct: int) -> None:
        raise AssertionError(pct)

    def sound(self, hz: int | None) -> None:
        self.tones.append(hz)

    def close(self) -> None:
        self.closed += 1

    def open(self, name: str, error: Exception) -> Any:
        if name in self.absent:
            raise error
        return self if name != "pins" else self.factory

    @property
    def openers(self) -> Openers:
        return Openers(
            factory=lambda: self.open("pins", ButtonsError("no pins")),
            pixels=lambda gpio, count: self.open("ring", RingError("no ring")),
            oled=lambda _: self.open("display", DisplayError("no display")),
            piezo=lambda gpio, factory: self.open("piezo", RingError("no piezo")),
            pause=lambda s: self.time.pass_ms(1000 * s),
            now_us=self.time,
        )


Act = Callable[[], object]


@dataclass
class Person:
    """Somebody who answers each question in turn, None: not yet; an Act is done before the answer."""

    parts: Parts
    answers: Sequence[str | Act | None]
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._left = iter(self.answers)

    def say(self, line: str) -> None:
        self.heard.append(line.strip())

    def answer(self, within_s: float | None) -> str | None:
        given = next(self._left)
        if not callable(given):
            assert given is not None or within_s is not None
            return given
        given()
        self.parts.time.pass_ms(400)
        return None


@pytest.fixture
def parts() -> Iterator[Parts]:
    made = Parts()
    yield made
    made.factory.reset()


def tried(
    parts: Parts, *answers: str | Act | None, style: Style = STYLE
) -> tuple[dict[str, Finding], Person]:
    person = Person(parts, answers)
    found = list(Trial(PINS, person, style, parts.openers).run())
    assert {f.check for f in found} == set(PARTS)
    return {f.check: f for f in found}, person


def all_touched(parts: Parts) -> list[Act]:
    buttons = SimulatedButtons(PINS.buttons, parts.factory)
    wheels = SimulatedEncoders(PINS.encoders, parts.factory)

    def push(name: str) -> Act:
        def do() -> None:
            buttons.down(name)
            buttons.up(name)

        return do

    def turn(name: str) -> Act:
        def do() -> None:
            wheels.turn(name, 3)
            wheels.turn(name, -1)

        return do

    return [*(push(name) for name in PINS.buttons), *(turn(name) for name in PINS.encoders)]


def test_parts_that_do_what_they_should_are_found_well(parts: Parts) -> None:
    found, _ = tried(parts, None, None, "", "", "", *all_touched(parts), "")
    assert [(f.code, f.level) for f in found.values()] == [("ok", Level.OK)] * 5


def test_ring_goes_round_its_colours_until_there_is_an_answer(parts: Parts) -> None:
    tried(parts, None, None, None, "", "", "", "")
    assert [max(range(3), key=lambda i, f=f: f[0][i]) for f in parts.frames] == [0, 1, 2, 0]  # type: ignore[misc]
    assert {len(f) for f in parts.frames} == {PINS.leds.total}


def test_display_shows_the_trial_picture_and_the_piezo_sounds(parts: Parts) -> None:
    tried(parts, "", "", "", "")
    assert [p.tobytes() for p in parts.pictures] == [trial_picture().tobytes()]
    assert parts.tones == [1047, 1568, 2093, None]
    assert parts.closed == 3


def test_trial_picture_reaches_every_edge(parts: Parts) -> None:
    picture = trial_picture()
    assert (picture.size, picture.getbbox()) == ((128, 64), (0, 0, 128, 64))


@pytest.mark.parametrize("no", ["n", "N", "nee", "아니요"])
def test_part_that_is_said_to_be_wrong_is_a_warning(parts: Parts, no: str) -> None:
    found, _ = tried(parts, no, "", "", "")
    assert (found["ring"].code, found["ring"].level) == ("wrong", Level.WARNING)
    assert found["display"].code == "ok"


def test_button_says_its_bounce_and_draws_its_edges(parts: Parts) -> None:
    pin = parts.factory.pin(PINS.buttons["button_2"])

    def bounce() -> None:
        start_s = parts.time.s()
        for ms, is_closed in ((0, True), (1, False), (2.25, True)):
            pin.when_changed(start_s + ms / 1000, 0 if is_closed else 1)
        parts.time.pass_ms(2.25)

    _, person = tried(parts, "", "", "", bounce, "")
    assert person.heard[-2:] == ["Eye: at rest after 2.2 ms, edges: 3", "████▒▁▁▁▁▒██████████████"]


def test_wheel_says_how_far_it_went_to_either_side(parts: Parts) -> None:
    wheels = SimulatedEncoders(PINS.encoders, parts.factory)
    _, person = tried(
        parts, "", "", "", lambda: wheels.turn("encoder_2", 5), lambda: wheels.turn("encoder_2", -2), ""
    )
    assert person.heard[-2:] == [
        "Wheel 2: 5 to the right, 0 to the left",
        "Wheel 2: 5 to the right, 2 to the left",
    ]


def test_what_nobody_touched_is_named(parts: Parts) -> None:
    touched = all_touched(parts)
    found, _ = tried(parts, "", "", "", *touched[:5], *touched[6:9], "")
    assert dict(found["buttons"].params) == {"names": "Key"}
    assert (found["buttons"].code, found["encoders"].code) == ("unseen", "unseen")
    assert found["encoders"].level is Level.FAULT


@pytest.mark.parametrize(
    ("name", "gpio", "check"),
    [
        ("button_3", PINS.buttons["button_3"], Check.BUTTONS),
        ("encoder_3", PINS.encoders["encoder_3"][0], Check.ENCODERS),
    ],
)
def test_contact_that_chatters_without_end_is_a_fault_though_it_was_seen_before(
    name: str, gpio: int, check: Check, parts: Parts
) -> None:
    def storm() -> None:
        for _ in range(MOST):
            parts.factory.pin(gpio).drive_low()
            parts.factory.pin(gpio).drive_high()

    found, _ = tried(parts, None, "", "", "", *all_touched(parts), storm, "")
    assert (found[check].code, found[check].level) == ("partly", Level.FAULT)
    assert f"{name} stays off" in str(found[check].params["reason"])


def test_contact_that_bounces_for_long_is_a_warning(parts: Parts) -> None:
    pin = parts.factory.pin(PINS.buttons["button_1"])

    def chatter() -> None:
        start_s = parts.time.s()
        for edge in range(9):
            pin.when_changed(start_s + edge * 0.009, edge % 2)

    found, _ = tried(parts, "", "", "", *all_touched(parts), chatter, "")
    assert (found["buttons"].code, found["buttons"].level) == ("bounces", Level.WARNING)
    assert found["buttons"].params["ms"] == 60


@pytest.mark.parametrize("absent", ["ring", "display", "piezo"])
def test_part_that_is_absent_is_a_fault_and_the_next_is_tried(parts: Parts, absent: str) -> None:
    parts.absent = {absent}
    found, _ = tried(parts, "", "", "")
    assert (found[absent].code, found[absent].level) == ("absent", Level.FAULT)
    assert [name for name, f in found.items() if f.code == "absent"] == [absent]
    assert f"no {absent}" in sentence(found[absent], "en")


def test_machine_whose_pins_cannot_be_had_is_told_for_all_that_hangs_on_them(parts: Parts) -> None:
    parts.absent = {"pins"}
    found, _ = tried(parts, "", "")
    lacking = [name for name, f in found.items() if f.code == "absent"]
    assert lacking == [Check.PIEZO, Check.BUTTONS, Check.ENCODERS]
