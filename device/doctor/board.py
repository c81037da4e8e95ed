"""Board, system, Python and groups: what the table runs on."""

from typing import Final

from device.doctor.findings import Check, Finding, Level
from device.doctor.system import System
from device.raspberry_pi import MODEL_FILE, Board, Family, board_of

OLDEST_SYSTEM: Final = 12
"""Debian's number of Bookworm."""
OLDEST_PYTHON: Final = (3, 11)
GROUPS: Final = ("gpio", "i2c", "spi")


def board_here(system: System) -> Board:
    """Read which board this is."""
    return board_of(system.text(MODEL_FILE) or "")


def check_board(board: Board) -> Finding:
    """Say which board this is, and whether the table knows it."""
    if not board.is_pi:
        return Finding(Check.BOARD, "not_a_pi", Level.UNKNOWN)
    if board.family is Family.OLDER:
        return Finding(Check.BOARD, "older", Level.WARNING, {"model": board.model})
    return Finding(Check.BOARD, "ok", params={"model": board.model})


def check_system(system: System, board: Board) -> Finding:
    """Say which system this is: Bookworm or newer, with 64 bits."""
    release = _fields(system.text("/etc/os-release") or "")
    name = release.get("PRETTY_NAME", "?")
    version = release.get("VERSION_ID", "")
    if board.is_pi and version.isdigit() and int(version) < OLDEST_SYSTEM:
        return Finding(Check.SYSTEM, "old", Level.FAULT, {"name": name})
    bits = (system.run("getconf", "LONG_BIT") or "").strip()
    if bits == "32":
        return Finding(Check.SYSTEM, "bits_32", Level.WARNING, {"name": name})
    return Finding(Check.SYSTEM, "ok", params={"name": name})


def _fields(text: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {name: value.strip().strip('"') for name, _, value in pairs}


def check_python(system: System) -> Finding:
    """Say which Python runs the table."""
    said = {"version": ".".join(map(str, system.python))}
    if system.python < OLDEST_PYTHON:
        return Finding(Check.PYTHON, "old", Level.FAULT, said)
    return Finding(Check.PYTHON, "ok", params=said)


def check_groups(system: System) -> Finding:
    """Say whether this account may use pins and buses.

    Being in a group by /etc/group counts only after the next login.
    """
    account = system.account
    lacks = [group for group in GROUPS if group not in account.groups]
    if account.is_root or not lacks:
        return Finding(Check.GROUPS, "ok", params={"user": account.name})
    said = {"user": account.name, "groups": ", ".join(lacks)}
    if all(account.name in _members(system, group) for group in lacks):
        return Finding(Check.GROUPS, "login", Level.FAULT, said, ("sudo reboot",))
    mend = f"sudo usermod -aG {','.join(lacks)} {account.name} && sudo reboot"
    return Finding(Check.GROUPS, "missing", Level.FAULT, said, (mend,))


def _members(system: System, group: str) -> list[str]:
    for line in (system.text("/etc/group") or "").splitlines():
        name, _, rest = line.partition(":")
        if name == group:
            return rest.rpartition(":")[2].split(",")
    return []


# ---- libraries ----

NEOPIXEL: Final = {Family.PI_5: "Adafruit-Blinka-Raspberry-Pi5-Neopixel"}
RPI_WS281X: Final = "rpi-ws281x"
ALWAYS: Final = ("gpiozero", "adafruit-circuitpython-neopixel", "luma.oled")
BOOTSTRAP: Final = "python3 tools/bootstrap.py setup run"


def check_libraries(system: System, board: Board) -> Finding:
    """Say which libraries drive the parts; lgpio and the ring's are the board's own."""
    wanted = [*ALWAYS]
    if board.is_pi:
        wanted += ["lgpio", NEOPIXEL.get(board.family, RPI_WS281X)]
    found = {name: system.package(name) for name in wanted}
    lacks = [name for name, version in found.items() if version is None]
    if (found.get("lgpio") or "").startswith("0.0."):
        # What pip takes on Python 3.13 unless a version is asked for: a package without anything in it.
        lacks.append("lgpio")
    if lacks:
        apt = ("sudo apt install -y python3-lgpio",) if "lgpio" in lacks else ()
        return Finding(
            Check.LIBRARIES, "missing", Level.FAULT, {"names": ", ".join(lacks)}, (*apt, BOOTSTRAP)
        )
    said = ", ".join(f"{name} {version}".strip() for name, version in found.items())
    return Finding(Check.LIBRARIES, "ok", params={"names": said})
