"""A table's file that is damaged: what can be read of it goes into a new one, and it is set aside."""

import json
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from device.errors import DamagedError, StoreError
from device.replacing import BESIDE, exchange, finish, part_of
from device.store import RECORDS, Salvaged, Store
from device.table_file import FAULTS, check_pages
from device.table_rows import (
    Row,
    UnreadableError,
    as_text,
    entry_of,
    game_of,
    object_of,
    phone_of,
    profile_of,
    setting_of,
)

logger = logging.getLogger(__name__)

T = TypeVar("T")

ASIDE = "damaged"
READING = "reading-"
MOST_MISSING = 64
"""After so many games in a row that can't be read no more are looked for."""


def open_table(path: Path) -> Store:
    """Open the table's file; where it is damaged, a new one with what could be read.

    Raises:
        StoreError: when there can be none: the disk refuses, or it comes from a newer Khepri; however often
            that is tried, a damaged file is set aside once.
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
        StoreError: when the disk refuses, or no table can begin with what was read; the damaged file is
            where it was.
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
        _check_new(part_of(path))
        folder = exchange(path, ASIDE)
    except (OSError, *FAULTS) as error:
        raise StoreError(f"{path} is damaged and can't be set aside: {error}") from error
    except DamagedError as error:
        raise StoreError(f"{path} is damaged, and so is what was read of it: {error}") from error
    finally:
        with suppress(OSError):
            part_of(path).unlink(missing_ok=True)
    assert folder is not None
    return Salvaged(folder, games, entries, _records(path))


def _records(path: Path) -> int:
    """Give how many finished games lie beside the file as records."""
    return sum(1 for _ in path.with_name(RECORDS).glob("*.jsonl"))


def _check_new(new: Path) -> None:
    """Read through what was made: it goes in place of the damaged one only where a table can begin with it.

    Raises:
        DamagedError: when none can.
    """
    check_pages(new)
    with closing(Store(new, is_read_only=True)) as store:
        store.check()


def _copied(damaged: Path, new: Path) -> tuple[int, int]:
    """Copy what can be read into a new file; give how many games and entries that were."""
    store = Store(new)
    store.close()
    games = entries = 0
    with closing(sqlite3.connect(new, isolation_level=None)) as into, closing(_opened(damaged)) as out:
        into.execute("PRAGMA foreign_keys=ON")
        into.execute("BEGIN IMMEDIATE")
        for game in _games(out):
            if _put(into, "INSERT INTO games VALUES (?, ?, ?, ?)", game):
                games += 1
                entries += _copied_entries(out, into, game[1])
        for table, read in _OTHERS.items():
            for row in _rows(out, f"SELECT * FROM {table}"):
                if _as(read, row) is not None:
                    _put(into, f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        into.execute("COMMIT")
        into.execute("PRAGMA journal_mode=DELETE")
    return games, entries


_ENTRIES = "SELECT number, at_ms, entry, key FROM entries"
_OTHERS: dict[str, Callable[[Row], object]] = {
    "phones": phone_of,
    "settings": setting_of,
    "profiles": profile_of,
}
"""Tables beside games and entries, and what reads a row of each."""


def _opened(damaged: Path) -> sqlite3.Connection:
    db = sqlite3.connect(damaged, isolation_level=None)
    # A text that is none must not end the reading of all others.
    db.text_factory = as_text
    return db


def _games(db: sqlite3.Connection) -> Iterator[tuple[int, str, str, bool]]:
    """Read game by game: one that can't be read does not hide those behind it."""
    number = missing = 0
    while missing < MOST_MISSING:
        number += 1
        rows = [*_rows(db, "SELECT id, header, is_open FROM games WHERE number = ?", number)]
        missing = 0 if rows else missing + 1
        for row in rows:
            if (game := _as(_game, db, *row)) is not None:
                yield number, *game


def _game(db: sqlite3.Connection, id_: object, came: object, is_open: object) -> tuple[str, str, bool]:
    """Give a game's id, header and whether it is open; a letter may be spoilt in its header.

    The id stands in the header too, and one of the two may be spoilt: the right one is that of its entries.
    """
    header = object_of(came.decode(errors="replace") if isinstance(came, bytes) else came, "a header")
    ids = [found for found in (id_, header.get("id")) if isinstance(found, str)]
    with_entries = [found for found in ids if any(_rows(db, "SELECT 1 FROM entries WHERE game = ?", found))]
    right = [*with_entries, *ids, ""][0]
    if "id" in header:
        header["id"] = right
    text = json.dumps(header, ensure_ascii=False)
    game_of((right, text, is_open))
    return right, text, bool(is_open)


def _copied_entries(out: sqlite3.Connection, into: sqlite3.Connection, game: str) -> int:
    """Copy a game's entries up to the first that can't be: those behind it may not fit without it."""
    copied = 0
    while True:
        args = (game, copied + 1)
        row = next(_rows(out, f"{_ENTRIES} WHERE game = ? AND number = ?", *args), None)
        if row is None or _as(entry_of, row, copied + 1, game) is None:
            return copied
        if not _put(into, "INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (game, *row)):
            return copied
        copied += 1


def _rows(db: sqlite3.Connection, sql: str, *args: object) -> Iterator[Row]:
    with suppress(*FAULTS):
        yield from db.execute(sql, args)


def _as(read: Callable[..., T], *args: object) -> T | None:
    try:
        return read(*args)
    # ValueError: a row with more columns or fewer, where the tables themselves are spoilt.
    except (UnreadableError, ValueError):
        return None


def _put(db: sqlite3.Connection, sql: str, row: Row) -> bool:
    """Add a row, and say whether it fits with those that are there."""
    try:
        db.execute(sql, row)
    except sqlite3.IntegrityError:
        return False
    return True
