"""What is asked of a system that runs: its commands, and what it has."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Protocol

from tools.speech import say


class System(Protocol):
    """What carries out a command of the system."""

    def run(self, *command: str) -> bool:
        """Run a command, and say whether it went well."""


class Commands:
    """Runs commands, or only tells them."""

    def __init__(self, *, is_dry: bool) -> None:
        self._is_dry = is_dry

    def run(self, *command: str) -> bool:
        say(f"{'would run' if self._is_dry else 'run     '} {' '.join(command)}")
        if self._is_dry:
            return True
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            say(f"         {error.strerror}: {command[0]}")
            return False
        if done.returncode:
            say(f"         {(done.stderr or done.stdout).strip()}")
        return done.returncode == 0


def is_installed(package: str) -> bool:
    """Whether Debian has a package installed."""
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    return subprocess.run(query, capture_output=True, text=True).stdout == "installed"


def is_live(root: Path) -> bool:
    """Whether *root* is the system that runs, not a folder that will be one."""
    return root == Path("/") and Path("/run/systemd/system").is_dir()
