"""Backup and restore: whole, without phones and hidden things, and nothing is ever written over."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from device import arranging
from device.backup import Backup, BackupError, NoBackupError, back_up, put_back
from device.cli import app
from device.exporting import kept_games, record_text
from device.locking import only_one
from device.store import Store
from rules.codec import Json
from rules.giza import Giza
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table

THROWN: dict[str, Json] = {"type": "thrown"}


async def played(table: Table) -> str:
    """Play a game of Pharaoh Code for a while; give its id."""
    await table.open_game(SUN, EYE)
    await table.session.play(THROWN, Origin.PANEL)
    assert table.session.sitting is not None
    return table.session.sitting.header.id


async def test_backup_of_a_served_table_is_all_of_it_but_its_phones(table: Table, tmp_path: Path) -> None:
    id_ = await played(table)
    table.seating.open(True)
    table.seating.ask("token", SUN)
    await table.seating.pair(SUN)
    out = tmp_path / "out.db"
    assert back_up(table.path.parent, out) == Backup(games=1)
    store = Store(out)
    row = store.game()
    assert (row is not None and row.id, store.phones()) == (id_, [])
    assert store.settings()["setup"] == table.log.now(table.log.store.settings)["setup"]
    store.close()
    assert table.log.now(table.log.store.phones) != []


async def test_what_is_hidden_in_an_open_game_is_not_in_a_backup(table: Table, tmp_path: Path) -> None:
    seats: list[Json] = [{"sign": str(sign), "name": ""} for sign in (SUN, EYE)]
    session: Any = table.session
    await arranging.arrange_as(
        session, {"game": Giza.id, "seats": seats, "first_seat": 0, "options": {}}, session.setup_version
    )
    await session.start()
    for tile in ("plus_5", "minus_2"):
        await session.play({"type": "placed", "tile": tile, "site": 1, "place": "first"}, Origin.HOST)
    out = tmp_path / "out.db"
    assert back_up(table.path.parent, out) == Backup(games=0, left_out=session.sitting.header.id)
    assert b"plus_5" not in out.read_bytes()


async def test_nothing_is_written_over_a_file(table: Table, tmp_path: Path) -> None:
    await played(table)
    out = tmp_path / "out.db"
    out.write_text("holiday pictures")
    with pytest.raises(BackupError, match="is there already"):
        back_up(table.path.parent, out)
    assert out.read_text() == "holiday pictures"


def test_there_is_nothing_to_back_up_in_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no table's file"):
        back_up(tmp_path, tmp_path / "out.db")
    assert list(tmp_path.iterdir()) == []


async def test_backup_is_put_back_and_what_was_there_is_kept(table: Table, tmp_path: Path) -> None:
    id_ = await played(table)
    out, other = tmp_path / "out.db", tmp_path / "other"
    back_up(table.path.parent, out)
    other.mkdir()
    Store(other / "table.db").close()
    assert put_back(other, out) == (Backup(games=1), other / "before-restore-1")
    assert [game.id for game in kept_games(other)] == [id_]
    assert kept_games(other / "before-restore-1") == []
    assert record_text(other, id_) == record_text(table.path.parent, id_)


@pytest.mark.parametrize("content", [b"", b"shopping list\n" * 500, None], ids=["empty", "text", "cut-off"])
async def test_file_that_is_no_backup_is_refused_and_nothing_changes(
    table: Table, tmp_path: Path, content: bytes | None
) -> None:
    await played(table)
    file, other = tmp_path / "given.db", tmp_path / "other"
    back_up(table.path.parent, file)
    file.write_bytes(file.read_bytes()[:9000] if content is None else content)
    other.mkdir()
    (other / "table.db").write_bytes(b"what was there")
    with pytest.raises(NoBackupError, match="no whole backup"):
        put_back(other, file)
    assert {f.name: f.read_bytes() for f in other.iterdir()} == {"table.db": b"what was there"}


async def test_commands_say_what_they_did(table: Table, tmp_path: Path) -> None:
    await played(table)
    out, other = tmp_path / "out.db", tmp_path / "other"
    made = CliRunner().invoke(app, ["backup", str(out), "--data", str(table.path.parent)])
    assert (made.exit_code, made.stdout) == (0, f"{out}: 1 game\n")
    again = CliRunner().invoke(app, ["backup", str(out), "--data", str(table.path.parent)])
    assert (again.exit_code, "is there already" in again.output) == (3, True)
    back = CliRunner().invoke(app, ["restore", str(out), "--data", str(other)])
    assert (back.exit_code, back.stdout) == (0, "Put back: 1 game. Phones sit down anew.\n")
    with only_one(other):
        served = CliRunner().invoke(app, ["restore", str(out), "--data", str(other)])
    assert (served.exit_code, "already serves" in served.output) == (3, True)


async def test_backup_goes_through_a_pipe_and_back(table: Table, tmp_path: Path) -> None:
    await played(table)
    made = CliRunner().invoke(app, ["backup", "-", "--data", str(table.path.parent)])
    assert (made.exit_code, made.stderr) == (0, "-: 1 game\n")
    back = CliRunner().invoke(
        app, ["restore", "-", "--data", str(tmp_path / "other")], input=made.stdout_bytes
    )
    assert (back.exit_code, back.stdout) == (0, "Put back: 1 game. Phones sit down anew.\n")
