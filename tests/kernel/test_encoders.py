"""Encoders on a real kernel: both lines change fast, and no step may be lost."""

from collections.abc import Iterator
from typing import Any

import pytest

from device.contacts import let_go
from device.encoders import Encoders
from device.pins import load_pins
from tests.kernel.lines import Finger, turn
from tests.table_process import until

PINS = load_pins().encoders
FAST_S = 0.002
"""Between two edges: 12 detents in a tenth of a second, faster than fingers spin a knob."""


@pytest.fixture
def turned(factory: Any) -> Iterator[list[tuple[str, int]]]:
    """Give what three open encoders tell."""
    told: list[tuple[str, int]] = []
    with Encoders(PINS, factory, lambda name, steps, _stamp_us: told.append((name, steps))) as encoders:
        assert encoders.faults == {}
        yield told
        for pair in encoders._inputs.values():
            for device in pair:
                let_go(device)


@pytest.mark.parametrize(
    ("detents", "apart_s"),
    [
        pytest.param(12, FAST_S, id="fast-clockwise"),
        pytest.param(-12, FAST_S, id="fast-back"),
        pytest.param(1, 0.05, id="one-slowly"),
    ],
)
def test_turned_encoder_tells_every_detent(
    detents: int, apart_s: float, finger: Finger, turned: list[tuple[str, int]]
) -> None:
    finger.make(turn(PINS["encoder_2"], detents, apart_s))
    until(lambda: len(turned) >= abs(detents), f"{detents} detents")
    assert turned == [("encoder_2", 1 if detents > 0 else -1)] * abs(detents)


def test_two_encoders_turned_at_once_are_told_apart(finger: Finger, turned: list[tuple[str, int]]) -> None:
    finger.make([*turn(PINS["encoder_1"], 5, FAST_S), *turn(PINS["encoder_3"], -5, FAST_S)])
    until(lambda: len(turned) >= 10, "ten detents")
    assert sorted(turned) == [("encoder_1", 1)] * 5 + [("encoder_3", -1)] * 5
