import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.bench import DeviceBench, SimulatedSupply
from device.buttons import SimulatedButtons
from device.encoders import SimulatedEncoders


@pytest.fixture
def bench() -> Iterator[DeviceBench]:
    factory = MockFactory(pin_class=MockPWMPin)
    buttons = SimulatedButtons({"button_1": 4}, factory)
    yield DeviceBench(buttons, SimulatedEncoders({}, factory), ("button_1",), ())
    buttons.close()
    factory.reset()


def test_who_listens_is_told_the_present_frame_first(bench: DeviceBench) -> None:
    bench.show_frame(b"\x01")
    seen: list[Any] = []
    bench.listen(seen.append)
    bench.show_frame(b"\x02")
    assert [m["leds"] for m in seen] == ["01", "02"]


def test_no_frame_overtakes_a_newer_one(bench: DeviceBench) -> None:
    bench.show_frame(b"\x01")
    newer = threading.Thread(target=bench.show_frame, args=(b"\x02",))
    seen: list[str] = []

    def slow(message: dict[str, Any]) -> None:
        if message["leds"] == "01":
            newer.start()
            newer.join(0.1)  # it can't end before this does
        seen.append(message["leds"])

    bench.listen(slow)
    newer.join()
    assert seen == ["01", "02"]


def test_who_has_ended_is_told_nothing_more(bench: DeviceBench) -> None:
    seen: list[Any] = []
    bench.listen(seen.append)()
    bench.show_frame(b"\x01")
    assert seen == []


def test_who_can_not_see_the_display_is_told_its_words_once(bench: DeviceBench) -> None:
    seen: list[Any] = []
    bench.show_words("Sun throws", "en")
    bench.listen(seen.append)
    bench.show_words("Sun throws", "en")
    bench.show_words("Zon gooit", "nl")
    assert [(m["text"], m["language"]) for m in seen] == [("Sun throws", "en"), ("Zon gooit", "nl")]


@pytest.fixture
def plugged() -> Iterator[DeviceBench]:
    factory = MockFactory(pin_class=MockPWMPin)
    buttons = SimulatedButtons({}, factory)
    yield DeviceBench(buttons, SimulatedEncoders({}, factory), (), (), SimulatedSupply(factory.pin(23)))
    buttons.close()
    factory.reset()


def test_ring_whose_plug_is_pulled_is_dark_and_has_forgotten_its_picture_when_it_is_in_again(
    plugged: DeviceBench,
) -> None:
    seen: list[Any] = []
    plugged.show_frame(b"\x01")
    plugged.listen(seen.append)
    plugged.plug(False)
    plugged.plug(False)
    plugged.show_frame(b"\x02")
    plugged.plug(True)
    plugged.show_frame(b"\x03")
    said = [m.get("leds", m.get("is_in")) for m in seen]
    assert said == [True, "01", False, "00", True, "00", "03"]
