"""Another table's file in place of the present one, so that no cut at any moment loses either.

SQLite's log of writes (-wal) belongs to its file and would be taken for the new one's. So the new file is
made whole under a name of its own; from when it is called `.new` on, the exchange is only gone on with.
"""

import os
import shutil
from contextlib import suppress
from filecmp import cmp
from pathlib import Path

BESIDE = ("", "-wal", "-shm")
"""What SQLite keeps beside a file, by the endings of its name."""


def part_of(path: Path) -> Path:
    """Give the name under which a file in place of *path* is made."""
    return path.with_name(f"{path.name}.part")


def finish(path: Path) -> bool:
    """Go on with an exchange that was cut off; say whether there was one. What was only begun is removed.

    Raises:
        OSError: when the disk refuses; it can be gone on with later.
    """
    for ending in BESIDE:
        _with(part_of(path), ending).unlink(missing_ok=True)
    new = path.with_name(f"{path.name}.new")
    if not new.exists():
        return False
    for ending in ("-wal", "-shm"):
        _with(path, ending).unlink(missing_ok=True)
    new.replace(path)
    flush_folder(path.parent)
    return True


def exchange(path: Path, aside: str) -> Path | None:
    """Put `part_of(path)`, a whole and closed file, in place of *path*; give where that one now lies.

    It is kept in a folder beside it that begins with *aside*, with all that SQLite has beside it: a new one,
    unless an exchange that was not gone on with has kept the same there already. None where there was none.

    Raises:
        OSError: when the disk refuses; the present file is still there.
    """
    kept = _set_aside(path, aside)
    flush(part_of(path))
    part_of(path).replace(path.with_name(f"{path.name}.new"))
    flush_folder(path.parent)
    finish(path)
    return kept


def _set_aside(path: Path, name: str) -> Path | None:
    found = [file for ending in BESIDE if (file := _with(path, ending)).exists()]
    if not found:
        return None
    number = max((_number(old, name) for old in path.parent.glob(f"{name}-*")), default=0)
    if _holds(path.with_name(f"{name}-{number}"), found):
        return path.with_name(f"{name}-{number}")
    folder = path.with_name(f"{name}-{number + 1}")
    begun = folder.with_name(f"{folder.name}.part")
    with suppress(FileNotFoundError):
        shutil.rmtree(begun)
    begun.mkdir()
    for file in found:
        shutil.copy2(file, begun / file.name)
        flush(begun / file.name)
    begun.rename(folder)
    flush_folder(path.parent)
    return folder


def _holds(folder: Path, files: list[Path]) -> bool:
    """Say whether an exchange that was not gone on with has kept all of them there already."""
    if not folder.is_dir():
        return False
    # What is in -shm SQLite makes anew each time.
    names = {file.name for file in files if not file.name.endswith("-shm")}
    kept = {file.name for file in folder.iterdir() if not file.name.endswith("-shm")}
    return names == kept and all(cmp(folder.parent / name, folder / name, shallow=False) for name in names)


def _number(folder: Path, name: str) -> int:
    number = folder.name.removeprefix(f"{name}-")
    return int(number) if number.isdecimal() else 0


def flush(file: Path) -> None:
    """Have a file's content on the disk."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def flush_folder(folder: Path) -> None:
    """Have a folder's names on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _with(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
