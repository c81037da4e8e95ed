"""`khepri backup` and `khepri restore`: all that a table keeps, in one file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from device.commanding import FAULT, REFUSED, Data, data_folder, fail

Out = Annotated[
    Path | None, typer.Argument(help="File to write; without it khepri-<date>.db in this folder.")
]
Backup = Annotated[Path, typer.Argument(help="A file that khepri backup wrote.")]


def backup(out: Out = None, data: Data = None) -> None:
    """Write games, settings and copies into one file, also while the table is served. Phones are left out."""
    from device.backup import BackupError, back_up

    to = out or Path(f"khepri-{datetime.now(UTC):%Y-%m-%d}.db")
    try:
        made = back_up(data or data_folder(), to)
    except BackupError as error:
        fail(str(error), FAULT)
    print(f"{to}: {_games(made.games)}")
    if made.left_out is not None:
        print(
            "The open game is left out, since something in it is still hidden: back up again after its end."
        )


def restore(backup: Backup, data: Data = None) -> None:
    """Put a backup in place of what the table keeps, which is set aside. Stop the table first."""
    from device.backup import BackupError, put_back
    from device.locking import LockError, only_one

    folder = data or data_folder()
    try:
        with only_one(folder):
            found, aside = put_back(folder, backup)
    except LockError as error:
        fail(str(error), FAULT)
    except BackupError as error:
        fail(str(error), REFUSED)
    print(f"Put back: {_games(found.games)}. Phones sit down anew.")
    if aside is not None:
        print(f"What was there before lies in {aside}")


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"
