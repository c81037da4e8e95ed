"""What the doctor finds on machines that lack one thing each, and on those that lack nothing."""

from pathlib import Path

import pytest

from device.doctor.chips import Chip, Line
from device.doctor.examine import examine
from device.doctor.findings import PARTS, Check, Level, worst
from device.part_states import Lack
from tests.device.doctor.faults import FAULTS, GOOD, NO_DATE, Fault, at_table, both, lacking, put, take
from tests.device.doctor.machines import (
    ARP,
    MODELS,
    SYSTEMS,
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


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f.check}-{f.code}-{f.family}")
def test_what_is_wrong_is_found_with_the_line_that_mends_it(tmp_path: Path, fault: Fault) -> None:
    machine = Machine(tmp_path, fault.family)
    fault.change(machine)
    found = machine.found(fault.check)
    assert (found.code, found.level) == (fault.code, fault.level)
    assert fault.mend is None or found.mend[0] == fault.mend
    assert fault.params is None or dict(found.params) == fault.params


def test_each_thing_that_is_wrong_with_the_buttons_is_said(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    lacking("buttons", ("ok", Lack.ABSENT, "no"), ("button_2", Lack.NOISY, ""), ("button_5", Lack.HELD, ""))(
        machine
    )
    said = [f.code for f in examine(machine.seen) if f.check is Check.BUTTONS]
    assert said == ["partly", "noisy", "held"]


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
