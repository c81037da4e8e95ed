"""The tables of the table's file, and how a file of an older Khepri becomes one of today's.

A new version is a step more, and a file as the version before it wrote it, under tests/device/older_files.
"""

import sqlite3
from pathlib import Path

from device.errors import StoreError

_STEPS = (
    """
CREATE TABLE games (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, header TEXT NOT NULL, is_open INTEGER NOT NULL
);
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, at_ms INTEGER NOT NULL,
    entry TEXT NOT NULL, key TEXT, PRIMARY KEY (game, number), UNIQUE (game, key)
) WITHOUT ROWID;
CREATE TABLE phones (token_hash TEXT PRIMARY KEY, sign TEXT, is_host INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
""",
    """
CREATE TABLE profiles (
    game TEXT NOT NULL, name TEXT NOT NULL, profile TEXT NOT NULL, PRIMARY KEY (game, name)
) WITHOUT ROWID;
""",
)
"""What makes a file of each version one of the next, beginning with an empty one; none is ever changed."""
SCHEMA_VERSION = len(_STEPS)


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Give the version of a file's schema, 0 for an empty one.

    Raises:
        StoreError: when a newer Khepri made it.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} comes from a newer Khepri: schema {version}, this one knows {SCHEMA_VERSION}"
        )
    return int(version)


def check_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Raise unless the file is of today's schema, for who only reads."""
    version = version_of(db, path)
    if version < SCHEMA_VERSION:
        raise StoreError(
            f"{path} comes from an older Khepri: schema {version}, this one reads {SCHEMA_VERSION}; "
            "khepri serve brings it up to date"
        )


def bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Make a file one of today's schema, in one transaction; what it holds stays.

    Raises:
        StoreError: when a newer Khepri made it; nothing was written.
    """
    if version_of(db, path) == SCHEMA_VERSION:
        return
    # Another program may do the same: the first one in does it, the other finds it done.
    db.execute("BEGIN IMMEDIATE")
    for statement in "".join(_STEPS[version_of(db, path) :]).split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    db.execute("COMMIT")
