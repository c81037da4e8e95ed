"""The GPIO chip, and whether each pin of the map is free: who holds it, else."""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from device.doctor.chips import Chip
from device.doctor.findings import Check, Finding, Level
from device.doctor.system import System
from device.raspberry_pi import Board, Family

LABELS: Final = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""What the drivers of the 40 pins call themselves."""
LGPIO: Final = "lg"
"""What lgpio calls itself as a holder; Khepri does so too."""
KERNEL: Final = {
    "onewire": "w1-gpio",
    "w1": "w1-gpio",
    "spi0": "spi0-0cs",
    "ir": "gpio-ir",
    "power": "gpio-poweroff",
}
"""Beginnings of what the kernel calls a holder, and the overlay in config.txt that makes it one."""


def chip_path(system: System, board: Board) -> str:
    """Give the chip that the table opens: gpiozero's lgpio factory takes 4 on a Pi 5 where there is one."""
    wants_4 = board.family is Family.PI_5 and system.has("/dev/gpiochip4")
    return "/dev/gpiochip4" if wants_4 else "/dev/gpiochip0"


def check_pins(system: System, board: Board) -> Finding:
    """Say whether the chip is there and the table's pins are free."""
    path = chip_path(system, board)
    try:
        chip = system.chip(system.path(path))
    except PermissionError:
        mend = f"sudo usermod -aG gpio {system.account.name} && sudo reboot"
        return Finding(Check.PINS, "denied", Level.FAULT, {"chip": path}, (mend,))
    except OSError as error:
        said: dict[str, str | int] = {"chip": path, "reason": error.strerror or str(error)}
        return Finding(Check.PINS, "missing", Level.FAULT, said, ("sudo apt full-upgrade -y && sudo reboot",))
    if chip.label not in LABELS:
        return Finding(Check.PINS, "strange", Level.WARNING, {"chip": path, "label": chip.label})
    busy = {pin: who for pin, who in _holders(system, chip) if not (who == LGPIO and system.table)}
    if not busy:
        return Finding(
            Check.PINS, "ok", params={"chip": path, "label": chip.label, "n": len(system.pin_names)}
        )
    said = {"pins": ", ".join(f"{_said(system, chip, pin)}: {who}" for pin, who in busy.items())}
    return Finding(Check.PINS, "busy", Level.FAULT, said, tuple(_mend(system, path, busy)))


def _holders(system: System, chip: Chip) -> Iterator[tuple[int, str]]:
    for pin in sorted(system.pin_names):
        holder = chip.lines[pin].consumer if pin < len(chip.lines) else None
        # The ring's data line belongs to SPI, where the kernel may say so.
        if holder is not None and not (system.pin_names[pin] == "ring" and holder.startswith("spi")):
            yield pin, holder


def _said(system: System, chip: Chip, pin: int) -> str:
    """Say which pin that is: its part, and what the kernel calls it where that is another name."""
    number, name = f"GPIO{pin}", chip.lines[pin].name
    kernels = f", {name}" if name and name != number else ""
    return f"{number} ({system.pin_names[pin].rpartition('.')[2]}{kernels})"


def _mend(system: System, path: str, busy: dict[int, str]) -> Iterator[str]:
    """Yield what frees the pins: a holder in the kernel is an overlay, any other a program."""
    overlays = {
        overlay for who in busy.values() for start, overlay in KERNEL.items() if who.startswith(start)
    }
    for overlay in sorted(overlays):
        yield f"sudo sed -i '/^dtoverlay={overlay}/s/^/#/' /boot/firmware/config.txt && sudo reboot"
    programs = [who for who in busy.values() if not any(who.startswith(start) for start in KERNEL)]
    found = [*holders(system, path)] if programs else []
    for pid, unit in found:
        yield f"sudo systemctl stop {unit}" if unit else f"sudo kill {pid}"
    if programs and not found:
        yield f"sudo fuser -v {path}"


def holders(system: System, device: str) -> Iterator[tuple[str, str]]:
    """Yield the processes that hold a device open, with their systemd unit, "" where that is none."""
    for fd in system.glob("/proc/[0-9]*/fd/*"):
        with suppress(OSError):
            if str(system.path(fd).readlink()) == device:
                pid = fd.split("/")[2]
                if pid != str(os.getpid()):
                    yield pid, _unit(system.text(f"/proc/{pid}/cgroup") or "")


def _unit(cgroup: str) -> str:
    unit = cgroup.rpartition("/")[2].strip()
    return unit if unit.endswith(".service") and "user@" not in cgroup else ""
