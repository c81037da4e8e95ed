"""One byte of the table's file is wrong: the table starts or says why it can't, and keeps one folder at most.

`python -m tests.soak.flipping` tries every byte of a small file with its highest bit turned over, and prints
what came of it as JSON; `--masks 80 01 ff` tries these, `--every 7` each seventh byte.
"""

import argparse
import asyncio
import json
import logging
import secrets
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from device import arranging
from device.backup import back_up
from device.clock import TableClock
from device.errors import StoreError
from device.exporting import kept_games
from device.hands import monotonic_us
from device.log_thread import LogThread
from device.network.networking import networking
from device.preferences import Preferences, Preferring
from device.salvage import ASIDE, open_table
from device.seating import Seating
from device.session import Session
from rules.registry import GAMES
from tests.device.conftest import EYE, SUN, Table

PAGE = 512
"""The smallest: then a small file has pages of every kind, and texts that go on in others."""
FAULTS_SAID = 20


async def write_small_file(path: Path) -> None:
    """Make a table's file with a closed and an open game, a copy, a phone and settings."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA page_size={PAGE}")
        db.execute("VACUUM")
    table = Table(path)
    giza = GAMES["giza"]
    copy = giza.profile(name="Our box", plus=3)
    await arranging.change_profiles(table.session, lambda kept: kept.put(giza, copy))
    await Preferring(table.log).keep(Preferences(language="ko"))
    await table.open_game(SUN, EYE)
    await table.take_tile(49)
    await table.session.close()
    table.seating.ask("token", EYE)
    await table.seating.pair(EYE)
    await table.session.start()
    await table.take_tile(64)
    await table.session.keep_clock()
    table.close()


def started(path: Path) -> str:
    """Start a table on the file and have it written to; say what became of it.

    Raises:
        StoreError: when it says so itself.
    """
    log = LogThread(path, open_table)
    try:
        clock = TableClock(monotonic_us, log.now(log.store.latest_ms))
        session = Session(log, clock, new_id=lambda: secrets.token_hex(16), today=lambda: None)
        Seating(session, log, lambda: 0.0)
        Preferring(log)
        networking(log, simulate=True, address=str, is_for_all=False, monotonic_s=lambda: 0.0)
        log.now(log.store.keep_settings, {"table_ms": clock.now_ms()})
        if session.salvaged is not None:
            return "salvaged"
        return "left aside" if session.sitting is None else "went on"
    finally:
        log.close()


def outcome(folder: Path, content: bytes) -> str:
    """Start twice on a file, list its games and back it up; say what the first start came to."""
    folder.mkdir()
    path = folder / "table.db"
    path.write_bytes(content)
    try:
        first = started(path)
        second = started(path)
        assert second in (("went on", "left aside") if first == "salvaged" else (first,)), f"then {second}"
        listed = len(kept_games(folder))
        made = back_up(folder, folder / "backup.db")
        backed_up = made.games + (made.left_out is not None)
        assert backed_up >= listed, f"{listed} games are listed, {backed_up} were backed up"
    except StoreError as error:
        first = f"refused: {str(error).replace(str(path), 'FILE')}"
    folders = [*folder.glob(f"{ASIDE}*")]
    assert len(folders) <= 1, folders
    return first


async def flipping(
    content: bytes, places: list[tuple[int, int]], folder: Path
) -> tuple[Counter[str], list[str]]:
    """Try the file with each of these bytes, by place, turned over by a mask; give outcomes and faults."""
    found: Counter[str] = Counter()
    faults = []
    for at, mask in places:
        spoilt = bytearray(content)
        spoilt[at] ^= mask
        with tempfile.TemporaryDirectory(dir=folder) as name:
            try:
                found[outcome(Path(name, "data"), bytes(spoilt))] += 1
            except Exception as error:
                faults.append(f"byte {at} ^ {mask:02x}: {type(error).__name__}: {error}")
                if len(faults) <= FAULTS_SAID:
                    print(f"FAULT {faults[-1]}", file=sys.stderr, flush=True)
    return found, faults


def main() -> int:
    """Try all that was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--masks", nargs="+", default=["80"])
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args()
    logging.disable()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "table.db")
        asyncio.run(write_small_file(path))
        content = path.read_bytes()
        places = [(at, int(mask, 16)) for mask in wanted.masks for at in range(0, len(content), wanted.every)]
        found, faults = asyncio.run(flipping(content, places, Path(name)))
    print(json.dumps({"bytes": len(content), "tried": len(places), "faults": len(faults), **found}))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
