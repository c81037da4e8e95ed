"""The tables of the table's file, and how a file of an older Khepri becomes one of today's.

A new version is a step more, and a file as the version before it wrote it, under tests/device/older_files.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from device.errors import DamagedError, StoreError

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
MOST_VERSIONS = 100
_COLUMNS = """
SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c
WHERE m.type = 'table' AND m.tbl_name = m.name
UNION ALL
SELECT m.name, f."from", f."table", f."to", 0 FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
"""


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Give the version of a file's schema, 0 for an empty one.

    Raises:
        DamagedError: when no Khepri made it.
        StoreError: when a newer Khepri made it.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not 0 <= version <= MOST_VERSIONS:
        raise DamagedError(f"the table's file {path} is damaged: it says that it is of schema {version}")
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


def check_whole(db: sqlite3.Connection, path: Path) -> None:
    """Raise unless the file has the tables of today's schema: a flipped bit may rename one, or a column.

    Raises:
        DamagedError: when one is another.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        bring_up_to_date(new, path)
        wanted = {*new.execute(_COLUMNS)}
    if not wanted <= {*db.execute(_COLUMNS)}:
        raise DamagedError(f"the table's file {path} is damaged: its tables are not as Khepri makes them")


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
