"""One file in place of another, cut off at any step."""

from pathlib import Path

import pytest

from device.replacing import exchange, finish, part_of


class CutError(Exception):
    """The plug is pulled."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    for ending in ("", "-wal", "-shm"):
        (tmp_path / f"table.db{ending}").write_text(f"old{ending}")
    part_of(tmp_path / "table.db").write_text("new")
    return tmp_path / "table.db"


def content(folder: Path) -> dict[str, str]:
    return {str(f.relative_to(folder)): f.read_text() for f in sorted(folder.rglob("*")) if f.is_file()}


OLD = {"table.db": "old", "table.db-shm": "old-shm", "table.db-wal": "old-wal"}
ASIDE = {f"aside-1/{name}": text for name, text in OLD.items()}


def test_old_file_is_kept_aside_with_all_that_belongs_to_it(path: Path) -> None:
    assert exchange(path, "aside") == path.parent / "aside-1"
    assert content(path.parent) == {**ASIDE, "table.db": "new"}


def test_next_one_is_kept_beside_the_one_before(path: Path) -> None:
    exchange(path, "aside")
    part_of(path).write_text("newest")
    assert exchange(path, "aside") == path.parent / "aside-2"
    assert content(path.parent) == {**ASIDE, "aside-2/table.db": "new", "table.db": "newest"}


def test_what_is_kept_aside_already_is_not_kept_twice(path: Path) -> None:
    exchange(path, "aside")
    for ending in ("", "-wal"):
        path.with_name(f"{path.name}{ending}").write_text(f"old{ending}")
    part_of(path).write_text("newest")
    assert exchange(path, "aside") == path.parent / "aside-1"
    assert content(path.parent) == {**ASIDE, "table.db": "newest"}


def test_where_there_was_none_nothing_is_kept(tmp_path: Path) -> None:
    part_of(tmp_path / "table.db").write_text("new")
    assert exchange(tmp_path / "table.db", "aside") is None
    assert content(tmp_path) == {"table.db": "new"}


def cut_at(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the plug pulled before the *step*th change of a name in the folder."""
    done = iter(range(1000))
    for name in ("rename", "replace", "unlink"):

        def cut(file: Path, *args: object, do: object = getattr(Path, name), **more: object) -> object:
            if next(done) >= step:
                raise CutError
            return do(file, *args, **more)  # type: ignore[operator]

        monkeypatch.setattr(Path, name, cut)


@pytest.mark.parametrize("step", range(6))
def test_cut_at_any_step_leaves_the_old_file_or_is_gone_on_with(
    path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        cut_at(step, patched)
        with pytest.raises(CutError):
            exchange(path, "aside")
    is_gone_on_with = finish(path)
    found = {name: text for name, text in content(path.parent).items() if not name.startswith("aside-1.part")}
    aside = ASIDE if step >= 1 else {}
    assert found == ({**ASIDE, "table.db": "new"} if is_gone_on_with else {**aside, **OLD})
    assert is_gone_on_with is (step >= 2)


def test_there_is_nothing_to_go_on_with_after_a_whole_exchange(path: Path) -> None:
    exchange(path, "aside")
    assert finish(path) is False
    assert content(path.parent)["table.db"] == "new"
