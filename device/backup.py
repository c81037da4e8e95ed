"""All that a table keeps, in one file: made while it is served, and put back while it is not."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from device.errors import DamagedError, StoreError
from device.exporting import FILE, TAKEN, table_in
from device.network.networking import SETTING
from device.replacing import exchange, finish, flush, flush_folder, part_of
from device.store import Store
from device.table_file import check_pages
from rules.errors import RulesError

ASIDE = "before-restore"


class BackupError(Exception):
    """A backup can't be made or put back; the message says why, and nothing has changed."""


class NoBackupError(BackupError):
    """What was to be put back is no whole backup."""


@dataclass(frozen=True)
class Backup:
    """How many games a file holds; `left_out` is the open game whose hidden things must not leave."""

    games: int
    left_out: str | None = None


def back_up(folder: Path, out: Path) -> Backup:
    """Write all that is kept in a table's folder into one file, also while the table is served.

    Phones are left out, so that nobody sits down with a backup; so are the password of the own Wi-Fi and an
    open game in which something is still hidden.

    Raises:
        BackupError: when there is no table, it can't be read or copied, or *out* is there already.
        OSError: when *out* can't be written.
    """
    if out.exists():
        raise BackupError(TAKEN.format(out))
    part = part_of(out)
    try:
        path = table_in(folder)
        part.unlink(missing_ok=True)
        # SQLite would not say why it can't be made.
        part.touch()
        left_out = _copied(path, part)
        games = _whole(part)
        flush(part)
        part.rename(out)
        flush_folder(out.absolute().parent)
    except (OSError, sqlite3.Error, StoreError, RulesError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise
        raise BackupError(f"the backup can't be made: {error}") from error
    return Backup(games, left_out)


def _copied(path: Path, part: Path) -> str | None:
    """Copy the table's file as it is at one moment; give the id of the game that was left out."""
    with (
        closing(Store(path, is_read_only=True)) as store,
        closing(sqlite3.connect(part, isolation_level=None)) as copy,
    ):
        store.copy_into(copy)
    with closing(Store(part)) as copied:
        hidden = _hidden_game(copied)
        copied.strip(hidden, SETTING)
    return hidden


def _hidden_game(store: Store) -> str | None:
    id_ = next((id_ for id_, _, is_open in store.games() if is_open), None)
    if id_ is None:
        return None
    try:
        row = store.game(id_)
        is_shown = row is not None and not row.record().table.holds_secrets
    except (DamagedError, RulesError):
        # Not readable here, so nobody can say what is hidden in it.
        is_shown = False
    return None if is_shown else id_


def _whole(part: Path) -> int:
    """Give how many games a backup holds, after reading it through."""
    if check_pages(part) == 0:
        raise DamagedError("nothing in it is a table's")
    with closing(Store(part)) as store:
        store.check()
        return len(store.games())


def put_back(folder: Path, backup: Path) -> tuple[Backup, Path | None]:
    """Put a backup in place of what the folder keeps; give where that lies now.

    The table must not be served meanwhile: `device.locking.only_one`.

    Raises:
        NoBackupError: when the file is no whole backup.
        BackupError: when a disk refuses.
    """
    path = folder / FILE
    part = part_of(path)
    try:
        finish(path)
        shutil.copyfile(backup, part)
        games = _whole(part)
        aside = exchange(path, ASIDE)
        hand_over(folder)
    except (OSError, StoreError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, DamagedError):
            raise NoBackupError(f"{backup} is no whole backup: {error}") from error
        raise BackupError(f"{backup} can't be put back: {error}") from error
    return Backup(games), aside


def hand_over(folder: Path) -> None:
    """Give what root made in a table's folder to whose folder it is: its service must be able to write it."""
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        return
    for file in folder.rglob("*"):
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)
