"""Records out of the table's file, for the command line."""

from dataclasses import dataclass
from pathlib import Path

from device.store import Store, StoreError
from rules.errors import RulesError
from rules.record import decode_header, fold_record, write_record

FILE = "table.db"


class ExportError(Exception):
    """The game that was asked for can't be given; the message says why."""


@dataclass(frozen=True)
class KeptGame:
    """One line of the list of games."""

    id: str
    game: str
    date: str | None
    is_open: bool
    seats: list[str]


def _store(folder: Path) -> Store:
    path = folder / FILE
    if not path.exists():
        raise ExportError(
            f"there is no table's file at {path}: play a game first, or name its folder with --data"
        )
    try:
        return Store(path, is_read_only=True)
    except StoreError as error:
        raise ExportError(str(error)) from error


def kept_games(folder: Path) -> list[KeptGame]:
    """List the games in the table's file, oldest first."""
    store = _store(folder)
    try:
        found = []
        for id_, came, is_open in store.games():
            header = decode_header(came)
            seats = [s.name or str(s.sign) for s in header.seats]
            found.append(KeptGame(id_, header.game.id, header.date, is_open, seats))
        return found
    except (StoreError, RulesError) as error:
        raise ExportError(str(error)) from error
    finally:
        store.close()


def record_text(folder: Path, beginning: str) -> str:
    """Give the record of the one game whose id begins so.

    Raises:
        ExportError: when none or several do, or the file can't be read.
    """
    store = _store(folder)
    try:
        ids = [id_ for id_, _, _ in store.games() if id_.startswith(beginning)]
        if len(ids) != 1:
            asked = f"{beginning[:40]!r}"
            raise ExportError(
                f"{len(ids)} games have an id beginning with {asked}, expected one: see khepri export"
            )
        row = store.game(ids[0])
        assert row is not None
        return write_record(fold_record(enumerate([row.header, *(entry.entry for entry in row.entries)], 1)))
    except (StoreError, RulesError) as error:
        raise ExportError(str(error)) from error
    finally:
        store.close()
