"""`khepri backup` and `khepri restore`: all that a table keeps, in one file."""

import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from device.commanding import FAULT, REFUSED, Data, data_folder, fail, reading_line, refuse_file

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
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "backup.db") if to == PIPE else to
        try:
            made = back_up(data or data_folder(), file)
        except BackupError as error:
            fail(str(error), FAULT)
        except OSError as error:
            refuse_file(file, "written", error, f"khepri backup - > {shlex.quote(str(to))}")
        if to == PIPE:
            with file.open("rb") as opened:
                shutil.copyfileobj(opened, sys.stdout.buffer)
            sys.stdout.buffer.flush()
    said = sys.stderr if to == PIPE else sys.stdout
    print(f"{to}: {_games(made.games)}", file=said)
    if made.left_out is not None:
        why = "since something in it is still hidden: back up again after its end."
        print(f"The open game is left out, {why}", file=said)


def restore(backup: Backup, data: Data = None) -> None:
    """Put a backup in place of what the table keeps, which is set aside. Stop the table first."""
    from device.backup import BackupError, NoBackupError, put_back
    from device.locking import LockError, only_one

    folder = data or data_folder()
    try:
        with _file_of(backup) as file, only_one(folder):
            found, aside = put_back(folder, file)
    except NoBackupError as error:
        fail(str(error), REFUSED)
    except (LockError, BackupError) as error:
        fail(str(error), FAULT)
    print(f"Put back: {_games(found.games)}. Phones sit down anew.")
    if aside is not None:
        print(f"What was there before lies in {aside}")


@contextmanager
def _file_of(backup: Path) -> Iterator[Path]:
    if backup != PIPE:
        try:
            backup.open("rb").close()
        except OSError as error:
            refuse_file(backup, "read", error, reading_line("restore", backup))
        yield backup
        return
    with tempfile.NamedTemporaryFile(prefix="khepri-", suffix=".db") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        yield Path(file.name)


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"
