"""`khepri backup` and `khepri restore`: all that a table keeps, in one file."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from device.commanding import FAULT, REFUSED, Data, data_folder, fail

PIPE = Path("-")

Out = Annotated[
    Path | None,
    typer.Argument(help="File to write, - for standard output; without it khepri-<date>.db in this folder."),
]
Backup = Annotated[Path, typer.Argument(help="A file that khepri backup wrote; - reads standard input.")]


def backup(out: Out = None, data: Data = None) -> None:
    """Write games, settings and copies into one file, also while the table is served. Phones are left out."""
    from device.backup import BackupError, back_up

    to = out or Path(f"khepri-{datetime.now(UTC):%Y-%m-%d}.db")
    try:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name, "backup.db") if to == PIPE else to
            made = back_up(data or data_folder(), file)
            if to == PIPE:
                with file.open("rb") as opened:
                    shutil.copyfileobj(opened, sys.stdout.buffer)
                sys.stdout.buffer.flush()
    except (BackupError, OSError) as error:
        fail(str(error), FAULT)
    said = sys.stderr if to == PIPE else sys.stdout
    print(f"{to}: {_games(made.games)}", file=said)
    if made.left_out is not None:
        why = "since something in it is still hidden: back up again after its end."
        print(f"The open game is left out, {why}", file=said)


def restore(backup: Backup, data: Data = None) -> None:
    """Put a backup in place of what the table keeps, which is set aside. Stop the table first."""
    from device.backup import BackupError, put_back
    from device.locking import LockError, only_one

    folder = data or data_folder()
    try:
        with only_one(folder), _file_of(backup) as file:
            found, aside = put_back(folder, file)
    except (LockError, OSError) as error:
        fail(str(error), FAULT)
    except BackupError as error:
        fail(str(error), REFUSED)
    print(f"Put back: {_games(found.games)}. Phones sit down anew.")
    if aside is not None:
        print(f"What was there before lies in {aside}")


@contextmanager
def _file_of(backup: Path) -> Iterator[Path]:
    if backup != PIPE:
        yield backup
        return
    with tempfile.NamedTemporaryFile(prefix="khepri-", suffix=".db") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        yield Path(file.name)


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"
