"""What the commands share: the table's folder, the files they read and write, and how a command fails."""

import io
import os
import pwd
import shlex
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from device.plain import speak_plainly

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

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


def reading_line(command: str, file: Path) -> str:
    """Give the line with which a command reads a file that only who types it may read."""
    return f"khepri {command} - < {shlex.quote(str(file))}"


def refuse_file(file: Path, done: str, error: OSError, line: str) -> NoReturn:
    """End the command since a file can't be "read" or "written".

    An installed command runs as the table's user: what that one may not, *line* has the caller's shell do.
    """
    why = error.strerror or str(error)
    if isinstance(error, PermissionError):
        why = f"user {_user()} may not. If you may: {line}"
    fail(f"{file} can't be {done}: {why}", FAULT)


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def text_of(file: Path, kind: str, command: str) -> str:
    """Give what a file of some kind holds, - for standard input; what is no text ends the *command*."""
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        if error.object.startswith(SQLITE):
            fail(
                f"{file} is no {kind} but a table's file or backup: see khepri restore, khepri export", FAULT
            )
        fail(f"{file} is no {kind}: it holds no text", FAULT)
    except OSError as error:
        refuse_file(file, "read", error, reading_line(command, file))


def give(text: str, out: Path | None, command: str) -> None:
    """Write a text to standard output or into a new file; one that can't be made ends the *command*."""
    from device.exporting import write_new

    if out is None:
        sys.stdout.write(text)
        return
    try:
        write_new(out, text)
    except FileExistsError as error:
        fail(str(error), FAULT)
    except OSError as error:
        refuse_file(out, "written", error, f"khepri {command} > {shlex.quote(str(out))}")


class _Output(io.FileIO):
    """Standard output; `fault` is why it took no more."""

    fault: OSError | None = None

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            self.fault = error
            raise


def run(command: Callable[[], object]) -> None:
    """Run the command line; what the machine refuses, and no command has named, is one sentence.

    A reader that went away is not worth one.
    """
    # Closed is as good as nowhere.
    number = os.open(os.devnull, os.O_WRONLY) if sys.stdout is None else sys.stdout.fileno()
    output = _Output(number, "wb", closefd=False)
    encoding = "utf-8" if sys.stdout is None else sys.stdout.encoding
    written = io.TextIOWrapper(io.BufferedWriter(output), encoding, line_buffering=output.isatty())
    speak_plainly(written, sys.stderr)
    try:
        with redirect_stdout(written):
            try:
                command()
            finally:
                written.flush()
    except (OSError, SystemExit) as ended:
        error = output.fault or ended
        if isinstance(error, SystemExit):
            raise
        if error is output.fault:
            # Else Python would try to write it once more, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
            said = f"standard output can't be written: {error.strerror}"
        else:
            said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        if not isinstance(error, BrokenPipeError):
            print(f"khepri: {said}", file=sys.stderr)
        sys.exit(FAULT)
