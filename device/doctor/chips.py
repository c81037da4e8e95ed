"""The kernel's own list of GPIO lines, by its character device: their names, and who holds each.

Two ioctls of linux/gpio.h. lgpio could ask them too, but importing it makes a FIFO, and it may be missing.
"""

import fcntl
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

GPIO_GET_CHIPINFO: Final = 0x8044B401
GPIO_V2_GET_LINEINFO: Final = 0xC100B405
_CHIP: Final = struct.Struct("=32s32sI")
_LINE: Final = struct.Struct("=32s32sIIQ176x")
USED: Final = 1
"""GPIO_V2_LINE_FLAG_USED."""
HEADER_PINS: Final = 28
"""The lines of a Raspberry Pi's 40 pins are the first of its chip."""


@dataclass(frozen=True)
class Line:
    """One line: its name, and who holds it, None where it is free."""

    name: str
    consumer: str | None = None


@dataclass(frozen=True)
class Chip:
    """A GPIO chip: the label of its driver, and its lines in order."""

    label: str
    lines: tuple[Line, ...]


def read_chip(path: Path) -> Chip:
    """Ask the kernel about a chip; its lines are not touched.

    Raises:
        OSError: when it is not there, or this account may not open it.
    """
    device = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        _, label, count = _CHIP.unpack(fcntl.ioctl(device, GPIO_GET_CHIPINFO, bytes(_CHIP.size)))
        return Chip(_word(label), tuple(_line(device, at) for at in range(min(count, HEADER_PINS))))
    finally:
        os.close(device)


def _line(device: int, at: int) -> Line:
    came = fcntl.ioctl(device, GPIO_V2_GET_LINEINFO, _LINE.pack(b"", b"", at, 0, 0))
    name, consumer, _, _, flags = _LINE.unpack(came)
    return Line(_word(name), (_word(consumer) or "?") if flags & USED else None)


def _word(came: bytes) -> str:
    return came.partition(b"\0")[0].decode(errors="replace")
