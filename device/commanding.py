"""What the commands share: where the table's file lies, and how a command fails."""

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

REFUSED = 1
"""Exit status when what came is against the rules or can't be read; 2 is a misspelled command."""
FAULT = 3
"""Exit status when the machine refuses: port taken, disk full, file not readable."""

SQLITE = b"SQLite format 3"
"""How a table's file begins."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]


def _folder(name: str) -> Path:
    if not name:
        raise typer.BadParameter("the folder's name is empty")
    return Path(name)


Data = Annotated[
    Path | None,
    typer.Option(
        parser=_folder, metavar="PATH", help="Folder of the table's file. Default: ~/.local/state/khepri"
    ),
]


def fail(message: str, status: int) -> NoReturn:
    """End the command with a sentence."""
    print(f"khepri: {message}", file=sys.stderr)
    raise typer.Exit(status)


def data_folder() -> Path:
    """Give the folder in which the table keeps its file."""
    state = os.environ.get("STATE_DIRECTORY") or os.environ.get("KHEPRI_DATA")
    if state:
        return Path(state)
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "khepri"


def text_of(file: Path, kind: str) -> str:
    """Give what a file of some kind holds, - for standard input; what is no text ends the command."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        if error.object.startswith(SQLITE):
            fail(
                f"{file} is no {kind} but a table's file or backup: see khepri restore, khepri export", FAULT
            )
        fail(f"{file} is no {kind}: it holds no text", FAULT)
    except OSError as error:
        fail(f"{file} can't be read: {error}", FAULT)
