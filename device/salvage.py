"""A table's file that is damaged: what can be read of it goes into a new one, and it is set aside."""

import json
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from device.errors import DamagedError, StoreError
from device.replacing import BESIDE, exchange, finish, part_of
from device.store import RECORDS, Salvaged, Store
from device.table_file import check_pages

logger = logging.getLogger(__name__)

ASIDE = "damaged"
READING = "reading-"
MOST_MISSING = 64
"""After so many games in a row that can't be read no more are looked for."""


def open_table(path: Path) -> Store:
    """Open the table's file; where it is damaged, a new one with what could be read.

    Raises:
        StoreError: when there can be none: the disk refuses, or it comes from a newer Khepri.
    """
    try:
        finish(path)
    except OSError as error:
        raise StoreError(f"the table's file {path} can't be put in place: {error}") from error
    try:
        return _checked(path)
    except DamagedError as error:
        logger.error("%s", error)
    salvaged = _rescue(path)
    store = _checked(path)
    store.salvaged = salvaged
    return store


def _checked(path: Path) -> Store:
    if path.exists():
        # Empty is also what a first start leaves that was killed at once.
        if path.stat().st_size == 0 and _records(path):
            raise DamagedError(f"the table's file {path} is empty, and yet games were played here")
        check_pages(path)
    store = Store(path)
    try:
        store.check()
    except StoreError:
        store.close()
        raise
    return store


def _rescue(path: Path) -> Salvaged:
    """Make a new file with what can be read, and set the damaged one aside.

    Raises:
        StoreError: when the disk refuses; the damaged file is where it was.
    """
    for left in path.parent.glob(f"{READING}*"):
        shutil.rmtree(left, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=READING) as reading:
            # Reading may write beside a file, and this one is not to be touched.
            for ending in BESIDE:
                with suppress(FileNotFoundError):
                    shutil.copy2(path.with_name(path.name + ending), Path(reading, f"table.db{ending}"))
            games, entries = _copied(Path(reading, "table.db"), part_of(path))
        folder = exchange(path, ASIDE)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} is damaged and can't be set aside: {error}") from error
    assert folder is not None
    return Salvaged(folder, games, entries, _records(path))


def _records(path: Path) -> int:
    """Give how many finished games lie beside the file as records."""
    return sum(1 for _ in path.with_name(RECORDS).glob("*.jsonl"))


def _copied(damaged: Path, new: Path) -> tuple[int, int]:
    """Copy what can be read into a new file; give how many games and entries that were."""
    store = Store(new)
    store.close()
    games = entries = 0
    with closing(sqlite3.connect(new, isolation_level=None)) as into, closing(_opened(damaged)) as out:
        into.execute("PRAGMA foreign_keys=ON")
        into.execute("BEGIN IMMEDIATE")
        for number, id_, header, is_open in _games(out):
            row = (number, id_, header, is_open)
            if _put(into, "INSERT INTO games VALUES (?, ?, ?, ?)", row):
                games += 1
                entries += sum(
                    _put(into, "INSERT INTO entries VALUES (?, ?, ?, ?, ?)", entry)
                    for entry in _entries(out, id_)
                )
        for table, columns in (("phones", 3), ("settings", 2), ("profiles", 3)):
            marks = ", ".join("?" * columns)
            for row in _rows(out, f"SELECT * FROM {table}"):
                _put(into, f"INSERT INTO {table} VALUES ({marks})", row)
        into.execute("COMMIT")
        into.execute("PRAGMA journal_mode=DELETE")
    return games, entries


def _opened(damaged: Path) -> sqlite3.Connection:
    db = sqlite3.connect(damaged, isolation_level=None)
    # Half a sign at the end of a page must not end the reading of all others.
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def _games(db: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Read game by game: one that can't be read does not hide those behind it."""
    number = missing = 0
    while missing < MOST_MISSING:
        number += 1
        rows = [*_rows(db, "SELECT number, id, header, is_open FROM games WHERE number = ?", number)]
        missing = 0 if rows else missing + 1
        yield from (row for row in rows if _is_object(row[2]))


def _entries(db: sqlite3.Connection, game: str) -> Iterator[tuple[Any, ...]]:
    """Read a game's entries up to the first that can't be: those behind it may not fit without it."""
    number = 0
    while True:
        number += 1
        rows = [*_rows(db, "SELECT * FROM entries WHERE game = ? AND number = ?", game, number)]
        if not rows or not _is_object(rows[0][3]):
            return
        yield rows[0]


def _rows(db: sqlite3.Connection, sql: str, *args: object) -> Iterator[tuple[Any, ...]]:
    with suppress(sqlite3.Error):
        yield from db.execute(sql, args)


def _put(db: sqlite3.Connection, sql: str, row: tuple[Any, ...]) -> bool:
    """Add a row, and say whether it was one; a page of a damaged file may hold anything."""
    try:
        db.execute(sql, row)
    except (sqlite3.IntegrityError, sqlite3.InterfaceError):
        return False
    return True


def _is_object(text: object) -> bool:
    try:
        return isinstance(text, str) and isinstance(json.loads(text), dict)
    except ValueError:
        return False
