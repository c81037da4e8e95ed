"""Where a command's output goes: a full disk, a reader that went away, nowhere."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from device.commanding import run
from device.store import Store

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "tests/playthroughs/pharaoh_code/four_blacks.jsonl"


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table at which nothing was played yet."""
    Store(tmp_path / "table.db").close()
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("KHEPRI_DATA", str(tmp_path))


def ended_into(stdout: IO[bytes] | None, *command: object) -> tuple[int, str]:
    """Run a command whose output goes there, None for nowhere; give exit code and what it complained."""
    ended = subprocess.run(
        [sys.executable, "-m", "device.cli", *(str(word) for word in command)],
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=20,
        preexec_fn=None if stdout is not None else partial(os.close, 1),
    )
    return ended.returncode, ended.stderr


# A backup is larger than the buffer, and written past it.
much = pytest.mark.parametrize("command", [("solve", 5, 2, 11), ("replay", RECORD), ("backup", "-")])


@much
def test_reader_that_went_away_is_no_traceback(command: tuple[object, ...]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as gone:
        assert ended_into(gone, *command) == (3, "")


@much
def test_full_disk_behind_standard_output_is_one_sentence(command: tuple[object, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        said = "khepri: standard output can't be written: No space left on device\n"
        assert ended_into(full, *command) == (3, said)


def test_closed_standard_output_is_no_fault() -> None:
    assert ended_into(None, "games") == (0, "")


def test_command_is_called_khepri_in_its_help() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "device.cli", "solve", "-h"], cwd=ROOT, capture_output=True, text=True
    )
    assert said.stdout.strip().startswith("Usage: khepri solve ")


def test_file_that_no_command_names_is_named_at_the_end(capfd: pytest.CaptureFixture[str]) -> None:
    def refuse() -> None:
        raise OSError(5, "Input/output error", "/some/file")

    with pytest.raises(SystemExit) as ended:
        run(refuse)
    assert (ended.value.code, capfd.readouterr().err) == (3, "khepri: /some/file: Input/output error\n")
