"""A card that nothing is written to: Debian's overlayroot keeps changes in memory, games on a partition.

Raspberry Pi OS does the same from its menu, but then lays memory over every other partition too, and games
would be gone at the next start: hence recurse=0 here.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools import boot_files
from tools.changes import Changes, replace
from tools.installing import DATA, UNITS
from tools.speech import SetupError, fail, say
from tools.system import Commands, System, is_live

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DROP_IN = f"{UNITS}/khepri.service.d/data.conf"
NEEDS_DATA = f"# Without its partition the table would forget every game.\n[Unit]\nRequiresMountsFor={DATA}\n"


def fstab_line(source: str) -> str:
    """Give the line that mounts the games' partition; a missing one stops the table, not the machine."""
    return f"{source} {DATA} ext4 defaults,noatime,nofail,x-systemd.device-timeout=15s 0 2\n"


class Readonly:
    """Makes a system read-only, and writable again."""

    def __init__(
        self,
        root: Path,
        system: System,
        *,
        is_live: bool,
        is_dry: bool = False,
        tell: Callable[[str], None] = say,
    ) -> None:
        self._root = root
        self._system = system
        self._is_live = is_live
        self._is_dry = is_dry
        self._tell = tell
        self._changes = Changes(root, tell, is_dry=is_dry)

    def enable(self, source: str) -> None:
        """Have games written to *source*, and nothing to the card.

        Raises:
            SetupError: when it can't be done; the card stays writable.
        """
        if not re.fullmatch(r"(LABEL|PARTUUID|UUID)=[\w.-]+|/dev/[\w/.-]+", source):
            raise SetupError(f"{source!r} is no partition.", "--data LABEL=khepri-data")
        if not self._changes.at(f"{UNITS}/khepri.service").exists():
            raise SetupError("Khepri is not installed here.", "sudo systemd/install")
        if self._is_live and not self._system.run("apt-get", "install", "--yes", "overlayroot"):
            raise SetupError("Debian's overlayroot can't be had.", "connect the Pi once, and run it again")
        if self._is_live:
            self._move_games(source)
        self._edit("/etc/fstab", boot_files.GAMES.into(self._text("/etc/fstab"), fstab_line(source)))
        self._changes.write(DROP_IN, NEEDS_DATA.encode())
        if self._is_live:
            self._system.run("systemctl", "daemon-reload")
            is_mounted = self._system.run("mount", DATA)
            self._system.run("systemctl", "start", "khepri.service")
            if not is_mounted:
                raise SetupError(f"{DATA} can't be mounted; the card stays writable.", f"sudo mount {DATA}")
        self._edit(
            boot_files.CMDLINE, boot_files.with_words(self._text(boot_files.CMDLINE), boot_files.READONLY)
        )
        self._tell("the card is read-only from the next start on: sudo reboot")

    def disable(self) -> None:
        """Have the card written to again; games stay on their partition."""
        if self._is_live:
            self._system.run("mount", "-o", "remount,rw", boot_files.FOLDER)
        self._edit(
            boot_files.CMDLINE, boot_files.without_words(self._text(boot_files.CMDLINE), "overlayroot")
        )
        self._tell(f"the card is writable from the next start on; games stay on the partition at {DATA}")

    def _move_games(self, source: str) -> None:
        """Copy the games to their partition; those on the card stay below, as a backup."""
        where = "/run/khepri-games"
        if not self._is_dry:
            Path(where).mkdir(exist_ok=True)
        if not self._system.run("mount", source, where):
            raise SetupError(f"{source} can't be mounted.", "lsblk -f lists the partitions and their labels")
        self._system.run("systemctl", "stop", "khepri.socket", "khepri.service")
        copied = self._system.run("cp", "--archive", "--update", f"{DATA}/.", where)
        self._system.run("umount", where)
        if not copied:
            self._system.run("systemctl", "start", "khepri.service")
            raise SetupError("The games can't be copied.", "see the line above; nothing was changed")

    def _text(self, path: str) -> str:
        file = self._changes.at(path)
        if not file.exists():
            raise SetupError(f"There is no {path}.", "this works on Raspberry Pi OS, Bookworm or Trixie")
        return boot_files.text_of(file)

    def _edit(self, path: str, text: str) -> None:
        file = self._changes.at(path)
        if boot_files.text_of(file) == text:
            self._tell(f"already  {path}")
            return
        self._tell(
            f"{'would change' if self._is_dry else 'change  '} {path} (as it was: {path}.before-khepri)"
        )
        if not self._is_dry:
            boot_files.keep(file)
            replace(file, boot_files.bytes_of(text), file.stat().st_mode & 0o777)


def main(argv: Sequence[str]) -> int:
    """Do what was asked for; 1 after an error that was told in a sentence."""
    parser = argparse.ArgumentParser(
        prog="systemd/readonly",
        description="Write nothing to the card but games, to a partition of their own.",
    )
    parser.add_argument("command", choices=("enable", "disable", "status"))
    parser.add_argument("--data", help="the games' partition (ext4): LABEL=khepri-data or /dev/sda1")
    parser.add_argument("--root", default="/", help="a system's files that lie elsewhere")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be done")
    options = parser.parse_args(argv)
    root = Path(options.root).resolve()
    try:
        if options.command == "status":
            say("the card is read-only" if boot_files.is_readonly() else "the card is written to")
            return 0
        if os.geteuid() != 0 and not options.dry_run:
            raise SetupError("Only root may do that.", f"sudo {sys.argv[0]}")
        card = Readonly(root, Commands(is_dry=options.dry_run), is_live=is_live(root), is_dry=options.dry_run)
        if options.command == "disable":
            card.disable()
        elif options.data is None:
            raise SetupError("Where are the games to lie?", "--data LABEL=khepri-data")
        else:
            card.enable(options.data)
    except (SetupError, OSError) as error:
        return fail(error)
    return 0
