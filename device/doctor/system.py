"""The machine as the doctor sees it: files below a root, answers of programs, and a few readings.

Everything comes through one System, so that a test can show the doctor any machine.
"""

import os
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.doctor.chips import Chip, read_chip

LONGEST_ANSWER_S = 5.0
SBIN = "/usr/sbin:/sbin"
"""Where iw and others are, which a person's own path may lack."""

Run = Callable[..., str | None]
"""Runs a program and gives what it printed; None when it is not there or fails."""


def run_program(*command: str) -> str | None:
    """Run a program and give what it printed; None when it is not there, fails or takes too long."""
    env = {**os.environ, "LC_ALL": "C", "PATH": f"{os.environ.get('PATH', '/usr/bin:/bin')}:{SBIN}"}
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST_ANSWER_S,
            env=env,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ended.stdout.decode(errors="replace") if ended.returncode == 0 else None


@dataclass(frozen=True)
class Account:
    """Who runs the doctor, and the groups of this login."""

    name: str
    groups: frozenset[str]
    is_root: bool = False


@dataclass(frozen=True)
class Space:
    """What a file system has, in bytes, and whether it is mounted so that nobody can write."""

    free: int
    total: int
    is_read_only: bool = False


@dataclass(frozen=True)
class System:
    """One machine.

    `data` is the table's folder. `package` gives a Python package's version, "" where it is there without
    one, None where it is not there. `table` is what a running table says of itself, None while none runs.
    `is_held` says that a program holds the table's folder, `pin_names` is the part on each pin.
    `is_synchronised` is the kernel's own word about its clock, `unix_s` what the clock says.
    """

    root: Path
    data: Path
    run: Run
    account: Account
    python: tuple[int, int]
    package: Callable[[str], str | None]
    space: Callable[[Path], Space | None]
    is_synchronised: bool
    unix_s: float
    chip: Callable[[Path], Chip] = read_chip
    table: Mapping[str, Any] | None = None
    is_held: bool = False
    pin_names: Mapping[int, str] = field(default_factory=dict)

    def path(self, absolute: str) -> Path:
        """Give where a file of this machine lies."""
        return self.root / absolute.lstrip("/")

    def has(self, absolute: str) -> bool:
        """Say whether there is such a file."""
        with suppress(OSError):
            return self.path(absolute).exists()
        return False

    def text(self, absolute: str) -> str | None:
        """Give what a file says, None where there is none or it can't be read."""
        try:
            return self.path(absolute).read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
        except OSError:
            return None

    def glob(self, pattern: str) -> list[str]:
        """List the files of a pattern, as absolute paths of that machine."""
        return sorted(f"/{p.relative_to(self.root)}" for p in self.root.glob(pattern.lstrip("/")))
