"""What the table keeps: one SQLite file, one connection, one thread that writes.

An answer leaves the table only after the write came back: WAL with synchronous=FULL flushes each
transaction to the disk before it returns.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from rules.codec import Json
from rules.record import Record, fold_record

P = ParamSpec("P")
T = TypeVar("T")

Statement = tuple[str, tuple[Any, ...]]

_SCHEMAS = (
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
"""What makes a file of each version one of the next, beginning with an empty one."""
SCHEMA_VERSION = len(_SCHEMAS)


class StoreError(Exception):
    """The disk or the table's file refused; what was acknowledged before is still there."""


class DamagedError(StoreError):
    """The file is no table's, or parts of it can't be read any more."""


@dataclass(frozen=True)
class EntryRow:
    """An entry as it is stored: its number in the game, its time, its JSON, and the command's key."""

    number: int
    at_ms: int
    entry: dict[str, Json]
    key: str | None = None


@dataclass(frozen=True)
class Salvaged:
    """What was read of a damaged file, and the folder in which that lies now."""

    folder: Path
    games: int
    entries: int


@dataclass(frozen=True)
class GameRow:
    """A game as it is stored, its entries in order."""

    id: str
    header: dict[str, Json]
    is_open: bool
    entries: tuple[EntryRow, ...]

    def record(self) -> Record:
        """Fold it anew.

        Raises:
            MalformedRecordError: when an entry can't be read or is refused.
        """
        return fold_record(enumerate([self.header, *(row.entry for row in self.entries)], 1))


class Store:
    """The file itself; every method belongs on the one thread that opened it.

    With `is_read_only` nothing is written, made or migrated, also while another program writes. `salvaged`
    is there when it was made of a damaged one.

    Raises:
        StoreError: when the disk or the file refuses; nothing of that transaction is kept.
    """

    def __init__(self, path: Path, *, is_read_only: bool = False) -> None:
        self.path = path
        self.salvaged: Salvaged | None = None
        try:
            if is_read_only:
                self._db = sqlite3.connect(_for_reading(path), uri=True, isolation_level=None)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._db = sqlite3.connect(path, isolation_level=None)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the table's file {path} can't be opened: {error}") from error
        try:
            if is_read_only:
                self._check_version()
            else:
                self._migrate()
        except sqlite3.Error as error:
            self._db.close()
            raise _of(error)(f"the table's file {path} can't be opened: {error}") from error
        except StoreError:
            self._db.close()
            raise

    def _version(self) -> int:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} comes from a newer Khepri: schema {version}, this one knows {SCHEMA_VERSION}"
            )
        return int(version)

    def _check_version(self) -> None:
        version = self._version()
        if version < SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} comes from an older Khepri: schema {version}, this one reads {SCHEMA_VERSION}; "
                "khepri serve brings it up to date"
            )

    def _migrate(self) -> None:
        # The version comes first: setting the journal mode already writes into a file.
        version = self._version()
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA foreign_keys=ON")
        if version < SCHEMA_VERSION:
            # Another program may do the same: the first one in does it, the other finds it done.
            self._db.execute("BEGIN IMMEDIATE")
            version = self._version()
            for statement in "".join(_SCHEMAS[version:]).split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            self._db.execute("COMMIT")

    def check(self) -> None:
        """Read what the table begins with.

        Raises:
            DamagedError: when a line of it can't be read.
        """
        self.settings()
        self.game()

    def copy_into(self, other: sqlite3.Connection) -> None:
        """Copy everything as it is at one moment, also while another program writes."""
        try:
            self._db.backup(other)
        except sqlite3.Error as error:
            raise _of(error)(f"the table's file {self.path} can't be copied: {error}") from error

    def strip(self, game: str | None, *settings: str) -> None:
        """Take out all phones, and what is named: a game, settings; no trace of them is left in the file."""
        gone: list[Statement] = [("DELETE FROM phones", ())]
        gone += [("DELETE FROM settings WHERE name = ?", (name,)) for name in settings]
        if game is not None:
            gone += [
                ("DELETE FROM entries WHERE game = ?", (game,)),
                ("DELETE FROM games WHERE id = ?", (game,)),
            ]
        self._write(gone)
        self._read("PRAGMA journal_mode=DELETE")
        self._read("VACUUM")

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        self._db.close()

    def settings(self) -> dict[str, Any]:
        """Give every setting by its name."""
        rows = self._read("SELECT name, value FROM settings")
        return {name: self._json(value, f"the setting {name}") for name, value in rows}

    def keep_settings(self, values: dict[str, Json]) -> None:
        """Store settings, all or none."""
        self._write(_set(values))

    def profiles(self) -> list[tuple[str, str, str]]:
        """List game, name and JSON of every copy's profile, in that order."""
        return [*self._read("SELECT game, name, profile FROM profiles ORDER BY game, name")]

    def keep_profiles(
        self, profiles: Mapping[tuple[str, str], str | None], settings: dict[str, Json]
    ) -> None:
        """Store profiles by game and name (None: forget that one) and settings, all or none."""
        forget, put = (
            "DELETE FROM profiles WHERE game = ? AND name = ?",
            "INSERT INTO profiles VALUES (?, ?, ?)",
        )
        gone: list[Statement] = [(forget, key) for key in profiles]
        new: list[Statement] = [(put, (*key, text)) for key, text in profiles.items() if text is not None]
        self._write([*gone, *new, *_set(settings)])

    def open_game(self, id_: str, header: dict[str, Json]) -> None:
        """Store a new game, which then is the open one."""
        self._write(
            [
                ("UPDATE games SET is_open = 0", ()),
                (
                    "INSERT INTO games (id, header, is_open) VALUES (?, ?, 1)",
                    (id_, json.dumps(header, ensure_ascii=False)),
                ),
            ]
        )

    def keep_header(self, id_: str, header: dict[str, Json], settings: dict[str, Json]) -> None:
        """Replace a game's header and store settings, all or none."""
        update = "UPDATE games SET header = ? WHERE id = ?"
        self._write([(update, (json.dumps(header, ensure_ascii=False), id_)), *_set(settings)])

    def close_game(self, id_: str) -> None:
        """Note that a game is no longer the open one."""
        self._write([("UPDATE games SET is_open = 0 WHERE id = ?", (id_,))])

    def append(self, game: str, rows: Iterable[EntryRow]) -> None:
        """Store entries, all or none."""
        self._write(
            [
                (
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
                    (game, row.number, row.at_ms, json.dumps(row.entry, ensure_ascii=False), row.key),
                )
                for row in rows
            ]
        )

    def game(self, id_: str | None = None) -> GameRow | None:
        """Give the game with that id, or the open one; None where there is none."""
        where, args = ("id = ?", (id_,)) if id_ is not None else ("is_open = 1", ())
        found = self._read(f"SELECT id, header, is_open FROM games WHERE {where}", args)
        if not found:
            return None
        name, header, is_open = found[0]
        rows = self._read(
            "SELECT number, at_ms, entry, key FROM entries WHERE game = ? ORDER BY number", (name,)
        )
        for expected, (number, *_) in enumerate(rows, 1):
            if number != expected:
                where = f"the table's file {self.path} is damaged"
                raise DamagedError(f"{where}: entry {expected} of {name} is missing")
        entries = tuple(
            EntryRow(number, at_ms, self._json(entry, f"entry {number} of {name}"), key)
            for number, at_ms, entry, key in rows
        )
        return GameRow(name, self._json(header, f"the header of {name}"), bool(is_open), entries)

    def games(self) -> list[tuple[str, dict[str, Json], bool]]:
        """List id, header and whether it is open of every game, oldest first."""
        rows = self._read("SELECT id, header, is_open FROM games ORDER BY number")
        return [
            (id_, self._json(header, f"the header of {id_}"), bool(is_open)) for id_, header, is_open in rows
        ]

    def latest_ms(self) -> int:
        """Give the latest table time that is stored anywhere, 0 for a new file."""
        kept = self.settings().get("table_ms", 0)
        ((logged,),) = self._read("SELECT coalesce(max(at_ms), 0) FROM entries")
        return max(int(kept), int(logged))

    def phones(self) -> list[tuple[str, str | None, bool]]:
        """List token hash, sign and whether it is the host's of every known phone."""
        return [
            (h, sign, bool(is_host))
            for h, sign, is_host in self._read("SELECT token_hash, sign, is_host FROM phones")
        ]

    def keep_phones(self, phones: Iterable[tuple[str, str | None, bool]]) -> None:
        """Replace the known phones."""
        rows = [("INSERT INTO phones VALUES (?, ?, ?)", phone) for phone in phones]
        self._write([("DELETE FROM phones", ()), *rows])

    def _read(self, sql: str, args: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, args).fetchall()
        except sqlite3.Error as error:
            raise _of(error)(f"the table's file {self.path} can't be read: {error}") from error

    def _json(self, text: str, what: str) -> Any:
        try:
            return json.loads(text)
        except ValueError as error:
            raise DamagedError(f"the table's file {self.path} is damaged: {what} can't be read") from error

    def _write(self, statements: list[Statement]) -> None:
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                for sql, args in statements:
                    self._db.execute(sql, args)
        # UnicodeError: a text with half a sign in it, which no file can hold.
        except (sqlite3.Error, UnicodeError) as error:
            raise StoreError(f"the disk refused: {error}") from error


def check_pages(path: Path) -> int:
    """Read the file through, page by page, and write nothing; give the version of its schema, 0 for none.

    Raises:
        DamagedError: when it is damaged.
        StoreError: when it can't be read.
    """
    try:
        with closing(sqlite3.connect(_for_reading(path), uri=True, isolation_level=None)) as db:
            found = db.execute("PRAGMA quick_check(1)").fetchall()
            ((version,),) = db.execute("PRAGMA user_version").fetchall()
    except sqlite3.Error as error:
        raise _of(error)(f"the table's file {path} can't be read: {error}") from error
    if found != [("ok",)]:
        raise DamagedError(f"the table's file {path} is damaged: {found[0][0]}")
    return int(version)


def _of(error: sqlite3.Error) -> type[StoreError]:
    """Tell a damaged file from a disk that refuses; a question is wrong only where a table is missing."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    is_damaged = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    return DamagedError if is_damaged else StoreError


def _for_reading(path: Path) -> str:
    """Give the address under which SQLite reads a file and leaves nothing beside it.

    A log of writes (-wal) is there while a table is served, and after the plug was pulled: then it must be
    read too. Without one, `immutable` keeps SQLite from making one, which would be root's if root reads.
    """
    has_log = path.with_name(f"{path.name}-wal").exists()
    return f"{path.absolute().as_uri()}?mode=ro" + ("" if has_log else "&immutable=1")


def _set(values: dict[str, Json]) -> list[Statement]:
    rows = [(name, json.dumps(value, ensure_ascii=False)) for name, value in values.items()]
    return [("INSERT OR REPLACE INTO settings VALUES (?, ?)", row) for row in rows]


def to_its_end(command: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Do a command to its end also when who sent it goes away: else the disk knew more than the table."""

    @wraps(command)
    async def done(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.shield(asyncio.create_task(command(*args, **kwargs)))

    return done


class LogThread:
    """Runs a store on its own thread, so that a slow disk never holds up buttons or phones."""

    def __init__(self, path: Path, open_store: Callable[[Path], Store] = Store) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="khepri-log")
        try:
            self.store = self._executor.submit(open_store, path).result()
        except BaseException:
            self._executor.shutdown()
            raise

    async def run(self, do: Callable[..., T], *args: Any) -> T:
        """Run one of the store's methods there and give what it gives."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, do, *args)

    def now(self, do: Callable[..., T], *args: Any) -> T:
        """Run one of the store's methods there and wait; for start and stop, not for the event loop."""
        return self._executor.submit(do, *args).result()

    def close(self) -> None:
        """Close the store and end the thread, after what is still waiting."""
        self._executor.submit(self.store.close).result()
        self._executor.shutdown()
