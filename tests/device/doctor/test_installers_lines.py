"""The doctor's lines write what the installer writes: whoever mends by hand gets the same machine."""

import re
from pathlib import Path

from device.doctor.boot import PIO_RULE
from device.doctor.network import POWER_SAVE

FILES = Path(__file__).resolve().parents[3] / "systemd" / "files"


def written(path: str) -> list[str]:
    """Give what the installer writes to a file, without its comments."""
    lines = (FILES / path.lstrip("/")).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_line_that_wakes_the_wifi_writes_what_the_installer_writes() -> None:
    said = re.fullmatch(r"printf '(.*)' \| sudo tee (\S+)", POWER_SAVE[0])
    assert said is not None
    assert said[1].replace("\\n", "\n").splitlines() == written(said[2])


def test_line_that_opens_the_pio_writes_the_installers_rule() -> None:
    assert PIO_RULE in written("/etc/udev/rules.d/99-khepri.rules")
