"""Machines that lack one thing each, and what the doctor is to say of it; and some on which all is well."""

from dataclasses import dataclass
from typing import Any

from device.doctor.boot import PIO_RULE
from device.doctor.chips import Chip
from device.doctor.findings import Check, Level
from device.doctor.system import Account, Space
from device.part_states import Lack
from tests.device.doctor.machines import (
    ACTIVE,
    ADDRESSES,
    ARP,
    AVAHI,
    POWER_SAVE,
    SERVICE,
    SHOW_SERVICE,
    SHOWN,
    TABLE,
    THROTTLED,
    Change,
    Machine,
)

OK, UNKNOWN, WARNING, FAULT = Level
CONFIG = "/boot/firmware/config.txt"


def put(path: str, text: str) -> Change:
    return lambda machine: machine.write(path, text)


def take(path: str) -> Change:
    return lambda machine: machine.remove(path)


def says(command: tuple[str, ...], answer: str | None) -> Change:
    return lambda machine: machine.answers.update({command: answer})


def sees(**changes: Any) -> Change:
    return lambda machine: machine.changes.update(changes)


def at_table(**said: Any) -> Change:
    return lambda machine: machine.changes.update(table={**TABLE, **said})


def part(name: str, state: str) -> Change:
    return at_table(parts={**TABLE["parts"], name: state})


def lacking(kind: str, *faults: tuple[str, Lack, str], state: str = "ok") -> Change:
    """Have the table say what is wrong with parts of a kind: which, what, and why."""
    said = [{"part": part, "kind": kind, "lack": lack, "reason": why} for part, lack, why in faults]
    return at_table(parts={**TABLE["parts"], kind: state}, faults=said)


def both(*changes: Change) -> Change:
    def do(machine: Machine) -> None:
        for change in changes:
            change(machine)

    return do


def busy(**pins: str) -> Change:
    return lambda machine: machine.busy.update({int(pin[4:]): who for pin, who in pins.items()})


def chip(given: Chip | OSError) -> Change:
    def do(machine: Machine) -> None:
        machine.chip = given

    return do


def held_by(pid: int, cgroup: str) -> Change:
    return both(
        lambda machine: machine.link(f"/proc/{pid}/fd/7", "/dev/gpiochip0"),
        put(f"/proc/{pid}/cgroup", f"0::{cgroup}\n"),
    )


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it should be: what the doctor says of it, and the first line that mends it."""

    change: Change
    check: Check
    code: str
    level: Level = FAULT
    mend: str | None = None
    family: str = "zero_2"
    params: dict[str, Any] | None = None


NO_GROUPS = sees(account=Account("nefer", frozenset({"nefer", "gpio"})))
NO_DATE = both(take("/run/systemd/timesync/synchronized"), sees(is_synchronised=False))
AP = both(says(ACTIVE, "khepri-hotspot:802-11-wireless\n"), at_table(phones=0))

FAULTS = [
    Fault(put("/proc/device-tree/model", "Raspberry Pi Zero W Rev 1.1\0"), Check.BOARD, "older", WARNING),
    Fault(put("/proc/device-tree/model", "QEMU\0"), Check.BOARD, "not_a_pi", UNKNOWN),
    Fault(put("/etc/os-release", 'PRETTY_NAME="Debian 11"\nVERSION_ID="11"\n'), Check.SYSTEM, "old"),
    Fault(says(("getconf", "LONG_BIT"), "32\n"), Check.SYSTEM, "bits_32", WARNING),
    Fault(sees(python=(3, 10)), Check.PYTHON, "old", params={"version": "3.10"}),
    Fault(
        lambda machine: machine.packages.pop("rpi-ws281x"),
        Check.LIBRARIES,
        "missing",
        mend="python3 tools/bootstrap.py setup run",
        params={"names": "rpi-ws281x"},
    ),
    Fault(
        lambda machine: machine.packages.update(lgpio="0.0.0.2"),
        Check.LIBRARIES,
        "missing",
        mend="sudo apt install -y python3-lgpio",
        params={"names": "lgpio"},
    ),
    Fault(
        lambda machine: machine.packages.pop("Adafruit-Blinka-Raspberry-Pi5-Neopixel"),
        Check.LIBRARIES,
        "missing",
        family="pi_5",
        params={"names": "Adafruit-Blinka-Raspberry-Pi5-Neopixel"},
    ),
    Fault(
        NO_GROUPS,
        Check.GROUPS,
        "missing",
        mend="sudo usermod -aG i2c,spi nefer && sudo reboot",
        params={"user": "nefer", "groups": "i2c, spi"},
    ),
    Fault(
        both(NO_GROUPS, put("/etc/group", "spi:x:989:nefer\ni2c:x:988:seti,nefer\n")),
        Check.GROUPS,
        "login",
        mend="sudo reboot",
    ),
    Fault(
        both(take("/dev/spidev0.0"), put(CONFIG, "#dtparam=spi=on\nenable_uart=1\n")),
        Check.SPI,
        "off",
        mend="sudo raspi-config nonint do_spi 0 && sudo reboot",
    ),
    Fault(take("/dev/spidev0.0"), Check.SPI, "restart", mend="sudo reboot"),
    Fault(
        both(take("/dev/i2c-1"), put(CONFIG, "dtparam=i2c_arm=off\n")),
        Check.I2C,
        "off",
        mend="sudo raspi-config nonint do_i2c 0 && sudo reboot",
    ),
    Fault(
        both(take("/dev/i2c-1"), put(CONFIG, "dtparam=i2c=on\n")),
        Check.I2C,
        "restart",
        mend="sudo modprobe i2c-dev",
    ),
    Fault(
        take("/dev/pio0"),
        Check.PIO,
        "missing",
        family="pi_5",
        mend="sudo apt update && sudo apt full-upgrade -y",
    ),
    Fault(
        lambda m: m.answers.update({("stat", "-c", "%G %a", str(m.root / "dev/pio0")): "root 600\n"}),
        Check.PIO,
        "denied",
        family="pi_5",
        mend=f"echo '{PIO_RULE}' | sudo tee /etc/udev/rules.d/99-khepri-pio.rules",
    ),
    Fault(
        put(CONFIG, "dtparam=i2c_arm=on,spi=on\n"),
        Check.BOOT,
        "missing",
        WARNING,
        f"printf '[all]\\nenable_uart=1\\n' | sudo tee -a {CONFIG}",
    ),
    Fault(
        put(CONFIG, "dtparam=spi=on\nenable_uart=1\n[pi4]\ncore_freq=250\n"),
        Check.BOOT,
        "missing",
        WARNING,
        f"printf '[all]\\ncore_freq=250\\n' | sudo tee -a {CONFIG}",
        family="pi_3",
    ),
    Fault(
        put(CONFIG, "dtparam=spi=on\n[cm4]\ncore_freq_min=500\n[all]\nenable_uart=1\n"),
        Check.BOOT,
        "missing",
        WARNING,
        f"printf '[all]\\ncore_freq_min=500\\n' | sudo tee -a {CONFIG}",
        family="pi_4",
    ),
    Fault(take(CONFIG), Check.BOOT, "unreadable", UNKNOWN),
    Fault(
        chip(PermissionError(13, "Permission denied")),
        Check.PINS,
        "denied",
        mend="sudo usermod -aG gpio nefer && sudo reboot",
    ),
    Fault(chip(FileNotFoundError(2, "No such file or directory")), Check.PINS, "missing"),
    Fault(chip(Chip("raspberrypi-exp-gpio", ())), Check.PINS, "strange", WARNING),
    Fault(
        busy(GPIO4="onewire@4"),
        Check.PINS,
        "busy",
        mend=f"sudo sed -i '/^dtoverlay=w1-gpio/s/^/#/' {CONFIG} && sudo reboot",
        params={"pins": "GPIO4 (button_1): onewire@4"},
    ),
    Fault(
        both(busy(GPIO17="lg", GPIO27="lg"), held_by(77, "/system.slice/fan.service"), sees(table=None)),
        Check.PINS,
        "busy",
        mend="sudo systemctl stop fan.service",
        params={"pins": "GPIO17 (button_2): lg, GPIO27 (button_3): lg"},
    ),
    Fault(
        both(busy(GPIO17="mine"), held_by(77, "/user.slice/user@1000.service/app.slice/x.scope")),
        Check.PINS,
        "busy",
        mend="sudo kill 77",
    ),
    Fault(busy(GPIO17="mine"), Check.PINS, "busy", mend="sudo fuser -v /dev/gpiochip0"),
    Fault(says(THROTTLED, "throttled=0x50005\n"), Check.POWER, "low"),
    Fault(says(THROTTLED, "throttled=0x50000\n"), Check.POWER, "was_low", WARNING),
    Fault(says(THROTTLED, "throttled=0x80008\n"), Check.POWER, "hot", WARNING),
    Fault(says(THROTTLED, None), Check.POWER, "unknown", UNKNOWN),
    Fault(
        both(
            says(THROTTLED, None),
            put("/sys/class/hwmon/hwmon1/name", "rpi_volt\n"),
            put("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n"),
        ),
        Check.POWER,
        "low",
    ),
    Fault(
        put("/proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n"),
        Check.DISK,
        "read_only",
        mend="sudo mount -o remount,rw /",
    ),
    Fault(put("/sys/fs/ext4/mmcblk0p2/errors_count", "3\n"), Check.DISK, "damaged"),
    Fault(
        sees(space=lambda _: Space(9_000_000, 8_000_000_000)),
        Check.DISK,
        "full",
        mend="sudo apt clean && sudo journalctl --vacuum-size=20M",
    ),
    Fault(sees(space=lambda _: Space(99_000_000, 8_000_000_000)), Check.DISK, "low", WARNING),
    Fault(
        put("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw 0 0\noverlay / overlay rw 0 0\n"),
        Check.DISK,
        "volatile",
        WARNING,
        "sudo raspi-config nonint do_overlayfs 1 && sudo reboot",
    ),
    Fault(sees(space=lambda _: None), Check.DISK, "unknown", UNKNOWN),
    Fault(put("/sys/block/mmcblk0/device/life_time", "0x01 0x09\n"), Check.WEAR, "worn", WARNING),
    Fault(
        NO_DATE,
        Check.CLOCK,
        "unknown",
        WARNING,
        "sudo timedatectl set-ntp true",
    ),
    Fault(says(ADDRESSES, "[]"), Check.NETWORK, "none", WARNING, "sudo nmtui"),
    Fault(says(ADDRESSES, None), Check.NETWORK, "none", WARNING),
    Fault(
        says(ADDRESSES, '[{"addr_info": [{"local": "169.254.7.7"}]}]'), Check.NETWORK, "link_local", WARNING
    ),
    Fault(says(AVAHI, None), Check.NAME, "silent", WARNING, "sudo apt install -y avahi-daemon"),
    Fault(
        says(POWER_SAVE, "Power save: on\n"),
        Check.WIFI,
        "sleeps",
        WARNING,
        "printf '[connection]\\nwifi.powersave=2\\n' | sudo tee /etc/NetworkManager/conf.d/khepri.conf",
    ),
    Fault(says(POWER_SAVE, None), Check.WIFI, "unknown", UNKNOWN, "sudo apt install -y iw"),
    Fault(
        both(
            AP,
            says(
                SHOWN,
                "802-11-wireless.mode:ap\n802-11-wireless.ssid:Sun's\\: Wi-Fi\n"
                "802-11-wireless.ap-isolation:yes\n",
            ),
        ),
        Check.ISOLATION,
        "hotspot",
        mend="sudo nmcli connection modify khepri-hotspot 802-11-wireless.ap-isolation no",
        params={"name": "Sun's: Wi-Fi"},
    ),
    Fault(at_table(phones=0), Check.ISOLATION, "unknown", UNKNOWN),
    Fault(
        says(SHOW_SERVICE, SERVICE.replace("=active", "=failed").replace("success", "watchdog")),
        Check.SERVICE,
        "failed",
        mend="journalctl -u khepri.service -n 30 --no-pager",
        params={"result": "watchdog"},
    ),
    Fault(
        says(SHOW_SERVICE, SERVICE.replace("=active", "=inactive")),
        Check.SERVICE,
        "stopped",
        WARNING,
        "sudo systemctl enable --now khepri.service",
    ),
    Fault(
        says(SHOW_SERVICE, SERVICE.replace("NRestarts=0", "NRestarts=2")), Check.SERVICE, "restarted", WARNING
    ),
    Fault(
        says(SHOW_SERVICE, SERVICE.replace("=enabled", "=disabled")),
        Check.SERVICE,
        "not_enabled",
        WARNING,
        "sudo systemctl enable khepri.service",
    ),
    Fault(says(SHOW_SERVICE, SERVICE.replace("30s", "0")), Check.SERVICE, "no_watchdog", WARNING),
    Fault(says(SHOW_SERVICE, None), Check.SERVICE, "unknown", UNKNOWN),
    Fault(sees(table=None), Check.TABLE, "not_running", UNKNOWN, "khepri doctor --parts"),
    Fault(
        sees(table=None, is_held=True), Check.TABLE, "silent", mend="sudo systemctl restart khepri.service"
    ),
    Fault(
        both(sees(table=None, is_held=True), says(SHOW_SERVICE, "LoadState=not-found\n")),
        Check.TABLE,
        "silent",
    ),
    Fault(
        at_table(thread="the thread of the buttons has ended"),
        Check.TABLE,
        "stuck",
        params={"reason": "the thread of the buttons has ended"},
    ),
    Fault(part("ring", "absent"), Check.RING, "absent", WARNING, params={"reason": "?"}),
    Fault(
        lacking("ring", ("ring", Lack.ABSENT, "no ring"), state="absent"),
        Check.RING,
        "absent",
        WARNING,
        params={"reason": "no ring"},
    ),
    Fault(lacking("ring", ("ring", Lack.NO_POWER, ""), state="absent"), Check.RING, "no_power", WARNING),
    Fault(
        lacking("buttons", ("ok", Lack.ABSENT, "ok stays off"), ("back", Lack.ABSENT, "back stays off")),
        Check.BUTTONS,
        "partly",
        WARNING,
        params={"reason": "ok stays off; back stays off"},
    ),
    Fault(
        lacking("encoders", ("encoder_1", Lack.NOISY, ""), ("encoder_3", Lack.NOISY, "")),
        Check.ENCODERS,
        "noisy",
        WARNING,
        params={"names": "encoder_1, encoder_3"},
    ),
    Fault(
        lacking("buttons", ("button_2", Lack.HELD, "")),
        Check.BUTTONS,
        "held",
        WARNING,
        params={"names": "button_2"},
    ),
    Fault(
        at_table(ring_frames={"shown": 2000, "late": 20, "worst_late_ms": 180}),
        Check.RING,
        "late",
        WARNING,
        params={"late": 20, "shown": 2000, "ms": 180},
    ),
]


GOOD = [
    (
        "hwmon",
        both(
            says(THROTTLED, None),
            put("/sys/class/hwmon/hwmon1/name", "rpi_volt\n"),
            put("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n"),
        ),
        Check.POWER,
        "ok",
    ),
    ("the-table-itself", busy(GPIO4="lg", GPIO10="spi0 MOSI"), Check.PINS, "ok"),
    ("pin-of-nobody", busy(GPIO24="onewire@24"), Check.PINS, "ok"),
    ("root", both(NO_GROUPS, sees(account=Account("root", frozenset(), is_root=True))), Check.GROUPS, "ok"),
    ("emmc", put("/sys/block/mmcblk0/device/life_time", "0x02 0x01\n"), Check.WEAR, "ok"),
    ("kernel-clock", take("/run/systemd/timesync/synchronized"), Check.CLOCK, "network"),
    ("rtc", both(NO_DATE, put("/sys/class/rtc/rtc0/since_epoch", "1796000000\n")), Check.CLOCK, "rtc"),
    ("phone", both(NO_DATE, at_table(date="phone")), Check.CLOCK, "phone"),
    ("cable", take("/sys/class/net/wlan0"), Check.WIFI, "none"),
    (
        "own-network",
        both(AP, says(SHOWN, "802-11-wireless.mode:ap\n802-11-wireless.ssid:Sun\n")),
        Check.HOTSPOT,
        "on",
    ),
    ("own-network-open", both(AP, says(SHOWN, "802-11-wireless.mode:ap\n")), Check.ISOLATION, "own_hotspot"),
    ("page-is-open", at_table(phones=3), Check.ISOLATION, "phones"),
    (
        "neighbour",
        both(at_table(phones=0), put("/proc/net/arp", f"{ARP}192.168.1.30 0x1 0x2 aa:bb * wlan0\n")),
        Check.ISOLATION,
        "neighbours",
    ),
    ("no-service", says(SHOW_SERVICE, "LoadState=not-found\n"), Check.SERVICE, "none"),
    ("zeros-section", put(CONFIG, "dtparam=spi=on\n[pi0]\nenable_uart=1\n"), Check.BOOT, "ok"),
    ("spi-in-a-list", put(CONFIG, "dtparam=i2c_arm=on,spi\nenable_uart=1 # the ring\n"), Check.BOOT, "ok"),
    ("drawn-parts", part("ring", "simulated"), Check.RING, "simulated"),
    (
        "one-hitch",
        at_table(ring_frames={"shown": 100, "late": 19, "worst_late_ms": 900}),
        Check.RING,
        "ok",
    ),
    (
        "one-in-more-than-a-hundred",
        at_table(ring_frames={"shown": 2001, "late": 20, "worst_late_ms": 180}),
        Check.RING,
        "ok",
    ),
]
