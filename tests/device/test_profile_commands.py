"""`khepri profile`, and what replay says of a copy."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from typer.models import ParameterInfo
from typer.testing import CliRunner

from device.cli import app
from device.profile_commands import app as profile_app
from device.profile_file import write_profile
from device.store import Store
from device.texts import catalogue
from tests.made_copy import TABLETS, Board, Profile, Space, known_games

ROOT = Path(__file__).resolve().parents[2]
OURS = Profile("Our box", tiles=48, skulls=(0, 1, 3))

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `khepri profile` and give exit code, what it printed, and what it complained."""
    catalogue("en")  # The made-up game has no texts.
    monkeypatch.setitem(known_games(), TABLETS.id, TABLETS)
    monkeypatch.setenv("KHEPRI_DATA", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)

    def run_command(*args: object, typed: str | None = None) -> tuple[int, str, str]:
        ended = CliRunner().invoke(app, ["profile", *(str(arg) for arg in args)], input=typed)
        assert ended.exception is None or isinstance(ended.exception, SystemExit)
        return ended.exit_code, ended.stdout, ended.stderr

    return run_command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(write_profile(TABLETS, OURS), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", profile_app.registered_commands, ids=lambda c: c.callback.__name__)
def test_command_and_all_that_it_takes_are_documented(command: Any) -> None:
    assert (command.callback.__doc__ or "").strip().endswith(".")
    hints = get_type_hints(command.callback, include_extras=True)
    del hints["return"]
    infos = {
        name: [given for given in get_args(hint) if isinstance(given, ParameterInfo)]
        for name, hint in hints.items()
    }
    assert [name for name, given in infos.items() if not given or not given[0].help] == []


def test_imported_copy_is_listed_and_exported_as_it_came(run: Run, file: Path) -> None:
    assert run("import", file) == (0, "Our box: kept for tablets and chosen for the next game\n", "")
    assert run("list")[:2] == (0, "* tablets                Our box\n")
    assert run("export", "Our box")[:2] == (0, file.read_text(encoding="utf-8"))


def test_copy_may_only_be_kept_or_called_otherwise(run: Run, file: Path) -> None:
    assert run("import", file, "--keep", "--name", "The box")[0] == 0
    came = json.loads(run("list", "--json")[1])
    assert came == {
        "profiles": [{"game": "tablets", "name": "The box", "in_use": False}],
        "set_aside": [],
    }


def test_taken_name_is_replaced_only_when_asked(run: Run, file: Path) -> None:
    run("import", file)
    file.write_text(write_profile(TABLETS, Profile("Our box", tiles=5)), encoding="utf-8")
    code, said, complained = run("import", file)
    assert (code, said, complained.endswith("(--replace or --name NAME)\n")) == (1, "", True)
    assert run("import", file, "--replace")[0] == 0
    assert "tiles = 5" in run("export", "Our box")[1]


def test_check_says_what_is_not_known_and_keeps_nothing(run: Run, file: Path, tmp_path: Path) -> None:
    code, said, _ = run("check", file)
    assert (code, said) == (
        0,
        "Our box: a copy of tablets, every field is right\nnot known yet, house values stand in: board\n",
    )
    assert not (tmp_path / "table.db").exists()


def test_check_of_a_whole_copy_says_that(run: Run) -> None:
    whole = Profile("Our box", skulls=(0,), board=Board((Space("a", None),)))
    code, said, _ = run("check", "-", "--json", typed=write_profile(TABLETS, whole))
    assert (code, json.loads(said)) == (0, {"game": "tablets", "name": "Our box", "stand_ins": []})


def test_fault_is_named_with_file_line_and_place(run: Run, file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace("48", "480"), encoding="utf-8")
    expected = f"khepri: {file}, line 5: tiles: 480 came, expected 1 to 99\n"
    assert [run(command, file) for command in ("check", "import")] == [(1, "", expected)] * 2


def test_file_that_is_not_there_or_no_text_is_a_fault(run: Run, tmp_path: Path) -> None:
    binary = tmp_path / "picture.toml"
    binary.write_bytes(b"\xff\xd8")
    assert [run("check", path)[0] for path in (tmp_path / "none.toml", binary)] == [3, 3]


def test_name_that_does_not_fit_is_refused(run: Run, file: Path) -> None:
    code, _, complained = run("import", file, "--name", "x" * 41)
    assert (code, "name: 41 signs came, at most 40 fit" in complained) == (1, True)


def test_export_of_no_copy_says_so(run: Run, file: Path) -> None:
    run("import", file)
    code, said, complained = run("export", "Your box")
    assert (code, said) == (1, "")
    assert complained == "khepri: 0 copies are called 'Your box', expected one: see khepri profile list\n"


def test_export_writes_a_file(run: Run, file: Path, tmp_path: Path) -> None:
    run("import", file)
    out = tmp_path / "out.toml"
    assert run("export", "Our box", "-o", out, "--game", "tablets") == (0, "", "")
    assert out.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    assert run("export", "Our box", "-o", "/dev/null/out.toml")[0] == 3
    assert run("export", "Our box", "-o", out) == (
        3,
        "",
        f"khepri: {out} is there already: nothing is written over it\n",
    )


def test_set_aside_copies_are_listed_with_the_reason(run: Run, tmp_path: Path) -> None:
    store = Store(tmp_path / "table.db")
    store.keep_profiles({("tablets", "Torn"): "{", ("chess", "Queen"): "{}"}, {})
    store.close()
    code, said, _ = run("list")
    assert (code, [line[:30] for line in said.splitlines()]) == (
        0,
        ["! chess                  Queen", "! tablets                Torn:"],
    )
    assert run("export", "Torn")[1].endswith("# {\n")
    assert run("export", "Queen")[0] == 1


def test_table_without_copies_says_that_house_values_are_used(run: Run, tmp_path: Path) -> None:
    assert (run("list")[0], "there is no table's file" in run("list")[2]) == (3, True)
    Store(tmp_path / "table.db").close()
    assert run("list")[:2] == (0, "No copy was entered yet: games are played with house values.\n")


def test_folder_where_no_table_can_be_is_a_fault(run: Run, file: Path) -> None:
    assert run("import", file, "--data", "/dev/null/table")[0] == 3


# ---- replay ----


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("pairamid/two_seats_house_board", "with house colours, house board, house dice"),
        ("pairamid/four_seats_both_scarabs", "copy: Café"),
    ],
)
def test_replay_says_which_copy_and_what_was_our_own(record: str, says: str) -> None:
    path = ROOT / "tests" / "playthroughs" / f"{record}.jsonl"
    ended = CliRunner().invoke(app, ["replay", str(path)])
    assert (ended.exit_code, ended.stdout.splitlines()[1]) == (0, says)


def test_replay_says_it_as_json_too() -> None:
    path = ROOT / "tests" / "playthroughs" / "pairamid" / "two_seats_house_board.jsonl"
    came = json.loads(CliRunner().invoke(app, ["replay", str(path), "--json"]).stdout)
    assert (came["profile"], came["stand_ins"]) == ("", ["colours", "board", "faces"])
