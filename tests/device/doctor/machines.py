"""Machines that the doctor is shown: a folder with what he looks at, and what programs would answer."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from device.doctor.chips import Chip, Line
from device.doctor.examine import examine
from device.doctor.findings import Check, Finding
from device.doctor.here import names_of
from device.doctor.system import Account, Space, System
from device.pins import load_pins

MODELS = {
    "zero_2": "Raspberry Pi Zero 2 W Rev 1.0",
    "pi_3": "Raspberry Pi 3 Model B Plus Rev 1.3",
    "pi_4": "Raspberry Pi 4 Model B Rev 1.4",
    "pi_5": "Raspberry Pi 5 Model B Rev 1.0",
}
CONFIGS = {
    "zero_2": "dtparam=i2c_arm=on,spi=on\n[all]\nenable_uart=1\n",
    "pi_3": "dtparam=i2c_arm=on\ndtparam=spi=on\nenable_uart=1\ncore_freq=250\n",
    "pi_4": "dtparam=i2c_arm=on\ndtparam=spi=on\nenable_uart=1\n[pi4]\ncore_freq_min=500\n",
    "pi_5": "dtparam=i2c_arm=on\n",
}
SYSTEMS = {"bookworm": ("12", (3, 11)), "trixie": ("13", (3, 13))}
NOW_S = 1_796_000_000
PINS = load_pins()

SERVICE = (
    "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nResult=success\n"
    "NRestarts=0\nWatchdogUSec=30s\n"
)
ARP = "IP address       HW type     Flags       HW address            Mask     Device\n"
ROUTE = "Iface\tDestination\tGateway \tFlags\nwlan0\t00000000\t0101A8C0\t0003\n"
POWER_SAVE = ("iw", "dev", "wlan0", "get", "power_save")
ACTIVE = ("nmcli", "-t", "-f", "NAME,TYPE", "connection", "show", "--active")
SHOWN = (
    "nmcli",
    "-t",
    "-f",
    "802-11-wireless.mode,802-11-wireless.ssid,802-11-wireless.ap-isolation",
    "connection",
    "show",
    "id",
    "khepri-hotspot",
)
SHOW_SERVICE = (
    "systemctl",
    "show",
    "khepri.service",
    "--property=LoadState,ActiveState,UnitFileState,Result,NRestarts,WatchdogUSec",
)
AVAHI = ("systemctl", "is-active", "avahi-daemon.service")
ADDRESSES = ("ip", "-json", "-4", "addr")
THROTTLED = ("vcgencmd", "get_throttled")

TABLE: Mapping[str, Any] = {
    "port": 8080,
    "parts": dict.fromkeys(("ring", "buttons", "encoders", "display", "piezo"), "ok"),
    "faults": [],
    "thread": None,
    "date": "network",
    "phones": 1,
}


def _addresses(*found: str) -> str:
    return json.dumps([{"addr_info": [{"local": address}]} for address in found])


@dataclass
class Machine:
    """A Raspberry Pi on which all is well, until a test takes something away."""

    root: Path
    family: str = "zero_2"
    system: str = "trixie"
    answers: dict[tuple[str, ...], str | None] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)
    busy: dict[int, str] = field(default_factory=dict)
    chip: Chip | OSError | None = None
    changes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        version, _ = SYSTEMS[self.system]
        self.write("/proc/device-tree/model", MODELS[self.family] + "\0")
        self.write(
            "/etc/os-release", f'PRETTY_NAME="Debian {version} ({self.system})"\nVERSION_ID="{version}"\n'
        )
        self.write("/etc/hostname", "khepri\n")
        self.write("/etc/group", "gpio:x:986:nefer\nspi:x:989:\ni2c:x:988:\n")
        self.write("/boot/firmware/config.txt", CONFIGS[self.family])
        for device in ("i2c-1", "pio0" if self.family == "pi_5" else "spidev0.0"):
            self.write(f"/dev/{device}")
        self.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n")
        self.write("/sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
        self.write("/run/systemd/timesync/synchronized")
        self.write("/sys/class/net/wlan0/phy80211/name", "phy0\n")
        self.write("/proc/net/arp", ARP)
        self.write("/proc/net/route", ROUTE)
        self.answers |= {
            ("getconf", "LONG_BIT"): "64\n",
            ("stat", "-c", "%G %a", str(self.root / "dev/pio0")): "gpio 660\n",
            THROTTLED: "throttled=0x0\n",
            ADDRESSES: _addresses("127.0.0.1", "192.168.1.23"),
            AVAHI: "active\n",
            POWER_SAVE: "Power save: off\n",
            ACTIVE: "Home:802-11-wireless\nlo:loopback\n",
            SHOW_SERVICE: SERVICE,
        }
        ring = "Adafruit-Blinka-Raspberry-Pi5-Neopixel" if self.family == "pi_5" else "rpi-ws281x"
        names = ("gpiozero", "adafruit-circuitpython-neopixel", "luma.oled", "lgpio", ring)
        self.packages |= dict.fromkeys(names, "2.0")

    def write(self, path: str, text: str = "") -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def remove(self, path: str) -> None:
        file = self.root / path.lstrip("/")
        if file.is_dir():
            shutil.rmtree(file)
        else:
            file.unlink()

    def link(self, path: str, target: str) -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(target)

    def _chip(self, path: Path) -> Chip:
        if isinstance(self.chip, OSError):
            raise self.chip
        if self.chip is not None:
            return self.chip
        label = {"pi_4": "pinctrl-bcm2711", "pi_5": "pinctrl-rp1"}.get(self.family, "pinctrl-bcm2835")
        assert path == self.root / "dev/gpiochip0"
        return Chip(label, tuple(Line(f"GPIO{n}", self.busy.get(n)) for n in range(28)))

    @property
    def seen(self) -> System:
        """The machine as the doctor sees it."""
        system = System(
            root=self.root,
            data=Path("/home/nefer/.local/state/khepri"),
            run=lambda *command: self.answers.get(command),
            account=Account("nefer", frozenset({"gpio", "spi", "i2c", "nefer"})),
            python=SYSTEMS[self.system][1],
            package=self.packages.get,
            space=lambda folder: Space(2_000_000_000, 8_000_000_000),
            is_synchronised=True,
            unix_s=NOW_S,
            chip=self._chip,
            table=TABLE,
            pin_names=names_of(PINS),
        )
        return replace(system, **self.changes)

    def found(self, check: Check) -> Finding:
        """Give what the doctor finds in one check."""
        (finding,) = (f for f in examine(self.seen) if f.check is check)
        return finding


Change = Callable[[Machine], object]
