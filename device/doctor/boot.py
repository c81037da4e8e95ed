"""SPI, I²C and what the board's firmware must be told in config.txt.

What counts is what is there: a device file. config.txt says whether a restart would bring it.
"""

import re
from collections.abc import Iterator
from typing import Final

from device.doctor.findings import Check, Finding, Level
from device.doctor.system import System
from device.raspberry_pi import I2C, SPI, Board, Family, lines_for

CONFIGS: Final = ("/boot/firmware/config.txt", "/boot/config.txt")

SPI_DEVICE, I2C_DEVICE, PIO_DEVICE = "/dev/spidev0.0", "/dev/i2c-1", "/dev/pio0"
UDEV_RULE: Final = "/etc/udev/rules.d/99-khepri-pio.rules"
PIO_RULE: Final = 'SUBSYSTEM=="*-pio", KERNEL=="pio*", GROUP="gpio", MODE="0660"'


def config_path(system: System) -> str:
    """Give where this machine's config.txt is, or should be."""
    return next((path for path in CONFIGS if system.has(path)), CONFIGS[0])


def settings(text: str, board: Board) -> Iterator[str]:
    """Yield the lines of config.txt that count for a board."""
    applies = True
    for raw in text.splitlines():
        line = re.sub(r"\s+", "", raw.partition("#")[0])
        section = re.fullmatch(r"\[(.*)\]", line)
        if section:
            applies = board.is_in(section[1].lower())
        elif line and applies:
            yield line


def has_line(found: list[str], wanted: str) -> bool:
    """Say whether a setting stands; the last of its name counts, and a dtparam may stand among others."""
    name, _, value = wanted.rpartition("=")
    last = None
    for line in found:
        for said in _said(line):
            if said.rpartition("=")[0] == name or said == name:
                last = said.rpartition("=")[2] if "=" in said.removeprefix("dtparam=") else "on"
    if last is None:
        return False
    if value.isdigit() and last.isdigit():
        return int(last) == int(value)
    return last.lower() in (value, "true", "1", "yes") if value == "on" else last == value


def _said(line: str) -> list[str]:
    """Split `dtparam=spi=on,i2c_arm=on`; other lines are one setting. `i2c` is another name of `i2c_arm`."""
    if not line.startswith("dtparam="):
        return [line]
    parts = line.removeprefix("dtparam=").split(",")
    return [f"dtparam={re.sub(r'^i2c(?==|$)', 'i2c_arm', part)}" for part in parts]


def append(path: str, *lines: str) -> str:
    """Give the command that adds lines for every board to config.txt."""
    said = "\\n".join(("[all]", *lines, ""))
    return f"printf '{said}' | sudo tee -a {path}"


def check_bus(system: System, board: Board, check: Check, device: str, line: str, tool: str) -> Finding:
    """Say whether a bus is there: its device, else the line that brings it."""
    if system.has(device):
        return Finding(check, "ok")
    path = config_path(system)
    if has_line([*settings(system.text(path) or "", board)], line):
        mend = "sudo modprobe i2c-dev" if check is Check.I2C else "sudo reboot"
        return Finding(check, "restart", Level.FAULT, mend=(mend,))
    return Finding(check, "off", Level.FAULT, mend=(f"sudo raspi-config nonint {tool} 0 && sudo reboot",))


def check_pio(system: System) -> Finding:
    """Say whether a Pi 5's PIO is there and may be used."""
    if not system.has(PIO_DEVICE):
        mend = ("sudo apt update && sudo apt full-upgrade -y", "sudo rpi-eeprom-update -a && sudo reboot")
        return Finding(Check.PIO, "missing", Level.FAULT, mend=mend)
    group = (system.run("stat", "-c", "%G %a", str(system.path(PIO_DEVICE))) or "").split()
    if len(group) == 2 and (group[0] not in system.account.groups or group[1][-2] not in "67"):
        if system.account.is_root:
            return Finding(Check.PIO, "ok")
        mend = (f"echo '{PIO_RULE}' | sudo tee {UDEV_RULE}", "sudo udevadm trigger --subsystem-match='*-pio'")
        return Finding(Check.PIO, "denied", Level.FAULT, mend=mend)
    return Finding(Check.PIO, "ok")


def check_boot(system: System, board: Board) -> Finding:
    """Say whether config.txt keeps the core clock that the ring's data line needs."""
    path = config_path(system)
    text = system.text(path)
    if text is None:
        return Finding(Check.BOOT, "unreadable", Level.UNKNOWN, {"file": path})
    found = [*settings(text, board)]
    lacks = [line for line in lines_for(board) if not has_line(found, line)]
    if lacks:
        said = {"lines": ", ".join(lacks), "file": path}
        return Finding(Check.BOOT, "missing", Level.WARNING, said, (append(path, *lacks), "sudo reboot"))
    return Finding(Check.BOOT, "ok", params={"file": path})


def check_buses(system: System, board: Board) -> Iterator[Finding]:
    """Check what the ring and the display hang on."""
    if board.family is Family.PI_5:
        yield check_pio(system)
    else:
        yield check_bus(system, board, Check.SPI, SPI_DEVICE, SPI, "do_spi")
    yield check_bus(system, board, Check.I2C, I2C_DEVICE, I2C, "do_i2c")
    if board.family is not Family.PI_5:
        yield check_boot(system, board)
