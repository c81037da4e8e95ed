"""What a table finds in its file as its program starts."""

from pathlib import Path

import pytest

from device import arranging
from device.chance import DRAW
from device.refusals import SessionRule
from device.reopening import reopened
from device.store import Salvaged, Store
from rules.codec import Json
from rules.record import MIGRATIONS, SeatInfo
from rules.registry import GAMES
from rules.table import Origin
from tests.device.conftest import EYE, SUN, Table


async def test_everything_acknowledged_is_there_after_a_restart(table: Table) -> None:
    await table.open_game(SUN, EYE)
    await table.take_tile(49)
    await arranging.rename(table.session, EYE, "미나")
    before = table.session.sitting
    table.restart()
    assert (table.session.sitting, table.session.setup.seats[1]) == (before, SeatInfo(EYE, "미나"))


async def test_setup_that_cannot_be_read_any_more_yields_to_a_new_one(table: Table) -> None:
    gone: dict[str, Json] = {"game": "giza", "seats": [], "first_seat": 0, "options": {"gone": True}}
    table.log.now(table.log.store.keep_settings, {"setup": gone})
    table.restart()
    assert (table.session.setup.game.id, table.session.setup.seats) == ("pharaoh_code", ())


@pytest.mark.parametrize("kept", [5, "giza", [], None])
async def test_setup_that_is_none_yields_to_a_new_one(table: Table, kept: Json) -> None:
    table.log.now(table.log.store.keep_settings, {"setup": kept})
    table.restart()
    assert (table.session.setup.game.id, table.session.setup.seats) == ("pharaoh_code", ())


LEFT_ASIDE = {
    "other rules": (
        "UPDATE games SET header = replace(header, '\"rules_version\": ', '\"rules_version\": 9')",
        "rules",
    ),
    "unknown entry": (
        "UPDATE entries SET entry = replace(entry, 'nobody_found', 'unheard_of')",
        "unheard_of",
    ),
}


@pytest.mark.parametrize(("change", "said"), LEFT_ASIDE.values(), ids=[*LEFT_ASIDE])
async def test_game_that_can_not_go_on_is_left_where_it_is_and_said(
    table: Table, change: str, said: str
) -> None:
    await table.open_game(SUN, EYE)
    await table.session.play({"type": "nobody_found"}, Origin.PANEL, key="same")
    table.log.now(table.store._db.execute, change)
    table.restart()
    session, row = table.session, table.log.now(table.store.game, "game-1")
    assert (session.sitting, "same" in session.keys, len(session.setup.seats)) == (None, False, 2)
    assert session.notice is not None
    assert (session.notice.code, said in session.notice.message) == (SessionRule.LEFT_ASIDE, True)
    assert row is not None
    assert (row.is_open, len(row.entries)) == (True, 1)


async def test_open_game_of_older_rules_is_left_aside_though_its_record_can_be_read(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_game(SUN, EYE)
    game = GAMES["pharaoh_code"]
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    monkeypatch.setitem(MIGRATIONS, (game.id, game.rules_version - 1), lambda line: line)
    table.restart()
    assert (table.session.sitting, table.notice_codes) == (None, SessionRule.LEFT_ASIDE)
    row = table.log.now(table.store.game, "game-1")
    assert row is not None
    assert row.record().header.id == "game-1"


def test_what_was_salvaged_is_told_after_what_can_not_go_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.db")
    store.open_game("a", {"game": "chess"})
    store.salvaged = Salvaged(tmp_path / "damaged-1", 3, 40, 17)
    found = reopened(store, 0, DRAW)
    assert found.now.sitting is None
    assert [(told.code, dict(told.params)) for told in found.told] == [
        (SessionRule.LEFT_ASIDE, {}),
        (SessionRule.SALVAGED, {"folder": "damaged-1", "games": 3}),
    ]
    store.close()


def test_new_table_has_nothing_to_tell(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.db")
    found = reopened(store, 0, DRAW)
    assert (found.now.sitting, found.now.setup.seats, found.now.setup_version, found.told) == (
        None,
        (),
        1,
        (),
    )
    store.close()
