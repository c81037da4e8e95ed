"""A damaged table's file: what can be read goes on, the file itself is kept as it was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.errors import StoreError
from device.salvage import open_table
from device.store import GameRow, Salvaged, Store
from device.table_rows import EntryRow
from rules.codec import Json

HEADER: dict[str, Json] = {"game": "pharaoh_code", "padding": "x" * 300}


def row(number: int) -> EntryRow:
    return EntryRow(number, number * 10, {"type": "thrown", "padding": "y" * 500}, f"key {number}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with 20 games of 20 entries each, the last of them open."""
    file = tmp_path / "table.db"
    store = Store(file)
    for number in range(20):
        store.open_game(f"game {number}", HEADER)
        store.append(f"game {number}", [row(n) for n in range(1, 21)])
    store.keep_settings({"language": "ko"})
    store.keep_phones([("hash", "sun", True)])
    store.close()
    return file


def games(store: Store) -> dict[str, int]:
    found = {}
    for id_, _, _ in store.games():
        game = store.game(id_)
        assert isinstance(game, GameRow)
        found[id_] = len(game.entries)
    return found


def opened(path: Path) -> tuple[dict[str, int], int | None]:
    """Give how many entries each game has, and how many entries were salvaged."""
    store = open_table(path)
    found = games(store), None if store.salvaged is None else store.salvaged.entries
    store.close()
    return found


WHOLE = {f"game {number}": 20 for number in range(20)}


def test_whole_file_is_opened_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    assert opened(path) == (WHOLE, None)
    assert path.read_bytes() == before


def test_every_page_may_be_damaged_and_what_is_read_is_what_was_written(path: Path) -> None:
    whole = path.read_bytes()
    size, salvaged = 4096, 0
    for page in range(len(whole) // size):
        folder = path.parent / f"page {page}"
        folder.mkdir()
        file = folder / "table.db"
        broken = whole[: page * size] + b"\xa5" * size + whole[(page + 1) * size :]
        file.write_bytes(broken)
        found, entries = opened(file)
        assert all(count <= WHOLE[id_] for id_, count in found.items())
        if entries is None:
            continue
        salvaged += 1
        assert entries == sum(found.values())
        assert (folder / "damaged-1" / "table.db").read_bytes() == broken
        assert opened(file) == (found, None)
    assert salvaged > len(whole) // size // 2


def test_one_bad_page_of_entries_costs_few_games(path: Path) -> None:
    db = sqlite3.connect(path)
    pages = db.execute(
        "SELECT max(pageno) FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf'"
    ).fetchall()
    db.close()
    ((page,),) = pages
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)
    found, entries = opened(path)
    assert len(found) == 20
    assert sum(count == 20 for count in found.values()) >= 17
    assert entries is not None


def test_settings_and_phones_come_along(path: Path) -> None:
    damage_a_header(path)
    store = open_table(path)
    assert (store.settings(), store.phones()) == ({"language": "ko"}, [("hash", "sun", True)])
    assert store.salvaged is not None
    store.close()


def damage_a_header(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("UPDATE games SET header = '{' WHERE is_open = 1")
    db.commit()
    db.close()


def test_open_game_that_can_not_be_read_does_not_stop_the_others(path: Path) -> None:
    damage_a_header(path)
    found, _ = opened(path)
    assert found == {id_: count for id_, count in WHOLE.items() if id_ != "game 19"}


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql)
        db.commit()


def turn_over(path: Path, text: str, mask: int = 0x80) -> None:
    """Turn a bit of the last sign of a text over, where it first stands in the file."""
    raw = bytearray(path.read_bytes())
    raw[raw.index(text.encode()) + len(text.encode()) - 1] ^= mask
    path.write_bytes(raw)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file with a closed and an open game of two entries each, settings, a phone and a copy."""
    file = tmp_path / "small" / "table.db"
    with closing(Store(file)) as store:
        for id_ in ("closed", "open"):
            store.open_game(id_, {"game": f"game of {id_}", "id": id_})
            store.append(id_, [EntryRow(n, n, {"type": f"{id_} {n}"}, f"{id_} key {n}") for n in (1, 2)])
        store.keep_settings({"table_ms": 1234, "language": "ko"})
        store.keep_phones([("hash", "sun", True), ("other hash", None, False)])
        store.keep_profiles({("giza", "Our box"): '{"name": "Our box"}'}, {})
    return file


def held(path: Path) -> dict[str, object]:
    """Start a table three times, and give what it holds then."""
    for _ in range(2):
        open_table(path).close()
    with closing(open_table(path)) as store:
        folders = sorted(folder.name for folder in path.parent.glob("damaged-*"))
        return {
            "games": games(store),
            "settings": store.settings(),
            "phones": store.phones(),
            "profiles": [name for _, name, _ in store.profiles()],
            "folders": folders,
        }


HELD: dict[str, object] = {
    "games": {"closed": 2, "open": 2},
    "settings": {"table_ms": 1234, "language": "ko"},
    "phones": [("hash", "sun", True), ("other hash", None, False)],
    "profiles": ["Our box"],
    "folders": ["damaged-1"],
}
TURNED_OVER: dict[str, dict[str, object]] = {
    "game of clos": {},
    "game of op": {},
    '"type": "open 2': {"games": {"closed": 2, "open": 1}},
    "open key 2": {"games": {"closed": 2, "open": 1}},
    '"ko': {"settings": {"table_ms": 1234}},
    "languag": {"settings": {"table_ms": 1234}},
    "Our box{": {"profiles": []},
    "su": {"phones": [("other hash", None, False)]},
    '{"game": "game of open", "id': {},
}


@pytest.mark.parametrize(("text", "lost"), TURNED_OVER.items(), ids=[*TURNED_OVER])
def test_one_bit_turned_over_costs_the_row_it_is_in(small: Path, text: str, lost: dict[str, object]) -> None:
    turn_over(small, text)
    assert held(small) == {**HELD, **lost}


UNREADABLE: dict[str, dict[str, object]] = {
    "UPDATE settings SET value = '12v34' WHERE name = 'table_ms'": {"settings": {"language": "ko"}},
    "UPDATE settings SET value = 'a' || char(0) WHERE name = 'language'": {"settings": {"table_ms": 1234}},
    "UPDATE settings SET value = x'22' WHERE name = 'language'": {"settings": {"table_ms": 1234}},
    "UPDATE phones SET is_host = 'no' WHERE sign IS NULL": {"phones": [("hash", "sun", True)]},
    "UPDATE phones SET sign = x'00' WHERE is_host": {"phones": [("other hash", None, False)]},
    "UPDATE profiles SET profile = x'00'": {"profiles": []},
    "UPDATE games SET header = '[]' WHERE id = 'closed'": {"games": {"open": 2}},
    "UPDATE games SET is_open = 'x' WHERE id = 'closed'": {"games": {"open": 2}},
    "UPDATE entries SET at_ms = 'x' WHERE game = 'open' AND number = 2": {"games": {"closed": 2, "open": 1}},
    "UPDATE entries SET at_ms = -1 WHERE game = 'open' AND number = 2": {"games": {"closed": 2, "open": 1}},
    "UPDATE entries SET entry = '[]' WHERE game = 'open' AND number = 1": {"games": {"closed": 2, "open": 0}},
    "UPDATE entries SET key = x'00' WHERE game = 'open' AND number = 2": {"games": {"closed": 2, "open": 1}},
    "UPDATE games SET id = 'opem' WHERE id = 'open'": {},
    'UPDATE games SET header = replace(header, \'"id": "open\', \'"id": "opem\')': {},
    "UPDATE games SET id = x'00' WHERE id = 'open'": {},
}


@pytest.mark.parametrize(("sql", "lost"), UNREADABLE.items(), ids=[*UNREADABLE])
def test_row_that_is_not_what_it_must_be_is_left_out_once(
    small: Path, sql: str, lost: dict[str, object]
) -> None:
    change(small, sql)
    assert held(small) == {**HELD, **lost}


RENAMED = "UPDATE sqlite_master SET sql = replace(sql, 'sign TEXT', 'sigm TEXT') WHERE name = 'phones'"


def test_column_that_is_called_otherwise_is_damage(small: Path) -> None:
    with closing(sqlite3.connect(small)) as db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute(RENAMED)
        db.commit()
    assert held(small) == HELD


def test_index_that_does_not_fit_its_table_is_damage(small: Path) -> None:
    with closing(sqlite3.connect(small)) as db:
        ((page,),) = db.execute(
            "SELECT pageno FROM dbstat WHERE name = 'sqlite_autoindex_games_1'"
        ).fetchall()
    raw = small.read_bytes()
    at = raw.index(b"open", (page - 1) * 4096)
    small.write_bytes(raw[:at] + b"opem" + raw[at + 4 :])
    assert held(small) == HELD


def test_what_can_not_be_used_is_not_put_in_place_and_nothing_is_left_beside(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(small, "UPDATE settings SET value = '{'")
    before = small.read_bytes()
    monkeypatch.setattr("device.salvage._OTHERS", {"settings": lambda row: row})
    for _ in range(3):
        with pytest.raises(StoreError, match="and so is what was read of it"):
            open_table(small)
    assert {file.name: file.read_bytes() for file in small.parent.iterdir()} == {"table.db": before}


def test_disk_that_refuses_the_new_file_keeps_one_copy_of_the_damaged_one(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(small, "UPDATE settings SET value = '{'")

    def refused(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refused)
        for _ in range(3):
            with pytest.raises(StoreError, match="no space left"):
                open_table(small)
    assert sorted(path.name for path in small.parent.iterdir()) == ["damaged-1", "table.db"]
    assert held(small) == {**HELD, "settings": {}}


def test_missing_entry_ends_that_game_before_it(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("DELETE FROM entries WHERE game = 'game 19' AND number = 8")
    db.commit()
    db.close()
    assert opened(path)[0] == {**WHOLE, "game 19": 7}


def test_what_only_the_log_of_writes_holds_is_read_too(path: Path, tmp_path: Path) -> None:
    store = Store(path)
    store.append("game 19", [row(21)])
    copied = tmp_path / "cut"
    copied.mkdir()
    for ending in ("", "-wal"):
        (copied / f"table.db{ending}").write_bytes(path.with_name(f"table.db{ending}").read_bytes())
    store.close()
    damaged = copied / "table.db"
    raw = bytearray(damaged.read_bytes())
    raw[4096 * 5 : 4096 * 6] = b"\xa5" * 4096
    damaged.write_bytes(raw)
    assert opened(damaged)[0]["game 19"] in (20, 21)
    assert (copied / "damaged-1" / "table.db-wal").exists()


def test_records_beside_a_damaged_file_are_counted(path: Path) -> None:
    records = path.with_name("records")
    records.mkdir()
    for name in ("2026-11-30-giza-1.jsonl", "undated-giza-2.jsonl", "undated-giza-3.jsonl.part"):
        (records / name).touch()
    path.write_bytes(b"\xa5" * 512 + path.read_bytes()[512:])
    store = open_table(path)
    assert store.salvaged == Salvaged(path.with_name("damaged-1"), 0, 0, 2)
    store.close()


@pytest.mark.parametrize(("has_records", "is_damage"), [(True, True), (False, False)])
def test_empty_file_is_damage_only_where_games_were_played(
    tmp_path: Path, has_records: bool, is_damage: bool
) -> None:
    file = tmp_path / "table.db"
    file.touch()
    (tmp_path / "records").mkdir()
    if has_records:
        (tmp_path / "records" / "undated-giza-2.jsonl").touch()
    store = open_table(file)
    assert (store.salvaged is not None, (tmp_path / "damaged-1").exists()) == (is_damage, is_damage)
    store.close()


def test_what_a_cut_left_of_an_earlier_reading_is_removed(path: Path) -> None:
    left = path.with_name("reading-cut-off")
    left.mkdir()
    (left / "table.db").write_bytes(b"half")
    path.write_bytes(b"\xa5" * 8192)
    open_table(path).close()
    assert not left.exists()


def test_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.db").mkdir()
    with pytest.raises(StoreError, match=r"table\.db"):
        open_table(tmp_path / "table.db")
