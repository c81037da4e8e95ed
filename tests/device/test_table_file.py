import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from device.errors import DamagedError, StoreError
from device.schema import SCHEMA_VERSION
from device.table_file import check_pages, fault_of, open_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def test_folder_of_the_file_is_made(tmp_path: Path) -> None:
    open_file(tmp_path / "a" / "b" / "table.db").close()
    assert (tmp_path / "a" / "b" / "table.db").exists()


def test_each_transaction_is_flushed_to_the_disk(path: Path) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    with closing(open_file(path)) as db:
        assert [db.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas] == ["wal", 2, 1]


def test_file_that_is_no_database_is_refused_and_stays_as_it_was(path: Path) -> None:
    path.write_bytes(b"this is a shopping list, not a table\n" * 200)
    with pytest.raises(StoreError, match=r"table\.db"):
        open_file(path)
    assert path.read_bytes() == b"this is a shopping list, not a table\n" * 200


def test_path_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="can't be opened"):
        open_file(tmp_path)


def test_pages_of_a_whole_file_tell_the_version_of_its_schema(path: Path) -> None:
    sqlite3.connect(path).close()
    empty = check_pages(path)
    open_file(path).close()
    assert (empty, check_pages(path)) == (0, SCHEMA_VERSION)


def test_file_that_says_nobody_can_write_it_is_damaged(path: Path) -> None:
    open_file(path).close()
    raw = bytearray(path.read_bytes())
    raw[18] ^= 0x80
    path.write_bytes(raw)
    with pytest.raises(DamagedError, match="how to write it"):
        check_pages(path)


def test_missing_table_is_damage_and_another_fault_is_the_disks(path: Path) -> None:
    with closing(open_file(path)) as db, pytest.raises(sqlite3.OperationalError) as missing:
        db.execute("SELECT * FROM gone")
    assert (fault_of(missing.value), fault_of(sqlite3.ProgrammingError())) == (DamagedError, StoreError)


def test_text_that_is_none_is_damage_whether_it_is_read_or_named_by_a_fault(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        with pytest.raises(sqlite3.OperationalError) as read:
            db.execute("SELECT CAST(x'ff' AS TEXT)").fetchall()
        with pytest.raises(UnicodeDecodeError) as named:
            db.execute("SELECT json_extract('{}', CAST(x'ff' AS TEXT))").fetchall()
    assert (fault_of(read.value), fault_of(named.value)) == (DamagedError, DamagedError)


def test_file_is_for_the_thread_that_opened_it(path: Path) -> None:
    db = open_file(path)
    with ThreadPoolExecutor(1) as other, pytest.raises(sqlite3.ProgrammingError, match="thread"):
        other.submit(db.execute, "SELECT 1").result()
    db.close()
