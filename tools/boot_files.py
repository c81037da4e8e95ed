"""The boot partition of Raspberry Pi OS: a block of our own in config.txt, words in cmdline.txt."""

from __future__ import annotations

import io
import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from device.raspberry_pi import LINES
from tools.changes import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = "/boot/firmware"
CMDLINE = f"{FOLDER}/cmdline.txt"
BEGIN = "# ---- Khepri: the pins of the table. systemd/uninstall takes this block out again. ----"
END = "# ---- Khepri: end ----"
PINS = (
    "".join(f"[{section}]\n" + "".join(f"{line}\n" for line in LINES[section]) for section in LINES)
    + "[all]\n"
)
BACKUP = ".before-khepri"


class Block(NamedTuple):
    """Lines of ours in a file of somebody else's, between two marks; `lines` are patterns of ours."""

    begin: str
    end: str
    lines: tuple[str, ...]

    def out_of(self, text: str) -> str:
        """Give *text* without our blocks; where an end mark is gone, without the lines that we wrote."""
        lines = list(io.StringIO(text))
        bare = [line.rstrip() for line in lines]
        kept: list[str] = []
        at = 0
        while at < len(lines):
            if bare[at] != self.begin:
                kept.append(lines[at])
                at += 1
                continue
            if kept and kept[-1] in ("\n", "\r\n"):
                kept.pop()
            at += 1 + self._length(bare[at + 1 :])
        return "".join(kept)

    def _length(self, rest: Sequence[str]) -> int:
        """Give how many lines belong to a block after the mark it begins with."""
        for number, line in enumerate(rest, 1):
            if line == self.end:
                return number
            if line == self.begin:
                break
        written = zip(self.lines, rest, strict=False)
        return sum(1 for _ in takewhile(lambda pair: re.fullmatch(*pair), written))

    def into(self, text: str, lines: str) -> str:
        """Give *text* with our block at its end."""
        bare = self.out_of(text)
        if bare and not bare.endswith("\n"):
            bare += "\n"
        return f"{bare}\n{self.begin}\n{lines}{self.end}\n"


CONFIG = Block(BEGIN, END, tuple(map(re.escape, PINS.splitlines())))
GAMES = Block(
    "# ---- Khepri: where the games lie. systemd/uninstall takes this block out again. ----",
    "# ---- Khepri: games, end ----",
    (r"\S+ /var/lib/khepri ext4 .*",),
)
READONLY = "overlayroot=tmpfs:recurse=0"


def text_of(file: Path) -> str:
    """Give what a file holds; what is no UTF-8, and the line ends of another system, are kept as they are."""
    return file.read_bytes().decode("utf-8", errors="surrogateescape")


def bytes_of(text: str) -> bytes:
    """Give a text as it lay in its file."""
    return text.encode("utf-8", errors="surrogateescape")


def backup_of(file: Path) -> Path:
    """Give where a file lies as it was before us."""
    return file.with_name(file.name + BACKUP)


def keep(file: Path) -> None:
    """Lay a file beside itself as it is, unless it was so laid already."""
    backup = backup_of(file)
    if not backup.exists():
        replace(backup, file.read_bytes())


def with_block(text: str) -> str:
    """Give config.txt with our block at its end."""
    return CONFIG.into(text, PINS)


def set_pins(config: Path) -> bool:
    """Put our block into config.txt, with a backup beside it; say whether that changed it."""
    text = text_of(config)
    wanted = with_block(text)
    if wanted == text:
        return False
    keep(config)
    replace(config, bytes_of(wanted))
    return True


def put_back(file: Path, text: str) -> bool:
    """Have a file hold *text*, what is left without us; say whether that changed it.

    Where nobody else changed the file, it is byte for byte as before, and the backup beside it goes.
    """
    backup = backup_of(file)
    now = text_of(file)
    if backup.exists():
        was = text_of(backup)
        text = was if text.split() == was.split() else text
        backup.unlink()
    if text != now:
        replace(file, bytes_of(text), file.stat().st_mode & 0o777)
    return text != now


def is_readonly() -> bool:
    """Whether this machine was started with memory over its card: what is changed now is gone later."""
    try:
        return "overlayroot=tmpfs" in Path("/proc/cmdline").read_text(encoding="utf-8")
    except OSError:
        return False


def with_words(line: str, *words: str) -> str:
    """Give the one line of cmdline.txt with *words* in it, each once; of `name=value` the new value."""
    names = {word.partition("=")[0] for word in words}
    kept = [word for word in line.split() if word.partition("=")[0] not in names]
    return " ".join([*kept, *words]) + "\n"


def without_words(line: str, *names: str) -> str:
    """Give the one line of cmdline.txt without the words of these names."""
    return " ".join(word for word in line.split() if word.partition("=")[0] not in names) + "\n"
