from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.errors import DamagedError, StoreError
from device.store import GameRow, Store
from device.table_rows import EntryRow
from rules.codec import Json
from tests.device.cutting import cut_off, cuts

HEADER: dict[str, Any] = {"game": "pharaoh_code", "seats": [{"sign": "sun", "name": "미나"}]}


def row(number: int, key: str | None = None, at_ms: int | None = None) -> EntryRow:
    entry: dict[str, Json] = {"type": "thrown", "number": number}
    return EntryRow(number, number * 10 if at_ms is None else at_ms, entry, key)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    made = Store(path)
    made.open_game("a", HEADER)
    yield made
    made.close()


def entries(store: Store) -> tuple[EntryRow, ...]:
    found = store.game()
    assert found is not None
    return found.entries


# ---- round trips ----


def test_new_file_holds_nothing(path: Path) -> None:
    store = Store(path)
    assert (store.settings(), store.game(), store.games(), store.phones()) == ({}, None, [], [])
    assert store.latest_ms() == 0
    store.close()


def test_game_comes_back_with_its_entries_in_order_after_reopening(store: Store, path: Path) -> None:
    store.append("a", [row(2, "k2"), row(1)])
    store.close()
    again = Store(path)
    assert again.game() == GameRow("a", HEADER, True, (row(1), row(2, "k2")))
    again.close()


def test_setting_is_replaced_and_others_stay(store: Store) -> None:
    store.keep_settings({"setup": {"game": "x", "name": "鳳"}, "table_ms": 5})
    store.keep_settings({"table_ms": 6})
    assert store.settings() == {"setup": {"game": "x", "name": "鳳"}, "table_ms": 6}


def test_phones_are_replaced_as_a_whole(store: Store) -> None:
    store.keep_phones([("h1", "sun", False), ("h2", None, True)])
    store.keep_phones([("h2", "eye", True)])
    assert store.phones() == [("h2", "eye", True)]


def test_setup_is_stored_and_phones_keep_the_seats_that_stay(store: Store) -> None:
    store.keep_phones([("h1", "sun", True), ("h2", "eye", False), ("h3", None, True)])
    store.keep_setup({"setup": {"game": "x"}}, ["eye", "boat"])
    assert store.phones() == [("h1", None, True), ("h2", "eye", False), ("h3", None, True)]
    assert store.settings() == {"setup": {"game": "x"}}
    store.keep_setup({}, [])
    assert store.phones() == [("h1", None, True), ("h2", None, False), ("h3", None, True)]


def test_newest_game_is_the_open_one(store: Store) -> None:
    store.open_game("b", HEADER)
    assert store.games() == [("a", HEADER, False), ("b", HEADER, True)]


def test_closed_game_is_kept_and_can_be_asked_for(store: Store) -> None:
    store.append("a", [row(1)])
    store.close_game("a")
    assert (store.game(), store.game("a")) == (None, GameRow("a", HEADER, False, (row(1),)))


def test_unknown_game_is_none(store: Store) -> None:
    assert store.game("zz") is None


def test_header_is_replaced(store: Store) -> None:
    dated = {**HEADER, "date": "2026-11-30"}
    store.keep_header("a", dated, {"table_ms": 5})
    assert (store.games(), store.settings()) == ([("a", dated, True)], {"table_ms": 5})


def test_latest_time_is_the_later_one_of_clock_and_entries(store: Store) -> None:
    store.append("a", [row(1, at_ms=700)])
    store.keep_settings({"table_ms": 650})
    assert store.latest_ms() == 700
    store.keep_settings({"table_ms": 800})
    assert store.latest_ms() == 800


# ---- transactions ----


def test_key_that_was_used_before_keeps_nothing_of_the_entries_beside_it(store: Store) -> None:
    store.append("a", [row(1, "k")])
    with pytest.raises(StoreError, match="the disk refused"):
        store.append("a", [row(2), row(3, "k")])
    assert entries(store) == (row(1, "k"),)


def test_number_that_was_used_before_is_refused(store: Store) -> None:
    store.append("a", [row(1)])
    with pytest.raises(StoreError):
        store.append("a", [row(1, at_ms=99)])
    assert entries(store) == (row(1),)


def test_entry_of_no_game_is_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        store.append("zz", [row(1)])


def test_game_id_that_was_used_before_leaves_the_open_game_open(store: Store) -> None:
    store.open_game("b", HEADER)
    with pytest.raises(StoreError):
        store.open_game("a", HEADER)
    assert store.games() == [("a", HEADER, False), ("b", HEADER, True)]


def test_refused_phones_leave_those_of_before(store: Store) -> None:
    store.keep_phones([("h1", "sun", False)])
    with pytest.raises(StoreError):
        store.keep_phones([("h2", None, True), ("h2", None, True)])
    assert store.phones() == [("h1", "sun", False)]


def test_text_that_no_file_can_hold_is_refused_as_a_whole(store: Store) -> None:
    with pytest.raises(StoreError):
        store.keep_settings({"a": 1, "b": "\ud800"})
    assert store.settings() == {}


class SmallStore(Store):
    """A store on a disk with room for *pages* more."""

    def __init__(self, path: Path, pages: int) -> None:
        super().__init__(path)
        (used,) = self._db.execute("PRAGMA page_count").fetchone()
        self._db.execute(f"PRAGMA max_page_count={used + pages}")

    def grow(self) -> None:
        self._db.execute("PRAGMA max_page_count=100000")


def test_full_disk_keeps_what_was_acknowledged_and_works_again_once_there_is_room(path: Path) -> None:
    store = SmallStore(path, 4)
    store.open_game("a", HEADER)
    big: dict[str, Json] = {"type": "thrown", "padding": "x" * 3000}
    acknowledged = 0

    def fill() -> None:
        nonlocal acknowledged
        while True:
            store.append("a", [EntryRow(acknowledged + 1, 0, big)])
            acknowledged += 1

    with pytest.raises(StoreError, match="full"):
        fill()
    assert (acknowledged > 0, len(entries(store))) == (True, acknowledged)
    store.grow()
    store.append("a", [EntryRow(acknowledged + 1, 0, big)])
    assert len(entries(store)) == acknowledged + 1
    store.close()


def test_file_that_became_read_only_refuses_writes_and_still_reads(store: Store, path: Path) -> None:
    store.append("a", [row(1)])
    store.close()
    readers = Store(path)
    readers._db.execute("PRAGMA query_only=ON")
    with pytest.raises(StoreError):
        readers.append("a", [row(2)])
    assert entries(readers) == (row(1),)
    readers.close()


# ---- the file ----


def test_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError):
        store.append("a", [row(1)])


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE settings SET value = '{'",
        "UPDATE games SET header = 'x'",
        "UPDATE entries SET entry = '{\"a\":'",
        "UPDATE entries SET number = 7",
    ],
    ids=["setting", "header", "entry", "missing-entry"],
)
def test_damaged_line_is_a_refusal_with_the_file_named(store: Store, path: Path, sql: str) -> None:
    store.append("a", [row(1)])
    store.keep_settings({"table_ms": 1})
    store._db.execute(sql)
    with pytest.raises(StoreError, match=r"table\.db"):
        (store.settings(), store.games(), store.game())


def spoil(store: Store, sql: str) -> None:
    store._db.execute(sql)


def test_game_that_can_not_be_read_does_not_hide_the_others_and_is_named(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.open_game("b", HEADER)
    spoil(store, "UPDATE games SET header = CAST(x'7bff7d' AS TEXT) WHERE id = 'a'")
    assert [id_ for id_, _, _ in store.games()] == ["b"]
    assert "the header of 'a' can't be read" in caplog.text
    with pytest.raises(DamagedError, match="header of 'a'"):
        store.check()


def test_newest_of_two_open_games_is_the_open_one(store: Store) -> None:
    store.open_game("b", HEADER)
    spoil(store, "UPDATE games SET is_open = 1")
    found = store.game()
    assert found is not None
    assert found.id == "b"


@pytest.mark.parametrize("kept", ['"soon"', "null", "[1]", "1e999", "-5", "99999999999999", "1.5"])
def test_setting_that_is_no_time_is_passed_over(store: Store, kept: str) -> None:
    store.append("a", [row(1, at_ms=700)])
    store.keep_settings({"table_ms": 5})
    spoil(store, f"UPDATE settings SET value = '{kept}'")
    assert store.latest_ms() == 700


@pytest.mark.parametrize("at_ms", ["'soon'", "x'00'", "9000000000000000", "-1", "1.5"])
def test_entry_whose_time_is_none_does_not_move_the_clock(store: Store, at_ms: str) -> None:
    store.append("a", [row(1, at_ms=700), row(2, at_ms=800)])
    spoil(store, f"UPDATE entries SET at_ms = {at_ms} WHERE number = 2")
    assert store.latest_ms() == 700


def test_games_that_can_not_be_read_are_stripped_with_their_entries(store: Store) -> None:
    store.append("a", [row(1)])
    store.open_game("b", HEADER)
    spoil(store, "UPDATE games SET header = 'x' WHERE id = 'a'")
    store.strip(None)
    store.check()
    assert ([id_ for id_, _, _ in store.games()], store.game("a")) == (["b"], None)
    assert store._db.execute("SELECT count(*) FROM entries").fetchall() == [(0,)]


def test_second_open_sees_what_the_first_stored(store: Store, path: Path) -> None:
    second = Store(path)
    store.append("a", [row(1)])
    assert entries(second) == (row(1),)
    second.close()


def test_second_open_that_writes_the_same_entry_is_refused(store: Store, path: Path) -> None:
    second = Store(path)
    store.append("a", [row(1)])
    with pytest.raises(StoreError):
        second.append("a", [row(1, at_ms=99)])
    assert entries(store) == (row(1),)
    second.close()


@pytest.mark.parametrize("rest", ["gone", "zeros"])
def test_log_damaged_from_any_byte_on_opens_with_all_entries_acknowledged_before_that_byte(
    tmp_path: Path, rest: str
) -> None:
    store = Store(tmp_path / "table.db")
    store.open_game("a", HEADER)
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    wal = tmp_path / "table.db-wal"
    ends = [0]
    for number in range(1, 8):
        store.append("a", [row(number)])
        ends.append(wal.stat().st_size)
    whole, log = (tmp_path / "table.db").read_bytes(), wal.read_bytes()
    store.close()
    assert len(cuts(ends)) > 40
    for number, at in enumerate(cuts(ends)):
        tail = bytes(len(log) - at) if rest == "zeros" else b""
        opened = Store(cut_off(tmp_path / str(number), whole, log[:at] + tail))
        acknowledged = sum(end <= at for end in ends) - 1
        assert entries(opened) == tuple(row(n) for n in range(1, acknowledged + 1)), f"cut at byte {at}"
        opened.close()
