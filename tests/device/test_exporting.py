import sqlite3
from pathlib import Path

import pytest

from device import amending, arranging
from device.backup import back_up, put_back
from device.errors import StoreError
from device.exporting import FILE, ExportError, KeptGame, kept_games, record_text
from device.schema import SCHEMA_VERSION
from device.store import Store
from rules.record import read_record
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table


async def played(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await arranging.rename(table.session, EYE, "미나")
    await table.session.play({"type": "thrown"}, Origin.PANEL)
    await amending.retract(table.session)


async def test_record_of_a_kept_game_is_the_one_the_page_gives(table: Table) -> None:
    await played(table)
    assert read_record(record_text(table.path.parent, "game")) == table.session.record()


async def test_kept_game_is_listed_with_its_seats_also_while_the_table_is_served(table: Table) -> None:
    await played(table)
    listed = kept_games(table.path.parent)
    assert listed == [KeptGame("game-1", "pharaoh_code", "2026-11-30", True, ["sun", "미나"])]


def test_missing_file_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no table's file"):
        kept_games(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_file_that_is_no_table_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"shopping list\n" * 100)
    with pytest.raises(StoreError, match=r"table\.db"):
        kept_games(tmp_path)


def test_game_that_this_version_does_not_know_is_an_error(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    store.open_game("a", {"format": "khepri-record", "game": "chess"})
    store.close()
    with pytest.raises(ExportError):
        record_text(tmp_path, "a")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET header = CAST(x'7bff7d' AS TEXT) WHERE id = 'spoilt'",
        "UPDATE games SET header = '{}' WHERE id = 'spoilt'",
    ],
    ids=["no text", "no header"],
)
async def test_game_that_can_not_be_read_keeps_no_other_from_being_listed_exported_or_backed_up(
    table: Table, sql: str, tmp_path: Path
) -> None:
    table.log.now(table.store.open_game, "spoilt", {"id": "spoilt"})
    table.log.now(table.store.close_game, "spoilt")
    await played(table)
    table.log.now(table.store._db.execute, sql)
    folder = table.path.parent
    assert [game.id for game in kept_games(folder)] == ["game-1"]
    assert read_record(record_text(folder, "game")) == table.session.record()
    back_up(folder, tmp_path / "out.db")
    (tmp_path / "other").mkdir()
    assert put_back(tmp_path / "other", tmp_path / "out.db")[1] is None
    assert read_record(record_text(tmp_path / "other", "game")) == table.session.record()


async def test_entry_that_can_not_be_read_costs_the_record_of_its_game(table: Table, tmp_path: Path) -> None:
    await played(table)
    await table.session.close()
    await played(table)
    table.log.now(table.store._db.execute, "UPDATE entries SET entry = x'00' WHERE game = 'game-1'")
    folder = table.path.parent
    with pytest.raises(StoreError, match="entry 1 of game-1 can't be read"):
        record_text(folder, "game-1")
    assert read_record(record_text(folder, "game-2")) == table.session.record()
    assert back_up(folder, tmp_path / "out.db").games == 2


async def test_game_that_an_index_has_lost_is_damage(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(table)
    monkeypatch.setattr(Store, "game", lambda self, id_: None)
    with pytest.raises(StoreError, match="is damaged: no game is found as game-1"):
        record_text(table.path.parent, "game")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def test_reading_leaves_no_file_beside_a_table_that_is_not_served(table: Table) -> None:
    await played(table)
    table.close()
    before = files(table.path.parent)
    assert list(before) == [FILE]
    assert len(kept_games(table.path.parent)) == 1
    assert files(table.path.parent) == before


async def test_what_a_table_had_not_yet_put_in_its_place_when_the_plug_was_pulled_is_read(
    table: Table, tmp_path: Path
) -> None:
    await played(table)
    cut_off = tmp_path / "cut off?#%41"
    cut_off.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        (cut_off / name).write_bytes((table.path.parent / name).read_bytes())
    assert read_record(record_text(cut_off, "game")) == table.session.record()


@pytest.mark.parametrize(
    ("version", "said"),
    [(SCHEMA_VERSION - 1, "older Khepri.*khepri serve"), (SCHEMA_VERSION + 1, "newer Khepri")],
)
def test_file_of_another_version_is_not_read_and_stays_as_it_is(
    tmp_path: Path, version: int, said: str
) -> None:
    Store(tmp_path / FILE).close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    before = files(tmp_path)
    with pytest.raises(StoreError, match=said):
        kept_games(tmp_path)
    assert files(tmp_path) == before


def test_store_for_reading_writes_nothing(tmp_path: Path) -> None:
    Store(tmp_path / FILE).close()
    store = Store(tmp_path / FILE, is_read_only=True)
    with pytest.raises(StoreError, match="readonly"):
        store.keep_settings({"a": 1})
    store.close()
