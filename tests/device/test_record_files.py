"""Finished games are there as plain records, also when the disk or the plug had other plans."""

from collections.abc import Iterator

import pytest

from device import amending
from device.record_files import RecordFiles
from device.store import RECORDS
from rules.codec import Json
from rules.record import Record, read_record
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table

THROWN: dict[str, Json] = {"type": "thrown"}


class Kept:
    """The record files of a table, to be looked at after what waits was written."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.files = RecordFiles(table.session, table.path)

    def close(self) -> dict[str, int]:
        """Give the entries of each record, by the name of its file."""
        self.files.close()
        folder = self.table.path.parent / RECORDS
        return {f.name: len(read_record(f.read_text()).table.entries) for f in sorted(folder.glob("*"))}


@pytest.fixture
def kept(table: Table) -> Iterator[Kept]:
    made = Kept(table)
    yield made
    made.files.close()


async def test_game_is_written_when_it_is_over(table: Table, kept: Kept) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play(THROWN, Origin.PANEL)
    assert table.session.sitting is not None
    header = table.session.sitting.header
    await table.play_to_the_end()
    name = f"{header.date or 'undated'}-pharaoh_code-{header.id[:12]}.jsonl"
    assert kept.close() == {name: len(table.logged)}


async def test_game_that_was_left_is_written_too(table: Table, kept: Kept) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play(THROWN, Origin.PANEL)
    await table.session.close()
    assert list(kept.close().values()) == [1]


async def test_game_without_an_entry_is_not_written(table: Table, kept: Kept) -> None:
    await table.open_game(SUN, EYE)
    await table.session.close()
    assert kept.close() == {}


async def test_correction_after_the_end_is_written_again(table: Table, kept: Kept) -> None:
    await table.open_game(SUN, EYE)
    await table.play_to_the_end()
    before = len(table.logged)
    await amending.retract(table.session)
    await amending.redo(table.session)
    assert list(kept.close().values()) == [before + 2]


async def test_disk_that_refuses_costs_no_move_and_the_next_start_writes_it(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    (table.path.parent / RECORDS).write_text("in the way")
    first = Kept(table)
    await table.open_game(SUN, EYE)
    await table.play_to_the_end()
    count = len(table.logged)
    await table.session.close()
    first.files.close()
    assert "can't be written" in caplog.text
    (table.path.parent / RECORDS).unlink()
    again = Kept(table)
    again.files.caught_up.result()
    assert list(again.close().values()) == [count]


async def test_record_of_a_game_whose_date_became_known_after_it_was_left_gets_it(table: Table) -> None:
    table._ids = (id_ for id_ in ["0123456789abcdef" * 2])
    first = Kept(table)
    await table.open_game(SUN, EYE)
    await table.session.play(THROWN, Origin.PANEL)
    await table.session.close()
    (name,) = first.close()
    folder = table.path.parent / RECORDS
    (folder / name).rename(folder / name.replace("2026-11-30", "undated"))
    again = Kept(table)
    again.files.caught_up.result()
    assert again.close() == {name: 1}


async def test_fault_of_ours_in_writing_a_record_is_logged(
    table: Table, kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def write_record(record: Record) -> str:
        raise ZeroDivisionError("of the record")

    monkeypatch.setattr("device.record_files.write_record", write_record)
    await table.open_game(SUN, EYE)
    await table.session.play(THROWN, Origin.PANEL)
    await table.session.close()
    kept.files.close()
    assert "of the record" in caplog.text
