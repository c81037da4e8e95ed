from pathlib import Path

import pytest

from device.exporting import FILE, ExportError, KeptGame, kept_games, record_text
from device.store import Store
from rules.record import read_record
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table


async def played(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.session.rename(EYE, "미나")
    await table.session.play({"type": "thrown"}, Origin.PANEL)
    await table.session.retract()


async def test_record_of_a_kept_game_is_the_one_the_page_gives(table: Table) -> None:
    await played(table)
    assert read_record(record_text(table.path.parent, "game")) == table.session.record()


async def test_kept_game_is_listed_with_its_seats_also_while_the_table_is_served(table: Table) -> None:
    await played(table)
    listed = kept_games(table.path.parent)
    assert listed == [KeptGame("game-1", "pharaoh_code", "2026-11-30", True, ["sun", "미나"])]


def test_missing_file_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="there is no table's file"):
        kept_games(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_file_that_is_no_table_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"shopping list\n" * 100)
    with pytest.raises(ExportError, match=r"table\.db"):
        kept_games(tmp_path)


def test_game_that_this_version_does_not_know_is_an_error(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    store.open_game("a", {"format": "khepri-record", "game": "chess"})
    store.close()
    with pytest.raises(ExportError):
        record_text(tmp_path, "a")
