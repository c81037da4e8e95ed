import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from device.errors import StoreError
from device.log_thread import LogThread
from device.table_rows import EntryRow

HEADER: dict[str, Any] = {"game": "pharaoh_code", "seats": [{"sign": "sun", "name": "미나"}]}


async def test_store_works_on_one_thread_of_its_own(path: Path) -> None:
    log = LogThread(path)
    names = {await log.run(lambda: threading.current_thread().name) for _ in range(3)}
    assert (len(names), threading.current_thread().name in names) == (1, False)
    log.close()


async def test_writes_are_done_in_the_order_they_were_asked_for(path: Path) -> None:
    log = LogThread(path)
    log.now(log.store.open_game, "a", HEADER)
    await asyncio.gather(*(log.run(log.store.append, "a", [row(n)]) for n in range(1, 30)))
    assert entries_of(log) == tuple(row(n) for n in range(1, 30))
    log.close()


def row(number: int) -> EntryRow:
    return EntryRow(number, number * 10, {"type": "thrown", "number": number})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def entries_of(log: LogThread) -> tuple[EntryRow, ...]:
    found = log.now(log.store.game)
    assert found is not None
    return found.entries


async def test_closing_waits_for_what_was_asked_before(path: Path) -> None:
    log = LogThread(path)
    log.now(log.store.open_game, "a", HEADER)

    async def close() -> None:
        log.close()

    await asyncio.gather(log.run(log.store.append, "a", [row(1)]), close())
    again = LogThread(path)
    assert entries_of(again) == (row(1),)
    again.close()


def test_store_that_can_not_be_opened_leaves_no_thread(tmp_path: Path) -> None:
    before = threading.active_count()
    with pytest.raises(StoreError):
        LogThread(tmp_path)
    assert threading.active_count() == before
