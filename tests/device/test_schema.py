"""Files of every older Khepri, each as that one wrote it: a game played, one open, phones and a setup.

`older_files/` holds them as SQL. The first kind had keys that were unique over all games.
"""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from device import amending
from device.backup import Backup, put_back
from device.errors import DamagedError, StoreError
from device.salvage import open_table
from device.schema import SCHEMA_VERSION, bring_up_to_date
from device.store import Store
from device.table_file import open_file
from tests.device.conftest import Table
from tests.device.cutting import cut_off, cuts

ROOT = Path(__file__).parents[2]
OLDER = sorted((Path(__file__).parent / "older_files").glob("*.sql"))
TABLES = ("games", "entries", "phones", "settings")

OPEN_AND_DIE = """
import os, signal, sqlite3, sys
from functools import partial
from pathlib import Path
from device.table_file import open_file

class Connection(sqlite3.Connection):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.left = int(sys.argv[2])
        self.set_trace_callback(self.count)

    def count(self, _statement):
        self.left -= 1
        if self.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

sqlite3.connect = partial(sqlite3.connect, factory=Connection)
open_file(Path(sys.argv[1])).close()
"""
"""Opens a file and is killed before the statement whose number it is given."""


def write(sql: Path, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.executescript(sql.read_text(encoding="utf-8"))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (found,) = db.execute("PRAGMA user_version").fetchone()
        return int(found)


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as db:
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in TABLES}


@pytest.fixture(params=OLDER, ids=lambda file: file.stem)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    write(request.param, path)
    return path


def test_of_every_older_version_there_is_a_file(tmp_path: Path) -> None:
    for number, sql in enumerate(OLDER):
        write(sql, tmp_path / f"{number}.db")
    assert {version(path) for path in tmp_path.glob("*.db")} == {*range(1, SCHEMA_VERSION)}


def test_older_file_is_brought_up_to_date_with_all_that_it_holds(older: Path) -> None:
    before = rows(older)
    assert [len(before[name]) for name in TABLES] == [2, 5, 2, 2]
    store = Store(older)
    assert (rows(older), version(older), store.profiles()) == (before, SCHEMA_VERSION, [])
    store.keep_profiles({("pairamid", "Our box"): "{}"}, {})
    assert store.profiles() == [("pairamid", "Our box", "{}")]
    store.close()


async def test_game_that_was_open_in_an_older_file_goes_on(older: Path) -> None:
    table = Table(older)
    await amending.redo(table.session, log=3)
    assert [event["type"] for event in table.stored] == ["dice_read", "nobody_found", "retracted", "redone"]
    table.close()


def test_backup_that_an_older_khepri_made_is_put_back_and_brought_up_to_date(
    older: Path, tmp_path: Path
) -> None:
    before, table = rows(older), tmp_path / "table"
    table.mkdir()
    assert put_back(table, older) == (Backup(2), None)
    assert (rows(table / "table.db"), version(table / "table.db")) == (before, SCHEMA_VERSION)


def test_older_file_with_any_page_damaged_gives_what_can_be_read_of_it(older: Path, tmp_path: Path) -> None:
    whole, before, entries = older.read_bytes(), rows(older), set()
    for page in range(1, len(whole) // 4096):
        folder = tmp_path / f"page {page}"
        folder.mkdir()
        raw = whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :]
        (folder / "table.db").write_bytes(raw)
        open_table(folder / "table.db").close()
        found = rows(folder / "table.db")
        assert version(folder / "table.db") == SCHEMA_VERSION
        assert [row for name in TABLES for row in found[name] if row not in before[name]] == []
        entries.add(len(found["entries"]))
    assert entries == {0, 5}


def test_what_was_brought_up_to_date_has_the_tables_of_a_new_file(tmp_path: Path) -> None:
    write(OLDER[0].with_name("schema_1.sql"), tmp_path / "older.db")
    made = []
    for name in ("older.db", "new.db"):
        with closing(open_file(tmp_path / name)) as db:
            found = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            made.append(found.fetchall())
    assert made[0] == made[1]


def test_older_file_whose_migration_was_killed_before_any_statement_holds_all_and_is_migrated_next(
    older: Path,
) -> None:
    whole, before = older.read_bytes(), rows(older)
    versions = []
    for statement in count():
        older.write_bytes(whole)
        command = [sys.executable, "-c", OPEN_AND_DIE, str(older), str(statement)]
        code = subprocess.run(command, cwd=ROOT, timeout=60).returncode
        if code == 0:
            break
        assert code == -signal.SIGKILL
        versions.append(version(older))
        open_file(older).close()
        assert (rows(older), version(older)) == (before, SCHEMA_VERSION), f"killed before {statement}"
    # After the transaction nothing is asked any more.
    assert (len(versions) > 8, {*versions}) == (True, {1})


def test_older_file_whose_migration_was_cut_off_at_any_byte_holds_all_and_is_migrated_next(
    older: Path, tmp_path: Path
) -> None:
    before = rows(older)
    migrating = open_file(older)
    whole, log = older.read_bytes(), older.with_name("table.db-wal").read_bytes()
    migrating.close()
    found = set()
    for number, at in enumerate(cuts([0, len(log)])):
        looked_at, started = (cut_off(tmp_path / f"{number} {name}", whole, log[:at]) for name in "ab")
        found.add(version(looked_at))
        open_file(started).close()
        assert (rows(started), version(started)) == (before, SCHEMA_VERSION), f"cut off at byte {at}"
    assert found == {1, SCHEMA_VERSION}


def test_two_programs_may_bring_the_same_older_file_up_to_date_at_once(older: Path) -> None:
    asked = []

    def note(statement: str) -> None:
        asked.append(statement)
        if statement == "BEGIN IMMEDIATE":
            open_file(older).close()

    with closing(sqlite3.connect(older, isolation_level=None)) as db:
        db.set_trace_callback(note)
        bring_up_to_date(db, older)
    assert asked == [
        "PRAGMA user_version",
        "BEGIN IMMEDIATE",
        "PRAGMA user_version",
        f"PRAGMA user_version={SCHEMA_VERSION}",
        "COMMIT",
    ]


@pytest.mark.parametrize("version", [-1, 130, 8_388_610])
def test_file_of_a_schema_that_no_khepri_will_make_is_damaged(tmp_path: Path, version: int) -> None:
    path = tmp_path / "table.db"
    with closing(open_file(path)) as db:
        db.execute(f"PRAGMA user_version={version}")
    with pytest.raises(DamagedError, match=f"schema {version}"):
        open_file(path)


def test_file_of_a_newer_khepri_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    path, newer = tmp_path / "table.db", SCHEMA_VERSION + 1
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"CREATE TABLE future (x); PRAGMA user_version={newer};")
    before = path.read_bytes()
    for is_read_only in (False, True):
        with pytest.raises(StoreError) as refused:
            open_file(path, is_read_only=is_read_only)
        said = f"{path} comes from a newer Khepri: schema {newer}, this one knows {SCHEMA_VERSION}"
        assert str(refused.value) == said
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"table.db": before}
