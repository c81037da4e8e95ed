"""Records out of the table's file, for the command line."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.errors import StoreError
from device.replacing import flush, part_of
from device.store import Store
from rules.errors import RulesError
from rules.record import decode_header, write_record

logger = logging.getLogger(__name__)

FILE = "table.db"
TAKEN = "{} is there already: nothing is written over it"


class ExportError(Exception):
    """The game that was asked for is not given; the message says why."""


@dataclass(frozen=True)
class KeptGame:
    """One line of the list of games."""

    id: str
    game: str
    date: str | None
    is_open: bool
    seats: list[str]


def table_in(folder: Path) -> Path:
    """Give the table's file in a folder.

    Raises:
        StoreError: when there is none.
    """
    path = folder / FILE
    try:
        is_there = path.exists()
    except OSError as error:
        raise StoreError(f"the table's file {path} can't be read: {error.strerror}") from error
    if not is_there:
        raise StoreError(
            f"there is no table's file at {path}: play a game first, or name its folder with --data"
        )
    return path


def open_store(folder: Path) -> Store:
    """Open the table's file in a folder, for reading only.

    Raises:
        StoreError: when there is none or it can't be read.
    """
    return Store(table_in(folder), is_read_only=True)


def kept_games(folder: Path) -> list[KeptGame]:
    """List the games in the table's file, oldest first; one that can't be read is left out and logged.

    Raises:
        StoreError: when there is no file, or it can't be read.
    """
    store = open_store(folder)
    try:
        found = []
        for id_, came, is_open in store.games():
            try:
                header = decode_header(came)
            except RulesError as error:
                logger.warning("the game %s is left out: %s", id_, error.message)
                continue
            seats = [s.name or str(s.sign) for s in header.seats]
            found.append(KeptGame(id_, header.game.id, header.date, is_open, seats))
        return found
    finally:
        store.close()


def record_text(folder: Path, beginning: str) -> str:
    """Give the record of the one game whose id begins so.

    Raises:
        ExportError: when none or several do, it can't be folded, or it is still played and its record
            would show what is hidden.
        StoreError: when the table's file can't be read.
    """
    store = open_store(folder)
    try:
        ids = [id_ for id_, _, _ in store.games() if id_.startswith(beginning)]
        if len(ids) != 1:
            asked = f"{beginning[:40]!r}"
            raise ExportError(
                f"{len(ids)} games have an id beginning with {asked}, expected one: see khepri export"
            )
        row = store.game(ids[0])
        if row is None:
            raise StoreError(f"the table's file {store.path} is damaged: no game is found as {ids[0]}")
        record = row.record()
        if row.is_open and record.table.holds_secrets:
            raise ExportError(
                f"the record of {ids[0]} shows what is still hidden: it waits for the game's end"
            )
        return write_record(record)
    except RulesError as error:
        raise ExportError(str(error)) from error
    finally:
        store.close()


def write_new(out: Path, text: str) -> None:
    """Write a whole file or none.

    Raises:
        OSError: when *out* is there already, or the disk refuses.
    """
    if out.exists():
        raise FileExistsError(TAKEN.format(out))
    part = part_of(out)
    try:
        part.write_text(text, encoding="utf-8")
        flush(part)
        part.rename(out)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
