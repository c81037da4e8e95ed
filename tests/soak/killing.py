"""Kill -9 at random moments: starting, playing, migrating, backing up, putting back, salvaging.

`python -m tests.soak.killing --times 1000` prints what was tried, as JSON; it fails where something was lost.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from device.backup import back_up, put_back
from device.locking import only_one
from device.salvage import open_table
from tests.soak.player import acknowledged, kept, play_on

MOVES = 100_000
LONGEST_S = 0.25
"""A child is killed at the latest after so long: many die while they start, most while they play."""


KINDS = {"play": 84, "first start": 4, "migration": 3, "backup": 3, "restore": 3, "salvage": 3}
"""What is killed, and how often of a hundred times."""


class ChildError(Exception):
    """What was to be killed, or to end well, ended with a fault of its own."""


class LostError(AssertionError):
    """Something that was acknowledged is gone."""


def begun(do: Callable[[int], object]) -> tuple[int, TextIO]:
    """Do something in a process of its own, which says lines into the file it is given; give both."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            do(writing)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    return child, os.fdopen(reading, encoding="utf-8")


def ended(child: int, said: TextIO) -> str:
    """Wait for the end of a process, and give what it said.

    Raises:
        ChildError: when it ended with a fault, and not by being killed.
    """
    with said:
        lines = said.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, -signal.SIGKILL):
        raise ChildError(f"it ended with {code}")
    return lines


def killed(do: Callable[[int], object], after_s: float) -> str:
    """Do something in a process of its own, kill it, and give what it had said."""
    child, said = begun(do)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    return ended(child, said)


def counts(folder: Path) -> dict[str, int]:
    """Give how many entries each game in a table's folder has."""
    return {id_: len(record.table.entries) for id_, record, _ in kept(folder)}


def check_kept(folder: Path, lines: str) -> int:
    """Give how many entries were acknowledged.

    Raises:
        LostError: when one of them is not there.
    """
    there = counts(folder)
    told = acknowledged(lines)
    for id_, count in told.items():
        if there.get(id_, -1) < count:
            raise LostError(f"{count} entries of {id_} were acknowledged, {there.get(id_)} are there")
    return sum(told.values())


class Trials:
    """One folder on which everything is tried, kill after kill."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder / "table"
        self.beside = folder
        self.dice = random.Random(seed)
        self.done: Counter[str] = Counter()

    def run(self, times: int) -> None:
        """Kill *times*."""
        for number in range(times):
            kind = self.dice.choices([*KINDS], [*KINDS.values()])[0]
            getattr(self, kind.replace(" ", "_"))(number)
            self.done[kind] += 1

    @property
    def kills(self) -> int:
        return sum(self.done[kind] for kind in KINDS)

    def _after_s(self) -> float:
        return self.dice.uniform(0, LONGEST_S)

    def play(self, number: int) -> None:
        lines = killed(lambda out: play_on(self.folder, number, MOVES, out), self._after_s())
        self.done["entries"] += check_kept(self.folder, lines)
        if number % 50 == 49:
            shutil.rmtree(self.folder)

    def first_start(self, number: int) -> None:
        fresh = self.beside / f"fresh {number}"
        lines = killed(lambda out: play_on(fresh, number, MOVES, out), self._after_s() / 4)
        self.done["entries"] += check_kept(fresh, lines) if (fresh / "table.db").exists() else 0
        shutil.rmtree(fresh, ignore_errors=True)

    def migration(self, number: int) -> None:
        self._playable(number)
        with sqlite3.connect(self.folder / "table.db") as older:
            older.executescript("DROP TABLE profiles; PRAGMA user_version=1;")
        older.close()
        before = self._counts()
        killed(lambda _: open_table(self.folder / "table.db").close(), self._after_s() / 20)
        self._still(before)

    def backup(self, number: int) -> None:
        self._playable(number)
        before, out = self._counts(), self.beside / "backup.db"
        out.unlink(missing_ok=True)
        killed(lambda _: back_up(self.folder, out), self._after_s() / 5)
        self._still(before)
        if out.exists():
            other = self.beside / "other"
            other.mkdir()
            put_back(other, out)
            shutil.rmtree(other)

    def restore(self, number: int) -> None:
        self._playable(number)
        out = self.beside / "backup.db"
        out.unlink(missing_ok=True)
        back_up(self.folder, out)
        restored = self._counts()
        self._playable(number + MOVES)
        before = self._counts()

        def put(_: int) -> None:
            with only_one(self.folder):
                put_back(self.folder, out)

        killed(put, self._after_s() / 5)
        found = self._counts()
        if found != before and not found.items() <= restored.items():
            raise LostError(f"neither what was there nor the backup is there: {found}")
        if found != before and not any(self.folder.glob("before-restore-*/table.db")):
            raise LostError("what was there before the backup was put back is gone")

    def salvage(self, number: int) -> None:
        self._playable(number)
        file = self.folder / "table.db"
        raw = bytearray(file.read_bytes())
        page = self.dice.randrange(1, len(raw) // 4096)
        raw[page * 4096 : page * 4096 + 2048] = b"\xa5" * 2048
        file.write_bytes(raw)
        killed(lambda _: open_table(file).close(), self._after_s() / 5)
        store = open_table(file)
        store.close()
        asides = [aside.read_bytes() for aside in self.folder.glob("damaged-*/table.db")]
        if bytes(raw) not in asides and file.read_bytes() != bytes(raw):
            raise LostError("the damaged file is gone")
        shutil.rmtree(self.folder)

    def _playable(self, number: int) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        play_on(self.folder, -number - 1, 40, nowhere)
        os.close(nowhere)

    def _counts(self) -> dict[str, int]:
        return counts(self.folder)

    def _still(self, before: dict[str, int]) -> None:
        if self._counts() != before:
            raise LostError(f"{before} was there, {self._counts()} is")


def main() -> None:
    """Kill as often as was asked for."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--times", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        trials = Trials(Path(name), args.seed)
        trials.run(args.times)
    print(json.dumps({"kills": trials.kills, **trials.done, "s": round(time.monotonic() - start)}))


if __name__ == "__main__":
    main()
