"""Which Raspberry Pi this is, and what its config.txt must say for the table's pins.

Standard library only: the installer reads it too, before anything is installed.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final

MODEL_FILE: Final = "/proc/device-tree/model"


class Family(StrEnum):
    """Boards that are alike in what they need; `docs/doctor.md` says what that is."""

    ZERO_2 = "zero_2"
    PI_3 = "pi_3"
    PI_4 = "pi_4"
    PI_5 = "pi_5"
    OLDER = "older"
    OTHER = "other"
    """No Raspberry Pi."""


_FAMILIES: Final = (
    (r"Zero 2", Family.ZERO_2),
    (r"(Pi|Compute Module) 3", Family.PI_3),
    (r"(Pi|Compute Module) 4", Family.PI_4),
    (r"(Pi|Compute Module) 5", Family.PI_5),
)


@dataclass(frozen=True)
class Board:
    """The board's name as it gives it, "" where it gives none, and its family."""

    model: str
    family: Family

    @property
    def is_pi(self) -> bool:
        return self.family is not Family.OTHER

    def is_in(self, section: str) -> bool:
        """Say whether a section of config.txt is for this board.

        Those that depend on something else (a display, a serial number, a pin) count as for none.
        """
        if section == "all":
            return True
        return _SECTIONS.get(section) is self.family and _NARROW.get(section, "") in self.model


def board_of(model: str) -> Board:
    """Give the board that calls itself so."""
    if not model.startswith("Raspberry Pi"):
        return Board(model, Family.OTHER)
    return Board(model, next((f for said, f in _FAMILIES if re.search(said, model)), Family.OLDER))


def board_model() -> str:
    """Read what this machine's board calls itself, "" where it has no such name."""
    with suppress(OSError):
        return Path(MODEL_FILE).read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    return ""


# ---- config.txt ----

SPI: Final = "dtparam=spi=on"
I2C: Final = "dtparam=i2c_arm=on"
LINES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "all": (SPI, I2C, "dtparam=i2c_arm_baudrate=400000"),
        "pi0": ("enable_uart=1",),
        "pi3": ("enable_uart=1", "core_freq=250"),
        "pi4": ("enable_uart=1", "core_freq_min=500"),
    }
)
"""By section: the display's bus, and the ring's, with a core clock that does not follow the processor's load.

A Pi 5 drives the ring by its PIO, which needs no line.
"""

_SECTIONS: Final = {
    "pi0": Family.ZERO_2,
    "pi0w": Family.ZERO_2,
    "pi02": Family.ZERO_2,
    "pi3": Family.PI_3,
    "pi3+": Family.PI_3,
    "cm3": Family.PI_3,
    "cm3+": Family.PI_3,
    "pi4": Family.PI_4,
    "pi400": Family.PI_4,
    "cm4": Family.PI_4,
    "cm4s": Family.PI_4,
    "pi5": Family.PI_5,
    "pi500": Family.PI_5,
    "cm5": Family.PI_5,
}
"""A Zero 2 W reads the sections of both older Zeros too (firmware documentation, conditional filters)."""
_NARROW: Final = {
    "pi3+": "Plus",
    "cm3": "Compute",
    "cm3+": "Compute Module 3 Plus",
    "pi400": "400",
    "cm4": "Compute",
    "cm4s": "4S",
    "pi500": "500",
    "cm5": "Compute",
}
"""Sections of one model of a family, and what its name then holds."""


def lines_for(board: Board) -> tuple[str, ...]:
    """Give what keeps the core clock as the ring's data line needs it on this board."""
    return tuple(
        line
        for section, lines in LINES.items()
        if section != "all" and board.is_in(section)
        for line in lines
    )
