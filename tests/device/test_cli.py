import inspect
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from typer.models import ParameterInfo
from typer.testing import CliRunner

from device.cli import app
from device.commanding import data_folder
from device.store import Store
from device.table_rows import EntryRow
from rules.record import encode_entry, encode_header, read_record
from rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests/playthroughs/pharaoh_code/four_blacks.jsonl"
REFUSED = ROOT / "tests/playthroughs/refused/pharaoh_code_second_tile.jsonl"
COMMANDS = {"serve", "doctor", "solve", "replay", "games", "export", "backup", "restore", "profile"}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run() -> Run:
    """Run the command line and give exit code, what it printed, and what it complained."""

    def run_command(*args: object, typed: str | None = None) -> tuple[int, str, str]:
        ended = CliRunner().invoke(app, [str(arg) for arg in args], input=typed)
        assert ended.exception is None or isinstance(ended.exception, SystemExit)
        return ended.exit_code, ended.stdout, ended.stderr

    return run_command


# ---- help ----


def test_help_lists_every_command(run: Run) -> None:
    code, said, _ = run("--help")
    listed = {line.split()[0] for line in said.partition("Commands:\n")[2].splitlines() if line.strip()}
    assert (code, listed) == (0, COMMANDS)


def test_version_is_said(run: Run) -> None:
    code, said, _ = run("--version")
    assert (code, said.startswith("khepri")) == (0, True)


def test_nothing_asked_for_is_answered_with_the_help(run: Run) -> None:
    code, said, complained = run()
    assert code == 2
    assert "Commands:" in said + complained


@pytest.mark.parametrize("command", app.registered_commands, ids=lambda c: c.callback.__name__)
def test_command_and_all_that_it_takes_are_documented(command: Any) -> None:
    assert (inspect.getdoc(command.callback) or "").endswith(".")
    hints = get_type_hints(command.callback, include_extras=True)
    infos = {
        name: [given for given in get_args(hint) if isinstance(given, ParameterInfo)]
        for name, hint in hints.items()
        if name != "return"
    }
    assert [name for name, given in infos.items() if not given or not given[0].help] == []


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_of_a_command_is_there(run: Run, command: str) -> None:
    code, said, _ = run(command, "-h")
    assert code == 0
    assert "Usage:" in said


# ---- solve ----


def test_solve_lists_numbers_from_the_top_row_down_each_with_its_formulas(run: Run) -> None:
    code, said, _ = run("solve", 5, 2, 11)
    lines = said.splitlines()
    assert (code, lines[0]) == (0, " 33  red    5  (5−2)×11")
    assert "  3  yellow 1  5−2   (11−5)÷2" in lines
    colours = [line.split()[1] for line in lines]
    assert colours == sorted(colours, key=["black", "red", "blue", "yellow"].index)


def test_solve_gives_json(run: Run) -> None:
    code, said, _ = run("solve", 5, 2, 11, 33, "--json")
    roll = {"d8": 5, "d10": 2, "d12": 11}
    assert (code, json.loads(said)) == (0, {"roll": roll, "numbers": {"33": ["(5−2)×11"]}})


def test_solve_knows_powers_only_when_asked(run: Run) -> None:
    assert (run("solve", 2, 6, 1, 64)[0], run("solve", 2, 6, 1, 64, "--powers")[0]) == (1, 0)


@pytest.mark.parametrize(
    ("args", "code", "said", "complained"),
    [
        pytest.param((1, 1, 1, 49), 1, "1, 1 and 1 make no 49.\n", "", id="no-formula"),
        pytest.param((9, 1, 1), 1, "", "khepri: d8: 9 came, expected 1 to 8\n", id="no-such-die"),
        pytest.param((1, 0, 1), 1, "", "khepri: d10: 0 came, expected 1 to 10\n", id="printed-zero"),
    ],
)
def test_solve_that_finds_nothing_says_why_and_fails(
    run: Run, args: tuple[int, ...], code: int, said: str, complained: str
) -> None:
    assert run("solve", *args) == (code, said, complained)


def test_solve_for_a_number_that_no_tile_has_lists_those_there_are(run: Run) -> None:
    code, said, complained = run("solve", 5, 2, 11, 2)
    assert (code, said) == (1, "")
    assert complained.startswith("khepri: no tile has the number 2; there are 3, 4, 5, ")


def test_solve_without_a_formula_gives_empty_json_and_fails(run: Run) -> None:
    code, said, _ = run("solve", 1, 1, 1, 49, "--json")
    assert (code, json.loads(said)) == (1, {"roll": {"d8": 1, "d10": 1, "d12": 1}, "numbers": {}})


def test_misspelled_command_is_another_failure(run: Run) -> None:
    assert (run("solve", 1, 1)[0], run("solve", "a", 1, 1)[0], run("solved")[0]) == (2, 2, 2)


# ---- replay ----


def test_replay_prints_reason_and_standings(run: Run) -> None:
    code, said, _ = run("replay", RECORD)
    assert (code, said) == (
        0,
        "Pharaoh Code, 3 seats, 23 entries\n"
        "The black row could not be filled.\n"
        "  1. Sun                        14  (Same points and tiles: the place is shared.)\n"
        "  1. Eye                        14  (Same points and tiles: the place is shared.)\n"
        "  3. Flower                     -3\n",
    )


def test_replay_gives_json(run: Run) -> None:
    code, said, _ = run("replay", RECORD, "--json")
    came = json.loads(said)
    assert (code, came["game"], came["entries"]) == (0, "pharaoh_code", 23)
    assert came["outcome"]["reason"] == "row_empty_black"
    assert [s["seat"] for s in came["outcome"]["standings"]] == [0, 1, 2]
    assert came["view"]["phase"] == "over"


def test_replay_reads_standard_input(run: Run) -> None:
    typed = RECORD.read_text(encoding="utf-8")
    assert run("replay", "-", typed=typed) == run("replay", RECORD)


def test_replay_of_a_game_that_goes_on_prints_the_scores_so_far(run: Run) -> None:
    typed = "".join(RECORD.read_text(encoding="utf-8").splitlines(keepends=True)[:9])
    code, said, _ = run("replay", "-", typed=typed)
    lines = said.splitlines()
    assert (code, lines[1]) == (0, "Not finished. Scores so far:")
    assert [line.split() for line in lines[2:]] == [["Sun", "7"], ["Eye", "0"], ["Flower", "-3"]]


def test_replay_names_the_line_that_is_refused(run: Run) -> None:
    code, said, complained = run("replay", REFUSED)
    assert (code, said, complained) == (1, "", f"khepri: {REFUSED}, line 4: one tile a player a round\n")


@pytest.mark.parametrize("text", ["", "{", "[]", "shopping list"])
def test_replay_of_what_is_no_record_fails_in_a_sentence(run: Run, text: str) -> None:
    code, said, complained = run("replay", "-", typed=text)
    assert (code, said, complained.startswith("khepri: -, line 1: ")) == (1, "", True)


def test_replay_of_a_file_that_is_not_there_is_a_fault(run: Run, tmp_path: Path) -> None:
    code, said, complained = run("replay", tmp_path / "none.jsonl")
    assert (code, said, complained.count("\n")) == (3, "", 1)


def test_replay_of_a_file_that_is_no_text_is_a_fault(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "picture"
    picture.write_bytes(b"\xff\xd8\xff")
    assert run("replay", picture) == (3, "", f"khepri: {picture} is no record: it holds no text\n")


def test_replay_of_a_backup_says_what_it_is(run: Run, kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.db"
    assert run("backup", out, "--data", kept)[0] == 0
    said = f"khepri: {out} is no record but a table's file or backup: see khepri restore, khepri export\n"
    assert run("replay", out) == (3, "", said)


# ---- games and export ----


def test_games_are_listed(run: Run) -> None:
    code, said, _ = run("games")
    assert (code, said.splitlines()[0]) == (0, "pharaoh_code           Pharaoh Code               2–5 seats")
    assert [line.split()[0] for line in said.splitlines()] == [*GAMES]


def test_games_are_listed_as_json(run: Run) -> None:
    code, said, _ = run("games", "--json")
    came = json.loads(said)
    assert (code, came[0]) == (0, {"id": "pharaoh_code", "rules_version": 1, "seats": [2, 5]})
    assert [game["id"] for game in came] == [*GAMES]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A table's folder with one finished game and one that goes on."""
    record = read_record(RECORD.read_text(encoding="utf-8"))
    store = Store(tmp_path / "table.db")
    for id_, count in (("aa11", 23), ("ab22", 3)):
        store.open_game(id_, {**encode_header(record.header), "id": id_})
        entries = record.table.entries[:count]
        store.append(id_, [EntryRow(e.number, e.at_ms, encode_entry(e)) for e in entries])
    store.close()
    return tmp_path


def test_export_lists_the_kept_games(run: Run, kept: Path) -> None:
    code, said, _ = run("export", "--data", kept)
    rows = [line.split() for line in said.splitlines()]
    assert (code, [(row[0], row[-4]) for row in rows]) == (0, [("aa11", "closed"), ("ab22", "open")])


def test_export_lists_the_kept_games_as_json(run: Run, kept: Path) -> None:
    code, said, _ = run("export", "--data", kept, "--json")
    came = json.loads(said)
    assert (code, [(g["id"], g["game"], g["is_open"]) for g in came]) == (
        0,
        [("aa11", "pharaoh_code", False), ("ab22", "pharaoh_code", True)],
    )


def test_exported_record_replays_to_the_same_standings(run: Run, kept: Path) -> None:
    code, said, _ = run("export", "aa", "--data", kept)
    assert (code, run("replay", "-", typed=said)) == (0, run("replay", RECORD))


def test_record_is_exported_to_a_file(run: Run, kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run("export", "ab22", "--data", kept, "-o", out) == (0, "", "")
    assert out.read_text(encoding="utf-8") == run("export", "ab22", "--data", kept)[1]


def test_record_is_never_written_over_a_file(run: Run, kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.txt"
    out.write_text("mine")
    said = f"khepri: {out} is there already: nothing is written over it\n"
    assert run("export", "ab22", "--data", kept, "-o", out) == (3, "", said)
    assert out.read_text() == "mine"


def test_disk_that_refuses_leaves_no_half_record(
    run: Run, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.exporting.flush", full)
    folder = tmp_path / "full"
    folder.mkdir()
    code, _, complained = run("export", "ab22", "--data", kept, "-o", folder / "game.jsonl")
    assert (code, "No space left" in complained, [*folder.iterdir()]) == (3, True, [])


@pytest.mark.parametrize("command", ["serve", "doctor", "export", "backup"])
def test_folder_without_a_name_is_refused(run: Run, command: str) -> None:
    code, said, complained = run(command, "--data", "")
    assert (code, said, "the folder's name is empty" in complained) == (2, "", True)


def test_export_to_where_no_file_can_be_is_a_fault(run: Run, kept: Path) -> None:
    code, _, complained = run("export", "ab22", "--data", kept, "-o", "/dev/null/game.jsonl")
    assert (code, complained.startswith("khepri: /dev/null/game.jsonl can't be written")) == (3, True)


@pytest.mark.parametrize(("beginning", "count"), [("a", 2), ("zz", 0)])
def test_export_of_no_single_game_says_how_many_there_are(
    run: Run, kept: Path, beginning: str, count: int
) -> None:
    code, said, complained = run("export", beginning, "--data", kept)
    assert (code, said, complained.startswith(f"khepri: {count} games have an id")) == (1, "", True)


def test_export_from_a_folder_without_a_table_says_so(run: Run, tmp_path: Path) -> None:
    code, _, complained = run("export", "--data", tmp_path / "none")
    assert (code, "there is no table's file" in complained) == (3, True)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("command", [("export",), ("export", "a"), ("profile", "list"), ("backup", "out.db")])
def test_tables_file_that_can_not_be_read_is_a_fault(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.db").write_bytes(b"shopping list\n" * 500)
    code, said, complained = run(*command, "--data", tmp_path)
    assert (code, said, complained.startswith("khepri: "), complained.count("\n")) == (3, "", True, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["table.db"]


def test_backup_that_is_not_there_is_a_fault_and_makes_no_folder(run: Run, tmp_path: Path) -> None:
    none, data = tmp_path / "none.db", tmp_path / "data"
    said = f"khepri: {none} can't be read: No such file or directory\n"
    assert run("restore", none, "--data", data) == (3, "", said)
    assert not data.exists()


def test_what_is_no_backup_is_refused(run: Run, kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "pictures.db"
    file.write_bytes(b"holiday pictures")
    code, said, complained = run("restore", file, "--data", kept)
    assert (code, said, "is no whole backup" in complained) == (1, "", True)


def test_backup_to_a_folder_that_is_not_there_is_a_fault(run: Run, kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "none" / "out.db"
    said = f"khepri: {out} can't be written: No such file or directory\n"
    assert run("backup", out, "--data", kept) == (3, "", said)


# ---- files that only who types the command may touch ----


@contextmanager
def as_another(folder: Path) -> Iterator[str]:
    """Be a user who may not look into a folder, as the table's user may not in a person's; give the name."""
    mine = os.geteuid()
    mode = folder.stat().st_mode
    folder.chmod(0)
    if mine == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield pwd.getpwuid(os.geteuid()).pw_name
    finally:
        os.seteuid(mine)
        folder.chmod(mode)


@pytest.mark.parametrize("command", ["replay", "profile check", "profile import", "restore"])
def test_file_that_this_user_may_not_read_is_handed_over(run: Run, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "our games"
    folder.mkdir()
    file = folder / "file"
    file.write_bytes(b"anything")
    # What is imported only when it is needed could not be read either.
    assert run(*command.split(), file)[0] == 1
    with as_another(folder) as name:
        ended = run(*command.split(), file)
    line = f"khepri {command} - < '{file}'"
    assert ended == (3, "", f"khepri: {file} can't be read: user {name} may not. If you may: {line}\n")


@pytest.mark.parametrize(
    ("command", "option", "shown"),
    [
        ("export ab22", ["-o"], "export ab22"),
        ("profile export Box", ["--game", "pairamid", "-o"], "profile export Box"),
        ("backup", [], "backup -"),
    ],
)
def test_file_that_this_user_may_not_write_is_handed_over(
    run: Run, kept: Path, tmp_path: Path, command: str, option: list[str], shown: str
) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    profile = 'format = "khepri-profile"\nformat_version = 1\ngame = "pairamid"\nname = "Box"\n'
    assert run("profile", "import", "-", "--data", kept, typed=profile)[0] == 0
    out = folder / "out"
    with tempfile.TemporaryDirectory() as data:
        # The table's file they may read.
        Path(data).chmod(0o755)
        shutil.copy(kept / "table.db", data)
        asked = (*command.split(), "--data", data, *option, out)
        assert run(*asked)[0] == 0
        out.unlink()
        with as_another(folder) as name:
            ended = run(*asked)
    said = f"{out} can't be written: user {name} may not. If you may: khepri {shown} > {out}"
    assert ended == (3, "", f"khepri: {said}\n")


def test_export_leaves_nothing_beside_the_tables_file(run: Run, kept: Path) -> None:
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    assert run("export", "ab22", "--data", kept)[0] == 0
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


# ---- the folder, and pipes ----


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"STATE_DIRECTORY": "/var/lib/khepri", "KHEPRI_DATA": "/a"}, "/var/lib/khepri"),
        ({"KHEPRI_DATA": "/a", "XDG_STATE_HOME": "/b"}, "/a"),
        ({"XDG_STATE_HOME": "/b"}, "/b/khepri"),
        ({"HOME": "/home/mina"}, "/home/mina/.local/state/khepri"),
    ],
    ids=["systemd", "ours", "xdg", "home"],
)
def test_folder_of_the_table_is_named_by_the_surroundings(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], folder: str
) -> None:
    for name in ("STATE_DIRECTORY", "KHEPRI_DATA", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert data_folder() == Path(folder)


@pytest.mark.parametrize(
    ("encoding", "formula"), [("utf-8", "(5−2)×11"), ("latin-1", "(5-2)×11"), ("ascii", "(5-2)x11")]
)
def test_formulas_are_written_in_every_encoding(encoding: str, formula: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "device.cli", "solve", "5", "2", "11", "33"],
        cwd=ROOT,
        capture_output=True,
        timeout=20,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (ended.stdout.decode(encoding), ended.stderr) == (f" 33  red    5  {formula}\n", b"")


@pytest.mark.parametrize("command", ["solve", "replay", "games", "export"])
def test_command_that_serves_nothing_loads_no_server(command: str) -> None:
    code = (
        "import sys\nfrom device.cli import app\n"
        f"try: app([{command!r}, '-h'])\nexcept SystemExit: pass\n"
        "heavy = ('fastapi', 'uvicorn', 'gpiozero', 'segno', 'web', 'device.running')\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=20)
    assert ended.stdout.splitlines()[-1] == "[]"
