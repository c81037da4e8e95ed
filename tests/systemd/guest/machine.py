"""The machine as its owner sees it: systemctl, the journal, and the two commands of Khepri."""

import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from tests.table_process import ROOT

PATIENCE_S = 180.0
"""The guest is software: to start a table takes it a quarter of a minute."""
SERVICE = "khepri.service"
DROP_INS = Path("/etc/systemd/system")
BOARD = """\
[Service]
Environment=PYTHONPATH={parts}
# The service sees a /proc of its own: the board's revision has to be laid there again.
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
# The guest may be one of many programs on a small machine.
TimeoutStartSec=300
"""
NO_POWER_OFF = """\
[Service]
ExecStart=
ExecStart=/usr/bin/touch /run/would-be-off
"""


def run(*command: str) -> str:
    """Run a command that is to go well, and give what it says."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def show(name: str, unit: str = SERVICE) -> str:
    """Give a property of a unit."""
    return run("systemctl", "show", "--value", f"--property={name}", unit).strip()


def journal() -> str:
    return run("journalctl", "--no-pager", "--output=cat", "--unit=khepri")


def khepri(command: str, *options: str) -> str:
    """Install or uninstall, as a person would."""
    try:
        return run("/usr/bin/python3", str(ROOT / "systemd" / command), *options)
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"{command} does not end; {journal()[-6000:]}") from error


def until(is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> float:
    """Wait until something is so, and give how long that took."""
    start_s, waiting = time.monotonic(), Event()
    while not is_so():
        assert time.monotonic() - start_s < patience_s, f"waited in vain for {what}; {journal()[-4000:]}"
        waiting.wait(0.02)
    return time.monotonic() - start_s


def until_ready_again(old_pid: str) -> str:
    """Wait until another process than the old one is ready; give its number."""
    until(
        lambda: show("MainPID") not in ("0", old_pid) and show("SubState") == "running", "a table that runs"
    )
    return show("MainPID")


def host_code() -> str:
    """Give the host code of the table that started last."""
    return str(re.findall(r"^ +(\d{6})$", journal(), re.MULTILINE)[-1])


def lay_drop_ins() -> None:
    """Give the service what only the guest needs, and keep the guest from being switched off."""
    parts = os.environ["KHEPRI_SYSTEMD_GUEST"]
    for unit, text in ((SERVICE, BOARD.format(parts=parts)), ("khepri-off.service", NO_POWER_OFF)):
        folder = DROP_INS / f"{unit}.d"
        folder.mkdir(parents=True)
        (folder / "guest.conf").write_text(text)
    Path("/etc/default").mkdir()
    Path("/etc/default/khepri").write_text("KHEPRI_OPTIONS=--parts\n")
