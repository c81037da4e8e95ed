"""What the kernel itself says of its GPIO lines, which `khepri doctor` reads without any library."""

import os
from pathlib import Path
from typing import Any

import pytest

from device.buttons import Buttons
from device.doctor.chips import HEADER_PINS, read_chip
from device.doctor.pins import LABELS, LGPIO
from tests.kernel.edges import PINS
from tests.kernel.lines import give_back

CHIP = Path("/dev/gpiochip0")


def test_chip_has_the_label_of_a_pi_and_its_pins() -> None:
    chip = read_chip(CHIP)
    assert chip.label in LABELS
    assert len(chip.lines) == HEADER_PINS


def test_lines_that_buttons_hold_name_lgpio_and_are_free_again_afterwards(factory: Any) -> None:
    with Buttons(PINS, factory, lambda *_: None) as buttons:
        assert buttons.faults == {}
        held = [number for number, line in enumerate(read_chip(CHIP).lines) if line.consumer == LGPIO]
        assert held == sorted(PINS.values())
    give_back(factory)
    assert [line.consumer for line in read_chip(CHIP).lines if line.consumer == LGPIO] == []


def test_chip_that_is_not_there_is_an_error_of_the_system() -> None:
    with pytest.raises(FileNotFoundError):
        read_chip(Path("/dev/gpiochip99"))


def test_file_that_is_no_chip_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match=r"ioctl|device"):
        read_chip(Path(os.devnull))
