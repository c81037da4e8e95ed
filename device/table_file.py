"""The table's file as SQLite has it: opened, read through, and what SQLite's faults mean."""

import sqlite3
from contextlib import closing
from pathlib import Path

from device.errors import DamagedError, StoreError
from device.schema import bring_up_to_date, check_up_to_date, version_of
from device.table_rows import as_text

FAULTS = (sqlite3.Error, UnicodeError)
"""What reading may raise: where SQLite names what it found in a damaged file, that may be no text."""


def open_file(path: Path, *, is_read_only: bool = False) -> sqlite3.Connection:
    """Open the file, for one thread; each transaction is on the disk before it returns.

    Where there is none it is made, with its folder, and an older one is brought up to date; with
    *is_read_only* nothing is written at all, also while another program writes.

    Raises:
        DamagedError: when it is no table's file.
        StoreError: when it can't be opened, or is of another version; it is as it was.
    """
    try:
        if is_read_only:
            db = sqlite3.connect(_address_to_read(path), uri=True, isolation_level=None)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(path, isolation_level=None)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"the table's file {path} can't be opened: {error}") from error
    db.text_factory = as_text
    try:
        if is_read_only:
            check_up_to_date(db, path)
        else:
            _prepare(db, path)
    except FAULTS as error:
        db.close()
        raise fault_of(error)(f"the table's file {path} can't be opened: {error}") from error
    except StoreError:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    # The version comes first: setting the journal mode already writes into a file.
    version_of(db, path)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    bring_up_to_date(db, path)


def _address_to_read(path: Path) -> str:
    """Give the address under which SQLite reads a file and leaves nothing beside it.

    A log of writes (-wal) is there while a table is served, and after the plug was pulled: then it must be
    read too. Without one, `immutable` keeps SQLite from making one, which would be root's if root reads.
    """
    has_log = path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?mode=ro" + ("" if has_log else "&immutable=1")


def check_pages(path: Path) -> int:
    """Read the file through, page by page, and write nothing; give the version of its schema, 0 for none.

    Raises:
        DamagedError: when it is damaged.
        StoreError: when it can't be read.
    """
    try:
        with closing(sqlite3.connect(_address_to_read(path), uri=True, isolation_level=None)) as db:
            found = db.execute("PRAGMA integrity_check(1)").fetchall()
            ((version,),) = db.execute("PRAGMA user_version").fetchall()
        with path.open("rb") as file:
            written = file.read(19)[18:]
    except (OSError, *FAULTS) as error:
        raise fault_of(error)(f"the table's file {path} can't be read: {error}") from error
    if written > _WITH_LOG:
        # SQLite reads such a file, but never writes into it.
        raise DamagedError(f"the table's file {path} is damaged: it says that nobody knows how to write it")
    if found != [("ok",)]:
        raise DamagedError(f"the table's file {path} is damaged: {found[0][0]}")
    return int(version)


_WITH_LOG = b"\2"
"""How a file says, in its 19th byte, that it is written with a log of writes; without one that is 1."""
_CODES_OF_DAMAGE = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_TOOBIG,
)


def fault_of(error: sqlite3.Error | UnicodeError | OSError) -> type[StoreError]:
    """Tell a damaged file from a disk that refuses; a question is wrong only where a table is missing."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Python's own: it found bytes that are no text.
        return DamagedError if isinstance(error, sqlite3.OperationalError | UnicodeError) else StoreError
    return DamagedError if code & 0xFF in _CODES_OF_DAMAGE else StoreError
