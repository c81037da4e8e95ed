"""What the doctor finds on machines that lack one thing each, and on those that lack nothing."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from device.doctor.chips import Chip, Line
from device.doctor.examine import examine
from device.doctor.findings import PARTS, Check, Level, worst
from device.doctor.system import Account, Space
from tests.device.doctor.machines import (
    ACTIVE,
    ADDRESSES,
    ARP,
    AVAHI,
    MODELS,
    POWER_SAVE,
    SERVICE,
    SHOW_SERVICE,
    SHOWN,
    SYSTEMS,
    TABLE,
    THROTTLED,
    Change,
    Machine,
)
from tools.boot_files import PINS

OK, UNKNOWN, WARNING, FAULT = Level
CONFIG = "/boot/firmware/config.txt"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("family", MODELS)
def test_machine_on_which_all_is_well_has_nothing_to_mend(tmp_path: Path, family: str, system: str) -> None:
    found = examine(Machine(tmp_path, family, system).seen)
    assert [(f.check, f.code) for f in found if f.level not in (OK, UNKNOWN)] == []
    assert [f.mend for f in found if f.mend] == []
    assert worst(found) is OK


@pytest.mark.parametrize("family", MODELS)
def test_findings_come_in_the_order_of_the_checks_and_each_once(tmp_path: Path, family: str) -> None:
    checks = [f.check for f in examine(Machine(tmp_path, family).seen)]
    left_out = {Check.SPI, Check.BOOT} if family == "pi_5" else {Check.PIO}
    assert checks == [check for check in Check if check not in left_out]


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


def part(name: str, state: str, reason: str = "") -> Change:
    parts = {**TABLE["parts"], name: {"state": state, "reason": reason}}
    return at_table(parts=parts)


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
        mend='echo \'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"\''
        " | sudo tee /etc/udev/rules.d/99-khepri-pio.rules",
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
        at_table(thread="the thread of the buttons has ended"),
        Check.TABLE,
        "stuck",
        params={"reason": "the thread of the buttons has ended"},
    ),
    Fault(part("ring", "absent", "no ring"), Check.RING, "absent", WARNING, params={"reason": "no ring"}),
    Fault(part("buttons", "ok", "ok stays off"), Check.BUTTONS, "partly", WARNING),
    Fault(at_table(held=["button_2"]), Check.BUTTONS, "held", WARNING, params={"names": "button_2"}),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f.check}-{f.code}-{f.family}")
def test_what_is_wrong_is_found_with_the_line_that_mends_it(tmp_path: Path, fault: Fault) -> None:
    machine = Machine(tmp_path, fault.family)
    fault.change(machine)
    found = machine.found(fault.check)
    assert (found.code, found.level) == (fault.code, fault.level)
    assert fault.mend is None or found.mend[0] == fault.mend
    assert fault.params is None or dict(found.params) == fault.params


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
    ("pin-of-nobody", busy(GPIO23="onewire@23"), Check.PINS, "ok"),
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
]


@pytest.mark.parametrize(("change", "check", "code"), [g[1:] for g in GOOD], ids=[g[0] for g in GOOD])
def test_what_is_well_in_another_way_is_taken_for_well(
    tmp_path: Path, change: Change, check: Check, code: str
) -> None:
    machine = Machine(tmp_path)
    change(machine)
    assert (machine.found(check).code, machine.found(check).level) == (code, OK)


@pytest.mark.parametrize("family", MODELS)
def test_what_the_installer_writes_is_all_that_config_txt_needs(tmp_path: Path, family: str) -> None:
    machine = Machine(tmp_path, family=family)
    put(CONFIG, PINS)(machine)
    take("/dev/i2c-1")(machine)
    if family != "pi_5":
        take("/dev/spidev0.0")(machine)
    codes = {f.check: f.code for f in examine(machine.seen)}
    ring = {} if family == "pi_5" else {Check.SPI: "restart", Check.BOOT: "ok"}
    expected = {Check.I2C: "restart", **ring}
    assert {check: codes[check] for check in expected} == expected


@pytest.mark.parametrize(
    "arp",
    [
        pytest.param("192.168.1.1 0x1 0x2 aa:bb * wlan0\n", id="the-router-itself"),
        pytest.param("192.168.1.30 0x1 0x0 00:00 * wlan0\n", id="one-that-never-answered"),
        pytest.param("192.168.1.30 0x1 0x2 aa:bb * eth0\n", id="one-on-the-cable"),
    ],
)
def test_neighbour_that_proves_nothing_leaves_isolation_open(tmp_path: Path, arp: str) -> None:
    machine = Machine(tmp_path)
    both(at_table(phones=0), put("/proc/net/arp", ARP + arp))(machine)
    assert machine.found(Check.ISOLATION).code == "unknown"


def test_clock_module_is_proposed_where_there_is_none(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    NO_DATE(machine)
    line = f"printf '[all]\\ndtoverlay=i2c-rtc,ds3231\\n' | sudo tee -a {CONFIG}"
    assert machine.found(Check.CLOCK).mend[1:] == (line,)
    machine.write("/sys/class/rtc/rtc0/since_epoch", "12\n")
    assert machine.found(Check.CLOCK).mend[1:] == ()


def test_gpiozero_opens_chip_4_on_a_pi_5_that_has_one(tmp_path: Path) -> None:
    asked: list[Path] = []

    def noted(path: Path) -> Chip:
        asked.append(path)
        return Chip("pinctrl-rp1", ())

    machine = Machine(tmp_path, "pi_5")
    machine.write("/dev/gpiochip4")
    machine.changes["chip"] = noted
    assert machine.found(Check.PINS).level is OK
    assert asked == [tmp_path / "dev/gpiochip4"]


def test_machine_that_is_no_pi_is_not_asked_for_pins(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.remove("/proc/device-tree/model")
    machine.changes["table"] = None
    found = examine(machine.seen)
    of_a_pi = {Check.GROUPS, Check.SPI, Check.PIO, Check.I2C, Check.BOOT, Check.PINS, Check.POWER, *PARTS}
    assert of_a_pi.isdisjoint(f.check for f in found)
    assert worst(found) is OK


def test_line_that_the_kernel_calls_otherwise_is_told_by_both_names(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    names = ("ID_SDA", "ID_SCL", "SDA1", "SCL1", "GPIO_GCLK")
    lines = tuple(Line(name, "clk" if name == "GPIO_GCLK" else None) for name in names)
    machine.chip = Chip("pinctrl-bcm2835", lines)
    assert dict(machine.found(Check.PINS).params) == {"pins": "GPIO4 (button_1, GPIO_GCLK): clk"}
