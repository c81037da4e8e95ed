"""Finished games as plain files: a record each, readable without Khepri, beside the table's file."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from device.errors import StoreError
from device.replacing import flush, flush_folder, part_of
from device.session import Session
from device.sitting import Sitting
from device.store import RECORDS, Store
from rules.errors import RulesError
from rules.record import Record, write_record

logger = logging.getLogger(__name__)

UNDATED = "undated"
ID_SIGNS = 12


class RecordFiles:
    """Writes each game's record when it is over, and again when that changes or it is left.

    It has a thread of its own: no move waits for it. The table's file stays what counts; what a full disk or
    a pulled plug kept from being written is written at the next start, and then it is `caught_up`.
    """

    def __init__(self, session: Session, path: Path) -> None:
        self.folder = path.parent / RECORDS
        self._session = session
        self._last: Sitting | None = None
        self._is_closing = threading.Event()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="khepri-records")
        self.caught_up = self._submit(_write_missing, path, self.folder, self._is_closing)
        session.listen(self._changed)
        self._changed()

    def close(self) -> None:
        """End the thread after what waits to be written."""
        self._is_closing.set()
        self._executor.shutdown()

    def _changed(self) -> None:
        before, now = self._last, self._session.sitting
        self._last = now
        if before is not None and (now is None or now.header.id != before.header.id):
            self._write(before)
        elif now is not None and now.game.outcome(now.state) is not None and not _is_same(before, now):
            self._write(now)

    def _write(self, sitting: Sitting) -> None:
        if sitting.table.entries and not self._is_closing.is_set():
            self._submit(_write, self.folder, Record(sitting.header, sitting.table))

    def _submit(self, do: Callable[..., None], *args: object) -> Future[None]:
        doing = self._executor.submit(do, *args)
        doing.add_done_callback(_tell_fault)
        return doing


def _tell_fault(done: Future[None]) -> None:
    if (fault := done.exception()) is not None:
        logger.error("a fault in writing a record", exc_info=fault)


def _is_same(before: Sitting | None, now: Sitting) -> bool:
    return before is not None and before.table is now.table and before.header == now.header


def _write_missing(path: Path, folder: Path, is_closing: threading.Event) -> None:
    """Write the records of closed games that have none: the plug was pulled, or the disk was full.

    One that says *undated* is written anew when the date became known after the game was left.
    """
    there = {(f.stem.rpartition("-")[2], not f.name.startswith(UNDATED)) for f in folder.glob("*.jsonl")}
    try:
        store = Store(path, is_read_only=True)
    except StoreError as error:
        logger.error("the games can't be listed: %s", error)
        return
    with closing(store):
        for id_, is_dated in _closed(store):
            if is_closing.is_set():
                return
            if (id_[:ID_SIGNS], is_dated) not in there:
                _write_kept(store, folder, id_)


def _closed(store: Store) -> list[tuple[str, bool]]:
    """List the closed games by id, and whether each has a date."""
    try:
        return [
            (id_, header.get("date") is not None) for id_, header, is_open in store.games() if not is_open
        ]
    except StoreError as error:
        logger.error("the games can't be listed: %s", error)
        return []


def _write_kept(store: Store, folder: Path, id_: str) -> None:
    try:
        row = store.game(id_)
        if row is not None and row.entries:
            _write(folder, row.record())
    except (RulesError, StoreError) as error:
        logger.warning("the game %s can't be written as a record: %s", id_, error)


def _write(folder: Path, record: Record) -> None:
    header = record.header
    short = header.id[:ID_SIGNS]
    file = folder / f"{header.date or UNDATED}-{header.game.id}-{short}.jsonl"
    try:
        folder.mkdir(exist_ok=True)
        part = part_of(file)
        part.write_text(write_record(record), encoding="utf-8")
        flush(part)
        part.replace(file)
        for old in folder.glob(f"*-{short}.jsonl"):
            if old != file:
                old.unlink()
        flush_folder(folder)
    except OSError as error:
        logger.error("the record %s can't be written: %s", file, error)
