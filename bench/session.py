"""One event through the session, from JSON to the acknowledged write, against a bare commit of its row."""

import asyncio
import json
import sqlite3
import tempfile
import time
from itertools import count
from pathlib import Path

from bench.side_by_side import compare
from device import arranging
from device.clock import TableClock
from device.log_thread import LogThread
from device.session import Session
from rules.core import Sign
from rules.table import Origin

EVENTS = 50
IDS = count()


def dice(number: int) -> dict[str, object]:
    return {"type": "dice_read", "d8": number % 8 + 1, "d10": number % 10 + 1, "d12": number % 12 + 1}


async def opened(log: LogThread) -> Session:
    clock = TableClock(lambda: time.monotonic_ns() // 1000)
    session = Session(log, clock, new_id=lambda: f"game-{next(IDS)}", today=lambda: None)
    for sign in (Sign.SUN, Sign.EYE):
        await arranging.arrange(session, session.setup.with_seat(sign))
    await session.start()
    return session


async def play(session: Session) -> None:
    for i in range(EVENTS):
        await session.play(dice(i), Origin.PANEL, key=f"key-{next(IDS)}")


def bare_table(path: Path) -> sqlite3.Connection:
    """Open a file as the store does: each commit is flushed to the disk before it returns."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT, key TEXT UNIQUE)")
    return database


def commit(database: sqlite3.Connection) -> int:
    for i in range(EVENTS):
        row = (json.dumps(dice(i)), f"key-{next(IDS)}")
        database.execute("BEGIN")
        database.execute("INSERT INTO entries (entry, key) VALUES (?, ?)", row)
        database.execute("COMMIT")
    return EVENTS


def main() -> None:
    """Compare in the folder for temporary files: TMPDIR chooses the disk."""
    with tempfile.TemporaryDirectory() as name, asyncio.Runner() as loop:
        folder = Path(name)
        log = LogThread(folder / "table.db")
        database = bare_table(folder / "bare.db")
        session = loop.run(opened(log))

        def ours() -> int:
            loop.run(play(session))
            return EVENTS

        compare("Session.play, an event", ours, lambda: commit(database))
        database.close()
        log.close()


if __name__ == "__main__":
    main()
