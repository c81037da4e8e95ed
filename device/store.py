"""What the table keeps: games and their entries, settings, phones and copies, in one SQLite file.

An answer leaves the table only after the write came back: WAL with synchronous=FULL flushes each
transaction to the disk before it returns.
"""

import json
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from device.errors import DamagedError, StoreError
from device.schema import check_whole
from device.table_file import FAULTS, fault_of, open_file
from device.table_rows import (
    EntryRow,
    Row,
    UnreadableError,
    entry_of,
    game_of,
    phone_of,
    profile_of,
    setting_of,
)
from rules.codec import Json
from rules.core import LATEST_MS
from rules.record import Record, encode_entry, fold_record
from rules.table import Entry

logger = logging.getLogger(__name__)

T = TypeVar("T")
Statement = tuple[str, tuple[Any, ...]]

_GAMES = "SELECT id, header, is_open FROM games ORDER BY number"
RECORDS = "records"
"""The folder beside the table's file with a record of each finished game, see device/record_files.py."""


@dataclass(frozen=True)
class Salvaged:
    """What was read of a damaged file, the folder in which that lies now, and the records beside it."""

    folder: Path
    games: int
    entries: int
    records: int = 0

    @property
    def records_folder(self) -> Path:
        return self.folder.with_name(RECORDS)


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


def rows_of(entries: Sequence[Entry], keys: Sequence[str | None] = ()) -> list[EntryRow]:
    """Give new entries as they are stored; the first ones carry the *keys* of their commands."""
    return [
        EntryRow(entry.number, entry.at_ms, encode_entry(entry), key)
        for entry, key in zip_longest(entries, keys)
    ]


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
        self._db = open_file(path, is_read_only=is_read_only)

    def check(self) -> None:
        """Read all that the table begins with, and what each game is.

        Raises:
            DamagedError: when a line of it can't be read.
        """
        try:
            check_whole(self._db, self.path)
        except FAULTS as error:
            raise fault_of(error)(f"the table's file {self.path} can't be read: {error}") from error
        self.settings()
        self.phones()
        self.profiles()
        for row in self._read(_GAMES):
            self._as(game_of, row)
        self.game()

    def copy_into(self, other: sqlite3.Connection) -> None:
        """Copy everything as it is at one moment, also while another program writes."""
        try:
            self._db.backup(other)
        except FAULTS as error:
            raise fault_of(error)(f"the table's file {self.path} can't be copied: {error}") from error

    def strip(self, game: str | None, *settings: str) -> None:
        """Take out all phones, games that can't be read, and what is named: a game, settings.

        No trace of them is left in the file.
        """
        gone: list[Statement] = [("DELETE FROM phones", ())]
        gone += [("DELETE FROM settings WHERE name = ?", (name,)) for name in settings]
        kept = {id_ for id_, _, _ in self.games()} - {game}
        for number, id_ in self._read("SELECT number, id FROM games"):
            if id_ not in kept:
                gone += [
                    ("DELETE FROM entries WHERE game = (SELECT id FROM games WHERE number = ?)", (number,)),
                    ("DELETE FROM games WHERE number = ?", (number,)),
                ]
        self._write(gone)
        self._read("PRAGMA journal_mode=DELETE")
        self._read("VACUUM")

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        self._db.close()

    def settings(self) -> dict[str, Any]:
        """Give every setting by its name."""
        return dict(self._as(setting_of, row) for row in self._read("SELECT name, value FROM settings"))

    def keep_settings(self, values: dict[str, Json]) -> None:
        """Store settings, all or none."""
        self._write(_set(values))

    def keep_setup(self, settings: dict[str, Json], stay: Collection[str]) -> None:
        """Store settings, and leave phones no seat but those with the signs that stay, all or none."""
        marks = ", ".join("?" * len(stay))
        gone = f"UPDATE phones SET sign = NULL WHERE sign NOT IN ({marks})"
        self._write([*_set(settings), (gone, tuple(stay))])

    def profiles(self) -> list[tuple[str, str, str]]:
        """List game, name and JSON of every copy's profile, in that order."""
        rows = self._read("SELECT game, name, profile FROM profiles ORDER BY game, name")
        return [self._as(profile_of, row) for row in rows]

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
        where, args = ("id = ?", (id_,)) if id_ is not None else ("is_open = 1 ORDER BY number DESC", ())
        found = self._read(f"SELECT id, header, is_open FROM games WHERE {where} LIMIT 1", args)
        if not found:
            return None
        name, header, is_open = self._as(game_of, found[0])
        rows = self._read(
            "SELECT number, at_ms, entry, key FROM entries WHERE game = ? ORDER BY number", (name,)
        )
        entries = tuple(self._as(entry_of, row, number, name) for number, row in enumerate(rows, 1))
        return GameRow(name, header, is_open, entries)

    def games(self) -> list[tuple[str, dict[str, Json], bool]]:
        """List id, header and whether it is open of every game, oldest first.

        One that can't be read is left out and logged: it must not keep others from being had.
        """
        found = []
        for row in self._read(_GAMES):
            try:
                found.append(game_of(row))
            except UnreadableError as error:
                logger.warning("a game is left out: %s can't be read", error)
        return found

    def latest_ms(self) -> int:
        """Give the latest table time that is stored anywhere, 0 where there is none."""
        kept = self.settings().get("table_ms")
        kept_ms = kept if isinstance(kept, int) and kept <= LATEST_MS else 0
        ((logged,),) = self._read(
            "SELECT coalesce(max(at_ms), 0) FROM entries WHERE typeof(at_ms) = 'integer' AND at_ms <= ?",
            (LATEST_MS,),
        )
        return max(kept_ms, int(logged), 0)

    def phones(self) -> list[tuple[str, str | None, bool]]:
        """List token hash, sign and whether it is the host's of every known phone."""
        rows = self._read("SELECT token_hash, sign, is_host FROM phones")
        return [self._as(phone_of, row) for row in rows]

    def keep_phones(self, phones: Iterable[tuple[str, str | None, bool]]) -> None:
        """Replace the known phones."""
        rows = [("INSERT INTO phones VALUES (?, ?, ?)", phone) for phone in phones]
        self._write([("DELETE FROM phones", ()), *rows])

    def _read(self, sql: str, args: tuple[Any, ...] = ()) -> list[Row]:
        try:
            return self._db.execute(sql, args).fetchall()
        except FAULTS as error:
            raise fault_of(error)(f"the table's file {self.path} can't be read: {error}") from error

    def _as(self, read: Callable[..., T], *args: object) -> T:
        try:
            return read(*args)
        except UnreadableError as error:
            raise DamagedError(f"the table's file {self.path} is damaged: {error} can't be read") from error

    def _write(self, statements: list[Statement]) -> None:
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                for sql, args in statements:
                    self._db.execute(sql, args)
        # UnicodeError: a text with half a sign in it, which no file can hold.
        except (sqlite3.Error, UnicodeError) as error:
            raise StoreError(f"the disk refused: {error}") from error


def _set(values: dict[str, Json]) -> list[Statement]:
    rows = [(name, json.dumps(value, ensure_ascii=False)) for name, value in values.items()]
    return [("INSERT OR REPLACE INTO settings VALUES (?, ?)", row) for row in rows]
