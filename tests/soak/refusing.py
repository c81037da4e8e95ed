"""A disk that refuses at each single call: full or broken, once or for good.

`python -m tests.soak.refusing` builds the disk (failing_disk.c), starts itself anew over it, tries every call
of a stretch of play, and prints what was tried, as JSON; it fails where something was lost.
"""

import argparse
import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from device.errors import StoreError
from tests.soak import NOT_TESTED
from tests.soak.killing import begun, check_kept, ended
from tests.soak.player import play_on

MOVES = 12
KINDS = ((errno.ENOSPC, False), (errno.ENOSPC, True), (errno.EIO, False), (errno.EIO, True))
SOURCE = Path(__file__).with_name("failing_disk.c")
SEED = 3


class NoDiskError(Exception):
    """The failing disk can't be had here; the message says why."""


def build(folder: Path) -> Path:
    """Build the library that fails calls.

    Raises:
        NoDiskError: when there is no C compiler, or it refuses.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise NoDiskError("there is no C compiler")
    library = folder / "failing_disk.so"
    built = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], capture_output=True, text=True
    )
    if built.returncode:
        raise NoDiskError(built.stderr)
    return library


def over_a_failing_disk(args: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run this module in a process whose disk can be made to fail."""
    with tempfile.TemporaryDirectory() as name:
        environ = {**os.environ, "LD_PRELOAD": str(build(Path(name)))}
        command = [sys.executable, "-m", "tests.soak.refusing", "--inside", *args]
        return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=3600)


def played(folder: Path, at: int, kind: tuple[int, bool]) -> tuple[str, int]:
    """Play while call *at* fails (0: none); give what was acknowledged, and how many calls there were."""
    code, is_for_good = kind
    disk = ctypes.CDLL(None)

    def play(out: int) -> None:
        # What it complains of is meant.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        disk.khepri_fail(at or 1_000_000, code, int(is_for_good))
        try:
            with suppress(StoreError):
                play_on(folder, SEED, MOVES, out)
        finally:
            os.write(out, f"calls {disk.khepri_calls()} \n".encode())

    said = ended(*begun(play))
    lines = said.splitlines(keepends=True)
    counts = [int(line.split(" ")[1]) for line in lines if line.startswith("calls ")]
    return "".join(line for line in lines if not line.startswith("calls ")), counts[-1] if counts else 0


def inside(step: int) -> dict[str, int]:
    """Fail every *step*th call in turn, on a table that exists already."""
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        begun = Path(name) / "table"
        played(begun, 0, KINDS[0])
        _, calls = played(_copy(begun), 0, KINDS[0])
        if not calls:
            raise NoDiskError("this Python's SQLite does not go through the C library")
        for kind in KINDS:
            for at in range(1, calls + 1, step):
                folder = _copy(begun)
                lines, _ = played(folder, at, kind)
                done["acknowledged"] += check_kept(folder, lines)
                done["refused"] += sum(line.endswith(" disk\n") for line in lines.splitlines(keepends=True))
                done["failed calls"] += 1
    return dict(done)


def _copy(begun: Path) -> Path:
    folder = begun.with_name("table-tried")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(begun, folder)
    return folder


def main() -> int:
    """Try every call, or every *step*th."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--step", type=int, default=1)
    asked.add_argument("--inside", action="store_true")
    args = asked.parse_args()
    start = time.monotonic()
    try:
        if args.inside:
            print(json.dumps({**inside(args.step), "s": round(time.monotonic() - start)}))
            return 0
        done = over_a_failing_disk(["--step", str(args.step)])
    except NoDiskError as error:
        print(f"NOT TESTED: {error}", file=sys.stderr)
        return NOT_TESTED
    print(done.stdout + done.stderr, end="")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
