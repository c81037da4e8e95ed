"""A table's life under systemd, in the order in which it happens: each test takes over from the one before.

Tried on a simulated board: a real kernel, its real GPIO, SPI and udev code, and a real systemd, but no
physical Raspberry Pi.
"""

import grp
import os
import pwd
import re
import signal
import stat
import time
import urllib.request
from pathlib import Path

import pytest

from device.ring import BLANK
from tests.kernel import wire
from tests.kernel.edges import PINS
from tests.kernel.lines import Finger, push
from tests.systemd.guest.machine import (
    PATIENCE_S,
    host_code,
    journal,
    khepri,
    lay_drop_ins,
    run,
    show,
    until,
    until_ready_again,
)
from tests.systemd.staging import snapshot
from tests.table_process import Person

OWN_STOP_S = 2.0
STOP_S = 6.0
"""With the end of Python, the start of another one that looks after the ring, and systemd itself.

The guest is software and shares a small machine. What it took is printed.
"""
URL = "http://localhost"
ETC, BOOT = Path("/etc"), Path("/boot")


@pytest.fixture(scope="module", autouse=True)
def before() -> dict[str, str]:
    """Install, and give what the machine's files were."""
    lay_drop_ins()
    files = {**snapshot(ETC), **snapshot(BOOT)}
    said = khepri("install")
    assert "run      systemctl start khepri-off.path khepri.service" in said
    return files


def status(pid: str) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def light(finger: Finger) -> None:
    """Have somebody press, which the ring shows."""
    finger.make(push(PINS["button_1"]))
    until(lambda: wire.last_frame() != BLANK, "light")


def test_service_is_ready_once_it_is_installed() -> None:
    assert (show("ActiveState"), show("SubState"), show("NRestarts")) == ("active", "running", "0")
    assert show("ActiveState", "khepri.socket") == "active"


def test_installing_again_finds_all_so_already_and_leaves_the_table_alone() -> None:
    pid = show("MainPID")
    assert "all was so already" in khepri("install")
    assert show("MainPID") == pid


def test_page_is_on_port_80_and_every_part_is_there(finger: Finger) -> None:
    with Person(URL) as host:
        parts = host.snapshot["parts"]
        assert [fault["part"] for fault in parts.pop("faults")] == ["display"]
        assert parts == {"ring": "ok", "buttons": "ok", "encoders": "ok", "display": "absent", "piezo": "ok"}
        # A write shows that the table takes its own address without a port for its own.
        host.become_host(host_code())
        finger.make([move for i in (1, 2) for move in push(PINS[f"button_{i}"], 0.3 * i)])
        until(lambda: len(host.snapshot["setup"]["seats"]) == 2, "two seats")
        host.start()


def test_table_runs_as_its_own_user_without_any_right() -> None:
    now = status(show("MainPID"))
    user = pwd.getpwnam("khepri")
    assert now["Uid"].split() == [str(user.pw_uid)] * 4
    assert {int(now[name], 16) for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")} == {0}
    assert (now["NoNewPrivs"], now["Seccomp"]) == ("1", "2")
    groups = {grp.getgrgid(int(number)).gr_name for number in now["Groups"].split()}
    assert groups == {"khepri", "gpio", "spi", "i2c"}


@pytest.mark.parametrize(("node", "group"), [("/dev/gpiochip0", "gpio"), ("/dev/spidev0.0", "spi")])
def test_pins_are_for_their_group_alone(node: str, group: str) -> None:
    found = Path(node).stat()
    assert (grp.getgrgid(found.st_gid).gr_name, stat.S_IMODE(found.st_mode)) == (group, 0o660)


def test_table_can_write_its_own_folders_and_nothing_else() -> None:
    pid = show("MainPID")
    mounts = Path(f"/proc/{pid}/mountinfo").read_text().splitlines()
    writable = {line.split()[4] for line in mounts if line.split()[5].split(",")[0] == "rw"}
    written = {place for place in writable if not place.startswith(("/dev", "/proc", "/sys"))}
    # Of /run only the socket files of others could be written, which are theirs.
    assert {place for place in written if not place.startswith("/run")} == {
        "/var/lib/khepri",
        "/tmp",
        "/var/tmp",
    }
    assert stat.S_IMODE(Path("/var/lib/khepri").stat().st_mode) == 0o750
    # lgpio's FIFO lies where it can be written, and goes with the table.
    assert [file.name for file in Path("/run/khepri").iterdir() if stat.S_ISFIFO(file.stat().st_mode)]


def test_command_speaks_with_the_installed_table() -> None:
    assert "pharaoh_code" in run("/usr/local/bin/khepri", "export")


def test_killed_table_has_its_ring_put_out_and_comes_back_with_its_game(finger: Finger) -> None:
    light(finger)
    pid = show("MainPID")
    os.kill(int(pid), signal.SIGKILL)
    until(lambda: wire.last_frame() == BLANK, "darkness")
    until_ready_again(pid)
    assert "The ring was put out after a table that ended by signal." in journal()
    assert show("NRestarts") == "1"
    with Person(URL) as anybody:
        assert len(anybody.view["seats"]) == 2


def test_table_that_stands_still_is_killed_and_started_again(finger: Finger) -> None:
    light(finger)
    pid = show("MainPID")
    os.kill(int(pid), signal.SIGSTOP)
    until(lambda: "Watchdog timeout" in journal_of_systemd(), "the watchdog")
    until_ready_again(pid)
    assert show("NRestarts") == "2"
    assert "The ring was put out after a table that ended by watchdog." in journal()


def journal_of_systemd() -> str:
    return run("journalctl", "--no-pager", "--output=cat", "_PID=1", "--unit=khepri")


def test_table_stops_at_once_and_dark(finger: Finger) -> None:
    light(finger)
    start_s = time.monotonic()
    run("systemctl", "stop", "khepri.service")
    took_s = time.monotonic() - start_s
    own_s = float(re.findall(r"^Stopped in ([\d.]+) s", journal(), re.MULTILINE)[-1])
    print(f"\nstopped in {own_s} s by its own word, {took_s:.2f} s with all that systemd does")
    assert wire.last_frame() == BLANK
    assert (show("Result"), show("ExecMainStatus")) == ("success", "0")
    assert own_s < OWN_STOP_S
    assert took_s < STOP_S
    assert not Path("/run/khepri").exists()


def test_phone_that_comes_starts_a_stopped_table() -> None:
    assert (show("ActiveState"), show("ActiveState", "khepri.socket")) == ("inactive", "active")
    with urllib.request.urlopen(f"{URL}/", timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    until(lambda: show("SubState") == "running", "a table that runs")


def test_switching_off_at_the_panel_switches_the_machine_off() -> None:
    touch = ("touch", "/run/khepri/switch-off")
    run("setpriv", "--reuid=khepri", "--regid=khepri", "--init-groups", *touch)
    until(Path("/run/would-be-off").exists, "being switched off")


def test_uninstalling_leaves_the_machine_as_it_was_with_its_games(before: dict[str, str]) -> None:
    release = next(Path("/opt/khepri/releases").iterdir())
    run("umount", "--lazy", str(release))
    khepri("uninstall")
    made = {"passwd", "passwd-", "group", "group-", "shadow", "shadow-", "gshadow", "gshadow-"}
    after = {**snapshot(ETC), **snapshot(BOOT)}
    assert {n: f for n, f in after.items() if n not in made} == {
        n: f for n, f in before.items() if n not in made
    }
    assert run("systemctl", "list-units", "--all", "--plain", "--no-legend", "khepri*") == ""
    assert list(Path("/usr/local/bin").iterdir()) == []
    assert Path("/var/lib/khepri/table.db").exists()


def test_purging_takes_games_and_user_too() -> None:
    khepri("uninstall", "--purge")
    assert not Path("/var/lib/khepri").exists()
    with pytest.raises(KeyError):
        pwd.getpwnam("khepri")
    assert "Traceback" not in journal()
