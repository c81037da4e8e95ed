"""Power, disk, clock and service: what a table needs to last an evening, and the next one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from device.dating import DateSource, source_of
from device.doctor.boot import append, config_path
from device.doctor.findings import Check, Finding, Level
from device.doctor.system import System
from device.raspberry_pi import Board

UNIT: Final = "khepri.service"
MB: Final = 1_000_000
FULL_MB, LOW_MB = 50, 300
MAKE_ROOM: Final = "sudo apt clean && sudo journalctl --vacuum-size=20M"
REPAIR: Final = "sudo sed -i '1s/$/ fsck.repair=yes/' /boot/firmware/cmdline.txt && sudo reboot"
VOLATILE: Final = ("tmpfs", "ramfs", "overlay")
"""File systems that forget what was written when the plug is pulled."""

UNDER_VOLTAGE, WAS_UNDER_VOLTAGE = 1 << 0, 1 << 16
THROTTLED, WAS_THROTTLED = 0b1110, 0b1110 << 16
WORN_AT: Final = 9
"""An eMMC counts its life in tenths; from the ninth on it is near its end."""


# ---- power ----


def check_power(system: System) -> Finding:
    """Say whether the supply holds its voltage, now and since the start."""
    bits = _throttled(system)
    if bits is None:
        alarms = [
            system.text(f"{path.removesuffix('/name')}/in0_lcrit_alarm")
            for path in system.glob("/sys/class/hwmon/hwmon*/name")
            if system.text(path) == "rpi_volt"
        ]
        if not alarms or None in alarms:
            return Finding(Check.POWER, "unknown", Level.UNKNOWN)
        bits = UNDER_VOLTAGE if "1" in alarms else 0
    if bits & UNDER_VOLTAGE:
        return Finding(Check.POWER, "low", Level.FAULT)
    if bits & WAS_UNDER_VOLTAGE:
        return Finding(Check.POWER, "was_low", Level.WARNING)
    if bits & (THROTTLED | WAS_THROTTLED):
        return Finding(Check.POWER, "hot", Level.WARNING)
    return Finding(Check.POWER, "ok")


def _throttled(system: System) -> int | None:
    said = re.search(r"throttled=(0x[0-9a-fA-F]+)", system.run("vcgencmd", "get_throttled") or "")
    return None if said is None else int(said[1], 16)


# ---- disk ----


def check_disk(system: System) -> Finding:
    """Say whether the table's folder has room, can be written and keeps what is written."""
    space = system.space(system.data)
    where = str(system.data)
    if space is None:
        return Finding(Check.DISK, "unknown", Level.UNKNOWN, {"folder": where})
    device, kind, options = _mount(system)
    if space.is_read_only or "ro" in options:
        remount = f"sudo mount -o remount,rw {mount_point(system)}"
        return Finding(Check.DISK, "read_only", Level.FAULT, {"folder": where}, (remount,))
    errors = system.text(f"/sys/fs/ext4/{device.rpartition('/')[2]}/errors_count")
    if errors not in (None, "0"):
        return Finding(
            Check.DISK, "damaged", Level.FAULT, {"device": device, "n": int(errors or 0)}, (REPAIR,)
        )
    said: dict[str, str | int] = {"folder": where, "mb": space.free // MB}
    if space.free < FULL_MB * MB:
        return Finding(Check.DISK, "full", Level.FAULT, said, (MAKE_ROOM,))
    if kind in VOLATILE:
        mend = ("sudo raspi-config nonint do_overlayfs 1 && sudo reboot",) if kind == "overlay" else ()
        return Finding(Check.DISK, "volatile", Level.WARNING, {"folder": where, "kind": kind}, mend)
    if space.free < LOW_MB * MB:
        return Finding(Check.DISK, "low", Level.WARNING, said, (MAKE_ROOM,))
    return Finding(Check.DISK, "ok", params=said)


def _mounts(system: System) -> Iterator[tuple[str, str, str, list[str]]]:
    for line in (system.text("/proc/mounts") or "").splitlines():
        said = line.split()
        if len(said) >= 4:
            yield said[0], said[1].replace("\\040", " "), said[2], said[3].split(",")


def mount_point(system: System) -> str:
    """Give where the file system of the table's folder is mounted."""
    folder = system.data.absolute()
    points = [point for _, point, _, _ in _mounts(system) if folder.is_relative_to(Path(point))]
    return max(points, key=len, default="/")


def _mount(system: System) -> tuple[str, str, list[str]]:
    """Give device, kind and options of the table's file system; of several in one place the last counts."""
    point, found = mount_point(system), ("", "", list[str]())
    for device, at, kind, options in _mounts(system):
        if at == point:
            found = device, kind, options
    return found


def check_wear(system: System) -> Finding:
    """Say how worn the disk is; an SD card does not tell."""
    tenths = [
        int(word, 16)
        for path in system.glob("/sys/block/mmcblk*/device/life_time")
        for word in (system.text(path) or "").split()
        if re.fullmatch(r"0x[0-9a-fA-F]+", word)
    ]
    if not any(tenths):
        return Finding(Check.WEAR, "unknown", Level.UNKNOWN)
    said: dict[str, str | int] = {"pct": min(100, max(tenths) * 10)}
    if max(tenths) >= WORN_AT:
        return Finding(Check.WEAR, "worn", Level.WARNING, said)
    return Finding(Check.WEAR, "ok", params=said)


# ---- clock ----


def check_clock(system: System, board: Board) -> Finding:
    """Say from where the table knows the date."""
    told = None if system.table is None else system.table.get("date")
    source = source_of(system.root, is_synchronised=system.is_synchronised, now_s=system.unix_s)
    if source is DateSource.UNKNOWN and told == DateSource.PHONE:
        source = DateSource.PHONE
    if source is not DateSource.UNKNOWN:
        return Finding(Check.CLOCK, str(source))
    mend = ["sudo timedatectl set-ntp true"]
    if board.is_pi and not system.glob("/sys/class/rtc/rtc*"):
        mend.append(append(config_path(system), "dtoverlay=i2c-rtc,ds3231"))
    return Finding(Check.CLOCK, "unknown", Level.WARNING, mend=tuple(mend))


# ---- service ----


def has_unit(system: System) -> bool:
    """Say whether systemd knows the table's service."""
    return (_unit(system) or {}).get("LoadState") == "loaded"


def _unit(system: System) -> dict[str, str] | None:
    asked = "LoadState,ActiveState,UnitFileState,Result,NRestarts,WatchdogUSec"
    came = system.run("systemctl", "show", UNIT, f"--property={asked}")
    return None if came is None else dict(line.split("=", 1) for line in came.splitlines() if "=" in line)


def check_service(system: System) -> Finding:
    """Say how systemd keeps the table: whether it runs, how it ended last, and its watchdog."""
    said = _unit(system)
    if said is None:
        return Finding(Check.SERVICE, "unknown", Level.UNKNOWN)
    if said.get("LoadState") != "loaded":
        return Finding(Check.SERVICE, "none", Level.OK)
    log = f"journalctl -u {UNIT} -n 30 --no-pager"
    if said.get("ActiveState") == "failed":
        result = {"result": said.get("Result", "?")}
        return Finding(Check.SERVICE, "failed", Level.FAULT, result, (log, f"sudo systemctl restart {UNIT}"))
    if said.get("ActiveState") != "active":
        return Finding(Check.SERVICE, "stopped", Level.WARNING, mend=(f"sudo systemctl enable --now {UNIT}",))
    restarts = int(said.get("NRestarts") or 0)
    if restarts:
        return Finding(Check.SERVICE, "restarted", Level.WARNING, {"n": restarts}, (log,))
    if said.get("UnitFileState") not in ("enabled", "enabled-runtime"):
        return Finding(Check.SERVICE, "not_enabled", Level.WARNING, mend=(f"sudo systemctl enable {UNIT}",))
    if said.get("WatchdogUSec") in (None, "", "0", "infinity"):
        return Finding(Check.SERVICE, "no_watchdog", Level.WARNING, mend=(f"systemctl cat {UNIT}",))
    return Finding(Check.SERVICE, "ok")
